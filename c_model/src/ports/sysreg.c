/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "arch/interval.h"
#include "arch/pmbsr.h"
#include "arch/regs.h"
#include "arch/route.h"
#include "arch/section.h"
#include "bus/mode.h"
#include "bytes/stream_limit.h"
#include "covered/cover.h"
#include "covered/cover_event.h"
#include "doubt/outcome.h"
#include "doubt/snapshots.h"
#include "doubt/stale.h"
#include "doubt/unknown.h"
#include "events/enabling.h"
#include "events/event.h"
#include "events/nolife.h"
#include "events/window_read.h"
#include "events/window_write.h"
#include "judge/journal.h"
#include "judge/journal_events.h"
#include "judge/report.h"
#include "ports/sysreg.h"
#include "queue/buffer.h"
#include "queue/place.h"
#include "queue/pointer.h"
#include "queue/pointer_check.h"
#include "sampling/select.h"
#include "state/model.h"

/* Software has written an S; `before`: whether profiling was stopped; `was_unknown`: that S was
 * unknown. */
static void s_written(struct spe_model *m, bool before, bool was_unknown)
{
    bool s = model_stopped(m);

    if (s != before || was_unknown) {
        model_set_s(m, s);
        m->spu->events.s_cause = s ? CAUSE_SOFTWARE : CAUSE_NONE;
        cover_sequence(m, s ? SEQ_S_WRITTEN : SEQ_S_CLEARED);
    }
}

/* PMBPTR_EL1 or PMBLIMITR_EL1 was written: the place of the buffer has changed. `before`: value
 * before the write. For PMBLIMITR_EL1 it is that of the start of the cycle, because nothing sees
 * the value between two writes of a cycle. */
static void place_written(struct spe_model *m, enum spe_reg reg, uint64_t before)
{
    const uint64_t now = m->spu->regs.v[reg], cycle = m->clock.cycle - 1;

    if (reg == SPE_PMBPTR) {
        buffer_new_pointer(m, before, now);
        regions_pointer(&m->spu->buf.regions, now);
    }
    if (reg == SPE_PMBLIMITR && m->records) {
        buffer_limit_written(&m->spu->st, before, now, cycle);
        if ((before & now & SPE_PMBLIMITR_E) != 0) {
            buffer_keep_limit(m->spu, m->cfg.record_order == spe_cfg_record_order_any,
                              before & SPE_PMBLIMITR_LIMIT, cycle);
        }
    } else if (reg == SPE_PMBLIMITR) {
        stream_limit(m->spu, before, cycle, m->cfg.align);
    }
    if (reg == SPE_PMBLIMITR) {
        buffer_check_mended(m);
    }
    if (reg == SPE_PMBPTR || reg == SPE_PMBLIMITR) {
        regions_change(&m->spu->buf.regions, &m->cfg, m->spu->regs.v[SPE_PMBLIMITR],
                       m->spu->unknown.bits[SPE_PMBLIMITR], m->clock.cycle);
    }
}

/* A register write takes effect (LN6: of PMSICR_EL1). `limit`: PMBLIMITR_EL1 at the start of the
 * cycle. */
static void write_one(struct spe_model *m, const struct pending_write *w, uint64_t limit)
{
    const enum spe_reg reg = w->reg;
    bool s = model_stopped(m);
    int bsr = pmbsr_index(reg);
    bool s_unknown = bsr >= 0 && (m->spu->unknown.bits[reg] & SPE_PMBSR_S) != 0;
    const uint64_t before = reg == SPE_PMBLIMITR ? limit : m->spu->regs.v[reg];

    if (bsr >= 0) {
        model_window_overwritten(m, reg);
    }
    if (reg == SPE_PMSICR && m->spu->counter.load_due) {
        model_draws_check(m); /* the write replaces the load, but not its draw (LN6) */
    }
    if (!m->records) {
        nolife_written(m, reg);
    }
    spe_reg_write(&m->cfg, &m->spu->regs, reg,
                  (w->value & ~w->hidden) | (m->spu->regs.v[reg] & w->hidden));
    if ((m->spu->unknown.bits[reg] & ~w->hidden) != 0) {
        m->spu->enabled.from.known = 0; /* the value may be the 0 that stood for the unknown one */
    }
    m->spu->unknown.bits[reg] &= w->hidden;
    model_stale_written(&m->spu->stale, reg);
    if (reg == SPE_PMSICR) {
        m->spu->counter.changed = m->spu->counter.counted = 0;
        m->spu->counter.draw.open = false;
        model_snapshots_written(&m->spu->snaps, m->spu->regs.v[SPE_PMSICR]);
    }
    place_written(m, reg, before);
    if (bsr >= 0) {
        m->spu->events.forked &= reg != arch_pmbsr(m->spu->events.el);
        m->spu->events.set &= ~(2u << bsr);
        cover_event_over(m, (unsigned)bsr);
        s_written(m, s, s_unknown);
    }
}

