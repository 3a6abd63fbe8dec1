/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Logs derived by hand about time and state: clocks that stop, writes beside hardware updates. Each
 * permitted variant passes; made wrong in one place, exactly the named checks fire.
 */

/* The selection of `release` collides, as it may, in the cycle of a write of DL. */
#define COLLIDES_BESIDE_A_WRITE                                                                    \
    E("29 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",                                            \
      "29 sel ctx=0 slot=0 tag=collided pc=0x400100 op=0x000\n"                                    \
      "29 sysreg enc=PMBSR_EL1 write=write pos=258 data=0x80000"),                                 \
        E("30 out pop=257 feed=1", "30 out pop=257 collision=1"),                                  \
        E("31 life tag=0 kind=squash", NULL)

static const struct txnlog_row passing[] = {
    /* dpi/timing.md W10: SAMPLE_COLLISION over a write of PMBSR_EL1 in its cycle. */
    {"release",
     "",
     {COLLIDES_BESIDE_A_WRITE, E("54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0",
                                 "54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x90000")}},
    /* The full event over the written value: DL stays. */
    {"full",
     "",
     {E("36 b id=0 resp=0",
        "36 b id=0 resp=0\n36 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x80000"),
      E("38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20001",
        "38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0xa0001")}},
    /* S written 1: the event finds it so and changes nothing. */
    {"full",
     "",
     {E("36 b id=0 resp=0",
        "36 b id=0 resp=0\n36 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x90020007"),
      E("38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20001",
        "38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x90020007")}},
    /* The ordinary movement of PMBPTR_EL1 gives way to a write. */
    {"full",
     "",
     {E("36 b id=0 resp=0",
        "36 b id=0 resp=0\n36 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x1c000"),
      E("39 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1ffc5",
        "39 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1c000")}},
    {"clock_stop", "", {{0}}},
    /* Told again, and closed with the clock stopped. */
    {"clock_stop",
     "",
     {E("21 clk running=0 active=1", "21 clk running=0 active=1\n25 clk running=0 active=0"),
      E("70 close", "70 clk running=0 active=1\n80 out\n80 close")}},
    /* A reset while the clock stands still. */
    {"clock_stop",
     "",
     {E("56 clk running=0 active=1", "56 clk running=0 active=1\n57 out\n57 reset kind=assert\n"
                                     "58 reset kind=release\n58 clk running=0 active=1"),
      E("60 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL),
      E("60 clk running=1 active=1", "60 clk running=1 active=1\n"
                                     "60 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN"),
      E("60 out cti=1", NULL)}},
    /* The thread is inactive in 23 .. 26: latencies do not count these cycles (2.8). */
    {"one_record",
     "",
     {E("22 life tag=0 kind=issue", "22 life tag=0 kind=issue\n23 clk running=1 active=0\n"
                                    "25 clk running=1 active=1"),
      E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000398")}},
    /* Reset values that are unknown. */
    {"unknown", "", {{0}}},
    /* S is 1: PMBIRQ says so; software clears it. */
    {"unknown",
     "",
     {E("2 ctx id=0 state=EL1+NS+NSPB3+CNTEN", "2 ctx id=0 state=EL1+NS+NSPB3+CNTEN\n"
                                               "2 out pmbirq=1"),
      E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",
        "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000\n"
        "3 sysreg enc=PMBSR_EL1 write=write data=0\n4 out pmbirq=0"),
      E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",
        "5 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001"),
      E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0"),
      E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0")}},
    /* PMBIRQ lags: it may rise until [irq_max]. */
    {"unknown",
     "",
     {E("@key el2 = 0", "@key el2 = 0\n@key irq_max = 2"),
      E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",
        "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000"),
      E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",
        "4 sysreg enc=PMBSR_EL1 write=write data=0\n4 out pmbirq=1\n"
        "5 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001\n6 out pmbirq=0"),
      E("6 sysreg enc=PMSIRR_EL1 write=write data=0x100",
        "7 sysreg enc=PMSIRR_EL1 write=write data=0x100"),
      E("5 sysreg enc=PMSFCR_EL1 write=write data=0", NULL),
      E("7 sysreg enc=PMSCR_EL1 write=write data=0x2",
        "7 sysreg enc=PMSFCR_EL1 write=write data=0\n"
        "8 sysreg enc=PMSCR_EL1 write=write data=0x2"),
      E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0"),
      E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0")}},
    /* A read tells: of the counter; and of S where PMBIRQ has no tap. */
    {"unknown",
     "",
     {E("20 pop ctx=0 n=37", "19 pop ctx=0 n=36\n"
                             "19 sysreg enc=PMSICR_EL1 write=read pos=36 data=1\n"
                             "20 pop ctx=0 n=1")}},
    {"unknown",
     "",
     {E("@key el2 = 0", "@key el2 = 0\n@taps 0x5f"),
      E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",
        "3 sysreg enc=PMBSR_EL1 write=read data=0x900c0007\n"
        "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000"),
      E("21 out pop=37 feed=1", NULL), E("28 out filtrate=1", NULL), E("37 out cti=1", NULL),
      E("41 out pop=257 feed=1", NULL)}},
    /* The draw on enabling says that PMSICR_EL1 was 0 (3.1.1): 0x105 = 261; the next one reloads
       with a draw of 0. */
    {"unknown",
     "",
     {E("6 sysreg enc=PMSIRR_EL1 write=write data=0x100",
        "6 sysreg enc=PMSIRR_EL1 write=write data=0x101"),
      E("20 pop ctx=0 n=37", "8 rnd value=5\n20 pop ctx=0 n=261"),
      E("21 out pop=37 feed=1", "21 out pop=261 feed=1"),
      E("40 pop ctx=0 n=257", "39 rnd value=0\n39 pop ctx=0 n=1\n40 pop ctx=0 n=256"),
      E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007", NULL),
      E("50 sysreg enc=PMSEVFR_EL1 write=read pos=294 data=0xa8", NULL),
      E("51 sysreg enc=PMBPTR_EL1 write=read pos=294 data=0x10015", NULL),
      E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007", NULL)}},
    /* [tag_order] = any: the second of two free tags. */
    {"order",
     "",
     {E("@key inflight = 2", "@key inflight = 2\n@key tag_order = any"),
      E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",
        "20 sel ctx=0 slot=0 tag=1 pc=0x400100 op=0x000"),
      E("30 sel ctx=0 slot=0 tag=1 pc=0x400200 op=0x000",
        "30 sel ctx=0 slot=0 tag=0 pc=0x400200 op=0x000"),
      E("32 life tag=1 kind=retire lat_issue=1 lat_total=4",
        "32 life tag=0 kind=retire lat_issue=1 lat_total=4"),
      E("33 life tag=0 kind=retire lat_issue=1 lat_total=4",
        "33 life tag=1 kind=retire lat_issue=1 lat_total=4")}},
    /* [read_lag_max]: the old PMBPTR_EL1, COLL and counter for so many cycles. */
    {"one_record",
     "",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key read_lag_max = 3"),
      E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000"),
      E("40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0",
        "39 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000\n"
        "40 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015\n"
        "40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0"),
      E("8 pop ctx=0 n=1", "8 pop ctx=0 n=1\n9 sysreg enc=PMSICR_EL1 write=read pos=1 data=3")}},
    {"release",
     "",
     {COLLIDES_BESIDE_A_WRITE,
      E("@key release_max = 2", "@key release_max = 2\n@key read_lag_max = 2"),
      E("50 sync kind=psb_req pos=258", "31 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x80000\n"
                                        "32 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x90000\n"
                                        "50 sync kind=psb_req pos=258"),
      E("54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0",
        "54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x90000")}},
    /* [serror_min], [serror_max]. */
    {"serror",
     "",
     {E("@key ext_abort = serror", "@key ext_abort = serror\n@key serror_max = 3\n"
                                   "@key serror_min = 3"),
      E("39 out serror=1", "41 out serror=1")}},
    /* The lane of the choice. */
    {"one_record",
     "",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key width = 4"),
      E("20 pop ctx=0 n=2", "20 pop ctx=0 n=2 slot=3"),
      E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",
        "20 sel ctx=0 slot=3 tag=0 pc=0x400100 op=0x000")}},
};

