/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "contract/bus.h"
#include "contract/contract.h"
#include "spe/bits.h"
#include "state/model.h"

/* The contract of the bus side: translations, write address, data and responses (dpi/README.md). */

static bool ranges_aw(struct spe_model *m, const struct spe_txn *t)
{
    const struct spe_txn_aw *aw = &t->u.aw;

    if (aw->offered != SPE_OFFERED_UNKNOWN && aw->offered > t->cycle) {
        return contract_misuse(m, "aw.offered", "offered in cycle %" PRIu64 ", after its handshake",
                               aw->offered);
    }
    if (aw->offered < m->contract.aw_next) {
        return contract_misuse(m, "aw.offered",
                               "offered since cycle %" PRIu64
                               ", but the AW before it was accepted in %" PRIu64,
                               aw->offered, m->contract.aw_next - 1);
    }
    m->contract.aw_next = t->cycle + 1;
    return contract_in_range(m, "aw.size", aw->size, 7) &&
           contract_in_range(m, "aw.burst", aw->burst, 3) &&
           contract_in_range(m, "aw.prot", aw->prot, 15) &&
           contract_in_range(m, "aw.cache", aw->cache, 15);
}

/* The codes of PMBSR_EL1.FSC in DDI 0586A 4.3.4, and in D24.7.5, where Unsupported Access (0x35) is
 * reserved and others are new. */
static bool fault_code_reserved(const struct spe_config *cfg, unsigned fsc)
{
    static const uint64_t first =
        SPE_MASK(0x11, 0x00) | SPE_MASK(0x17, 0x14) | SPE_BIT(0x21) | SPE_BIT(0x30) | SPE_BIT(0x35);
    static const uint64_t later =
        SPE_MASK(0x17, 0x00) | SPE_BIT(0x1B) | SPE_MASK(0x2C, 0x21) | SPE_MASK(0x31, 0x30);

    return ((cfg->pmsver == 1 ? first : later) >> fsc & 1) == 0;
}

/* Why no translation of this PE answers with the code, or NULL. */
static const char *fault_impossible(const struct spe_config *cfg, const struct spe_txn_xl_rsp *t)
{
    const unsigned fsc = t->fsc;
    const bool gpf = fsc >= 0x22 && fsc <= 0x28;

    if (gpf && !cfg->rme) {
        return "a Granule Protection Fault, without [rme]";
    }
    if (fsc == 0x28 && t->stage2) { /* Arm ARM D17.8.3 */
        return "a Granule Protection Fault that is not on a walk, and of stage 1 therefore";
    }
    if ((fsc == 0x12 || fsc == 0x22 || fsc == 0x2A || fsc == 0x2C) && cfg->pmsver < 5) {
        return "of level -2, which no text before SPEv1p4 has";
    }
    return t->stage2 && !cfg->el2 ? "of stage 2, without [el2]" : NULL;
}

/* Whether addresses of the regime may pass a stage 2 (P AArch64.FullTranslate): HCR_EL2.VM is not
 * told, and SCR_EL3.EEL2 may have changed since the request. */
static bool may_have_stage2(const struct spe_config *cfg, unsigned regime)
{
    return regime == SPE_REGIME_NS_EL10 || regime == SPE_REGIME_R_EL10 ||
           (regime == SPE_REGIME_S_EL10 && cfg->sel2);
}

/* Why no translation in the mode of the request answers with the code, or NULL. With a physical
 * address stage 1 has no tables (D24.7.2; P AArch64.S1DisabledOutput). External aborts and Granule
 * Protection Faults of walks are permitted all the same. */
static const char *fault_of_mode(const struct spe_config *cfg, const struct buffer *buf,
                                 const struct spe_txn_xl_rsp *t)
{
    static const uint64_t of_tables = SPE_MASK(0x0F, 0x01) | SPE_MASK(0x2C, 0x29) | SPE_BIT(0x31);
    const struct xl_asked *asked = &buf->asked;
    const struct xl_mode *mode = &buf->modes.of[asked->mode];

    if (!asked->open || t->id != asked->txn.id || mode->regime != asked->txn.regime ||
        mode->nvm != asked->txn.nvm) {
        return NULL; /* no request, or a wrong one: a finding of its own */
    }
    if (t->stage2) {
        return may_have_stage2(cfg, mode->regime) ? NULL
                                                  : "of stage 2, which its regime does not have";
    }
    return mode->nvm && (of_tables >> t->fsc & 1) != 0
               ? "of tables of stage 1, although the address is physical"
               : NULL;
}

/* A fault that no translation of this PE reports: the answer is wrong. The SPU has to report the
 * fault all the same, and is judged by it. Without registers nobody knows the mode. */
