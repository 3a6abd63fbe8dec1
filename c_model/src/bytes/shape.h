/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BYTES_SHAPE_H
#define SPE_BYTES_SHAPE_H

#include <stdint.h>

#include "spe/bits.h"

struct spe_model;
struct spe_txn_aw;
struct xl;

/* Checks of bursts against the rules of the bus. */

/** Report a burst that breaks AXI4 or rtl/README.md ("Ports"). @return number of the finding. */
SPE_PRINTF(3, 4)
uint64_t buffer_bad_bus(struct spe_model *m, const char *where, const char *fmt, ...);
/** Check the shape of a burst: size, length, type, protection, ID. */
void buffer_shape(struct spe_model *m, const struct spe_txn_aw *t);
/** Check the attributes of a burst against the translation that it uses. */
void buffer_attributes(struct spe_model *m, const struct spe_txn_aw *t, const struct xl *x);

#endif
