/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/*
 * What a finding says beyond its check: the byte of which packet, the sampled member, the choices
 * that could be the reason, and whose bytes they are.
 */

#define PIECES 4

/* The first finding of a log with its edits holds all of `has` and nothing of `lacks`. */
struct row {
    const char *log;
    struct txnlog_edit edit[4];
    const char *has[PIECES];
    const char *lacks;
};

/* `order`, whose first record holds the PC of the second one. */
#define SWAPPED                                                                                    \
    E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                          \
      "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001")

static const struct row rows[] = {
    /* Byte 14 of the record is the last one of PC: NS. */
    {"one_record",
     {E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "32 w word=0 strb=0xff last_word=1 last=0 data=0x4820000000004001")},
     {"buf.data", "differs at byte 14 (Address: PC, payload byte 7)", "[member 3]",
      "[P26 record_order="},
     "[R"},
    {"one_record",
     {E("31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598",
        "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000698")},
     {"(Counter: total latency, payload byte 0)", "[P26 record_order=", "[R44 latency_rule="},
     "[R5 "},
    {"one_record",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100035200")},
     {"(Events, payload byte 0)", "[R37 event_bytes="},
     "latency_rule"},
    /* Where a header differs another packet may stand there: everything counts. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_finding_says)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
