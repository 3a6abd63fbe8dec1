/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Sets of taps in which something is not told (spe sets): what it would have explained is no
 * finding, what nothing explains still is one. Beside each row stands what differs.
 */

#define TAPS(taps) E("@taps 0x7b", "@taps " taps)
/* Without OUT. */
#define BLIND                                                                                      \
    TAPS("0x5b"), E("21 out pop=3 feed=1", NULL), E("28 out filtrate=1", NULL),                    \
        E("37 out cti=1", NULL)
#define AT_54(lines)           E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", lines)
#define READ(cycle, reg, data) cycle " sysreg enc=" reg " write=read pos=3 data=" data "\n"
#define LATE_PSB                                                                                   \
    E("51 sync kind=psb_done pos=3", NULL), E("52 sync kind=dsb_req pos=3", NULL),                 \
        E("53 sync kind=dsb_done pos=3", NULL),                                                    \
        AT_54("5400 sync kind=psb_done pos=3\n5401 sync kind=dsb_req pos=3\n"                      \
              "5402 sync kind=dsb_done pos=3\n5403 sysreg enc=PMBPTR_EL1 write=read pos=3 "        \
              "data=0x10015"),                                                                     \
        E("60 close", "5410 close")
#define KEPT_2 E("28 out filtrate=1", "28 out filtrate=2")

/* The record in two bursts, of 8 or `first` bytes, and a read of PMBPTR_EL1 between them. */
#define TWO_BURSTS(between)                                                                        \
    E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                                \
      "31 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010000"),                               \
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",                      \
          "31 w word=0 strb=0xff last_word=1 last=1 data=0x00b0000299000598\n32 b id=0 resp=0\n"   \
          "33 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" between                                \
          "\n34 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010008"),                         \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",                      \
          "34 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001"),                     \
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                      \
          "35 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200")
/* Its padding, up to 32 bytes, in a burst of its own. */
#define PADDING(between)                                                                           \
    E("@taps 0x7b", "@key align = 5\n@taps 0x7b"),                                                 \
        E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                      \
          "33 w word=0 strb=0xff last_word=1 last=1 data=0x0000000100025200\n34 b id=0 resp=0\n"   \
          "35 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" between                                \
          "\n35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010018\n"                         \
          "35 w word=0 strb=0xff last_word=1 last=1 data=0")

/* Without SYNC, after the lines of the log. */
#define NO_TLBI                                                                                    \
    E("@key event_max = 8", "@key event_max = 8\n@taps 0x3f"), E("96 sync kind=tlbi", NULL),       \
        E("120 sync kind=psb_req pos=258", NULL), E("121 sync kind=psb_done pos=258", NULL),       \
        E("122 sync kind=dsb_req pos=258", NULL), E("123 sync kind=dsb_done pos=258", NULL)

/* Without OUT and SYNC: two answers, each of which may be the one that is used, and a member
 * between their events. */
#define TWO_EVENTS(sicr)                                                                           \
    E("@key event_max = 8", "@key event_max = 8\n@taps 0x1f"),                                     \
        E("96 sync kind=tlbi", "102 pop ctx=0 n=1"), E("21 out pop=1 feed=1", NULL),               \
        E("31 out pop=257 feed=1", NULL), E("33 out filtrate=1", NULL),                            \
        E("34 out filtrate=1", NULL), E("101 out levels=1", NULL),                                 \
        E("120 sync kind=psb_req pos=258", NULL), E("121 sync kind=psb_done pos=258", NULL),       \
        E("122 sync kind=dsb_req pos=258", NULL), E("123 sync kind=dsb_done pos=258", NULL),       \
        E("124 sysreg enc=PMBPTR_EL1 write=read pos=258 data=0x10000", NULL),                      \
        E("125 sysreg enc=PMBSR_EL1 write=read pos=258 data=0x90020007",                           \
          "125 sysreg enc=PMBSR_EL1 write=read pos=259 data=0x90020007\n"                          \
          "126 sysreg enc=PMSICR_EL1 write=read pos=259 data=" sicr)

/* no_life: an audit while profiling goes on, and a selection in its last cycle. */
#define AUDITED_SELECTED(out)                                                                      \
    E("53 sync kind=dsb_done pos=3", "53 pop ctx=0 n=1\n53 sync kind=dsb_done pos=4"),             \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x10015" out)
