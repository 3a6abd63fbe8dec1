/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_BOOK_H
#define QUALIFY_BOOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Everything known about the mutants: the tables of the directory (sim/qualify.md), in memory. */

/* In place of a number of runs: the largest number was played and was not enough. */
enum { QUALIFY_NEVER = -1 };

/* The result of a run. */
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

/* Text of each kind. */
extern const char *const qualify_kind_text[QUALIFY_KINDS_N];

struct qualify_mutant {
    char *key, *module, *file, *operator, * original, *mutated;
    int number, line;
    bool built;
    bool drawn;       /* it is among the mutants to be judged */
    bool proven;      /* waived with a proof: not played beyond QUALIFY_SOFT */
    bool waived;      /* there is a waiver: random alone skips it */
    int alone;        /* runs that random alone needed, or QUALIFY_NEVER; 0: not known */
    unsigned present; /* models that have it, as a bit mask */
    int home;         /* the model that judges it first; -1: no model has it */
    int first;        /* number + 1 of the play that killed it before; 0: none */
};

/* A Verilated model with all mutants: of a configuration, without or with assertions. */
struct qualify_model {
    char *name, *config, *simulator, *present;
    char *hash;  /* of the model with all mutants, also if this one has fewer */
    char *built; /* hash of this executable: its clean runs belong to it */
    int base;    /* model of this configuration without assertions */
};

/* A play: one test with its options on a model. */
struct qualify_play {
    int model;
    char *options;
};

enum { QUALIFY_STAGES = 10 }; /* stages of a plan are 1 to 9 */

enum qualify_scope { QUALIFY_HOME, QUALIFY_OTHER, QUALIFY_ANY };

/* A row of the plan; rows are tried in their order. */
struct qualify_row {
    int stage, play;
    enum qualify_scope scope;
    char *module; /* NULL: for mutants of all modules */
};

struct qualify_run {
    enum qualify_kind kind;
    char *check, *result;
    int64_t cycle, cycles, cpu_ms; /* cycle of the finding; cycles and time of the run */
};

struct qualify_book {
    const char *dir;
    bool chosen;                   /* a list names modules or keys */
    size_t most;                   /* random alone: runs of a mutant; 0: the plan's stages */
    struct qualify_mutant *mutant; /* [0] is the clean design, no mutant */
    struct qualify_model *model;
    struct qualify_play *play;
    struct qualify_row *row;
    struct qualify_run *run;
    size_t mutants, models, plays, rows, runs;
    int32_t *done; /* index + 1 in `run`, by [mutant * plays + play] */
};

/** Read mutants.tsv, models.tsv, plan.tsv and runs.tsv of `dir`. Runs of a model that has changed
 * since are skipped, but stay in the file. @return 0, or an exit status after one line. */
int qualify_read(struct qualify_book *book, const char *dir);

void qualify_free(struct qualify_book *book);

/** The hash under which runs.tsv stores a run of the mutant. For the clean design (0) it is that of
 * the executable: the initial values of flip-flops without reset depend on the executable. */
const char *qualify_hash_of(const struct qualify_model *model, size_t mutant);

/** Number of the mutant with this key; 0 for `clean`; -1: none. */
int qualify_mutant_of(const struct qualify_book *book, const char *key);

/** The run of a mutant in a play, or NULL. */
const struct qualify_run *qualify_run_of(const struct qualify_book *book, size_t mutant,
                                         size_t play);

/** Number of runs of the mutant. */
size_t qualify_runs_of(const struct qualify_book *book, size_t mutant);

/** Store a run, whose texts then belong to the book. @return 0, or an exit status after one line.
 */
int qualify_add(struct qualify_book *book, size_t mutant, size_t play, struct qualify_run run);

/** The last stage for a mutant that something other than a check has already found, or that a proof
 * says no check can find. */
enum { QUALIFY_SOFT = 4 };

/** The strongest kind among the mutant's runs. *row becomes the row of the plan with the first such
 * run, -1 without any run. */
enum qualify_kind qualify_outcome(const struct qualify_book *book, size_t mutant, int *row);

/** The last stage that the mutant is to be played in, at most `upto`; 0: none. */
int qualify_reach(const struct qualify_book *book, size_t mutant, int upto);

/** Whether the plan has a run of the mutant that was not played. */
bool qualify_is_open(const struct qualify_book *book, size_t mutant);

/** Whether the row is for this mutant. */
bool qualify_applies(const struct qualify_book *book, size_t mutant, size_t row);

/** Draw `n` mutants by the text `seed`, among those of the modules or keys in the comma list (NULL:
 * all); n = 0: take all of them. */
void qualify_draw(struct qualify_book *book, size_t n, const char *seed, const char *modules);

/** The hash by which mutants are drawn. */
uint64_t qualify_hash(const char *a, const char *b);

#endif
