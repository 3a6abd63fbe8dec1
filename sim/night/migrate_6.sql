-- SPDX-License-Identifier: Apache-2.0
-- Version 7 of the schema of version 6: mutants that a night has played. Older nights have played none.
CREATE TABLE slice (
    night INTEGER PRIMARY KEY REFERENCES night (id),
    config TEXT NOT NULL,
    budget_ms INTEGER NOT NULL,
    cpu_ms INTEGER NOT NULL,
    why TEXT NOT NULL
);
CREATE TABLE mutant (
    night INTEGER NOT NULL REFERENCES night (id),
    key TEXT NOT NULL,
    module TEXT NOT NULL, place TEXT NOT NULL, operator TEXT NOT NULL, expression TEXT NOT NULL,
    outcome TEXT NOT NULL,
    "check" TEXT NOT NULL, run TEXT NOT NULL,
    PRIMARY KEY (night, key)
) WITHOUT ROWID;
