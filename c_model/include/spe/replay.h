/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_REPLAY_H
#define SPE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "spe/journal.h"
#include "spe/log.h"
#include "spe/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Limits of the search for follow-ups: the number of findings that are judged, from the first of
 * the run; and the number of transactions that its replays apply, after which no replay begins. */
#define SPE_PRIMARY_FINDINGS 1000
#define SPE_PRIMARY_TXNS     8000000

/** What to replay and where to print. */
struct spe_replay_options {
    const char *path; /* transaction log */
    FILE *out;        /* the verdict */
    FILE *findings;   /* NULL: stderr */
    bool salvage;     /* read the intact part of a log whose run was killed: spe_log_salvage() */
    const char *bins; /* where to write the functional coverage (spe/cover_file.h); NULL: nowhere */
    bool primary;     /* print only the findings that are not shown to follow from another, and the
                         number of those that are */
    bool checks;      /* also print how often each check was evaluated, to `findings` */
    unsigned taps;    /* judge as if only these groups of taps (SPE_TAP_*) were connected, which the
                         log must have; 0: all those of the log */
    const char *log;  /* where to write the log of what was judged; NULL: nowhere */
    const char *const *set; /* n_set of "KEY=VALUE": judge under other keys than those of the log */
    size_t n_set;
};

/**
 * Apply a transaction log to a new model: the same findings and the same RESULT line as the run
 * that wrote it. Part of libspe_host.a.
 *
 * With keys in `set` it shows what they would have changed. The log is judged twice: as it is,
 * without output, and under the other keys. The verdict is the second one. Its `config=` has the
 * mark `+KEY` for each key that differs (`+N` where they do not fit), which no file's name has. The
 * stream of the findings gets a line for each such key, and a last line with both verdicts and
 * numbers of findings. Keys that spe_config_check() refuses are refused here, and so is `bins`.
 * @return the exit status of the run; or after one line on stderr 2 if the log cannot be read, 4 if
 * the environment failed (memory, reading). 4 also for a part of a log (spe_log_salvage()).
 */
int spe_replay(const struct spe_replay_options *options);

/** A reader of the journal of a log (spe/journal.h). Callbacks may be NULL; their arguments are
 * valid during the call. */
struct spe_journal_reader {
    const char *path;      /* transaction log */
    bool salvage;          /* as in struct spe_replay_options */
    unsigned max_findings; /* 0: as the log says */
    /** Once, before the first transaction. */
    void (*on_header)(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run);
    /** Each transaction before it is applied. @return false: stop here, nothing more is read. */
    bool (*on_txn)(void *user, const struct spe_txn *txn);
    spe_journal_fn on_entry;
    spe_finding_fn on_finding;
    void *user;
};

/** Apply a log to a new model, and give its journal, transactions and findings to the callbacks, in
 * the order in which they come. @return 0, or the exit status after one line on stderr, "spe
 * COMMAND: ...": 2 if the log cannot be read, 4 if there is no memory. */
int spe_replay_journal(const struct spe_journal_reader *reader, const char *command);

struct spe_model;

/** Judge a log once for each legal set of its groups of taps, as if only these were connected. */
struct spe_replay_sets {
    const char *path;
    /** `model` of the set `taps` (SPE_TAP_*) after the last transaction; valid during the call. */
    void (*on_set)(void *user, unsigned taps, const struct spe_model *model);
    void *user;
};

/** Call on_set() for each set, in the order of their numbers. @return 0, or the exit status after
 * one line on stderr. 2: the log cannot be read, holds nothing but its close, or has groups that
 * make no legal set; or its run broke off and yet it passes under every set. 4: there is no memory,
 * also for one of the models. */
int spe_replay_all_sets(const struct spe_replay_sets *sets);

#ifdef __cplusplus
}
#endif

#endif
