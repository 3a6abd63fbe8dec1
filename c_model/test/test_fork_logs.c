/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/* Hand-written logs of tolerated outcomes: which branches were taken, and that nothing stays open.
 */

struct fork_row {
    const char *log;
    const char *checks; /* that fire */
    const char *forks;  /* branches taken */
    struct txnlog_edit edit[24];
};

/* filter_fault: without the filter; the buffer is disabled while the first AW may be offered. */
#define DISABLED                                                                                   \
    E("5 sysreg enc=PMSFCR_EL1 write=write data=1", NULL),                                         \
        E("31 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010ff0",                            \
          "31 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n"                           \
          "33 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010ff0"),                           \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",                      \
          "33 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"),                     \
        E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001",                      \
          "34 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001")

/* filter_two: the record of the second sample in place of the first, both, none. */
#define FIRST       "52 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"
#define SECOND_KEPT E(FIRST, "52 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002")
#define LATER_AT(pa, first, second, third, fourth, ptr)                                            \
    E("201 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015", pa),                          \
        E("201 w word=0 strb=0xe0 last_word=1 last=0 data=0x0005980000000000", first),             \
        E("202 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000299", second),            \
        E("203 w word=0 strb=0xff last_word=1 last=1 data=0x02520048a0000000", third),             \
        E("205 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028", NULL),                    \
        E("205 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100", fourth),            \
        E("206 b id=0 resp=0", NULL), E("207 out cti=1", "205 out cti=1"),                         \
        E("304 sysreg enc=PMBPTR_EL1 write=read pos=515 data=0x1002a",                             \
          "304 sysreg enc=PMBPTR_EL1 write=read pos=515 data=" ptr)
#define NEITHER                                                                                    \
    E("51 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                         \
        E("51 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E(FIRST, NULL),                                                                            \
        E("53 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("56 b id=0 resp=0", NULL), E("57 out cti=1", NULL),                                      \
        LATER_AT("201 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                    \
                 "201 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",              \
                 "202 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",              \
                 "203 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL,        \
                 "0x10015")

/* filter_discard: a reset after the first sample. */
#define RESET                                                                                      \
    E("43 sync kind=dsb_done pos=1",                                                               \
      "43 sync kind=dsb_done pos=1\n44 reset kind=assert\n45 reset kind=release\n"                 \
      "45 clk running=1 active=1\n45 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN\n"                    \
      "46 sysreg enc=PMBPTR_EL1 write=write pos=1 data=0x10000\n"                                  \
      "47 sysreg enc=PMSICR_EL1 write=write pos=1 data=257\n"                                      \
      "48 sysreg enc=PMSIRR_EL1 write=write pos=1 data=0x100"),                                    \
        E("51 sysreg enc=PMBLIMITR_EL1 write=write pos=1 data=0x20001",                            \
          "51 sysreg enc=PMBLIMITR_EL1 write=write pos=1 data=0x20001\n"                           \
          "52 sysreg enc=PMSCR_EL1 write=write pos=1 data=0x2"),                                   \
        E("90 pop ctx=0 n=257", "90 pop ctx=1 n=257"),                                             \
        E("90 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000",                                        \
          "90 sel ctx=1 slot=0 tag=0 pc=0x400100 op=0x000")
#define FIRST_REJECTED E("28 out filtrate=1", NULL)

/* disabled: the pointer that is read; owner: another state owns the buffer while the record ends.
 */
#define READ(ptr)                                                                                  \
    E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                    \
      "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" ptr)
#define OWNED_ELSEWHERE(ptr)                                                                       \
    E("32 ctx id=1 state=EL1+NS+NSPB3+CNTEN", "32 ctx id=1 state=EL1+NS+NSPB1+E2PB3+CNTEN"),       \
        E("52 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12005",                                \
          "52 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" ptr)
/* disabled_twice: the first record is done while the buffer is disabled, which is then enabled
 * again for the second one. */
#define DONE_DISABLED                                                                              \
    E("40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001",                                \
      "33 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000 offered=32\n"                    \
      "33 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598\n"                         \
      "34 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001\n"                         \
      "35 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n"                         \
      "36 b id=0 resp=0\n37 out cti=1\n"                                                           \
      "40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001"),                               \
        E("60 sysreg enc=PMBLIMITR_EL1 write=write pos=259 data=0x20000", NULL)
#define BEHIND                                                                                     \
    E("64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                                \
      "64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015"),                               \
        E("64 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",                      \
          "64 w word=0 strb=0xe0 last_word=1 last=0 data=0x0005980000000000"),                     \
        E("65 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                      \
          "65 w word=0 strb=0xff last_word=1 last=0 data=0x00400200b0000299"),                     \
        E("66 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                      \
          "66 w word=0 strb=0xff last_word=1 last=1 data=0x02520048a0000000\n66 b id=0 resp=0\n"   \
          "67 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028\n"                           \
          "67 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100"),                     \
        E("84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x10015",                              \
          "84 sysreg enc=PMBPTR_EL1 write=read pos=259 data=0x1002a")

/* one_record: PMBPTR_EL1 is written while the record is on its way, and read twice. */
#define LAGGED(soon, late)                                                                         \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key read_lag_max = 8"),                         \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",                      \
          "32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001\n"                     \
          "32 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10800"),                              \
        E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL),                         \
        E("40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0",                                      \
          "39 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" soon                                   \
          "\n40 sysreg enc=PMSCR_EL1 write=write pos=3 data=0"),                                   \
        E("47 sysreg enc=PMSICR_EL1 write=read pos=3 data=0",                                      \
          "47 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" late)

