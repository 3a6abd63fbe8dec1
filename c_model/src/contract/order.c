/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "contract/bus.h"
#include "contract/contract.h"
#include "contract/once.h"
#include "contract/order.h"
#include "judge/report.h"
#include "state/model.h"

#define CTX_STATE  ((UINT64_C(1) << SPE_CTX_BITS) - 1)
#define LIFE_FLAGS ((UINT64_C(1) << SPE_LIFE_BITS) - 1)
#define IMPDEF     ((UINT64_C(1) << 40) - 1) /* MSS2, MSS */

#define LIVES 4096 /* ranks of the lives of one cycle: by tag, then in the order of the kinds */

/* Place of each kind in the order of one cycle (dpi/README.md). A `pop` may come anywhere: it
 * flushes. An answer to an earlier request comes before the request of its cycle, an answer to the
 * request of its cycle behind it. */
static int rank_of(const struct spe_txn *t)
{
    static const int8_t rank[SPE_TXN_KINDS] = {
        [SPE_TXN_CLK] = 1,  [SPE_TXN_CTX] = 2,    [SPE_TXN_LIFE] = 3,   [SPE_TXN_RND] = 4,
        [SPE_TXN_POP] = 4,  [SPE_TXN_SEL] = 4,    [SPE_TXN_XL_REQ] = 5, [SPE_TXN_XL_RSP] = 5,
        [SPE_TXN_AW] = 6,   [SPE_TXN_W] = 7,      [SPE_TXN_B] = 8,      [SPE_TXN_SYNC] = 10,
        [SPE_TXN_OUT] = 10, [SPE_TXN_RESET] = 12, [SPE_TXN_CLOSE] = 13,
    };
    if (t->kind == SPE_TXN_SYSREG) {
        return t->u.sysreg.write && t->u.sysreg.outcome == SPE_ACCESS_OK ? 9 * LIVES : 0;
    }
    return rank[t->kind] * LIVES +
           (t->kind == SPE_TXN_LIFE ? t->u.life.tag * 16 + (t->u.life.kind & 15) : 0);
}

static const char at_change[] = "an access in a cycle in which the context changes [RG2]";

/* RG2. Context ids count up by one with each change, across a reset, too. If an id does not, a
 * change was left out. Or the context changed between two cycles, for which the tap uses one more
 * id. A wrong id is taken over all the same. */
static void ids_ctx(struct spe_model *m, const struct spe_txn_ctx *t)
{
    const bool first = m->spu->contexts.now < 0; /* since reset */
    const bool told = m->contract.ctx_cycle != 0 && m->contract.ctx_cycle == m->txn->cycle;
    const unsigned next = (unsigned)(m->contract.ctx_last + 1) & 15u;

    if (!first && (int)t->id == m->contract.ctx_last) {
        if (!contexts_same(t, &m->spu->contexts.txn[t->id])) {
            contract_misuse(m, "ctx.id", "context id %u is sent again with another content", t->id);
        } else if (t->cntpct == m->spu->contexts.cntpct) {
            contract_misuse(m, "ctx", "context id %u is sent again, and its counter has not moved",
                            t->id);
        }
        return;
    }
    const bool between = (told && t->id == next) || t->id == ((next + 1) & 15u);
    if (m->contract.ctx_last >= 0 && between) {
        contract_misuse(
            m, "ctx",
            "the context changes between two cycles: ctx[0] of a cycle must be ctx[1] of the"
            " cycle before (id %u after id %d)",
            t->id, m->contract.ctx_last);
    } else if (m->contract.ctx_last >= 0 && t->id != next) {
        contract_misuse(m, "ctx.id", "context id %u follows id %d: ids count up by one", t->id,
                        m->contract.ctx_last);
    }
    const bool stopped = m->contract.resumed == m->txn->cycle;
    m->contract.ctx_last = t->id;
    m->contract.ctx_cycle = first || stopped ? 0 : m->txn->cycle;
    if (first) {
        return;
    }
    m->contract.ctx_moved = m->txn->cycle;
    if (m->contract.accessed == m->txn->cycle) {
        contract_misuse(m, "sysreg", "%s", at_change);
    }
}

