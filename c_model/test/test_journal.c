/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "spe/journal.h"
#include "spe/log.h"
#include "txnlog.h"

/* The journal of hand-written logs as lines "cycle seq unit number field+at old now mask rule".
 * Numbers are hexadecimal, except cycle, seq and number. A line ends with "cmp" for COMPARE, "term"
 * for TERM, "taken" for TAKEN, and nothing for CHANGE. */

struct run {
    struct spe_model *model;
    char *text; /* all lines; NULL: nobody reads the journal */
    size_t used, room;
    struct spe_totals totals;
};

static void on_journal(void *user, const struct spe_journal_entry *e)
{
    static const char *const kind[] = {"", " cmp", " term", " taken"};
    struct run *run = user;

    assert_non_null(spe_unit_name(e->unit));
    assert_non_null(e->field);
    assert_non_null(e->rule);
    assert_true(run->room - run->used > 256);
    run->used += (size_t)snprintf(run->text + run->used, run->room - run->used,
                                  "%" PRIu64 " %" PRIu32 " %s %" PRIu32 " %s+%" PRIu32 " %" PRIx64
                                  " %" PRIx64 " %" PRIx64 " %s%s\n",
                                  e->cycle, e->seq, spe_unit_name(e->unit), e->number, e->field,
                                  e->at, e->old, e->now, e->mask, e->rule, kind[e->kind]);
}

static int on_header(void *user, const struct spe_log_header *header)
{
    struct run *run = user;
    const struct spe_model_options options = {.taps = header->taps,
                                              .order_free = header->order_free,
                                              .on_journal = run->text != NULL ? on_journal : NULL,
                                              .user = run};

    return spe_model_create(&run->model, header->cfg, &options);
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    (void)spe_model_apply(((struct run *)user)->model, txn);
    return 0;
}

/* Apply a log with edits; run->text is the journal, if it was not NULL before. */
static void apply(struct run *run, const char *name, const struct txnlog_edit *edits)
{
    char *text = txnlog_text(name, edits);
    struct spe_log_run info;
    struct spe_log_error err;
    FILE *in = fmemopen(text, strlen(text), "r");

    assert_non_null(in);
    CHECK(name, spe_log_parse(in, TXNLOG_FILE, on_header, on_txn, run, &info, &err), 0);
    spe_model_totals(run->model, &run->totals);
    spe_model_destroy(run->model);
    (void)fclose(in);
    free(text);
}

static void begin(struct run *run)
{
    *run = (struct run){.room = 1u << 20};
    run->text = calloc(1, run->room);
    assert_non_null(run->text);
}

struct journal_row {
    const char *log;
    struct txnlog_edit edit[8];
    const char *line[16]; /* in this order, with other lines between */
};

