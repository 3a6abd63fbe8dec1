/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "model_internal.h"

/* Place of each kind in the order of one cycle (dpi/README.md). A `pop` may come anywhere: it
 * flushes. */
static int rank_of(const struct spe_txn *t)
{
    static const int8_t rank[SPE_TXN_KINDS] = {
        [SPE_TXN_CLK] = 1,  [SPE_TXN_CTX] = 2,    [SPE_TXN_LIFE] = 3,   [SPE_TXN_RND] = 4,
        [SPE_TXN_POP] = 4,  [SPE_TXN_SEL] = 4,    [SPE_TXN_XL_REQ] = 5, [SPE_TXN_XL_RSP] = 6,
        [SPE_TXN_AW] = 7,   [SPE_TXN_W] = 8,      [SPE_TXN_B] = 9,      [SPE_TXN_SYNC] = 11,
        [SPE_TXN_OUT] = 11, [SPE_TXN_RESET] = 13, [SPE_TXN_CLOSE] = 14,
    };
    if (t->kind == SPE_TXN_SYSREG) {
        return t->u.sysreg.write && t->u.sysreg.outcome == SPE_ACCESS_OK ? 10 : 0;
    }
    return rank[t->kind];
}

__attribute__((format(printf, 3, 4))) static bool misuse(struct spe_model *m, const char *where,
                                                         const char *fmt, ...)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(f.text, sizeof(f.text), fmt, ap);
    va_end(ap);
    FMT(f.where, "%s", where);
    model_emit(m, &f);
    return false;
}

static bool ctx_known(const struct spe_model *m, unsigned id)
{
    return id < 16 && (m->ctx_known & (1u << id)) != 0;
}

/* Ranges of the transactions of the operation side. */
static bool ranges_pe(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_CTX:
        return t->u.ctx.id < 16 || misuse(m, "ctx.id", "context id %u is above 15", t->u.ctx.id);
    case SPE_TXN_POP:
        if (!ctx_known(m, t->u.pop.ctx)) {
            return misuse(m, "pop.ctx", "context %u was not announced", t->u.pop.ctx);
        }
        if (t->u.pop.n == 0 || t->u.pop.n > SPE_BUDGET_MAX + 8) {
            return misuse(m, "pop.n", "%" PRIu32 " members in one call", t->u.pop.n);
        }
        return true;
    case SPE_TXN_SEL:
        if (!ctx_known(m, t->u.sel.ctx)) {
            return misuse(m, "sel.ctx", "context %u was not announced", t->u.sel.ctx);
        }
        if (t->u.sel.slot >= m->cfg.width || (t->u.sel.op >> 8) > 2) {
            return misuse(m, "sel", "slot %u or operation 0x%x out of range", t->u.sel.slot,
                          t->u.sel.op);
        }
        if (t->u.sel.tag != SPE_TAG_COLLIDED && t->u.sel.tag >= m->cfg.inflight) {
            return misuse(m, "sel.tag", "tag %u, there are %d", t->u.sel.tag, m->cfg.inflight);
        }
        return m->popped || (m->opt.taps & SPE_TAP_POP) == 0 ||
               misuse(m, "sel", "no SPE_TXN_POP stands before the selection");
    default:
        if (t->u.life.tag >= m->cfg.inflight || t->u.life.kind >= SPE_LIFE_KINDS) {
            return misuse(m, "life", "tag %u or kind %u out of range", t->u.life.tag,
                          t->u.life.kind);
        }
        return true;
    }
}

/* Ranges of the transactions of the bus side. */
static bool ranges_bus(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_XL_REQ:
        return t->u.xl_req.regime <= SPE_REGIME_S_EL10 ||
               misuse(m, "xl_req.regime", "regime %u does not exist", t->u.xl_req.regime);
    case SPE_TXN_XL_RSP:
        return t->u.xl_rsp.fsc < 64 || misuse(m, "xl_rsp.fsc", "FSC has 6 bits");
    case SPE_TXN_AW:
        if (t->u.aw.offered != SPE_OFFERED_UNKNOWN && t->u.aw.offered > t->cycle) {
            return misuse(m, "aw.offered", "offered in cycle %" PRIu64 ", after its handshake",
                          t->u.aw.offered);
        }
        return t->u.aw.size < 8 || misuse(m, "aw.size", "size code %u has 3 bits", t->u.aw.size);
    case SPE_TXN_W:
        return t->u.w.word < m->cfg.axi_bytes / 8 ||
               misuse(m, "w.word", "word %u of a beat of %d bytes", t->u.w.word, m->cfg.axi_bytes);
    case SPE_TXN_B:
        return t->u.b.resp < 4 || misuse(m, "b.resp", "response %u does not exist", t->u.b.resp);
    default:
        return true;
    }
}