static bool ranges_ctx(struct spe_model *m, const struct spe_txn_ctx *t)
{
    struct spe_ctx ctx;

    if (!contract_in_range(m, "ctx.id", t->id, 15) ||
        !contract_in_range(m, "ctx.state", t->state, CTX_STATE)) {
        return false;
    }
    const unsigned last = (unsigned)m->contract.ctx_last;
    if (!m->cfg.el3 && contexts_known(&m->spu->contexts, last) &&
        SPE_CTX_NS(t->state) != SPE_CTX_NS(m->spu->contexts.txn[last].state)) {
        contract_misuse(m, "ctx.state",
                        "NS changes, but without EL3 the Security state is constant");
    }
    ids_ctx(m, t);
    if (contexts_known(&m->spu->contexts, t->id) && m->spu->contexts.txn[t->id].state == t->state) {
        return true; /* most calls only tell a new counter */
    }
    spe_ctx_from_txn(&ctx, t);
    if (spe_ctx_possible(&m->cfg, &ctx)) {
        return true;
    }
    return contract_misuse(m, "ctx.state",
                           "EL%u with {NSE, NS} = {%d, %d}: no such PE in this configuration",
                           ctx.el, ctx.nse, ctx.ns);
}

static bool ranges_pop(struct spe_model *m, const struct spe_txn_pop *t)
{
    if (!contexts_known(&m->spu->contexts, t->ctx)) {
        return contract_misuse(m, "pop.ctx", "context %u was not announced", t->ctx);
    }
    if (t->n == 0 || t->n > SPE_BUDGET_MAX + 8) {
        return contract_misuse(m, "pop.n", "%" PRIu32 " members in one call, 1 to %u are possible",
                               t->n, SPE_BUDGET_MAX + 8);
    }
    return t->slot == SPE_SLOT_UNKNOWN ||
           contract_in_range(m, "pop.slot", t->slot, (uint64_t)m->cfg.width - 1);
}

bool model_member(const struct spe_model *m, unsigned slot)
{
    return m->spu->selection.member.last && m->spu->selection.member.cycle == m->txn->cycle &&
           (m->spu->selection.member.slot == SPE_SLOT_UNKNOWN ||
            m->spu->selection.member.slot == slot);
}

/* Whether the SPU chose a member. A lane without a member holds anything, and to choose it is the
 * error of the SPU (sel.position). */
static bool chose_member(const struct spe_model *m, const struct spe_txn_sel *t)
{
    return (m->opt.taps & SPE_TAP_POP) == 0 || model_member(m, t->slot);
}

/* The context of the first lane of this cycle. A context that an earlier cycle has announced is
 * current now, even if this is the first transaction since. */
static int current_ctx(const struct spe_model *m)
{
    const struct contexts *c = &m->spu->contexts;

    return c->next >= 0 && m->txn->cycle > m->clock.txn_cycle ? c->next : c->now;
}

/* A member executes in the context that its `pop` has named, which is current then. Without POP it
 * executes in the current context, or in the announced one. */
static void sel_ctx(struct spe_model *m, const struct spe_txn_sel *t)
{
    const bool pop = (m->opt.taps & SPE_TAP_POP) != 0;
    const int current = current_ctx(m);

    if (t->ctx != current && (pop || t->ctx != m->spu->contexts.next) && chose_member(m, t)) {
        contract_misuse(m, "sel.ctx", "a member of context %u is chosen, but %d is current", t->ctx,
                        current);
    }
}

static bool ranges_sel(struct spe_model *m, const struct spe_txn_sel *t)
{
    if (!contexts_known(&m->spu->contexts, t->ctx)) {
        return contract_misuse(m, "sel.ctx", "context %u was not announced", t->ctx);
    }
    if (t->op <= 0x2FF && (m->op_known[t->op / 64] >> t->op % 64 & 1) == 0 && chose_member(m, t)) {
        /* The selection counts all the same: the SPU copies what the PE says. */
        contract_misuse(m, "sel.op", "operation type 0x%03x is not defined for this configuration",
                        t->op);
    }
    sel_ctx(m, t);
    return contract_in_range(m, "sel.slot", t->slot, (uint64_t)m->cfg.width - 1) &&
           contract_in_range(m, "sel.op", t->op, 0x2FF) &&
           contract_in_range(m, "sel.flags", t->flags, 15) &&
           (t->tag == SPE_TAG_COLLIDED ||
            contract_in_range(m, "sel.tag", t->tag, (uint64_t)m->cfg.inflight - 1));
}