/* one_record: filters of which one cannot filter. */
#define CONFIG "@config ../../../rtl/configs/v1p0_min.cfg"
#define FNE    "@key pmsver = 3\n@key fne = 1\n@key events = 0xBFF\n"
#define FILTERS(keys, fcr, evfr)                                                                   \
    E(CONFIG, CONFIG "\n" keys),                                                                   \
        E("2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN",                                             \
          "2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN+ENPMSN"),                                     \
        E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                      \
          "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000\n"                                     \
          "3 sysreg enc=PMSFCR_EL1 write=write data=" fcr                                          \
          "\n3 sysreg enc=PMSEVFR_EL1 write=write data=" evfr)

/* order: the records the other way round, where any order is permitted. */
#define ANY_ORDER E("@key record_order = completion", "@key record_order = any")
#define OLDEST_FIRST                                                                               \
    ANY_ORDER,                                                                                     \
        E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                      \
          "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"),                     \
        E("102 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000199",                     \
          "102 w word=0 strb=0xff last_word=1 last=0 data=0x00400200b0000199")
#define READ_BETWEEN(ptr)                                                                          \
    E("98 out cti=1", "98 out cti=1\n99 sysreg enc=PMBPTR_EL1 write=read pos=258 data=" ptr)
/* The owner changes before the other record is written, which is translated anew. */
#define OTHER_OWNER(regime)                                                                        \
    E("97 b id=0 resp=0", "97 ctx id=1 state=EL1+NS+NSPB3+CNTEN\n97 b id=0 resp=0"),               \
        E("98 out cti=1", "98 out cti=1\n99 xl_req id=2 regime=" regime " va=0x10015\n"            \
                          "100 xl_rsp id=2 ns=1 attr=0xff pa=0x80010015"),                         \
        E("107 out cti=1", "107 out cti=1\n110 ctx id=2 state=EL1+NS+NSPB3+E2PB3+CNTEN")

/* collide_maybe: the record that is written fills the buffer, 43 bytes remain. */
#define NEARLY_FULL(out, bsr)                                                                      \
    E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                          \
      "3 sysreg enc=PMBPTR_EL1 write=write data=0x1ffc0"),                                         \
        E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=0x1ffc0"),             \
        E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                           \
          "30 xl_rsp id=1 ns=1 attr=0xff pa=0x8001ffc0"),                                          \
        E("64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "64 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x8001ffc0"),                           \
        E("69 out cti=1", out),                                                                    \
        E("84 sysreg enc=PMBPTR_EL1 write=read pos=516 data=0x10015",                              \
          "84 sysreg enc=PMBPTR_EL1 write=read pos=516 data=0x1ffd5"),                             \
        E("85 sysreg enc=PMBSR_EL1 write=read pos=516 data=0x10000",                               \
          "85 sysreg enc=PMBSR_EL1 write=read pos=516 data=" bsr)

