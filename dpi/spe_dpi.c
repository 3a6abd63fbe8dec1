/* SPDX-License-Identifier: Apache-2.0
 *
 * The C adapter: each call becomes one transaction. It knows nothing of the architecture.
 */
#include "spe_dpi.h"

#include <stdbool.h>
#include <stdio.h>

#include "spe_dpi_session.h"

/* A call, and whether an argument of it does not fit its field. */
struct call {
    struct spe_txn txn;
    const char *name;
    bool misfit;
};

static struct call begin(const char *name, enum spe_txn_kind kind, int seq, long long cycle)
{
    struct call call = {.name = name};

    call.txn.kind = (uint8_t)kind;
    call.txn.seq = (uint32_t)seq;
    call.txn.cycle = (uint64_t)cycle;
    return call;
}

/* Check that the field can hold the value. Otherwise it would be cut to another, plausible one. */
static unsigned fit(struct call *call, const char *argument, int value, unsigned max)
{
    char what[96];

    if (value >= 0 && (unsigned)value <= max) {
        return (unsigned)value;
    }
    (void)snprintf(what, sizeof(what), "%s: argument %s = %d out of range (seq %d)", call->name,
                   argument, value, (int)call->txn.seq);
    spe_dpi_misuse(what);
    call->misfit = true;
    return 0;
}

/* A call that does not fit is not told: its values would be those of no monitor. */
static int submit(void *h, const struct call *call)
{
    return call->misfit ? 1 : spe_dpi_submit(h, &call->txn);
}

#define FIT(argument, max) fit(&call, #argument, (argument), (max))
#define U8(argument)       (uint8_t) FIT(argument, UINT8_MAX)
#define U16(argument)      (uint16_t) FIT(argument, UINT16_MAX)
#define U31(argument)      FIT(argument, INT32_MAX)

int spe_dpi_reset(void *h, int seq, long long cycle, int kind)
{
    struct call call = begin(__func__, SPE_TXN_RESET, seq, cycle);

    call.txn.u.reset = (struct spe_txn_reset){.kind = U8(kind)};
    return submit(h, &call);
}

int spe_dpi_clk(void *h, int seq, long long cycle, int running, int active)
{
    struct call call = begin(__func__, SPE_TXN_CLK, seq, cycle);

    call.txn.u.clk = (struct spe_txn_clk){.running = U8(running), .active = U8(active)};
    return submit(h, &call);
}

int spe_dpi_sysreg(void *h, int seq, long long cycle, long long pos, int enc, int write,
                   int outcome, int fgt, long long data)
{
    struct call call = begin(__func__, SPE_TXN_SYSREG, seq, cycle);

    call.txn.u.sysreg = (struct spe_txn_sysreg){.pos = (uint64_t)pos,
                                                .enc = U16(enc),
                                                .write = U8(write),
                                                .outcome = U8(outcome),
                                                .fgt = U8(fgt),
                                                .data = (uint64_t)data};
    return submit(h, &call);
}

int spe_dpi_ctx(void *h, int seq, long long cycle, int id, long long state, int contextidr_el1,
                int contextidr_el2, long long cntvoff, long long cntpoff, long long cntpct)
{
    struct call call = begin(__func__, SPE_TXN_CTX, seq, cycle);

    call.txn.u.ctx = (struct spe_txn_ctx){.id = U8(id),
                                          .state = (uint64_t)state,
                                          .contextidr_el1 = (uint32_t)contextidr_el1,
                                          .contextidr_el2 = (uint32_t)contextidr_el2,
                                          .cntvoff = (uint64_t)cntvoff,
                                          .cntpoff = (uint64_t)cntpoff,
                                          .cntpct = (uint64_t)cntpct};
    return submit(h, &call);
}

int spe_dpi_pop(void *h, int seq, long long cycle, int ctx, int n, int slot)
{
    struct call call = begin(__func__, SPE_TXN_POP, seq, cycle);

    call.txn.u.pop = (struct spe_txn_pop){.ctx = U8(ctx), .slot = U8(slot), .n = U31(n)};
    return submit(h, &call);
}

int spe_dpi_rnd(void *h, int seq, long long cycle, int value, int injected)
{
    struct call call = begin(__func__, SPE_TXN_RND, seq, cycle);

    call.txn.u.rnd = (struct spe_txn_rnd){.value = U8(value), .injected = U8(injected)};
    return submit(h, &call);
}

int spe_dpi_sel(void *h, int seq, long long cycle, int ctx, int slot, int tag, int flags,
                long long pc, int op)
{
    struct call call = begin(__func__, SPE_TXN_SEL, seq, cycle);

    call.txn.u.sel = (struct spe_txn_sel){.ctx = U8(ctx),
                                          .slot = U8(slot),
                                          .tag = U8(tag),
                                          .flags = U8(flags),
                                          .pc = (uint64_t)pc,
                                          .op = U16(op)};
    return submit(h, &call);
}