/* Only an ending has a payload. */
static bool ranges_life(struct spe_model *m, const struct spe_txn_life *t)
{
    uint64_t payload = t->flags | t->source | t->events | t->va | t->pa | t->target | t->lat_issue |
                       t->lat_xlat | t->lat_total | t->prev | t->lat_alt;

    return contract_in_range(m, "life.tag", t->tag, (uint64_t)m->cfg.inflight - 1) &&
           contract_in_range(m, "life.kind", t->kind, SPE_LIFE_KINDS - 1) &&
           contract_in_range(m, "life.flags", t->flags, LIFE_FLAGS) &&
           (t->kind >= SPE_LIFE_RETIRE ||
            contract_in_range(m, "payload of a life event that is no ending", payload, 0));
}

/* Ranges of the transactions of the operation side. */
static bool ranges_pe(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_CTX:
        return ranges_ctx(m, &t->u.ctx);
    case SPE_TXN_POP:
        return ranges_pop(m, &t->u.pop);
    case SPE_TXN_SEL:
        return ranges_sel(m, &t->u.sel);
    case SPE_TXN_RND:
        return contract_in_range(m, "rnd.injected", t->u.rnd.injected, 1);
    default:
        return ranges_life(m, &t->u.life);
    }
}

static bool ranges_sysreg(struct spe_model *m, const struct spe_txn_sysreg *s)
{
    if (m->spu->contexts.now < 0) {
        return contract_misuse(m, "sysreg", "no context was announced before the access");
    }
    if (!contract_in_range(m, "sysreg.outcome", s->outcome, SPE_ACCESS_MEMORY) ||
        !contract_in_range(m, "sysreg.write", s->write, 1) ||
        !contract_in_range(m, "sysreg.fgt", s->fgt, 1)) {
        return false;
    }
    if (s->pos < m->contract.pos_last) {
        return contract_misuse(m, "sysreg.pos",
                               "access at member %" PRIu64 " after one at %" PRIu64, s->pos,
                               m->contract.pos_last);
    }
    if (m->contract.ctx_moved == m->txn->cycle) {
        contract_misuse(m, "sysreg", "%s", at_change);
    }
    m->contract.accessed = m->txn->cycle;
    m->contract.pos_last = s->pos;
    m->contract.written |= s->write != 0;
    if ((m->opt.taps & SPE_TAP_POP) == 0 || s->pos == m->spu->ops) {
        return true;
    }
    return contract_misuse(m, "sysreg.pos",
                           "access at member %" PRIu64 " but %" PRIu64 " were counted", s->pos,
                           m->spu->ops);
}

/* Whether the call has the data of its kind. */
static bool sync_data_good(struct spe_model *m, const struct spe_txn_sync *t)
{
    const bool told = t->kind == SPE_SYNC_CSE && (t->data & SPE_SYNC_IDS) != 0;

    return contract_in_range(m, "sync.data", t->data,
                             told                         ? 2 * SPE_SYNC_IDS - 1
                             : t->kind == SPE_SYNC_IMPDEF ? IMPDEF
                                                          : 0);
}

/* The request of a barrier is a level that holds until the barrier is done. So there is no second
 * request before that. */
static bool ranges_sync(struct spe_model *m, const struct spe_txn_sync *t)
{
    bool psb = t->kind == SPE_SYNC_PSB_REQ;

    if (!contract_in_range(m, "sync.kind", t->kind,
                           m->cfg.impdef_event ? SPE_SYNC_IMPDEF : SPE_SYNC_TLBI) ||
        !sync_data_good(m, t)) {
        return false;
    }
    if ((psb && m->spu->barriers.psb_open) ||
        (t->kind == SPE_SYNC_DSB_REQ && m->spu->barriers.dsb_open)) {
        return contract_misuse(m, "sync.kind", "a second %s is requested before the first is done",
                               psb ? "PSB CSYNC" : "DSB");
    }
    if (t->kind == SPE_SYNC_PSB_DONE || t->kind == SPE_SYNC_DSB_DONE) {
        m->contract.done_cycle = m->txn->cycle;
    }
    return true;
}

