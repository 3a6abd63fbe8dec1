-- SPDX-License-Identifier: Apache-2.0
-- The database of nights (sim/nightly.md), version 7. A new one is made of this file; an older one is
-- lifted by sim/night/migrate_N.sql, which makes version N + 1 of version N. A change of this file is
-- a new version with its migration.

CREATE TABLE night (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL UNIQUE,  -- the same in every database that it is merged into
    begun INTEGER NOT NULL,     -- seconds since 1970, as all times
    ended INTEGER,              -- NULL: goes on
    date TEXT NOT NULL,         -- of its begin, YYYY-MM-DD
    host TEXT NOT NULL,
    commit_id TEXT NOT NULL,
    dirty INTEGER NOT NULL,     -- 1: files of the tree were not those of the commit; 2: it changed while the night went on
    seed TEXT NOT NULL,         -- from which the fresh seeds come: DATE.ORDINAL.HOST.UUID, its first eight digits
    list TEXT NOT NULL,
    list_hash TEXT NOT NULL,    -- sha256 of the list; empty: what had failed, alone
    engine TEXT NOT NULL,       -- ninja or slurm
    jobs INTEGER NOT NULL,
    budget_ms INTEGER NOT NULL, -- processor time for fixed and fresh runs; 0: no fresh ones
    cpu_ms INTEGER NOT NULL DEFAULT 0,
    build_ms INTEGER NOT NULL DEFAULT 0,
    status INTEGER,             -- exit status 0, 1, 3, 4; NULL: goes on, or was killed
    whole INTEGER,              -- 1: every run of the list and every kept failure was played, and nobody stopped it; NULL: goes
                                -- on, or was killed
    stopped TEXT NOT NULL DEFAULT '', -- the signal that ended it: SIGINT ...; empty: none did
    why TEXT NOT NULL DEFAULT ''  -- what the environment did not give: room on the disk, say; empty: nothing is known of that
);

CREATE TABLE model (
    id INTEGER PRIMARY KEY,
    config TEXT NOT NULL,
    config_hash TEXT NOT NULL,  -- spe_config_hash(), 16 digits
    executable TEXT NOT NULL,   -- sha256
    flavour TEXT NOT NULL,      -- of sim/flavours.tsv: plain, waves ...; foreign: of a command
    UNIQUE (config, config_hash, executable, flavour)
);

-- What was built and up to date when a night began: what its samples could be played on.
CREATE TABLE night_model (
    night INTEGER NOT NULL REFERENCES night (id),
    model INTEGER NOT NULL REFERENCES model (id),
    PRIMARY KEY (night, model)
) WITHOUT ROWID;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    night INTEGER NOT NULL REFERENCES night (id),
    name TEXT NOT NULL,         -- CONFIG.TEST.SEED
    origin TEXT NOT NULL,       -- fixed, fresh, kept, failed, sample, command; code: a waived point that was met
    config TEXT NOT NULL,
    model INTEGER REFERENCES model (id),
    test TEXT NOT NULL,
    seed TEXT NOT NULL,         -- decimal; empty: a command has none
    weights TEXT NOT NULL DEFAULT '', -- hash of the file, empty: those built in
    args TEXT NOT NULL DEFAULT '',    -- options of spu_sim but configuration, seed, directory; or the command
    inputs TEXT NOT NULL DEFAULT '',  -- sha256 of the files that the options name
    command TEXT NOT NULL DEFAULT '', -- what repeats it
    dir TEXT NOT NULL DEFAULT '',     -- its directory; empty: pruned
    status TEXT NOT NULL,       -- planned passed failed crashed cpu memory stalled lost environment changed; cut: a fresh seed that was on its
                                -- way when the budget had been spent
    exit INTEGER,
    why TEXT NOT NULL DEFAULT '',
    stim TEXT NOT NULL DEFAULT '',
    result TEXT NOT NULL DEFAULT '',
    cycles INTEGER, ops INTEGER, samples INTEGER, collisions INTEGER, filtered INTEGER, records INTEGER,
    bytes INTEGER, lost INTEGER, audits INTEGER, checks INTEGER, mismatches INTEGER, pending INTEGER,
    off TEXT NOT NULL DEFAULT '',
    cpu_ms INTEGER, wall_ms INTEGER, -- cpu_ms of a run that was lost with its chunk: what it was planned to take; of one that
                                     -- was cut off its part of what nobody else has taken
    host TEXT NOT NULL DEFAULT '',
    ended INTEGER,
    bucket INTEGER REFERENCES bucket (id), -- of a run that did not pass
    twin INTEGER REFERENCES run (id),      -- the run that a sample repeats
    bench TEXT NOT NULL DEFAULT '', -- hash of all that decides what the bench draws; empty: not said
    unpredictable TEXT NOT NULL DEFAULT '', -- B1,E5: cases that the texts leave open and the stimulus led into, by choice
    also TEXT NOT NULL DEFAULT '', -- other checks of its findings than that of the bucket, also of those that follow from others
    UNIQUE (night, name, origin)
);
CREATE INDEX run_by_bucket ON run (bucket) WHERE bucket IS NOT NULL;
CREATE INDEX run_by_name ON run (name);

