/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_ORDER_FREE_H
#define SPE_BYTES_ORDER_FREE_H

#include <stdbool.h>

struct rec;
struct spe_config;
struct spe_decoded_record;
struct spe_model;

/** [order_free]: the written record must hold the packets of the predicted one, in any order. */
void order_free_compare(struct spe_model *m, struct rec *rec,
                        const struct spe_decoded_record *actual);

/** [order_free]: whether the bytes written for `rec` may be those of `other`. They hold its
 * packets, if they are whole; otherwise they are fewer than `other` has. */
bool order_free_could_be(const struct rec *rec, const struct rec *other);

#endif