/* no_life: a sample after that audit is kept, and not written; `lines` come before its ending. */
#define AUDITED_KEPT(lines)                                                                        \
    AT_54("55 pop ctx=0 n=1\n56 out pop=1 feed=1\n" lines "58 out filtrate=1"),                    \
        E("60 close", "70 sync kind=psb_req pos=4\n71 sync kind=psb_done pos=4\n"                  \
                      "72 sync kind=dsb_req pos=4\n73 sync kind=dsb_done pos=4\n"                  \
                      "74 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x10015\n80 close")
/* The same; PMBIRQ is three cycles late. */
#define AUDITED_LATE(level)                                                                        \
    E("@taps 0x7b", "@key irq_min = 3\n@key irq_max = 3\n@taps 0x7b"),                             \
        AT_54("55 pop ctx=0 n=1\n56 out pop=1 feed=1\n58 out filtrate=1"),                         \
        E("60 close", "70 sync kind=psb_req pos=4\n71 sync kind=psb_done pos=4\n"                  \
                      "72 sync kind=dsb_req pos=4\n73 sync kind=dsb_done pos=4\n" level            \
                      "78 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x10015\n80 close")
#define DISABLED "57 sysreg enc=PMBLIMITR_EL1 write=write pos=4 data=0x20000\n"

/* stream_cut: no abort; a fault in the next page. */
#define WHOLE E("36 b id=0 resp=2", "36 b id=0 resp=0")
#define FAULT                                                                                      \
    WHOLE,                                                                                         \
        E("38 xl_req id=2 regime=0 va=0x11000",                                                    \
          "37 xl_req id=2 regime=0 va=0x11000\n38 xl_rsp id=2 fault=1 stage2=1 fsc=0x07\n"         \
          "39 xl_req id=3 regime=0 va=0x11000"),                                                   \
        E("40 xl_rsp id=2 ns=1 attr=0xff pa=0x80011000",                                           \
          "40 xl_rsp id=3 ns=1 attr=0xff pa=0x80011000")

/* stream_cut: the record goes on in the page. */
#define REST                                                                                       \
    E("41 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80011000",                                \
      "41 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80011000"),                               \
        E("41 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("42 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL)
/* And bytes that begin no packet, behind it, after a buffer that begins there, and after both. */
#define THREES(addr)                                                                               \
    E("50 close", "46 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=" addr                          \
                  "\n46 w word=0 strb=0xe0 last_word=1 last=1 data=0x0303030303030303\n"           \
                  "47 b id=0 resp=0\n50 close")

#define CONFIG "@config ../../../rtl/configs/v1p0_min.cfg"
/* fault, without SYNC: a TLBI that is not told may have taken the fault back. An abort is answered
 * in its cycle; what PMBSR_EL1 is. */
#define AND_ABORT(bsr)                                                                             \
    E(CONFIG, CONFIG "\n@key ext_abort = async\n@key record_done = w\n@taps 0x3f"),                \
        E("34 b id=0 resp=0", NULL),                                                               \
        E("40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07",                                              \
          "40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07\n40 b id=0 resp=3"),                           \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007",                              \
          "42 sysreg enc=PMBSR_EL1 write=read pos=3 data=" bsr),                                   \
        E("44 sync kind=psb_req pos=3", NULL), E("45 sync kind=psb_done pos=3", NULL),             \
        E("45 sync kind=dsb_req pos=3", NULL), E("46 sync kind=dsb_done pos=3", NULL)
/* fault, the same: a register is read in the cycle of the event or the next one; levels lag. */
#define NO_SYNC(keys)                                                                              \
    E(CONFIG, CONFIG "\n@taps 0x3f" keys), E("44 sync kind=psb_req pos=3", NULL),                  \
        E("45 sync kind=psb_done pos=3", NULL), E("45 sync kind=dsb_req pos=3", NULL),             \
        E("46 sync kind=dsb_done pos=3", NULL)
#define READ_EARLY(read, out)                                                                      \
    NO_SYNC("\n@key irq_min = 3\n@key irq_max = 3"), E("41 out pmbirq=1", NULL),                   \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007", read),                       \
        E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000",                                \
          out "\n47 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007")
#define READ_AT_ONCE(data)                                                                         \
    NO_SYNC(""), E("41 out pmbirq=1",                                                              \
                   "41 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" data "\n41 out pmbirq=1")