/* denied_doubt: no event; the records end in `cycle`. */
#define SILENT(cycle, next)                                                                        \
    E("40 life tag=0 kind=retire lat_issue=1 lat_total=4",                                         \
      #cycle " life tag=0 kind=retire lat_issue=1 lat_total=4"),                                   \
        E("41 out filtrate=1 levels=1", #next " out filtrate=1"),                                  \
        E("45 b id=0 resp=0", "45 b id=0 resp=0\n46 out cti=1"),                                   \
        E("124 sysreg enc=PMBPTR_EL1 write=read pos=258 data=0x10000",                             \
          "124 sysreg enc=PMBPTR_EL1 write=read pos=258 data=0x10015"),                            \
        E("125 sysreg enc=PMBSR_EL1 write=read pos=258 data=0xa0000",                              \
          "125 sysreg enc=PMBSR_EL1 write=read pos=258 data=0")
#define LATER E("@key event_max = 1", "@key event_max = 8")

/* filter_tags: another tag; one_record: the cycle in which the address is offered; exc_full: levels
 * in the last cycle. */
#define TAG_36(tag)                                                                                \
    E("36 sel ctx=0 slot=0 tag=0 pc=0x400300 op=0x000",                                            \
      "36 sel ctx=0 slot=0 tag=" tag " pc=0x400300 op=0x000")
#define OFFERED(cycle)                                                                             \
    E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                                \
      "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000 offered=" cycle)
#define LAST(levels) E("60 close", "60 out levels=" levels "\n61 close")

#define FAULT_TAKEN_BACK                                                                           \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",                                               \
      "29 out pop=0\n30 xl_rsp id=1 fault=1 fsc=7\n30 sync kind=tlbi\n"                            \
      "31 xl_req id=2 regime=0 va=0x10000\n31 xl_rsp id=2 ns=1 attr=0xff pa=0x80010000")

/* fault: without SYNC; an abort is answered in the cycle of the fault; what PMBSR_EL1 is. */
#define FAULT_AND_ABORT(bsr, ptr)                                                                  \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key ext_abort = async\n@key record_done = w\n"  \
      "@taps 0x3f"),                                                                               \
        E("34 b id=0 resp=0", NULL),                                                               \
        E("40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07",                                              \
          "40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07\n40 b id=0 resp=3"),                           \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007",                              \
          "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=" bsr),                                   \
        E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000",                                \
          "43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" ptr),                                  \
        E("44 sync kind=psb_req pos=3", NULL), E("45 sync kind=psb_done pos=3", NULL),             \
        E("45 sync kind=dsb_req pos=3", NULL), E("46 sync kind=dsb_done pos=3", NULL)

