-- SPDX-License-Identifier: Apache-2.0
-- Version 4 of the schema of version 3: what runs count beside bins. Of older nights it is not known.
CREATE TABLE night_counts (
    night INTEGER NOT NULL REFERENCES night (id),
    config TEXT NOT NULL,
    point INTEGER NOT NULL REFERENCES point (id),
    runs INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (night, config, point)
) WITHOUT ROWID;
