/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "judge/choices.h"
#include "spe/packet.h"
#include "state/model.h"
#include "txnlog.h"

/* Texts of findings and verdicts: what was seen, what was expected, what decides. Each row is a log
 * with exchanged lines, and the text of its first finding, or of what the run lacks. */

#define CONFIG   "@config ../../../rtl/configs/v1p0_min.cfg"
#define AW       "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000"
#define RSP      "30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000"
#define LAST     "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200"
#define POINTER  "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015"
#define SYNDROME "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0"
#define UNDONE   E("36 b id=0 resp=0", NULL), E("37 out cti=1", NULL), E(POINTER, NULL)
#define NO_PSB   E("42 sync kind=psb_req pos=3", NULL), E("43 sync kind=psb_done pos=3", NULL)
#define NO_DSB   E("44 sync kind=dsb_req pos=3", NULL), E("45 sync kind=dsb_done pos=3", NULL)
#define NO_DATA                                                                                    \
    E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),                   \
        E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL), E(LAST, NULL)

struct text_row {
    const char *log, *text;
    struct txnlog_edit edit[16];
};

static const struct text_row lacks[] = {
    {"one_record",
     "no write response ever came for the burst to 0x80010000 of cycle 31",
     {UNDONE, NO_PSB, NO_DSB}},
    {"one_record",
     "no end of the write data ever came for the burst to 0x80010000 of cycle 31",
     {UNDONE, NO_PSB, NO_DSB, E(LAST, NULL)}},
    {"one_record",
     "record 1 of the operation at PC 0x400100 is not written, in the queue since cycle 28: no"
     " address was ever offered for its next byte",
     {UNDONE, NO_PSB, NO_DSB, NO_DATA, E(AW, NULL)}},
    {"one_record",
     "record 1 of the operation at PC 0x400100 is not written, in the queue since cycle 28: no"
     " answer to its translation request ever came",
     {UNDONE, NO_PSB, NO_DSB, NO_DATA, E(AW, NULL), E(RSP, NULL)}},
    {"one_record", "no PSB CSYNC or DSB was ever seen, so nothing was audited", {NO_PSB, NO_DSB}},
    {"one_record", "no PSB CSYNC was ever seen, so nothing was audited", {NO_PSB}},
    {"one_record", "no DSB was ever seen, so nothing was audited", {NO_DSB}},
    {"one_record", "PMBPTR_EL1 was not read since the last record or event", {E(POINTER, NULL)}},
    {"one_record", "PMBSR_EL1 was not read since the last record or event", {E(SYNDROME, NULL)}},
    {"random", "sampled 1, rejected by the filters 0, not to be recorded 1", {{0}}},
};

