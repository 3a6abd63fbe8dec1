/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "arch/enable.h"
#include "bus/mode.h"
#include "bytes/shape.h"
#include "judge/report.h"
#include "state/model.h"

/* Regime, physical address mode and its attributes, as one number (3.4.2; D24.7.2, D24.7.3; W3). */

static const char *regime_name(unsigned regime)
{
    static const char *const name[SPE_REGIMES] = {
        "Non-secure EL1&0", "Non-secure EL2", "Non-secure EL2&0", "Secure EL1&0", "Secure EL2",
        "Secure EL2&0",     "Realm EL1&0",    "Realm EL2",        "Realm EL2&0"};

    return regime < SPE_REGIMES ? name[regime] : "no regime";
}

static bool same_mode(const struct xl_mode *a, const struct xl_mode *b)
{
    return a->regime == b->regime && a->nvm == b->nvm && a->attr == b->attr && a->sh == b->sh &&
           a->open == b->open;
}

/* Whether translations are requested in the mode now, or, without LIFE, the stream may continue in
 * the mode. */
static bool in_use(const struct spu *spu, unsigned mode)
{
    return mode == spu->enabled.mode || mode == spu->enabled.mode_before ||
           mode == spu->buf.asked.mode || (spu->st.mode_known && mode == spu->st.mode);
}

/* Takes the number of the oldest mode that is not in use for another mode. The translations of the
 * old mode move to `gone`, because an SPU may keep them. */
static unsigned replace(struct spu *spu, struct gone *gone, bool records)
{
    struct modes *modes = &spu->buf.modes;

    do {
        modes->next = (modes->next + 1) % MAX_MODES;
    } while (in_use(spu, modes->next));
    for (int i = 0; i < MAX_XL; i++) {
        struct xl *x = &spu->buf.xl[i];
        if (x->used && x->mode == modes->next) {
            gone_add(gone, x, &modes->of[x->mode], records);
            x->used = false;
        }
    }
    for (int i = 0; i < MAX_RECS; i++) { /* queued, staged, waiting for room or ended by a fault */
        struct rec *rec = &spu->buf.pool[i];
        rec->modes.since &= ~(1u << modes->next);
        rec->modes.known &= rec->modes.mode != modes->next;
    }
    return modes->next;
}

/* The number of the mode, or else the next free number. */
static unsigned find_mode(const struct modes *modes, const struct xl_mode *mode)
{
    unsigned i = 0;

    while (i < modes->n && !same_mode(&modes->of[i], mode)) {
        i++;
    }
    return i;
}

static unsigned number_of(struct spu *spu, struct gone *gone, bool records,
                          const struct xl_mode *mode)
{
    struct modes *modes = &spu->buf.modes;
    unsigned i = find_mode(modes, mode);

    if (i == MAX_MODES) {
        i = replace(spu, gone, records);
        modes->of[i] = *mode;
    } else if (i == modes->n) {
        modes->of[modes->n++] = *mode;
    }
    return i;
}

/* Whether Effective nVM is 1 if the unknown bits of PMSCR_EL2.EnVM are 1. */
static bool may_be_physical(const struct spe_config *cfg, const struct spu *spu,
                            const struct spe_ctx *ctx)
{
    struct spe_regs regs = spu->regs;

    regs.v[SPE_PMSCR_EL2] |= spu->unknown.bits[SPE_PMSCR_EL2] & SPE_PMSCR_ENVM;
    return arch_nvm(cfg, &regs, ctx);
}

/* W3: the mode of a record that is offered in this cycle. */
unsigned mode_now(struct spe_model *m, const struct spe_ctx *ctx)
{
    struct xl_mode mode = {.regime = (uint8_t)spe_owning_regime(&m->cfg, ctx)};

    if (may_be_physical(&m->cfg, m->spu, ctx)) {
        const uint64_t mar = m->spu->regs.v[SPE_PMBMAR];
        mode.nvm = arch_nvm(&m->cfg, &m->spu->regs, ctx);
        mode.attr = (uint8_t)(mar & SPE_PMBMAR_ATTR);
        mode.sh = (uint8_t)((mar & SPE_PMBMAR_SH) >> SPE_PMBMAR_SH_SHIFT);
        mode.open = (uint8_t)((mode.nvm ? 0 : MODE_OPEN_NVM) |
                              (m->spu->unknown.bits[SPE_PMBMAR] != 0 ? MODE_OPEN_ATTR : 0));
    }
    return number_of(m->spu, &m->gone, m->records, &mode);
}

