/* SPDX-License-Identifier: Apache-2.0
 *
 * Logs of discard mode, SAMPLE_FEED at completion and by kind, SAMPLE_BUFFER_FULL: each passes as
 * it stands and with every permitted outcome, and fails with its check when made wrong.
 */
#include "txnlog.h"

/* The record that `discard` drops, written. */
#define WRITTEN                                                                                    \
    E("28 out filtrate=1", "28 xl_req id=1 regime=0 va=0x1fff0\n28 out filtrate=1\n"               \
                           "29 xl_rsp id=1 ns=1 attr=0xff pa=0x8001fff0\n"                         \
                           "30 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x8001fff0\n"          \
                           "30 w word=0 strb=0xff last_word=1 last=1 data=0x00b0000299000598\n"    \
                           "31 b id=0 resp=0")

/* `full` where SAMPLE_BUFFER_FULL is implemented. */
#define FULL_KEY                                                                                   \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key pmu_full = 1")

/* `pointer_high` with an IMPLEMENTATION DEFINED event in the cycle in which the pointer may be
 * found wrong (W15), and what PMBSR_EL1 then says. */
#define IMPDEF(out, bsr)                                                                           \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key pmu_full = 1\n"                             \
      "@key impdef_event = 1"),                                                                    \
        E("30 pop ctx=0 n=1", "30 pop ctx=0 n=1\n30 sync kind=impdef pos=6 data=0x1234"),          \
        E("31 out pmbirq=1 pop=3", "31 out pmbirq=1 pop=3" out),                                   \
        E("34 sysreg enc=PMBSR_EL1 write=read pos=7 data=0x20001",                                 \
          "34 sysreg enc=PMBSR_EL1 write=read pos=7 data=" bsr)

#define NO_PMU_FEED E("@key pmu_feed = 1", NULL)

static const struct txnlog_row passing[] = {
    {"discard", "", {{0}}},
    {"feed_kinds", "", {{0}}},
    /* Both cycles are within [pmu_min] and [pmu_max]. */
    {"feed_kinds", "", {E("31 out feed=1 feed_br=1", "30 out feed=1\n31 out feed_br=1")}},
    {"full", "", {FULL_KEY, E("37 out pmbirq=1 cti=1", "37 out pmbirq=1 cti=1 full=1")}},
    {"full",
     "",
     {FULL_KEY,
      E("38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20001",
        "38 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20001\n38 out pmbirq=1 full=1")}},
    {"pointer_high", "", {IMPDEF(" full=1", "0x20001")}},
    {"pointer_high", "", {IMPDEF("", "0x7c021234")}},
};

static const struct txnlog_row bad[] = {
    /* Written in discard mode; not counted; a cross-trigger for it. */
    {"discard", "buf.data,account.pointer", {WRITTEN}},
    {"discard", "out.filtrate,account.feed,account.written", {E("28 out filtrate=1", NULL)}},
    {"discard", "out.cti", {E("28 out filtrate=1", "28 out filtrate=1 cti=1")}},
    /* An event for the wrong pointer. */
    {"discard", "out.irq", {E("28 out filtrate=1", "28 out filtrate=1 pmbirq=1")}},
    /* Before SPEv1p2, FM 0b10 acts as 0b00. */
    {"discard",
     "reg.read,sel.position,buf.disabled,out.irq,out.pop,out.cti",
     {E("@key pmsver = 3", "@key pmsver = 2"), E("@key fne = 1", NULL),
      E("45 sysreg enc=PMBSR_EL1 write=read pos=1 data=0",
        "45 sysreg enc=PMBSR_EL1 write=read pos=1 data=0x20001")}},
    /* SAMPLE_FEED at the selection; not for a squashed operation. */
    {"feed_kinds",
     "out.feed",
     {E("21 out pop=1", "21 out pop=1 feed=1"), E("31 out feed=1 feed_br=1", "31 out feed_br=1")}},
    {"feed_kinds",
     "out.feed,account.select,account.feed",
     {E("153 out pop=257 feed=1", "153 out pop=257")}},
    /* Each kind missing, and each too many. */
    {"feed_kinds", "out.feed_kind", {E("31 out feed=1 feed_br=1", "31 out feed=1")}},
    {"feed_kinds", "out.feed_kind", {E("31 out feed=1 feed_br=1", "31 out feed=1 feed_br=2")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("31 out feed=1 feed_br=1", "31 out feed=1 feed_br=1 feed_op=1")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("31 out feed=1 feed_br=1", "31 out feed=1 feed_br=1 feed_event=1")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("31 out feed=1 feed_br=1", "31 out feed=1 feed_br=1 feed_lat=1")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_op=1 feed_event=1 feed_lat=1",
        "91 out pop=257 feed=1 filtrate=1 feed_op=1 feed_event=1 feed_lat=1")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_op=1 feed_event=1 feed_lat=1",
        "91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_event=1 feed_lat=1")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_op=1 feed_event=1 feed_lat=1",
        "91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_op=1 feed_lat=1")}},
    {"feed_kinds",
     "out.feed_kind",
     {E("91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_op=1 feed_event=1 feed_lat=1",
        "91 out pop=257 feed=1 filtrate=1 feed_ld=1 feed_op=1 feed_event=1")}},
    /* A squashed store is not looked at by the filters. */
    {"feed_kinds",
     "out.feed_kind",
     {E("153 out pop=257 feed=1", "153 out pop=257 feed=1 feed_st=1")}},
    /* Without [pmu_feed] none of them counts. */
    {"feed_kinds", "out.feed_kind", {NO_PMU_FEED}},
    /* What the filters keep (FnE, FL). */
    {"feed_kinds",
     "reg.read,buf.data,out.filtrate,out.cti,out.feed_kind,account.feed,account.written",
     {E("9 sysreg enc=PMSNEVFR_EL1 write=write data=0x80",
        "9 sysreg enc=PMSNEVFR_EL1 write=write data=0x20")}},
    /* An operation type that the configuration does not have. */
    {"feed_kinds",
     "contract",
     {E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x200",
        "20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x2e0")}},
    /* SAMPLE_BUFFER_FULL missing, twice, without the event. */
    {"full", "out.full", {FULL_KEY}},
    {"full", "out.full", {FULL_KEY, E("37 out pmbirq=1 cti=1", "37 out pmbirq=1 cti=1 full=2")}},
    {"pointer_high", "out.full", {IMPDEF(" full=2", "0x20001")}},
    {"one_record",
     "out.full",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key pmu_full = 1"),
      E("37 out cti=1", "37 out cti=1 full=1")}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
