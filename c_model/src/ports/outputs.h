/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PORTS_OUTPUTS_H
#define SPE_PORTS_OUTPUTS_H

#include <stdbool.h>

struct spe_model;
struct spe_txn_out;

/** The outputs of a cycle: counts and levels (dpi/timing.md, OU1, EX4). */
void outputs_apply(struct spe_model *m, const struct spe_txn_out *t);

/** PMBIRQ must have followed the last change of S by now. */
void outputs_deadline(struct spe_model *m);

/** A reset: what was due before it must have been reported. */
void outputs_reset(struct spe_model *m);

/** Every count that is due must have been reported; `looked`: the monitors have seen this cycle. */
void outputs_counts_final(struct spe_model *m, bool looked);

#endif
