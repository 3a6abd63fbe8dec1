/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * What the cycle in which an address was offered, a barrier or a new pointer says of the records on
 * their way: the logs of test_model_logs.c with exchanged lines. Beside each row stands what passes
 * or which check must fire.
 */

#define AW(cycle, addr, more) #cycle " aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=" #addr more
#define AW_31                 "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"
#define W1                    " w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"
#define W2                    " w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"
#define W3                    " w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200"
#define XL_RSP                "30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000"
#define PSB_DONE              "43 sync kind=psb_done pos=3"

/* The record of `one_barrier` is never written. */
#define UNWRITTEN                                                                                  \
    E(AW_31, NULL), E("31" W1, NULL), E("32" W2, NULL), E("33" W3, NULL),                          \
        E("36 b id=0 resp=0", NULL), E("37 out cti=1", NULL)

/* The AW of `disabled`: offered in `cycle`, where the buffer is not enabled from 33 on. */
#define OFFERED(cycle) E(AW(40, 0x80010000, ""), AW(40, 0x80010000, " offered=" #cycle))

/* `disabled_twice` with two equal records, and without the second disabling. */
#define TWINS                                                                                      \
    E("50 sel ctx=0 slot=0 tag=0 pc=0x400200 op=0x000",                                            \
      "50 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000"),                                           \
        E("60 sysreg enc=PMBLIMITR_EL1 write=write pos=259 data=0x20000", NULL),                   \
        E("65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002", "65" W2)
#define TWINS_AW(more) E(AW(64, 0x80010000, ""), AW(64, 0x80010000, more))

/* `disabled_twice`: A, offered in 32, is written after the next buffer was set up at 0x10100. */
#define NEXT_BUFFER                                                                                \
    E("40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001",                                \
      "39 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10100\n"                                  \
      "40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001\n" AW(                           \
          41, 0x80010000, " offered=32") "\n41" W1 "\n42" W2 "\n43" W3                             \
                                         "\n44 b id=0\n45 out cti=1"),                             \
        E("60 sysreg enc=PMBLIMITR_EL1 write=write pos=259 data=0x20000", NULL)
