/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * What a selection says of a record that may have been discarded with a disabled buffer (3.6.1, S2;
 * 2.2.4, P20): where it had kept another one out of the queue, a tag says that it is gone, a
 * collision that it was offered. What is told later must fit. `doubt` with exchanged lines.
 */

/* Words of a record; the second byte of the PC tells them apart. */
#define W_1(cycle)          #cycle " w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"
#define W_2(cycle, id)      #cycle " w word=0 strb=0xff last_word=1 last=0 data=0x48a000000000400" #id
#define W_3(cycle)          #cycle " w word=0 strb=0xff last_word=1 last=1 data=0x0000000100025200"
#define AW(cycle, at, more) #cycle " aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010" #at more
#define EARLY               W_1(70)

/* Which records are written, first to third. */
#define FIRST(id)  E(W_2(91, 2), W_2(91, id))
#define SECOND(id) E(W_2(101, 3), W_2(101, id))
#define THIRD(id)  E(W_2(111, 4), W_2(111, id))
#define NO_FIRST                                                                                   \
    E(EARLY, NULL), E(AW(90, 000, ""), NULL), E(W_2(91, 2), NULL), E(W_3(92), NULL),               \
        E("94 b id=0 resp=0", NULL), E("95 out cti=1", NULL)
#define NO_SECOND                                                                                  \
    E(AW(100, 018, ""), NULL), E(W_1(100), NULL), E(W_2(101, 3), NULL), E(W_3(102), NULL),         \
        E("104 b id=0 resp=0", NULL), E("105 out cti=1", NULL)
#define NO_THIRD                                                                                   \
    E(AW(110, 030, ""), NULL), E(W_1(110), NULL), E(W_2(111, 4), NULL), E(W_3(112), NULL),         \
        E("114 b id=0 resp=0", NULL), E("115 out cti=1", NULL)
#define END(ptr)                                                                                   \
    E("124 sysreg enc=PMBPTR_EL1 write=read pos=6 data=0x10048",                                   \
      "124 sysreg enc=PMBPTR_EL1 write=read pos=6 data=" ptr)

/* D collides. */
#define SEL "72 sel ctx=0 slot=0 tag=0 pc=0x400400 op=0x000"
#define NOT_SAMPLED                                                                                \
    E("74 life tag=0 kind=issue", NULL), E("77 life tag=0 kind=complete", NULL),                   \
        E("79 life tag=0 kind=retire", NULL), E("80 out filtrate=1", NULL),                        \
        E("125 sysreg enc=PMBSR_EL1 write=read pos=6 data=0x0",                                    \
          "125 sysreg enc=PMBSR_EL1 write=read pos=6 data=0x10000")
#define COLLIDES                                                                                   \
    E(SEL, "72 sel ctx=0 slot=0 tag=255 pc=0x400400 op=0x000"),                                    \
        E("73 out pop=1 feed=1", "73 out pop=1 collision=1"), NOT_SAMPLED
#define COLLIDES_ABC COLLIDES, FIRST(1), SECOND(2), THIRD(3)
/* D gets the second of two tags. */
#define TAGS(order)                                                                                \
    E("@key record_queue = 2", "@key record_queue = 2\n@key inflight = 2\n@key tag_order "         \
                               "= " order)
#define OTHER_TAG                                                                                  \
    E(SEL, "72 sel ctx=0 slot=0 tag=1 pc=0x400400 op=0x000"),                                      \
        E("74 life tag=0 kind=issue", "74 life tag=1 kind=issue"),                                 \
        E("77 life tag=0 kind=complete", "77 life tag=1 kind=complete"),                           \
        E("79 life tag=0 kind=retire", "79 life tag=1 kind=retire")

/* When the first address was offered; the first record without data before its address. */
#define OFFERED(cycle) E(AW(90, 000, ""), AW(90, 000, " offered=" #cycle))
#define NOT_EARLY(id)  E(EARLY, NULL), E(W_2(91, 2), W_1(90) "\n" W_2(91, id))
/* The first address before D, with a word of data; with the one that names the record, too. */
#define ADDRESS    E(EARLY, AW(69, 000, "") "\n" EARLY), E(AW(90, 000, ""), NULL)
#define BYTES(id)  E(EARLY, AW(69, 000, "") "\n" EARLY "\n" W_2(71, id)), BYTES_REST
#define BYTES_REST E(AW(90, 000, ""), NULL), E(W_2(91, 2), NULL)

#define ENABLE "40 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20001"
/* A barrier is done behind the end of C, asked for before B was chosen: A is gone or written. */
#define DSB_DONE E(EARLY, "69 sync kind=dsb_req pos=5\n69 sync kind=dsb_done pos=5\n" EARLY)
#define PSB_OF_A                                                                                   \
    E(ENABLE, "39 sync kind=psb_req pos=3\n" ENABLE),                                              \
        E(EARLY, "69 sync kind=psb_done pos=5\n" EARLY)

