/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLOSURE_PLAY_H
#define CLOSURE_PLAY_H

#include "corpus.h"

/* Runs are played by `spu_sim --batch` on an engine (sim/chunks.sh), and taken into the corpus. */

struct closure_play {
    const char *simulator, *config; /* executable and file of the configuration */
    const char *engine, *jobs;      /* for sim/chunks.sh */
    const char *out;                /* directory of the results */
    struct spe_cover_reader *reader;
    uint64_t config_hash; /* of the configuration that the bins must be of */
    int64_t cpu_ms;       /* of all runs */
    size_t failed;        /* runs that failed otherwise than by having too little to compare */
};

/**
 * Play the runs run[0] .. run[n - 1], and add them to the corpus in this order, whatever the order
 * in which they end. What a run for nothing has left goes; weights of one that met a hole stay as
 * OUT/weights/HASH.tsv, and one that failed leaves its directory as OUT/failed/NAME and its weights
 * as OUT/weights/NAME.tsv.
 * @return 0; NIGHT_EXIT_ENVIRONMENT after one line: a run has no result; NIGHT_EXIT_SPENT: a signal
 * came, and nothing of the round is taken.
 */
int closure_play(struct closure_play *play, struct closure_corpus *corpus, struct closure_run *run,
                 size_t n);

/** Name of run number `i`: "r000012". */
void closure_name(size_t i, char dst[16]);

/** The command that repeats the run. */
void closure_command(const struct closure_play *play, const struct closure_run *run, char *dst,
                     size_t dst_bytes);

#endif
