/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_PLAY_H
#define CLOSURE_PLAY_H

#include "corpus.h"

/* Plays runs by `spu_sim --batch` on an engine (sim/chunks.sh), and adds them to the corpus. */

struct closure_play {
    const char *simulator, *config; /* the executable; the file of the configuration */
    const char *engine, *jobs;      /* for sim/chunks.sh */
    const char *out;                /* directory for the results */
    struct spe_cover_reader *reader;
    uint64_t config_hash; /* hash of the configuration that the bins must have */
    int64_t cpu_ms;       /* of all runs */
    size_t failed;        /* failed runs, without those that had too little to compare */
};

/**
 * Play the runs run[0] .. run[n - 1], and add them to the corpus in this order, whatever the order
 * of their ends. The files of a run that has met nothing new are removed. The weights of a run that
 * met a hole stay as OUT/weights/HASH.tsv. A failed run leaves its directory as OUT/failed/NAME and
 * its weights as OUT/weights/NAME.tsv.
 * @return 0; NIGHT_EXIT_ENVIRONMENT after one line: a run has no result; NIGHT_EXIT_SPENT: a signal
 * came, and no run of the round is taken.
 */
int closure_play(struct closure_play *play, struct closure_corpus *corpus, struct closure_run *run,
                 size_t n);

/** Name of run number `i`: "r000012". */
void closure_name(size_t i, char dst[16]);

/** The command that repeats the run. */
void closure_command(const struct closure_play *play, const struct closure_run *run, char *dst,
                     size_t dst_bytes);

#endif
