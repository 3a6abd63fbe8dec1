/* SPDX-License-Identifier: Apache-2.0
 *
 * The C adapter: each call becomes one transaction. No architecture here.
 */
#include "spe_dpi.h"

#include "spe_dpi_session.h"

static struct spe_txn begin(enum spe_txn_kind kind, int seq, long long cycle)
{
    struct spe_txn txn = {.kind = (uint8_t)kind, .seq = (uint32_t)seq, .cycle = (uint64_t)cycle};

    return txn;
}

/* A value that its field cannot hold must not come out as a smaller, sensible one. */
static unsigned fit(int value, unsigned max)
{
    if (value >= 0 && (unsigned)value <= max)
        return (unsigned)value;
    spe_dpi_misuse("argument out of range");
    return max;
}

static uint8_t u8(int value)
{
    return (uint8_t)fit(value, UINT8_MAX);
}

static uint16_t u16(int value)
{
    return (uint16_t)fit(value, UINT16_MAX);
}

int spe_dpi_reset(void *h, int seq, long long cycle, int kind)
{
    struct spe_txn txn = begin(SPE_TXN_RESET, seq, cycle);

    txn.u.reset = (struct spe_txn_reset){.kind = u8(kind)};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_clk(void *h, int seq, long long cycle, int running, int active)
{
    struct spe_txn txn = begin(SPE_TXN_CLK, seq, cycle);

    txn.u.clk = (struct spe_txn_clk){.running = u8(running), .active = u8(active)};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_sysreg(void *h, int seq, long long cycle, long long pos, int enc, int write,
                   int outcome, int fgt, long long data)
{
    struct spe_txn txn = begin(SPE_TXN_SYSREG, seq, cycle);

    txn.u.sysreg = (struct spe_txn_sysreg){.pos = (uint64_t)pos,
                                           .enc = u16(enc),
                                           .write = u8(write),
                                           .outcome = u8(outcome),
                                           .fgt = u8(fgt),
                                           .data = (uint64_t)data};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_ctx(void *h, int seq, long long cycle, int id, long long state, int contextidr_el1,
                int contextidr_el2, long long cntvoff, long long cntpoff, long long cntpct)
{
    struct spe_txn txn = begin(SPE_TXN_CTX, seq, cycle);

    txn.u.ctx = (struct spe_txn_ctx){.id = u8(id),
                                     .state = (uint64_t)state,
                                     .contextidr_el1 = (uint32_t)contextidr_el1,
                                     .contextidr_el2 = (uint32_t)contextidr_el2,
                                     .cntvoff = (uint64_t)cntvoff,
                                     .cntpoff = (uint64_t)cntpoff,
                                     .cntpct = (uint64_t)cntpct};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_pop(void *h, int seq, long long cycle, int ctx, int n, int slot)
{
    struct spe_txn txn = begin(SPE_TXN_POP, seq, cycle);

    txn.u.pop = (struct spe_txn_pop){.ctx = u8(ctx), .slot = u8(slot), .n = fit(n, INT32_MAX)};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_rnd(void *h, int seq, long long cycle, int value, int injected)
{
    struct spe_txn txn = begin(SPE_TXN_RND, seq, cycle);

    txn.u.rnd = (struct spe_txn_rnd){.value = u8(value), .injected = u8(injected)};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_sel(void *h, int seq, long long cycle, int ctx, int slot, int tag, int flags,
                long long pc, int op)
{
    struct spe_txn txn = begin(SPE_TXN_SEL, seq, cycle);

    txn.u.sel = (struct spe_txn_sel){.ctx = u8(ctx),
                                     .slot = u8(slot),
                                     .tag = u8(tag),
                                     .flags = u8(flags),
                                     .pc = (uint64_t)pc,
                                     .op = u16(op)};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_life(void *h, int seq, long long cycle, int tag, int kind, int flags, int source,
                 long long events, long long va, long long pa, long long target, long long prev,
                 int lat_issue, int lat_xlat, int lat_total, int lat_alt)
{
    struct spe_txn txn = begin(SPE_TXN_LIFE, seq, cycle);

    txn.u.life = (struct spe_txn_life){.tag = u8(tag),
                                       .kind = u8(kind),
                                       .flags = fit(flags, INT32_MAX),
                                       .source = u16(source),
                                       .events = (uint64_t)events,
                                       .va = (uint64_t)va,
                                       .pa = (uint64_t)pa,
                                       .target = (uint64_t)target,
                                       .prev = (uint64_t)prev,
                                       .lat_issue = (uint32_t)lat_issue,
                                       .lat_xlat = (uint32_t)lat_xlat,
                                       .lat_total = (uint32_t)lat_total,
                                       .lat_alt = (uint32_t)lat_alt};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_xl_req(void *h, int seq, long long cycle, int id, int regime, int nvm, int attr, int sh,
                   long long va)
{
    struct spe_txn txn = begin(SPE_TXN_XL_REQ, seq, cycle);

    txn.u.xl_req = (struct spe_txn_xl_req){.id = u8(id),
                                           .regime = u8(regime),
                                           .nvm = u8(nvm),
                                           .attr = u8(attr),
                                           .sh = u8(sh),
                                           .va = (uint64_t)va};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_xl_rsp(void *h, int seq, long long cycle, int id, int fault, int stage2, int fsc,
                   int mss2, int pas, int attr, int sh, long long pa)
{
    struct spe_txn txn = begin(SPE_TXN_XL_RSP, seq, cycle);

    txn.u.xl_rsp = (struct spe_txn_xl_rsp){.id = u8(id),
                                           .fault = u8(fault),
                                           .stage2 = u8(stage2),
                                           .fsc = u8(fsc),
                                           .pas = u8(pas),
                                           .attr = u8(attr),
                                           .sh = u8(sh),
                                           .mss2 = u16(mss2),
                                           .pa = (uint64_t)pa};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_aw(void *h, int seq, long long cycle, int id, long long addr, int len, int size,
               int burst, int prot, int cache, long long offered)
{
    struct spe_txn txn = begin(SPE_TXN_AW, seq, cycle);

    txn.u.aw = (struct spe_txn_aw){.id = u8(id),
                                   .len = u8(len),
                                   .size = u8(size),
                                   .burst = u8(burst),
                                   .prot = u8(prot),
                                   .cache = u8(cache),
                                   .addr = (uint64_t)addr,
                                   .offered = (uint64_t)offered};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_w(void *h, int seq, long long cycle, int word, long long data, int strb, int last_word,
              int last)
{
    struct spe_txn txn = begin(SPE_TXN_W, seq, cycle);

    txn.u.w = (struct spe_txn_w){.word = u8(word),
                                 .strb = u8(strb),
                                 .last_word = u8(last_word),
                                 .last = u8(last),
                                 .data = (uint64_t)data};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_b(void *h, int seq, long long cycle, int id, int resp)
{
    struct spe_txn txn = begin(SPE_TXN_B, seq, cycle);

    txn.u.b = (struct spe_txn_b){.id = u8(id), .resp = u8(resp)};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_sync(void *h, int seq, long long cycle, int kind, long long pos, long long data)
{
    struct spe_txn txn = begin(SPE_TXN_SYNC, seq, cycle);

    txn.u.sync =
        (struct spe_txn_sync){.kind = u8(kind), .pos = (uint64_t)pos, .data = (uint64_t)data};
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_out(void *h, int seq, long long cycle, int levels, int serror, int cti, int pop,
                int feed, int filtrate, int collision, int full, int feed_br, int feed_ld,
                int feed_st, int feed_fp, int feed_simd, int feed_op, int feed_event, int feed_lat,
                int feed_ds)
{
    struct spe_txn txn = begin(SPE_TXN_OUT, seq, cycle);

    txn.u.out = (struct spe_txn_out){.levels = u16(levels),
                                     .serror = fit(serror, INT32_MAX),
                                     .pop = fit(pop, INT32_MAX),
                                     .feed = fit(feed, INT32_MAX),
                                     .filtrate = fit(filtrate, INT32_MAX),
                                     .collision = fit(collision, INT32_MAX),
                                     .cti = fit(cti, INT32_MAX),
                                     .full = fit(full, INT32_MAX)};
    const int kinds[SPE_FEED_KINDS] = {feed_br, feed_ld,    feed_st,  feed_fp, feed_simd,
                                       feed_op, feed_event, feed_lat, feed_ds};
    for (int i = 0; i < SPE_FEED_KINDS; i++)
        txn.u.out.feed_kind[i] = fit(kinds[i], INT32_MAX);
    return spe_dpi_submit(h, &txn);
}

int spe_dpi_close(void *h, int seq, long long cycle, long long calls, int sum)
{
    struct spe_txn txn = begin(SPE_TXN_CLOSE, seq, cycle);

    txn.u.close = (struct spe_txn_close){.calls = (uint64_t)calls, .sum = (uint32_t)sum};
    return spe_dpi_finish(h, &txn);
}
