/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_GROUPS_H
#define SPE_WAVE_SAVE_GROUPS_H

#include "explain_suspect.h"

/** Rows "group.name", or "group." for a group as a whole, up to NULL: what to look at where a
 * concern is in question; of all views the first ones, and the transactions; what is compared, for
 * a finding "CHECK WHERE", "" for none. @{ */
const char *const *save_rows_of(enum concern concern);
const char *const *save_first_rows(void);
const char *const *save_transactions(void);
const char *const *save_compared(const char *finding);
/** @} */

#endif
