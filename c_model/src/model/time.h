/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_TIME_H
#define SPE_MODEL_TIME_H

#include <stdint.h>

struct spe_model;

void model_advance(struct spe_model *m, uint64_t to);

#endif
