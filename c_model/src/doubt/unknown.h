/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_UNKNOWN_H
#define SPE_DOUBT_UNKNOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/regs.h"

struct spe_config;
struct spe_ctx;
struct spe_model;
struct spe_txn_sysreg;
struct spu;

/** A reset: what is unknown from now on. */
void model_unknown_reset(struct spe_model *m);
/** Reset is released: PMBIRQ will show S, which model_learn_s() takes over. */
void model_unknown_s(struct spe_model *m);
void model_learn_s(struct spe_model *m, bool level);
/** `what` needs `bits` of a register. Reports once for each register when they are unknown.
 * @return whether they are known. */
bool model_known(struct spe_model *m, enum spe_reg reg, uint64_t bits, const char *what);
/** An operation or a draw occurs: the controls for enabling, for collection at selection, or for
 * the filter must be known. `captured`: the sample has a record if the filters keep it; else
 * SAMPLE_FEED_BR and the others count it all the same. */
void model_unknown_enabling(struct spe_model *m);
void model_unknown_collect(struct spe_model *m, const struct spe_ctx *ctx);
void model_unknown_filter(struct spe_model *m, bool captured);
/** PMSCR_ELx.EE, which is unknown, gets a value: the step is run once for each. */
void model_guess_ee(struct spe_model *m, enum spe_reg reg);
/** What an access answers and reaches may depend on PMSCR_ELx.EE. @return the PMSCR_ELx whose
 * unknown EE must get a value first, or SPE_REGS. */
enum spe_reg model_unknown_access(const struct spe_config *cfg, const struct spu *spu,
                                  const struct spe_txn_sysreg *t);
/** Whether the PMBSR_ELx of an event of class `ec`, `fsc` depends on PMSCR_EL2.EE, which is
 * unknown. */
bool model_unknown_target(const struct spe_config *cfg, const struct spu *spu,
                          const struct spe_ctx *ctx, unsigned ec, unsigned fsc);
/** Bits of a register that a read shows and that depend on an unknown bit of another register:
 * PMBIDR_EL1.AddrMode, of PMSCR_EL2.EnVM. */
uint64_t model_unknown_read(const struct spe_config *cfg, const struct spu *spu, enum spe_reg reg);
/** PMBIDR_EL1 reads as `data`, which tells PMSCR_EL2.EnVM. */
void model_learn_envm(struct spu *spu, uint64_t data);

#endif
