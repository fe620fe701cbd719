-- The journal's tables. Evidence: entry, command, and a head's version, hash and recorded_at. Cache: a head's state, snapshot. Work: cursor, due, refused.
-- There is no CHECK on the evidence: PostgreSQL compiles each one anew for every statement, and the functions, its only writers, check more.

CREATE SEQUENCE journal.position_seq AS bigint;

CREATE TABLE journal.entry (
    position        bigint      PRIMARY KEY,
    recorded_at     timestamptz NOT NULL,
    request_id      uuid        NOT NULL,
    correlation_id  uuid        NOT NULL,
    version         bigint      NOT NULL,
    gaming_day      date        NOT NULL,
    venue           text COLLATE "C" NOT NULL,
    stream          text COLLATE "C" NOT NULL,
    type            text COLLATE "C" NOT NULL,
    hash            bytea       NOT NULL,
    line            text        NOT NULL
);
CREATE UNIQUE INDEX entry_stream_version ON journal.entry (stream, version);
CREATE INDEX entry_correlation ON journal.entry (correlation_id);
CREATE INDEX entry_type ON journal.entry (type, position);

CREATE TABLE journal.head (
    stream          text COLLATE "C" PRIMARY KEY,
    venue           text COLLATE "C" NOT NULL,
    version         bigint      NOT NULL,
    hash            bytea       NOT NULL,
    recorded_at     timestamptz NOT NULL,
    state_version   integer     NOT NULL,
    state           text        NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE journal.command (
    request_id      uuid        PRIMARY KEY,
    request_hash    bytea       NOT NULL,
    recorded_at     timestamptz NOT NULL,
    first_position  bigint      NOT NULL,
    last_position   bigint      NOT NULL,
    entries         bigint      NOT NULL,
    answer          text        NOT NULL,
    hash            bytea       NOT NULL
);

CREATE TABLE journal.snapshot (
    stream          text COLLATE "C",
    version         bigint,
    position        bigint      NOT NULL,
    recorded_at     timestamptz NOT NULL,
    state_version   integer     NOT NULL,
    state           text        NOT NULL,
    PRIMARY KEY (stream, version)
);

CREATE TABLE journal.cursor (
    name            text        PRIMARY KEY,
    position        bigint      NOT NULL
);

CREATE TABLE journal.due (
    reaction        text,
    position        bigint,
    tries           integer     NOT NULL DEFAULT 0,
    error           text        NOT NULL DEFAULT '',
    due_at          timestamptz NOT NULL DEFAULT clock_timestamp(),
    parked_at       timestamptz,
    PRIMARY KEY (reaction, position)
);
CREATE INDEX due_waiting ON journal.due (due_at) WHERE parked_at IS NULL;

-- Refused attempts beyond the tenth in a minute at one place: counted here, told by one entry when the minute is over.
CREATE TABLE journal.refused (
    venue           text,
    place           text,
    minute          timestamptz,
    attempts        bigint      NOT NULL,
    PRIMARY KEY (venue, place, minute)
);
