/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * Levels that lag tell when an event took effect (c_model/README.md, "Outputs that lag"): what they
 * show in the cycles after it, and where PMSICR_EL1 and SAMPLE_POP stand. The logs with exchanged
 * lines; beside each row stands what passes or must fire.
 */

/* window_lag: the event of cycle 29, told by the levels of 32; those of the cycles after it. */
#define LEVELS(lines) E("32 out levels=0x48", lines)

/* The same, at EL3 at the start of 32; the lanes of 32 are at EL1 again. */
#define BETWEEN(lines)                                                                             \
    E("42 ctx id=2 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3",                                         \
      "42 ctx id=4 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3"),                                        \
        E("30 pop ctx=1 n=1", NULL),                                                               \
        E("32 out levels=0x48",                                                                    \
          "31 ctx id=2 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3\n"                                    \
          "32 ctx id=3 state=EL1+NS+NSPB3+E2PB3+CNTEN+PMSEE3\n32 pop ctx=3 n=1\n"                  \
          "32 out levels=0x48\n" lines)

/* event_late: S becomes 1 in 37 to 40; a member in each of 36 to 40, and PMSICR_EL1 is 0x100 after
 * that of 36. PMBIRQ is 1 to 3 cycles late. What is reported in 37, 39, 40 and 42. */
#define RANGE E("@key event_max = 4", "@key event_max = 4\n@key irq_min = 1\n@key irq_max = 3")
#define OUT(in_37, in_39, in_40, in_42)                                                            \
    E("37 out pop=2 cti=1", "37 out cti=1" in_37), E("39 out pmbirq=1 pop=1", "39 out" in_39),     \
        E("40 pop ctx=0 n=1", "40 pop ctx=0 n=1\n40 out" in_40),                                   \
        E("42 sysreg enc=PMBSR_EL1 write=read pos=8 data=0x20001",                                 \
          "42 sysreg enc=PMBSR_EL1 write=read pos=8 data=0x20001\n42 out" in_42)
#define COUNTER(value)                                                                             \
    E("44 sysreg enc=PMSICR_EL1 write=read pos=8 data=0xfe",                                       \
      "44 sysreg enc=PMSICR_EL1 write=read pos=8 data=" value)

/* event_late: PMSICR_EL1 is not read, software serves the event, and one more member is counted:
 * nobody knows where the counter stands. */
#define AGAIN                                                                                      \
    E("44 sysreg enc=PMSICR_EL1 write=read pos=8 data=0xfe",                                       \
      "44 sysreg enc=PMBPTR_EL1 write=write pos=8 data=0x10000\n"                                  \
      "44 sysreg enc=PMBSR_EL1 write=write pos=8 data=0"),                                         \
        E("47 sync kind=dsb_done pos=8", "47 out\n47 sync kind=dsb_done pos=8"),                   \
        E("50 close", "50 pop ctx=0 n=1\n51 out pop=1\n55 close")

/* reset_irq: PMBIRQ is due in 39, and the session ends with no word of it. */
#define ENDS(cycle)                                                                                \
    E("39 out", NULL), E("39 reset kind=assert", NULL), E("45 reset kind=release", NULL),          \
        E("45 clk running=1 active=1", NULL),                                                      \
        E("45 ctx id=1 state=EL1+NS+NSPB3+E2PB3+CNTEN", NULL),                                     \
        E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0", NULL),                                \
        E("48 sync kind=psb_req pos=3", NULL), E("49 sync kind=psb_done pos=3", NULL),             \
        E("49 sync kind=dsb_req pos=3", NULL), E("50 sync kind=dsb_done pos=3", NULL),             \
        E("52 close", cycle " close")