/* fault, the same: PMBSR_EL1 is written in the cycle in which the event comes, if it does; what
 * PMBIRQ does then, and where PMBPTR_EL1 stands. */
#define WRITTEN_OVER(value, lines)                                                                 \
    NO_SYNC("\n@key irq_min = 3\n@key irq_max = 3"),                                               \
        E("41 out pmbirq=1", "41 sysreg enc=PMBSR_EL1 write=write pos=3 data=" value),             \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007", NULL),                       \
        E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000", lines)
#define POINTER_READ(ptr) "47 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" ptr
#define PULSE(rise, fall) rise " out pmbirq=1\n" fall " out\n"
/* fault, the same: software has set S, and clears it in the cycle of the answer. */
#define CLEARED(keys, early, late)                                                                 \
    NO_SYNC(keys),                                                                                 \
        E("35 xl_req id=2 regime=0 va=0x12000",                                                    \
          "35 xl_req id=2 regime=0 va=0x12000\n"                                                   \
          "38 sysreg enc=PMBSR_EL1 write=write pos=3 data=0x20000" early),                         \
        E("40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07",                                              \
          "40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07\n"                                             \
          "40 sysreg enc=PMBSR_EL1 write=write pos=3 data=0"),                                     \
        E("41 out pmbirq=1", late),                                                                \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x940a0007", NULL),                       \
        E("43 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000", NULL)
#define CLEARED_0(late) CLEARED("", "\n39 out pmbirq=1", late)
#define CLEARED_3(late)                                                                            \
    CLEARED("\n@key irq_min = 3\n@key irq_max = 3", "", "42 out pmbirq=1\n" late)
#define SYNDROME_READ(bsr) "47 sysreg enc=PMBSR_EL1 write=read pos=3 data=" bsr
/* no_life: without RND, ERnd 1: the member of the log is drawn for, and may be selected by that
 * draw. `lines` follow, then PMSICR_EL1 is read. */
#define ECOUNT(lines)                                                                              \
    E("@taps 0x7b", "@taps 0x6b\n@key ernd = 1"),                                                  \
        E("5 sysreg enc=PMSICR_EL1 write=write data=3",                                            \
          "5 sysreg enc=PMSICR_EL1 write=write data=3\n"                                           \
          "5 sysreg enc=PMSIRR_EL1 write=write data=0x101"),                                       \
        AT_54("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015\n" lines),                   \
        E("60 close", "80 close")
#define ENABLED_AGAIN(sicr)                                                                        \
    ECOUNT("55 sysreg enc=PMSCR_EL1 write=write pos=3 data=0\n"                                    \
           "57 sysreg enc=PMSCR_EL1 write=write pos=3 data=0x2\n" READ("59", "PMSICR_EL1", sicr))
/* ECOUNT stands still for two members: at the greatest draw it runs out with COUNT. */
#define BOTH_RUN_OUT(n, sicr)                                                                      \
    ECOUNT("55 sysreg enc=PMSIRR_EL1 write=write pos=3 data=0x100\n56 pop ctx=0 n=2\n"             \
           "57 sysreg enc=PMSIRR_EL1 write=write pos=5 data=0x101\n66 pop ctx=0 n=255\n"           \
           "67 out pop=257 feed=" n "\n68 sysreg enc=PMSICR_EL1 write=read pos=260 data=" sicr)
/* exc_fault: without SYNC; levels lag. Software sets S of PMBSR_EL1 over the event of PMBSR_EL3. */
#define OTHER_S(written, told, later)                                                              \
    E("@key impdef_event = 1", NULL),                                                              \
        E("@key b1_max = 1", "@key b1_max = 1\n@key irq_min = 3\n@key irq_max = 3\n@taps 0x3f"),   \
        E("41 out levels=0x48", written " sysreg enc=PMBSR_EL1 write=write pos=3 data=0x20000"),   \
        E("43 out levels=0x08", told),                                                             \
        E("44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f",                           \
          later "48 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f"),                    \
        E("45 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000",                                \
          "48 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x12000"),                               \
        E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",                                       \
          "49 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20000"),                                \
        E("47 sysreg enc=PMBSR_EL2 write=read pos=3 data=0", NULL),                                \
        E("50 sync kind=psb_req pos=3", NULL), E("51 sync kind=psb_done pos=3", NULL),             \
        E("52 sync kind=dsb_req pos=3", NULL), E("53 sync kind=dsb_done pos=3", NULL)