static const struct journal_row rows[] = {
    {"one_record",
     {{0}},
     {"4 4 register 9 PMBPTR_EL1+0 0 10000 ffffffffffffffff S4.3.3\n",
      "7 7 interval 0 next+0 0 3 ffffffffffffffff S3.2.3\n",
      "7 7 enable 0 profiling+0 0 1 ffffffffffffffff S3.2.3\n",
      "20 10 interval 0 selection+0 0 3 ffffffffffffffff S2.2.1\n",
      "20 11 sample 1 pc+0 0 400100 ffffffffffffffff S5.3.1\n",
      "20 11 sample 1 state+0 0 1 ffffffffffffffff S2.2.4\n",
      "22 13 sample 1 issue+0 0 17 ffffffffffffffff S5.3.4\n",
      "27 15 sample 1 total latency+0 0 5 ffffffffffffffff S5.3.4\n",
      "27 15 record 1 expected+16 0 100025200 ffffffffff S5.1.1\n",
      "31 19 record 1 va+0 0 10000 ffffffffffffffff S3.4\n",
      "31 19 record 1 burst+0 10000 80010000 ffffffffffffffff S3.4\n",
      "31 20 record 1 data+0 b0000299000598 b0000299000598 ffffffffffffffff S5.1.1 cmp\n",
      "36 23 record 1 state+0 0 4 ffffffffffffffff S5.1.2\n",
      "37 23 register 9 PMBPTR_EL1+0 10000 10015 ffffffffffffffff B5\n"}},
    /* R6: a timestamp may have any value, so its eight bytes are unknown. */
    {"one_record",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@key ts_stopped = unknown"),
      E("2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN", "2 ctx id=0 state=EL1+NS+NSPB3+E2PB3"),
      E("6 sysreg enc=PMSCR_EL1 write=write data=0x2",
        "6 sysreg enc=PMSCR_EL1 write=write data=0x22")},
     {"27 15 record 1 selection+0 0 1 ffffffffffffffff S5.1.2\n",
      "27 15 record 1 length+0 0 1d ffffffffffffffff S5.1.2\n",
      "27 15 record 1 expected+16 0 7100025200 ffffffffff S5.1.1\n",
      "27 15 record 1 expected+24 0 0 0 S5.1.1\n"}},
    /* A comparison shows the value of the SPU beside the prediction. */
    {"one_record",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100035200"),
      E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10011")},
     {"33 22 record 1 data+16 100025200 100035200 ffffffffff S5.1.1 cmp\n",
      "37 24 register 9 PMBPTR_EL1+0 10015 10011 ffffffffffffffff S4.1 cmp\n",
      "37 24 register 9 PMBPTR_EL1+0 10015 10011 ffffffffffffffff taken over from the SPU "
      "taken\n"}},
    /* After a finding, the model takes values over from the SPU. These are no predictions: a
     * register that was read, and the S in it; a member that was selected too early, with the
     * counter and the sample; a burst; a record that is not written. */
    {"one_record",
     {E("46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0",
        "46 sysreg enc=PMBSR_EL1 write=read pos=3 data=0x20000")},
     {"46 32 register 10 PMBSR_EL1+0 0 20000 ffffffffffffffff taken over from the SPU taken\n",
      "46 32 enable 0 stopped+0 0 1 ffffffffffffffff taken over from the SPU taken\n"}},
    {"one_record",
     {E("5 sysreg enc=PMSICR_EL1 write=write data=3",
        "5 sysreg enc=PMSICR_EL1 write=write data=9")},
     {"20 11 interval 0 member+0 9 3 ffffffffffffffff S2.2.1 cmp\n",
      "20 11 sample 1 tag+0 0 0 ffffffffffffffff taken over from the SPU taken\n",
      "20 11 register 2 PMSICR_EL1+0 6 0 ffffffffffffffff taken over from the SPU taken\n"}},
    {"one_record",
     {E("6 sysreg enc=PMSCR_EL1 write=write data=0x2",
        "6 sysreg enc=PMSCR_EL1 write=write data=0")},
     {"20 11 interval 0 member+0 0 3 0 S2.2.1 cmp\n",
      "20 11 sample 1 tag+0 0 0 ffffffffffffffff taken over from the SPU taken\n"}},
    {"one_record",
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80020000")},
     {"31 19 record 1 burst+0 10000 80020000 ffffffffffffffff taken over from the SPU taken\n"}},
    {"one_record",
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),
      E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598", NULL),
      E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001", NULL),
      E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200", NULL),
      E("36 b id=0 resp=0", NULL),
      E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL)},
     {" record 1 state+0 0 5 ffffffffffffffff taken over from the SPU taken\n"}},
    {"collide",
     {{0}},
     {"12 12 sample 1 context+0 0 ", "100 14 interval 0 reload+0 0 100 ffffffffffffffff P9\n",
      "100 15 interval 0 member+0 10a 10a ffffffffffffffff S2.2.1 cmp\n",
      "101 15 register 10 PMBSR_EL1+0 0 10000 ffffffffffffffff S3.1.4\n",
      "101 16 output 3 SAMPLE_COLLISION+1 1 1 ffffffffffffffff S2.6 cmp\n",
      "106 19 sample 1 end+0 0 4 ffffffffffffffff S2.3.5\n"}},
    /* A draw, and the counter that is loaded with it: on enabling, and behind a selection. */
    {"random",
     {{0}},
     {"7 9 interval 0 draw+0 0 7 ffffffffffffffff S3.1.2\n",
      "7 9 register 2 PMSICR_EL1+0 0 107 ffffffffffffffff S3.1.2\n",
      "501 14 interval 0 draw+0 0 20 ffffffffffffffff S3.1.2\n",
      "501 14 register 2 PMSICR_EL1+0 0 120 ffffffffffffffff S3.1\n"}},
    /* A translation, and a fault. */
    {"fault",
     {{0}},
     {" buffer 0 translation+0 11ff0 80011ff0 ffffffffffffffff S3.4.3\n",
      " buffer 0 fault+0 12000 7 ffffffffffffffff S3.5.3\n"}},
    /* A TLBI in the cycle of a fault cancels the fault: the record is in the queue again. */
    {"one_record",
     {E("30 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000",
        "29 xl_rsp id=1 fault=1 fsc=7\n29 sync kind=tlbi\n30 xl_req id=2 regime=0 va=0x10000\n"
        "30 xl_rsp id=2 ns=1 attr=0xff pa=0x80010000")},
     {"record 1 state+0 0 2 ffffffffffffffff P26\n",
      "record 1 state+0 0 5 ffffffffffffffff S3.5.3\n",
      "record 1 state+0 0 2 ffffffffffffffff S3.4.4\n",
      "record 1 state+0 0 3 ffffffffffffffff S3.4\n"}},
    /* A record that begins inside a word: only its own bytes. */
    {"one_record",
     {E("3 sysreg enc=PMBPTR_EL1 write=write data=0x10000",
        "3 sysreg enc=PMBPTR_EL1 write=write data=0x10003"),
      E("28 xl_req id=1 regime=0 va=0x10000", "28 xl_req id=1 regime=0 va=0x10003"),
      E("31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000",
        "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010003"),
      E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xf8 last_word=1 last=0 data=0x0299000598000000"),
      E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "32 w word=0 strb=0xff last_word=1 last=0 data=0x000000400100b000"),
      E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0xff last_word=1 last=1 data=0x010002520048a000"),
      E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10018")},
     {"record 1 data+0 b0000299000598 299000598 ffffffffff S5.1.1 cmp\n",
      "record 1 data+5 400100b000 400100b000 ffffffffffffffff S5.1.1 cmp\n",
      "record 1 data+13 10002520048a000 10002520048a000 ffffffffffffffff S5.1.1 cmp\n"}},
    /* One pulse too many is one finding: the count continues from the expected value. */
    {"order",
     {E("21 out pop=1 feed=1", "21 out pop=2 feed=1")},
     {" SAMPLE_POP+1 1 2 ffffffffffffffff S2.6 cmp\n",
      " SAMPLE_POP+2 102 102 ffffffffffffffff S2.6 cmp\n"}},
    /* Without POP the members are unknown: the selection is not judged and takes nothing over from
     * the SPU. The tag is predicted as before. */
    {"one_record",
     {E("@config ../../../rtl/configs/v1p0_min.cfg",
        "@config ../../../rtl/configs/v1p0_min.cfg\n@taps 0x67"),
      E("8 pop ctx=0 n=1", NULL), E("20 pop ctx=0 n=2", NULL)},
     {"20 9 sample 1 tag+0 0 0 ffffffffffffffff S2.2.4\n", "27 "}},
    /* Each row of the second sample has number 2. The sample is member 258; PMSCR_EL1 was 2. */
    {"order",
     {{0}},
     {"30 13 sample 2 tag+0 0 1 ", "30 13 sample 2 position+0 0 102 ",
      "30 13 sample 2 pc+0 0 400200 ", "30 13 sample 2 operation+0 0 0 ",
      "30 13 sample 2 flags+0 0 ", "30 13 sample 2 context+0 0 ",
      "30 13 sample 2 CONTEXTIDR_EL1+0 0 0 ", "30 13 sample 2 CONTEXTIDR_EL2+0 0 0 ",
      "30 13 sample 2 PMSCR_EL1+0 0 2 ", "30 13 sample 2 PMSCR_EL2+0 0 0 ",
      "30 13 sample 2 CNTPCT+0 0 0 "}},
    /* A level belongs to its own cycle, even if it is judged later. */
    {"full", {{0}}, {"37 22 output 16 levels+0 1 1 1 RTSJRP cmp\n"}},
    /* A count: the number that is due, and how many fewer are permitted. */
    {"one_record",
     {E("28 out filtrate=1", NULL)},
     {"21 12 output 0 SAMPLE_POP+2 3 3 ffffffffffffffff S2.6 cmp\n",
      "SAMPLE_FILTRATE+0 1 0 ffffffffffffffff S2.6 cmp\n"}},
    /* The fields of a sample at its end. */
    {"one_record",
     {{0}},
     {"sample 1 CNTPCT at the end+0 0 0 ", "sample 1 events+0 0 2 ",
      "sample 1 total latency+0 0 5 ", "sample 1 issue latency+0 0 2 ",
      "sample 1 translation latency+0 0 0 "}},
    /* Each term of the filters: the value of the filter, the value of the sample, whether the term
     * holds. */
    {"filtered",
     {{0}},
     {"filter 1 FT+0 2 1 0 S3.2.2 term\n", "filter 1 keep+0 0 0 ffffffffffffffff S3.2.3\n",
      "filter 2 FT+0 2 2 1 S3.2.2 term\n", "filter 2 keep+0 0 1 ffffffffffffffff S3.2.3\n"}},
    {"filtered",
     {E("7 sysreg enc=PMSFCR_EL1 write=write data=0x20002",
        "7 sysreg enc=PMSFCR_EL1 write=write data=0x20003\n"
        "7 sysreg enc=PMSEVFR_EL1 write=write data=0x80")},
     {"filter 1 FE+0 82 2 0 S3.2.2 term\n", "filter 2 FE+0 82 6 0 S3.2.2 term\n",
      "filter 2 FT+0 2 2 1 S3.2.2 term\n"}},
    /* The same with [eft]: the masks of the types, 8 bits higher. */
    {"filtered",
     {E("@key speculative = 0",
        "@key speculative = 0\n@key pmsver = 2\n@key events = 0xBFF\n@key eft = 1"),
      E("7 sysreg enc=PMSFCR_EL1 write=write data=0x20002",
        "7 sysreg enc=PMSFCR_EL1 write=write data=0x15000000020002")},
     {"filter 1 FT+0 1502 1 ", "filter 2 FT+0 1502 2 "}},
    {"full",
     {{0}},
     {"doubt 0 buffer full+0 25 25 ", " register 10 PMBSR_EL1+0 0 20001 ffffffffffffffff S3.5.2\n",
      "enable 0 profiling+0 1 0 ffffffffffffffff S3.2.3\n"}},
};

