/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_REPLAY_H
#define SPE_REPLAY_H

#include <stdbool.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What to replay and where to print. */
struct spe_replay_options {
    const char *path; /* transaction log */
    FILE *out;        /* the verdict */
    FILE *findings;   /* NULL: stderr */
    bool checks;      /* also print how often each check was evaluated, to `findings` */
};

/**
 * Apply a transaction log to a new model: the same findings and the same RESULT line as the run
 * that wrote it. Part of libspe_host.a.
 * @return the exit status of the run, or 2 after one line on stderr if the log cannot be read.
 */
int spe_replay(const struct spe_replay_options *options);

#ifdef __cplusplus
}
#endif

#endif