/* no_life: a member, whose record is kept and written after the DSB, comes with `early` or `late`:
 * before or after PSB CSYNC; `newer`: another one is asked for before DSB is done. */
#define RECORD_2                                                                                   \
    "59 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010015\n"                                 \
    "59 w word=0 strb=0xe0 last_word=1 last=0 data=0x0005980000000000\n"                           \
    "60 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000299\n"                           \
    "61 w word=0 strb=0xff last_word=1 last=1 data=0x02520048a0000000\n62 b id=0 resp=0\n"         \
    "63 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028\n"                                 \
    "63 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100\n64 b id=0 resp=0\n"         \
    "65 out cti=1\n"
#define READ_4(cycle, reg, data) cycle " sysreg enc=" reg " write=read pos=4 data=" data "\n"
#define MEMBER                   "pop ctx=0 n=1\n"
#define BARRIERS(early, at, late, newer, older)                                                    \
    E("50 sync kind=psb_req pos=3", early "50 sync kind=psb_req pos=" at),                         \
        E("51 sync kind=psb_done pos=3", "51 sync kind=psb_done pos=" at),                         \
        E("52 sync kind=dsb_req pos=3",                                                            \
          "52 sync kind=dsb_req pos=" at "\n" late "54 out filtrate=1\n" newer),                   \
        E("53 sync kind=dsb_done pos=3", "58 sync kind=dsb_done pos=4"),                           \
        AT_54(RECORD_2 older                                                                       \
              "70 sync kind=psb_done pos=4\n71 sync kind=dsb_req pos=4\n"                          \
              "72 sync kind=dsb_done pos=4\n" READ_4("73", "PMBPTR_EL1", "0x1002a")),              \
        E("60 close", READ_4("74", "PMBSR_EL1", "0") "80 close")

/* window_draw, without LIFE: after the selection of 20, members in the cycle in which S becomes 1,
 * or before; they lead to another selection. */
#define AT_END(n)                                                                                  \
    E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0", NULL),                                   \
        E("40 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x20001",                                 \
          "40 sysreg enc=PMBSR_EL1 write=read pos=" n " data=0x20001"),                            \
        E("41 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x1ffc8",                                \
          "41 sysreg enc=PMBPTR_EL1 write=read pos=" n " data=0x1ffc8"),                           \
        E("44 sync kind=psb_req pos=4", "44 sync kind=psb_req pos=" n),                            \
        E("45 sync kind=psb_done pos=4", "45 sync kind=psb_done pos=" n),                          \
        E("45 sync kind=dsb_req pos=4", "45 sync kind=dsb_req pos=" n),                            \
        E("46 sync kind=dsb_done pos=4", "46 sync kind=dsb_done pos=" n)
#define NO_LIFE                                                                                    \
    E(CONFIG, CONFIG "\n@taps 0x7b"), E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000", NULL),   \
        E("22 life tag=0 kind=issue", "22 sysreg enc=PMSICR_EL1 write=write pos=3 data=1"),        \
        E("25 life tag=0 kind=complete", NULL)
#define LAST                                                                                       \
    NO_LIFE, AT_END("5"), E("27 life tag=0 kind=retire", NULL),                                    \
        E("31 pop ctx=0 n=1", "31 pop ctx=0 n=2"),                                                 \
        E("31 out pmbirq=1", "31 out pmbirq=1\n33 out pop=2 pmbirq=1")
#define SOONER                                                                                     \
    NO_LIFE, AT_END("25"),                                                                         \
        E("27 life tag=0 kind=retire",                                                             \
          "24 rnd value=0x27\n24 pop ctx=0 n=2\n25 out pop=2\n26 pop ctx=0 n=20\n27 out pop=20"),  \
        E("31 pop ctx=0 n=1", NULL)