#define SECOND(addr)           E(AW(64, 0x80010000, ""), AW(64, addr, " offered=64")), SECOND_DATA_##addr
#define SECOND_DATA_0x80010100 E("68 b id=0 resp=0", "68 b id=0 resp=0")
#define SECOND_DATA_0x80010015                                                                     \
    E("64" W1, "64 w word=0 strb=0xe0 last_word=1 data=0x0005980000000000"),                       \
        E("65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                      \
          "65 w word=0 strb=0xff last_word=1 data=0x00400200b0000299"),                            \
        E("66" W3, "66 w word=0 strb=0xff last_word=1 last=1 data=0x02520048a0000000\n"            \
                   "66 b id=0 resp=0\n"                                                            \
                   "67 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028\n"                  \
                   "67 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100")
#define END(ptr)                                                                                   \
    E("84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10015",                                  \
      "84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=" ptr)

/* `one_record`: a TLBI in 31, the AW accepted in 35. */
#define TLBI_31(more)                                                                              \
    E(AW_31, NULL), E("31" W1, "31" W1 "\n31 sync kind=tlbi pos=3"),                               \
        E("33" W3, "33" W3 "\n" AW(35, 0x80010000, more))

/* `tlbi`: without the TLBI the second record uses the translation of the first. */
#define CACHED(aw)                                                                                 \
    E("40 sync kind=tlbi pos=3", NULL), E("128 xl_req id=1 regime=0 va=0x10015", NULL),            \
        E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015", NULL), E(AW(131, 0x90010015, ""), aw),   \
        E("135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x90010028",                           \
          "135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028")

/* `tlbi`: no TLBI, but a pointer too near to the limit between the two records. */
#define MOVED                                                                                      \
    E("40 sync kind=tlbi pos=3", "40 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x1ffc8"),       \
        E("135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x90010028", NULL),                    \
        E("135 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100", NULL),              \
        E("136 b id=0 resp=0", NULL)
#define W1_B "131 w word=0 strb=0xe0 last_word=1 last=0 data=0x0005980000000000"
#define W2_B "132 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000299"
#define W3_B "133 w word=0 strb=0xff last_word=1 last=1 data=0x02520048a0000000"
#define READ "154 sysreg enc=PMBPTR_EL1 write=read pos=260 data="
#define WRITTEN_THERE                                                                              \
    E("128 xl_req id=1 regime=0 va=0x10015", "128 xl_req id=1 regime=0 va=0x1ffc8"),               \
        E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015",                                          \
          "130 xl_rsp id=1 ns=1 attr=0xff pa=0x8001ffc8"),                                         \
        E(AW(131, 0x90010015, ""), AW(131, 0x8001ffc8, "")), E(W1_B, "131" W1), E(W2_B, "132" W2), \
        E(W3_B, "133" W3), E("137 out cti=1", "135 out pmbirq=1 cti=1"),                           \
        E(READ "0x1002a", READ "0x1ffdd")
#define EVENT(cycle)                                                                               \
    E("128 xl_req id=1 regime=0 va=0x10015", NULL),                                                \
        E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015", NULL), E(AW(131, 0x90010015, ""), NULL), \
        E(W1_B, NULL), E(W2_B, NULL), E(W3_B, NULL), E("134 b id=0 resp=0", NULL),                 \
        E("137 out cti=1", #cycle " out pmbirq=1"), E(READ "0x1002a", READ "0x1ffc8")

/* `tlbi`: PSB CSYNC before the second sample is selected, or in the same cycle. */
#define PSB_119                                                                                    \
    E("40 sync kind=tlbi pos=3", "40 sync kind=tlbi pos=3\n119 sync kind=psb_req pos=3"), PSB_LAST
#define PSB_120                                                                                    \
    E("120 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",                                           \
      "120 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000\n120 sync kind=psb_req pos=260"),           \
        PSB_LAST
#define PSB_LAST                                                                                   \
    E("150 sync kind=psb_req pos=260", NULL), E("151 sync kind=psb_done pos=260", NULL),           \
        E("152 sync kind=dsb_req pos=260", NULL), E("153 sync kind=dsb_done pos=260", NULL)

/* `tlbi` with record_done = w: the response of the first record comes after the next record. */
#define LATE_RESPONSE                                                                              \
    PSB_119,                                                                                       \
        E("@config ../../../rtl/configs/v1p0_min.cfg",                                             \
          "@config ../../../rtl/configs/v1p0_min.cfg\n"                                            \
          "@key ext_abort = async\n@key record_done = w\n@key axi_one_id = 0"),                    \
        E(AW(31, 0x80010000, ""), "31 aw id=1 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"),   \
        E("33" W3, "33" W3 "\n34 out cti=1"), E("36 b id=0 resp=0", NULL),                         \
        E("37 out cti=1", NULL), E("137 out cti=1", NULL),                                         \
        E("136 b id=0 resp=0", "136 b id=0 resp=0\n136 out cti=1")

/* `disabled`: a fault is answered when software has set up another buffer. */
#define STALE_FAULT(outcome)                                                                       \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", NULL),                                        \
        E("32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000",                            \
          "32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n"                           \
          "35 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x14000\n"                              \
          "36 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001\n"                           \
          "39 xl_rsp id=1 fault=1 fsc=0x07" outcome),                                              \
        E(AW(40, 0x80010000, ""), NULL), E("40" W1, NULL), E("41" W2, NULL), E("42" W3, NULL),     \
        E("44 b id=0 resp=0", NULL), E("45 out cti=1", NULL),                                      \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x14000")

/* `no_life`: software sets S before the record is written, which has no CTI pulse then, and clears
 * it; a second record follows, with `cti`. */
#define SERVED(psb, cti)                                                                           \
    E("21 out pop=3 feed=1", "21 out pop=3 feed=1\n"                                               \
                             "22 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x20000\n"            \
                             "23 out pmbirq=1"),                                                   \
        E("28 out filtrate=1", "28 out filtrate=1 pmbirq=1"), E("37 out cti=1", NULL),             \
        E("50 sync kind=psb_req pos=3", psb),                                                      \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000\n"                               \
          "55 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10040\n"                              \
          "56 sysreg enc=PMBSR_EL1 write=write pos=3 data=0\n57 out pmbirq=0\n"                    \
          "58 out filtrate=1\n" AW(59, 0x80010040,                                                 \
                                   "") "\n59" W1 "\n60" W2 "\n61" W3 "\n64 b id=0 resp=0\n" cti    \
                                       "70 sync kind=psb_req pos=3\n71 sync kind=psb_done pos=3\n" \
                                       "72 sync kind=dsb_req pos=3\n73 sync kind=dsb_done pos=3\n" \
                                       "74 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10055"),  \
        E("60 close", "80 close")

/* `one_record`: a page is asked for before anything is sampled. */
#define AHEAD(va, answer)                                                                          \
    E("8 pop ctx=0 n=1",                                                                           \
      "8 pop ctx=0 n=1\n9 xl_req id=9 regime=0 va=" #va "\n10 xl_rsp id=9 " answer)
#define THERE "ns=1 attr=0xff pa=0x80010000"
#define FAULT "fault=1 fsc=0x07"

/* The buffer is disabled when nothing is left; then its first page is asked for. */
#define DISABLED_AT_40                                                                             \
    E("40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0",                                          \
      "40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0\n"                                         \
      "40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000")
#define ONCE                                                                                       \
    E("44 sync kind=dsb_req pos=3", "44 xl_req id=8 regime=0 va=0x10000\n"                         \
                                    "44 xl_rsp id=8 " THERE "\n44 sync kind=dsb_req pos=3")
#define AGAIN                                                                                      \
    E("45 sync kind=dsb_done pos=3", "45 xl_req id=9 regime=0 va=0x10000\n"                        \
                                     "45 xl_rsp id=9 " THERE "\n45 sync kind=dsb_done pos=3")

/* After a context synchronization event, PSB CSYNC and DSB. */
#define BEHIND_DSB                                                                                 \
    E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",                                           \
      "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0\n46 xl_req id=8 regime=0 va=0x10000\n"      \
      "46 xl_rsp id=8 " THERE)
#define NO_LIFE_DISABLED(cycle)                                                                    \
    E("37 out cti=1", "37 out cti=1\n40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n" \
                      "41 sync kind=cse pos=3"),                                                   \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015\n" cycle                         \
          " xl_req id=8 regime=0 va=0x10000\n" cycle " xl_rsp id=8 " THERE)

static const struct txnlog_row passing[] = {
    /* S12: pages of the buffer, ahead; one request that may have been on its way when it was
     * disabled. */
    {"one_record", "", {AHEAD(0x1f000, THERE)}},
    {"one_record", "", {AHEAD(0x1f000, FAULT)}},
    {"one_record", "", {DISABLED_AT_40, ONCE}},
    {"one_record", "", {ONCE, AGAIN}},
    {"no_life",
     "",
     {NO_LIFE_DISABLED("55"), E("50 sync kind=psb_req pos=3", NULL),
      E("51 sync kind=psb_done pos=3", NULL)}},
    /* Without the event PSB CSYNC orders nothing (IVKDVF). */
    {"one_record", "", {DISABLED_AT_40, BEHIND_DSB, E("41 sync kind=cse pos=3", NULL)}},
    /* W5: no CTI pulse with S 1; the next record has one. */
    {"no_life", "", {SERVED("50 sync kind=psb_req pos=3", "65 out cti=1\n")}},
    /* The same, and the pulse of the first comes after all. */
    {"no_life",
     "",
     {SERVED("37 out cti=1 pmbirq=1\n50 sync kind=psb_req pos=3", "65 out cti=1\n")}},
    /* README 8: records of later samples do not hold PSB CSYNC up. */
    {"tlbi",
     "",
     {PSB_119,
      E("121 out pop=257 feed=1", "121 out pop=257 feed=1\n121 sync kind=psb_done pos=260")}},
    {"tlbi",
     "",
     {PSB_120,
      E("121 out pop=257 feed=1", "121 out pop=257 feed=1\n121 sync kind=psb_done pos=260")}},
    {"tlbi", "", {PSB_119, E("160 close", "4200 sync kind=psb_done pos=260\n4201 close")}},
    {"tlbi",
     "",
     {PSB_119,
      E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key psb_max = 4200"),
      E("160 close", "4300 sync kind=psb_done pos=260\n4301 close")}},
    /* S2: offered while the buffer was enabled. */
    /* PSB CSYNC waits for a response that [record_done] = w does not need. */
    {"tlbi",
     "",
     {LATE_RESPONSE,
      E("160 close", "4250 b id=1 resp=0\n4260 sync kind=psb_done pos=260\n4261 close")}},
    {"disabled", "", {STALE_FAULT("")}},
    {"disabled", "", {OFFERED(32)}},
    {"disabled_twice", "", {E(AW(64, 0x80010000, ""), AW(64, 0x80010000, " offered=60"))}},
    /* The record that may have been discarded and the next one have the same bytes: one is written.
     */
    {"disabled_twice", "", {TWINS}},
    {"disabled_twice", "", {TWINS, TWINS_AW(" offered=60")}},
    /* Written in its own buffer, after the next one was set up; the pointer is either (3.6.1). */
    {"disabled",
     "",
     {E("32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000",
        "32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n"
        "35 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x8000\n"
        "36 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x9001"),
      OFFERED(32)}},
    {"disabled",
     "",
     {E("32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000",
        "32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n"
        "35 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x8000\n"
        "36 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x9001"),
      OFFERED(32),
      E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x8000")}},
    /* The same with a second record: its address says which pointer stands. */
    {"disabled_twice", "", {NEXT_BUFFER, SECOND(0x80010015), END("0x1002a")}},
    {"disabled_twice", "", {NEXT_BUFFER, SECOND(0x80010100), END("0x10115")}},
    /* B1: the pointer is moved while the buffer is enabled: checked again or not. */
    {"tlbi", "", {MOVED, WRITTEN_THERE}},
    {"tlbi", "", {MOVED, EVENT(130)}},
    {"tlbi", "", {MOVED, EVENT(136)}},
    /* DSB does not wait for a translated record whose translation the SPU asks for again. */
    {"tlbi",
     "",
     {E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015",
        "129 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015\n"
        "129 sync kind=dsb_req pos=260\n130 xl_req id=2 regime=0 va=0x10015\n"
        "130 sync kind=dsb_done pos=260\n131 xl_rsp id=2 ns=1 attr=0xff pa=0x90010015")}},
    /* TLBI: an AW offered up to the next cycle; an answer that is asked for again, also a fault. */
    {"one_record", "", {TLBI_31("")}},
    {"one_record", "", {TLBI_31(" offered=32")}},
    {"one_record",
     "",
     {E("28 out filtrate=1", "28 out filtrate=1\n28 sync kind=tlbi pos=3"),
      E(XL_RSP, "29 xl_rsp id=1 fault=1 fsc=0x07\n30 xl_req id=2 regime=0 va=0x10000\n"
                "31 xl_rsp id=2 ns=1 attr=0xff pa=0x80010000")}},
    {"one_record",
     "",
     {E("28 out filtrate=1", "28 out filtrate=1\n29 xl_rsp id=1 fault=1 fsc=0x07\n"
                             "29 sync kind=tlbi pos=3"),
      E(XL_RSP,
        "30 xl_req id=2 regime=0 va=0x10000\n31 xl_rsp id=2 ns=1 attr=0xff pa=0x80010000")}},
    {"tlbi", "", {CACHED(AW(131, 0x80010015, ""))}},
};

static const struct txnlog_row bad[] = {
    /* S12: no buffer yet; behind the limit; before the pointer; none any more. */
    {"one_record",
     "xl.regime",
     {E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",
        "2 xl_req id=9 regime=0 va=0x10000\n2 xl_rsp id=9 " THERE
        "\n3 sysreg enc=PMBPTR_EL1 write=write data=0x10000")}},
    {"one_record", "xl.regime", {AHEAD(0x20000, THERE)}},
    {"one_record", "xl.regime", {AHEAD(0x40000000, FAULT)}},
    {"one_record", "xl.regime", {AHEAD(0xf000, THERE)}},
    {"one_record", "xl.regime", {DISABLED_AT_40, ONCE, AGAIN}},
    {"one_record", "xl.regime", {DISABLED_AT_40, BEHIND_DSB}},
    {"no_life", "xl.regime", {NO_LIFE_DISABLED("55")}},
    /* The same where records are not predicted. */
    {"no_life",
     "xl.regime",
     {E("21 out pop=3 feed=1", "21 out pop=3 feed=1\n22 xl_req id=9 regime=0 va=0x20000\n"
                               "23 xl_rsp id=9 " THERE)}},
    /* EXOKAY answers exclusive accesses only. */
    {"one_record",
     "contract,reg.read,sync.dsb,sync.psb,out.cti",
     {E("36 b id=0 resp=0", "36 b id=0 resp=1")}},
    {"disabled",
     "buf.disabled", /* an offer of unknown cycle, 4,096 cycles after the buffer was disabled */
     {E(AW(40, 0x80010000, ""), NULL), E("40" W1, NULL), E("41" W2, NULL), E("42" W3, NULL),
      E("44 b id=0 resp=0", NULL), E("45 out cti=1", NULL), E("50 sync kind=psb_req pos=3", NULL),
      E("51 sync kind=psb_done pos=3", NULL), E("52 sync kind=dsb_req pos=3", NULL),
      E("53 sync kind=dsb_done pos=3", NULL),
      E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL),
      E("60 close",
        AW(4130, 0x80010000, "") "\n4130" W1 "\n4131" W2 "\n4132" W3 "\n4133 b id=0\n4134 close")}},
    {"owner",
     "buf.address", /* offered when the owner of its translation was none any more (W3) */
     {E("31 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80011ff0",
        "31 ctx id=1 state=EL1+NS+NSPB3+CNTEN"),
      E("31" W1, NULL),
      E("32 ctx id=1 state=EL1+NS+NSPB3+CNTEN",
        "33 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80011ff0 offered=33\n33" W1),
      E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001",
        "34 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001")}},
    {"tlbi",
     "liveness", /* 4,096 cycles after the record of a later sample was written */
     {PSB_119, E("160 close", "4300 sync kind=psb_done pos=260\n4301 close")}},
    {"tlbi",
     "liveness", /* [psb_max] */
     {PSB_119,
      E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key psb_max = 16"),
      E("160 close", "160 sync kind=psb_done pos=260\n161 close")}},
    {"tlbi",
     "buf.missing,out.irq", /* later than [b1_max] */
     {MOVED, EVENT(139)}},
    {"tlbi",
     "liveness", /* the response came before the last burst, 4,096 cycles before */
     {LATE_RESPONSE, E("122 life tag=0 kind=issue", "122 life tag=0 kind=issue\n123 b id=1 resp=0"),
      E("160 close", "4300 sync kind=psb_done pos=260\n4301 close")}},
    {"disabled", "out.irq", {STALE_FAULT("\n40 out pmbirq=1")}},
    {"disabled",
     "reg.read,buf.disabled", /* offered in the first cycle in which the buffer is not enabled */
     {OFFERED(33), E("45 out cti=1", NULL)}},
    {"disabled_twice",
     "buf.missing", /* the first one was offered, so the second one is missing */
     {TWINS, TWINS_AW(" offered=32")}},
    {"one_record",
     "buf.address", /* offered too late for what a TLBI has ended */
     {TLBI_31(" offered=33")}},
    {"one_record",
     "buf.address", /* the answer to a request of the cycle of the TLBI is used */
     {E("28 out filtrate=1", "28 out filtrate=1\n28 sync kind=tlbi pos=3")}},
    {"fault",
     "reg.read,out.irq", /* so is a fault */
     {E("40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07",
        "39 sync kind=tlbi pos=3\n40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07")}},
    {"tlbi",
     "sync.dsb", /* done before the translated record is written */
     {E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015",
        "129 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015\n"
        "129 sync kind=dsb_req pos=260\n130 sync kind=dsb_done pos=260")}},
    {"tlbi",
     "sync.dsb", /* done before the offered burst is accepted */
     {CACHED("129 sync kind=dsb_req pos=260\n130 sync kind=dsb_done pos=260\n"
             "131 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015 offered=129")}},
    {"one_barrier",
     "sync.psb", /* too early, and the record is lost with the buffer */
     {UNWRITTEN, E(XL_RSP, NULL), E("28 xl_req id=1 regime=0 va=0x10000", NULL),
      E("44 sync kind=dsb_req pos=3",
        "44 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n44 sync kind=dsb_req pos=3")}},
    {"one_barrier",
     "sync.psb", /* too early, and the record is lost with a reset */
     {UNWRITTEN, E("44 sync kind=dsb_req pos=3", "44 reset kind=assert"),
      E("45 sync kind=dsb_done pos=3", NULL)}},
    {"sync_abort",
     "buf.disabled", /* the rest of the record after its abort */
     {E("34 b id=0 resp=0", "34 b id=0 resp=2"),
      E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "35 out pmbirq=1\n36" W3),
      E("38 b id=0 resp=2", "38 b id=0 resp=0"), E("39 out pmbirq=1", NULL),
      E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0010",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x90060010"),
      E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10010",
        "43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")}},
    {"one_record",
     "bus.protocol", /* WRAP */
     {E(AW_31, AW_31 " burst=2")}},
    {"one_record",
     "bus.protocol", /* instruction access */
     {E(AW_31, "31 aw id=0 len=2 size=3 prot=0x7 cache=0xf addr=0x80010000")}},
    {"one_record",
     "bus.protocol", /* AWNSE */
     {E(AW_31, "31 aw id=0 len=2 size=3 prot=0xb cache=0xf addr=0x80010000")}},
    {"stream",
     "bus.protocol", /* level A: attributes */
     {E(AW_31, "31 aw id=0 len=2 size=3 prot=0x3 cache=0x3 addr=0x80010000")}},
    {"no_life", "out.cti", {E("37 out cti=1", NULL)}},
    /* Once software has served the event each record has its pulse again. */
    {"no_life", "out.cti", {SERVED("50 sync kind=psb_req pos=3", "")}},
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