static bool ranges_control(struct spe_model *m, const struct spe_txn *t)
{
    if (t->kind == SPE_TXN_SYSREG) {
        const struct spe_txn_sysreg *s = &t->u.sysreg;
        if (m->cur < 0 && m->next < 0) {
            return misuse(m, "sysreg", "no context was announced before the access");
        }
        if (s->outcome > SPE_ACCESS_TRAP_EL3 || s->write > 1) {
            return misuse(m, "sysreg", "outcome %u or direction %u out of range", s->outcome,
                          s->write);
        }
        if ((m->opt.taps & SPE_TAP_POP) != 0 && s->pos != m->ops) {
            return misuse(m, "sysreg.pos",
                          "access at member %" PRIu64 " but %" PRIu64 " were counted", s->pos,
                          m->ops);
        }
    } else if (t->kind == SPE_TXN_SYNC && t->u.sync.kind >= SPE_SYNC_KINDS) {
        return misuse(m, "sync.kind", "kind %u does not exist", t->u.sync.kind);
    } else if (t->kind == SPE_TXN_RESET && t->u.reset.kind > 1) {
        return misuse(m, "reset.kind", "kind %u does not exist", t->u.reset.kind);
    }
    return true;
}

static bool ranges(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_CTX:
    case SPE_TXN_POP:
    case SPE_TXN_SEL:
    case SPE_TXN_LIFE:
        return ranges_pe(m, t);
    case SPE_TXN_XL_REQ:
    case SPE_TXN_XL_RSP:
    case SPE_TXN_AW:
    case SPE_TXN_W:
    case SPE_TXN_B:
        return ranges_bus(m, t);
    default:
        return ranges_control(m, t);
    }
}

static bool in_order(struct spe_model *m, const struct spe_txn *t)
{
    int rank = rank_of(t);

    if (t->cycle < m->txn_cycle) {
        return misuse(m, "cycle", "cycle steps back from %" PRIu64 " to %" PRIu64, m->txn_cycle,
                      t->cycle);
    }
    if (t->kind == SPE_TXN_POP && t->cycle > m->txn_cycle) {
        m->rank = 0; /* members of earlier cycles may come before anything */
        return true;
    }
    if (t->cycle > m->txn_cycle || (t->kind == SPE_TXN_RESET && t->u.reset.kind == 1)) {
        m->rank = t->kind == SPE_TXN_RESET && t->u.reset.kind == 1 ? 0 : rank;
        return true;
    }
    if (t->kind == SPE_TXN_POP) {
        return true;
    }
    if (rank < m->rank) {
        return misuse(m, spe_txn_name(t->kind), "out of order inside the cycle");
    }
    if (rank > m->rank) {
        m->rank = rank;
    }
    return true;
}

/* With the clock stopped nothing moves; what stands can be read (dpi/README.md: reads come before
 * `clk` in the cycle in which it runs again), and what was gathered is told before reset and close.
 */
static bool may_come_stopped(const struct spe_txn *t)
{
    return t->kind == SPE_TXN_CLK || t->kind == SPE_TXN_RESET || t->kind == SPE_TXN_OUT ||
           t->kind == SPE_TXN_CLOSE || (t->kind == SPE_TXN_SYSREG && rank_of(t) == 0);
}

bool model_contract(struct spe_model *m, const struct spe_txn *t)
{
    m->evals[SPE_CHECK_CONTRACT]++;
    if (t->kind >= SPE_TXN_KINDS) {
        return misuse(m, "kind", "transaction of kind %u", t->kind);
    }
    if (m->closed) {
        return misuse(m, spe_txn_name(t->kind), "transaction after close");
    }
    if (t->seq != m->seq_next) {
        misuse(m, "seq", "sequence number %" PRIu32 ", expected %" PRIu32, t->seq, m->seq_next);
    }
    m->seq_next = t->seq + 1;
    if (t->kind != SPE_TXN_CLOSE) {
        m->calls++;
        m->sum = m->sum * 31 + t->kind;
    }
    if (m->in_reset && t->kind != SPE_TXN_RESET && t->kind != SPE_TXN_CLOSE) {
        return misuse(m, spe_txn_name(t->kind), "transaction in reset");
    }
    if (m->stopped && !may_come_stopped(t)) {
        return misuse(m, spe_txn_name(t->kind), "transaction while the clock stands still");
    }
    return in_order(m, t) && ranges(m, t);
}
