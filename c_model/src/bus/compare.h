/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_COMPARE_H
#define SPE_BUS_COMPARE_H

#include <stdint.h>

struct rec;
struct spe_model;
struct spe_txn_w;

/** All data of the record was accepted, but not all of its bytes were written. */
void buffer_hole(struct spe_model *m, struct rec *rec);
/** Compares the bytes of one word with record `rec`. `distance`: from the record to byte 0 of
 * the word; `strb`: the bytes to compare. */
void buffer_compare(struct spe_model *m, struct rec *rec, int64_t distance,
                    const struct spe_txn_w *t, unsigned strb);

#endif
