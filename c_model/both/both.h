/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BOTH_H
#define SPE_BOTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Compares what two builds of the scoreboard say of the same transaction logs. Each build prints
 * its results as a stream of lines (`spe-both tell`); then two streams are compared
 * (`spe-both compare`). */

/*
 * A stream has one block for each log. A fact is a field, a tab and a value; the first word of the
 * field is its kind.
 *
 *     log NAME
 *     b TRANSACTION BUDGET      if the budget differs from that of the transaction before
 *     f finding 812 buf.data record 5 +50<tab>MISMATCH cycle 545 ...
 *     end TRANSACTIONS
 *
 * After the last block comes `# end`.
 */
#define BOTH_END "# end"

/** Print the block of the log at `path`. @return 0, or the exit status after one line on stderr. */
int both_tell(FILE *out, const char *name, const char *path);

/** Copy the log `from` to `to`, with changes, drawn by `seed`, that no SPU and no monitor makes: a
 * transaction is lost, doubled, late or a cycle late, one bit of a field is wrong, or a read gives
 * an older value. Two builds must say the same of the new log. @return 0, or the exit status after
 * one line on stderr. */
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

/** A stream that is being read. */
struct both_stream {
    FILE *in;
    const char *path;
    char *line;
    size_t line_room;
};

/** Read the next block into *block; its old content is freed. @return 1; 0 at the end of the
 * stream; or minus the exit status, after one line on stderr. */
int both_read(struct both_stream *stream, struct both_block *block);
void both_free(struct both_block *block);

/** The values of one field of one log in two builds; "-": the build has no such fact. */
struct both_difference {
    const char *log, *field, *old_value, *new_value;
};

/** Both blocks of a log, and facts about the pair. */
struct both_log {
    const struct both_block *before, *now;
    uint64_t first[2]; /* transaction of the first finding of each block, UINT64_MAX: none */
    bool same;         /* both have the same first transaction, with the same findings */
    uint64_t cut;      /* transaction of the first budget that is smaller now, UINT64_MAX: none */
};

void both_log_begin(struct both_log *log, const struct both_block *before,
                    const struct both_block *now);

struct both_relation {
    const char *name;
    bool (*holds)(const struct both_log *log, const struct both_difference *d);
};

/** The relations that need only the two values; the last entry has no name. */
extern const struct both_relation both_value_relations[];

/** Whether `words` is a list "A,B" of known relations, or "-" for none (c_model/both.md). */
bool both_holds_known(const char *words);
/** Whether all of these relations hold. */
bool both_holds(const char *words, const struct both_log *log, const struct both_difference *d);

/** A table of known differences and their reasons. A row has patterns of the shell and relations
 * that must hold: `log, field, old, new, relations, reason`, tab-separated; `# end` comes last. If
 * the log of a row begins with `!`, no later row explains a difference that its patterns match. */
struct both_table;

/** Read a table. @return 0 and *out, or the exit status after one line on stderr. */
int both_table_read(struct both_table **out, const char *path);
void both_table_free(struct both_table *table);
/** Whether a row explains the difference; the row is then marked as used. */
bool both_table_explains(struct both_table *table, const struct both_log *log,
                         const struct both_difference *d);
/** Print a line for each row that has explained no difference. @return the number of such rows. */
size_t both_table_unused(const struct both_table *table);

/** Print the first difference of two streams with the same logs: its class, the log and the field,
 * tab-separated. A difference in the verdict (findings, totals, checks) ends the comparison.
 * Without one, the first difference in coverage is printed, else in budgets, else in words.
 * @return 0 if there is none, 1, or the exit status after one line on stderr. */
int both_first(struct both_stream stream[2]);

#define BOTH_KINDS 16

/** Results of a comparison. */
struct both_score {
    struct both_table *table;
    FILE *list; /* one line for each difference that nothing explains */
    bool some;  /* only some logs of the table are compared: a row may explain nothing */
    uint64_t logs, txns, facts, unexplained, explained;
    struct {
        char name[16];
        uint64_t facts, unexplained, explained;
    } kind[BOTH_KINDS];
    /* Budgets: number of transactions with a smaller and a larger new budget; the least ratio. */
    uint64_t smaller, larger;
    struct {
        char log[256];
        uint64_t txn;
        int before, now;
    } least;
};

/** Compare the blocks of one log, of the old and of the new build. The first difference of all logs
 * is printed in full. */
void both_compare(struct both_score *score, const struct both_block *before,
                  const struct both_block *now);

/** Print the counts. @return the exit status: 0, or 1 if a difference is not explained or a row is
 * not used. */
int both_conclude(const struct both_score *score);

#endif