static const struct text_row findings[] = {
    /* The address of the next byte. */
    {"one_record",
     "a burst begins at 0x80010100, but the next byte of record 1 is at 0x10000, which is"
     " translated to 0x80010000 (expected 0x80010000, actual 0x80010100)",
     {E(AW, "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010100")}},
    {"one_record",
     "a burst to 0x80010000 begins, but the page of 0x10000, the next byte of record 1, has no"
     " translation (expected a translation of 0x10000 first, actual 0x80010000)",
     {E(RSP, NULL)}},
    {"one_record",
     "the page of 0x10000, the next byte of record 1, was translated only after the address was"
     " offered",
     {E(AW, "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf offered=29 addr=0x80010000")}},
    {"one_record",
     "the page of 0x10000, the next byte of record 1, has a translation that a TLBI has ended",
     {E(RSP, RSP "\n30 sync kind=tlbi pos=3"), E(POINTER, NULL), E("37 out cti=1", NULL),
      E("36 b id=0 resp=0", NULL), NO_DATA,
      E(AW, "39 aw id=0 len=2 size=3 prot=0x3 cache=0xf offered=39 addr=0x80010000")}},
    {"one_record",
     "a burst to 0x80010015 begins while record 1 of 21 bytes at 0x10000 is being written, all of"
     " which have their burst (expected no more bursts of record 1, actual 0x80010015)",
     {E(CONFIG, CONFIG "\n@key abort_wait = 0"),
      E(LAST, LAST "\n34 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010015")}},
    /* Counts of the filters name the sample and the term. */
    {"one_record",
     "the SPU has counted 0; the filters keep the sample of tag 0, PC 0x400100, selected in cycle "
     "20,"
     " ended in 27; PMSFCR_EL1: none is enabled",
     {E("28 out filtrate=1", NULL)}},
    {"filtered",
     "SAMPLE_FILTRATE has counted 1 so far, the prediction is 0; the filters last rejected the "
     "sample of"
     " tag 0, PC 0x400100, selected in cycle 20, ended in 21;"
     " PMSFCR_EL1: FT (type)",
     {E("21 out pop=1 feed=1", "21 out pop=1 feed=1 filtrate=1")}},
    {"filtered",
     "the SPU has counted 0; the filters keep the sample of tag 0, PC 0x400104, selected in cycle "
     "90,"
     " ended in 91; PMSFCR_EL1: FT",
     {E("91 out pop=257 feed=1 filtrate=1", "91 out pop=257 feed=1")}},
    {"filtered",
     "ended in 21, total latency 4, MINLAT 5; PMSFCR_EL1: FL (latency)",
     {E("7 sysreg enc=PMSFCR_EL1 write=write data=0x20002",
        "6 sysreg enc=PMSLATFR_EL1 write=write data=5\n7 sysreg enc=PMSFCR_EL1 write=write data=4"),
      E("21 out pop=1 feed=1", "21 out pop=1 feed=1 filtrate=1")}},
    /* The key that decides: for a whole packet its place in the record, for a count its delay. */
    {"one_record",
     "[F1 layout=ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev end]",
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000599")}},
    {"one_record", "[pmu_max=1]", {E("28 out filtrate=1", "28 out filtrate=2")}},
    {"one_record",
     "[read as P6 P9 P13 P15]",
     {E("5 sysreg enc=PMSICR_EL1 write=write data=3",
        "5 sysreg enc=PMSICR_EL1 write=write data=4")}},
};

static void runs_say_what_they_lack(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(lacks) / sizeof(lacks[0]); i++) {
        struct txnlog_result result;
        txnlog_run(lacks[i].log, lacks[i].edit, &result);
        if (strcmp(result.why, lacks[i].text) != 0) {
            fail_msg("row %zu: %s, expected %s; %s", i, result.why, lacks[i].text, result.first);
        }
    }
}

static void findings_say_what_decides(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(findings) / sizeof(findings[0]); i++) {
        struct txnlog_result result;
        txnlog_run(findings[i].log, findings[i].edit, &result);
        if (strstr(result.first, findings[i].text) == NULL) {
            fail_msg("row %zu: %s, expected %s", i, result.first, findings[i].text);
        }
    }
}

/* Without LIFE no order of packets is predicted. With any order of packets, what a packet holds
 * tells which record it is of. */
static void orders_decide_where_there_is_one(void **state)
{
    static struct spe_model m;
    char choices[384];

    (void)state;
    spe_config_init(&m.cfg);
    m.opt.taps = SPE_TAP_BYTES;
    model_choices(&m, SPE_CHECK_STORY_FORMAT, WHOLE, choices, sizeof(choices));
    assert_string_equal(choices, "[F16 align=0]");
    m.opt.taps = SPE_TAP_BYTES | SPE_TAP_LIFE;
    model_choices(&m, SPE_CHECK_STORY_FORMAT, WHOLE, choices, sizeof(choices));
    assert_non_null(strstr(choices, "[F1 layout="));
    model_choices(&m, SPE_CHECK_BUF_DATA, SPE_PACKET_ADDRESS, choices, sizeof(choices));
    assert_string_equal(choices, "");
    m.opt.order_free = true;
    model_choices(&m, SPE_CHECK_BUF_DATA, SPE_PACKET_ADDRESS, choices, sizeof(choices));
    assert_string_equal(choices, "[P26 record_order=completion]");
}

/* A finding of each check names the keys or readings that decide it. The contract names none. */
static void every_check_names_what_decides(void **state)
{
    static struct spe_model m;
    char choices[384];

    (void)state;
    spe_config_init(&m.cfg);
    m.cfg.exc = m.cfg.rme = m.cfg.fne = m.cfg.pbt = 1;
    for (int check = 0; check < SPE_CHECKS; check++) {
        model_choices(&m, check, WHOLE, choices, sizeof(choices));
        CHECK(spe_check_name(check), choices[0] == '[', check != SPE_CHECK_CONTRACT);
        CHECK(choices, strlen(choices) < sizeof(choices) - 1, true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_say_what_they_lack),
        cmocka_unit_test(findings_say_what_decides),
        cmocka_unit_test(orders_decide_where_there_is_one),
        cmocka_unit_test(every_check_names_what_decides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
