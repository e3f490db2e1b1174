-- Timers and alarms that the user set. Times are Unix milliseconds of the wall clock.
CREATE TABLE timers (
    id      INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: a cancel that names one stays right
    kind    TEXT    NOT NULL CHECK (kind IN ('timer', 'alarm')),
    label   TEXT    NOT NULL,
    set_at  INTEGER NOT NULL,
    due     INTEGER NOT NULL,
    length  INTEGER NOT NULL, -- milliseconds as asked; 0 for an alarm
    state   TEXT    NOT NULL CHECK (state IN ('running', 'ringing', 'dismissed', 'cancelled')),
    rang_at INTEGER, -- when the one process that took it on made it ring
    taken   INTEGER, -- when a process last took on telling of it
    told    INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    ended   INTEGER  -- when it was dismissed or cancelled
) STRICT;
CREATE INDEX timers_open ON timers (due) WHERE state IN ('running', 'ringing');
CREATE INDEX timers_ended ON timers (ended) WHERE ended IS NOT NULL;
