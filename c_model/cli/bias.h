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
 * spe bias: tells whether the sampled operations are a fair share of those that ran. bias_read()
 * merges a log with the file of the population; the other files judge and print.
 */

#define BIAS_P      0.001 /* a difference with a smaller chance than this counts as a bias */
#define LOOP_MAX    2048u /* members of the longest loop that is recognized */
#define LOOPS_MAX   256u
#define LOOP_ENOUGH 8u /* a loop with fewer selections is not judged */

/* Flags of cells of `pc`. */
#define BIAS_LEADER 1u /* the member does not follow the member before it in the code */
#define BIAS_BRANCH 2u /* a branch: the next member begins a block */

/** One loop, and where in it the selections at a fixed interval fell. */
struct bias_loop {
    uint64_t hash; /* of the members' program counters */
    uint32_t length;
    uint64_t pc;                /* of its first place */
    uint64_t n;                 /* selections in this loop */
    uint32_t *visits;           /* selections of each place */
    uint64_t *place;            /* PC of each place */
    uint32_t first_place, step; /* step: common divisor of length and distances of places */
    uint64_t spacing;           /* members from one selection to the next; 0: it varies */
};

struct bias {
    const char *path, *population;
    char inside[CLI_PATH_BYTES];
    const char *program; /* NULL: no table of functions */
    uint64_t load;       /* address at which the program was loaded */
    struct elf_symbols symbols;
    bool salvage;
    struct spe_log_header header;
    struct spe_config cfg; /* the configuration in the log's header */
    struct spe_log_run run;

    uint64_t members, enabled; /* members of the population; those while profiling was enabled */
    uint64_t selected, collided, rejected;
    uint64_t fixed, random; /* selections at an interval without RND, and with RND */
    uint64_t last_interval; /* operations in the interval of the last selection */
    struct tally level, pc, op;
    struct bias_loop *loop;
    size_t n_loops;
};

/** Read the log and the population. @return 0, or the exit status after one line on stderr. */
int bias_read(struct bias *bias);
void bias_free(struct bias *bias);

/** The last members in the order of the log: loops are recognized in them. */
struct bias_history;

struct bias_history *bias_history_new(void);
void bias_history_free(struct bias_history *history);
void bias_history_add(struct bias_history *history, uint64_t pc);

/** Note that the last member was selected at a fixed interval, `spacing` members after the
 * selection before it. `spacing` is 0 if that selection had another interval. @return false: no
 * memory. */
bool bias_loop_selected(struct bias *bias, const struct bias_history *history, uint64_t spacing);

/** Whether the selections of a loop keep to some of its places more strictly than chance explains.
 */
bool bias_loop_beats(const struct bias_loop *loop);

/** Print the result; `more` prints every row. @return 1: there is a bias; 0: no bias is seen;
 * SPE_ENOMEM: the output is incomplete. */
int bias_print(const struct bias *bias, bool more);

/** Print the loops that beat with the interval. @return whether there is one. */
bool bias_print_loops(const struct bias *bias);

#endif
