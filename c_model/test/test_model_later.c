/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Logs derived by hand about registers, accesses and stopping of SPEv1p1 to SPEv1p5. Each permitted
 * variant passes; made wrong in one place, exactly the named checks fire.
 */

/* `unknown` with SPE Profiling exceptions: PMBIRQ does not tell S, and EL3 has an S, too. */
#define EXCEPTIONS                                                                                 \
    E("@key el2 = 0", "@key el2 = 0\n@key pmsver = 6\n@key events = 0xBFF\n@key fne = 1\n"         \
                      "@key ext_abort = serror\n@key flag_updates = 1\n@key exc = 1")
#define EL3_WRITES(what)                                                                           \
    E("2 ctx id=0 state=EL1+NS+NSPB3+CNTEN", "2 ctx id=15 state=EL3+NS+NSPB3+PMSEE2+CNTEN\n" what  \
                                             "3 ctx id=0 state=EL1+NS+NSPB3+PMSEE2+CNTEN")
#define EL1_WRITES                                                                                 \
    E("5 sysreg enc=PMSFCR_EL1 write=write data=0",                                                \
      "5 sysreg enc=PMSFCR_EL1 write=write data=0\n5 sysreg enc=PMBSR_EL1 write=write data=0"),    \
        E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",                            \
          "49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0"),                                    \
        E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",                            \
          "52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0"),                                    \
        E("43 ctx id=1 state=EL3+NS+NSPB3+CNTEN", "43 ctx id=1 state=EL3+NS+NSPB3+PMSEE2+CNTEN")

static const struct txnlog_row passing[] = {
    {"access_later", "", {{0}}},
    /* [e2spe_hidden] = 0: they keep what is written, and are ignored (E5). */
    {"access_later",
     "",
     {E("@key e2spe_hidden = 1", NULL),
      E("5 sysreg enc=PMSCR_EL2 write=read data=0x300",
        "5 sysreg enc=PMSCR_EL2 write=read data=0x302"),
      E("7 sysreg enc=PMSCR_EL2 write=read data=0x100",
        "7 sysreg enc=PMSCR_EL2 write=read data=0x101"),
      E("8 sysreg enc=PMSCR_EL2 write=read data=0x102",
        "8 sysreg enc=PMSCR_EL2 write=read data=0x101")}},
    /* Without [sdd_priority] a trap to EL2 is still taken first. */
    {"access_later",
     "",
     {E("@key sdd_priority = 1", NULL),
      E("21 sysreg enc=PMSNEVFR_EL1 write=read outcome=UNDEFINED",
        "21 sysreg enc=PMSNEVFR_EL1 write=read fgt=1 outcome=TRAP_EL2")}},
    /* PMSCR_EL1.EE is not 0b00: PMBSR_EL1 is memory with NV1 only. */
    {"access_later",
     "",
     {E("15 ctx id=4 state=EL1+NS+NSPB3+E2PB3+PMSEE1+NV+NV1+NV2+CNTEN",
        "16 ctx id=4 state=EL1+NS+NSPB3+E2PB3+PMSEE1+NV+NV2+CNTEN"),
      E("15 sysreg enc=PMBIDR_EL1 write=read data=0x220",
        "15 sysreg enc=PMSCR_EL1 write=write data=0x300"),
      E("16 sysreg enc=PMSCR_EL1 write=write outcome=MEMORY", NULL),
      E("17 sysreg enc=PMBSR_EL1 write=read outcome=MEMORY",
        "17 sysreg enc=PMBSR_EL1 write=read data=0"),
      E("22 sysreg enc=PMSCR_EL1 write=read data=0",
        "22 sysreg enc=PMSCR_EL1 write=read data=0x300")}},
    {"stopped_el2", "", {{0}}},
    /* EE 0b01: events and COLL are EL1's, whose PMBSR_EL1.S stops profiling and drives PMBIRQ. */
    {"stopped_el2",
     "",
     {E("3 sysreg enc=PMSCR_EL2 write=write data=0x300",
        "3 sysreg enc=PMSCR_EL2 write=write data=0x100"),
      E("103 sysreg enc=PMBSR_EL1 write=read pos=259 data=0",
        "103 sysreg enc=PMBSR_EL1 write=read pos=259 data=0x10000"),
      E("104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0x10000",
        "104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0"),
      E("105 sysreg enc=PMBSR_EL2 write=write pos=259 data=0x20000",
        "105 sysreg enc=PMBSR_EL1 write=write pos=259 data=0x20000"),
      E("106 out levels=0x4", "106 out levels=0x1"), E("108 out levels=0x24", NULL),
      E("113 out levels=0x4", NULL),
      E("113 sysreg enc=PMBSR_EL2 write=write pos=559 data=0",
        "113 sysreg enc=PMBSR_EL1 write=write pos=559 data=0")}},
    {"unknown",
     "",
     {EXCEPTIONS, EL3_WRITES("2 sysreg enc=PMBSR_EL3 write=write data=0\n"), EL1_WRITES}},
};