/* RG1: a write takes effect in the next cycle. W10: hardware updates come after it. */
void model_apply_writes(struct spe_model *m)
{
    const uint64_t limit = m->spu->regs.v[SPE_PMBLIMITR];

    for (int i = 0; i < m->spu->writes.n; i++) {
        write_one(m, &m->spu->writes.at[i], limit);
        journal_written(m, m->spu->writes.at[i].seq);
    }
    m->spu->writes.n = 0;
}

static bool is_event_reg(enum spe_reg reg)
{
    return reg == SPE_PMBPTR || pmbsr_index(reg) >= 0;
}

/* P21: the read may show the register as it was in earlier cycles. Then it tells nothing. */
static bool lagged(const struct spe_model *m, enum spe_reg reg, uint64_t expected, uint64_t data,
                   uint64_t open)
{
    const struct counter *c = &m->spu->counter;
    /* A draw that nobody sees may come in the cycle of the load; then it is visible in the next
     * cycle. */
    const bool loads = m->infer && c->draw.open && c->load_cycle == m->clock.cycle;

    return model_stale(m, reg, (expected & ~open) | (data & open), data) ||
           (reg == SPE_PMSICR && loads && data == 0);
}

/* Returns the bits of a register that hardware writes and that these taps cannot predict. */
static uint64_t unpredicted(const struct spe_model *m, enum spe_reg reg)
{
    uint64_t mask =
        m->spu->unknown.bits[reg] & ~arch_reg_hidden(&m->cfg, contexts_now(&m->spu->contexts), reg);

    if (!m->records && is_event_reg(reg)) {
        mask = ~(uint64_t)0;
    }
    if (reg == SPE_PMSICR && (m->opt.taps & SPE_TAP_POP) == 0) {
        mask = ~(uint64_t)0;
    }
    return mask | model_unknown_read(&m->cfg, m->spu, reg);
}

/* Returns the check that a difference in a register belongs to. For a PMBSR_ELx that an event has
 * set: which of the tolerated outcomes it was (`open`); the register that RHJXHT names; the
 * syndrome. */
static enum spe_check read_check(const struct spe_config *cfg, const struct spu *spu,
                                 enum spe_reg reg, uint64_t diff, bool open)
{
    const uint64_t syndrome =
        SPE_PMBSR_EC | SPE_PMBSR_MSS | SPE_PMBSR_MSS2 | SPE_PMBSR_EA | SPE_PMBSR_DL;
    int bsr = pmbsr_index(reg);

    if (bsr < 0 || spu->events.set == 0) {
        return SPE_CHECK_REG_READ;
    }
    if (open) {
        return SPE_CHECK_FORK_SETTLED;
    }
    if (cfg->exc && (diff & (SPE_PMBSR_S | SPE_PMBSR_COLL)) != 0) {
        return SPE_CHECK_EVENT_ROUTE;
    }
    if ((diff & SPE_PMBSR_S) != 0) {
        return SPE_CHECK_REG_READ; /* there was no event */
    }
    return cfg->pmsver >= 2 && (spu->events.set & 2u << bsr) != 0 && (diff & syndrome) != 0
               ? SPE_CHECK_EVENT_SYNDROME
               : SPE_CHECK_REG_READ;
}

