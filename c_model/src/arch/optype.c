/* SPDX-License-Identifier: Apache-2.0
 *
 * Operation Type payloads by version and feature: Arm ARM D18.2.7.
 */
#include "config_members.h"
#include "spe/record.h"

/* The version or feature that a payload needs. */
enum need {
    NOTHING,
    NEVER,
    SVE,
    SVE_WIDE,
    SME_ARRAY,
    SPEV1P1,
    TAGS,
    NV2,
    VECTOR,
    VECTOR_WIDE,
    PRED_LOAD,
    MOPS,
    GCS,
    NO_CRR
};

static bool meets(const struct spe_config *cfg, enum need need)
{
    const bool v1p1 = cfg->pmsver >= 2, v1p2 = cfg->pmsver >= 3, v1p3 = cfg->pmsver >= 4,
               v1p4 = cfg->pmsver >= 5;

    switch (need) {
    case NOTHING:
        return true;
    case SVE:
        return v1p1 && cfg->sve;
    case SVE_WIDE:
        return cfg->spe_sme && cfg->sve;
    case SME_ARRAY:
    case VECTOR_WIDE:
        return cfg->spe_sme;
    case SPEV1P1:
        return v1p1;
    case TAGS:
        return v1p3 && cfg->mte; /* D17.6.4: FEAT_SPEv1p3 and FEAT_MTE */
    case NV2:
        return cfg->nv == 2;
    case VECTOR:
        return v1p1 && (cfg->sve || cfg->sme);
    case PRED_LOAD:
        return v1p2 && (cfg->sve || cfg->sme);
    case MOPS:
        return v1p3 && cfg->mops;
    case GCS:
        return v1p4 && cfg->gcs;
    case NO_CRR:
        return !cfg->crr;
    case NEVER:
    default:
        return false;
    }
}

/* The first row that matches a payload decides. */
static const struct {
    uint16_t mask, match;
    enum need need;
} payloads[] = {
    {0x3F8, 0x000, NOTHING},     /* Other */
    {0x3F9, 0x078, SVE_WIDE},    /* SVE vector, EVL 0b111 */
    {0x389, 0x008, SVE},         /* SVE vector */
    {0x3F9, 0x0E8, NEVER},       /* SME array, ETS 0b1100, 0b1101 */
    {0x3FD, 0x0F8, NEVER},       /* the same, 0b1110 */
    {0x389, 0x088, SME_ARRAY},   /* SME array */
    {0x3FE, 0x100, NOTHING},     /* general-purpose registers */
    {0x3FE, 0x104, NOTHING},     /* SIMD&FP registers */
    {0x3FE, 0x110, SPEV1P1},     /* unspecified registers */
    {0x3FE, 0x114, TAGS},        /* Allocation Tag */
    {0x3FE, 0x130, NV2},         /* System register access */
    {0x3E2, 0x102, NOTHING},     /* extended */
    {0x37A, 0x178, VECTOR_WIDE}, /* SVE or SME registers, EVL 0b111 */
    {0x30F, 0x10C, PRED_LOAD},   /* a predicated load of SVE or SME registers */
    {0x30A, 0x108, VECTOR},      /* SVE or SME registers */
    {0x3FE, 0x120, MOPS},        /* Memory Copy */
    {0x3FF, 0x125, MOPS},        /* Memory Set */
    {0x3FA, 0x140, GCS},         /* Guarded Control Stack */
    {0x3F8, 0x200, NO_CRR},      /* branch, CR 0b00 */
    {0x3E0, 0x200, NOTHING},     /* branch */
};

/* RC2: what each payload needs. */
bool spe_op_permitted(const struct spe_config *cfg, uint16_t op)
{
    for (size_t i = 0; i < sizeof payloads / sizeof payloads[0]; i++) {
        if ((op & payloads[i].mask) == payloads[i].match) {
            return meets(cfg, payloads[i].need);
        }
    }
    return false;
}
