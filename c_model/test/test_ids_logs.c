/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * ASID and VMID that are told with context synchronization events (3.4.2, D17.9 INDWCG; S13): the
 * log `tlbi` without its TLBI. Its first record is at PA 0x80010000; the second one, whose
 * operation is selected in cycle 120, uses the page of the first unless a row says otherwise.
 */

#define AW(addr) "131 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=" #addr
#define REST(addr)                                                                                 \
    E("135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x90010028",                               \
      "135 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=" #addr)
#define REQUEST  "128 xl_req id=1 regime=0 va=0x10015"
#define OLD_PAGE E(AW(0x90010015), AW(0x80010015)), REST(0x80010028)
#define NOT_ASKED                                                                                  \
    E(REQUEST, NULL), E("130 xl_rsp id=1 ns=1 attr=0xff pa=0x90010015", NULL), OLD_PAGE

#define CSE(cycle, vmid_asid) #cycle " sync kind=cse pos=3 data=0x1" #vmid_asid
#define FROM_10(cse)                                                                               \
    E("7 sysreg enc=PMSCR_EL1 write=write data=0x2",                                               \
      "7 sysreg enc=PMSCR_EL1 write=write data=0x2\n" cse)
#define ASID_1        FROM_10("10 sync kind=cse data=0x100000001")
#define BETWEEN(line) E("40 sync kind=tlbi pos=3", line)
/* In the cycle of the second selection, or in the next one. */
#define SELECTED(cycle)                                                                            \
    BETWEEN(NULL), E("121 out pop=257 feed=1",                                                     \
                     #cycle " sync kind=cse pos=260 data=0x100000002\n121 out pop=257 feed=1")
/* Asked for ahead, in the cycle before the event or in the one behind it. */
#define ASKED(before, behind) BETWEEN(before CSE(118, 00000002) behind), E(REQUEST, NULL)
#define AHEAD(cycle)          #cycle " xl_req id=1 regime=0 va=0x10015"

static const struct txnlog_row passing[] = {
    /* Another ASID, asked again: the page is elsewhere. */
    {"tlbi", "", {ASID_1, BETWEEN(CSE(40, 00000002))}},
    {"tlbi", "", {ASID_1, BETWEEN(CSE(119, 00000002))}},
    {"tlbi", "", {ASID_1, ASKED("", "\n" AHEAD(119))}},
    /* The same one; not told; not told before. */
    {"tlbi", "", {ASID_1, BETWEEN(CSE(40, 00000001)), NOT_ASKED}},
    {"tlbi", "", {ASID_1, BETWEEN("40 sync kind=cse pos=3"), NOT_ASKED}},
    {"tlbi", "", {BETWEEN(CSE(40, 00000002)), NOT_ASKED}},
    /* The first one again, its translation kept; perhaps the first one again. */
    {"tlbi", "", {ASID_1, BETWEEN(CSE(40, 00000002) "\n" CSE(50, 00000001)), NOT_ASKED}},
    {"tlbi", "", {ASID_1, BETWEEN(CSE(40, 00000002) "\n50 sync kind=cse pos=3"), NOT_ASKED}},
    /* The operation is sampled before the event, or in its cycle: either. */
    {"tlbi", "", {ASID_1, SELECTED(120), NOT_ASKED}},
    {"tlbi", "", {ASID_1, SELECTED(121), NOT_ASKED}},
    {"tlbi", "", {ASID_1, SELECTED(121)}},
};

static const struct txnlog_row bad[] = {
    {"tlbi",
     "buf.address", /* another ASID */
     {ASID_1, BETWEEN(CSE(40, 00000002)), NOT_ASKED}},
    {"tlbi",
     "buf.address", /* another VMID, in the cycle before the selection */
     {ASID_1, BETWEEN(CSE(119, 00010001)), NOT_ASKED}},
    {"tlbi",
     "buf.address", /* the first one was there again, and is not any more */
     {ASID_1, BETWEEN(CSE(40, 00000002) "\n" CSE(50, 00000001) "\n" CSE(60, 00000003)), NOT_ASKED}},
    {"tlbi",
     "buf.address", /* asked for before the event, answered behind it */
     {ASID_1, ASKED(AHEAD(117) "\n", "")}},
    {"tlbi",
     "buf.address", /* asked again, and the old page is written */
     {ASID_1, BETWEEN(CSE(40, 00000002)), OLD_PAGE}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