/* A finding names the choices whose outcomes are permitted. */
static void findings_name_choices(void **state)
{
    static const struct txnlog_edit edits[] = {
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x000e0001",
          "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x000a0001"),
        {NULL, NULL},
    };
    struct txnlog_result result;

    (void)state;
    txnlog_run("full_and_abort", edits, &result);
    assert_non_null(strstr(result.first, "[B18], actual"));
}

/* More than the scoreboard can hold is misuse, never silence. */
static void too_much_is_misuse(void **state)
{
    static const char aw[] = "aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010018";
    static const char w[] = "w word=0 strb=0xff last_word=1 data=1";
    static char text[1100 * (sizeof(aw) + 8)];
    struct txnlog_result result;
    const struct {
        const char *line, *what;
        int n;
    } row[] = {{aw, "bursts without a response", 65},
               {w, "words of write data before their address", 1025}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct txnlog_edit edits[] = {E("50 close", text), {NULL, NULL}};
        size_t used = 0;
        for (int k = 0; k < row[i].n; k++) {
            used +=
                (size_t)snprintf(text + used, sizeof(text) - used, "%d %s\n", 100 + k, row[i].line);
        }
        (void)snprintf(text + used, sizeof(text) - used, "2000 close");
        txnlog_run("stream", edits, &result);
        CHECK(row[i].what, result.totals.misuses, 1);
        CHECK(row[i].what, result.fired[SPE_CHECK_CONTRACT], true);
    }
}

/* A burst without its response at the end of a run is no finding, but no pass. */
static void open_bursts_are_pending(void **state)
{
    static const struct txnlog_edit edits[] = {
        E("36 b id=0 resp=0", NULL),
        E("37 out cti=1", NULL),
        E("42 sync kind=psb_req pos=3", NULL),
        E("43 sync kind=psb_done pos=3", NULL),
        E("44 sync kind=dsb_req pos=3", NULL),
        E("45 sync kind=dsb_done pos=3", NULL),
        {NULL, NULL},
    };
    struct txnlog_result result;

    (void)state;
    txnlog_run("one_barrier", edits, &result);
    CHECK("mismatches", result.totals.mismatches, 0);
    CHECK("pending", result.totals.pending, 2); /* the record and its burst */
    CHECK("pass", result.totals.pass, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(passing_logs_pass),       cmocka_unit_test(bad_logs_fail_with_their_check),
        cmocka_unit_test(findings_name_choices),   cmocka_unit_test(too_much_is_misuse),
        cmocka_unit_test(open_bursts_are_pending),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
