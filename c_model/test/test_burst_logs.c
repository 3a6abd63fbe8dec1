/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Records in several bursts: translations asked for again or ahead, faults and aborts between two
 * bursts. The logs of test_model_logs.c with exchanged lines; beside each row stands what passes or
 * which check must fire.
 */

#define AW(cycle, addr, more) #cycle " aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=" #addr more
#define W1                    " w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598"
#define W3                    " w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200"
#define PTR(cycle, pos, ptr)  #cycle " sysreg enc=PMBPTR_EL1 write=read pos=" #pos " data=" #ptr
#define BSR(cycle, bsr)       #cycle " sysreg enc=PMBSR_EL1 write=read pos=3 data=" #bsr

/* `sync_abort`: the translation is asked for again between two bursts of a page, and faults. */
#define FAULT_AGAIN(va, bsr, ptr)                                                                  \
    E("34 b id=0 resp=0",                                                                          \
      "34 b id=0 resp=0\n35 sync kind=tlbi pos=3\n"                                                \
      "36 xl_req id=2 regime=0 va=" #va "\n37 xl_rsp id=2 fault=1 fsc=0x07\n38 out pmbirq=1"),     \
        AGAIN_END(bsr, ptr)
#define AGAIN_END(bsr, ptr)                                                                        \
    E("35 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010", NULL),                         \
        E("36 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),               \
        E("38 b id=0 resp=2", NULL), E("39 out pmbirq=1", NULL),                                   \
        E(BSR(42, 0x900e0010), BSR(42, bsr)), E(PTR(43, 3, 0x10010), PTR(43, 3, ptr))

/* The same while the first AW, offered in 31, is not accepted yet, or never is. */
#define FAULT_PENDING(va, aw, bsr, ptr)                                                            \
    E("31 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),                         \
        E("34 b id=0 resp=0", "35 sync kind=tlbi pos=3\n36 xl_req id=2 regime=0 va=" #va           \
                              "\n37 xl_rsp id=2 fault=1 fsc=0x07\n38 out pmbirq=1" aw),            \
        AGAIN_END(bsr, ptr)
#define PENDING_AW                                                                                 \
    "\n39 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010000 offered=31\n40 b id=0 resp=0"
#define NO_DATA                                                                                    \
    E("31" W1, NULL), E("32 w word=0 strb=0xff last_word=1 last=1 data=0x48a0000000004001", NULL)

/* `tlbi`: no TLBI, the second record from 0x10ff5 on; `ahead`: in 34, the first is written. */
#define CROSSING(ahead, again)                                                                     \
    E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                          \
      "3 sysreg enc=PMBPTR_EL1 write=write data=0x10fe0"),                                         \
        E(AW(31, 0x80010000, ""), AW(31, 0x80010fe0, "")), E("33" W3, "33" W3 ahead),              \
        E("40 sync kind=tlbi pos=3", NULL), E("128 xl_req id=1 regime=0 va=0x10015", NULL),        \
        E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015", NULL),                                   \
        E(AW(131, 0x90010015, ""), "131 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80010ff5"), \
        E("132 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000299",                     \
          "132 w word=0 strb=0xff last_word=1 last=1 data=0x00400100b0000299"),                    \
        E("133 w word=0 strb=0xff last_word=1 last=1 data=0x02520048a0000000", again),             \
        E("135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x90010028",                           \
          "135 aw id=0 len=1 size=3 prot=0x3 cache=0xf addr=0x80011000\n"                          \
          "135 w word=0 strb=0xff last_word=1 last=0 data=0x02520048a0000000"),                    \
        E("135 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100",                     \
          "136 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100"),                    \
        E(PTR(154, 260, 0x1002a), PTR(154, 260, 0x1100a))
#define AHEAD       "\n34 xl_req id=2 regime=0 va=0x11000\n35 xl_rsp id=2 ns=1 attr=0xff pa=0x80011000"
#define AHEAD_FAULT "\n34 xl_req id=2 regime=0 va=0x11000\n35 xl_rsp id=2 fault=1 fsc=0x07"
#define ASKED_AGAIN                                                                                \
    "133 xl_req id=2 regime=0 va=0x11000\n133 xl_rsp id=2 ns=1 attr=0xff pa=0x80011000"

/* `one_record`: a fault for the page when all AWs of the record have come. */
#define NO_BYTE(event)                                                                             \
    E("33" W3,                                                                                     \
      "33" W3 "\n34 xl_req id=2 regime=0 va=0x10015\n35 xl_rsp id=2 fault=1 fsc=0x07" event)

/* `async_abort`: an abort of the first burst in 34, and the second burst. */
#define ABORT_BETWEEN(second, ptr)                                                                 \
    E("32 aw id=1 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010", NULL), E("33" W3, NULL),       \
        E("34 out cti=1", "34 b id=0 resp=3\n35 out pmbirq=1" second),                             \
        E("38 b id=1 resp=3", NULL), E("39 out pmbirq=1", NULL),                                   \
        E(PTR(43, 3, 0x10015), PTR(43, 3, ptr))
#define SECOND_ABORT E("46 b id=0 resp=2", "46 b id=1 resp=2")
#define SECOND_BURST(offered)                                                                      \
    "\n36 aw id=1 len=0 size=3 prot=0x3 cache=0xf addr=0x80010010 offered=" #offered "\n36" W3
#define NO_SECOND_ABORT E("46 b id=0 resp=2", NULL), E(BSR(47, 0x900e0011), BSR(47, 0x90020011))

/* `fault`: PMBPTR_EL1 is written in `cycle`, where the fault is of 40. */
#define WRITTEN_35                                                                                 \
    E("35 xl_req id=2 regime=0 va=0x12000",                                                        \
      "35 xl_req id=2 regime=0 va=0x12000\n"                                                       \
      "35 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x14000")
#define WRITTEN_40                                                                                 \
    E("40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07",                                                  \
      "40 xl_rsp id=2 fault=1 stage2=1 fsc=0x07\n"                                                 \
      "40 sysreg enc=PMBPTR_EL1 write=write pos=3 data=0x14000")
#define POINTER_READ(ptr) E(PTR(43, 3, 0x12000), PTR(43, 3, ptr))

static const struct txnlog_row passing[] = {
    /* W7, W10: the pointer of a fault stands over what was written while the record was on its way.
     */
    {"fault", "", {WRITTEN_35}},
    {"fault", "", {WRITTEN_40}},
    /* B11: bytes of the page that were written do not fault, whatever the low bits of `va` are. */
    {"sync_abort", "", {FAULT_AGAIN(0x10010, 0x900a0007, 0x10010)}},
    {"sync_abort", "", {FAULT_AGAIN(0x10000, 0x900a0007, 0x10010)}},
    /* Nor do those of an AW that is on its way. */
    {"sync_abort", "", {FAULT_PENDING(0x10010, PENDING_AW, 0x900a0007, 0x10010)}},
    {"sync_abort", "", {FAULT_PENDING(0x10010, "", 0x90020007, 0x10000), NO_DATA}},
    {"sync_abort", "", {FAULT_PENDING(0x10000, "", 0x90020007, 0x10000), NO_DATA}},
    /* All AWs of the record have come: the answer is for none of its bytes. */
    {"one_record", "", {NO_BYTE("")}},
    /* 3.4: asked ahead, and used when a record reaches the page; a fault is asked for again. */
    {"tlbi", "", {CROSSING(AHEAD, NULL)}},
    {"tlbi", "", {CROSSING(AHEAD_FAULT, ASKED_AGAIN)}},
    /* X1, [record_done] = w: an abort of the first of two bursts in the cycle of done, before the
     * second AW is offered, and while that is on its way. */
    {"async_abort",
     "",
     {E("33" W3, "33" W3 "\n33 b id=0 resp=3"), E("34 out cti=1", "34 out pmbirq=1 cti=1"),
      E("38 b id=1 resp=3", NULL), E("39 out pmbirq=1", NULL), SECOND_ABORT}},
    {"async_abort", "", {ABORT_BETWEEN("", 0x10000), NO_SECOND_ABORT}},
    {"async_abort", "", {ABORT_BETWEEN(SECOND_BURST(34), 0x10000), SECOND_ABORT}},
    {"async_abort", "", {ABORT_BETWEEN(SECOND_BURST(35), 0x10000), SECOND_ABORT}},
};

static const struct txnlog_row bad[] = {
    {"fault", "reg.read", {WRITTEN_35, POINTER_READ(0x14000)}},
    {"fault", "reg.read", {WRITTEN_40, POINTER_READ(0x14000)}},
    {"sync_abort",
     "reg.read", /* a byte that was written */
     {FAULT_AGAIN(0x10010, 0x90020007, 0x10000)}},
    {"sync_abort",
     "reg.read", /* neither the first byte nor the one behind the AW on its way */
     {FAULT_PENDING(0x10010, PENDING_AW, 0x900a0007, 0x10008)}},
    {"sync_abort",
     "reg.read", /* DL is for a byte inside the record */
     {FAULT_PENDING(0x10010, PENDING_AW, 0x90020007, 0x10010)}},
    {"one_record",
     "out.irq", /* a fault of no byte of the record is no event */
     {NO_BYTE("\n35 out pmbirq=1")}},
    {"tlbi",
     "out.irq", /* nor is one of a page that none reaches */
     {CROSSING(AHEAD_FAULT, ASKED_AGAIN),
      E("36 b id=0 resp=0", "36 b id=0 resp=0\n36 out pmbirq=1")}},
    {"tlbi",
     "buf.address", /* nor does it say where the page is */
     {CROSSING(AHEAD_FAULT, NULL)}},
    {"disabled",
     "buf.address", /* asked ahead in a buffer that is not enabled */
     {E("32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000",
        "32 sysreg enc=PMBLIMITR_EL1 write=write pos=3 data=0x20000\n"
        "34 xl_req id=2 regime=0 va=0x11000\n35 xl_rsp id=2 ns=1 attr=0xff pa=0x80011000")}},
    {"async_abort",
     "buf.disabled", /* the second AW is offered after the abort */
     {ABORT_BETWEEN(SECOND_BURST(36), 0x10000), SECOND_ABORT}},
    {"async_abort",
     "reg.read", /* the rest of the record is lost */
     {ABORT_BETWEEN(SECOND_BURST(34), 0x10015), SECOND_ABORT}},
    {"async_abort",
     "out.cti",
     {ABORT_BETWEEN(SECOND_BURST(34) "\n37 out pmbirq=1 cti=1", 0x10000), SECOND_ABORT}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
