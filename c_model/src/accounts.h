/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ACCOUNTS_H
#define SPE_ACCOUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "count.h"
#include "filter_note.h"
#include "spe/model.h"

struct spe_model;

struct accounts {
    struct count count[COUNTS];
    struct filter_notes notes;
    uint64_t lost_samples; /* samples taken that never ended: reset, tag given twice */
};

/** Compare all accounts: everything that was selected is in one place; at an audit with what the
 * SPU must have reported by now. @{ */
void accounts_compare(struct spe_model *m);
void accounts_audit(struct spe_model *m);
/** @} */

/** PMBPTR_EL1 was read as `ptr`. */
void accounts_pointer(struct spe_model *m, uint64_t ptr);

/** A reset cuts off what was not reported yet. */
void accounts_reset(struct spe_model *m);

#endif
