-- What a person wants to know of a run later. said and evidence are empty where the user keeps no record of turns, and in
-- rows of an older Pace.
ALTER TABLE runs ADD COLUMN said     TEXT NOT NULL DEFAULT '';   -- the sentence that asked for it, or ''
ALTER TABLE runs ADD COLUMN origin   TEXT NOT NULL DEFAULT '';   -- who brought it: event.Started's word, or ''
ALTER TABLE runs ADD COLUMN label    TEXT NOT NULL DEFAULT '';   -- the call in the words of its approval
ALTER TABLE runs ADD COLUMN evidence TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(evidence));
