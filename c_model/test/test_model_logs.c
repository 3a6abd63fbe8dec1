/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Logs derived by hand from the specification: each passes as it stands and with every permitted
 * outcome. The log's own comment says where its numbers come from.
 */

/* Writing and finishing the record of `disabled` did not happen. */
#define NOT_WRITTEN                                                                                \
    E("40 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                         \
        E("40 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("41 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("42 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("44 b id=0 resp=0", NULL), E("45 out cti=1", NULL)

/* The records of `order` the other way round. */
#define OLDEST_FIRST                                                                               \
    E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                          \
      "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"),                         \
        E("102 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000199",                     \
          "102 w word=0 strb=0xff last_word=1 last=0 data=0x00400200b0000199")

/* The owner of `owner` changes before the first translation is answered: it is asked for again. */
#define OWNER_BEFORE(answer)                                                                       \
    E("27 life tag=0 kind=retire",                                                                 \
      "27 ctx id=1 state=EL1+NS+NSPB3+CNTEN\n27 life tag=0 kind=retire"),                          \
        E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80011ff0",                                           \
          "29 xl_rsp id=1 " answer "\n30 xl_req id=3 regime=1 va=0x11ff0\n"                        \
          "31 xl_rsp id=3 ns=1 attr=0xff pa=0x80011ff0"),                                          \
        E("32 ctx id=1 state=EL1+NS+NSPB3+CNTEN", NULL)

/* Software sets S while the second burst of `sync_abort` is on its way. */
#define ABORT_WITH_S(bsr)                                                                          \
    E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                          \
      "36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n"                         \
      "36 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x20000\n37 out pmbirq=1"),                  \
        E("39 out pmbirq=1", NULL),                                                                \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0010",                              \
          "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=" bsr),                                   \
        E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10010",                                \
          "43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")

/* `sync_abort`: the second burst is offered before the response of the first one, an abort. */
#define PIPELINED(key)                                                                             \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key abort_wait = " key),                        \
        E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001",                      \
          "32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001\n"                     \
          "33 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010"),                           \
        E("34 b id=0 resp=0", NULL),                                                               \
        E("35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010", NULL),                     \
        E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                      \
          "36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n37 b id=0 resp=2"),   \
        E("38 b id=0 resp=2", "38 b id=0 resp=0\n38 out pmbirq=1"), E("39 out pmbirq=1", NULL),    \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0010",                              \
          "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x90060010"),                             \
        E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10010",                                \
          "43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")

/* `one_record` with other memory attributes. */
#define ATTRIBUTES(attr, cache)                                                                    \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                               \
      "30 xl_rsp id=1 ns=1 attr=" attr " pa=0x80010000"),                                          \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "31 aw id=0 len=2 size=3 prot=0x3 cache=" cache " addr=0x80010000")

/* `one_record` as a tap tells it whose write port takes virtual addresses (dpi/README.md). */
#define UNTRANSLATED(address)                                                                      \
    E("28 xl_req id=1 regime=0 va=0x10000", NULL),                                                 \
        E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", NULL),                                    \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "31 xl_req id=0 regime=0 va=" address "\n31 xl_rsp id=0 ns=1 attr=0xff pa=" address      \
          "\n31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=" address)

/* Software moves PMBPTR_EL1 after the record of `one_record` came into the queue. */
#define POINTER_WRITTEN                                                                            \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                               \
      "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x11000\n"                                  \
      "30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000")

/* The same, and `answers` end with a fault at `pointer`. */
#define POINTER_FAULT(answers, pointer)                                                            \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                               \
      "29 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x11000\n" answers "\n35 out pmbirq=1"),    \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                     \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("36 b id=0 resp=0", NULL), E("37 out cti=1", NULL),                                      \
        E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" pointer),                              \
        E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",                                       \
          "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x90020007"),                             \
        E("48 out", "48 out pmbirq=1")