-- The first finding of each SPU of a run and those that follow from no other.
CREATE TABLE finding (
    run INTEGER NOT NULL REFERENCES run (id),
    spu INTEGER NOT NULL,    -- of the process, from 0
    number INTEGER NOT NULL, -- in the session of that SPU
    seq INTEGER, cycle INTEGER,
    "check" TEXT NOT NULL,
    place TEXT NOT NULL, stage TEXT NOT NULL, text TEXT NOT NULL,
    expected TEXT NOT NULL, actual TEXT NOT NULL, section TEXT NOT NULL, choices TEXT NOT NULL,
    PRIMARY KEY (run, spu, number)
) WITHOUT ROWID;

-- The meaning of a failure. Of a run without a finding: its status, and `why` with each number as N.
CREATE TABLE bucket (
    id INTEGER PRIMARY KEY,
    "check" TEXT NOT NULL, field TEXT NOT NULL, stage TEXT NOT NULL,
    UNIQUE ("check", field, stage)
);

-- Functional coverage: bins by name, the bins of a run, their sum over the runs that passed. A point
-- is also what a run counts beside: `check NAME`, how often a check was evaluated that is on and of
-- what the configuration has; `fork CHOICE BRANCH`, how often a branch of a tolerated outcome was taken.
CREATE TABLE point (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE run_bins (
    run INTEGER PRIMARY KEY REFERENCES run (id),
    bins BLOB NOT NULL -- by rising point: varint of its distance from the one before, varint of the count
);
CREATE TABLE night_bins (
    night INTEGER NOT NULL REFERENCES night (id),
    config TEXT NOT NULL,
    point INTEGER NOT NULL REFERENCES point (id),
    runs INTEGER NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (night, config, point)
) WITHOUT ROWID;

CREATE TABLE night_counts ( -- of what is no bin
    night INTEGER NOT NULL REFERENCES night (id),
    config TEXT NOT NULL,
    point INTEGER NOT NULL REFERENCES point (id),
    runs INTEGER NOT NULL, count INTEGER NOT NULL, -- count: 0 where none of the runs has evaluated the check
    PRIMARY KEY (night, config, point)
) WITHOUT ROWID;

-- Code coverage of a night with COV=1.
CREATE TABLE code_point (
    night INTEGER NOT NULL REFERENCES night (id),
    kind TEXT NOT NULL, -- line branch toggle cover c-line c-branch
    file TEXT NOT NULL, line INTEGER NOT NULL, name TEXT NOT NULL,
    hits INTEGER NOT NULL,
    waiver TEXT,
    PRIMARY KEY (night, kind, file, line, name)
) WITHOUT ROWID;

-- Failures of fresh seeds. Every night plays those that are open or changed again, a few of each bucket (sim/night/kept.h).
CREATE TABLE kept (
    id INTEGER PRIMARY KEY,
    config TEXT NOT NULL, test TEXT NOT NULL, seed TEXT NOT NULL,
    weights TEXT NOT NULL, args TEXT NOT NULL,
    stim TEXT NOT NULL,
    bucket INTEGER REFERENCES bucket (id),
    opened INTEGER NOT NULL REFERENCES night (id),
    closed INTEGER REFERENCES night (id),
    log TEXT NOT NULL DEFAULT '', -- its transaction log, copied to kept/
    state TEXT NOT NULL,          -- open; changed: draws and stimulus are others, its log is replayed; gone; dropped: smaller ones
                                  -- of its bucket are kept
    bench TEXT NOT NULL DEFAULT '',
    cycles INTEGER,               -- NULL: not known
    UNIQUE (config, test, seed, weights, args, opened)
);
CREATE INDEX kept_open ON kept (bucket) WHERE state IN ('open', 'changed');

CREATE TABLE testpoint (
    night INTEGER NOT NULL REFERENCES night (id),
    id TEXT NOT NULL,
    status TEXT NOT NULL, -- passed failed not-run
    runs INTEGER NOT NULL,
    PRIMARY KEY (night, id)
) WITHOUT ROWID;

-- Mutants of the RTL that a night has played (sim/qualify.md): on which configuration, and why none was played, where none was.
CREATE TABLE slice (
    night INTEGER PRIMARY KEY REFERENCES night (id),
    config TEXT NOT NULL,       -- empty: none
    budget_ms INTEGER NOT NULL, -- processor time that they get beside the budget of the night
    cpu_ms INTEGER NOT NULL,    -- that they took
    why TEXT NOT NULL           -- empty: they were played
);
CREATE TABLE mutant (
    night INTEGER NOT NULL REFERENCES night (id),
    key TEXT NOT NULL,          -- of module, operator and expression: the same wherever they stand
    module TEXT NOT NULL, place TEXT NOT NULL, operator TEXT NOT NULL, expression TEXT NOT NULL,
    outcome TEXT NOT NULL,      -- as `make qualify` says it
    "check" TEXT NOT NULL, run TEXT NOT NULL, -- what has killed it, and in which run; `-`: nothing
    PRIMARY KEY (night, key)
) WITHOUT ROWID;
