/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "narrow.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/status.h"

/* From what a monitor with all groups has sent, make what a monitor with some of them sends
 * (dpi/README.md). */

#define LEVEL_B (SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE)

struct row {
    const char *name;
    unsigned taps;
    int budget;
    const char *in, *out; /* text logs; of `out`, fields that are 0 are left out */
};

struct run {
    struct narrow *narrow;
    struct spe_txn txn[32];
    int n, budget;
};

static int keep(void *user, const struct spe_txn *txn)
{
    struct run *run = user;

    assert_true(run->n < 32);
    run->txn[run->n++] = *txn;
    return run->budget;
}

static int feed(void *user, const struct spe_txn *txn)
{
    narrow_txn(((struct run *)user)->narrow, txn);
    return SPE_OK;
}

static int header(void *user, const struct spe_log_header *header)
{
    (void)user;
    (void)header;
    return SPE_OK;
}

static void parse(const char *text, spe_log_text_fn on_txn, void *user)
{
    struct spe_log_error err = {""};
    struct spe_log_run info;
    char copy[8192];
    int n = snprintf(copy, sizeof(copy), "@config rtl/configs/v1p0_min.cfg\n%s", text);
    FILE *in = fmemopen(copy, strlen(copy), "r");

    assert_true(n > 0 && (size_t)n < sizeof(copy));
    if (spe_log_parse(in, "row", header, on_txn, user, &info, &err) != SPE_OK) {
        fail_msg("%s", err.text);
    }
    (void)fclose(in);
}

/* The transactions as text, which shows a mismatch. */
static char *text_of(const struct run *run)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    for (int i = 0; i < run->n; i++) {
        spe_log_print_txn(out, &run->txn[i]);
    }
    (void)fclose(out);
    return text;
}

static int expect(void *user, const struct spe_txn *txn)
{
    return keep(user, txn) > 0 ? SPE_OK : SPE_EINVAL;
}

static char *narrowed(const struct row *row)
{
    struct run run = {.budget = row->budget};

    run.narrow = malloc(sizeof(*run.narrow));
    assert_non_null(run.narrow);
    narrow_begin(run.narrow, row->taps, keep, &run);
    parse(row->in, feed, &run);
    narrow_end(run.narrow);
    free(run.narrow);
    return text_of(&run);
}

static const struct row rows[] = {
    {"bytes alone", SPE_TAP_BYTES, 65536,
     "1 reset kind=release\n1 clk running=1 active=1\n1 ctx id=0\n2 pop n=3\n2 sysreg enc=1\n"
     "3 rnd value=4\n3 sel\n4 life kind=retire\n5 aw id=1\n6 w last=1 last_word=1\n7 b id=1\n"
     "8 sync kind=psb_req\n9 out pop=3\n9 close\n",
     "1 reset kind=release\n1 clk running=1 active=1\n5 aw id=1\n6 w last=1 last_word=1\n"
     "7 b id=1\n9 close\n"},
    {"positions are of POP", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_SYNC, 65536,
     "1 ctx id=0\n1 pop n=3\n2 sysreg pos=3 enc=1\n3 sync kind=cse pos=3\n3 close\n",
     "1 ctx id=0\n2 sysreg enc=1\n3 sync kind=cse\n3 close\n"},
    {"members wait for the next call", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_POP, 65536,
     "1 ctx id=0\n2 pop n=3 slot=1\n2 out pop=3\n5 pop n=4 slot=2\n5 sysreg pos=7 enc=1\n5 close\n",
     "1 ctx id=0\n5 pop n=7 slot=2\n5 sysreg pos=7 enc=1\n5 close\n"},
    {"and for the budget", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_POP, 5,
     "1 ctx id=0\n2 pop n=3 slot=1\n2 out pop=3\n5 pop n=4 slot=2\n5 out pop=4\n5 close\n",
     "1 ctx id=0\n5 pop n=5 slot=255\n5 pop n=2 slot=2\n5 close\n"},
    {"reads of bytes pass them", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_POP, 65536,
     "1 ctx id=0\n2 pop n=3 slot=1\n2 out pop=3\n3 xl_req id=1\n4 xl_rsp id=1\n5 w last_word=1\n"
     "6 w last=1 last_word=1\n6 close\n",
     "1 ctx id=0\n3 xl_req id=1\n4 xl_rsp id=1\n5 w last_word=1\n6 pop n=3 slot=1\n"
     "6 w last=1 last_word=1\n6 close\n"},
    {"members of an old context do not wait", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_POP, 65536,
     "1 ctx id=0\n2 ctx id=1 state=1\n2 pop n=3 slot=1 ctx=0\n3 aw id=1\n3 close\n",
     "1 ctx id=0\n2 ctx id=1 state=1\n2 pop n=3 slot=1 ctx=0\n3 aw id=1\n3 close\n"},
    {"a counter is repeated for who wants it", SPE_TAP_BYTES | SPE_TAP_REGS, 65536,
     "1 ctx id=0 cntpct=1\n2 ctx id=0 cntpct=2\n2 sel\n3 ctx id=1 state=1 cntpct=3\n3 close\n",
     "1 ctx id=0 cntpct=1\n3 ctx id=1 state=1 cntpct=3\n3 close\n"},
    {"also in a later cycle", LEVEL_B, 65536,
     "1 ctx id=0 cntpct=1\n2 ctx id=0 cntpct=2\n2 pop n=3\n3 sysreg enc=1\n3 life kind=retire\n"
     "4 ctx id=0 cntpct=3\n4 sel\n4 close\n",
     "1 ctx id=0 cntpct=1\n3 sysreg enc=1\n3 ctx id=0 cntpct=2\n3 life kind=retire\n"
     "4 ctx id=0 cntpct=3\n4 sel\n4 close\n"},
    {"no barrier asks for a report", SPE_TAP_BYTES | SPE_TAP_OUT, 65536,
     "1 out pop=1 feed=1\n2 out pop=5\n2 sync kind=psb_done\n3 out pop=2 levels=1\n"
     "4 out levels=1 pop=3\n4 sync kind=dsb_done\n5 reset kind=assert\n6 close\n",
     "1 out pop=1 feed=1\n3 out pop=7 levels=1\n5 out pop=3 levels=1\n5 reset kind=assert\n"
     "6 close\n"},
};

static void rows_are_as_the_contract_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct run wanted = {.budget = 1};
        char *actual = narrowed(&rows[i]);
        parse(rows[i].out, expect, &wanted);
        char *text = text_of(&wanted);
        if (strcmp(actual, text) != 0) {
            fail_msg("%s:\n%swanted:\n%s", rows[i].name, actual, text);
        }
        free(actual);
        free(text);
    }
}

/* With all groups nothing changes. */
static void all_groups_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct row row = rows[i];
        struct run wanted = {.budget = 1};
        row.taps = SPE_TAP_ALL;
        row.budget = 3;
        if (strstr(row.in, "n=4") != NULL) {
            continue; /* more than this budget */
        }
        char *actual = narrowed(&row);
        parse(row.in, expect, &wanted);
        char *text = text_of(&wanted);
        assert_string_equal(actual, text);
        free(actual);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_as_the_contract_says),
        cmocka_unit_test(all_groups_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
