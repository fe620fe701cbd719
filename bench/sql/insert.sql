\set n random(1, 50)
\set v :v + 1
INSERT INTO limits.entry
SELECT nextval('limits.position_seq'), at::timestamptz, request, request, version, :day::date, 'star', stream, 'bench.tallied',
       sha256('\x00'::bytea || convert_to(line, 'UTF8')), line
  FROM (SELECT *, limits.line(stream, version, prev, id, request, at, :day::text) AS line
          FROM (SELECT stream, version + :v::bigint AS version, encode(hash, 'hex') AS prev, uuidv7() AS id, uuidv7() AS request,
                       limits.instant(clock_timestamp()) AS at
                  FROM limits.head WHERE stream = 'tally-c' || :client_id::text || '.' || :n::text OFFSET 0) AS next OFFSET 0) AS entry;
