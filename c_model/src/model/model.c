/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "arch/pmbsr.h"
#include "arch/route.h"
#include "bus/aw.h"
#include "bus/bursts.h"
#include "bus/xl.h"
#include "bytes/stream.h"
#include "close/accounts.h"
#include "close/close.h"
#include "contract/contract.h"
#include "contract/order.h"
#include "cover/table.h"
#include "doubt/filter_fork.h"
#include "doubt/unknown.h"
#include "events/enabling.h"
#include "events/level_history.h"
#include "events/nolife.h"
#include "judge/journal.h"
#include "judge/report.h"
#include "model/hypotheses.h"
#include "model/reset.h"
#include "model/spu_value.h"
#include "model/time.h"
#include "ports/outputs.h"
#include "ports/starving.h"
#include "ports/sync.h"
#include "ports/sysreg.h"
#include "queue/buffer.h"
#include "sampling/inflight.h"
#include "sampling/select.h"
#include "spe/status.h"
#include "state/model.h"

/* Level A is BYTES. A tap that cannot be understood without another tap is refused if that one is
 * missing. */
static bool taps_make_sense(const struct spe_config *cfg, unsigned taps)
{
    static const struct {
        unsigned tap, needs;
    } rule[] = {
        {SPE_TAP_LIFE, SPE_TAP_REGS},
        {SPE_TAP_POP, SPE_TAP_REGS},
        {SPE_TAP_RND, SPE_TAP_POP},
    };
    if ((taps & ~SPE_TAP_ALL) != 0 || (taps & SPE_TAP_BYTES) == 0) {
        return false;
    }
    if (cfg->impdef_event && (taps & (SPE_TAP_LIFE | SPE_TAP_SYNC)) == SPE_TAP_LIFE) {
        return false; /* no tap shows these events, which occur at any time: no event can be
                         predicted */
    }
    for (size_t i = 0; i < sizeof(rule) / sizeof(rule[0]); i++) {
        if ((taps & rule[i].tap) != 0 && (taps & rule[i].needs) == 0) {
            return false;
        }
    }
    return true;
}

/* Returns whether the configuration has the feature of the check. If not, the check is neither made
 * nor missed. */
static bool applies(const struct spe_model *m, int check)
{
    const struct spe_config *cfg = &m->cfg;

    switch (check) {
    case SPE_CHECK_OUT_EXCEPTION:
    case SPE_CHECK_EVENT_ROUTE:
        return cfg->exc;
    case SPE_CHECK_OUT_FREEZE:
        return cfg->pmsver >= 3;
    case SPE_CHECK_XL_NVM:
        return cfg->nvm;
    case SPE_CHECK_EVENT_SYNDROME:
        return cfg->pmsver >= 2;
    case SPE_CHECK_BUF_DENIED:
        return cfg->disabled_record != spe_cfg_disabled_record_discard;
    case SPE_CHECK_FORK_SETTLED:
        return fork_configured(cfg);
    default:
        return true;
    }
}

bool spe_model_check_absent(const struct spe_model *model, int check)
{
    switch (check) {
    case SPE_CHECK_OUT_FULL:
        return !model->cfg.pmu_full;
    case SPE_CHECK_OUT_FEED_KIND:
        return !model->cfg.pmu_feed;
    default:
        return !applies(model, check);
    }
}

static void switch_checks(struct spe_model *m)
{
    for (int i = 0; i < SPE_CHECKS; i++) {
        unsigned need = model_check_taps(i);
        m->facts.checks.off[i] = (m->opt.taps & need) != need && applies(m, i);
    }
    if (m->cfg.rnd_source == spe_cfg_rnd_source_inferred) {
        m->facts.checks.off[SPE_CHECK_SEL_DRAW] = true;
    }
    /* Draws are told, or inferred from selections. */
    m->facts.checks.off[SPE_CHECK_SEL_UNIFORM] |= (m->opt.taps & (SPE_TAP_RND | SPE_TAP_LIFE)) == 0;
}

static void init(struct spe_model *m)
{
    struct spe_config_error err;

    m->layout.n = spe_layout_parse(&m->cfg, m->layout.item, &err);
    spe_regs_reset(&m->cfg, &m->spu->regs);
    contexts_reset(&m->spu->contexts);
    m->spu->events.el = 1;
    m->spu->pointer.alt = FORK_KINDS;
    clock_begin(&m->clock);
    contract_begin(&m->contract);
    m->spu->schedule.due = UINT64_MAX;
    m->spu->events.irq_checked = true;
    m->infer = m->cfg.rnd_source == spe_cfg_rnd_source_inferred || (m->opt.taps & SPE_TAP_RND) == 0;
    m->records = (m->opt.taps & (SPE_TAP_REGS | SPE_TAP_LIFE)) == (SPE_TAP_REGS | SPE_TAP_LIFE);
    for (uint16_t op = 0; op <= 0x2FF; op++) {
        m->op_known[op / 64] |= (uint64_t)spe_op_permitted(&m->cfg, op) << op % 64;
    }
    switch_checks(m);
    cover_init(&m->facts.cover);
    levels_begin(m);
    counts_begin(m->spu->acc.count, &m->cfg, !m->records);
    filter_fork_begin(m);
    model_unknown_reset(m);
    model_unknown_s(m);
}

