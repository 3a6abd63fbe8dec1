/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Management events of SPEv1p1 to SPEv1p5 (Arm ARM D17.8): which register, which syndrome, which
 * levels. The logs exc_* with exchanged lines; beside each row stands what passes or must fire.
 */

#define FAULT    "40 xl_rsp id=2 fault=1 stage2=1 fsc=0x0f mss2=0x100"
#define EL3_READ "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f"
#define CTX_1    "8 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN+PMSEE3"
#define CTX_2    "42 ctx id=2 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3"

/* exc_fault: another answer, another syndrome in PMBSR_EL3. */
#define ANSWER(rsp, bsr)                                                                           \
    E(FAULT, "40 xl_rsp id=2 " rsp),                                                               \
        E(EL3_READ, "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=" bsr)

/* Controls beside PMSEE in both contexts; PMSCR_EL1 and PMSCR_EL2. */
#define CONTROLS(more, el1, el2)                                                                   \
    E("2 ctx id=0 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3",                                          \
      "2 ctx id=0 state=EL3+NS+NSPB3+E2PB3+CNTEN+" more),                                          \
        E(CTX_1, "8 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN+" more),                               \
        E(CTX_2, "42 ctx id=2 state=EL3+NS+NSPB3+E2PB3+CNTEN+" more),                              \
        E("6 sysreg enc=PMSCR_EL1 write=write data=0x2",                                           \
          "6 sysreg enc=PMSCR_EL1 write=write data=" el1),                                         \
        E("7 sysreg enc=PMSCR_EL2 write=write data=0",                                             \
          "7 sysreg enc=PMSCR_EL2 write=write data=" el2)

/* exc_fault: the event and the levels at EL1 and EL3; PMBSR_EL3, _EL2, _EL1. */
#define EVENT(rsp, at_el1, at_el3, bsr3, bsr2, bsr1)                                               \
    E(FAULT, "40 xl_rsp id=2 " rsp), E("41 out levels=0x48", "41 out levels=" at_el1),             \
        E("43 out levels=0x08", "43 out levels=" at_el3),                                          \
        E(EL3_READ, "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=" bsr3),                        \
        E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",                                       \
          "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=" bsr1),                                  \
        E("47 sysreg enc=PMBSR_EL2 write=read pos=3 data=0",                                       \
          "47 sysreg enc=PMBSR_EL2 write=read pos=3 data=" bsr2)

/* exc_fault: the pointer breaks 3.4.1, or is misaligned; nothing is translated. */
#define POINTER(ptr, value, key)                                                                   \
    E("@key b1_max = 1", "@key b1_max = 1\n" key),                                                 \
        E("3 sysreg enc=PMBPTR_EL1 write=write data=0x11ff0",                                      \
          "3 sysreg enc=PMBPTR_EL1 write=write data=" ptr),                                        \
        E("28 xl_req id=1 regime=0 va=0x11ff0", NULL),                                             \
        E("30 xl_rsp id=1 pas=1 attr=0xff pa=0x80011ff0", NULL),                                   \
        E("31 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80011ff0", NULL),                     \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001", NULL),               \
        E("34 b id=0 resp=0", NULL), E("35 xl_req id=2 regime=0 va=0x12000", NULL),                \
        E(FAULT, NULL), E("41 out levels=0x48", "29 out levels=0x48" value),                       \
        E("45 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000",                                \
          "45 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" ptr)
#define READ_EL3(bsr) E(EL3_READ, "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=" bsr)

/* exc_fault: the first page has the fault, at the first byte of the record. */
#define FIRST(key, before, bsr)                                                                    \
    E("@key b1_max = 1", "@key b1_max = 1\n" key),                                                 \
        E("7 sysreg enc=PMSCR_EL2 write=write data=0",                                             \
          "7 sysreg enc=PMBSR_EL3 write=write data=" before),                                      \
        E("30 xl_rsp id=1 pas=1 attr=0xff pa=0x80011ff0", NULL),                                   \
        E("31 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80011ff0", NULL),                     \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001", NULL),               \
        E("34 b id=0 resp=0", NULL), E("35 xl_req id=2 regime=0 va=0x12000", NULL),                \
        E(FAULT, "40 xl_rsp id=1 fault=1 fsc=0x07"),                                               \
        E("45 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000",                                \
          "45 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x11ff0"),                               \
        READ_EL3(bsr)

