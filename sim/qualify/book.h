/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_BOOK_H
#define QUALIFY_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All that is known of the mutants: the tables of the directory (sim/qualify.md), in memory. */

/* In place of a number of runs: what was played at most has not been enough. */
enum { QUALIFY_NEVER = -1 };

/* What a run has shown. */
#define QUALIFY_KINDS(X)                                                                           \
    X(NONE, "none")               /* it has not been played */                                     \
    X(SAME, "same")               /* it passed, with the hash of the clean run */                  \
    X(DIFFERS, "differs")         /* it passed, with another one */                                \
    X(TIMEOUT, "timeout")         /* ended by a limit of the batch */                              \
    X(ERROR, "error")             /* no verdict, or one of the environment */                      \
    X(HANG, "hang")               /* the bench has given up: status 3 */                           \
    X(EXPECTATION, "expectation") /* no finding, and the test's own condition failed */            \
    X(ASSERTION, "assertion")     /* an assertion of the design alone */                           \
    X(CHECK, "check")             /* a check of the scoreboard */

enum qualify_kind {
#define X(name, text) QUALIFY_##name,
    QUALIFY_KINDS(X)
#undef X
        QUALIFY_KINDS_N
};

/* The text of a kind. */
extern const char *const qualify_kind_text[QUALIFY_KINDS_N];

struct qualify_mutant {
    char *key, *module, *file, *operator, * original, *mutated;
    int number, line;
    bool built;
    bool drawn;       /* it belongs to what is judged */
    bool proven;      /* a waiver has a proof: nothing is looked for beyond QUALIFY_SOFT */
    bool waived;      /* there is a waiver: random alone does not play it */
    int alone;        /* runs that random alone has needed, or QUALIFY_NEVER; 0: not known */
    unsigned present; /* models that have it, by bit */
    int home;         /* the model that judges it first; -1: none has it */
    int first;        /* play that has killed it before, and 1; 0: none has */
};

/* A Verilated model of all mutants: of a configuration, or of one with assertions. */
struct qualify_model {
    char *name, *config, *simulator, *present;
    char *hash;  /* of the model of all mutants: their runs stay when it is built for fewer */
    char *built; /* hash of this executable: mutants are compared with clean runs of their own */
    int base;    /* the model of the same configuration without assertions */
};

/* What is played: one test with its options on a model. */
struct qualify_play {
    int model;
    char *options;
};

enum qualify_scope { QUALIFY_HOME, QUALIFY_OTHER, QUALIFY_ANY };

/* A row of the plan: rows are tried in their order. */
struct qualify_row {
    int stage, play;
    enum qualify_scope scope;
    char *module; /* NULL: for the mutants of all */
};

struct qualify_run {
    enum qualify_kind kind;
    char *check, *result;
    int64_t cycle, cycles, cpu_ms; /* of the finding; of the run */
};

struct qualify_book {
    const char *dir;
    bool chosen;                   /* modules or keys that a list names */
    size_t most;                   /* random alone: runs of a mutant; 0: the stages of the plan */
    struct qualify_mutant *mutant; /* [0] is none: the clean design */
    struct qualify_model *model;
    struct qualify_play *play;
    struct qualify_row *row;
    struct qualify_run *run;
    size_t mutants, models, plays, rows, runs;
    int32_t *done; /* run of a mutant and a play, less one: [mutant * plays + play] */
};

/** Read the tables mutants.tsv, models.tsv, plan.tsv and runs.tsv of `dir`. Runs of a model that is
 * another one by now are left where they are. @return 0, or an exit status after one line. */
int qualify_read(struct qualify_book *book, const char *dir);

void qualify_free(struct qualify_book *book);

/** The hash under which runs.tsv keeps a run of the mutant: that of the executable of a clean one,
 * 0, as what a flip-flop without a reset begins with follows the executable. */
const char *qualify_hash_of(const struct qualify_model *model, size_t mutant);

/** The mutant of a key, 0 for `clean`, or -1. */
int qualify_mutant_of(const struct qualify_book *book, const char *key);

/** The run of mutant and play, or NULL. */
const struct qualify_run *qualify_run_of(const struct qualify_book *book, size_t mutant,
                                         size_t play);

/** How many runs of the mutant there are. */
size_t qualify_runs_of(const struct qualify_book *book, size_t mutant);

/** Keep a run, and append it to runs.tsv when `out` is given. */
int qualify_add(struct qualify_book *book, size_t mutant, size_t play, struct qualify_run run);

/** The last stage that looks for a check where something else has told already, or a proof says
 * that there is none. */
enum { QUALIFY_SOFT = 4 };

/** The strongest kind that the mutant's runs have shown, and the first run of that kind in the
 * order of the plan in *row, -1 without any. */
enum qualify_kind qualify_outcome(const struct qualify_book *book, size_t mutant, int *row);

/** Up to which stage the mutant plays on, `upto` at most; 0: no further. */
int qualify_reach(const struct qualify_book *book, size_t mutant, int upto);

/** Whether the plan still has a run of the mutant. */
bool qualify_is_open(const struct qualify_book *book, size_t mutant);

/** Whether the row is for that mutant. */
bool qualify_applies(const struct qualify_book *book, size_t mutant, size_t row);

/** Draw `n` mutants by the text `seed`, and of these those of the modules (comma list; NULL: all);
 * n = 0: all of them. */
void qualify_draw(struct qualify_book *book, size_t n, const char *seed, const char *modules);

/** The hash that draws. */
uint64_t qualify_hash(const char *a, const char *b);

#endif