/* window_draw, without LIFE: a member, and a context that is not profiled, around the event. */
#define NOT_PROFILED "ctx id=1 state=EL0+NS+NSPB3+E2PB3+CNTEN"
#define ENDS(member_and_context)                                                                   \
    E(CONFIG, CONFIG "\n@key irq_max = 1\n@taps 0x7b"),                                            \
        E("6 sysreg enc=PMSIRR_EL1 write=write data=0x101",                                        \
          "6 sysreg enc=PMSIRR_EL1 write=write data=0x100"),                                       \
        E("20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000", NULL),                                 \
        E("22 life tag=0 kind=issue", NULL), E("25 life tag=0 kind=complete", NULL),               \
        E("27 life tag=0 kind=retire", NULL), E("31 pop ctx=0 n=1", member_and_context),           \
        E("31 out pmbirq=1", "32 out pmbirq=1\n35 ctx id=2 state=EL1+NS+NSPB3+E2PB3+CNTEN"),       \
        E("38 sysreg enc=PMSICR_EL1 write=read pos=4 data=0", NULL)

static const struct txnlog_row passing[] = {
    /* The event took effect in the last profiled cycle: its member does not count. */
    {"window_draw", "", {ENDS("31 " NOT_PROFILED "\n31 pop ctx=0 n=1")}},
    /* An event of a window came first, or the abort of its cycle. */
    {"fault", "", {AND_ABORT("0x940e0007")}},
    /* PMBPTR_EL1 says that the fault has happened before the levels do. */
    {"fault", "", {READ_EARLY(READ("42", "PMBPTR_EL1", "0x12000"), "44 out pmbirq=1")}},
    {"fault", "", {READ_EARLY(READ("42", "PMBSR_EL1", "0x940a0007"), "44 out pmbirq=1")}},
    {"fault", "", {READ_AT_ONCE("0x12000")}},
    /* The event of 41 is undone in 42, before PMBIRQ can show it: a pulse of one cycle, or none. */
    {"fault", "", {WRITTEN_OVER("0", PULSE("44", "45") POINTER_READ("0x12000"))}},
    {"fault", "", {WRITTEN_OVER("0", POINTER_READ("0x11ff0"))}},
    {"fault", "", {WRITTEN_OVER("0x20000", "44 out pmbirq=1\n" POINTER_READ("0x12000"))}},
    {"fault", "", {WRITTEN_OVER("0x20000", "45 out pmbirq=1\n" POINTER_READ("0x11ff0"))}},
    /* The event comes over the S of 0 (B28), or does not: PMBIRQ says it where it should fall. */
    {"fault", "", {CLEARED_0(SYNDROME_READ("0x940a0007") "\n" POINTER_READ("0x12000"))}},
    {"fault", "", {CLEARED_0("41 out\n" SYNDROME_READ("0") "\n" POINTER_READ("0x11ff0"))}},
    {"fault", "", {CLEARED_3(SYNDROME_READ("0x940a0007") "\n" POINTER_READ("0x12000"))}},
    {"fault", "", {CLEARED_3("44 out\n" SYNDROME_READ("0") "\n" POINTER_READ("0x11ff0"))}},
    /* The request is of the record that begins there, not of the one that may be gone. */
    {"record_gone", "", {{0}}},
    /* The member came after the PSB CSYNC for which DSB waits. */
    {"no_life",
     "",
     {BARRIERS("", "3", "52 " MEMBER "53 out pop=1 feed=1\n", "55 sync kind=psb_req pos=4\n", "")}},
    /* No draw came for the members of the last cycle: they did not count. */
    {"window_draw", "", {LAST}},
    /* Cut by an abort, or a fault, and the next buffer begins right behind. */
    {"stream_cut", "", {{0}}},
    {"stream_cut", "", {FAULT}},
    {"stream_cut", "", {REST}},
    {"no_life", "", {{0}}},
    /* B5: PMBPTR_EL1 moves with the record, not with its bursts. */
    {"no_life", "", {TWO_BURSTS("0x10000")}},
    {"no_life",
     "",
     {PADDING("0x10000"), AT_54("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10020")}},
    /* A counter that goes on with an older interval; a draw that may have led to a selection. */
    {"nolife_interval", "", {{0}}},
    {"nolife_interval", "", {E("2608 out pop=0x2a feed=0x1", "2608 out pop=0x2a feed=671")}},
    {"nolife_ecount", "", {{0}}},
    /* The S of software comes a cycle after the event, and in its cycle. */
    {"exc_fault",
     "",
     {OTHER_S("41", "44 out levels=0x48", "45 out levels=0x49\n46 out levels=0x09\n")}},
    {"exc_fault", "", {OTHER_S("40", "44 out levels=0x49", "46 out levels=0x09\n")}},
    /* Enabling loads a counter of 0, which the draw has left or not (3.1.1). */
    {"no_life", "", {ENABLED_AGAIN("0x100")}},
    /* One selection by the draw that runs out at 257 at the latest, one by the next (P13). */
    {"no_life", "", {BOTH_RUN_OUT("0", "0x700000000000000")}},
    {"no_life", "", {BOTH_RUN_OUT("1", "0")}},
    /* The counter, or the pointer, has stopped: S was 1. */
    {"no_life",
     "",
     {BLIND, AT_54(READ("54", "PMSICR_EL1", "0x7") READ("55", "PMBSR_EL1", "0x20001"))}},
    {"no_life",
     "",
     {BLIND, AT_54(READ("54", "PMBPTR_EL1", "0x10000") READ("55", "PMBSR_EL1", "0x90020004"))}},
    /* PMBIRQ says so. */
    {"no_life", "", {AT_54(READ("54", "PMBPTR_EL1", "0x10000") "54 out levels=1")}},
    {"no_life", "", {AT_54(READ("54", "PMBSR_EL1", "0x20001") "54 out levels=1")}},
    /* A PSB CSYNC may wait for samples that nobody has seen. */
    {"no_life", "", {LATE_PSB}},
    /* A fault is used, or its page is asked for again because of a TLBI that is not told. */
    {"tlbi_two", "", {NO_TLBI}},
    /* The counter stopped at either. */
    {"tlbi_two", "", {TWO_EVENTS("0")}},
    {"tlbi_two", "", {TWO_EVENTS("0x100")}},
    /* What SAMPLE_FEED has still to count; a sample after an audit may be lost like any other. */
    {"no_life", "", {AUDITED_SELECTED("\n54 out pop=1 feed=1")}},
    {"no_life", "", {AUDITED_KEPT(DISABLED)}},
    /* An event of the audit's cycle at the latest has lost it. */
    {"no_life", "", {AUDITED_LATE("76 out pmbirq=1\n")}},
    /* A record may be lost with the disabled buffer; of what barriers would tell nobody knows. */
    {"no_life",
     "",
     {KEPT_2, E("36 b id=0 resp=0",
                "36 b id=0 resp=0\n36 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000")}},
    {"no_life",
     "",
     {KEPT_2, TAPS("0x3b"), E("50 sync kind=psb_req pos=3", NULL),
      E("51 sync kind=psb_done pos=3", NULL), E("52 sync kind=dsb_req pos=3", NULL),
      E("53 sync kind=dsb_done pos=3", NULL)}},
};

