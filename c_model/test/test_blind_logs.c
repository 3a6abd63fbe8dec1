/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Without OUT no level says whether and when an event took effect: registers, selections, bytes
 * and barriers do (3.4.1, 3.6.1; B1, S1, S2). Without RND the draws are inferred. The logs blind_*
 * with exchanged lines; beside each row stands what passes or must fire.
 */

#define CONFIG "@config ../../../rtl/configs/v1p0_min.cfg"
#define READ   "sysreg enc=PMBSR_EL1 write=read pos="

/* blind_counter: where the counter stopped. */
#define COUNTER(value)                                                                             \
    E("46 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfe",                                       \
      "46 sysreg enc=PMSICR_EL1 write=read pos=7 data=" value)

/* blind_counter: a new buffer without a read of PMSICR_EL1, and the next sample anywhere in it. */
#define AGAIN(n, pos)                                                                              \
    E("46 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfe",                                       \
      "46 sysreg enc=PMBPTR_EL1 write=write pos=7 data=0x10000\n"                                  \
      "47 sysreg enc=PMBSR_EL1 write=write pos=7 data=0\n50 pop ctx=0 n=" n                        \
      "\n50 sel ctx=0 slot=0 tag=0 pc=0x8 op=0\n52 life tag=0 kind=squash\n"                       \
      "53 sync kind=psb_req\n54 sync kind=psb_done\n54 sync kind=dsb_req\n"                        \
      "55 sync kind=dsb_done\n56 sysreg enc=PMBPTR_EL1 write=read pos=" pos                        \
      " data=0x10000\n57 " READ pos " data=0")

/* blind_counter: INTERVAL 0 with RND 1 and ERnd 1, without RND. The members of 20 draw twice, and
 * one of the draws selects the last of them: the draw before has run out, or its own is 0. */
#define EITHER_DRAW                                                                                \
    E("@taps 0x5f", "@taps 0x4f\n@key ernd = 1"),                                                  \
        E("6 sysreg enc=PMSIRR_EL1 write=write data=0x100",                                        \
          "6 sysreg enc=PMSIRR_EL1 write=write data=0x1"),                                         \
        E("20 pop ctx=0 n=3", "20 pop ctx=0 n=4"), E("31 pop ctx=0 n=1", NULL)