/* `most` is how many events one report may carry: SAMPLE_POP is gathered, the others come at once.
 */
static bool ranges_out(struct spe_model *m, const struct spe_txn_out *t)
{
    const uint32_t most = SPE_BUDGET_MAX + 16;

    if (m->txn->cycle == m->contract.done_cycle) {
        contract_misuse(m, "out",
                        "outputs after a barrier that is done in the cycle: they come before it");
    }
    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        if (!contract_in_range(m, "out.feed_kind", t->feed_kind[i], most)) {
            return false;
        }
    }
    return contract_in_range(m, "out.levels", t->levels, 0xFF) &&
           contract_in_range(m, "out.full", t->full, most) &&
           contract_in_range(m, "out.serror", t->serror, most) &&
           contract_in_range(m, "out.pop", t->pop, most) &&
           contract_in_range(m, "out.feed", t->feed, most) &&
           contract_in_range(m, "out.filtrate", t->filtrate, most) &&
           contract_in_range(m, "out.collision", t->collision, most) &&
           contract_in_range(m, "out.cti", t->cti, most);
}

/* Whether a call may come while the clock is stopped: nothing changes then, but registers can be
 * read. Such reads come before `clk` in the cycle in which the clock runs again (dpi/README.md).
 * What was gathered is told before reset and close. */
static bool may_come_stopped(const struct spe_txn *t)
{
    return t->kind == SPE_TXN_CLK || t->kind == SPE_TXN_RESET || t->kind == SPE_TXN_OUT ||
           t->kind == SPE_TXN_CLOSE || (t->kind == SPE_TXN_SYSREG && rank_of(t) == 0);
}

/* `clk` comes once in the first cycle out of reset, before all other calls of the clock. */
static void first_clk(struct spe_model *m, const struct spe_txn *t)
{
    const bool clk = t->kind == SPE_TXN_CLK;

    if (m->contract.clk_told || (!clk && may_come_stopped(t))) {
        return;
    }
    if (!clk || (m->contract.reset_cycle != UINT64_MAX && t->cycle != m->contract.reset_cycle)) {
        contract_misuse(m, "clk", "no `clk` in the first cycle out of reset");
    }
    m->contract.clk_told = true;
}

/* Reset lasts at least one rising edge: nothing of the cycle follows its assertion, and its release
 * comes first in its own cycle. A release in the same cycle is taken all the same. */
static bool ranges_reset(struct spe_model *m, const struct spe_txn *t)
{
    if (t->u.reset.kind == 1 && m->contract.in_reset && m->contract.reset_cycle == t->cycle) {
        contract_misuse(m, "reset.kind", "reset is released in the cycle in which it is asserted");
    }
    m->contract.clk_told = m->contract.last.beat_open = false;
    contract_once_reset(&m->contract);
    m->contract.reset_cycle = t->cycle;
    if (!contract_in_range(m, "reset.kind", t->u.reset.kind, 1) ||
        m->contract.in_reset == (t->u.reset.kind == 1)) {
        return t->u.reset.kind <= 1;
    }
    return contract_misuse(m, "reset.kind", "reset is %s, but it %s",
                           m->contract.in_reset ? "asserted" : "released",
                           m->contract.in_reset ? "was asserted before" : "was not asserted");
}

static bool ranges_control(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_CLK:
        return contract_in_range(m, "clk.running", t->u.clk.running, 1) &&
               contract_in_range(m, "clk.active", t->u.clk.active, 1);
    case SPE_TXN_SYSREG:
        return ranges_sysreg(m, &t->u.sysreg);
    case SPE_TXN_SYNC:
        return ranges_sync(m, &t->u.sync);
    case SPE_TXN_OUT:
        return ranges_out(m, &t->u.out);
    case SPE_TXN_RESET:
        return ranges_reset(m, t);
    default:
        return true;
    }
}