int spe_model_create(struct spe_model **out, const struct spe_config *cfg,
                     const struct spe_model_options *options)
{
    struct spe_config_error err;

    if (spe_config_check(cfg, &err) != SPE_OK) {
        return SPE_ECONFIG;
    }
    if (!taps_make_sense(cfg, options->taps)) {
        return SPE_EINVAL;
    }
    struct spe_model *m = calloc(1, sizeof(*m));
    if (m == NULL) {
        return SPE_ENOMEM;
    }
    m->cfg = *cfg;
    m->opt = *options;
    m->facts.cfg = &m->cfg;
    m->facts.clock = &m->clock;
    if (m->opt.max_findings == 0) {
        m->opt.max_findings = 100;
    }
    if (!hypotheses_begin(m)) {
        free(m);
        return SPE_ENOMEM;
    }
    init(m);
    stream_begin(m);
    if (!journal_begin(m)) {
        spe_model_destroy(m);
        return SPE_ENOMEM;
    }
    *out = m;
    return SPE_OK;
}

void spe_model_destroy(struct spe_model *model)
{
    if (model == NULL) {
        return;
    }
    journal_end(model);
    hypotheses_end(model);
    clock_free(&model->clock);
    free(model);
}

static void dispatch_bus(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_XL_REQ:
        buffer_xl_req(m, &t->u.xl_req);
        break;
    case SPE_TXN_XL_RSP:
        buffer_xl_rsp(m, &t->u.xl_rsp);
        break;
    case SPE_TXN_AW: {
        struct spe_txn_aw aw = t->u.aw;
        if (aw.offered != SPE_OFFERED_UNKNOWN) {
            aw.offered = clock_spu(&m->clock, aw.offered);
        }
        buffer_aw(m, &aw);
        break;
    }
    case SPE_TXN_W:
        buffer_w(m, &t->u.w);
        break;
    default:
        buffer_b(m, &t->u.b);
        break;
    }
}

/* Notes a step of an audit, unless PMBPTR_EL1 is about to move. */
static void looked_at(struct spe_model *m, unsigned step)
{
    audit_step(&m->spu->audit, &m->spu->tot, m->spu->pointer.due ? 0 : step, m->clock.cycle);
}

/* A read has told the value of `reg`. SPE_REGS: no read has, which is no step of an audit. */
static void register_read(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    looked_at(m, reg == SPE_PMBPTR                      ? AUDIT_PTR
                 : reg == arch_pmbsr(m->spu->events.el) ? AUDIT_BSR
                                                        : 0);
    if (reg == SPE_PMBPTR) {
        accounts_pointer(m, data);
    } else if (!m->records && pmbsr_index(reg) >= 0) {
        nolife_read(m, (unsigned)pmbsr_index(reg) + 1, data);
    }
}

static void barrier(struct spe_model *m, const struct spe_txn_sync *t)
{
    const uint64_t audits = m->spu->tot.audits;

    sync_apply(m, t);
    if (m->spu->tot.audits != audits) {
        accounts_audit(m);
        looked_at(m, AUDIT_DRAINED);
    }
}

static void dispatch_rest(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_RESET:
        model_reset(m, &t->u.reset);
        break;
    case SPE_TXN_CLK:
        break;
    case SPE_TXN_SYSREG:
        register_read(m, model_sysreg(m, &t->u.sysreg), t->u.sysreg.data);
        break;
    case SPE_TXN_RND:
        model_rnd(m, &t->u.rnd);
        break;
    case SPE_TXN_SEL:
        model_sel(m, &t->u.sel);
        break;
    case SPE_TXN_LIFE:
        inflight_life(m, &t->u.life);
        break;
    case SPE_TXN_SYNC:
        barrier(m, &t->u.sync);
        break;
    case SPE_TXN_OUT:
        outputs_apply(m, &t->u.out);
        break;
    case SPE_TXN_CLOSE:
        model_close(m);
        break;
    default:
        dispatch_bus(m, t);
        break;
    }
}

/* The effect of a transaction on one hypothesis. */
static void transaction(struct spe_model *m, const void *what)
{
    const struct spe_txn *t = what;

    if (m->spu->fl.n_ended != 0 && t->kind != SPE_TXN_LIFE) {
        inflight_flush(m);
    }
    if (m->spu->selection.awaited.open && t->kind != SPE_TXN_SEL) {
        model_await_expired(m);
    }
    if (m->journal != NULL) {
        journal_applies(m);
    }
    if (t->kind == SPE_TXN_POP) {
        model_pop(m, &t->u.pop);
    } else if (t->kind == SPE_TXN_CTX) {
        model_ctx(m, &t->u.ctx);
    } else {
        dispatch_rest(m, t);
    }
    m->spu->selection.member.last = t->kind == SPE_TXN_POP;
    sync_watch(m);
    if (m->journal != NULL) {
        journal_txn(m);
    }
}

/* The effect of a transaction on time, reset and the contract: the same in all hypotheses. */
static void observe(struct spe_model *m, const struct spe_txn *t)
{
    if (t->kind == SPE_TXN_CLK) {
        clock_told(&m->clock, &t->u.clk);
    } else if (t->kind == SPE_TXN_RESET) {
        contract_reset(&m->contract, t->u.reset.kind == 0);
    } else if (t->kind == SPE_TXN_CLOSE) {
        contract_close(m, &t->u.close);
    }
}

/* The run ends: no burst of a record that a fault has ended can follow, so this doubt is over. */
static void before_close(struct spe_model *m, const void *nothing)
{
    (void)nothing;
    buffer_doomed_gone(&m->spu->buf);
}

int spe_model_apply(struct spe_model *m, const struct spe_txn *t)
{
    m->txn = t;
    if (model_contract(m, t)) {
        model_advance(m, clock_transaction(&m->clock, t->cycle));
        observe(m, t);
        if (t->kind == SPE_TXN_CLOSE) {
            hypotheses_step(m, STEP_OTHER, before_close, NULL);
        }
        hypotheses_step(m, STEP_OTHER, transaction, t);
        if (t->kind == SPE_TXN_CLOSE) {
            hypotheses_close(m);
        }
    }
    m->txn = NULL;
    return hypotheses_budget(m);
}