static const struct fork_row rows[] = {
    /* Bytes tell which record is written: it is of the buffer in which it began. */
    {"order", "", "", {ANY_ORDER}},
    {"order", "", "", {OLDEST_FIRST}},
    {"order", "", "", {ANY_ORDER, READ_BETWEEN("0x10015")}},
    {"order", "", "", {OLDEST_FIRST, READ_BETWEEN("0x10015")}},
    {"order", "reg.read,buf.address,account.pointer", "", {OLDEST_FIRST, READ_BETWEEN("0x10014")}},
    {"collide_maybe", "", "S2 discarded 1", {{0}}},
    {"collide_maybe",
     "reg.read,account.pointer",
     "S2 discarded 1",
     {E("84 sysreg enc=PMBPTR_EL1 write=read pos=516 data=0x10015",
        "84 sysreg enc=PMBPTR_EL1 write=read pos=516 data=0x10000")}},
    {"collide_maybe", "", "S2 discarded 1", {NEARLY_FULL("69 out cti=1 pmbirq=1", "0x30001")}},
    {"collide_maybe",
     "reg.read,out.irq",
     "S2 discarded 1",
     {NEARLY_FULL("69 out cti=1", "0x10000")}},
    /* The other record has nothing of the one that was taken for it. */
    {"order", "", "", {OLDEST_FIRST, OTHER_OWNER("1")}},
    {"order", "xl.regime", "", {OLDEST_FIRST, OTHER_OWNER("0")}},
    /* An event that is certain behind one that is not; a record that was written is not dropped. */
    {"denied_doubt", "", "S2 written 1", {{0}}},
    {"denied_doubt", "", "B13 retained 1, S2 written 1", {LATER}},
    {"denied_doubt", "reg.read,out.irq,out.cti", "S2 written 1", {SILENT(39, 40)}},
    {"denied_doubt", "reg.read,out.irq", "B29 moved 1, S2 written 1", {LATER, SILENT(40, 41)}},
    /* A TLBI takes back the answer of its own cycle alone. */
    {"tlbi_two", "", "", {{0}}},
    {"tlbi_two", "out.irq", "", {E("101 out levels=1", NULL)}},
    /* Tags with or without a record that may not be there. */
    {"filter_tags", "", "L3 rejected 1, L3 open 1", {{0}}},
    {"filter_tags", "", "L3 rejected 1, L3 open 1", {TAG_36("1")}},
    {"filter_tags",
     "sel.collided,out.feed,out.collision,account.feed",
     "L3 rejected 1, L3 open 1",
     {TAG_36("collided")}},
    {"filter_tags", "sel.collided", "L3 rejected 2", {TAG_36("1"), E("26 out filtrate=1", NULL)}},
    /* A second request; an address that is offered before its translation is known. */
    {"one_record",
     "buf.address,bus.protocol",
     "",
     {E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "29 xl_req id=2 regime=0 va=0x10000\n30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000")}},
    {"one_record",
     "bus.protocol",
     "",
     {E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "29 xl_req id=2 regime=0 va=0x10000\n30 xl_rsp id=2 ns=1 attr=0xff pa=0x80010000\n"
        "30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000")}},
    {"one_record", "", "", {OFFERED("30")}},
    {"one_record", "buf.address", "", {OFFERED("29")}},
    {"one_record",
     "",
     "",
     {OFFERED("29"), E("28 xl_req id=1 regime=0 va=0x10000", NULL),
      E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "30 xl_req id=1 regime=0 va=0x10000\n30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000")}},
    /* Levels of the last cycle. */
    {"exc_full", "", "", {LAST("0x08")}},
    {"exc_full", "out.exception", "", {LAST("0x74")}},
    /* Each burst of a record aborted. */
    {"abort_bursts", "", "", {{0}}},
    {"abort_bursts", "out.irq", "", {E("48 out pmbirq=1", "49 out pmbirq=1")}},
    /* A fault that a TLBI makes void leaves no open outcome. */
    {"tlbi_discarded", "", "S1 unseen 17", {{0}}},
    /* The record's own fault ends it: it was kept. */
    {"filter_fault", "", "L1 written 1", {{0}}},
    {"filter_fault", "", "S2 written 1", {DISABLED}},
    /* A TLBI makes the fault void: the record is written. */
    {"one_record",
     "",
     "L1 written 1",
     {FILTERS("@key fe_zero = any", "0x1", "0"), FAULT_TAKEN_BACK}},
    /* Two open samples. */
    {"filter_two", "", "L1 written 1, L1 rejected 1", {{0}}},
    {"filter_two", "", "L1 written 1, L1 rejected 1", {SECOND_KEPT}},
    {"filter_two", "", "L1 rejected 2", {NEITHER, E("80 out filtrate=1", NULL)}},
    /* One is counted: it must have been the one whose bytes came, so those of the third are
       missing. */
    {"filter_two", "buf.missing", "L1 written 1, L1 rejected 1", {NEITHER}},
    {"filter_two",
     "out.filtrate,account.feed,account.written",
     "L1 written 1, L1 rejected 1",
     {E("80 out filtrate=1", NULL)}},
    /* Discard mode: counted or not, and the next sample is judged as ever. */
    {"filter_discard", "", "L1 not written 1", {{0}}},
    {"filter_discard", "", "L1 rejected 1", {FIRST_REJECTED}},
    {"filter_discard",
     "out.filtrate,account.feed,account.written",
     "L1 not written 1",
     {E("98 out filtrate=1", NULL)}},
    {"filter_discard", "", "L1 not written 1", {RESET}},
    {"filter_discard", "", "L1 rejected 1", {RESET, FIRST_REJECTED}},
    /* Nothing tells, and nothing has to. */
    {"filter_blind", "", "L1 open 18", {{0}}},
    /* D17.4 ISBQVZ: a record that ends while the buffer is disabled moves the pointer, or not. */
    {"disabled", "", "B29 moved 1, S2 written 1", {{0}}},
    {"disabled", "", "B29 retained 1, S2 written 1", {READ("0x10000")}},
    {"disabled", "reg.read", "B29 unseen 1, S2 written 1", {READ("0x10010")}},
    {"owner", "", "B29 moved 1", {{0}}},
    {"owner",
     "",
     "B29 retained 1",
     {E("52 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12005",
        "52 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x11ff0")}},
    {"owner", "", "B29 moved 1", {OWNED_ELSEWHERE("0x12005")}},
    {"owner", "", "B29 retained 1", {OWNED_ELSEWHERE("0x11ff0")}},
    {"owner", "reg.read", "B29 unseen 1", {OWNED_ELSEWHERE("0x12000")}},
    {"disabled_twice", "", "B29 unseen 1, S2 written 1", {DONE_DISABLED, BEHIND}},
    {"disabled_twice", "", "B29 retained 1, S2 written 1", {DONE_DISABLED}},
    /* P21: a read in the first cycles after the movement tells nothing. */
    {"one_record", "", "3.6.1 moved 1", {LAGGED("0x10800", "0x10015")}},
    {"one_record", "", "3.6.1 as written 1", {LAGGED("0x10800", "0x10800")}},
    {"one_record", "", "3.6.1 moved 1", {LAGGED("0x10015", "0x10015")}},
    {"one_record", "reg.read,account.pointer", "3.6.1 moved 1", {LAGGED("0x10015", "0x10800")}},
    /* The choice is of the key that makes the difference. */
    {"one_record", "", "L1 written 1", {FILTERS(FNE "@key fe_zero = any", "0x9", "0")}},
    {"one_record", "", "L15 written 1", {FILTERS(FNE "@key fne_zero = any", "0x9", "0x2")}},
    {"one_record",
     "",
     "L2 written 1",
     {FILTERS("@key misspec_record = 1\n@key fe_zero = any\n@key ft_zero = any", "0x3", "0x2")}},
    /* PMSEVFR_EL1[1] is ignored where records of wrong paths are always discarded (D24.7.11), and
     * RES1 where nothing speculative is sampled (4.3.8): then FE is never without an event. */
    {"one_record", "", "L1 written 1", {FILTERS("@key fe_zero = any", "0x1", "0x2")}},
    {"one_record",
     "",
     "",
     {FILTERS("@key speculative = 0\n@key sample_point = retire\n@key fe_zero = any", "0x1", "0"),
      E("27 life tag=0 kind=retire", "27 life tag=0 kind=retire lat_issue=2 lat_total=5")}},
    {"one_record",
     "",
     "L3 written 1",
     {FILTERS("@key ft_zero = any\n@key fl_zero = any", "0x5", "0x2")}},
    /* Without SYNC: a fault that an untold TLBI may have taken back, and the abort of its event's
     * cycle. */
    {"fault", "", "S1 event 1", {FAULT_AND_ABORT("0x940e0007", "0x12000")}},
    {"fault", "", "S1 none 1", {FAULT_AND_ABORT("0x900e0011", "0x11ff0")}},
    {"fault", "reg.read", "S1 unseen 1", {FAULT_AND_ABORT("0x940a0007", "0x11ff0")}},
};

static bool good(const struct fork_row *row, size_t number)
{
    struct txnlog_result result;
    char fired[512];

    txnlog_run(row->log, row->edit, &result);
    txnlog_fired(&result, fired, sizeof(fired));
    if (result.status == 0 && result.totals.closed && strcmp(fired, row->checks) == 0 &&
        strcmp(result.forks, row->forks) == 0) {
        return true;
    }
    print_error("%s (row %zu): fired '%s', expected '%s'; forks '%s', expected '%s'; %s%s\n",
                row->log, number, fired, row->checks, result.forks, row->forks, result.error,
                result.first);
    return false;
}

static void branches_are_taken_as_the_logs_say(void **state)
{
    size_t n = sizeof(rows) / sizeof(rows[0]), count = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        count += good(&rows[i], i);
    }
    assert_int_equal(count, n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_are_taken_as_the_logs_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