static const struct txnlog_row passing[] = {
    {"one_record", "", {{0}}},
    {"one_record", "", {UNTRANSLATED("0x10000")}},
    {"random", "", {{0}}},
    {"collide", "", {{0}}},
    {"full", "", {{0}}},
    {"fault", "", {{0}}},
    {"walk_abort", "", {{0}}},
    {"sync_abort", "", {{0}}},
    {"async_abort", "", {{0}}},
    {"serror", "", {{0}}},
    {"disabled", "", {{0}}},
    {"pointer_high", "", {{0}}},
    {"pointer_misaligned", "", {{0}}},
    {"stream", "", {{0}}},
    {"order_free", "", {{0}}},
    {"no_life", "", {{0}}},
    {"reset", "", {{0}}},
    {"reset_cuts", "", {{0}}},
    {"reset_cuts", "", {E("39 b id=1 resp=2", "39 b id=1 resp=2\n39 out serror=1")}},
    {"reset_irq", "", {{0}}},
    {"reset_irq", "", {E("39 out", "39 out pmbirq=1")}},
    {"interval_zero", "", {{0}}},
    {"filtered", "", {{0}}},
    {"tlbi", "", {{0}}},
    /* B13, B14: a synchronous abort with S at 1 changes nothing, or sets EA and DL (3.5.4). */
    {"sync_abort", "", {ABORT_WITH_S("0x20000")}},
    {"sync_abort", "", {ABORT_WITH_S("0xe0000")}},
    /* X2: a burst need not wait for the response of the one before. */
    {"sync_abort", "", {PIPELINED("0")}},
    /* AWCACHE as AXI4 permits it for the attribute. */
    {"one_record", "", {ATTRIBUTES("0x00", "0x0")}},
    {"one_record", "", {ATTRIBUTES("0x04", "0x1")}},
    {"one_record", "", {ATTRIBUTES("0x0c", "0x0")}},
    {"one_record", "", {ATTRIBUTES("0x44", "0x3")}},
    {"one_record", "", {ATTRIBUTES("0x44", "0x2")}},
    {"one_record", "", {ATTRIBUTES("0xbb", "0xf")}},
    {"one_record", "", {ATTRIBUTES("0xbb", "0x6")}},
    {"one_record", "", {ATTRIBUTES("0xbb", "0xa")}},
    {"one_record", "", {ATTRIBUTES("0xbb", "0xe")}},
    {"one_record", "", {ATTRIBUTES("0xff", "0x7")}},
    {"one_record", "", {ATTRIBUTES("0xff", "0xb")}},
    {"one_record", "", {ATTRIBUTES("0x77", "0x7")}},
    {"one_record", "", {ATTRIBUTES("0x33", "0x6")}},
    {"one_record", "", {ATTRIBUTES("0xf4", "0x2")}},
    {"one_record", "", {ATTRIBUTES("0x4f", "0xf")}},
    /* 3.6.1, README 7: the record was begun at the pointer before, which moves behind it, or not;
       or it begins at the new one. A fault is reported for either place. */
    {"one_record", "", {POINTER_WRITTEN}},
    {"one_record",
     "",
     {POINTER_WRITTEN, E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
                         "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x11000")}},
    {"one_record",
     "",
     {POINTER_WRITTEN,
      E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 xl_req id=2 regime=0 va=0x11000\n31 xl_rsp id=2 ns=1 attr=0xff pa=0x80011000\n"
        "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80011000"),
      E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x11015")}},
    {"one_record", "", {POINTER_FAULT("34 xl_rsp id=1 fault=1 fsc=0x07", "0x10000")}},
    {"one_record",
     "",
     {POINTER_FAULT("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000\n"
                    "31 xl_req id=2 regime=0 va=0x11000\n34 xl_rsp id=2 fault=1 fsc=0x07",
                    "0x11000")}},
    /* S2: the record that holds up a selection was discarded; the one behind it frees its tag for
       the cycle after its ending. */
    {"collide_maybe", "", {{0}}},
    /* S2: the record whose AW may have been offered was not. */
    {"disabled",
     "",
     {NOT_WRITTEN, E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
                     "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")}},
    /* S2, twice: the first record was offered, the second discarded; or both were discarded; or the
       pointer was moved in between and the address says which one it is. */
    {"disabled_twice", "", {{0}}},
    {"disabled_twice",
     "",
     {E("65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",
        "65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001")}},
    {"disabled_twice",
     "",
     {E("64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),
      E("64 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),
      E("65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002", NULL),
      E("66 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),
      E("68 b id=0 resp=0", NULL), E("69 out cti=1", NULL),
      E("84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10015",
        "84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10000")}},
    {"disabled_twice",
     "",
     {E("40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001",
        "39 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10100\n"
        "40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001"),
      E("64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010100"),
      E("84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10015",
        "84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10115")}},
    /* W3: the owner changes after the first AW; or before the answer, good or fault, which then is
       not used: both pages are asked for in the new regime. */
    {"owner", "", {{0}}},
    {"owner",
     "",
     {OWNER_BEFORE("ns=1 attr=0xff pa=0x90011ff0"),
      E("35 xl_req id=2 regime=0 va=0x12000", "35 xl_req id=2 regime=1 va=0x12000")}},
    {"owner",
     "",
     {OWNER_BEFORE("fault=1 fsc=0x07"),
      E("35 xl_req id=2 regime=0 va=0x12000", "35 xl_req id=2 regime=1 va=0x12000")}},
    /* AXI4: data before their address; it also says that a record was not discarded. */
    {"early_data", "", {{0}}},
    {"disabled",
     "",
     {E("40 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),
      E("42 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "42 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n"
        "43 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000")}},
    /* B4: order-free, the last bytes of the record first. */
    {"order_free",
     "",
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010\n"
        "31 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100059800\n"
        "32 b id=0 resp=0\n"
        "33 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010000"),
      E("31 w word=0 strb=0xff last_word=1 last=0 data=0x0100b00048000252",
        "33 w word=0 strb=0xff last_word=1 last=0 data=0x0100b00048000252"),
      E("32 w word=0 strb=0xff last_word=1 last=0 data=0x0299a00000000040",
        "34 w word=0 strb=0xff last_word=1 last=1 data=0x0299a00000000040"),
      E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100059800", NULL)}},
    /* B1: the event may come as late as [b1_max] allows. */
    {"pointer_high",
     "",
     {E("31 out pmbirq=1 pop=3", "31 out pop=4\n35 out pmbirq=1"),
      E("33 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfe",
        "36 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfd"),
      E("34 sysreg enc=PMBSR_EL1 write=read pos=7 data=0x20001", NULL),
      E("35 sysreg enc=PMBPTR_EL1 write=read pos=7 data=0x1ffc8", NULL)}},
    /* The same with draws: taken as long as S is 0, not in the cycle in which it becomes 1. */
    {"window_draw", "", {{0}}},
    {"window_draw",
     "",
     {E("31 pop ctx=0 n=1", "31 rnd value=0x10\n31 pop ctx=0 n=2\n32 pop ctx=0 n=3"),
      E("31 out pmbirq=1", "32 out pop=2 pmbirq=1"),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=8 data=0x10f"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    /* PMBIRQ lags: the member of 31 was the first that did not count; of 34, at the end of the
       window. */
    {"window_draw",
     "",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key irq_min = 2\n@key irq_max = 2"),
      E("31 pop ctx=0 n=1", "30 rnd value=0x10\n30 pop ctx=0 n=1\n31 pop ctx=0 n=1\n"
                            "32 pop ctx=0 n=1\n33 pop ctx=0 n=1"),
      E("31 out pmbirq=1", "33 out pop=1 pmbirq=1"),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=7 data=0x110"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    {"window_draw",
     "",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key irq_min = 3\n@key irq_max = 3\n@key "
        "b1_max = 7"),
      E("31 pop ctx=0 n=1", "30 rnd value=0x10\n30 pop ctx=0 n=1\n34 pop ctx=0 n=1\n"
                            "35 pop ctx=0 n=1\n36 pop ctx=0 n=1"),
      E("31 out pmbirq=1", "37 out pop=1 pmbirq=1"),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=7 data=0x110"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    /* Enabling in the cycle in which S becomes 1, with and without a draw, with and without a
       member; or in the one before, where it loads. */
    {"window_load", "", {{0}}},
    {"window_load",
     "",
     {E("31 out pmbirq=1", "31 out pmbirq=1\n32 pop ctx=2 n=1"),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=5 data=0"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    {"window_load",
     "",
     {E("31 pop ctx=2 n=1", NULL),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=3 data=0"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    {"window_load",
     "",
     {E("6 sysreg enc=PMSIRR_EL1 write=write data=0x101",
        "6 sysreg enc=PMSIRR_EL1 write=write data=0x100")}},
    {"window_load",
     "",
     {E("31 pop ctx=2 n=1", "31 rnd value=0x10\n31 pop ctx=2 n=1\n32 pop ctx=2 n=1"),
      E("31 out pmbirq=1", "32 out pop=1 pmbirq=1"),
      E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0",
        "38 sysreg enc=PMSICR_EL1 write=read pos=5 data=0x10f"),
      E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001", NULL),
      E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8", NULL)}},
    /* B18: the asynchronous abort and the full event of one cycle, in either order: one of two
       syndromes. */
    {"full_and_abort", "", {{0}}},
    {"full_and_abort",
     "",
     {E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x000e0001",
        "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x900e0011")}},
    /* P26: records in the order of completion, of the population, or any. */
    {"order", "", {{0}}},
    {"order", "", {E("@key record_order = completion", "@key record_order = any")}},
    {"order", "", {E("@key record_order = completion", "@key record_order = any"), OLDEST_FIRST}},
    {"order",
     "",
     {E("@key record_order = completion", "@key record_order = population"), OLDEST_FIRST}},
    /* [event_min] to [event_max]: PMBIRQ, or a read of PMBSR_EL1, says when. */
    {"event_late", "", {{0}}},
    {"event_late",
     "",
     {E("39 out pmbirq=1 pop=1", NULL),
      E("@key event_max = 4", "@key event_max = 4\n@key irq_max = 9"),
      E("40 pop ctx=0 n=1", "39 sysreg enc=PMBSR_EL1 write=read pos=7 data=0\n"
                            "40 pop ctx=0 n=1\n41 pop ctx=0 n=1\n41 out pmbirq=1 pop=2"),
      E("42 sysreg enc=PMBSR_EL1 write=read pos=8 data=0x20001", NULL),
      E("43 sysreg enc=PMBPTR_EL1 write=read pos=8 data=0x1ffc5", NULL),
      E("44 sysreg enc=PMSICR_EL1 write=read pos=8 data=0xfe",
        "44 sysreg enc=PMSICR_EL1 write=read pos=9 data=0xfd"),
      E("45 sync kind=psb_req pos=8", "45 sync kind=psb_req pos=9")}},
    /* P20: within [release_max] cycles of the ending a selection may still collide. */
    {"release", "", {{0}}},
    {"release",
     "",
     {E("29 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",
        "29 sel ctx=0 slot=0 tag=collided pc=0x400100 op=0x000"),
      E("30 out pop=257 feed=1", "30 out pop=257 collision=1"),
      E("31 life tag=0 kind=squash", NULL),
      E("54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0",
        "54 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x10000")}},
};

static void passing_logs_pass(void **state)
{
    size_t n = sizeof(passing) / sizeof(passing[0]);

    (void)state;
    assert_int_equal(txnlog_rows(passing, n), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passing_logs_pass)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
