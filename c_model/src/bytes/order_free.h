/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_ORDER_FREE_H
#define SPE_BYTES_ORDER_FREE_H

struct rec;
struct spe_decoded_record;
struct spe_model;

/** [order_free]: the written record must hold the packets of the predicted one, in any order. */
void order_free_compare(struct spe_model *m, struct rec *rec,
                        const struct spe_decoded_record *actual);

#endif