static const struct txnlog_row bad[] = {
    /* It has moved by the first burst; that one is forgotten. */
    {"no_life", "account.pointer", {TWO_BURSTS("0x10008")}},
    {"no_life",
     "account.pointer",
     {TWO_BURSTS("0x10000"), AT_54("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x1000d")}},
    {"no_life",
     "account.pointer",
     {PADDING("0x10018"), AT_54("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10020")}},
    {"no_life",
     "account.pointer",
     {PADDING("0x10000"), AT_54("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10018")}},
    {"window_draw", "out.pop", {ENDS("29 pop ctx=0 n=1\n30 " NOT_PROFILED)}},
    /* The event was in 41. */
    {"fault", "out.irq", {READ_EARLY(READ("42", "PMBPTR_EL1", "0x12000"), "45 out pmbirq=1")}},
    {"fault", "out.irq", {READ_EARLY(READ("42", "PMBSR_EL1", "0x940a0007"), "45 out pmbirq=1")}},
    {"fault",
     "reg.read,out.irq",
     {READ_EARLY(READ("42", "PMBPTR_EL1", "0x11ff0"), "44 out pmbirq=1")}},
    {"fault", "reg.read", {READ_AT_ONCE("0x12008")}},
    {"fault", "out.irq", {WRITTEN_OVER("0", PULSE("44", "46"))}},
    {"fault", "out.irq", {WRITTEN_OVER("0", PULSE("43", "44"))}},
    {"fault", "out.irq", {WRITTEN_OVER("0", PULSE("45", "46"))}},
    {"fault", "out.irq", {WRITTEN_OVER("0x20000", "43 out pmbirq=1\n45 out pmbirq=1")}},
    {"fault", "out.irq", {WRITTEN_OVER("0x20000", "46 out pmbirq=1")}},
    {"fault", "out.irq", {WRITTEN_OVER("0x20000", PULSE("44", "45"))}},
    {"fault", "reg.read", {WRITTEN_OVER("0", POINTER_READ("0x12008"))}},
    {"fault", "reg.read,out.irq", {CLEARED_0(SYNDROME_READ("0"))}},
    {"fault", "reg.read", {CLEARED_0("41 out\n" POINTER_READ("0x12000"))}},
    {"fault", "out.irq", {CLEARED_0("42 out")}},
    {"fault", "out.irq", {CLEARED_3("43 out")}},
    {"fault", "out.irq", {CLEARED_3("45 out")}},
    /* The abort has no EA. */
    {"fault", "reg.read", {AND_ABORT("0x940a0007")}},
    {"record_gone",
     "reg.read",
     {E("80 sysreg enc=PMBPTR_EL1 write=read pos=5 data=0x10000",
        "80 sysreg enc=PMBPTR_EL1 write=read pos=5 data=0x10f15")}},
    /* Its record was not waited for. */
    {"no_life",
     "account.written",
     {BARRIERS("45 " MEMBER "46 out pop=1 feed=1\n", "4", "", "", "69 sync kind=psb_req pos=4\n")}},
    {"window_draw", "account.select", {SOONER}},
    /* Nothing has cut the record. */
    {"stream_cut", "story.format", {WHOLE}},
    /* Whichever it was, what comes behind is no packet. */
    {"stream_cut", "story.format", {THREES("0x80011015")}},
    {"stream_cut", "story.format", {FAULT, THREES("0x80011015")}},
    {"stream_cut", "story.format", {REST, THREES("0x80011005")}},
    /* Neither the event of the fault nor another request. */
    {"tlbi_two", "reg.read,out.irq", {NO_TLBI, E("101 out levels=1", "103 out levels=1")}},
    {"tlbi_two", "reg.read", {TWO_EVENTS("0xff")}},
    {"no_life", "account.select", {AUDITED_SELECTED("\n54 out pop=1")}},
    {"no_life", "account.written", {AUDITED_KEPT("")}},
    {"no_life", "account.written", {AUDITED_LATE("")}},
    {"no_life", "account.written", {AUDITED_LATE("77 out pmbirq=1\n")}},
    /* S was 0. */
    {"no_life",
     "reg.read",
     {BLIND, AT_54(READ("54", "PMSICR_EL1", "0x7") READ("55", "PMBSR_EL1", "0"))}},
    {"no_life",
     "account.pointer",
     {BLIND, AT_54(READ("54", "PMBPTR_EL1", "0x10000") READ("55", "PMBSR_EL1", "0"))}},
    {"no_life", "account.pointer", {AT_54(READ("54", "PMBPTR_EL1", "0x10000"))}},
    {"no_life", "out.irq", {AT_54(READ("54", "PMBSR_EL1", "0x20001"))}},
    {"no_life",
     "out.irq",
     {E("37 out cti=1", "37 out cti=1 levels=1"), AT_54(READ("54", "PMBSR_EL1", "0"))}},
    /* More selections than any draws give, by one. */
    {"nolife_interval",
     "account.select",
     {E("2608 out pop=0x2a feed=0x1", "2608 out pop=0x2a feed=672")}},
    {"nolife_ecount",
     "account.select",
     {E("545 out pop=0x2eb feed=0x1", "545 out pop=0x2eb feed=0x3")}},
    {"exc_fault",
     "reg.read,out.exception",
     {OTHER_S("41", NULL, "45 out levels=0x49\n46 out levels=0x09\n")}},
    {"exc_fault",
     "out.irq",
     {OTHER_S("41", "44 out levels=0x49", "45 out levels=0x49\n46 out levels=0x09\n")}},
    {"no_life", "reg.read", {ENABLED_AGAIN("0")}},
    {"no_life", "reg.read", {ENABLED_AGAIN("0x101")}},
    {"no_life", "account.select", {ENABLED_AGAIN("0x700000000000000")}},
    {"no_life", "account.select", {BOTH_RUN_OUT("1", "0x700000000000000")}},
    {"no_life", "account.select", {BOTH_RUN_OUT("2", "0")}},
    {"no_life", "reg.read", {BOTH_RUN_OUT("0", "0x700000000000003")}},
    /* More records than were kept. */
    {"no_life", "account.written", {E("28 out filtrate=1", NULL)}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
