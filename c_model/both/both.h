/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BOTH_H
#define SPE_BOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Two builds of the scoreboard judge the same transaction logs: do they say the same? Each one
 * prints what it says as a stream of lines (`spe-both tell`), two streams are compared
 * (`spe-both compare`). */

/*
 * A stream has one block for each log. A fact is a field, a tab and a value; the first word of the
 * field is its kind.
 *
 *     log NAME
 *     b TRANSACTION BUDGET      where the budget differs from that of the transaction before
 *     f finding 812 buf.data record 5 +50<tab>MISMATCH cycle 545 ...
 *     end TRANSACTIONS
 *
 * Behind the last block stands `# end`.
 */
#define BOTH_END "# end"

/** Print the block of the log at `path`. @return 0, or the exit status after one line on stderr. */
int both_tell(FILE *out, const char *name, const char *path);

/** Write the log `from` as `to` with some transactions, drawn by `seed`, that no SPU and no monitor
 * gives: lost, doubled, late, a cycle late, one bit of a field, a read of an older value. Two
 * builds are to say the same of it. @return 0, or the exit status after one line on stderr. */
int both_change(uint64_t seed, const char *from, const char *to);

struct both_budget {
    uint64_t txn; /* from this transaction of the log on */
    int budget;
};

/** The block of one log. */
struct both_block {
    char *name;
    char **fact; /* "FIELD\tVALUE", sorted */
    size_t n_facts, fact_room;
    struct both_budget *budget;
    size_t n_budgets, budget_room;
    uint64_t txns;
};

/** A stream that is read. */
struct both_stream {
    FILE *in;
    const char *path;
    char *line;
    size_t line_room;
};

/** Read the next block; what *block held is freed. @return 1; 0: the stream is over; or minus the
 * exit status, after one line on stderr. */
int both_read(struct both_stream *stream, struct both_block *block);
void both_free(struct both_block *block);

/** What two builds say of one field of one log; "-": nothing. */
struct both_difference {
    const char *log, *field, *old_value, *new_value;
};

/** Both blocks of a log, and what comes of them together. */
struct both_log {
    const struct both_block *before, *now;
    uint64_t first[2]; /* transactions of the first finding of each, UINT64_MAX: it has none */
    bool same;         /* all findings of the first one are the same */
    uint64_t cut;      /* transaction of the first budget that is smaller now, UINT64_MAX: none */
};

void both_log_begin(struct both_log *log, const struct both_block *before,
                    const struct both_block *now);

struct both_relation {
    const char *name;
    bool (*holds)(const struct both_log *log, const struct both_difference *d);
};

/** Those of the two values alone; the last one has no name. */
extern const struct both_relation both_value_relations[];

/** Whether all of the words are relations, "A,B", or "-": none (c_model/both.md). */
bool both_holds_known(const char *words);
/** Whether all of these relations hold. */
bool both_holds(const char *words, const struct both_log *log, const struct both_difference *d);

/** Differences that are known, each with its reason: rows of patterns of the shell, and relations
 * that hold: `log, field, old, new, relations, reason`, tab-separated, `# end` last. A row whose
 * log begins with `!` forbids those behind it to explain what its patterns match. */
struct both_table;

/** @return 0 and *out, or the exit status after one line on stderr. */
int both_table_read(struct both_table **out, const char *path);
void both_table_free(struct both_table *table);
/** Whether a row explains the difference; that row is used then. */
bool both_table_explains(struct both_table *table, const struct both_log *log,
                         const struct both_difference *d);
/** Print a line for each row that no difference has used. @return how many. */
size_t both_table_unused(const struct both_table *table);

/** Print the first difference of two streams in which both have the same logs: what it is of, the
 * log and the field, tab-separated. One of the verdict, with findings, totals and checks, ends the
 * comparison; else the first of the coverage, or of the budgets, or of the words. @return 0 where
 * there is none, 1, or the exit status after one line on stderr. */
int both_first(struct both_stream stream[2]);

#define BOTH_KINDS 16

/** What comes of a comparison. */
struct both_score {
    struct both_table *table;
    FILE *list; /* one line for each difference that nothing explains */
    bool some;  /* of the logs of the table: a row of it may explain nothing */
    uint64_t logs, txns, facts, unexplained, explained;
    struct {
        char name[16];
        uint64_t facts, unexplained, explained;
    } kind[BOTH_KINDS];
    /* Budgets: transactions at which the new one is smaller, and larger; the least ratio. */
    uint64_t smaller, larger;
    struct {
        char log[256];
        uint64_t txn;
        int before, now;
    } least;
};

/** Compare the blocks of one log, the old build's and the new one's. The first difference of all is
 * printed in full. */
void both_compare(struct both_score *score, const struct both_block *before,
                  const struct both_block *now);

/** Print the counts. @return the exit status: 0, or 1 where something is not explained. */
int both_conclude(const struct both_score *score);

#endif
