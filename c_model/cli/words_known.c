/* SPDX-License-Identifier: Apache-2.0 */
#include "config_members.h"
#include "spe/packet.h"
#include "words.h"

/* Clears what the configuration, or the operation, does not have. Inputs for features that are
 * missing may have any value (dpi/README.md, "Versions"), so they are set to 0 here. Outputs of the
 * SPU stay as they are. */

/* D18.2.7: FP and SIMD of Other with FEAT_SPE_FPF, CR with FEAT_SPE_CRR, GCS with FEAT_GCS. */
uint16_t words_known_op(const struct spe_config *cfg, uint16_t op)
{
    const unsigned class = op >> 8;

    if (class == SPE_CLASS_OTHER && (op & 0xF8) == 0 && !cfg->fpf) {
        op &= 0xFF01;
    }
    if (class == SPE_CLASS_BRANCH) {
        op &= (uint16_t)((cfg->crr ? 0xFFFF : 0xFFE7) & (cfg->gcs ? 0xFFFF : 0xFFFB));
    }
    return op;
}

static uint8_t known_op_flags(const struct spe_config *cfg, uint8_t flags)
{
    const unsigned filters = cfg->eft ? SPE_OP_SIMD | SPE_OP_FP : 0;
    const unsigned gcs = cfg->gcs ? SPE_OP_GCS_LOAD | SPE_OP_GCS_STORE : 0;

    return (uint8_t)(flags & (filters | gcs));
}

#define PREVIOUS (SPE_LIFE_PREV | SPE_LIFE_PREV_NS | SPE_LIFE_PREV_NSE)
#define TAGGED   (SPE_LIFE_PA_CH | 15u << 10)
#define GRANULES (SPE_LIFE_PA_NSE | SPE_LIFE_TARGET_NSE | SPE_LIFE_PREV_NSE)
#define DATA     (SPE_LIFE_VA | SPE_LIFE_PA | SPE_LIFE_SOURCE)

/* Addresses and counts that no PE of this configuration delivers. */
static uint32_t lacking(const struct spe_config *cfg)
{
    return (cfg->rme ? 0 : GRANULES) | (cfg->mte ? 0 : TAGGED) | (cfg->pbt ? 0 : PREVIOUS) |
           (cfg->altclk != 0 ? 0 : SPE_LIFE_ALT) | (cfg->lds ? 0 : SPE_LIFE_SOURCE);
}

/* Addresses and counts that this operation does not have: only branches have a target, only memory
 * accesses have data. */
static uint32_t of_others(const struct spe_config *cfg, uint16_t op, uint8_t flags)
{
    const unsigned class = op >> 8;
    const bool gcs = (known_op_flags(cfg, flags) & (SPE_OP_GCS_LOAD | SPE_OP_GCS_STORE)) != 0;

    if (class == SPE_CLASS_LDST) {
        return SPE_LIFE_TARGET | ((op & 1) != 0 ? SPE_LIFE_SOURCE : 0); /* a store has no source */
    }
    return (class == SPE_CLASS_BRANCH ? 0 : SPE_LIFE_TARGET) |
           (class == SPE_CLASS_BRANCH && gcs ? 0 : DATA);
}

static void know_life(const struct words_state *state, struct spe_txn_life *t)
{
    const struct words_tag *tag = &state->tag[t->tag];

    t->flags &= ~lacking(state->cfg);
    if (tag->known) {
        t->flags &= ~of_others(state->cfg, tag->op, tag->flags);
    }
    if (t->kind == SPE_LIFE_EXCEPTION) { /* 2.3.5: the operation did not get so far */
        t->flags &= ~(SPE_LIFE_TARGET | SPE_LIFE_SOURCE | PREVIOUS);
    }
    t->events &= state->cfg->events | SPE_MASK(7, 0);
}

static uint16_t known_mss2(const struct spe_config *cfg, uint16_t mss2)
{
    const unsigned features = (cfg->the ? SPE_MSS2_TOPLEVEL | SPE_MSS2_ASSURED : 0) |
                              (cfg->poe ? SPE_MSS2_OVERLAY : 0) | (cfg->pie ? SPE_MSS2_DIRTY : 0);

    return (uint16_t)(mss2 & (features | ~SPE_MSS2_ALL));
}

void words_know(const struct words_state *state, const struct spe_txn *txn, struct spe_txn *known)
{
    const struct spe_config *cfg = state->cfg;

    *known = *txn;
    switch (txn->kind) {
    case SPE_TXN_SYSREG:
        known->u.sysreg.fgt = txn->u.sysreg.fgt && cfg->fgt;
        break;
    case SPE_TXN_SEL:
        known->u.sel.op = words_known_op(cfg, txn->u.sel.op);
        known->u.sel.flags = known_op_flags(cfg, txn->u.sel.flags);
        break;
    case SPE_TXN_LIFE:
        know_life(state, &known->u.life);
        break;
    case SPE_TXN_XL_RSP:
        known->u.xl_rsp.mss2 = known_mss2(cfg, txn->u.xl_rsp.mss2);
        break;
    default:
        break;
    }
}
