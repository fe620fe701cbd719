\set n random(1, 50)
SELECT journal.append_one(request, '\x00'::bytea, '{}', '{}', stream, version - 1, 1, limits.state(version),
                          limits.line(stream, version, prev, id, request, at, :day::text))
  FROM (SELECT stream, version + 1 AS version, encode(hash, 'hex') AS prev, uuidv7() AS id, uuidv7() AS request,
               limits.instant(clock_timestamp()) AS at
          FROM journal.head WHERE stream = 'tally-c' || :client_id::text || '.' || :n::text OFFSET 0) AS next;
