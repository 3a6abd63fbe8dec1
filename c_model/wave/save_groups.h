/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_GROUPS_H
#define SPE_WAVE_SAVE_GROUPS_H

#include "explain_suspect.h"

/** Lists of rows that end with NULL: "group.name", or "group." for a whole group. In this order:
 * the rows for a suspected concern; the first rows of every view; the transactions; the compared
 * rows for a finding "CHECK WHERE" ("" for no finding). Static storage. @{ */
const char *const *save_rows_of(enum concern concern);
const char *const *save_first_rows(void);
const char *const *save_transactions(void);
const char *const *save_compared(const char *finding);
/** @} */

#endif
