/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_CORRECT_H
#define MODEL_CORRECT_H

#include <stdint.h>

#include "spe/edit.h"

struct spe_model;

/* What would have made a finding right (spe_edit_fn). */

/** The finding of that number, 0: none, is right once the bits `mask` of a field of the transaction
 * being applied are those of `value`. */
void model_correct(struct spe_model *m, uint64_t finding, enum spe_edit_field field, uint64_t value,
                   uint64_t mask);

/** The same of any transaction. */
void model_correct_at(struct spe_model *m, uint64_t finding, const struct spe_edit *edit);

#endif