static const struct txnlog_row bad[] = {
    {"order",
     "sel.collided", /* [tag_order] = lowest */
     {E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",
        "20 sel ctx=0 slot=0 tag=1 pc=0x400100 op=0x000"),
      E("30 sel ctx=0 slot=0 tag=1 pc=0x400200 op=0x000",
        "30 sel ctx=0 slot=0 tag=0 pc=0x400200 op=0x000"),
      E("32 life tag=1 kind=retire lat_issue=1 lat_total=4",
        "32 life tag=0 kind=retire lat_issue=1 lat_total=4"),
      E("33 life tag=0 kind=retire lat_issue=1 lat_total=4",
        "33 life tag=1 kind=retire lat_issue=1 lat_total=4")}},
    {"one_record",
     "reg.read,account.pointer", /* one cycle after [read_lag_max] */
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key read_lag_max = 3"),
      E("40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0",
        "40 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000\n"
        "40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0")}},
    {"one_record",
     "reg.read,sel.position", /* more than the members of so many cycles */
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key read_lag_max = 1"),
      E("8 pop ctx=0 n=1", "8 pop ctx=0 n=1\n9 sysreg enc=PMSICR_EL1 write=read pos=1 data=4")}},
    {"serror",
     "out.serror", /* too early */
     {E("@key ext_abort = serror", "@key ext_abort = serror\n@key serror_max = 3\n"
                                   "@key serror_min = 2")}},
    {"serror",
     "out.serror", /* too late */
     {E("39 out serror=1", "40 out serror=1")}},
    {"one_record",
     "sel.position", /* the member stands in lane 3 */
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key width = 4"),
      E("20 pop ctx=0 n=2", "20 pop ctx=0 n=2 slot=3")}},
    {"one_record",
     "sel.position", /* no lane has a member */
     {E("20 pop ctx=0 n=2", NULL), E("8 pop ctx=0 n=1", "8 pop ctx=0 n=2"),
      E("21 out pop=3 feed=1", "21 pop ctx=0 n=1\n21 out pop=3 feed=1")}},
    {"unknown",
     "sel.position", /* one member late: PMSICR_EL1 is known since the first selection */
     {E("40 pop ctx=0 n=257", "40 pop ctx=0 n=258"),
      E("41 out pop=257 feed=1", "41 out pop=258 feed=1"),
      E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007", NULL),
      E("50 sysreg enc=PMSEVFR_EL1 write=read pos=294 data=0xa8", NULL),
      E("51 sysreg enc=PMBPTR_EL1 write=read pos=294 data=0x10015", NULL),
      E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007", NULL)}},
    {"unknown",
     "sel.position", /* a read has told the counter */
     {E("20 pop ctx=0 n=37", "19 pop ctx=0 n=36\n"
                             "19 sysreg enc=PMSICR_EL1 write=read pos=36 data=2\n"
                             "20 pop ctx=0 n=1")}},
    {"unknown",
     "reg.read,out.irq", /* S is 0, as PMBIRQ has told */
     {E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900e0007")}},
    {"unknown",
     "reg.read", /* a field that was read once is known */
     {E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x90080007")}},
    {"unknown",
     "contract", /* the filter is not known */
     {E("5 sysreg enc=PMSFCR_EL1 write=write data=0", NULL)}},
    {"unknown",
     "contract", /* nor the event filter */
     {E("5 sysreg enc=PMSFCR_EL1 write=write data=0",
        "5 sysreg enc=PMSFCR_EL1 write=write data=1")}},
    {"unknown",
     "contract", /* nor the interval */
     {E("6 sysreg enc=PMSIRR_EL1 write=write data=0x100", NULL),
      E("40 pop ctx=0 n=257", "40 pop ctx=0 n=1"),
      E("41 out pop=257 feed=1", "41 out pop=1 feed=1"),
      E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007", NULL),
      E("50 sysreg enc=PMSEVFR_EL1 write=read pos=294 data=0xa8", NULL),
      E("51 sysreg enc=PMBPTR_EL1 write=read pos=294 data=0x10015", NULL),
      E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007", NULL)}},
    {"unknown",
     "contract", /* nor S, without a tap of PMBIRQ */
     {E("@key el2 = 0", "@key el2 = 0\n@taps 0x5f"), E("21 out pop=37 feed=1", NULL),
      E("28 out filtrate=1", NULL), E("37 out cti=1", NULL), E("41 out pop=257 feed=1", NULL)}},
    {"release",
     "reg.read", /* the write wins over SAMPLE_COLLISION */
     {COLLIDES_BESIDE_A_WRITE, E("54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0",
                                 "54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x80000")}},
    {"full",
     "reg.read", /* the event replaces the written value */
     {E("36 b id=0 resp=0",
        "36 b id=0 resp=0\n36 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x80000")}},
    {"full",
     "reg.read,sel.position,out.irq,out.pop", /* the write wins over the event */
     {E("36 b id=0 resp=0", "36 b id=0 resp=0\n36 sysreg enc=PMBSR_EL1 write=write pos=3 data=0"),
      E("37 out pmbirq=1 cti=1", "37 out cti=1"),
      E("38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20001",
        "38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0"),
      E("60 sysreg enc=PMSICR_EL1 write=read pos=4 data=0", NULL)}},
    {"full",
     "reg.read", /* the movement wins over the write */
     {E("36 b id=0 resp=0",
        "36 b id=0 resp=0\n36 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x1c000")}},
    {"clock_stop",
     "contract", /* a life event of an operation that does not move */
     {E("21 clk running=0 active=1", "21 clk running=0 active=1\n25 life tag=0 kind=issue")}},
    {"clock_stop",
     "out.feed", /* in the second cycle that runs */
     {E("30 out pop=3 feed=1", NULL),
      E("31 life tag=0 kind=issue", "31 life tag=0 kind=issue\n31 out pop=3 feed=1")}},
    {"clock_stop",
     "buf.data,story.record", /* total latency with the cycles of the stop */
     {E("40 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "40 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000e98")}},
    {"one_record",
     "buf.data,story.record", /* total latency with the inactive cycles */
     {E("22 life tag=0 kind=issue", "22 life tag=0 kind=issue\n23 clk running=1 active=0\n"
                                    "25 clk running=1 active=1")}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
