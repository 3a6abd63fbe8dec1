/* SPDX-License-Identifier: Apache-2.0 */
#include "narrow.h"

#include <assert.h>

#include "spe/model.h"

#define COUNT_MAX 65536u /* most members, and most SAMPLE_POP, that a monitor gathers */

void narrow_begin(struct narrow *n, unsigned taps,
                  int (*send)(void *user, const struct spe_txn *txn), void *user)
{
    *n = (struct narrow){.taps = taps, .send = send, .user = user, .budget = 1};
}

static void send(struct narrow *n, const struct spe_txn *txn)
{
    struct spe_txn t = *txn;

    t.seq = n->seq++;
    if (t.kind == SPE_TXN_CLOSE) {
        t.u.close = (struct spe_txn_close){n->calls, n->sum};
    } else {
        n->calls++;
        n->sum = n->sum * 31 + t.kind;
    }
    n->budget = n->send(n->user, &t);
}

/* ---- Members */

static void flush_members(struct narrow *n, uint64_t cycle)
{
    struct spe_txn t = {.kind = SPE_TXN_POP, .cycle = cycle};

    if (n->gathered != 0) {
        t.u.pop = (struct spe_txn_pop){n->gathered_ctx, n->gathered_slot, n->gathered};
        n->gathered = 0;
        send(n, &t);
    }
}

/* Gather members up to the budget. Only the lane of the last member of a `pop` is known. */
static void gather(struct narrow *n, const struct spe_txn *txn)
{
    const struct spe_txn_pop *pop = &txn->u.pop;
    uint32_t left = pop->n;

    if (n->gathered_ctx != pop->ctx) {
        flush_members(n, txn->cycle);
    }
    n->gathered_ctx = pop->ctx;
    while (left > 0) {
        uint32_t room = n->budget < 1 ? 1 : (uint32_t)n->budget;
        room = room < COUNT_MAX ? room : COUNT_MAX;
        room = room > n->gathered ? room - n->gathered : 1;
        const uint32_t some = left < room ? left : room;
        n->gathered += some;
        left -= some;
        n->gathered_slot = left == 0 ? pop->slot : SPE_SLOT_UNKNOWN;
        if (some == room) {
            flush_members(n, txn->cycle);
        }
    }
}

/* Whether a transaction may be sent before the gathered members: `xl_*` without a fault, and `w`
 * that does not end a burst. */
static bool passes_members(const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_XL_REQ:
        return true;
    case SPE_TXN_XL_RSP:
        return t->u.xl_rsp.fault == 0;
    case SPE_TXN_W:
        return t->u.w.last == 0 || t->u.w.last_word == 0;
    default:
        return false;
    }
}

/* ---- Contexts */

static bool same_context(const struct spe_txn_ctx *a, const struct spe_txn_ctx *b)
{
    return a->id == b->id && a->state == b->state && a->contextidr_el1 == b->contextidr_el1 &&
           a->contextidr_el2 == b->contextidr_el2 && a->cntvoff == b->cntvoff &&
           a->cntpoff == b->cntpoff;
}

/* Whether the model may need CNTPCT_EL0 in this cycle. It does if a selection, an ending or a draw
 * is sent, or if the members from transaction `from` on reach the budget. It also does if the log
 * has none of these: then the context was repeated because of the budget there. */
static bool wants_counter(const struct narrow *n, int from)
{
    uint64_t members = n->gathered;
    bool other = false;

    for (int i = from; i < n->n; i++) {
        const struct spe_txn *t = &n->held[i];
        const bool ends = t->kind == SPE_TXN_LIFE && t->u.life.kind >= SPE_LIFE_RETIRE;
        const bool reason = ends || t->kind == SPE_TXN_SEL || t->kind == SPE_TXN_RND;
        if (reason && (spe_txn_tap(t->kind) & n->taps) != 0) {
            return true;
        }
        other |= reason;
        members += t->kind == SPE_TXN_POP ? t->u.pop.n : 0;
    }
    return (n->taps & SPE_TAP_POP) != 0 && (!other || members >= (uint64_t)n->budget);
}

static void send_ctx(struct narrow *n, uint64_t cycle)
{
    struct spe_txn t = n->ctx;

    t.cycle = cycle;
    n->cntpct = t.u.ctx.cntpct;
    flush_members(n, cycle);
    send(n, &t);
}

/* Take the i-th transaction, a context. A context that only repeats the counter is sent only if the
 * groups that remain give a reason for it. */
static void take_ctx(struct narrow *n, int i)
{
    const struct spe_txn *t = &n->held[i];
    const bool repeated = n->ctx_known && same_context(&t->u.ctx, &n->ctx.u.ctx);

    n->ctx = *t;
    n->ctx_known = true;
    if (!repeated || wants_counter(n, i)) {
        send_ctx(n, t->cycle);
    }
}

/* ---- Outputs */

static bool only_members(const struct narrow *n, const struct spe_txn_out *o)
{
    uint32_t others = o->serror | o->feed | o->filtrate | o->collision | o->cti | o->full;

    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        others |= o->feed_kind[i];
    }
    return others == 0 && o->levels == n->levels;
}

