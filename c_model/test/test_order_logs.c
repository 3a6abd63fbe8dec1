/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * What the monitors and the PE owe the scoreboard in time: lives of operations, contexts, barriers
 * (dpi/README.md, "Rules"; dpi/timing.md, 1, 2 and 8). `one_record` with
 * exchanged lines; beside each row stands what is right in it, or what is wrong.
 */

#define CONFIG   "@config ../../../rtl/configs/v1p0_min.cfg"
#define SEL      "20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000"
#define ISSUE    "22 life tag=0 kind=issue"
#define COMPLETE "25 life tag=0 kind=complete"
#define RETIRE   "27 life tag=0 kind=retire"
#define STATE    " state=EL1+NS+NSPB3+E2PB3+CNTEN"
#define FIRST    "2 ctx id=0" STATE
#define AW       "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"
#define SICR     "47 sysreg enc=PMSICR_EL1 write=read pos=3 data=0"

/* The operation does not retire: nothing is written. */
#define ENDED(kind)                                                                                \
    E(RETIRE, "27 life tag=0 kind=" kind), E("28 xl_req id=1 regime=0 va=0x10000", NULL),          \
        E("28 out filtrate=1", NULL), E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", NULL),      \
        E(AW, NULL), E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),  \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("36 b id=0 resp=0", NULL), E("37 out cti=1", NULL),                                      \
        E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")
#define UNRECORDED E(CONFIG, CONFIG "\n@key misspec_record = 0")

/* The latencies are the PE's. */
#define AT_RETIRE                                                                                  \
    E(CONFIG, CONFIG "\n@key sample_point = retire\n@key speculative = 0"),                        \
        E(RETIRE, RETIRE " lat_issue=2 lat_total=5")

/* The PSB CSYNC of cycle 42 is done in `psb`, or never (NULL); what comes behind it waits. */
#define PSB_DONE(psb)                                                                              \
    E("43 sync kind=psb_done pos=3", psb), E("44 sync kind=dsb_req pos=3", NULL),                  \
        E("45 sync kind=dsb_done pos=3", NULL),                                                    \
        E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0", NULL), E("48 out", NULL),             \
        E("48 close", "9000 close")

static const struct txnlog_row passing[] = {
    /* Issue and complete in the cycle of the ending. */
    {"one_record", "", {E(ISSUE, ISSUE "\n24 life tag=0 kind=issue")}}, /* the first counts */
    {"one_record",
     "",
     {E(COMPLETE, NULL), E(RETIRE, "25 life tag=0 kind=complete\n25 life tag=0 kind=retire"),
      E("28 out filtrate=1", "26 out filtrate=1"), E("28 xl_req id=1 regime=0 va=0x10000", NULL),
      E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "28 xl_req id=1 regime=0 va=0x10000\n30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000")}},
    /* Squashed before it was issued; or issued and not complete. */
    {"one_record", "", {UNRECORDED, ENDED("squash"), E(ISSUE, NULL), E(COMPLETE, NULL)}},
    {"one_record", "", {UNRECORDED, ENDED("replay"), E(COMPLETE, NULL)}},
    /* Sampled at retire there are no pulses, or they mean nothing. */
    {"one_record", "", {AT_RETIRE, E(ISSUE, NULL), E(COMPLETE, NULL)}},
    {"one_record", "", {AT_RETIRE, E(ISSUE, NULL)}},
    /* The context changes, and comes again for its counter. */
    {"one_record",
     "",
     {E("41 sync kind=cse pos=3", "41 ctx id=1" STATE "+TBI0\n41 sync kind=cse pos=3"),
      E(SICR, SICR "\n47 ctx id=1" STATE "+TBI0 cntpct=7")}},
    /* It changed while the clock stood still, and again in the cycle in which it runs. */
    {"one_record",
     "",
     {E("41 sync kind=cse pos=3", "41 clk running=0 active=1\n41 clk running=1 active=1\n"
                                  "41 ctx id=1" STATE "+TBI0\n41 ctx id=2" STATE "\n"
                                  "41 sync kind=cse pos=3")}},
    /* PSB CSYNC comes in the last cycle in which it may. */
    {"one_record", "", {PSB_DONE("4138 sync kind=psb_done pos=3"), E(SICR, NULL)}},
    {"one_record", "", {E(AW, AW " offered=31")}},
};