static const struct txnlog_row passing[] = {
    /* Nobody looks at the cycle of close. */
    {"reset_irq", "", {ENDS("39")}},
    {"window_lag", "", {LEVELS("32 out levels=0x48")}},
    {"window_lag", "", {BETWEEN("35 out levels=0x08\n36 out levels=0x48")}},
    /* S became 1 in 39, 38, 37: the levels of 40 say no more. */
    {"event_late", "", {RANGE, OUT(" pop=2", " pop=1", " pmbirq=1", " pmbirq=1"), COUNTER("0xfe")}},
    {"event_late", "", {RANGE, OUT(" pop=2", "", " pmbirq=1", " pmbirq=1"), COUNTER("0xff")}},
    {"event_late", "", {RANGE, OUT(" pop=1", "", " pmbirq=1", " pmbirq=1"), COUNTER("0x100")}},
    /* In 40, 39: those of 42. */
    {"event_late", "", {RANGE, OUT(" pop=2", " pop=1", " pop=1", " pmbirq=1"), COUNTER("0xfd")}},
    {"event_late", "", {RANGE, OUT(" pop=2", " pop=1", "", " pmbirq=1"), COUNTER("0xfe")}},
    {"event_late", "", {RANGE, OUT(" pop=1", "", " pmbirq=1", " pmbirq=1"), AGAIN}},
    {"event_late", "", {RANGE, OUT(" pop=2", " pop=1", " pmbirq=1", " pmbirq=1"), AGAIN}},
};

static const struct txnlog_row bad[] = {
    {"reset_irq", "out.irq", {ENDS("40")}},
    /* Pending before it is taken; taken before it is pending; another exception; gone for a cycle.
     */
    {"window_lag", "out.exception", {LEVELS("32 out levels=0x08\n33 out levels=0x48")}},
    {"window_lag", "out.exception", {LEVELS("32 out levels=0x40\n33 out levels=0x48")}},
    {"window_lag", "out.exception", {LEVELS("32 out levels=0x4a\n33 out levels=0x48")}},
    {"window_lag", "out.exception", {LEVELS("32 out levels=0x48\n33 out\n34 out levels=0x48")}},
    {"window_lag", "out.exception", {BETWEEN("36 out levels=0x48")}},
    {"window_lag", "out.exception", {BETWEEN("36 out levels=0x08\n37 out levels=0x48")}},
    {"window_lag", "out.irq", {LEVELS("32 out levels=0x49\n34 out levels=0x48")}},
    /* S of 40 at the latest, by PMBIRQ of 40; of 39 at the earliest, by that of 42. */
    {"event_late",
     "reg.read",
     {RANGE, OUT(" pop=2", " pop=1", " pmbirq=1", " pmbirq=1"), COUNTER("0xfd")}},
    {"event_late", "reg.read", {RANGE, OUT(" pop=2", " pop=1", "", " pmbirq=1"), COUNTER("0xff")}},
    /* PMSICR_EL1 says 37: the member of 37 does not count, either. */
    {"event_late",
     "out.pop",
     {RANGE, OUT(" pop=2", "", " pmbirq=1", " pmbirq=1"), COUNTER("0x100")}},
    /* In the cycle of S; 4 cycles later than it can be; it shows for a cycle and falls. */
    {"event_late",
     "out.irq",
     {RANGE, OUT(" pop=1 pmbirq=1", " pmbirq=1", " pmbirq=1", " pmbirq=1"), COUNTER("0x100")}},
    {"event_late",
     "out.irq",
     {RANGE, OUT(" pop=2", " pop=1", " pop=1", ""), COUNTER("0xfd"),
      E("45 sync kind=psb_req pos=8", "44 out pmbirq=1\n45 sync kind=psb_req pos=8")}},
    {"event_late",
     "out.irq",
     {RANGE, OUT(" pop=2", "", " pmbirq=1", ""), COUNTER("0xff"),
      E("43 sysreg enc=PMBPTR_EL1 write=read pos=8 data=0x1ffc5",
        "43 sysreg enc=PMBPTR_EL1 write=read pos=8 data=0x1ffc5\n43 out pmbirq=1")}},
};

int main(void)
{
    return txnlog_main(passing, sizeof(passing) / sizeof(passing[0]), bad,
                       sizeof(bad) / sizeof(bad[0]));
}
