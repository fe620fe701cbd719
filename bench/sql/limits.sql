-- What the limits need: empty clones, and the line as SQL. PostgreSQL inlines the functions; they stand here because pgbench takes every
-- :word of a script for a variable.
CREATE SCHEMA limits;
CREATE TABLE limits.entry (LIKE journal.entry INCLUDING ALL);
CREATE TABLE limits.head (LIKE journal.head INCLUDING ALL);
CREATE SEQUENCE limits.position_seq;
INSERT INTO limits.head SELECT * FROM journal.head;

CREATE FUNCTION limits.instant(at timestamptz) RETURNS text LANGUAGE sql AS $$
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

CREATE FUNCTION limits.state(version bigint) RETURNS text LANGUAGE sql AS $$
    SELECT '{"total_cents":' || version * 500 || ',"counted":' || version || '}'
$$;

CREATE FUNCTION limits.line(stream text, version bigint, prev text, id uuid, request uuid, at text, day text) RETURNS text LANGUAGE sql AS $$
    SELECT '{"stream":"' || stream || '","version":' || version || ',"prev":"' || prev || '","id":"' || id
        || '","type":"bench.tallied","type_version":1,"occurred_at":null,"rule":["3.9.1"],"readings":[],"request_id":"' || request
        || '","correlation_id":"' || request || '","cause":null,"actor":"device/star.T0417","role":"terminal","place":"star.T0417",'
        || '"venue":"star","received_at":"' || at || '","recorded_at":"' || at || '","gaming_day":"' || day || '","reason":null,'
        || '"build":"unreleased",'
        || '"postings":[{"account":"notes:star.T0417","cents":500},{"account":"credit-meter:star.T0417","cents":-500}],'
        || '"data":{"cents":500,"total_cents":' || version * 500 || ',"counted":' || version || ',"denomination":"notes and coin"}}'
$$;

GRANT USAGE ON SCHEMA limits TO pitledger_app;
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA limits TO pitledger_app;
GRANT USAGE ON SEQUENCE limits.position_seq TO pitledger_app;
ANALYZE;
