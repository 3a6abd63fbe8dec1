/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EDGE_H
#define SPE_EDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log_fields.h"
#include "spe/log.h"
#include "spe/model.h"

/* Faults on the edge between monitors and scoreboard: the calls of a run that passes, one of them
 * dropped, doubled, exchanged with its neighbour, or with one bit of one field inverted, judged
 * anew. */

/** The calls of one run, in memory. */
struct edge_log {
    const char *path;
    struct spe_log_header header;
    struct spe_config *cfg; /* that of the header */
    bool no_records;        /* the run may compare none */
    struct spe_txn *txn;
    size_t n;
};

/** @return 0, or the exit status after one line on stderr; *log is to be freed all the same. */
int edge_load(struct edge_log *log, const char *path);
void edge_free(struct edge_log *log);

enum edge_op { EDGE_NONE, EDGE_DROP, EDGE_DOUBLE, EDGE_SWAP, EDGE_FLIP, EDGE_OPS };

/** One fault: of the call `at`; EDGE_SWAP: and the one behind it; EDGE_FLIP: bit `bit` of `field`.
 */
struct edge_fault {
    enum edge_op op;
    size_t at;
    const struct log_field *field;
    unsigned bit;
};

/** What came of it. */
enum edge_end { EDGE_MISSED, EDGE_MISUSE, EDGE_MISMATCH, EDGE_VERDICT, EDGE_ENDS };

struct edge_outcome {
    enum edge_end end;
    char by[64];   /* check of the first finding, with the field of a misuse; or why no verdict */
    uint64_t hash; /* of the run, where nothing was found */
};

/**
 * Judge the log with the fault. `framed`: sequence numbers are counted anew, the close says the
 * count and the sum of what comes, and calls that are exchanged keep the cycles of their places; so
 * the frame of the contract alone does not tell that a call is missing.
 * @return 0, or a status of the model.
 */
int edge_judge(const struct edge_log *log, const struct edge_fault *fault, bool framed,
               struct edge_outcome *outcome);

/** Groups of the score: the kinds of calls; behind them the System register accesses that write. */
#define EDGE_GROUPS (SPE_TXN_KINDS + 1)
int edge_group(const struct spe_txn *txn);
/** "sysreg.write"; NULL: no such group. */
const char *edge_group_name(int group);

/** Rows of the score: a group with what is done to it. Before its fields stand EDGE_DROP to
 * EDGE_SWAP, cycle and seq. */
#define EDGE_FRAME 5
#define EDGE_ROWS  ((size_t)EDGE_GROUPS * (EDGE_FRAME + LOG_FIELDS_MAX))
#define EDGE_BY    6

struct edge_row {
    unsigned faults, end[EDGE_ENDS];
    unsigned seen; /* missed, but another hash of what the SPU did */
    unsigned flips[64], caught[64];
    struct {
        char name[64];
        unsigned n;
    } by[EDGE_BY]; /* what found them first; the last one gathers the rest */
};

struct edge_score {
    struct edge_row row[EDGE_ROWS];
};

/** Row of a fault of a call of the group, and the group of a row. */
size_t edge_row(int group, const struct edge_fault *fault);
int edge_row_group(size_t row);
/** Name of what a row does ("dropped", "cycle", "va"), or NULL: no such row. */
const char *edge_row_name(size_t row);

/** How many faults are drawn, by which seed. */
struct edge_draw {
    uint64_t seed;
    unsigned bits;  /* calls of a kind for each bit of each field */
    unsigned calls; /* calls of a kind that are dropped, doubled and exchanged */
    bool framed, misses;
};

/** Draw, judge and count the faults of a log. @return 0 or the exit status after one line. */
int edge_run(const struct edge_log *log, const struct edge_draw *draw, struct edge_score *score);

/** The table, one line for each row that has faults. */
void edge_print(FILE *out, const struct edge_score *score);

/**
 * Compare with the least shares that a table says: `call, what, percent, reason`, tab-separated,
 * `# end` last. A row that it does not name must find half of its faults; one that it names must
 * have had faults.
 * @return 0, 1 after one line on stderr for each that fails, 2 a table that cannot be read.
 */
int edge_expect(const struct edge_score *score, const char *path);

#endif
