/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEXT_WORLD_H
#define SPE_TEXT_WORLD_H

/* Configurations and contexts that the tables of D17.4 and D17.8 distinguish, and Effective values
 * that the texts define beside the tables for their columns. */

#include <stdbool.h>

#include "spe/enable.h"
#include "spe/regs.h"

/* Configurations: EL2, EL3, Secure state, FEAT_SEL2, FEAT_RME, each [nspb_reserved]. */
#define TEXT_CONFIGS 19

/* Configuration `index` of SPEv1p5 with FEAT_SPE_EXC; false past the last. */
bool text_config(unsigned index, struct spe_config *cfg);

/* Contexts, PSTATE.EL 0: every combination of SCR_EL3.{NSE, NS, EEL2}, MDCR_EL3.{NSPBE, NSPB},
 * MDCR_EL2.E2PB and HCR_EL2.TGE. */
#define TEXT_CONTEXTS 512u

/* Context `index`. False if the context differs from another one only in a feature that the
 * implementation lacks, or if no PE can be in it at any level. */
bool text_context(const struct spe_config *cfg, unsigned index, struct spe_ctx *ctx);

/* Values of the columns of the tables: Effective values. */
struct text_world {
    bool owned;             /* the buffer has an owner */
    enum spe_pas owner, at; /* Security state of the owner; of the PE below EL3 */
    unsigned owner_el;
    bool secure_el2, el2_on; /* Secure EL2 enabled; EL2 implemented and enabled by {NS, EEL2} */
    unsigned nse, ns, eel2, nspbe, nspb, e2pb, tge;
    unsigned pmsee, ee2, ee1; /* FEAT_SPE_EXC; 0b01 if the level of the field is absent */
};

void text_world_of(struct text_world *world, const struct spe_config *cfg,
                   const struct spe_regs *regs, const struct spe_ctx *ctx);

/* Whether the PE can be at this level in the context. */
bool text_world_level(const struct text_world *world, const struct spe_config *cfg, unsigned el);

#endif