static bool ranges(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_CTX:
    case SPE_TXN_POP:
    case SPE_TXN_RND:
    case SPE_TXN_SEL:
    case SPE_TXN_LIFE:
        return ranges_pe(m, t);
    case SPE_TXN_XL_REQ:
    case SPE_TXN_XL_RSP:
    case SPE_TXN_AW:
    case SPE_TXN_W:
    case SPE_TXN_B:
        return contract_bus(m, t);
    default:
        return ranges_control(m, t);
    }
}

/* The calls at the place of a rank, as dpi/README.md names them. */
static const char *at_rank(int rank)
{
    static const char *const at[] = {
        "sysreg read", "clk", "ctx", "life",         "rnd, pop or sel", "xl_req or xl_rsp",
        "aw",          "w",   "b",   "sysreg write", "sync or out",
    };

    return rank / LIVES < (int)(sizeof(at) / sizeof(at[0])) ? at[rank / LIVES] : "reset";
}

static void say_order(struct spe_finding *f, int rank_last, const struct spe_txn *t)
{
    const char *last = at_rank(rank_last);
    const char *now = at_rank(rank_of(t));

    f->cycle = t->cycle;
    FMT(f->where, "%s", spe_txn_name(t->kind));
    FMT(f->text, "out of order inside the cycle");
    if (now == last) {
        FMT(f->expected, "lives by tag, of one tag by kind");
        FMT(f->actual, "life of tag %u, kind %u", t->u.life.tag, t->u.life.kind);
    } else {
        FMT(f->expected, "%s before %s", now, last);
        FMT(f->actual, "%s after %s", now, last);
    }
}

static bool in_order(struct spe_model *m, const struct spe_txn *t)
{
    const uint64_t last = m->contract.cycle;
    int rank = rank_of(t);

    if (t->cycle < last) {
        return contract_misuse(m, "cycle", "cycle steps back from %" PRIu64 " to %" PRIu64, last,
                               t->cycle);
    }
    m->contract.cycle = t->cycle;
    if (t->kind == SPE_TXN_POP && t->cycle > last) {
        m->contract.rank = 0; /* members of earlier cycles may come before anything */
        return true;
    }
    if (t->cycle > last || (t->kind == SPE_TXN_RESET && t->u.reset.kind == 1)) {
        m->contract.rank = t->kind == SPE_TXN_RESET && t->u.reset.kind == 1 ? 0 : rank;
        return true;
    }
    if (t->kind == SPE_TXN_POP) {
        return true;
    }
    if (rank < m->contract.rank || (rank == m->contract.rank && t->kind == SPE_TXN_LIFE)) {
        struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");

        say_order(&f, m->contract.rank, t);
        model_emit(m, &f);
        return false;
    }
    if (rank > m->contract.rank) {
        m->contract.rank = rank;
    }
    return true;
}

bool model_contract(struct spe_model *m, const struct spe_txn *t)
{
    m->facts.checks.evals[SPE_CHECK_CONTRACT]++; /* it cannot be switched off */
    if (t->kind >= SPE_TXN_KINDS) {
        return contract_misuse(m, "kind", "transaction of kind %u", t->kind);
    }
    if (m->contract.closed) {
        return contract_misuse(m, spe_txn_name(t->kind), "transaction after close");
    }
    if (t->seq != m->contract.seq_next) {
        contract_misuse(m, "seq", "sequence number %" PRIu32 ", expected %" PRIu32, t->seq,
                        m->contract.seq_next);
    }
    m->contract.seq_next = t->seq + 1;
    if (t->kind != SPE_TXN_CLOSE) {
        m->contract.calls++;
        m->contract.sum = m->contract.sum * 31 + t->kind;
    }
    if (m->contract.in_reset && t->kind != SPE_TXN_RESET && t->kind != SPE_TXN_CLOSE) {
        return contract_misuse(m, spe_txn_name(t->kind), "transaction in reset");
    }
    if (m->clock.stopped && !may_come_stopped(t)) {
        return contract_misuse(m, spe_txn_name(t->kind),
                               "transaction while the clock stands still");
    }
    if ((spe_txn_tap(t->kind) & ~m->opt.taps) != 0) {
        return contract_misuse(m, spe_txn_name(t->kind),
                               "transaction of a group that is not connected");
    }
    first_clk(m, t);
    if (!in_order(m, t) || !ranges(m, t)) {
        return false;
    }
    contract_once(m, t);
    return true;
}