static bool barrier_done(const struct narrow *n)
{
    for (int i = 0; i < n->n; i++) {
        const struct spe_txn *t = &n->held[i];
        if (t->kind == SPE_TXN_SYNC &&
            (t->u.sync.kind == SPE_SYNC_PSB_DONE || t->u.sync.kind == SPE_SYNC_DSB_DONE)) {
            return true;
        }
    }
    return false;
}

static void send_out(struct narrow *n, const struct spe_txn *txn)
{
    struct spe_txn t = *txn;

    t.u.out.pop += n->unreported;
    n->unreported = 0;
    n->levels = t.u.out.levels;
    flush_members(n, t.cycle);
    send(n, &t);
}

/* A barrier that is done makes a monitor report its counts. Without the group SYNC it does not, so
 * a report of members alone is kept back. */
static void take_out(struct narrow *n, const struct spe_txn *t)
{
    const bool forced = (n->taps & SPE_TAP_SYNC) == 0 && barrier_done(n);

    if (forced && only_members(n, &t->u.out) && n->unreported + t->u.out.pop < COUNT_MAX) {
        n->unreported += t->u.out.pop;
    } else {
        send_out(n, t);
    }
}

/* When reset asserts, the gathered counts and members are sent first. */
static void take_reset(struct narrow *n, const struct spe_txn *t)
{
    const struct spe_txn out = {.kind = SPE_TXN_OUT, .cycle = t->cycle, .u.out.levels = n->levels};

    if (t->u.reset.kind == 0 && n->unreported != 0) {
        send_out(n, &out);
    }
    flush_members(n, t->cycle);
    send(n, t);
    n->levels = 0;
    n->ctx_known = false;
}

/* ---- One cycle */

static void send_other(struct narrow *n, const struct spe_txn *txn)
{
    struct spe_txn t = *txn;

    if ((n->taps & SPE_TAP_POP) == 0 && t.kind == SPE_TXN_SYSREG) {
        t.u.sysreg.pos = 0;
    } else if ((n->taps & SPE_TAP_POP) == 0 && t.kind == SPE_TXN_SYNC) {
        t.u.sync.pos = 0;
    }
    if (!passes_members(&t)) {
        flush_members(n, t.cycle);
    }
    send(n, &t);
}

static void take_held(struct narrow *n, int i)
{
    const struct spe_txn *t = &n->held[i];

    if ((spe_txn_tap(t->kind) & ~n->taps) != 0) {
        return;
    }
    switch (t->kind) {
    case SPE_TXN_POP:
        gather(n, t);
        break;
    case SPE_TXN_CTX:
        take_ctx(n, i);
        break;
    case SPE_TXN_OUT:
        take_out(n, t);
        break;
    case SPE_TXN_RESET:
        take_reset(n, t);
        break;
    default:
        send_other(n, t);
        break;
    }
}

/* Index at which a context belongs in a cycle that has none: after reads of registers and `clk`. */
static int place_of_ctx(const struct narrow *n)
{
    int place = 0;

    for (int i = 0; i < n->n; i++) {
        const struct spe_txn *t = &n->held[i];
        const bool read = t->kind == SPE_TXN_SYSREG &&
                          (t->u.sysreg.write == 0 || t->u.sysreg.outcome != SPE_ACCESS_OK);
        place = read || t->kind == SPE_TXN_CLK || t->kind == SPE_TXN_RESET ? i + 1 : place;
    }
    return place;
}

static bool has_ctx(const struct narrow *n)
{
    for (int i = 0; i < n->n; i++) {
        if (n->held[i].kind == SPE_TXN_CTX) {
            return true;
        }
    }
    return false;
}

/* Whether members of an old context are sent before this transaction. They do not wait for the next
 * cycle. */
static bool after_members(const struct spe_txn *t)
{
    return t->kind >= SPE_TXN_XL_REQ && t->kind <= SPE_TXN_CLOSE;
}

static void send_cycle(struct narrow *n)
{
    const uint64_t cycle = n->n > 0 ? n->held[0].cycle : 0;
    const bool late = n->ctx_known && n->ctx.u.ctx.cntpct != n->cntpct &&
                      (n->taps & (SPE_TAP_REGS | SPE_TAP_POP)) == SPE_TAP_REGS && !has_ctx(n);
    const int place = late ? place_of_ctx(n) : -1;

    for (int i = 0; i < n->n; i++) {
        if (i == place && wants_counter(n, i)) {
            send_ctx(n, cycle); /* the log has it earlier, because another group needed it */
        }
        if (after_members(&n->held[i]) && n->ctx_known && n->gathered_ctx != n->ctx.u.ctx.id) {
            flush_members(n, cycle);
        }
        take_held(n, i);
    }
    if (n->ctx_known && n->gathered_ctx != n->ctx.u.ctx.id) {
        flush_members(n, cycle);
    }
    n->n = 0;
}

void narrow_txn(struct narrow *n, const struct spe_txn *txn)
{
    if (n->n > 0 && (txn->cycle != n->held[0].cycle || n->n == NARROW_CYCLE)) {
        send_cycle(n);
    }
    assert(n->n < NARROW_CYCLE);
    n->held[n->n++] = *txn;
}

void narrow_end(struct narrow *n)
{
    send_cycle(n);
}