/* Room for one record; the buffer is off in 59, too, with B in the queue if A was discarded before:
 * A, B or none of them keeps C out. */
#define TWICE                                                                                      \
    E("@key record_queue = 2", "@key record_queue = 1"),                                           \
        E("58 out filtrate=1",                                                                     \
          "58 sysreg enc=PMBLIMITR_EL1 write=write pos=4 data=0x20000\n58 out filtrate=1\n"        \
          "59 sysreg enc=PMBLIMITR_EL1 write=write pos=4 data=0x20001")

/* Room for two, and any number of records of a buffer that is off may be written. */
#define ANY                                                                                        \
    E("@key align = 3", "@key align = 3\n@key disabled_record = any"),                             \
        E("58 out filtrate=1", "58 sysreg enc=PMBLIMITR_EL1 write=write pos=4 data=0x20000\n"      \
                               "58 out filtrate=1\n"                                               \
                               "59 sysreg enc=PMBLIMITR_EL1 write=write pos=4 data=0x20001")

/* Another buffer before B, C and D. */
#define NEXT_BUFFER                                                                                \
    E(ENABLE, "39 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x10100\n" ENABLE),                 \
        E(AW(100, 018, ""), AW(100, 100, "")), E(AW(110, 030, ""), AW(110, 118, "")),              \
        END("0x10130")

/* Off once more, behind D, when the offer of A is certain: B and C are lost. */
#define OFF_AGAIN                                                                                  \
    E("73 out pop=1 feed=1", "73 out pop=1 collision=1\n"                                          \
                             "75 sysreg enc=PMBLIMITR_EL1 write=write pos=6 data=0x20000")
#define COLLIDES_THEN_OFF                                                                          \
    E(SEL, "72 sel ctx=0 slot=0 tag=255 pc=0x400400 op=0x000"), OFF_AGAIN, NOT_SAMPLED, NO_SECOND, \
        NO_THIRD, END("0x10018")

/* doubt_fault: PSB CSYNC is done earlier. */
#define PSB_DONE(cycle)                                                                            \
    E("63 sync kind=psb_done pos=4", NULL), E("60 xl_req id=1 regime=0 va=0x10000", cycle)
/* No record has faulted: B is written after the PSB CSYNC. */
#define WRITTEN_AFTER                                                                              \
    E("66 out pmbirq=1",                                                                           \
      "71 xl_req id=1 regime=0 va=0x10000\n72 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000\n"          \
      "73 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000\n"                               \
      "73 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598\n"                         \
      "74 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002\n"                         \
      "75 w word=0 strb=0xff last_word=1 last=1 data=0x0000000100025200\n75 b id=0 resp=0\n"       \
      "76 out cti=1"),                                                                             \
        E("70 sysreg enc=PMBSR_EL1 write=read pos=4 data=0x90020007", NULL),                       \
        E("71 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x10000", NULL),                         \
        E("72 sync kind=dsb_req pos=4", NULL),                                                     \
        E("73 sync kind=dsb_done pos=4",                                                           \
          "77 sync kind=dsb_req pos=4\n77 sync kind=dsb_done pos=4\n"                              \
          "78 sysreg enc=PMBSR_EL1 write=read pos=4 data=0")

