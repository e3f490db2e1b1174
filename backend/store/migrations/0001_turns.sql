-- Times are Unix milliseconds (UTC) in INTEGER columns: comparable, and free of zone and format.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row for each tool call that was carried out or tried.
CREATE TABLE runs (
    id     INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: an undo that names a run stays right
    turn   TEXT    NOT NULL,
    step   INTEGER NOT NULL,
    tool   TEXT    NOT NULL,
    args   TEXT    NOT NULL CHECK (json_valid(args)),
    effect TEXT    NOT NULL,
    means  TEXT    NOT NULL,
    report TEXT    NOT NULL,
    at     INTEGER NOT NULL
) STRICT;
CREATE INDEX runs_by_turn ON runs (turn, id);
CREATE INDEX runs_by_time ON runs (at);

-- The ordinary call that takes a run back. Its own row, because most runs have none.
CREATE TABLE undo (
    run       INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    tool      TEXT    NOT NULL,
    args      TEXT    NOT NULL CHECK (json_valid(args)),
    undone_at INTEGER -- NULL: can still be undone
) STRICT;
CREATE INDEX undo_open ON undo (run) WHERE undone_at IS NULL;

-- What one turn leaves for the next: last target, open question, last plan.
CREATE TABLE thread (
    key     TEXT PRIMARY KEY,
    value   TEXT    NOT NULL CHECK (json_valid(value)),
    at      INTEGER NOT NULL,
    expires INTEGER -- NULL: stays until replaced
) STRICT, WITHOUT ROWID;
