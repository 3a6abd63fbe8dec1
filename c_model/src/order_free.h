/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ORDER_FREE_H
#define SPE_ORDER_FREE_H

#include "spe/decode.h"

struct spe_model;
struct rec;

/** [order_free]: the written record must hold the packets of the predicted one, in any order. */
void order_free_compare(struct spe_model *m, struct rec *rec,
                        const struct spe_decoded_record *actual);

#endif
