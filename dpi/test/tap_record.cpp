// SPDX-License-Identifier: Apache-2.0
//
// Replaces the adapter in test/tap_sequence.sh: prints every call, and returns what is left of a
// budget of five members; the next budget begins when this one is used up.

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

void spe_dpi_dir(const char *dir, int keep)
{
    if (*dir != '\0' || keep != 0)
        std::printf("dir %s keep=%d\n", dir, keep);
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
                   int fgt, long long data)
{
    return say(2, s, c, "sysreg pos=%lld enc=0x%x write=%d outcome=%d fgt=%d data=0x%llx", pos, enc,
               write, outcome, fgt, data);
}

int spe_dpi_ctx(void *, int s, long long c, int id, long long state, int idr1, int idr2,
                long long off, long long poff, long long cnt)
{
    return say(3, s, c, "ctx %d state=0x%llx idr1=%d idr2=%d off=%lld poff=%lld cnt=%lld", id,
               state, idr1, idr2, off, poff, cnt);
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

int spe_dpi_sel(void *, int s, long long c, int ctx, int slot, int tag, int flags, long long pc,
                int op)
{
    return say(6, s, c, "sel ctx=%d slot=%d tag=%d flags=%d pc=0x%llx op=0x%x", ctx, slot, tag,
               flags, pc, op);
}

int spe_dpi_life(void *, int s, long long c, int tag, int kind, int flags, int source,
                 long long events, long long va, long long pa, long long target, long long prev,
                 int issue, int xlat, int total, int alt)
{
    return say(7, s, c,
               "life tag=%d kind=%d flags=0x%x source=%d ev=0x%llx va=0x%llx pa=0x%llx tgt=0x%llx "
               "prev=0x%llx lat=%d/%d/%d/%d",
               tag, kind, flags, source, events, va, pa, target, prev, issue, xlat, total, alt);
}

int spe_dpi_xl_req(void *, int s, long long c, int id, int regime, int nvm, int attr, int sh,
                   long long va)
{
    return say(8, s, c, "xl_req id=%d regime=%d nvm=%d attr=0x%x sh=%d va=0x%llx", id, regime, nvm,
               attr, sh, va);
}

int spe_dpi_xl_rsp(void *, int s, long long c, int id, int fault, int stage2, int fsc, int mss2,
                   int pas, int attr, int sh, long long pa)
{
    return say(9, s, c,
               "xl_rsp id=%d fault=%d stage2=%d fsc=%d mss2=0x%x pas=%d attr=0x%x sh=%d pa=0x%llx",
               id, fault, stage2, fsc, mss2, pas, attr, sh, pa);
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

int spe_dpi_sync(void *, int s, long long c, int kind, long long pos, long long data)
{
    return say(13, s, c, "sync %d pos=%lld data=0x%llx", kind, pos, data);
}

int spe_dpi_out(void *, int s, long long c, int levels, int serror, int cti, int pop, int feed,
                int filtrate, int collision, int full, int br, int ld, int st, int fp, int simd,
                int op, int event, int lat, int ds)
{
    return say(14, s, c,
               "out levels=0x%x serror=%d cti=%d pop=%d feed=%d filtrate=%d collision=%d full=%d "
               "kinds=%d/%d/%d/%d/%d/%d/%d/%d/%d",
               levels, serror, cti, pop, feed, filtrate, collision, full, br, ld, st, fp, simd, op,
               event, lat, ds);
}

int spe_dpi_close(void *, int s, long long c, long long calls, int told)
{
    bool good = calls == next_seq && static_cast<unsigned>(told) == sum;

    return say(15, s, c, "close %s", good ? "ok" : "BAD CALLS OR SUM");
}

// Every model with the package links these functions; this test calls none of them.
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
