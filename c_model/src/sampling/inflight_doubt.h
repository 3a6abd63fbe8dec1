/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_SAMPLING_INFLIGHT_DOUBT_H
#define SPE_SAMPLING_INFLIGHT_DOUBT_H

#include <stdbool.h>

struct spe_model;

/**
 * Whether a selection may get `tag` (or a collision) where `predicted` is expected. It may because
 * tags come in any order ([tag_order]), or are released late ([release_max]). It may also because
 * records that may not be there (S2, L1 to L15) block or do not. If only one of the two explains
 * the tag, that is settled.
 */
bool inflight_permits(struct spe_model *m, unsigned predicted, unsigned tag);

#endif