int spe_dpi_life(void *h, int seq, long long cycle, int tag, int kind, int flags, int source,
                 long long events, long long va, long long pa, long long target, long long prev,
                 int lat_issue, int lat_xlat, int lat_total, int lat_alt)
{
    struct call call = begin(__func__, SPE_TXN_LIFE, seq, cycle);

    call.txn.u.life = (struct spe_txn_life){.tag = U8(tag),
                                            .kind = U8(kind),
                                            .flags = U31(flags),
                                            .source = U16(source),
                                            .events = (uint64_t)events,
                                            .va = (uint64_t)va,
                                            .pa = (uint64_t)pa,
                                            .target = (uint64_t)target,
                                            .prev = (uint64_t)prev,
                                            .lat_issue = (uint32_t)lat_issue,
                                            .lat_xlat = (uint32_t)lat_xlat,
                                            .lat_total = (uint32_t)lat_total,
                                            .lat_alt = (uint32_t)lat_alt};
    return submit(h, &call);
}

int spe_dpi_xl_req(void *h, int seq, long long cycle, int id, int regime, int nvm, int attr, int sh,
                   long long va)
{
    struct call call = begin(__func__, SPE_TXN_XL_REQ, seq, cycle);

    call.txn.u.xl_req = (struct spe_txn_xl_req){.id = U8(id),
                                                .regime = U8(regime),
                                                .nvm = U8(nvm),
                                                .attr = U8(attr),
                                                .sh = U8(sh),
                                                .va = (uint64_t)va};
    return submit(h, &call);
}

int spe_dpi_xl_rsp(void *h, int seq, long long cycle, int id, int fault, int stage2, int fsc,
                   int mss2, int pas, int attr, int sh, long long pa)
{
    struct call call = begin(__func__, SPE_TXN_XL_RSP, seq, cycle);

    call.txn.u.xl_rsp = (struct spe_txn_xl_rsp){.id = U8(id),
                                                .fault = U8(fault),
                                                .stage2 = U8(stage2),
                                                .fsc = U8(fsc),
                                                .pas = U8(pas),
                                                .attr = U8(attr),
                                                .sh = U8(sh),
                                                .mss2 = U16(mss2),
                                                .pa = (uint64_t)pa};
    return submit(h, &call);
}

int spe_dpi_aw(void *h, int seq, long long cycle, int id, long long addr, int len, int size,
               int burst, int prot, int cache, long long offered)
{
    struct call call = begin(__func__, SPE_TXN_AW, seq, cycle);

    call.txn.u.aw = (struct spe_txn_aw){.id = U8(id),
                                        .len = U8(len),
                                        .size = U8(size),
                                        .burst = U8(burst),
                                        .prot = U8(prot),
                                        .cache = U8(cache),
                                        .addr = (uint64_t)addr,
                                        .offered = (uint64_t)offered};
    return submit(h, &call);
}

int spe_dpi_w(void *h, int seq, long long cycle, int word, long long data, int strb, int last_word,
              int last)
{
    struct call call = begin(__func__, SPE_TXN_W, seq, cycle);

    call.txn.u.w = (struct spe_txn_w){.word = U8(word),
                                      .strb = U8(strb),
                                      .last_word = U8(last_word),
                                      .last = U8(last),
                                      .data = (uint64_t)data};
    return submit(h, &call);
}

int spe_dpi_b(void *h, int seq, long long cycle, int id, int resp)
{
    struct call call = begin(__func__, SPE_TXN_B, seq, cycle);

    call.txn.u.b = (struct spe_txn_b){.id = U8(id), .resp = U8(resp)};
    return submit(h, &call);
}

int spe_dpi_sync(void *h, int seq, long long cycle, int kind, long long pos, long long data)
{
    struct call call = begin(__func__, SPE_TXN_SYNC, seq, cycle);

    call.txn.u.sync =
        (struct spe_txn_sync){.kind = U8(kind), .pos = (uint64_t)pos, .data = (uint64_t)data};
    return submit(h, &call);
}

int spe_dpi_out(void *h, int seq, long long cycle, int levels, int serror, int cti, int pop,
                int feed, int filtrate, int collision, int full, int feed_br, int feed_ld,
                int feed_st, int feed_fp, int feed_simd, int feed_op, int feed_event, int feed_lat,
                int feed_ds)
{
    struct call call = begin(__func__, SPE_TXN_OUT, seq, cycle);

    call.txn.u.out = (struct spe_txn_out){.levels = U16(levels),
                                          .serror = U31(serror),
                                          .pop = U31(pop),
                                          .feed = U31(feed),
                                          .filtrate = U31(filtrate),
                                          .collision = U31(collision),
                                          .cti = U31(cti),
                                          .full = U31(full)};
    const int kinds[SPE_FEED_KINDS] = {feed_br, feed_ld,    feed_st,  feed_fp, feed_simd,
                                       feed_op, feed_event, feed_lat, feed_ds};
    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        call.txn.u.out.feed_kind[i] = U31(kinds[i]);
    }
    return submit(h, &call);
}

int spe_dpi_close(void *h, int seq, long long cycle, long long calls, int sum)
{
    struct call call = begin(__func__, SPE_TXN_CLOSE, seq, cycle);

    call.txn.u.close = (struct spe_txn_close){.calls = (uint64_t)calls, .sum = (uint32_t)sum};
    return spe_dpi_finish(h, &call.txn);
}
