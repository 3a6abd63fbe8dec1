-- SPDX-License-Identifier: Apache-2.0
-- Version 2 of the schema of version 1: what the bench draws from, findings of each SPU, a few kept
-- failures of each bucket, whether a night was whole. What a run of version 1 drew from is not known.
ALTER TABLE night ADD COLUMN whole INTEGER;
UPDATE night SET whole = status IN (0, 1, 3) AND list_hash <> '' AND NOT EXISTS (SELECT 1 FROM run r WHERE r.night = night.id
    AND r.origin IN ('fixed', 'command', 'kept', 'failed') AND r.status IN ('planned', 'lost')) WHERE status NOTNULL;
ALTER TABLE run ADD COLUMN bench TEXT NOT NULL DEFAULT '';
ALTER TABLE kept ADD COLUMN bench TEXT NOT NULL DEFAULT '';
ALTER TABLE kept ADD COLUMN cycles INTEGER;
UPDATE kept SET cycles = (SELECT nullif(r.cycles, 0) FROM run r WHERE r.night = kept.opened AND r.origin = 'fresh'
    AND r.config = kept.config AND r.test = kept.test AND r.seed = kept.seed AND r.args = kept.args);
CREATE INDEX kept_open ON kept (bucket) WHERE state IN ('open', 'changed');
UPDATE kept SET state = 'dropped', closed = (SELECT max(id) FROM night) WHERE id IN (SELECT id FROM
    (SELECT id, row_number() OVER (PARTITION BY bucket ORDER BY state = 'changed', cycles IS NULL, cycles, id) AS nth
     FROM kept WHERE state IN ('open', 'changed')) WHERE nth > 3);
CREATE TABLE finding_2 (
    run INTEGER NOT NULL REFERENCES run (id),
    spu INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seq INTEGER, cycle INTEGER,
    "check" TEXT NOT NULL,
    place TEXT NOT NULL, stage TEXT NOT NULL, text TEXT NOT NULL,
    expected TEXT NOT NULL, actual TEXT NOT NULL, section TEXT NOT NULL, choices TEXT NOT NULL,
    PRIMARY KEY (run, spu, number)
) WITHOUT ROWID;
INSERT INTO finding_2 SELECT run, 0, number, seq, cycle, "check", place, stage, text, expected, actual, section, choices
    FROM finding;
DROP TABLE finding;
ALTER TABLE finding_2 RENAME TO finding;
