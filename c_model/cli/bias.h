/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_BIAS_H
#define SPE_CLI_BIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "config_members.h"
#include "elf_symbols.h"
#include "options.h"
#include "spe/log.h"
#include "tally.h"

/*
 * spe bias: whether what was sampled is a fair share of what ran. bias_read() merges a log with the
 * population; the other files judge and print.
 */

#define BIAS_P      0.001 /* below it a difference is no chance */
#define LOOP_MAX    2048u /* members of a loop that is recognized */
#define LOOPS_MAX   256u
#define LOOP_ENOUGH 8u /* selections in a loop from which something is said of it */

/* Flags of cells of `pc`. */
#define BIAS_LEADER 1u /* something else than the member before it comes before */
#define BIAS_BRANCH 2u /* a branch: what follows begins a block */

/** Selections at a fixed interval in code that repeats: where in the repetition they fell. */
struct bias_loop {
    uint64_t hash; /* of its members */
    uint32_t length;
    uint64_t pc;                /* its lowest */
    uint64_t n;                 /* selections */
    uint32_t *visits;           /* of each place */
    uint64_t *place;            /* PC of each */
    uint32_t first_place, step; /* greatest common divisor of length and the distances of places */
    uint64_t spacing;           /* members from one selection to the next; 0: not always as many */
};

struct bias {
    const char *path, *population;
    char inside[CLI_PATH_BYTES];
    const char *program; /* NULL: functions are not told apart */
    uint64_t load;       /* where it was loaded */
    struct elf_symbols symbols;
    bool salvage;
    struct spe_log_header header;
    struct spe_config cfg; /* that of the header */
    struct spe_log_run run;

    uint64_t members, enabled; /* of the population; while profiling was enabled */
    uint64_t selected, collided, rejected;
    uint64_t fixed, random; /* selections at an interval without and with RND */
    uint64_t last_interval; /* operations, of the last selection */
    struct tally level, pc, op;
    struct bias_loop *loop;
    size_t n_loops;
};

/** Read log and population. @return 0, or the exit status after one line on stderr. */
int bias_read(struct bias *bias);
void bias_free(struct bias *bias);

/** Members in the order of the log, for the recognition of loops. */
struct bias_history;

struct bias_history *bias_history_new(void);
void bias_history_free(struct bias_history *history);
void bias_history_add(struct bias_history *history, uint64_t pc);

/** The last member was selected at a fixed interval, `spacing` members after the selection before
 * it; 0: that was at another interval. @return false: no memory. */
bool bias_loop_selected(struct bias *bias, const struct bias_history *history, uint64_t spacing);

/** Whether the selections of a loop keep to a part of its places, as no chance makes them. */
bool bias_loop_beats(const struct bias_loop *loop);

/** Say all, every row with `more`. @return 1: there is a bias; 0: none is seen; SPE_ENOMEM: what is
 * printed is not all. */
int bias_print(const struct bias *bias, bool more);

/** Part of it: beats. @return whether there is one. */
bool bias_print_loops(const struct bias *bias);

#endif
