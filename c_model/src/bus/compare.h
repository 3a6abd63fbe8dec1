/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_COMPARE_H
#define SPE_BUS_COMPARE_H

#include <stdint.h>

struct rec;
struct spe_model;
struct spe_txn_w;

/** All data of the record was accepted, but not all of its bytes were written. */
void buffer_hole(struct spe_model *m, struct rec *rec);
/** Compares the bytes of one word with record `rec`. `offset`: place of byte 0 of the word in the
 * record, or outside it; `strb`: the bytes to compare. */
void buffer_compare(struct spe_model *m, struct rec *rec, int64_t offset, const struct spe_txn_w *t,
                    unsigned strb);

#endif