/* Counts the checks that a read of a PMBSR_ELx makes beside reg.read. */
static void count_reads(struct spe_model *m, enum spe_reg reg, bool open)
{
    int bsr = pmbsr_index(reg);

    if (bsr < 0 || m->spu->events.set == 0) {
        return;
    }
    if (m->cfg.exc) {
        (void)model_eval(m, SPE_CHECK_EVENT_ROUTE);
    }
    if (m->cfg.pmsver >= 2 && (m->spu->events.set & 2u << bsr) != 0) {
        (void)model_eval(m, SPE_CHECK_EVENT_SYNDROME);
    }
    if (open) {
        (void)model_eval(m, SPE_CHECK_FORK_SETTLED);
    }
}

static void read_wrong(struct spe_model *m, enum spe_reg reg, uint64_t expected, uint64_t data,
                       bool open)
{
    enum spe_check check = read_check(&m->cfg, m->spu, reg, expected ^ data, open);
    struct spe_finding f =
        model_finding(m, check,
                      check == SPE_CHECK_REG_READ       ? section_of_reg(&m->cfg, reg)
                      : check == SPE_CHECK_FORK_SETTLED ? "DDI 0586A 3.5"
                                                        : "Arm ARM D17.8 RNXZXG, RHJXHT");
    char bits[40];

    model_describe_bits(bits, sizeof(bits), reg, expected ^ data);
    FMT(f.where, "%s%s", spe_reg_name(reg), bits);
    FMT(f.expected, "0x%" PRIx64, expected);
    FMT(f.actual, "0x%" PRIx64, data);
    FMT(f.text,
        "%s reads 0x%" PRIx64 " where 0x%" PRIx64 " is predicted; the bits 0x%" PRIx64 " differ",
        spe_reg_name(reg), data, expected, expected ^ data);
    if (reg == SPE_PMSICR) {
        nolife_explained(m, &f);
    } else {
        model_emit(m, &f);
    }
    if (!open) {
        model_correct(m, f.number, SPE_EDIT_SYSREG_DATA, expected, UINT64_MAX);
    }
}

/* Takes over what a read tells of state that was open or unknown. */
static void learn(struct spe_model *m, enum spe_reg reg, uint64_t data, uint64_t open)
{
    const bool s = model_stopped(m);
    const uint64_t unknown = m->spu->unknown.bits[reg];

    if (reg == SPE_PMSICR && m->spu->counter.load_due) {
        return; /* the draw has not been seen yet, or the window is not settled */
    }
    nolife_sum_up(m);
    m->spu->unknown.bits[reg] &= arch_reg_hidden(&m->cfg, contexts_now(&m->spu->contexts), reg);
    m->spu->regs.v[reg] = (m->spu->regs.v[reg] & ~open) | (data & open);
    if (pmbsr_index(reg) >= 0 && model_stopped(m) != s) {
        m->spu->schedule.busy = true;
        if (m->records) {
            model_set_s(m, !s);
        }
    }
    if (unknown != 0) {
        const uint64_t told = unknown & ~m->spu->unknown.bits[reg];
        modes_settle(m->spu, reg == SPE_PMBMAR && told != 0                         ? MODE_OPEN_ATTR
                             : reg == SPE_PMSCR_EL2 && (told & SPE_PMSCR_ENVM) != 0 ? MODE_OPEN_NVM
                                                                                    : 0);
        m->spu->enabled.from.known = 0;
        model_reenable(m, true); /* the value has been there since reset, so also in this cycle */
    }
}

static uint64_t reveal_draw(const struct spe_config *cfg, struct spu *spu, uint64_t data,
                            uint64_t expected)
{
    bool spent = spu->counter.draw.spent && data == (expected & ~SPE_PMSICR_ECOUNT);

    if (!spu->counter.draw.open || (!spent && interval_reveal(cfg, &spu->regs, data) < 0)) {
        return expected;
    }
    spu->regs.v[SPE_PMSICR] = data;
    spu->counter.draw.open = false;
    return data;
}