/* The registers hold what the request has told of their unknown bits, if nothing has written them
 * since the mode began. @return the fields (MODE_OPEN_*) of these registers. */
static unsigned registers_told(struct spu *spu, unsigned open, const struct spe_txn_xl_req *t)
{
    unsigned told = 0;
    uint64_t *envm = &spu->unknown.bits[SPE_PMSCR_EL2], *mar = &spu->unknown.bits[SPE_PMBMAR];

    if ((open & MODE_OPEN_NVM) && (*envm & SPE_PMSCR_ENVM) != 0) {
        spu->regs.v[SPE_PMSCR_EL2] |= t->nvm ? SPE_PMSCR_ENVM : 0;
        *envm &= ~SPE_PMSCR_ENVM;
        told |= MODE_OPEN_NVM;
    }
    if (t->nvm && (open & MODE_OPEN_ATTR) && *mar != 0) {
        spu->regs.v[SPE_PMBMAR] = (uint64_t)t->sh << SPE_PMBMAR_SH_SHIFT | t->attr;
        *mar = 0;
        told |= MODE_OPEN_ATTR;
    }
    spu->enabled.from.known = 0;
    spu->schedule.busy = true;
    return told;
}

/* No translation has the mode `from` yet: no request was of it. All else that has it gets `to`. */
static void become_mode(struct spu *spu, unsigned from, unsigned to)
{
    for (int i = 0; i < MAX_RECS; i++) {
        struct rec *rec = &spu->buf.pool[i];
        if (rec->modes.since >> from & 1u) {
            rec->modes.since = (rec->modes.since & ~(1u << from)) | 1u << to;
        }
    }
    spu->enabled.mode = spu->enabled.mode == from ? to : spu->enabled.mode;
    spu->enabled.mode_before = spu->enabled.mode_before == from ? to : spu->enabled.mode_before;
}

/* The open mode turns out to be `is`, which keeps its number if it has one. */
static void turn_out(struct spu *spu, unsigned number, const struct xl_mode *is)
{
    struct modes *modes = &spu->buf.modes;
    const unsigned same = find_mode(modes, is);

    if (same < modes->n) {
        become_mode(spu, number, same);
    } else {
        modes->of[number] = *is;
    }
}

void modes_settle(struct spu *spu, unsigned told)
{
    struct modes *modes = &spu->buf.modes;
    const uint64_t mar = spu->regs.v[SPE_PMBMAR];

    for (unsigned i = 0; i < modes->n; i++) {
        struct xl_mode is = modes->of[i];
        if ((is.open & told & MODE_OPEN_ATTR) != 0) {
            is.attr = (uint8_t)(mar & SPE_PMBMAR_ATTR);
            is.sh = (uint8_t)((mar & SPE_PMBMAR_SH) >> SPE_PMBMAR_SH_SHIFT);
        }
        if ((is.open & told & MODE_OPEN_NVM) != 0) {
            is.nvm = (spu->regs.v[SPE_PMSCR_EL2] & SPE_PMSCR_ENVM) != 0;
        }
        is.open &= (uint8_t)~told;
        if (is.nvm == 0 && (is.open & MODE_OPEN_NVM) == 0) {
            is.attr = is.sh = is.open = 0;
        }
        if (is.open != modes->of[i].open) {
            turn_out(spu, i, &is);
        }
    }
}

bool mode_told(struct spu *spu, unsigned number, const struct spe_txn_xl_req *t)
{
    const struct xl_mode was = spu->buf.modes.of[number],
                         is = {t->regime, t->nvm, t->attr, t->sh, 0};

    if (!modes_can_be(&was, &is)) {
        return false;
    }
    const unsigned told = registers_told(spu, was.open, t);
    turn_out(spu, number, &is);
    modes_settle(spu, told);
    return true;
}