static void fault_answer(struct spe_model *m, const struct spe_txn_xl_rsp *t)
{
    const char *impossible = fault_impossible(&m->cfg, t);

    if (impossible == NULL && !m->facts.checks.off[SPE_CHECK_XL_REGIME]) {
        impossible = fault_of_mode(&m->cfg, &m->spu->buf, t);
    }
    if (fault_code_reserved(&m->cfg, t->fsc)) {
        (void)contract_misuse(m, "xl_rsp.fsc",
                              "xl_rsp.fsc is 0x%x, which is reserved in PMBSR_EL1.FSC%s", t->fsc,
                              m->cfg.pmsver == 1 ? " of SPEv1p0" : " from SPEv1p1 on");
    } else if (impossible != NULL) {
        (void)contract_misuse(m, "xl_rsp.fsc", "the translation is answered with fault 0x%x: %s",
                              t->fsc, impossible);
    }
}

static bool ranges_rsp(struct spe_model *m, const struct spe_txn_xl_rsp *t)
{
    if ((t->mss2 & ~SPE_MSS2_ALL) != 0) {
        return contract_misuse(m, "xl_rsp.mss2", "xl_rsp.mss2 is 0x%x, bits that do not exist",
                               t->mss2);
    }
    if (t->pas == SPE_PAS_ROOT) {
        return contract_misuse(m, "xl_rsp.pas",
                               "the Profiling Buffer is in the Root address space");
    }
    if (!contract_in_range(m, "xl_rsp.fsc", t->fsc, 63) ||
        !contract_in_range(m, "xl_rsp.fault", t->fault, m->cfg.rme ? SPE_XL_GPC : SPE_XL_ABORT) ||
        !contract_in_range(m, "xl_rsp.stage2", t->stage2, 1) ||
        !contract_in_range(m, "xl_rsp.pas", t->pas,
                           m->cfg.rme ? SPE_PAS_REALM : SPE_PAS_NONSECURE) ||
        !contract_in_range(m, "xl_rsp.sh", t->sh, 3)) {
        return false;
    }
    if (t->fault == SPE_XL_ABORT) {
        fault_answer(m, t);
    }
    return true;
}

/* Check what the wires of the port can carry. A value that the configuration does not have is a
 * finding against the SPU (bus/mode.c). */
static bool ranges_req(struct spe_model *m, const struct spe_txn_xl_req *t)
{
    return contract_in_range(m, "xl_req.regime", t->regime, 15) &&
           contract_in_range(m, "xl_req.nvm", t->nvm, 1) &&
           contract_in_range(m, "xl_req.sh", t->sh, 3);
}

/* A cycle has one beat of write data at most. All words of a beat come in its cycle, in ascending
 * order. */
static void beat(struct spe_model *m, const struct spe_txn_w *t)
{
    const uint64_t cycle = m->txn->cycle;

    if (m->contract.last.beat_open && cycle != m->contract.last.beat_cycle) {
        contract_misuse(m, "w.last_word", "a beat has words in cycle %" PRIu64 ", but no last one",
                        m->contract.last.beat_cycle);
    } else if (m->contract.last.beat_open && t->word <= m->contract.last.beat_word) {
        contract_misuse(m, "w.word", "word %u follows word %u of the beat", t->word,
                        m->contract.last.beat_word);
    } else if (m->contract.last.beat_open && t->last != m->contract.last.beat_wlast) {
        contract_misuse(m, "w.last", "words of one beat say %u and %u", m->contract.last.beat_wlast,
                        t->last);
    } else if (!m->contract.last.beat_open && cycle == m->contract.last.beat_cycle) {
        contract_misuse(m, "w", "a second beat of write data in one cycle");
    }
    m->contract.last.beat_cycle = cycle;
    m->contract.last.beat_word = t->word;
    m->contract.last.beat_wlast = t->last;
    m->contract.last.beat_open = t->last_word == 0;
}

static bool ranges_w(struct spe_model *m, const struct spe_txn_w *t)
{
    beat(m, t);
    return contract_in_range(m, "w.word", t->word, (uint64_t)m->cfg.axi_bytes / 8 - 1) &&
           contract_in_range(m, "w.last_word", t->last_word, 1) &&
           contract_in_range(m, "w.last", t->last, 1);
}

/* Ranges of the transactions of the bus side. */
bool contract_bus(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_XL_REQ:
        return ranges_req(m, &t->u.xl_req);
    case SPE_TXN_XL_RSP:
        return ranges_rsp(m, &t->u.xl_rsp);
    case SPE_TXN_AW:
        return ranges_aw(m, t);
    case SPE_TXN_W:
        return ranges_w(m, &t->u.w);
    default:
        if (t->u.b.resp == 1) {
            return contract_misuse(m, "b.resp", "EXOKAY, which answers exclusive accesses only");
        }
        return contract_in_range(m, "b.resp", t->u.b.resp, 3);
    }
}
