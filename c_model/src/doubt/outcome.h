/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DOUBT_OUTCOME_H
#define SPE_DOUBT_OUTCOME_H

#include <stdbool.h>

#include "state/forks.h"
#include "state/outcome.h"

struct effect;
struct pointer;
struct spe_config;
struct spe_model;
struct spe_regs;
struct spu;

/** PMBPTR_EL1 and the PMBSR_ELx as they are. */
struct outcome model_outcome(const struct spe_regs *regs);
/** Whether both are the same. */
bool model_same_outcome(const struct outcome *a, const struct outcome *b);
/** Whether the event changes a register. After another event only an asynchronous abort does, which
 * sets EA and DL whatever S is (3.5.4, B13). */
bool model_event_changes(const struct spe_config *cfg, const struct spe_regs *regs,
                         const struct effect *e);
/** Set the registers to a permitted outcome. */
void model_become(struct spe_regs *regs, const struct outcome *is);
/** Whether the texts leave open which byte faults (B11), or what the event does to DL (B10). */
bool model_effect_open(const struct effect *e);
/** The event with these open points settled. It sets S in a PMBSR_ELx that was `bsr` before. */
struct effect model_effect_settled(struct spe_model *m, const struct effect *event, uint64_t bsr);
/** The event has set PMBPTR_EL1 as its settled form `e` says. Order-free, each address of
 * events.others in that page is permitted, too. Bytes from that address on are written again. */
void model_pointer_taken(struct spu *spu, const struct effect *event, const struct effect *e);
/** PMBPTR_EL1 has the value of the register, and may have no other. */
void model_pointer_known(struct pointer *pointer);

#endif