/* exc_fault: PMBLIMITR_EL1.PMFZ is 1. */
#define FREEZE(at_el1, at_el3)                                                                     \
    E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",                                       \
      "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20021"),                                      \
        E("41 out levels=0x48", "41 out levels=" at_el1),                                          \
        E("43 out levels=0x08", "43 out levels=" at_el3)

/* `disabled` of an SPEv1p0: the record is not written; PMBSR_EL1 is read at the end. */
#define NOT_WRITTEN(bsr)                                                                           \
    E("40 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                         \
        E("40 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("41 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("42 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("44 b id=0 resp=0", NULL), E("45 out cti=1", NULL),                                      \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000\n"                               \
          "55 sysreg enc=PMBSR_EL1 write=read pos=3 data=" bsr)
#define DISABLED(value)                                                                            \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key disabled_record = " value)
#define DENIED                                                                                     \
    E("32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000",                                \
      "32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n34 out pmbirq=1")
#define XL_RSP "30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000"

static const struct txnlog_row passing[] = {
    {"one_record", "", {E("48 close", "49 ctx id=1 state=EL2+NS+NSPB3+E2PB3\n49 close")}},
    {"exc_fault", "", {E("60 close", "60 ctx id=3 state=EL2+EEL2+NSPB3+E2PB3\n60 close")}},
    {"exc_fault", "", {{0}}},
    {"exc_full", "", {{0}}},
    {"window_lag", "", {{0}}},
    {"window_lag", "", {E("32 out levels=0x48", "33 out levels=0x48")}},
    {"exc_impdef", "", {{0}}},
    /* W7: granule protection check, MSS 0 (N5). */
    {"exc_fault", "", {ANSWER("fault=2 stage2=1 fsc=0x2c mss2=0x1e0", "0x780a0000")}},
    /* MSS2: of a stage 1 Permission fault only Overlay and DirtyBit; of others nothing. */
    {"exc_fault", "", {ANSWER("fault=1 fsc=0x0f mss2=0x1e0", "0x60900a000f")}},
    {"exc_fault", "", {ANSWER("fault=1 stage2=1 fsc=0x07 mss2=0x1e0", "0x940a0007")}},
    /* External aborts of walks set EA, at level -1 too; others and [walk_ea] = 0 do not. */
    {"exc_fault", "", {ANSWER("fault=1 fsc=0x17", "0x900e0017")}},
    {"exc_fault", "", {ANSWER("fault=1 fsc=0x13", "0x900e0013")}},
    {"exc_fault", "", {ANSWER("fault=1 fsc=0x1b", "0x900e001b")}},
    {"exc_fault",
     "",
     {E("@key b1_max = 1", "@key b1_max = 1\n@key walk_ea = 0"),
      ANSWER("fault=1 fsc=0x17", "0x900a0017")}},
    /* Routing: PMSEE 0b10 and a GPF with SCR_EL3.GPF, a GPC fault, an External abort with
       SCR_EL3.EA to EL3; else EL1, with PMBIRQ while PMSCR_EL2.EE is 0b00. */
    {"exc_fault",
     "",
     {CONTROLS("PMSEE2+SCRGPF", "0x2", "0"),
      EVENT("fault=1 fsc=0x28", "0x48", "0x08", "0x900a0028", "0", "0")}},
    {"exc_fault",
     "",
     {CONTROLS("PMSEE2", "0x2", "0"), EVENT("fault=2", "0x48", "0x08", "0x780a0000", "0", "0")}},
    {"exc_fault",
     "",
     {CONTROLS("PMSEE2+EA", "0x2", "0"),
      EVENT("fault=1 fsc=0x14", "0x48", "0x08", "0x900e0014", "0", "0")}},
    {"exc_fault",
     "",
     {CONTROLS("PMSEE2", "0x2", "0"),
      EVENT("fault=1 fsc=0x28", "0x01", "0x01", "0", "0", "0x900a0028")}},
    /* PMSCR_EL2.EE 0b10: stage 2 to EL2, taken from EL1, masked at EL3; stage 1 to EL1, where
       PMSCR_EL1.EE 0b11 and KE make it an exception to EL1. */
    {"exc_fault",
     "",
     {CONTROLS("PMSEE1", "0x2", "0x200"),
      EVENT("fault=1 stage2=1 fsc=0x07", "0x24", "0x04", "0", "0x940a0007", "0")}},
    {"exc_fault",
     "",
     {CONTROLS("PMSEE1", "0x702", "0x200"),
      EVENT("fault=1 fsc=0x07", "0x12", "0x02", "0", "0", "0x900a0007")}},
    {"exc_fault", /* PSTATE.PM masks it */
     "",
     {CONTROLS("PMSEE1+PM", "0x702", "0x200"),
      EVENT("fault=1 fsc=0x07", "0x02", "0x02", "0", "0", "0x900a0007")}},
    /* W11 by [wrong_pointer] and [misaligned]; W14. */
    {"exc_fault",
     "",
     {POINTER("0x1fff0", " full=1", "@key wrong_pointer = full"), READ_EL3("0x20001")}},
    {"exc_fault",
     "",
     {POINTER("0x1fff0", " full=1", "@key wrong_pointer = full_dl"), READ_EL3("0xa0001")}},
    {"exc_fault",
     "",
     {POINTER("0x1fff0", "", "@key wrong_pointer = translation"), READ_EL3("0x90020004")}},
    {"exc_fault",
     "",
     {POINTER("0x1fff0", "", "@key wrong_pointer = translation_dl"), READ_EL3("0x900a0004")}},
    {"exc_fault", "", {POINTER("0x1fff0", "", "@key wrong_pointer = denied"), READ_EL3("0xa0000")}},
    {"exc_fault", "", {POINTER("0x10000", "", "@key max_buff_size = 15"), READ_EL3("0x20004")}},
    /* B1, each branch. */
    {"exc_fault",
     "",
     {POINTER("0x1fff0", " full=1", "@key wrong_pointer = any"), READ_EL3("0x20001")}},
    {"exc_fault",
     "",
     {POINTER("0x1fff0", " full=1", "@key wrong_pointer = any"), READ_EL3("0xa0001")}},
    {"exc_fault", "", {POINTER("0x1fff0", "", "@key wrong_pointer = any"), READ_EL3("0x90020004")}},
    {"exc_fault", "", {POINTER("0x1fff0", "", "@key wrong_pointer = any"), READ_EL3("0x900a0004")}},
    {"exc_fault", "", {POINTER("0x1fff0", "", "@key wrong_pointer = any"), READ_EL3("0xa0000")}},
    /* B10: DL was 0 or 1 before. */
    {"exc_fault", "", {FIRST("", "0", "0x90020007")}},
    {"exc_fault", "", {FIRST("", "0x80000", "0x900a0007")}},
    {"exc_fault", "", {FIRST("@key dl_boundary = zero", "0x80000", "0x90020007")}},
    {"exc_fault", "", {FIRST("@key dl_boundary = one", "0", "0x900a0007")}},
    {"exc_fault", "", {FIRST("@key dl_boundary = any", "0", "0x90020007")}},
    {"exc_fault", "", {FIRST("@key dl_boundary = any", "0", "0x900a0007")}},
    {"exc_fault", "", {FIRST("@key dl_boundary = any", "0x80000", "0x90020007")}},
    /* W15: stopped before, nothing happens. */
    {"exc_fault",
     "",
     {E("41 out levels=0x48", "41 sync kind=impdef pos=3 data=0x55\n41 out levels=0x48")}},
    /* W15: with a fault in the same cycle the fault is reported. */
    {"exc_fault", "", {E(FAULT, FAULT "\n40 sync kind=impdef pos=3 data=0x55")}},
    /* EX5: counters are frozen while stopped with PMFZ. */
    {"exc_fault", "", {FREEZE("0xc8", "0x88")}},
    /* xl.nvm */
    {"exc_impdef", "", {IMPDEF_NVM("nvm=1 attr=0x44 sh=2")}},
};

static const struct txnlog_row denied[] = {
    /* W12: the record may have been offered before, or is dropped with an event. */
    {"disabled", "", {DISABLED("event")}},
    {"disabled", "", {DISABLED("event"), DENIED, NOT_WRITTEN("0xa0000")}},
    /* It was not even translated: nothing but the event. */
    {"disabled", "", {DISABLED("event"), DENIED, E(XL_RSP, NULL), NOT_WRITTEN("0xa0000")}},
    /* S2, each branch of `any`. */
    {"disabled", "", {DISABLED("any")}},
    {"disabled", "", {DISABLED("any"), NOT_WRITTEN("0")}},
    {"disabled", "", {DISABLED("any"), DENIED, NOT_WRITTEN("0xa0000")}},
    {"disabled", "", {DISABLED("write")}},
};

static const struct txnlog_row bad[] = {
    /* No PE is at EL2 in Secure state without Secure EL2, nor in the state {NSE, NS} 0b10. */
    {"one_record", "contract", {E("48 close", "49 ctx id=1 state=EL2+NSPB3+E2PB3\n49 close")}},
    {"exc_fault", "contract", {E("60 close", "60 ctx id=3 state=EL1+NSE+NSPB3+E2PB3\n60 close")}},
    /* Signals that an SPEv1p0 does not have. */
    {"one_record", "out.exception", {E("48 out", "48 out levels=0x02")}},
    {"one_record", "out.exception", {E("48 out", "48 out levels=0x40")}},
    {"one_record", "out.freeze", {E("48 out", "48 out levels=0x80")}},
    {"exc_fault", "out.exception", {E("41 out levels=0x48", "41 out levels=0x08")}},
    {"exc_fault", "out.exception", {E("41 out levels=0x48", "41 out levels=0x50")}},
    {"exc_fault", "out.exception", {E("43 out levels=0x08", NULL)}},
    {"exc_fault",
     "out.irq,out.exception",
     {E("41 out levels=0x48", "41 out levels=0x01"), E("43 out levels=0x08", NULL)}},
    {"exc_fault", "out.freeze", {FREEZE("0x48", "0x88")}},
    {"exc_fault",
     "out.freeze",
     {E("41 out levels=0x48", "41 out levels=0xc8"),
      E("43 out levels=0x08", "43 out levels=0x08")}},
    {"window_lag",
     "out.exception",
     {E("30 pop ctx=1 n=1", "30 pop ctx=1 n=1\n30 out levels=0x48")}},
    {"exc_full", "out.full", {E("37 out levels=0x48 cti=1 full=1", "37 out levels=0x48 cti=1")}},
    /* Stage 1 as stage 2; a syndrome in the wrong register; COLL too. */
    {"exc_fault", "event.syndrome", {ANSWER("fault=1 stage2=1 fsc=0x07", "0x900a0007")}},
    {"exc_fault", "event.syndrome", {ANSWER("fault=2 fsc=0x07", "0x780a0007")}},
    {"exc_fault", "event.syndrome", {ANSWER("fault=1 fsc=0x0f mss2=0x1e0", "0x1e0900a000f")}},
    {"exc_impdef",
     "event.syndrome",
     {E("44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0xabcdef7c021234",
        "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x7c021234")}},
    {"exc_fault",
     "out.irq,out.exception,event.route",
     {E(EL3_READ, "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0"),
      E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
        "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x100940a000f")}},
    {"exc_fault",
     "event.route",
     {E("47 sysreg enc=PMBSR_EL2 write=read pos=3 data=0",
        "47 sysreg enc=PMBSR_EL2 write=read pos=3 data=0x10000")}},
    {"exc_impdef", "xl.nvm", {IMPDEF_NVM("nvm=0")}},
    {"exc_impdef", "xl.nvm", {IMPDEF_NVM("nvm=1 attr=0x44 sh=3")}},
    {"exc_impdef", "xl.nvm", {IMPDEF_NVM("nvm=1 attr=0xff sh=2")}},
    /* B1, B10: not one of the permitted ones. */
    {"exc_fault",
     "fork.settled",
     {POINTER("0x1fff0", "", "@key wrong_pointer = any"), READ_EL3("0x94020004")}},
    {"exc_fault", "fork.settled", {FIRST("@key dl_boundary = any", "0", "0x900a0006")}},
    {"disabled", "fork.settled", {DISABLED("any"), DENIED, NOT_WRITTEN("0x20000")}},
    /* Dropped without an event. */
    {"disabled", "buf.denied", {DISABLED("event"), NOT_WRITTEN("0")}},
};

/* `one_record`: a filter that cannot filter, its key left open; the record is not written. */
#define FILTER(key, fcr)                                                                           \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key " key " = any"),                            \
        E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                      \
          "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000\n"                                     \
          "3 sysreg enc=PMSFCR_EL1 write=write data=" fcr)
