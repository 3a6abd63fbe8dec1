/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLOSE_ACCOUNTS_H
#define SPE_CLOSE_ACCOUNTS_H

#include <stdint.h>

struct spe_model;

/** Compare all accounts: each selected operation is counted in exactly one place, except for what
 * need not be reported by the end of cycle `now`. An audit compares with what the SPU must have
 * reported. @{ */
void accounts_compare(struct spe_model *m, uint64_t now);
void accounts_audit(struct spe_model *m);
/** @} */

/** PMBPTR_EL1 was read as `ptr`. */
void accounts_pointer(struct spe_model *m, uint64_t ptr);

/** A reset cuts off what was not reported yet. */
void accounts_reset(struct spe_model *m);

#endif
