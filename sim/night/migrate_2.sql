-- SPDX-License-Identifier: Apache-2.0
-- Version 3 of the schema of version 2: the signal that ended a night, and what was built when it
-- began; of an older one that is known of what it has played alone.
ALTER TABLE night ADD COLUMN stopped TEXT NOT NULL DEFAULT '';
CREATE TABLE night_model (
    night INTEGER NOT NULL REFERENCES night (id),
    model INTEGER NOT NULL REFERENCES model (id),
    PRIMARY KEY (night, model)
) WITHOUT ROWID;
INSERT INTO night_model SELECT DISTINCT r.night, r.model FROM run r JOIN model m ON m.id = r.model
    WHERE m.flavour <> 'foreign';
