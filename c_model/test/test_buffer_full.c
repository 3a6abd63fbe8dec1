/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "txnlog.h"

/* Exceeding the capacity of the scoreboard is misuse and is never silent. */
static void too_much_is_misuse(void **state)
{
    static const char aw[] = "aw id=0 len=0 size=3 prot=0x3 cache=0xf addr=0x80010018";
    static const char w[] = "w word=0 strb=0xff last_word=1 data=1";
    static char text[1100 * (sizeof(aw) + 8)];
    struct txnlog_result result;
    const struct {
        const char *line, *what;
        int n;
    } row[] = {{aw, "bursts without a response", 65},
               {w, "words of write data before their address", 1025}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        struct txnlog_edit edits[] = {E("50 close", text), {NULL, NULL}};
        size_t used = 0;
        for (int k = 0; k < row[i].n; k++) {
            used +=
                (size_t)snprintf(text + used, sizeof(text) - used, "%d %s\n", 100 + k, row[i].line);
        }
        (void)snprintf(text + used, sizeof(text) - used, "2000 close");
        txnlog_run("stream", edits, &result);
        CHECK(row[i].what, result.totals.misuses, 1);
        CHECK(row[i].what, result.fired[SPE_CHECK_CONTRACT], true);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(too_much_is_misuse)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
