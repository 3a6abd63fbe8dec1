// SPDX-License-Identifier: Apache-2.0
//
// Stands in for the adapter in test/tap_sequence.sh: prints every call, and answers with a budget
// of five members from the last selection or budget on.

#include "spe_dpi.h"

#include <cstdarg>
#include <cstdio>

static int left = 5;
static int next_seq = 0;
static unsigned sum = 0;

static int say(int kind, int seq, long long cycle, const char *format, ...)
{
    va_list args;

    std::printf("%lld ", cycle);
    va_start(args, format);
    std::vprintf(format, args);
    va_end(args);
    std::printf("%s\n", seq == next_seq ? "" : " BAD SEQUENCE");
    next_seq = seq + 1;
    sum = sum * 31 + static_cast<unsigned>(kind);
    return left;
}

void *spe_dpi_open(int, long long, const char *name, const char *, const char *, int taps,
                   int order_free)
{
    std::printf("open %s taps=0x%x order_free=%d\n", name, taps, order_free);
    return &left;
}

int spe_dpi_reset(void *, int s, long long c, int kind)
{
    return say(0, s, c, "reset %d", kind);
}

int spe_dpi_clk(void *, int s, long long c, int running, int active)
{
    return say(1, s, c, "clk %d %d", running, active);
}

int spe_dpi_sysreg(void *, int s, long long c, long long pos, int enc, int write, int outcome,
                   long long data)
{
    return say(2, s, c, "sysreg pos=%lld enc=0x%x write=%d outcome=%d data=0x%llx", pos, enc, write,
               outcome, data);
}

int spe_dpi_ctx(void *, int s, long long c, int id, int state, int idr1, int idr2, long long off,
                long long cnt)
{
    return say(3, s, c, "ctx %d state=0x%x idr1=%d idr2=%d off=%lld cnt=%lld", id, state, idr1,
               idr2, off, cnt);
}

int spe_dpi_pop(void *, int s, long long c, int ctx, int n, int slot)
{
    left -= n;
    if (left == 0)
        left = 5;
    return say(4, s, c, "pop ctx=%d n=%d slot=%d", ctx, n, slot);
}

int spe_dpi_rnd(void *, int s, long long c, int value, int injected)
{
    return say(5, s, c, "rnd %d injected=%d", value, injected);
}

int spe_dpi_sel(void *, int s, long long c, int ctx, int slot, int tag, long long pc, int op)
{
    return say(6, s, c, "sel ctx=%d slot=%d tag=%d pc=0x%llx op=0x%x", ctx, slot, tag, pc, op);
}

int spe_dpi_life(void *, int s, long long c, int tag, int kind, int flags, int source,
                 long long events, long long va, long long pa, long long target, int issue,
                 int xlat, int total)
{
    return say(7, s, c,
               "life tag=%d kind=%d flags=0x%x source=%d ev=0x%llx va=0x%llx pa=0x%llx tgt=0x%llx "
               "lat=%d/%d/%d",
               tag, kind, flags, source, events, va, pa, target, issue, xlat, total);
}

int spe_dpi_xl_req(void *, int s, long long c, int id, int regime, long long va)
{
    return say(8, s, c, "xl_req id=%d regime=%d va=0x%llx", id, regime, va);
}

int spe_dpi_xl_rsp(void *, int s, long long c, int id, int fault, int stage2, int fsc, int ns,
                   int attr, int sh, long long pa)
{
    return say(9, s, c, "xl_rsp id=%d fault=%d stage2=%d fsc=%d ns=%d attr=0x%x sh=%d pa=0x%llx",
               id, fault, stage2, fsc, ns, attr, sh, pa);
}

int spe_dpi_aw(void *, int s, long long c, int id, long long addr, int len, int size, int burst,
               int prot, int cache, long long offered)
{
    return say(10, s, c,
               "aw id=%d addr=0x%llx len=%d size=%d burst=%d prot=%d cache=%d offered=%lld", id,
               addr, len, size, burst, prot, cache, offered);
}

int spe_dpi_w(void *, int s, long long c, int word, long long data, int strb, int last_word,
              int last)
{
    return say(11, s, c, "w %d data=0x%llx strb=0x%x last_word=%d last=%d", word, data, strb,
               last_word, last);
}

int spe_dpi_b(void *, int s, long long c, int id, int resp)
{
    return say(12, s, c, "b id=%d resp=%d", id, resp);
}

int spe_dpi_sync(void *, int s, long long c, int kind, long long pos)
{
    return say(13, s, c, "sync %d pos=%lld", kind, pos);
}

int spe_dpi_out(void *, int s, long long c, int irq, int serror, int pop, int feed, int filtrate,
                int collision, int cti)
{
    return say(14, s, c, "out irq=%d serror=%d pop=%d feed=%d filtrate=%d collision=%d cti=%d", irq,
               serror, pop, feed, filtrate, collision, cti);
}

int spe_dpi_close(void *, int s, long long c, long long calls, int told)
{
    bool good = calls == next_seq && static_cast<unsigned>(told) == sum;

    return say(15, s, c, "close %s", good ? "ok" : "BAD CALLS OR SUM");
}

// Linked by every model with the package, called by none here.
void spe_dpi_run(const char *, long long, long long)
{
}

void spe_dpi_fail(int, const char *)
{
}

int spe_dpi_status(void)
{
    return 0;
}
