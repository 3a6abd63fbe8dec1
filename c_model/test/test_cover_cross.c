/* SPDX-License-Identifier: Apache-2.0 */
/* Crosses of functional coverage: places, intervals, depths, responses, barriers. */

#include "check.h"

#include <stdlib.h>

#include "covered.h"

#define READ_EL3 "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f"
#define PLACED(address, burst)                                                                     \
    E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000", "30 xl_rsp id=1 ns=1 attr=0xff pa=" address), \
        E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                            \
          "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=" burst)
#define BUFFER(pointer, limit, moved)                                                              \
    E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",                                          \
      "3 sysreg enc=PMBPTR_EL1 write=write data=" pointer),                                        \
        E("4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001",                                   \
          "4 sysreg enc=PMBLIMITR_EL1 write=write data=" limit),                                   \
        E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=" pointer),            \
        E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                \
          "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=" moved)
#define INTERVAL                                                                                   \
    E("5 sysreg enc=PMSICR_EL1 write=write data=3",                                                \
      "5 sysreg enc=PMSIRR_EL1 write=write data=0x300\n6 sysreg enc=PMSICR_EL1 write=write "       \
      "data=3"),                                                                                   \
        E("21 out pop=3 feed=1", "21 pop ctx=0 n=1\n21 out pop=3 feed=1"), /* counter reloads */   \
        E("6 sysreg enc=PMSCR_EL1 write=write data=0x2",                                           \
          "7 sysreg enc=PMSCR_EL1 write=write data=0x2")
#define READ(value)                                                                                \
    E("47 sysreg enc=PMSICR_EL1 write=read pos=3 data=0",                                          \
      "47 sysreg enc=PMSICR_EL1 write=read pos=4 data=" value)
#define WITHOUT_B E("36 b id=0 resp=0", NULL)
#define W_DONE                                                                                     \
    E("@config ../../../rtl/configs/v1p0_min.cfg",                                                 \
      "@config ../../../rtl/configs/v1p0_min.cfg\n@key record_done = w\n@key ext_abort = serror")

/* A cross is met if a comparison in its situation has matched. A comparison that fails does not
 * count. */
static const struct {
    const char *log, *bin;
    struct txnlog_edit edit[8];
    uint64_t n;
} crosses[] = {
    {"one_record", "bus 0.virtual", {{0}}, 1},
    {"one_record", "bus 12.virtual", {{0}}, 0},
    {"one_record", "bus 12.virtual", {PLACED("0xc000080010000", "0xc000080010000")}, 1},
    {"one_record", "bus 12.virtual", {PLACED("0xc000080010000", "0x0000080010000")}, 0},
    {"one_record", "region record.low.virtual", {{0}}, 1},
    {"one_record", "region limit.low.virtual", {{0}}, 1},
    {"one_record", "region limit.end.virtual", {{0}}, 0},
    {"one_record",
     "region limit.end.virtual",
     {BUFFER("0xfffffffe0000", "0x1000000000001", "0xfffffffe0015")},
     1},
    {"one_record",
     "region record.high.virtual",
     {BUFFER("0xfffffffe0000", "0x1000000000001", "0xfffffffe0015")},
     1},
    {"one_record",
     "region record.upper.virtual",
     {BUFFER("0xfffffffffffe0000", "0xfffffffffffff001", "0xfffffffffffe0015")},
     1},
    {"one_record",
     "region limit.tagged.virtual",
     {BUFFER("0x5a00000000010000", "0x5a00000000020001", "0x5a00000000010015")},
     1},
    {"one_record", "interval 2_15.fixed.selected", {{0}}, 0}, /* INTERVAL is 0 */
    {"one_record", "interval 2_15.fixed.selected", {INTERVAL}, 1},
    {"one_record", "interval 16_255.fixed.selected", {INTERVAL}, 0},
    {"one_record", "interval 2_15.fixed.counting", {INTERVAL, READ("0x300")}, 1},
    {"one_record", "interval 2_15.fixed.counting", {INTERVAL, READ("0x200")}, 0}, /* wrong */
    {"one_record", "depth 0.0.sampled", {{0}}, 1},
    {"one_record", "depth 1.0.collided", {{0}}, 0},
    {"collide", "depth 1.0.collided", {{0}}, 1},
    {"exc_fault", "order abort_stage2.none", {{0}}, 1},
    {"exc_fault", "order abort_stage2.kept", {{0}}, 0},
    {"exc_fault", "order abort_stage2.kept", {E("34 b id=0 resp=0", NULL)}, 1},
    {"exc_fault", "order abort_stage2.none", {E(READ_EL3, NULL)}, 0},
    {"one_record", "barrier PSB.none.on", {{0}}, 1},
    {"one_record", "barrier DSB.none.on", {{0}}, 1},
    {"one_record", "barrier PSB.writing.on", {{0}}, 0},
    {"one_record", "barrier PSB.writing.on", {W_DONE, WITHOUT_B}, 1},
    {"exc_fault", "barrier PSB.none.stopped", {{0}}, 1},
    {"exc_fault", "barrier DSB.none.stopped", {{0}}, 1},
    {"exc_fault", "barrier DSB.none.on", {{0}}, 0},
    {"exc_fault", "barrier PSB.none.stopped", {E("51 sync kind=psb_done pos=3", NULL)}, 0},
};

static void crosses_of_what_is_on_its_way(void **state)
{
    char row[96];

    (void)state;
    for (size_t i = 0; i < sizeof(crosses) / sizeof(crosses[0]); i++) {
        (void)snprintf(row, sizeof(row), "row %zu: %s", i, crosses[i].bin);
        CHECK(row, covered_count(crosses[i].log, crosses[i].edit, crosses[i].bin), crosses[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crosses_of_what_is_on_its_way)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
