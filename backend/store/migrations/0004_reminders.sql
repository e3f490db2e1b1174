-- What rings is a timer, an alarm, or one occasion of a reminder from the user's files. The table is made anew, since a
-- check can't be changed; ids go on where they were.
CREATE TABLE rings (
    id        INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: a cancel that names one stays right
    kind      TEXT    NOT NULL CHECK (kind IN ('timer', 'alarm', 'reminder')),
    label     TEXT    NOT NULL,
    set_at    INTEGER NOT NULL,
    due       INTEGER NOT NULL,
    length    INTEGER NOT NULL, -- milliseconds as asked; 0 for an alarm or a reminder
    state     TEXT    NOT NULL CHECK (state IN ('running', 'ringing', 'dismissed', 'cancelled')),
    rang_at   INTEGER, -- when the one process that took it on made it ring
    taken     INTEGER, -- when a process last took on telling of it
    told      INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    ended     INTEGER, -- when it was dismissed or cancelled
    record    TEXT    NOT NULL DEFAULT '', -- of a reminder: what finds it among all others
    occasion  TEXT    NOT NULL DEFAULT '', -- of a reminder: which of its times, an instant or a day
    tick      INTEGER NOT NULL DEFAULT 0 CHECK (tick IN (0, 1)) -- of a reminder: it can be done as a whole
) STRICT;
INSERT INTO rings (id, kind, label, set_at, due, length, state, rang_at, taken, told, ended)
    SELECT id, kind, label, set_at, due, length, state, rang_at, taken, told, ended FROM timers;
DELETE FROM sqlite_sequence WHERE name = 'rings';
INSERT INTO sqlite_sequence (name, seq) SELECT 'rings', seq FROM sqlite_sequence WHERE name = 'timers';
DROP TABLE timers;
ALTER TABLE rings RENAME TO timers;
CREATE INDEX timers_open ON timers (due) WHERE state IN ('running', 'ringing');
CREATE INDEX timers_ended ON timers (ended) WHERE ended IS NOT NULL;
CREATE UNIQUE INDEX timers_occasion ON timers (record, occasion) WHERE kind = 'reminder'; -- each is told once
