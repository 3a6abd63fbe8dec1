/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_TXNLOG_H
#define SPE_TEST_TXNLOG_H

#include <stdbool.h>
#include <stddef.h>

#include "spe/model.h"

/* Hand-written logs (c_model/test/logs) applied to a model, with lines exchanged for a variant. */

/* Name of an edited text, for spe_log_parse(): paths in its lines start at the folder of the
 * logs. */
#define TXNLOG_FOLDER "c_model/test/logs/"
#define TXNLOG_FILE   TXNLOG_FOLDER "edited"

/* One exchange: the line `from` becomes `to`. NULL removes the line. `to` may have several
 * lines. */
struct txnlog_edit {
    const char *from, *to;
};

struct txnlog_result {
    int status; /* of spe_log_parse() or spe_model_create() */
    char error[640];
    bool fired[SPE_CHECKS];
    uint64_t made[SPE_CHECKS];        /* how often a check is made */
    char first[1152];                 /* the first finding as text */
    char cycles[256];                 /* "11 out.irq, 14 out.irq": all findings that fit */
    char section[64];                 /* of the first finding */
    const char *sections[SPE_CHECKS]; /* of the first finding of each check */
    char forks[128]; /* "L1 written 1": branches that were taken, comma separated */
    char why[192];   /* reason: not settled, no record, or not audited */
    char cannot[96]; /* a bin of coverage that was met and is impossible */
    struct spe_totals totals;
};

/**
 * Apply the log `name` with the edits (ended by from == NULL, or NULL) and fill *result.
 * Fails the test if an edit's line does not occur exactly once.
 */
void txnlog_run(const char *name, const struct txnlog_edit *edits, struct txnlog_result *result);

/** Apply a text in place of a log of c_model/test/logs; errors call it `name`. */
void txnlog_apply(const char *name, const char *text, struct txnlog_result *result);

/** The same, with the transactions that a binding without the groups `without` of taps sends. */
void txnlog_narrowed(const char *name, const char *text, unsigned without,
                     struct txnlog_result *result);

/** A value of a key that permits more than another value; a number permits more in one
 * direction. */
struct txnlog_wider {
    const char *key, *value;
    enum { WIDER_IS, WIDER_MORE, WIDER_LESS } way;
};

/** The same with keys that permit more; the last of `keys` has no name. If the log has all of their
 * values already, the status is TXNLOG_SAME. */
#define TXNLOG_SAME 1
void txnlog_widened(const char *name, const char *text, const struct txnlog_wider *keys,
                    struct txnlog_result *result);

/** Both: without the groups `without` of taps, and with `keys`, which may be NULL. */
void txnlog_judged(const char *name, const char *text, unsigned without,
                   const struct txnlog_wider *keys, struct txnlog_result *result);

/** The same, with each step made as if there were several hypotheses. */
void txnlog_always(const char *name, const char *text, struct txnlog_result *result);

/** Text of the log with the edits. The caller frees it. */
char *txnlog_text(const char *name, const struct txnlog_edit *edits);

/** Names of the checks that fired, comma separated. */
void txnlog_fired(const struct txnlog_result *result, char *dst, size_t bytes);

/* clang-format off */
#define E(from, to) {from, to}
/* clang-format on */

/* Edits of exc_impdef: physical address mode, PMBMAR_EL1 Attr 0x44, SH 2. */
#define IMPDEF_NVM(request)                                                                        \
    E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",                                       \
      "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20081"),                                      \
        E("7 sysreg enc=PMSCR_EL2 write=write data=0",                                             \
          "7 sysreg enc=PMSCR_EL2 write=write data=0x800\n"                                        \
          "7 sysreg enc=PMBMAR_EL1 write=write data=0x244"),                                       \
        E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=0x10000 " request)

#endif
