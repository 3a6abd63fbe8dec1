/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_LEDGER_H
#define SPE_STATE_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "cover/cover.h"
#include "spe/model.h"
#include "state/forks.h"

/*
 * What one hypothesis has found out and the others may not have. Counts, whose order does not
 * matter, are kept as sums. Words of a running hash, and random draws, are kept in their order.
 */

/* Running hashes of what was compared. */
enum { HASH_BYTES, HASH_REGS, HASH_SELECT, HASHES };

/* Kinds of facts; each with the number that names one of that kind. */
enum fact {
    FACT_CHECKED, /* a check was made: enum spe_check */
    FACT_COVERED, /* a bin of functional coverage */
    FACT_TAKEN,   /* a branch of a choice: kind * FORK_BRANCHES + branch */
    FACT_UNSEEN,  /* a choice that nothing can settle any more: its kind */
    FACT_DRAWN,   /* the next random draw: its value */
    FACT_GAP,     /* a draw that is unknown, or does not come from the generator */
    FACT_RUN,     /* another run of draws begins */
    FACT_HASHED   /* a word of HASH_*, which is the last argument */
};

enum { CHOICE_BRANCHES = FORK_KINDS * FORK_BRANCHES };
enum { SUMS = SPE_CHECKS + COVER_BINS + CHOICE_BRANCHES + FORK_KINDS };

struct sums {
    int64_t n[SUMS];
    bool listed[SUMS];
    uint16_t list[SUMS]; /* the sums that are listed: all others are 0 */
    int n_list;
};
_Static_assert(SUMS <= UINT16_MAX + 1, "`list` holds the number of each sum");

#define MAX_WORDS 4096 /* a burst whose data came first has up to 1,024 words, two of each */

struct words {
    uint64_t at[MAX_WORDS];
    int n;
};

#define SEQUENCES   (HASHES + 1) /* the hashes, and the draws */
#define MAX_ANSWERS 128
#define SEVERAL     FORK_BRANCHES /* answers of hypotheses that have become the same */

/* An answer to a question whose right answer nothing has told yet. */
struct answer {
    uint64_t question; /* number of the question, the same in all hypotheses */
    uint8_t kind;      /* enum fork_kind */
    uint8_t answer;    /* or SEVERAL */
};

struct answers {
    struct answer at[MAX_ANSWERS];
    int n;
    bool full; /* an answer had no room: nobody knows any more that its choice is open */
};

struct ledger {
    struct sums sums;
    struct words words[SEQUENCES];
    struct answers answers;
    uint64_t lost; /* facts for which there was no room: they are not counted */
};

/** Nothing was found out yet. */
void ledger_clear(struct ledger *l);
void ledger_copy(struct ledger *to, const struct ledger *from);
/** Note that a fact was found out `n` times. */
void ledger_add(struct ledger *l, enum fact what, unsigned which, uint64_t n);
/** Note the answer to a question. */
void ledger_answer(struct ledger *l, const struct answer *answer);
/** The answer to the question, or NULL: it was not asked. */
const struct answer *answers_find(const struct answers *answers, uint64_t question);

/** Change one of the sums. */
void sums_add(struct sums *sums, unsigned which, int64_t n);
/** Take sums that are 0 again off the list. */
void sums_tidy(struct sums *sums);
/** The kind of fact that a sum counts; *which: its number within that kind. */
enum fact sums_fact(unsigned sum, unsigned *which);
/** The same for a word of the sequence of draws. */
enum fact words_draw(uint64_t word, unsigned *which);

#endif
