/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "judged.h"
#include "spe/edit.h"
#include "spe/log.h"
#include "spe/status.h"

/*
 * The correction of a finding, for each check: a log with a fault, in which the correction removes
 * the finding.
 */

struct row {
    int check;
    const char *log, *where; /* where: the beginning of the finding's `where` */
    struct txnlog_edit edit[8];
};

#define AW(from, to)                                                                               \
    E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",                                \
      "31 aw id=0 len=2 size=3 " from " addr=" to)
#define WORD_3         "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200"
#define OUT_21(counts) E("21 out pop=3 feed=1", "21 out " counts)
#define OUT_153(more)                                                                              \
    E("153 out pop=257 feed=1 feed_st=1", "153 out pop=257 feed=1 feed_st=1 " more)

static const struct row rows[] = {
    {SPE_CHECK_REG_OUTCOME,
     "one_record",
     "read of",
     {E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
        "46 sysreg enc=PMBSR_EL1 write=read outcome=TRAP_EL2 pos=3 data=0")}},
    {SPE_CHECK_REG_READ,
     "one_record",
     "PMBSR_EL1",
     {E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
        "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x10000")}},
    {SPE_CHECK_EVENT_ROUTE,
     "stopped_el2",
     "PMBSR_EL2",
     {E("104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0x10000",
        "104 sysreg enc=PMBSR_EL2 write=read pos=259 data=0")}},
    {SPE_CHECK_EVENT_SYNDROME,
     "exc_fault",
     "PMBSR_EL3",
     {E("44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f",
        "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a0007")}},
    {SPE_CHECK_SEL_POSITION,
     "one_record",
     "lane",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key width = 2"),
      E("20 pop ctx=0 n=2", "20 pop ctx=0 n=2 slot=1")}},
    {SPE_CHECK_BUF_ADDRESS, "one_record", "AWADDR", {AW("prot=0x3 cache=0xf", "0x80010040")}},
    {SPE_CHECK_BUF_DATA,
     "one_record",
     "record 1 +16",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025201")}},
    /* A wrong header shifts everything behind it: three words differ. */
    {SPE_CHECK_BUF_DATA,
     "one_record",
     "record 1 +0",
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000299"),
      E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "32 w word=0 strb=0xff last_word=1 last=0 data=0x02520048a0000000"),
      E(WORD_3, "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000000000100")}},
    {SPE_CHECK_BUF_DATA, /* packets compared as a set */
     "order_free",
     "record 1",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100059800",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100069800")}},
    {SPE_CHECK_STORY_RECORD, /* before the order of the packets is judged */
     "order_free",
     "record 1",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100059800",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100069800")}},
    {SPE_CHECK_BUS_PROTOCOL,
     "one_record",
     "AWBURST",
     {AW("burst=2 prot=0x3 cache=0xf", "0x80010000")}},
    {SPE_CHECK_BUS_PROTOCOL, "one_record", "AWPROT", {AW("prot=0x7 cache=0xf", "0x80010000")}},
    {SPE_CHECK_BUS_PROTOCOL, "one_record", "AWPROT[1]", {AW("prot=0x1 cache=0xf", "0x80010000")}},
    {SPE_CHECK_BUS_PROTOCOL, "one_record", "AWNSE", {AW("prot=0xb cache=0xf", "0x80010000")}},
    {SPE_CHECK_BUS_PROTOCOL,
     "one_record",
     "AWCACHE",
     {E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "30 xl_rsp id=1 ns=1 attr=0x00 pa=0x80010000")}},
    {SPE_CHECK_BUS_PROTOCOL,
     "stream",
     "WSTRB",
     {E("45 aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010028",
        "45 aw id=0 len=0 size=2 prot=0x3 cache=0xf addr=0x80010028"),
      E("45 w word=0 strb=0x03 last_word=1 last=1 data=0x0000000000000100",
        "45 w word=0 strb=0x13 last_word=1 last=1 data=0x0000000000000100")}},
    {SPE_CHECK_BUS_PROTOCOL,
     "one_record",
     "WLAST",
     {E(WORD_3, "33 w word=0 strb=0x1f last_word=1 last=0 data=0x0000000100025200")}},
    {SPE_CHECK_XL_REGIME,
     "one_record",
     "translation",
     {E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=1 va=0x10000")}},
    {SPE_CHECK_BUS_PROTOCOL, /* an SPU without the NVM signals */
     "one_record",
     "xl_req_o",
     {E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=0x10000 nvm=1")}},
    {SPE_CHECK_XL_NVM, "exc_impdef", "translation", {IMPDEF_NVM("nvm=1 attr=0x43 sh=3")}},
    {SPE_CHECK_OUT_IRQ, "one_record", "PMBIRQ", {OUT_21("pop=3 feed=1 levels=1")}},
    {SPE_CHECK_OUT_IRQ, /* the level is one of those of SPE Profiling exceptions */
     "exc_fault",
     "PMBIRQ",
     {E("41 out levels=0x48", "41 out levels=0x49"),
      E("43 out levels=0x08", "43 out levels=0x09")}},
    {SPE_CHECK_OUT_IRQ, /* missing among other outputs, and missing from then on */
     "full",
     "PMBIRQ",
     {E("37 out pmbirq=1 cti=1", "37 out cti=1"),
      E("60 pop ctx=0 n=1", "45 out\n50 out\n60 pop ctx=0 n=1")}},
    {SPE_CHECK_OUT_EXCEPTION,
     "exc_fault",
     "prof_o.take",
     {E("41 out levels=0x48", "41 out levels=0x08")}},
    {SPE_CHECK_OUT_EXCEPTION, /* an SPU without SPE Profiling exceptions */
     "one_record",
     "prof_o.pending",
     {OUT_21("pop=3 feed=1 levels=2")}},
    {SPE_CHECK_OUT_FREEZE, "one_record", "pmu_freeze_o", {OUT_21("pop=3 feed=1 levels=0x80")}},
    {SPE_CHECK_OUT_POP, "one_record", "SAMPLE_POP", {OUT_21("pop=4 feed=1")}},
    {SPE_CHECK_OUT_FEED, "one_record", "SAMPLE_FEED", {OUT_21("pop=3 feed=2")}},
    {SPE_CHECK_OUT_FILTRATE, "one_record", "SAMPLE_FILTRATE", {OUT_21("pop=3 feed=1 filtrate=1")}},
    {SPE_CHECK_OUT_COLL, "one_record", "SAMPLE_COLLISION", {OUT_21("pop=3 feed=1 collision=1")}},
    {SPE_CHECK_OUT_CTI, "one_record", "CTI trigger 2", {OUT_21("pop=3 feed=1 cti=1")}},
    {SPE_CHECK_OUT_SERROR, "one_record", "SError", {OUT_21("pop=3 feed=1 serror=1")}},
    {SPE_CHECK_OUT_FULL, "one_record", "SAMPLE_BUFFER_FULL", {OUT_21("pop=3 feed=1 full=1")}},
    {SPE_CHECK_OUT_FEED_KIND, "feed_kinds", "SAMPLE_FEED_BR", {OUT_153("feed_br=1")}},
    {SPE_CHECK_OUT_FEED_KIND, "feed_kinds", "SAMPLE_FEED_DS", {OUT_153("feed_ds=1")}},
};

/* Checks without a correction: no single value would do, because something is missing or too much,
 * several values are permitted, or the sum of many is wrong. c_model/README.md, "Follow-ups", says
 * so. */
static const int none[] = {
    SPE_CHECK_CONTRACT,     SPE_CHECK_SEL_COLLIDED, SPE_CHECK_SEL_DRAW,     SPE_CHECK_SEL_UNIFORM,
    SPE_CHECK_BUF_LIMIT,    SPE_CHECK_BUF_TWICE,    SPE_CHECK_BUF_DISABLED, SPE_CHECK_BUF_MISSING,
    SPE_CHECK_BUF_DENIED,   SPE_CHECK_SYNC_DSB,     SPE_CHECK_SYNC_PSB,     SPE_CHECK_FORK_SETTLED,
    SPE_CHECK_STORY_FORMAT, SPE_CHECK_ACC_SELECT,   SPE_CHECK_ACC_FEED,     SPE_CHECK_ACC_WRITTEN,
    SPE_CHECK_ACC_POINTER,  SPE_CHECK_LIVENESS,
};

/* The finding of the row, or NULL. */
static const struct followup_finding *find(const struct followup *followup, const struct row *row)
{
    for (size_t i = 0; i < followup->n; i++) {
        const struct followup_finding *f = &followup->v[i];
        if (f->f.check == row->check && strncmp(f->f.where, row->where, strlen(row->where)) == 0) {
            return f;
        }
    }
    return NULL;
}

static bool good(const struct row *row)
{
    static const struct followup_limits limits = {.findings = 1000, .txns = UINT64_MAX};
    struct followup followup;
    char text[1024];

    judged_log(&followup, row->log, row->edit, &limits);
    judged_text(&followup, text, sizeof(text));
    const struct followup_finding *f = find(&followup, row);
    bool corrected = f != NULL && f->reason == FOLLOWUP_CORRECTED && f->gone;
    if (!corrected) {
        print_error("%s, %s: %s is not corrected: %s\n", spe_check_name(row->check), row->where,
                    row->log, text);
    }
    followup_free(&followup);
    return corrected;
}

static void corrections_remove_their_finding(void **state)
{
    const size_t n = sizeof(rows) / sizeof(rows[0]);
    size_t count = 0;

    (void)state;
    for (size_t i = 0; i < n; i++) {
        count += good(&rows[i]);
    }
    assert_int_equal(count, n);
}

static void every_check_is_here_or_has_none(void **state)
{
    int seen[SPE_CHECKS] = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        seen[rows[i].check] = 1;
    }
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        seen[none[i]]++;
    }
    for (int i = 0; i < SPE_CHECKS; i++) {
        CHECK(spe_check_name(i), seen[i], 1);
    }
}

/* The corrections of the findings of one check. */
struct corrections {
    struct spe_model *m;
    int check, n;
    uint64_t finding; /* the last one of this check */
    struct spe_edit edit;
};

static void note_finding(void *user, const struct spe_finding *f)
{
    struct corrections *c = user;

    c->finding = f->check == c->check ? f->number : c->finding;
}

static void note_edit(void *user, uint64_t finding, const struct spe_edit *edit)
{
    struct corrections *c = user;

    if (finding == c->finding) {
        c->edit = *edit;
        c->n++;
    }
}

static int begin(void *user, const struct spe_log_header *header)
{
    struct corrections *c = user;
    const struct spe_model_options options = {.taps = header->taps,
                                              .max_findings = 9,
                                              .on_finding = note_finding,
                                              .on_edit = note_edit,
                                              .user = c};

    return spe_model_create(&c->m, header->cfg, &options);
}

static int apply(void *user, const struct spe_txn *txn)
{
    struct corrections *c = user;

    (void)spe_model_apply(c->m, txn);
    return SPE_OK;
}

/* A wrong payload: the total latency is 6 and not 5. The record is compared with the prediction and
 * with the story of its operation, and both correct the one byte that is wrong. */
static void both_oracles_correct_a_value(void **state)
{
    static const struct txnlog_edit edits[] = {
        E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
          "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000698"),
        E(NULL, NULL)};
    static const int checks[] = {SPE_CHECK_BUF_DATA, SPE_CHECK_STORY_RECORD};

    (void)state;
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++) {
        struct corrections c = {.check = checks[i]};
        char *text = txnlog_text("one_record", edits);
        FILE *in = fmemopen(text, strlen(text), "r");
        struct spe_log_error err;
        struct spe_log_run run;
        CHECK("the log", spe_log_parse(in, TXNLOG_FILE, begin, apply, &c, &run, &err), SPE_OK);
        (void)fclose(in);
        free(text);
        CHECK(spe_check_name(checks[i]), c.n, 1);
        CHECK(spe_check_name(checks[i]), c.edit.field, SPE_EDIT_W_DATA);
        CHECK(spe_check_name(checks[i]), c.edit.mask, 0xFF00);
        CHECK(spe_check_name(checks[i]), c.edit.value, 0x0500);
        spe_model_destroy(c.m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corrections_remove_their_finding),
        cmocka_unit_test(both_oracles_correct_a_value),
        cmocka_unit_test(every_check_is_here_or_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