/* @return whether the read tells the value of the register. */
static bool check_read(struct spe_model *m, enum spe_reg reg, uint64_t data)
{
    model_window_read(m, reg, data);
    if (reg == SPE_PMBPTR && !model_stale(m, reg, m->spu->regs.v[reg], data)) {
        buffer_pointer_read(m->spu, data);
    }
    uint64_t expected = arch_reg_read(&m->cfg, &m->spu->regs, contexts_now(&m->spu->contexts), reg);
    uint64_t open = unpredicted(m, reg);

    if (reg == SPE_PMSICR && model_stale_draw(m, data)) {
        return false;
    }
    if (reg == SPE_PMSICR) {
        expected = reveal_draw(&m->cfg, m->spu, data, expected);
        expected = !m->records && nolife_counter(m, expected, data) ? data : expected;
    }
    if (lagged(m, reg, expected, data, open)) {
        return false;
    }
    bool forked = m->spu->events.forked && reg == arch_pmbsr(m->spu->events.el);
    expected = (expected & ~open) | (data & open);
    count_reads(m, reg, forked);
    (void)model_eval(m, SPE_CHECK_REG_READ);
    journal_read(m, reg, expected, data, open);
    if (expected != data) {
        read_wrong(m, reg, expected, data, forked);
        if (is_event_reg(reg) || reg == SPE_PMSICR) {
            open = ~(uint64_t)0; /* one finding, not one for every later read */
            journal_follow(m);
        }
    } else if (open == 0) {
        cover_read(m, (int)reg, data);
    }
    if (open != 0 && reg == SPE_PMBIDR) {
        model_learn_envm(m->spu, data);
        modes_settle(m->spu, MODE_OPEN_NVM);
        model_reenable(m, true);
    } else if (open != 0) {
        learn(m, reg, data, open);
    }
    return true;
}

static const char *outcome_name(unsigned outcome)
{
    static const char *const name[] = {"OK",          "UNDEFINED",   "trap to EL1",
                                       "trap to EL2", "trap to EL3", "memory access"};
    return name[outcome];
}

static void say_outcome(struct spe_finding *f, unsigned el, const struct spe_txn_sysreg *t,
                        enum spe_access want)
{
    FMT(f->where, "%s of S%u_%u_C%u_C%u_%u at EL%u", t->write ? "write" : "read", t->enc >> 14,
        (t->enc >> 11) & 7u, (t->enc >> 7) & 15u, (t->enc >> 3) & 15u, t->enc & 7u, el);
    FMT(f->expected, "%s", outcome_name(want));
    FMT(f->actual, "%s", outcome_name(t->outcome));
    FMT(f->text, "the access must be answered with %s, the SPU answered %s", outcome_name(want),
        outcome_name(t->outcome));
}

enum spe_reg model_sysreg(struct spe_model *m, const struct spe_txn_sysreg *t)
{
    enum spe_reg reg = SPE_REGS, unknown;

    while ((unknown = model_unknown_access(&m->cfg, m->spu, t)) != SPE_REGS) {
        model_guess_ee(m, unknown);
        model_reenable(m, true); /* S of PMBSR_EL2 stops profiling by EE */
    }
    const struct spe_ctx *ctx = contexts_now(&m->spu->contexts);
    enum spe_access want = spe_reg_access(&m->cfg, &m->spu->regs, ctx, t, &reg);

    fact(m, FACT_HASHED, HASH_REGS, (uint64_t)t->enc << 8 | (uint64_t)t->write << 4 | t->outcome);
    fact(m, FACT_HASHED, HASH_REGS, t->data);
    (void)model_eval(m, SPE_CHECK_REG_OUTCOME);
    if (want != t->outcome) {
        struct spe_finding f = model_finding(m, SPE_CHECK_REG_OUTCOME, "DDI 0586A 3.2.3, 3.4.6");
        say_outcome(&f, ctx->el, t, want);
        model_emit(m, &f);
        model_correct(m, f.number, SPE_EDIT_SYSREG_OUTCOME, want, UINT64_MAX);
        return SPE_REGS;
    }
    cover_access(m, t);
    if (want != SPE_ACCESS_OK) {
        return SPE_REGS;
    }
    if (!t->write) {
        return check_read(m, reg, t->data) ? reg : SPE_REGS;
    }
    if (m->spu->writes.n < MAX_WRITES) {
        m->spu->writes.at[m->spu->writes.n++] =
            (struct pending_write){.reg = reg,
                                   .seq = m->txn->seq,
                                   .value = t->data,
                                   .hidden = arch_reg_hidden(&m->cfg, ctx, reg)};
        m->spu->schedule.busy = true;
    } else {
        model_overflow(m, "writes of System registers in one cycle", MAX_WRITES);
    }
    return SPE_REGS;
}