static void test_lines(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct run run;
        begin(&run);
        apply(&run, rows[i].log, rows[i].edit);
        const char *at = run.text;
        for (int k = 0; k < 16 && rows[i].line[k] != NULL; k++) {
            const char *found = strstr(at, rows[i].line[k]);
            if (found == NULL) {
                print_error("%s: no line '%s' behind:\n%s", rows[i].log, rows[i].line[k], at);
                fail();
            }
            at = found + 1;
        }
        free(run.text);
    }
}

/* Changes have no gap: the old value of each is the new value of the change before. */
static void test_chain(void **state)
{
    struct run run;
    uint64_t value = UINT64_MAX;
    unsigned n = 0;

    (void)state;
    begin(&run);
    apply(&run, "collide", NULL);
    for (char *line = strtok(run.text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        uint64_t old, now, mask;
        const char *at = strstr(line, " register 2 PMSICR_EL1+0 ");
        if (at == NULL || strstr(line, " cmp") != NULL) {
            continue;
        }
        assert_int_equal(sscanf(at + 25, "%" SCNx64 " %" SCNx64 " %" SCNx64, &old, &now, &mask), 3);
        CHECK(line, old, value == UINT64_MAX ? old : value);
        value = now;
        n++;
    }
    CHECK("at first, written, selected with", n, 3);
    CHECK("the last member leaves 0", value, 0);
    free(run.text);
}

/* The verdict is the same whether the journal is read or not. */
static void test_quiet(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct run read, quiet = {0};
        begin(&read);
        apply(&read, rows[i].log, rows[i].edit);
        apply(&quiet, rows[i].log, rows[i].edit);
        assert_memory_equal(&read.totals, &quiet.totals, sizeof(read.totals));
        assert_true(read.used != 0);
        free(read.text);
    }
}

/* Without POP (and RND) the next member to be selected is not known. */
static void test_no_member(void **state)
{
    static const struct txnlog_edit edits[] = {
        E("@taps 0x7b", "@taps 0x63"), E("20 pop ctx=0 n=3", NULL), {NULL, NULL}};
    struct run run;

    (void)state;
    begin(&run);
    apply(&run, "no_life", edits);
    assert_non_null(strstr(run.text, "7 7 enable 0 profiling+0 0 1 ffffffffffffffff S3.2.3\n"));
    assert_null(strstr(run.text, " next+"));
    free(run.text);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(spe_unit_name(SPE_UNIT_DOUBT), "doubt");
    assert_null(spe_unit_name(SPE_UNITS));
    assert_null(spe_unit_name(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines), cmocka_unit_test(test_chain),
        cmocka_unit_test(test_quiet), cmocka_unit_test(test_no_member),
        cmocka_unit_test(test_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
