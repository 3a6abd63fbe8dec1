/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "followup.h"

#include <stdlib.h>

#include "check.h"
#include "judged.h"

/* Follow-up findings: a replay with the value of the first finding corrected does not show them. */

/* An edited log, and the list of its findings (judged_text()). */
struct row {
    const char *log, *listed;
    struct txnlog_edit edit[8];
    struct followup_limits limits; /* all zero: no limit */
};

/* Edits of `one_record`: its PC, its events, the pointer after it. Edits of `order`: the PC of each
 * record. */
#define PC                                                                                         \
    E("32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",                          \
      "32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004003")
#define EVENTS                                                                                     \
    E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                          \
      "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025280")
#define EVENT_BITS                                                                                 \
    E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",                          \
      "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100065200")
#define POINTER                                                                                    \
    E("37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",                                    \
      "37 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10014")
#define FIRST_PC                                                                                   \
    E("95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004002",                          \
      "95 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004042")
#define SECOND_PC                                                                                  \
    E("102 w word=0 strb=0xff last_word=1 last=0 data=0x00400100b0000199",                         \
      "102 w word=0 strb=0xff last_word=1 last=0 data=0x00404100b0000199")
#define SECOND_POINTER                                                                             \
    E("124 sysreg enc=PMBPTR_EL1 write=read pos=258 data=0x1002a",                                 \
      "124 sysreg enc=PMBPTR_EL1 write=read pos=258 data=0x1002b")

static const struct row rows[] = {
    /* One wrong value: the other findings follow from it. */
    {"one_record", "1 buf.data +1", {PC}, {0}},
    {"one_record", "1 reg.read +1", {POINTER}, {0}},
    {"one_record", "1 out.feed +2", {E("21 out pop=3 feed=1", "21 out pop=3 feed=2")}, {0}},
    /* A level that stays wrong is one wrong level. */
    {"one_record",
     "1 out.irq +0",
     {E("28 out filtrate=1", "28 out filtrate=1 levels=1"),
      E("37 out cti=1", "37 out cti=1 levels=1")},
     {0}},
    /* Two independent faults, of different kinds and of the same kind. */
    {"one_record", "1 buf.data +1, 3 reg.read +1", {PC, POINTER}, {0}},
    {"order", "1 buf.data +1, 3 reg.read +1", {SECOND_PC, SECOND_POINTER}, {0}},
    {"order", "1 buf.data +1, 3 buf.data +1", {FIRST_PC, SECOND_PC}, {0}},
    /* Two faults in one record: the second appears only after the first is corrected. A wrong
     * header may shift the bytes after it, so the header and the rest of its record are one
     * fault. */
    {"one_record", "1 buf.data +1, 3<1 buf.data +1", {PC, EVENT_BITS}, {0}},
    {"one_record", "1 buf.data +1", {EVENTS}, {0}},
    /* A finding that no single value corrects has no follow-ups. */
    {"one_record",
     "1 buf.data +1, 3 out.filtrate none, 4 account.feed none, 5 account.written none",
     {PC, E("28 out filtrate=1", NULL)},
     {0}},
    /* An open account is a finding at the first audit only, and again when it has grown. */
    {"one_record",
     "1 out.filtrate none, 2 account.feed none, 3 account.written none, 4 out.filtrate +2",
     {E("28 out filtrate=1", NULL), E("48 out", "48 out filtrate=3")},
     {0}},
    /* The same without LIFE. Members go on, and the account stays open over two audits. */
    {"no_life",
     "1 account.written none",
     {E("28 out filtrate=1", NULL),
      E("50 sync kind=psb_req pos=3", "50 sync kind=psb_req pos=3\n50 pop ctx=0 n=1"),
      E("51 sync kind=psb_done pos=3", "51 out pop=1 feed=1\n52 sync kind=psb_done pos=4"),
      E("52 sync kind=dsb_req pos=3", "53 sync kind=dsb_req pos=4"),
      E("53 sync kind=dsb_done pos=3", "54 sync kind=dsb_done pos=4"),
      E("54 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "55 sysreg enc=PMBPTR_EL1 write=read pos=4 data=0x10015"),
      E("60 close", "70 sync kind=psb_req pos=4\n70 pop ctx=0 n=1\n71 out pop=1 collision=1\n72 "
                    "sync kind=psb_done pos=5\n"
                    "73 sync kind=dsb_req pos=5\n74 sync kind=dsb_done pos=5\n80 close")},
     {0}},
    {"one_record",
     "1 buf.data none, 2 account.pointer none",
     {E("33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200",
        "33 w word=0 strb=0x0f last_word=1 last=1 data=0x0000000100025200")},
     {0}},
    /* A correction that causes more findings than it removes does not count. */
    {"full",
     "1 bus.protocol none, 2 bus.protocol raises",
     {E("31 aw id=0 len=2 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0",
        "31 aw id=0 len=10 size=3 prot=0x3 cache=0x3 addr=0x8001ffb0")},
     {0}},
    /* Limits: no second replay; only the first finding. */
    {"one_record",
     "1 buf.data +1, 3 reg.read limit, 4 account.pointer none",
     {PC, POINTER},
     {.findings = 1000, .txns = 1}},
    {"one_record", "1 buf.data +0", {PC, POINTER}, {.findings = 1, .txns = UINT64_MAX}},
};

static struct followup_limits limits_of(const struct row *row)
{
    const struct followup_limits none = {.findings = 1000, .txns = UINT64_MAX};

    return row->limits.findings == 0 ? none : row->limits;
}

static void follow_ups_are_what_vanishes(void **state)
{
    int bad = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct followup_limits limits = limits_of(&rows[i]);
        struct followup followup;
        char text[512];

        judged_log(&followup, rows[i].log, rows[i].edit, &limits);
        judged_text(&followup, text, sizeof(text));
        followup_free(&followup);
        if (strcmp(text, rows[i].listed) != 0) {
            print_error("row %zu, %s: '%s', expected '%s'\n", i, rows[i].log, text, rows[i].listed);
            bad++;
        }
    }
    assert_int_equal(bad, 0);
}

