/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_BITS_H
#define SPE_CLI_EXPLAIN_BITS_H

#include "explain.h"

/** Bits of a register that differ and have the same origin: which transaction gave the expected
 * value, and since when the bits can be wrong. */
struct bit_row {
    unsigned high, low;
    const char *field; /* of a PMBSR_ELx, PMBLIMITR_EL1, ...; NULL: bits have numbers */
    uint64_t expected, actual;
    struct when changed, right; /* when the expected value came; when last seen right */
    uint64_t since;             /* the latest of `changed`, `right` and the last direct write */
};

#define EXPLAIN_BITS 64

struct bits_view {
    enum spe_reg reg; /* SPE_REGS: the finding is about no register */
    uint64_t expected, actual;
    struct bit_row row[EXPLAIN_BITS];
    unsigned n;
};

void bits_view(const struct explain *e, struct bits_view *view);

/** Whether the expected value was taken over from the SPU after an earlier finding. */
bool bit_row_taken(const struct bit_row *row);

/** Name the bits of a row: "COLL", "bits 7:0". */
void bits_name(const struct bit_row *row, char *dst, size_t bytes);

/** Whether the rule describes a direct write of a register. */
bool rule_of_write(const char *rule);

/** The last comparison of a register before the finding; NULL: none. */
const struct spe_journal_entry *compared_last(const struct explain *e, enum spe_reg reg);

#endif