#define REJECTED                                                                                   \
    E("28 xl_req id=1 regime=0 va=0x10000", NULL), E(XL_RSP, NULL),                                \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                     \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("36 b id=0 resp=0", NULL), E("37 out cti=1", NULL),                                      \
        E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")

#define FNE "pmsver = 3\n@key fne = 1\n@key events = 0xBFF\n@key "
#define OVERLAP                                                                                    \
    E("2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN",                                                 \
      "2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN+ENPMSN"),                                         \
        E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",                                   \
          "4 sysreg enc=PMSEVFR_EL1 write=write data=0x8\n"                                        \
          "4 sysreg enc=PMSNEVFR_EL1 write=write data=0x8\n"                                       \
          "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001")

static const struct txnlog_row filters[] = {
    /* L1, L2, L3: recorded, or not. */
    {"one_record", "", {FILTER("fe_zero", "0x1")}},
    {"one_record", "", {FILTER("fe_zero", "0x1"), REJECTED, E("28 out filtrate=1", NULL)}},
    {"one_record", "", {FILTER("ft_zero", "0x2")}},
    {"one_record", "", {FILTER("ft_zero", "0x2"), REJECTED, E("28 out filtrate=1", NULL)}},
    {"one_record", "", {FILTER("fl_zero", "0x4")}},
    {"one_record", "", {FILTER("fl_zero", "0x4"), REJECTED, E("28 out filtrate=1", NULL)}},
    /* L15: FnE without an event; the same event in both filters. */
    {"one_record", "", {FILTER(FNE "fne_zero", "0x8")}},
    {"one_record", "", {FILTER(FNE "fne_zero", "0x8"), REJECTED, E("28 out filtrate=1", NULL)}},
    {"one_record", "", {FILTER(FNE "fe_overlap", "0x9"), OVERLAP}},
    {"one_record",
     "",
     {FILTER(FNE "fe_overlap", "0x9"), OVERLAP, REJECTED, E("28 out filtrate=1", NULL)}},
    /* Counted and not written; written and not counted. */
    {"one_record", "buf.missing", {FILTER("fl_zero", "0x4"), REJECTED}},
    {"one_record",
     "out.filtrate,account.feed,account.written",
     {FILTER("fl_zero", "0x4"), E("28 out filtrate=1", NULL)}},
};

