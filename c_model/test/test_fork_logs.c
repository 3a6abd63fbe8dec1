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
      "45 clk running=1 active=1\n45 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN\n"                    \
      "46 sysreg enc=PMBPTR_EL1 write=write pos=1 data=0x10000\n"                                  \
      "47 sysreg enc=PMSICR_EL1 write=write pos=1 data=257\n"                                      \
      "48 sysreg enc=PMSIRR_EL1 write=write pos=1 data=0x100"),                                    \
        E("51 sysreg enc=PMBLIMITR_EL1 write=write pos=1 data=0x20001",                            \
          "51 sysreg enc=PMBLIMITR_EL1 write=write pos=1 data=0x20001\n"                           \
          "52 sysreg enc=PMSCR_EL1 write=write pos=1 data=0x2")
#define FIRST_REJECTED E("28 out filtrate=1", NULL)

/* one_record: PMBPTR_EL1 is written while the record is on its way, and read twice. */
#define LAGGED(soon, late)                                                                         \
    E("@config rtl/configs/v1p0_min.cfg",                                                          \
      "@config rtl/configs/v1p0_min.cfg\n@key read_lag_max = 8"),                                  \
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
#define CONFIG "@config rtl/configs/v1p0_min.cfg"
#define FNE    "@key pmsver = 3\n@key fne = 1\n@key events = 0xBFF\n"
#define FILTERS(keys, fcr, evfr)                                                                   \
    E(CONFIG, CONFIG "\n" keys),                                                                   \
        E("2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN",                                             \
          "2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN+ENPMSN"),                                     \
        E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                      \
          "3 sysreg enc=PMBPTR_EL1 write=write data=0x10000\n"                                     \
          "3 sysreg enc=PMSFCR_EL1 write=write data=" fcr                                          \
          "\n3 sysreg enc=PMSEVFR_EL1 write=write data=" evfr)

static const struct fork_row rows[] = {
    /* A fault that a TLBI makes void leaves no open outcome. */
    {"tlbi_discarded", "", "S1 unseen 17", {{0}}},
    /* The record's own fault ends it: it was kept. */
    {"filter_fault", "", "L1 written 1", {{0}}},
    {"filter_fault", "", "S2 written 1", {DISABLED}},
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
     {FILTERS("@key fe_zero = any\n@key ft_zero = any", "0x3", "0x2")}},
    {"one_record",
     "",
     "L3 written 1",
     {FILTERS("@key ft_zero = any\n@key fl_zero = any", "0x5", "0x2")}},
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
