/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_BITS_H
#define SPE_CLI_EXPLAIN_BITS_H

#include "explain.h"

/** Bits of a register that differ, of one origin: who gave the expected value, and since when it
 * can have been another one. */
struct bit_row {
    unsigned high, low;
    const char *field; /* of a PMBSR_ELx, PMBLIMITR_EL1, ...; NULL: by number */
    uint64_t expected, actual;
    struct when changed, right; /* the expected value; last seen right */
    uint64_t since;             /* the later one of these and of the last direct write */
};

#define EXPLAIN_BITS 64

struct bits_view {
    enum spe_reg reg; /* SPE_REGS: the finding is of none */
    uint64_t expected, actual;
    struct bit_row row[EXPLAIN_BITS];
    unsigned n;
};

void bits_view(const struct explain *e, struct bits_view *view);

/** Whether the expected value was taken over from the SPU behind an earlier finding. */
bool bit_row_taken(const struct bit_row *row);

/** "COLL", "bits 7:0" of a row. */
void bits_name(const struct bit_row *row, char *dst, size_t bytes);

/** Whether a rule is that of a direct write. */
bool rule_of_write(const char *rule);

/** The comparison of a register before the finding that came last; NULL: none. */
const struct spe_journal_entry *compared_last(const struct explain *e, enum spe_reg reg);

#endif