/* blind_moved: the second record is not written; what the registers hold in the end. */
#define UNWRITTEN                                                                                  \
    E("50 xl_req id=1 regime=0 va=0x10000", NULL),                                                 \
        E("52 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", NULL),                                    \
        E("54 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                     \
        E("54 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("55 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("56 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("58 b id=0 resp=0", NULL)
#define END(ptr, bsr, sicr)                                                                        \
    E("75 sysreg enc=PMBPTR_EL1 write=read pos=8 data=0x10015",                                    \
      "75 sysreg enc=PMBPTR_EL1 write=read pos=8 data=" ptr),                                      \
        E("76 " READ "8 data=0", "76 " READ "8 data=" bsr),                                        \
        E("77 sysreg enc=PMSICR_EL1 write=read pos=8 data=0xff",                                   \
          "77 sysreg enc=PMSICR_EL1 write=read pos=8 data=" sicr)
/* A line in cycle 45, when the window is over. */
#define AT_45(line) E("29 pop ctx=0 n=1", "29 pop ctx=0 n=1\n45 " line)
#define CLEARED     AT_45("sysreg enc=PMBSR_EL1 write=write pos=7 data=0")
#define COLLIDES                                                                                   \
    AT_45("sysreg enc=PMSICR_EL1 write=write pos=7 data=1\n46 pop ctx=0 n=1\n"                     \
          "46 sel ctx=0 slot=0 tag=collided pc=0x400200 op=0x000"),                                \
        E("60 pop ctx=0 n=1", NULL)

/* blind_moved: RND is 1, and COUNT runs out behind the window; what the SPU says before. */
#define NO_DRAW(before)                                                                            \
    E(CONFIG, CONFIG "\n@key ernd = 1"),                                                           \
        E("29 pop ctx=0 n=1", before "45 sysreg enc=PMSICR_EL1 write=write pos=6 data=2\n"         \
                                     "45 sysreg enc=PMSIRR_EL1 write=write pos=6 data=0x101\n"     \
                                     "46 pop ctx=0 n=2"),                                          \
        E("60 pop ctx=0 n=1", NULL)
/* blind_moved: a second record has no room in the queue. */
#define WAITING                                                                                    \
    E(CONFIG, CONFIG "\n@key record_queue = 1\n@key sync_scope = at_event"),                       \
        E("29 pop ctx=0 n=1", "28 sysreg enc=PMSICR_EL1 write=write pos=6 data=1\n"                \
                              "29 pop ctx=0 n=1\n"                                                 \
                              "29 sel ctx=0 slot=0 tag=0 pc=0x400200 op=0x000\n"                   \
                              "31 life tag=0 kind=issue\n32 life tag=0 kind=complete\n"            \
                              "33 life tag=0 kind=retire")
/* blind_draw: a second selection with RND 0. */
#define SELECTED_AGAIN(sicr)                                                                       \
    E("20 sysreg enc=PMSCR_EL1 write=write pos=2 data=0", NULL),                                   \
        E("21 out pop=2 feed=1",                                                                   \
          "21 pop ctx=0 n=1\n21 sel ctx=0 slot=0 tag=collided pc=0x400104 op=0x000\n"              \
          "21 sysreg enc=PMSCR_EL1 write=write pos=3 data=0\n21 out pop=2 feed=1"),                \
        E("22 life tag=0 kind=squash", "22 life tag=0 kind=squash\n22 out pop=1 collision=1"),     \
        E("30 sysreg enc=PMSICR_EL1 write=read pos=2 data=0x500000000000000",                      \
          "30 sysreg enc=PMSICR_EL1 write=read pos=3 data=" sicr)

/* blind_moved: an event of the system in 33, inside the window (W15). */
#define SYSTEM_EVENT                                                                               \
    E(CONFIG, CONFIG "\n@key pmsver = 6\n@key events = 0xBFF\n@key fne = 1\n@key rme = 1\n"        \
                     "@key sel2 = 1\n@key the = 1\n@key poe = 1\n@key pie = 1\n@key exc = 1\n"     \
                     "@key nvm = 1\n@key impdef_event = 1\n@key pmu_full = 1\n"                    \
                     "@key ext_abort = serror\n@key flag_updates = 1"),                            \
        E("29 pop ctx=0 n=1", "29 pop ctx=0 n=1\n33 sync kind=impdef pos=7 data=0xabcdef1234")

/* disabled: without OUT; and what PMBSR_EL1 is. */
#define DENIED(bsr)                                                                                \
    E(CONFIG, CONFIG "\n@taps 0x5f\n@key disabled_record = event"),                                \
        E("21 out pop=3 feed=1", NULL), E("28 out filtrate=1", NULL), E("45 out cti=1", NULL),     \
        E("60 close", "56 " READ "3 data=" bsr "\n60 close")
#define DROPPED                                                                                    \
    E("40 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                         \
        E("40 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),               \
        E("41 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),               \
        E("42 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("44 b id=0 resp=0", NULL),                                                               \
        E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000")

static const struct txnlog_row passing[] = {
    /* PMSICR_EL1 tells the cycle, whichever of the nine it was. */
    {"blind_counter", "", {{0}}},
    {"blind_counter", "", {COUNTER("0")}},
    {"blind_counter", "", {COUNTER("0x100")}},
    {"blind_counter", "", {COUNTER("0xff")}},
    {"blind_counter", "", {COUNTER("0xfd")}},
    /* S from 28 on: 0, or what the own draw was; later, what a member has drawn. */
    {"blind_counter", "", {EITHER_DRAW, COUNTER("0")}},
    {"blind_counter", "", {EITHER_DRAW, COUNTER("0xff00000000000000")}},
    /* Nobody reads it: the next interval is of any of these lengths. */
    {"blind_counter", "", {AGAIN("254", "261")}},
    {"blind_counter", "", {AGAIN("257", "264")}},
    /* The event in question has not happened: the record was written, so its AW was offered. */
    {"blind_moved", "", {{0}}},
    /* It has: nothing was written before the barrier. The member of 29 counted, or did not. */
    {"blind_moved", "", {UNWRITTEN, END("0x10000", "0x20001", "0x100")}},
    {"blind_moved", "", {UNWRITTEN, END("0x10000", "0x20001", "0")}},
    /* Found wrong in the cycle of another event, or before it: the member of 29 did not count. */
    {"blind_moved", "", {UNWRITTEN, SYSTEM_EVENT, END("0x10000", "0x20001", "0")}},
    {"blind_moved", "", {UNWRITTEN, SYSTEM_EVENT, END("0x10000", "0xabcdef7c021234", "0x100")}},
    /* A read in time says it. */
    {"blind_moved",
     "",
     {UNWRITTEN, AT_45(READ "7 data=0x20001"), END("0x10000", "0x20001", "0x100")}},
    {"blind_moved", "", {AT_45(READ "7 data=0")}},
    /* Software clears S unread: either may have been. */
    {"blind_moved", "", {CLEARED}},
    {"blind_moved", "", {UNWRITTEN, CLEARED, END("0x10000", "0", "0xff")}},
    {"blind_moved", "", {UNWRITTEN, CLEARED, END("0x10000", "0", "0x100")}},
    /* W12: the record was offered in time, or there was an event. */
    {"disabled", "", {DENIED("0")}},
    {"disabled", "", {DENIED("0xa0000"), DROPPED}},
    /* Without RND: an open draw that does not count. */
    {"blind_draw", "", {{0}}},
    {"blind_draw", "", {SELECTED_AGAIN("0x500000000000000")}},
    /* No draw came for the last of several members: the event had taken effect. */
    {"blind_moved", "", {UNWRITTEN, NO_DRAW(""), END("0x10000", "0x20001", "0x2")}},
    /* PSB CSYNC does not wait for a record behind those that the event has taken. */
    {"blind_moved", "", {UNWRITTEN, WAITING, END("0x10000", "0x20001", "0x0")}},
};

static const struct txnlog_row bad[] = {
    /* The member of 28 has drawn, and was not selected: not 0. COUNT is always 0. */
    {"blind_counter",
     "reg.read",
     {EITHER_DRAW, COUNTER("0"), E("29 pop ctx=0 n=1", "29 " READ "5 data=0\n29 pop ctx=0 n=1")}},
    {"blind_counter", "reg.read", {EITHER_DRAW, COUNTER("1")}},
    {"blind_counter", "reg.read", {COUNTER("0xfc")}},
    {"blind_counter",
     "reg.read",
     {E("46 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfe",
        "46 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xfe\n"
        "47 sysreg enc=PMSICR_EL1 write=read pos=7 data=0xff")}},
    /* After the event nothing counts. */
    {"blind_moved", "reg.read", {UNWRITTEN, END("0x10000", "0x20001", "0xff")}},
    {"blind_moved", "reg.read", {UNWRITTEN, SYSTEM_EVENT, END("0x10000", "0x20001", "0xff")}},
    /* Neither written nor an event; both; an event of another kind. */
    {"blind_moved", "reg.read", {UNWRITTEN, END("0x10000", "0", "0x100")}},
    {"blind_moved", "reg.read", {END("0x10015", "0x20001", "0xff")}},
    {"blind_moved", "reg.read", {UNWRITTEN, END("0x10000", "0x90020004", "0x100")}},
    /* A selection, or a read, says that there was none: the record must be there. */
    {"blind_moved", "buf.missing", {UNWRITTEN, COLLIDES, END("0x10000", "0x10000", "0")}},
    {"blind_moved",
     "buf.missing",
     {UNWRITTEN, AT_45(READ "7 data=0"), END("0x10000", "0", "0xff")}},
    /* W12: dropped without the event; an event though it is written. */
    {"disabled", "reg.read", {DENIED("0"), DROPPED}},
    {"disabled", "reg.read", {DENIED("0xa0000")}},
    {"blind_draw", "reg.read", {SELECTED_AGAIN("0x500000000000001")}},
    /* The record was read to be on its way still: a draw was to come, PSB CSYNC to wait. */
    {"blind_moved",
     "sel.position,sel.draw",
     {NO_DRAW("44 " READ "6 data=0\n"), END("0x10015", "0", "0x0")}},
    {"blind_moved", "reg.read", {UNWRITTEN, WAITING, END("0x10000", "0", "0x0")}},
    /* COUNT is reloaded with 0x100. */
    {"blind_draw",
     "sel.position",
     {E("12 sysreg enc=PMSIRR_EL1 write=write pos=1 data=0",
        "12 sysreg enc=PMSIRR_EL1 write=write pos=1 data=0x100"),
      E("30 sysreg enc=PMSICR_EL1 write=read pos=2 data=0x500000000000000", NULL)}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
