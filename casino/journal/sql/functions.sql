-- The journal's functions, its only writers. Errors: JL409 somebody was first, run the command again; JL001 to JL005 what was sent is wrong.

CREATE OR REPLACE FUNCTION journal.refuse(code text, message text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', message USING ERRCODE = code;
END $$;

-- The one clock. Only the role pitledger_test, which no real cluster has, may move it.
CREATE OR REPLACE FUNCTION journal.now() RETURNS timestamptz
LANGUAGE sql VOLATILE SET search_path = pg_catalog AS $$
    SELECT CASE WHEN session_user = 'pitledger_test'
                THEN clock_timestamp() + coalesce(nullif(current_setting('journal.clock_shift', true), ''), '0')::interval
                ELSE clock_timestamp() END
$$;

-- A command's row tells on itself when one of its columns, or the position of one of its entries, is altered.
CREATE OR REPLACE FUNCTION journal.command_hash(
    request_id uuid, request_hash bytea, recorded_at timestamptz, first_position bigint, last_position bigint, entries bigint, positions numeric, answer text
) RETURNS bytea LANGUAGE sql STABLE AS $$              -- stable, as concat_ws is: so PostgreSQL inlines it
    SELECT sha256(convert_to(concat_ws('|', request_id, encode(request_hash, 'hex'), (extract(epoch FROM recorded_at) * 1000000)::bigint,
                                       first_position, last_position, entries, positions, answer), 'UTF8'))
$$;

-- How a stream may be named. Lengths are counted apart: a pattern that counts takes fifteen times as long.
CREATE OR REPLACE FUNCTION journal.is_stream(name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT name ~ '^[a-z][a-z_]*-[A-Za-z0-9._:-]+$' AND strpos(name, '-') <= 32 AND length(name) - strpos(name, '-') <= 100
$$;

-- Lock, then read. Advisory locks in the order of their keys (guards shared, guardable writes exclusive), then head rows in the order of their names;
-- then, in a fresh snapshot, the heads of the guards, the command's own row and the clock. The last row has stream '': its version says whether the
-- command is already recorded, its hash and state are then the stored request hash and answer, and its recorded_at is the clock, read after every lock.
CREATE OR REPLACE FUNCTION journal.load(p_request uuid, p_writes text[], p_guardable text[], p_guards text[])
RETURNS TABLE (stream text, version bigint, hash bytea, state_version integer, state text, venue text, recorded_at timestamptz)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog ROWS 2 AS $$
BEGIN
    IF cardinality(p_guards) + cardinality(p_guardable) > 0 THEN
        PERFORM CASE WHEN q.is_shared THEN pg_advisory_xact_lock_shared(q.key) ELSE pg_advisory_xact_lock(q.key) END
           FROM (SELECT hashtextextended(s, 0) AS key, bool_and(is_shared) AS is_shared
                   FROM (SELECT unnest(p_guards), true UNION ALL SELECT unnest(p_guardable), false) AS u(s, is_shared)
                  GROUP BY 1 ORDER BY 1 OFFSET 0) AS q;
    ELSIF cardinality(p_writes) = 1 THEN                -- a hot stream is handed on in turn, not fought over
        PERFORM pg_advisory_xact_lock(hashtextextended(p_writes[1], 0));
    END IF;
    RETURN QUERY SELECT h.stream, h.version, h.hash, h.state_version, h.state, h.venue, h.recorded_at
                   FROM journal.head h WHERE h.stream = ANY (p_writes) ORDER BY h.stream FOR NO KEY UPDATE;
    IF cardinality(p_guards) > 0 THEN
        RETURN QUERY SELECT h.stream, h.version, h.hash, h.state_version, h.state, h.venue, h.recorded_at
                       FROM journal.head h WHERE h.stream = ANY (p_guards);
    END IF;
    stream := ''; state_version := 0; venue := ''; hash := NULL; state := NULL;
    SELECT c.request_hash, c.answer INTO hash, state FROM journal.command c WHERE c.request_id = p_request;
    version := CASE WHEN FOUND THEN 1 ELSE 0 END;
    recorded_at := CASE WHEN session_user = 'pitledger_test' THEN journal.now() ELSE clock_timestamp() END;
    RETURN NEXT;
END $$;

-- Recorded time is the clock's, or, when the clock has gone back, the last recorded time of a loaded stream.
CREATE OR REPLACE FUNCTION journal.require_time(t timestamptz, p_streams text[]) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    IF (t - journal.now() BETWEEN '-5 min' AND '1 s') IS NOT TRUE
       AND (t = (SELECT max(h.recorded_at) FROM journal.head h WHERE h.stream = ANY (p_streams))) IS NOT TRUE THEN
        PERFORM journal.refuse('JL004', format('recorded time %s is out of bounds', t));
    END IF;
END $$;

-- One entry, one call. The line is parsed once; every column is taken from it.
CREATE OR REPLACE FUNCTION journal.append_one(
    p_request uuid, p_request_hash bytea, p_answer text, p_guards text[], p_stream text, p_expected bigint, p_state_version integer, p_state text, p_line text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    x xid8 := pg_current_xact_id();                     -- the transaction's id before any position: the fence stands on it
    j jsonb := p_line;
    v bigint := p_expected + 1;
    t timestamptz := j->>'recorded_at';
    h bytea := sha256('\x00'::bytea || convert_to(p_line, 'UTF8'));
    moved json := p_line::json->'postings';             -- json keeps amounts as they were sent: 1e3 and 5.0 are no whole cents
    total bigint := 0;
    p bigint;
BEGIN
    IF (j->>'stream' = p_stream AND j->>'version' = v::text AND j->>'request_id' = p_request::text AND octet_length(p_line) <= 65536) IS NOT TRUE THEN
        PERFORM journal.refuse('JL003', format('the line is not %s v%s of this command, or too long', p_stream, v));
    END IF;
    IF (t - clock_timestamp() BETWEEN '-5 min' AND '1 s') IS NOT TRUE THEN
        PERFORM journal.require_time(t, p_guards || p_stream);
    END IF;
    FOR i IN 0 .. json_array_length(moved) - 1 LOOP     -- a loop over two or four: a query costs twice as much
        total := total + CASE WHEN (moved->i->'cents')::text ~ '^-?[0-9]{1,18}$' AND moved->i->>'account' <> '' THEN (moved->i->>'cents')::bigint END;
    END LOOP;
    IF (total = 0) IS NOT TRUE THEN
        PERFORM journal.refuse('JL005', format('%s v%s: postings do not sum to zero in whole cents', p_stream, v));
    END IF;
    IF v > 1 THEN
        UPDATE journal.head SET version = v, hash = h, recorded_at = t, state_version = p_state_version, state = p_state
         WHERE stream = p_stream AND version = p_expected AND hash = decode(j->>'prev', 'hex') AND recorded_at <= t AND venue = j->>'venue';
    ELSIF journal.is_stream(p_stream) AND j->>'prev' = encode(sha256(convert_to('genesis:' || p_stream, 'UTF8')), 'hex') THEN
        INSERT INTO journal.head VALUES (p_stream, j->>'venue', 1, h, t, p_state_version, p_state) ON CONFLICT DO NOTHING;
    ELSE
        PERFORM journal.refuse('JL003', format('%s v1 does not begin a stream', p_stream));
    END IF;
    IF NOT FOUND THEN
        PERFORM journal.refuse_head(p_stream, p_expected, j->>'prev', j->>'venue');
    END IF;
    p := nextval('journal.position_seq');               -- after the head is locked: a later version has a higher position
    INSERT INTO journal.entry
    VALUES (p, t, p_request, (j->>'correlation_id')::uuid, v, (j->>'gaming_day')::date, j->>'venue', p_stream, j->>'type', h, p_line);
    INSERT INTO journal.command
    VALUES (p_request, p_request_hash, t, p, p, 1, p_answer, journal.command_hash(p_request, p_request_hash, t, p, p, 1, p, p_answer));
    RETURN p;
END $$;

CREATE OR REPLACE FUNCTION journal.refuse_head(p_stream text, p_expected bigint, p_prev text, p_venue text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    h journal.head;
BEGIN
    SELECT * INTO h FROM journal.head WHERE stream = p_stream;
    IF coalesce(h.version, 0) <> p_expected THEN
        PERFORM journal.refuse('JL409', format('%s is at v%s, expected v%s', p_stream, coalesce(h.version, 0), p_expected));
    ELSIF h.venue IS DISTINCT FROM p_venue THEN
        PERFORM journal.refuse('JL403', format('%s belongs to venue %s, not %s', p_stream, h.venue, p_venue));
    ELSIF encode(h.hash, 'hex') IS DISTINCT FROM p_prev THEN
        PERFORM journal.refuse('JL003', format('%s v%s does not follow the entry before it', p_stream, p_expected + 1));
    END IF;
    PERFORM journal.refuse('JL004', format('%s v%s: recorded time runs backwards', p_stream, p_expected + 1));
END $$;

-- Many entries, one call, set-based. What is the same for all (the envelope) is sent once, and so is what is the same for many (their kind: type and
-- what they are about); of each entry come only its parts, one a line of text, stream by stream, so many of each. The lines are put together here, so
-- no column can disagree with its line, and the next entry's prev is right only if the sender built the same bytes.
-- The plan must be generic: planned for these very values, each of an entry's parts would be sought from the beginning of its array.
CREATE OR REPLACE FUNCTION journal.append_many(
    p_request uuid, p_request_hash bytea, p_answer text, p_guards text[],
    p_streams text[], p_expected bigint[], p_entries integer[], p_state_versions integer[], p_states text,
    p_envelope text, p_types text[], p_abouts text, p_kinds integer[], p_prevs text, p_ids text, p_postings text, p_data text
) RETURNS bigint[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog SET work_mem = '256MB' SET enable_nestloop = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    x xid8 := pg_current_xact_id();
    env jsonb := ('{' || p_envelope || '}')::jsonb;
    t timestamptz := env->>'recorded_at';
    v_venue text := env->>'venue';
    v_correlation uuid := env->>'correlation_id';
    v_day date := env->>'gaming_day';
    abouts text[] := string_to_array(p_abouts, E'\n');
    prevs text[] := string_to_array(p_prevs, E'\n');
    ids text[] := string_to_array(p_ids, E'\n');
    postings text[] := string_to_array(p_postings, E'\n');
    data text[] := string_to_array(p_data, E'\n');
    is_plain boolean := p_postings !~ '[\\\x01-\x09\x0b-\x1f]';      -- what stands between two quotes is the text itself
    middles text[]; head record; wanted bigint; written bigint; first_ bigint; last_ bigint; total numeric; positions bigint[];
BEGIN
    IF EXISTS (SELECT FROM (SELECT s COLLATE "C" AS s, lag(s) OVER () COLLATE "C" AS before FROM unnest(p_streams) AS s) AS q
                WHERE before >= s OR NOT journal.is_stream(s)) THEN
        PERFORM journal.refuse('JL001', 'streams are not sorted, named twice or badly named');
    END IF;
    IF (env->>'request_id' = p_request::text AND p_ids ~ '^[a-f0-9\n-]+$' AND 0 < ALL (p_entries)
        AND cardinality(p_kinds) = ALL (ARRAY[cardinality(prevs), cardinality(ids), cardinality(postings), cardinality(data),
                                              (SELECT sum(n) FROM unnest(p_entries) AS n)])) IS NOT TRUE THEN
        PERFORM journal.refuse('JL003', 'the envelope is not of this command, or the parts are not of the same number');
    END IF;
    IF EXISTS (SELECT FROM unnest(p_types, abouts) AS kind(type, about)
                WHERE (type ~ '^[a-z0-9.-]+$'
                       AND ('{"stream":0,"version":0,"prev":0,"id":0,"type":0,' || about || ',' || p_envelope || ',"postings":[],"data":{}}')
                           IS JSON OBJECT WITH UNIQUE KEYS) IS NOT TRUE) THEN
        PERFORM journal.refuse('JL003', 'what the entries are about, or the envelope, makes no line');
    END IF;
    PERFORM journal.require_time(t, p_guards || p_streams);
    SELECT q.* INTO head
      FROM (SELECT h.stream, g.expected, encode(h.hash, 'hex') AS hash, (h.version = g.expected AND h.venue = v_venue AND h.recorded_at <= t) IS TRUE AS is_fit
              FROM journal.head h JOIN unnest(p_streams, p_expected) AS g(stream, expected) ON g.stream = h.stream
             WHERE h.stream = ANY (p_streams) ORDER BY h.stream FOR NO KEY UPDATE OF h) AS q
     ORDER BY q.is_fit LIMIT 1;                          -- sorted, not sought: every row is locked
    IF NOT head.is_fit THEN
        PERFORM journal.refuse_head(head.stream, head.expected, head.hash, v_venue);
    END IF;
    middles := ARRAY(SELECT '","type":"' || type || '",' || about || ',' || p_envelope || ',"postings":' FROM unnest(p_types, abouts) AS kind(type, about));
    WITH given AS MATERIALIZED (
        SELECT g.*, sum(g.entries) OVER (ORDER BY g.k) - g.entries AS before,
               encode(CASE WHEN g.expected > 0 THEN h.hash ELSE sha256(convert_to('genesis:' || g.stream, 'UTF8')) END, 'hex') AS begins
          FROM unnest(p_streams, p_expected, p_entries, p_state_versions, string_to_array(p_states, E'\n'))
               WITH ORDINALITY AS g(stream, expected, entries, state_version, state, k)
          LEFT JOIN (SELECT * FROM journal.head WHERE stream = ANY (p_streams)) AS h
                 ON h.stream = g.stream AND h.version = g.expected),       -- a stream that somebody opens just now is met when it is opened
    chain AS MATERIALIZED (
        SELECT at, k, stream, version, hash, line, n = entries AS is_last,
               CASE WHEN (is_line AND (n > 1 OR prevs[at] = begins) AND (n = entries OR prevs[at + 1] = encode(hash, 'hex'))) IS NOT TRUE
                    THEN journal.refuse('JL003', format('%s v%s is no line, or the chain breaks there', stream, version))
                    WHEN (l.total = 0) IS NOT TRUE
                    THEN journal.refuse('JL005', format('%s v%s: postings do not sum to zero in whole cents', stream, version))
                    ELSE true END AS is_right
          FROM (SELECT *, sha256('\x00'::bytea || convert_to(line, 'UTF8')) AS hash,
                       data[at] IS JSON OBJECT WITH UNIQUE KEYS AND octet_length(line) <= 65536 AS is_line,
                       CASE WHEN postings[at] = '[]' THEN 0   -- postings are written again from what was read: 1e3, 5.0 or a second key would differ
                            WHEN is_plain AND pg_input_is_valid(cents, 'bigint') AND postings[at] =      -- most move one amount: no need to parse them
                                 '[{"account":"' || nullif(split_part(postings[at], '"', 4), '') || '","cents":' || cents::bigint || '},{"account":"'
                                 || nullif(split_part(postings[at], '"', 10), '') || '","cents":' || -cents::bigint || '}]' THEN 0
                            ELSE (SELECT CASE WHEN '[' || string_agg('{"account":"' || nullif(e->>'account', '') || '","cents":' || (e->'cents')::bigint
                                                                     || '}', ',') || ']' = postings[at] THEN sum((e->'cents')::bigint) END
                                    FROM jsonb_array_elements(postings[at]::jsonb) AS e) END AS total
                  FROM (SELECT *, '{"stream":"' || stream || '","version":' || version || ',"prev":"' || prevs[at] || '","id":"' || ids[at]
                                  || middles[p_kinds[at]] || postings[at] || ',"data":' || data[at] || '}' AS line,
                               substr(split_part(split_part(postings[at], '"', 7), '}', 1), 2) AS cents
                          FROM (SELECT *, before + n AS at, expected + n AS version FROM (SELECT *, generate_series(1, entries) AS n FROM given) AS g ORDER BY at) AS g
                         ORDER BY at OFFSET 0) AS l ORDER BY at OFFSET 0) AS l ORDER BY at),      -- OFFSET 0: each is worked out once
    top AS MATERIALIZED (SELECT g.*, c.version, c.hash FROM chain c JOIN given g ON g.k = c.k WHERE c.is_last),
    moved AS (
        UPDATE journal.head h SET version = c.version, hash = c.hash, recorded_at = t, state_version = c.state_version, state = c.state
          FROM top c WHERE h.stream = c.stream AND h.stream = ANY (p_streams) AND h.version = c.expected AND c.expected > 0 RETURNING h.stream),
    opened AS (
        INSERT INTO journal.head
        SELECT c.stream, v_venue, c.version, c.hash, t, c.state_version, c.state FROM top c WHERE c.expected = 0 ORDER BY c.stream COLLATE "C"
            ON CONFLICT DO NOTHING RETURNING stream),
    entered AS (
        INSERT INTO journal.entry
        SELECT nextval('journal.position_seq'), t, p_request, v_correlation, q.version, v_day, v_venue, q.stream, p_types[p_kinds[q.at]], q.hash, q.line
          FROM (SELECT * FROM chain WHERE (SELECT count(*) FROM moved) + (SELECT count(*) FROM opened) = cardinality(p_streams) ORDER BY at) AS q
        RETURNING position)
    SELECT (SELECT count(*) FILTER (WHERE is_right) FROM chain), count(*), min(position), max(position), sum(position), array_agg(position ORDER BY position)
      INTO wanted, written, first_, last_, total, positions FROM entered;
    IF written IS DISTINCT FROM wanted OR wanted = 0 THEN
        PERFORM journal.refuse('JL409', format('%s of %s entries have a head to stand on', written, wanted));
    END IF;
    INSERT INTO journal.command
    VALUES (p_request, p_request_hash, t, first_, last_, written, p_answer,
            journal.command_hash(p_request, p_request_hash, t, first_, last_, written, total, p_answer));
    RETURN positions;
END $$;

-- The owner folds states anew. Evidence stays as it is; a stream that has moved on meanwhile is left alone.
CREATE OR REPLACE FUNCTION journal.restate(p_streams text[], p_versions bigint[], p_state_version integer, p_states text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS $$
    WITH given AS (SELECT * FROM unnest(p_streams, p_versions, string_to_array(p_states, E'\n')) AS g(stream, version, state)),
    changed AS (
        UPDATE journal.head h SET state_version = p_state_version, state = g.state
          FROM given g WHERE h.stream = g.stream AND h.version = g.version AND (h.state, h.state_version) IS DISTINCT FROM (g.state, p_state_version)
        RETURNING 1)
    SELECT count(*) FROM changed
$$;

CREATE OR REPLACE FUNCTION journal.forbid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the journal is never altered: % on % is forbidden', TG_OP, TG_TABLE_NAME USING ERRCODE = 'JL403';
END $$;
