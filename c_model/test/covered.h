/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_COVERED_H
#define SPE_TEST_COVERED_H

#include <stddef.h>
#include <stdint.h>

#include "txnlog.h"

/** The number of the bin `name` (spe_cover_name()); there must be one. */
size_t covered_bin(const char *name);

/** How often a log with its edits (txnlog_text()) counts the bin `bin`. */
uint64_t covered_count(const char *log, const struct txnlog_edit *edits, const char *bin);

#endif
