/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "judge/report.h"
#include "spe/regs.h"
#include "txnlog.h"

/* The text of a finding: the byte and its packet, the sampled member, the choices that may be the
 * reason, and the record that the bytes belong to. */

#define PIECES 4

/* The first finding of the edited log contains every string of `has` and does not contain
 * `lacks`. */
struct row {
    const char *log;
    struct txnlog_edit edit[4];
    const char *has[PIECES];
    const char *lacks;
};

/* `order` with the PC of the second record in its first record. */
#define SWAPPED                                                                                    \
    E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                          \
      "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001")

static const struct row rows[] = {
    /* Byte 14 of the record is the last byte of PC, with NS. */
    {"one_record",
     {E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "32 w word=0 strb=0xff last_word=1 last=0 data=0x4820000000004001")},
     {"buf.data", "differs at byte 14 (Address: PC, payload byte 7)", "[member 3]"},
     "record_order"},
    {"one_record",
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000698")},
     {"(Counter: total latency, payload byte 0)", "[R44 latency_rule="},
     "[R5 "},
    {"one_record",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100035200")},
     {"(Events, payload byte 0)", "[R37 event_bytes="},
     "latency_rule"},
    /* If a header differs, another packet may be there: the finding lists every choice. */
    {"one_record",
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b000029900059a")},
     {"differs at byte 0 (Counter: total latency, header)", "latency_rule",
      "[R37 event_bytes=", "[R5 ts_point="},
     "these are"},
    {"order",
     {SWAPPED},
     {"record 1 at 0x10000 differs at byte 8 (Address: PC, payload byte 1)",
      "; these are the bytes of record 2 (expected", "[member 258]", "[P26 record_order="},
     "[R"},
    /* The same, but no record has these bytes. */
    {"order",
     {E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",
        "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004003")},
     {"record 1 at 0x10000 differs at byte 8", "[member 258]"},
     "these are the bytes"},
};

static void the_first_finding_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct txnlog_result result;
        txnlog_run(rows[i].log, rows[i].edit, &result);
        for (int k = 0; k < PIECES && rows[i].has[k] != NULL; k++) {
            if (strstr(result.first, rows[i].has[k]) == NULL) {
                fail_msg("row %zu: no '%s' in: %s", i, rows[i].has[k], result.first);
            }
        }
        if (strstr(result.first, rows[i].lacks) != NULL) {
            fail_msg("row %zu: '%s' in: %s", i, rows[i].lacks, result.first);
        }
    }
}

/* After the scoreboard has given up a record for lack of room, it reports this limit once instead
 * of findings about records. In doubt, it notes the limit and reports it later. */
static const struct {
    enum spe_check check;
    uint16_t enc; /* register that is read; 0: no read */
    bool of_records;
} forgotten[] = {
    {SPE_CHECK_BUF_ADDRESS, 0, true},
    {SPE_CHECK_BUF_DATA, 0, true},
    {SPE_CHECK_BUF_LIMIT, 0, true},
    {SPE_CHECK_BUF_TWICE, 0, true},
    {SPE_CHECK_BUF_DISABLED, 0, true},
    {SPE_CHECK_BUF_MISSING, 0, true},
    {SPE_CHECK_SEL_COLLIDED, 0, true},
    {SPE_CHECK_STORY_RECORD, 0, true},
    {SPE_CHECK_REG_READ, SPE_ENC(3, 0, 9, 10, 1), true}, /* PMBPTR_EL1 */
    {SPE_CHECK_REG_READ, SPE_ENC(3, 0, 9, 10, 3), false},
    {SPE_CHECK_REG_READ, 0, false},
    {SPE_CHECK_BUF_DENIED, 0, false},
    {SPE_CHECK_SEL_POSITION, 0, false},
    {SPE_CHECK_SEL_DRAW, 0, false},
    {SPE_CHECK_SEL_UNIFORM, 0, false},
    {SPE_CHECK_BUS_PROTOCOL, 0, false},
};

static void what_is_of_forgotten_records(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(forgotten) / sizeof(forgotten[0]); i++) {
        struct spe_model *m = bare_model("", SPE_TAP_ALL);
        const bool of = forgotten[i / 2].of_records, doubts = i % 2 == 1;
        const char *name = spe_check_name((int)forgotten[i / 2].check);
        struct spe_txn t = {.kind = SPE_TXN_SYSREG};
        t.u.sysreg.enc = forgotten[i / 2].enc;
        m->txn = forgotten[i / 2].enc != 0 ? &t : NULL;
        m->run.doubts = doubts;
        m->spu->filter_fork.forgotten = 1;
        for (int k = 0; k < 2; k++) {
            struct spe_finding f = model_finding(m, forgotten[i / 2].check, "DDI 0586A 3.6");
            model_emit(m, &f);
        }
        CHECK(name, bare_findings, doubts ? 0 : of ? 1 : 2);
        CHECK(name, doubts || (bare_last.check == SPE_CHECK_CONTRACT) == of, true);
        CHECK(name, m->run.ended, doubts && !of);
        CHECK(name, m->run.too_many != NULL, doubts && of);
        CHECK(name, m->spu->filter_fork.told, of);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_finding_says),
                                       cmocka_unit_test(what_is_of_forgotten_records)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