static const struct txnlog_row passing[] = {
    /* A is gone. */
    {"doubt", "", {{0}}},
    {"doubt_fault", "", {{0}}},
    {"doubt", "", {OFFERED(69)}},
    {"doubt", "", {NOT_EARLY(2)}},
    {"doubt", "", {NOT_EARLY(2), OFFERED(90)}},
    {"doubt", "", {ADDRESS}},
    {"doubt", "", {BYTES(2)}},
    {"doubt", "", {DSB_DONE}},
    {"doubt", "", {PSB_OF_A}},
    /* It is there. */
    {"doubt", "", {COLLIDES_ABC}},
    {"doubt", "", {COLLIDES_ABC, OFFERED(32)}},
    {"doubt", "", {COLLIDES, NOT_EARLY(1), SECOND(2), THIRD(3)}},
    {"doubt", "", {COLLIDES, NOT_EARLY(1), SECOND(2), THIRD(3), OFFERED(32)}},
    {"doubt", "", {COLLIDES_ABC, ADDRESS}},
    {"doubt", "", {COLLIDES, BYTES(1), SECOND(2), THIRD(3)}},
    {"doubt", "", {COLLIDES_ABC, NEXT_BUFFER}},
    {"doubt", "", {COLLIDES_ABC, NEXT_BUFFER, OFFERED(32)}},
    {"doubt", "", {COLLIDES, NOT_EARLY(1), SECOND(2), THIRD(3), NEXT_BUFFER}},
    /* Room for one: none of A and B is there, or either. */
    {"doubt", "", {TWICE, FIRST(3), SECOND(4), NO_THIRD, END("0x10030")}},
    {"doubt", "", {TWICE, COLLIDES, FIRST(1), SECOND(3), NO_THIRD, END("0x10030")}},
    {"doubt", "", {TWICE, COLLIDES, FIRST(1), SECOND(3), NO_THIRD, END("0x10030"), OFFERED(32)}},
    {"doubt", "", {TWICE, COLLIDES, FIRST(2), SECOND(3), NO_THIRD, END("0x10030")}},
    {"doubt", "", {TWICE, COLLIDES, FIRST(2), SECOND(3), NO_THIRD, END("0x10030"), OFFERED(58)}},
    {"doubt", "", {TWICE, COLLIDES, NOT_EARLY(2), SECOND(3), NO_THIRD, END("0x10030")}},
    {"doubt",
     "",
     {TWICE, COLLIDES, NOT_EARLY(2), SECOND(3), NO_THIRD, END("0x10030"), OFFERED(58)}},
    {"doubt", "", {COLLIDES_THEN_OFF, FIRST(1)}},
    {"doubt", "", {COLLIDES_THEN_OFF, FIRST(1), OFFERED(32)}},
    {"doubt", "", {ANY}},
    {"doubt", "", {ANY, FIRST(3), SECOND(4), NO_THIRD, END("0x10030")}},
    {"doubt", "", {ANY, COLLIDES_ABC}},
    /* A tag that may be released late, or in any order, says nothing. */
    {"doubt",
     "",
     {COLLIDES, E("@key align = 3", "@key align = 3\n@key release_max = 5"), NO_THIRD,
      END("0x10030")}},
    {"doubt", "", {COLLIDES_ABC, E("@key align = 3", "@key align = 3\n@key release_max = 5")}},
    {"doubt",
     "",
     {COLLIDES, NOT_EARLY(2), E("@key align = 3", "@key align = 3\n@key release_max = 5"), NO_THIRD,
      END("0x10030")}},
    {"doubt", "", {TAGS("any"), OTHER_TAG}},
    {"doubt", "", {TAGS("any"), OTHER_TAG, NOT_EARLY(2)}},
    {"doubt", "", {TAGS("any")}},
};

static const struct txnlog_row bad[] = {
    {"doubt_fault",
     "sync.psb",
     {PSB_DONE("60 xl_req id=1 regime=0 va=0x10000\n61 sync kind=psb_done pos=4")}},
    {"doubt_fault", "sync.psb", {WRITTEN_AFTER}},
    /* D has the tag, yet A is written, or the first address is of before B was there. */
    {"doubt", "buf.data,story.record", {FIRST(1)}},
    {"doubt", "buf.data,story.record", {NOT_EARLY(1)}},
    {"doubt", "buf.address", {OFFERED(32)}},
    {"doubt", "buf.address", {NOT_EARLY(2), OFFERED(57)}},
    {"doubt", "sel.collided,buf.data,story.record", {BYTES(1)}},
    /* D collides, yet B is written, or A is offered when the buffer was off, or never written. */
    {"doubt", "buf.data,story.record", {COLLIDES, SECOND(2), THIRD(3)}},
    {"doubt", "buf.data,story.record", {COLLIDES, NOT_EARLY(2), SECOND(2), THIRD(3)}},
    {"doubt", "buf.disabled", {COLLIDES_ABC, OFFERED(33)}},
    {"doubt",
     "reg.read,sel.collided,buf.data,out.cti,story.record",
     {COLLIDES, BYTES(2), SECOND(2), THIRD(3)}},
    {"doubt", "reg.read,buf.missing,account.pointer", {COLLIDES_THEN_OFF, NO_FIRST}},
    /* A barrier has said that A is gone, so C does not wait and D has the tag. */
    {"doubt", "reg.read,sel.collided,buf.data,out.cti,story.record", {DSB_DONE, COLLIDES_ABC}},
    {"doubt", "reg.read,sel.collided,buf.data,out.cti,story.record", {PSB_OF_A, COLLIDES_ABC}},
    /* Room for one: D has the tag, yet A is written; it collides, yet neither A nor B is, or B is
     * offered when the buffer was off once more. */
    {"doubt", "buf.data,story.record", {TWICE, FIRST(1), SECOND(4), NO_THIRD, END("0x10030")}},
    {"doubt",
     "buf.data,story.record",
     {TWICE, COLLIDES, FIRST(3), SECOND(3), NO_THIRD, END("0x10030")}},
    {"doubt",
     "buf.disabled",
     {TWICE, COLLIDES, FIRST(2), SECOND(3), NO_THIRD, END("0x10030"), OFFERED(60)}},
    /* Room for two, and nothing is in it. */
    {"doubt",
     "sel.collided",
     {COLLIDES, FIRST(3), NO_SECOND, NO_THIRD, END("0x10018"),
      E("57 life tag=0 kind=retire", "57 life tag=0 kind=squash"), E("58 out filtrate=1", NULL),
      E("@key align = 3", "@key align = 3\n@key disabled_record = any")}},
    /* The second tag, in order: A is there. */
    {"doubt", "buf.data,buf.missing,story.record", {TAGS("lowest"), OTHER_TAG}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