unsigned mode_of_request(const struct modes *modes, bool nvm, const struct spe_txn_xl_req *t)
{
    struct xl_mode mode = {.regime = t->regime};

    if (nvm) {
        mode = (struct xl_mode){t->regime, t->nvm, t->attr, t->sh, 0};
    }
    unsigned i = find_mode(modes, &mode);
    return i < modes->n ? i : MODE_NONE;
}

static void wrong_regime(struct spe_model *m, const struct spe_txn_xl_req *t, unsigned expected)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_XL_REGIME, "DDI 0586A 3.4.2, Table 5");

    FMT(f.where, "translation of 0x%" PRIx64, t->va);
    FMT(f.expected, "%s", regime_name(m->spu->buf.modes.of[expected].regime));
    FMT(f.actual, "%s", regime_name(t->regime));
    FMT(f.text, "the record belongs to regime %s, the request is made in %s (%u) [W3]", f.expected,
        f.actual, t->regime);
    model_emit(m, &f);
    model_correct(m, f.number, SPE_EDIT_XL_REQ_REGIME, m->spu->buf.modes.of[expected].regime,
                  UINT64_MAX);
}

static void wrong_nvm(struct spe_model *m, const struct spe_txn_xl_req *t, unsigned expected)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_XL_NVM, "Arm ARM D24.7.2, D24.7.3");
    struct xl_mode mode = m->spu->buf.modes.of[expected];

    if ((mode.open & MODE_OPEN_NVM) != 0) { /* the permitted values that are nearest */
        mode.nvm = t->nvm;
        mode.attr = mode.nvm != 0 ? mode.attr : 0;
        mode.sh = mode.nvm != 0 ? mode.sh : 0;
    }
    FMT(f.where, "translation of 0x%" PRIx64, t->va);
    FMT(f.expected, "nvm %u attr 0x%02x sh %u", mode.nvm, mode.attr, mode.sh);
    FMT(f.actual, "nvm %u attr 0x%02x sh %u", t->nvm, t->attr, t->sh);
    FMT(f.text, "the request says %s, Effective PMBLIMITR_EL1.nVM and PMBMAR_EL1 ask for %s [W3]",
        f.actual, f.expected);
    model_emit(m, &f);
    model_correct(m, f.number, SPE_EDIT_XL_REQ_NVM, mode.nvm, UINT64_MAX);
    model_correct(m, f.number, SPE_EDIT_XL_REQ_ATTR, mode.attr, UINT64_MAX);
    model_correct(m, f.number, SPE_EDIT_XL_REQ_SH, mode.sh, UINT64_MAX);
}

void mode_check(struct spe_model *m, const struct spe_txn_xl_req *t, unsigned expected, bool good)
{
    bool regime = t->regime == m->spu->buf.modes.of[expected].regime;

    if (model_eval(m, SPE_CHECK_XL_REGIME) && !good && !regime) {
        wrong_regime(m, t, expected);
    }
    if (m->facts.checks.off[SPE_CHECK_XL_REGIME] && t->regime >= SPE_REGIMES) {
        buffer_bad_bus(m, "xl_req_o", "a translation is requested in regime %u, which is none",
                       t->regime); /* whoever the owner is, whom nobody knows without registers */
    }
    if (!m->cfg.nvm && t->nvm != 0) {
        const uint64_t finding = buffer_bad_bus(
            m, "xl_req_o", "a translation is requested with nvm 1, which the SPU does not have");
        model_correct(m, finding, SPE_EDIT_XL_REQ_NVM, 0, UINT64_MAX);
    }
    if (m->cfg.nvm && model_eval(m, SPE_CHECK_XL_NVM) && !good && regime) {
        wrong_nvm(m, t, expected);
    }
}

void mode_tell(struct spu *spu, uint64_t now, unsigned mode, const struct spe_txn_xl_req *t)
{
    if (!mode_told(spu, spu->enabled.mode, t) && spu->enabled.mode_cycle == now &&
        mode != spu->enabled.mode) {
        (void)mode_told(spu, spu->enabled.mode_before, t);
    }
}