static const struct txnlog_row bad[] = {
    {"access_later",
     "reg.outcome", /* the trap is not enabled any more */
     {E("10 sysreg enc=PMSNEVFR_EL1 write=read outcome=TRAP_EL3",
        "10 sysreg enc=PMSNEVFR_EL1 write=read data=0")}},
    {"access_later",
     "reg.outcome", /* an access that must not reach the register */
     {E("16 sysreg enc=PMSCR_EL1 write=write outcome=MEMORY",
        "16 sysreg enc=PMSCR_EL1 write=write data=0")}},
    {"access_later",
     "reg.outcome", /* PMSFCR_EL1 has no place in memory */
     {E("19 sysreg enc=PMSFCR_EL1 write=write data=0x8",
        "19 sysreg enc=PMSFCR_EL1 write=write outcome=MEMORY"),
      E("20 sysreg enc=PMSFCR_EL1 write=read data=0x8", NULL)}},
    {"access_later",
     "reg.outcome",
     {E("13 sysreg enc=PMSNEVFR_EL1 write=read fgt=1 outcome=TRAP_EL2",
        "13 sysreg enc=PMSNEVFR_EL1 write=read fgt=1 data=0x80")}},
    {"access_later",
     "reg.outcome", /* EDSCR.SDD */
     {E("21 sysreg enc=PMSNEVFR_EL1 write=read outcome=UNDEFINED",
        "21 sysreg enc=PMSNEVFR_EL1 write=read outcome=TRAP_EL3")}},
    {"access_later",
     "reg.read", /* hidden bits are seen */
     {E("5 sysreg enc=PMSCR_EL2 write=read data=0x300",
        "5 sysreg enc=PMSCR_EL2 write=read data=0x302")}},
    {"access_later",
     "reg.read", /* hidden bits are written */
     {E("8 sysreg enc=PMSCR_EL2 write=read data=0x102",
        "8 sysreg enc=PMSCR_EL2 write=read data=0x101")}},
    {"access_later",
     "reg.read", /* AddrMode with EnVM 0 */
     {E("15 sysreg enc=PMBIDR_EL1 write=read data=0x220",
        "15 sysreg enc=PMBIDR_EL1 write=read data=0x260")}},
    {"access_later",
     "reg.read", /* the write to memory has written the register, too */
     {E("22 sysreg enc=PMSCR_EL1 write=read data=0",
        "22 sysreg enc=PMSCR_EL1 write=read data=0x2")}},
    {"unknown",
     "contract", /* PMBSR_EL3.S is not known, and stops profiling */
     {EXCEPTIONS, EL3_WRITES(""), EL1_WRITES}},
    {"unknown",
     "contract", /* nor that of PMBSR_EL1 */
     {EXCEPTIONS, EL3_WRITES("2 sysreg enc=PMBSR_EL3 write=write data=0\n"),
      E("43 ctx id=1 state=EL3+NS+NSPB3+CNTEN", "43 ctx id=1 state=EL3+NS+NSPB3+PMSEE2+CNTEN"),
      E("49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "49 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900d0007"),
      E("52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900c0007",
        "52 sysreg enc=PMBSR_EL1 write=read pos=294 data=0x900d0007")}},
    {"stopped_el2",
     "event.route", /* COLL in PMBSR_EL1 */
     {E("103 sysreg enc=PMBSR_EL1 write=read pos=259 data=0",
        "103 sysreg enc=PMBSR_EL1 write=read pos=259 data=0x10000"),
      E("104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0x10000",
        "104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0x10000")}},
    {"stopped_el2",
     "event.route", /* no COLL at all */
     {E("104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0x10000",
        "104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0")}},
    {"stopped_el2",
     "out.pop", /* counts while it is stopped */
     {E("110 pop ctx=3 n=300", "110 pop ctx=3 n=300\n110 out pop=300 levels=0x24")}},
    {"stopped_el2",
     "sel.position", /* selects while it is stopped */
     {E("110 pop ctx=3 n=300", "110 pop ctx=3 n=300\n"
                               "110 sel ctx=3 slot=0 tag=0 pc=0x400300 op=0x000\n"
                               "110 out feed=1 levels=0x24"),
      E("111 sysreg enc=PMSICR_EL1 write=read pos=559 data=0",
        "111 sysreg enc=PMSICR_EL1 write=read pos=559 data=0\n111 life tag=0 kind=squash")}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
