/* SPDX-License-Identifier: Apache-2.0 */
#include "covered/cover.h"
#include "arch/filter.h"
#include "cover/table.h"
#include "spe/cover.h"
#include "state/model.h"

/* What the scoreboard counts as covered. */

/* Count a bin. Nearly always it was met before; without doubts the count is then raised at once. */
static void covered(struct spe_model *m, unsigned bin, uint64_t n)
{
    uint64_t *count = &m->facts.cover.count[bin];

    if (m->run.doubts || *count == 0) {
        fact(m, FACT_COVERED, bin, n);
    } else {
        *count += n;
    }
}

void cover_hit(struct spe_model *m, enum cover_group g, unsigned a, unsigned b, unsigned c,
               unsigned d)
{
    covered(m, cover_bin(&m->facts.cover, g, a, b, c, d), 1);
}

uint64_t spe_model_cover(const struct spe_model *model, size_t bin)
{
    return bin < COVER_BINS ? model->facts.cover.count[bin] : 0; /* after the last bin it is 0 */
}

size_t spe_model_cover_impossible(const struct spe_model *model, uint64_t *cycle)
{
    if (!model->facts.cover.impossible) {
        return spe_cover_bins();
    }
    *cycle = model->facts.cover.impossible_cycle;
    return model->facts.cover.impossible_bin;
}

/* Encodings in the order of the names on the first axis of COVER_ACCESS, typed from D24.7 and DDI
 * 0586A 4.1; 0 ends the list. */
static const uint16_t encodings[] = {
    SPE_ENC(3, 0, 9, 9, 0),  /* PMSCR_EL1 */
    SPE_ENC(3, 0, 9, 9, 1),  /* PMSNEVFR_EL1 */
    SPE_ENC(3, 0, 9, 9, 2),  /* PMSICR_EL1 */
    SPE_ENC(3, 0, 9, 9, 3),  /* PMSIRR_EL1 */
    SPE_ENC(3, 0, 9, 9, 4),  /* PMSFCR_EL1 */
    SPE_ENC(3, 0, 9, 9, 5),  /* PMSEVFR_EL1 */
    SPE_ENC(3, 0, 9, 9, 6),  /* PMSLATFR_EL1 */
    SPE_ENC(3, 0, 9, 9, 7),  /* PMSIDR_EL1 */
    SPE_ENC(3, 0, 9, 10, 0), /* PMBLIMITR_EL1 */
    SPE_ENC(3, 0, 9, 10, 1), /* PMBPTR_EL1 */
    SPE_ENC(3, 0, 9, 10, 3), /* PMBSR_EL1 */
    SPE_ENC(3, 0, 9, 10, 4), /* PMSDSFR_EL1 */
    SPE_ENC(3, 0, 9, 10, 5), /* PMBMAR_EL1 */
    SPE_ENC(3, 0, 9, 10, 7), /* PMBIDR_EL1 */
    SPE_ENC(3, 4, 9, 9, 0),  /* PMSCR_EL2 */
    SPE_ENC(3, 4, 9, 10, 3), /* PMBSR_EL2 */
    SPE_ENC(3, 5, 9, 9, 0),  /* PMSCR_EL12 */
    SPE_ENC(3, 5, 9, 10, 3), /* PMBSR_EL12 */
    SPE_ENC(3, 6, 9, 10, 3), /* PMBSR_EL3 */
    0,
};

int cover_register(uint16_t enc)
{
    for (int i = 0; encodings[i] != 0; i++) {
        if (encodings[i] == enc) {
            return i;
        }
    }
    return -1;
}

unsigned cover_outcome(unsigned outcome)
{
    static const unsigned place[] = {
        [SPE_ACCESS_OK] = 0,       [SPE_ACCESS_UNDEFINED] = 1, [SPE_ACCESS_TRAP_EL1] = 1,
        [SPE_ACCESS_TRAP_EL2] = 2, [SPE_ACCESS_TRAP_EL3] = 3,  [SPE_ACCESS_MEMORY] = 4,
    };
    return place[outcome];
}

void cover_access(struct spe_model *m, const struct spe_txn_sysreg *t)
{
    int reg = cover_register(t->enc);

    if (reg >= 0) {
        cover_hit(m, COVER_ACCESS, (unsigned)reg, t->write, contexts_now(&m->spu->contexts)->el,
                  cover_outcome(t->outcome));
    }
}

void cover_sequence(struct spe_model *m, enum cover_sequence sequence)
{
    cover_hit(m, COVER_SEQUENCE, sequence, 0, 0, 0);
}

void cover_output(struct spe_model *m, int which, uint64_t n)
{
    covered(m, cover_bin(&m->facts.cover, COVER_OUTPUT, (unsigned)which, 0, 0, 0), n);
}

/* Control and mask of one type of the filter. Types in the order of the axis: B, LD, ST, FP, SIMD.
 * @return bit 0: the control; bit 1: its mask. */
static unsigned type_control(uint64_t pmsfcr, unsigned type)
{
    static const uint64_t control[] = {SPE_PMSFCR_B, SPE_PMSFCR_LD, SPE_PMSFCR_ST, SPE_PMSFCR_FP,
                                       SPE_PMSFCR_SIMD};
    static const uint64_t mask[] = {SPE_PMSFCR_B_M, SPE_PMSFCR_LD_M, SPE_PMSFCR_ST_M,
                                    SPE_PMSFCR_FP_M, SPE_PMSFCR_SIMD_M};

    return ((pmsfcr & control[type]) != 0 ? 1u : 0u) | ((pmsfcr & mask[type]) != 0 ? 2u : 0u);
}

void cover_filter(struct spe_model *m, unsigned types, bool kept)
{
    uint64_t f = m->spu->regs.v[SPE_PMSFCR];
    static const uint64_t filters[] = {SPE_PMSFCR_FE, SPE_PMSFCR_FT, SPE_PMSFCR_FL, SPE_PMSFCR_FNE,
                                       SPE_PMSFCR_FDS};
    static const unsigned flags[] = {SPE_OPTYPE_BRANCH, SPE_OPTYPE_LOAD, SPE_OPTYPE_STORE,
                                     SPE_OPTYPE_FP, SPE_OPTYPE_SIMD};
    unsigned on = 0;

    for (unsigned i = 0; i < 5; i++) {
        on |= (f & filters[i]) != 0 ? 1u << i : 0;
    }
    cover_hit(m, COVER_FILTER, on, kept, 0, 0);
    const unsigned flagged = m->cfg.eft ? 5 : 3; /* without FEAT_SPE_EFT: B, LD, ST */
    for (unsigned i = 0; i < flagged && (f & SPE_PMSFCR_FT) != 0; i++) {
        cover_hit(m, COVER_TYPE, i, type_control(f, i), (types & flags[i]) != 0, kept);
    }
}