static void logs_of_open_filters_have_two_branches(void **state)
{
    size_t n = sizeof(filters) / sizeof(filters[0]);

    (void)state;
    assert_int_equal(txnlog_rows(filters, n), n);
}

static void logs_of_disabled_buffers_pass(void **state)
{
    size_t n = sizeof(denied) / sizeof(denied[0]);

    (void)state;
    assert_int_equal(txnlog_rows(denied, n), n);
}

static void event_logs_pass(void **state)
{
    size_t n = sizeof(passing) / sizeof(passing[0]);

    (void)state;
    assert_int_equal(txnlog_rows(passing, n), n);
}

static void bad_event_logs_fail_with_their_check(void **state)
{
    size_t n = sizeof(bad) / sizeof(bad[0]);

    (void)state;
    assert_int_equal(txnlog_rows(bad, n), n);
}

/* What a finding asks for is of the cycles that the levels lag behind; the section is its own. */
static void findings_of_levels(void **state)
{
    static const struct {
        const char *says, *section;
        struct txnlog_edit edit[6];
    } rows[] = {
        {"prof_o.pending is 0x4, registers and context of cycle 37 ask for 0x0;",
         "Arm ARM D17.8 RYZJQX, RTSJRP",
         {E("@key b1_max = 1", "@key b1_max = 1\n@key irq_min = 4\n@key irq_max = 4")}},
        {"PMBIRQ is 0x1, registers and context of cycle 41 ask for 0x0;",
         "Arm ARM D17.8 RYZJQX, RTSJRP",
         {E("41 out levels=0x48", "41 out levels=0x49")}},
        {"pmu_freeze_o is 0x0, registers and context of cycle ",
         "Arm ARM D24.7.2, J1.1 SPEFreezeOnEvent",
         {FREEZE("0x48", "0x08")}},
    };
    struct txnlog_result r;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        txnlog_run("exc_fault", rows[i].edit, &r);
        if (strstr(r.first, rows[i].says) == NULL) {
            fail_msg("'%s' does not say '%s'", r.first, rows[i].says);
        }
        assert_string_equal(r.section, rows[i].section);
    }
}

/* A signal that the SPU does not have is no matter of registers and lags. */
static void absent_signals_are_named(void **state)
{
    static const struct txnlog_edit edit[] = {
        E("37 out cti=1", "37 out cti=1 levels=0x80"),
        {NULL, NULL},
    };
    struct txnlog_result r;

    (void)state;
    txnlog_run("one_record", edit, &r);
    assert_non_null(strstr(r.first, "pmu_freeze_o is 0x1, this SPU has no such signal"));
    assert_non_null(strstr(r.first, "[pmsver=1]"));
    assert_null(strstr(r.first, "irq_min"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(event_logs_pass),
        cmocka_unit_test(logs_of_disabled_buffers_pass),
        cmocka_unit_test(logs_of_open_filters_have_two_branches),
        cmocka_unit_test(bad_event_logs_fail_with_their_check),
        cmocka_unit_test(findings_of_levels),
        cmocka_unit_test(absent_signals_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