/* One correction for each finding, each on top of the earlier corrections. */
static void corrections_add_up(void **state)
{
#define READ  "48 sysreg enc=PMSFCR_EL1 write=read pos=3 data=1\n"
#define READS READ READ READ READ READ READ READ READ READ READ
    const struct txnlog_edit edits[] = {E("48 out", READS READS READS "48 out"), {0}};
    const struct followup_limits limits = {.findings = 1000, .txns = UINT64_MAX};
    struct followup followup;

    (void)state;
    judged_log(&followup, "one_record", edits, &limits);
    assert_int_equal(followup.n, 30);
    assert_int_equal(followup.replays, 30);
    for (size_t i = 0; i < followup.n; i++) {
        CHECK("listed", followup.v[i].listed && followup.v[i].gone, true);
        CHECK("number", followup.v[i].f.number, i + 1);
        CHECK("followers", followup.v[i].followers, 0);
    }
    followup_free(&followup);
}

/* The output of `print` for one_record with the edits. The caller frees it. */
static char *printed(const struct txnlog_edit *edits, const struct followup_limits *limits,
                     void (*print)(FILE *out, const struct followup *followup))
{
    struct followup followup;
    char *text = NULL;
    size_t bytes;

    judged_log(&followup, "one_record", edits, limits);
    FILE *out = open_memstream(&text, &bytes);
    assert_non_null(out);
    print(out, &followup);
    (void)fclose(out);
    followup_free(&followup);
    return text;
}

static void in_short(FILE *out, const struct followup *followup)
{
    const size_t next = followup_print_next(out, "spu", followup, 1, 2);

    followup_print_counts(out, followup, 1 + next);
}

static void as_list(FILE *out, const struct followup *followup)
{
    followup_print(out, "spu", followup);
}

/* A fault that appears only after another is corrected is no finding of the run. It counts
 * separately. */
static void what_appears_is_counted_apart(void **state)
{
    const struct txnlog_edit edits[] = {PC, EVENT_BITS, {0}};
    const struct followup_limits limits = {.findings = 1000, .txns = UINT64_MAX};
    char *text = printed(edits, &limits, in_short);

    (void)state;
    assert_string_equal(text, "follow-ups: 1 of finding 1, 1 of finding 3\n1 of 2 findings listed;"
                              " 1 more appears only once others are corrected; 2 replays\n");
    free(text);
}

/* The list for a person: one fault with its follow-up, one fault beyond the limit. */
static void list_says_what_is_known(void **state)
{
    static const char *const said[] = {
        "32 spu MISMATCH: buf.data record 1 +8: ",
        "\n    finding 1: 1 follow-up\n",
        "\n    finding 3: its follow-ups were not looked for\n",
        "\n    finding 4: no single value corrects it, nothing is taken as its follow-up\n",
        ("\nfollow-ups: 1 of finding 1\n3 of 4 findings listed, 3 not shown to follow from "
         "another; "
         "1 replay\n"),
        "\nlimit: 1 replay has applied ",
    };
    const struct txnlog_edit edits[] = {PC, POINTER, {0}};
    const struct followup_limits limits = {.findings = 1000, .txns = 1};
    char *text = printed(edits, &limits, as_list);

    (void)state;
    for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
        if (strstr(text, said[i]) == NULL) {
            print_error("'%s' is missing in\n%s", said[i], text);
            fail();
        }
    }
    free(text);
}

/* The list says where the limit cuts it. A run without findings prints nothing. */
static void list_is_cut_where_it_is_said(void **state)
{
    const struct txnlog_edit edits[] = {PC, POINTER, {0}};
    const struct followup_limits limits = {.findings = 3, .txns = UINT64_MAX};
    char *text = printed(edits, &limits, as_list);
    const char *last = strstr(text, "\nlimit: ");

    (void)state;
    assert_non_null(last);
    assert_string_equal(last, "\nlimit: 1 finding after the first 3 was not judged\n");
    free(text);
    text = printed(NULL, &limits, as_list);
    assert_string_equal(text, "");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(follow_ups_are_what_vanishes),  cmocka_unit_test(corrections_add_up),
        cmocka_unit_test(what_appears_is_counted_apart), cmocka_unit_test(list_says_what_is_known),
        cmocka_unit_test(list_is_cut_where_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
