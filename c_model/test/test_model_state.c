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
    /* rtl/README.md W10: SAMPLE_COLLISION over a write of PMBSR_EL1 in its cycle. */
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
};

static const struct txnlog_row bad[] = {
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

static void passing_logs_pass(void **state)
{
    size_t n = sizeof(passing) / sizeof(passing[0]);

    (void)state;
    assert_int_equal(txnlog_rows(passing, n), n);
}

static void bad_logs_fail_with_their_check(void **state)
{
    size_t n = sizeof(bad) / sizeof(bad[0]);

    (void)state;
    assert_int_equal(txnlog_rows(bad, n), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passing_logs_pass),
        cmocka_unit_test(bad_logs_fail_with_their_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