static const struct txnlog_row bad[] = {
    {"one_record", "contract,buf.data,story.record", {E(ISSUE, NULL)}},
    {"one_record", "contract,buf.data,story.record", {E(COMPLETE, NULL)}},
    {"one_record",
     "contract,buf.data,story.record",
     {E(ISSUE, "22 life tag=0 kind=complete"), E(COMPLETE, "25 life tag=0 kind=issue")}},
    /* After its ending; twice; in another order inside the cycle; of a tag that nothing has. */
    {"one_record", "contract", {E(RETIRE, RETIRE "\n28 life tag=0 kind=complete")}},
    {"one_record", "contract", {E(RETIRE, RETIRE "\n27 life tag=0 kind=squash")}},
    {"one_record", "contract", {E(COMPLETE, COMPLETE "\n25 life tag=0 kind=issue")}},
    {"one_record", "contract", {E(COMPLETE, COMPLETE "\n25 life tag=0 kind=complete")}},
    {"one_record", "contract", {E("8 pop ctx=0 n=1", "8 life tag=0 kind=issue\n8 pop ctx=0 n=1")}},
    {"one_record", "contract", {E(SEL, SEL "\n20 life tag=0 kind=issue")}},
    /* ctx[0] is not ctx[1] of the cycle before: the tap leaves an id out. */
    {"one_record",
     "contract",
     {E("41 sync kind=cse pos=3", "41 ctx id=2" STATE "+TBI0\n41 sync kind=cse pos=3")}},
    /* The same, and a change inside the bundle: two in one cycle. */
    {"one_record",
     "contract",
     {E("41 sync kind=cse pos=3",
        "41 ctx id=1" STATE "+TBI0\n41 ctx id=2" STATE "\n41 sync kind=cse pos=3")}},
    /* Another context under the id of the last one; an old context comes again. */
    {"one_record",
     "contract",
     {E("41 sync kind=cse pos=3", "41 ctx id=0" STATE "+TBI0\n41 sync kind=cse pos=3")}},
    {"one_record",
     "contract",
     {E("41 sync kind=cse pos=3", "41 ctx id=1" STATE "+TBI0\n41 sync kind=cse pos=3"),
      E(SICR, SICR "\n47 ctx id=0" STATE)}},
    /* After a reset the context has a new id. */
    {"one_record",
     "contract",
     {E("48 out", "48 out\n48 reset kind=assert\n49 reset kind=release\n49 ctx id=0" STATE),
      E("48 close", "50 close")}},
    /* The member that is chosen stands in the context of its `pop`. */
    {"one_record",
     "contract",
     {E("8 pop ctx=0 n=1", "8 ctx id=1" STATE "\n8 pop ctx=1 n=1"),
      E("20 pop ctx=0 n=2", "20 pop ctx=1 n=2")}},
    /* A selection one cycle behind its member. */
    {"one_record", "sel.position", {E("20 pop ctx=0 n=2", "19 pop ctx=0 n=2")}},
    /* Reset asserts twice, and is released twice. */
    {"one_record",
     "contract",
     {E("0 reset kind=assert", "0 reset kind=assert\n1 reset kind=assert")}},
    {"one_record",
     "contract",
     {E("2 reset kind=release", "2 reset kind=release\n2 reset kind=release")}},
    /* Positions step back, also where the population is not told. */
    {"one_record",
     "contract",
     {E(CONFIG, CONFIG "\n@taps 103"), E("8 pop ctx=0 n=1", NULL), E("20 pop ctx=0 n=2", NULL),
      E(SICR, "47 sysreg enc=PMSICR_EL1 write=read pos=2 data=0")}},
    /* PSB CSYNC a cycle too late; never. */
    {"one_record", "liveness", {PSB_DONE("4139 sync kind=psb_done pos=3"), E(SICR, NULL)}},
    {"one_record", "liveness", {PSB_DONE(NULL), E(SICR, NULL)}},
};

/* The cycle in which a PSB CSYNC is late is the one of the finding. */
static void lateness_is_found_when_it_begins(void **state)
{
    static const struct txnlog_edit edits[] = {PSB_DONE(NULL), E(SICR, NULL), {NULL, NULL}};
    struct txnlog_result result;

    (void)state;
    txnlog_run("one_record", edits, &result);
    assert_string_equal(result.first,
                        "4139 liveness PSB CSYNC: PSB CSYNC of cycle 42 waits although every"
                        " earlier sample was done or lost by cycle 42 (expected done by cycle"
                        " 4138, actual still waiting) [member 3] [psb_max=4096]");
    assert_int_equal(result.totals.mismatches, 1); /* not again at the end of the run */
}

static void passing_logs_pass(void **state)
{
    const size_t n = sizeof(passing) / sizeof(passing[0]);

    (void)state;
    assert_int_equal(txnlog_rows(passing, n), n);
}

static void bad_logs_fail_with_their_check(void **state)
{
    const size_t n = sizeof(bad) / sizeof(bad[0]);

    (void)state;
    assert_int_equal(txnlog_rows(bad, n), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passing_logs_pass),
        cmocka_unit_test(bad_logs_fail_with_their_check),
        cmocka_unit_test(lateness_is_found_when_it_begins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
