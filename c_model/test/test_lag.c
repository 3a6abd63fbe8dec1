/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Outputs that lag, cycle by cycle, typed from the text: PMBIRQ "is a level interrupt driven by
 * PMBSR_EL1.S" (DDI 0586A 3.5), shown [irq_min] to [irq_max] cycles later (c_model/README.md,
 * "Outputs that lag"). One character is one cycle.
 */
#include <stdarg.h>

#include "check.h"
#include "parts/lag.h"
#include "txnlog.h"

struct row {
    const char *why;
    unsigned least, most;
    const char *asks;  /* the state asks for 0, 1, or either (?) */
    const char *shows; /* the output */
    const char *says;  /* `!`: a finding in this cycle */
};

/* clang-format off */
static const struct row rows[] = {
    /* No lag: the level of a cycle is the state of that cycle. */
    {"a pulse of a cycle", 0, 0,
     "00010000",
     "00010000",
     "........"},
    {"is missed", 0, 0,
     "00010000",
     "00000000",
     "...!...."},
    {"a cycle late: it is not there, then it is there without cause", 0, 0,
     "00010000",
     "00001000",
     "...!!..."},
    {"a cycle early", 0, 0,
     "00010000",
     "00100000",
     "..!!...."},
    {"a longer one a cycle late: both of its edges", 0, 0,
     "00011100",
     "00001110",
     "...!..!."},
    {"stuck: one finding for each time that it is wrong", 0, 0,
     "00110110",
     "00000000",
     "..!..!.."},
    {"stuck at 1", 0, 0,
     "00110110",
     "11111111",
     "!...!..!"},
    {"without cause", 0, 0,
     "00000000",
     "00011000",
     "...!...."},
    {"every second cycle", 0, 0,
     "01010101",
     "01010001",
     ".....!.."},
    {"either way", 0, 0,
     "00??0110",
     "00100110",
     "........"},
    /* A lag of 3: the state of 3 cycles before. */
    {"a pulse of a cycle", 3, 3,
     "001000000000",
     "000001000000",
     "............"},
    {"is missed, though the state has changed again before it was due", 3, 3,
     "001000000000",
     "000000000000",
     ".....!......"},
    {"two changes are on their way: the first one is late", 3, 3,
     "001111000000",
     "000000111000",
     ".....!......"},
    {"the second one is late", 3, 3,
     "001111000000",
     "000001111100",
     ".........!.."},
    {"the first of two pulses is missed", 3, 3,
     "001010000000",
     "000000010000",
     ".....!......"},
    {"the second of two pulses is missed", 3, 3,
     "001010000000",
     "000001000000",
     ".......!...."},
    {"two pulses become one", 3, 3,
     "001010000000",
     "000001110000",
     "......!....."},
    {"it does not lag", 3, 3,
     "001111110000",
     "001111110000",
     "..!.....!..."},
    {"either way", 3, 3,
     "001?00000000",
     "000001100000",
     "............"},
    /* Ranges. With 1 to 3 cycles, a rise in cycle 2 may show in 3, 4 or 5, a fall in 3 in 4, 5 or
     * 6. */
    {"a pulse: 1 and 1 cycles late", 1, 3,
     "001000000000",
     "000100000000",
     "............"},
    {"3 and 3 cycles", 1, 3,
     "001000000000",
     "000001000000",
     "............"},
    {"1 and 3 cycles", 1, 3,
     "001000000000",
     "000111000000",
     "............"},
    {"both in one cycle", 1, 3,
     "001000000000",
     "000000000000",
     "............"},
    {"the rise 4 cycles late", 1, 3,
     "001000000000",
     "000000100000",
     "......!....."},
    {"the fall 4 cycles late", 1, 3,
     "001000000000",
     "000001100000",
     "......!....."},
    {"0 cycles late", 1, 3,
     "001000000000",
     "001100000000",
     "..!........."},
    {"two pulses of one", 1, 3,
     "001000000000",
     "000101000000",
     ".....!......"},
    {"a pulse longer than the range: it must show", 1, 3,
     "001110000000",
     "000000000000",
     ".....!......"},
    {"for a cycle at least", 1, 3,
     "001110000000",
     "000001000000",
     "............"},
    {"a rise shows once", 1, 3,
     "001111110000",
     "000101111000",
     "....!......."},
    {"each edge has its own lag", 1, 2,
     "0111110011110000",
     "0001111000111000",
     "................"},
    {"the second rise is late", 1, 2,
     "0111110011110000",
     "0001111000011000",
     "..........!....."},
    {"the first fall as late as it may be", 1, 2,
     "0111110011110000",
     "0001111101111000",
     "................"},
    {"a cycle later", 1, 2,
     "0111110011110000",
     "0001111110111000",
     "........!......."},
    {"two changes inside one window", 0, 2,
     "0010100000",
     "0000100000",
     ".........."},
    {"three pulses of two", 0, 2,
     "0010100000",
     "0010101000",
     "......!..."},
    {"three edges up of two", 0, 2,
     "0010100000",
     "0010110100",
     ".......!.."},
};
/* clang-format on */

#define START 100u /* cycles that are 0 before the first character */

static struct level level_of(char asks, uint64_t cycle)
{
    const uint8_t ones = asks != '0' ? 1 : 0, zeros = asks != '1' ? 1 : 0;

    return (struct level){.cycle = cycle, .ones = ones, .zeros = zeros};
}

/* Judge all cycles that are over, and mark findings of bit 0 in `says`. */
static void judge(struct lag *lag, uint64_t last, char *says)
{
    struct lag_verdict v;

    while (lag_judge(lag, last, &v)) {
        if ((v.fresh & 1) != 0) {
            assert_true(v.may.cycle >= START);
            says[v.may.cycle - START] = '!';
        }
    }
}

/* `late`: judge only at the end. Otherwise judge as time goes on, and forget states that are too
 * old. */
static bool good(const struct row *r, bool late)
{
    const size_t n = strlen(r->asks);
    char says[32], asks = '0', shows = '0';
    struct lag lag;

    assert_true(strlen(r->shows) == n && strlen(r->says) == n);
    memset(says, '.', n);
    says[n] = '\0';
    lag_begin(&lag, r->least, r->most);
    lag_state(&lag, level_of('0', 0));
    for (size_t i = 0; i < n; i++) {
        uint64_t due;
        if (lag_due(&lag, &due) && due < START + i && !late) {
            judge(&lag, START + i - 1, says);
            lag_forget(&lag, START + i);
        }
        if (r->asks[i] != asks) {
            lag_state(&lag, level_of(asks = r->asks[i], START + i));
        }
        if (r->shows[i] != shows) {
            shows = r->shows[i];
            lag_show(&lag, (struct shown){.cycle = START + i, .bits = shows == '1'});
        }
    }
    judge(&lag, START + n - 1, says);
    if (strcmp(says, r->says) != 0) {
        print_message("%u to %u cycles, %s:\n  asks  %s\n  shows %s\n  says  %s\n  must  %s\n",
                      r->least, r->most, r->why, r->asks, r->shows, says, r->says);
    }
    return strcmp(says, r->says) == 0;
}

static void each_change_has_its_window(void **state)
{
    const size_t n = sizeof(rows) / sizeof(*rows);
    size_t passed = 0;

    (void)state;
    for (size_t i = 0; i < 2 * n; i++) {
        passed += good(&rows[i / 2], i % 2 != 0);
    }
    assert_int_equal(passed, 2 * n);
}

/* The same through a model: software writes S, in an SPU without and with [exc]. */
struct way {
    const char *name, *keys;
    unsigned level;    /* level that shows S */
    const char *check; /* check that judges the level */
};

#define V1P5                                                                                       \
    "@key pmsver = 6\n@key events = 0xBFF\n@key fne = 1\n@key exc = 1\n@key pmu_full = 1\n"        \
    "@key ext_abort = serror\n@key flag_updates = 1\n"

static const struct way ways[] = {
    {"PMBIRQ", "", 0x01, "out.irq"},
    {"PMBIRQ with [exc]", V1P5, 0x01, "out.irq"},
    {"freeze", "@key pmsver = 3\n@key events = 0xBFF\n@key fne = 1\n", 0x80, "out.freeze"},
};

static size_t line(char *text, size_t used, size_t bytes, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(text + used, bytes - used, fmt, ap);
    va_end(ap);
    assert_in_range(n, 1, bytes - used - 1);
    return used + (size_t)n;
}

/* All levels that S = 1 asks for, with PMFZ = 1 and E = 1. */
static unsigned all_of(const struct way *way, bool s)
{
    const bool freeze = strstr(way->keys, "pmsver") != NULL;

    return s ? 0x01u | (freeze ? 0x80u : 0) : 0;
}

/* A write in cycle n makes the state from n + 1 on. The level that is not judged follows as late as
 * it may. */
static void write_log(const struct row *r, const struct way *way, char *text, size_t bytes)
{
    const size_t n = strlen(r->asks);
    size_t used = line(text, 0, bytes,
                       "@config ../../../rtl/configs/v1p0_min.cfg\n%s@key irq_min = %u\n"
                       "@key irq_max = %u\n0 reset kind=assert\n2 reset kind=release\n"
                       "2 clk running=1 active=1\n2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN\n"
                       "3 sysreg enc=PMBLIMITR_EL1 write=write data=0x20021\n",
                       way->keys, r->least, r->most);
    unsigned before = 0;

    for (size_t i = 0; i < n; i++) {
        const size_t cycle = START + i;
        const bool next = i + 1 < n && r->asks[i + 1] == '1';
        const unsigned others =
            i >= r->most ? all_of(way, r->asks[i - r->most] == '1') & ~way->level : 0;
        const unsigned levels = others | (r->shows[i] == '1' ? way->level : 0);
        if (i + 1 < n && r->asks[i + 1] != r->asks[i]) {
            used = line(text, used, bytes, "%zu sysreg enc=PMBSR_EL1 write=write data=0x%x\n",
                        cycle, next ? 0x20000 : 0);
        }
        if (levels != before) {
            used = line(text, used, bytes, "%zu out levels=0x%x\n", cycle, levels);
        }
        before = levels;
    }
    (void)line(text, used, bytes, "%zu close\n", START + n);
}

static bool good_in_model(const struct row *r, const struct way *way)
{
    struct txnlog_result result;
    char text[4096], must[256] = "";

    for (size_t i = 0, used = 0; r->says[i] != '\0'; i++) {
        if (r->says[i] == '!') {
            used = line(must, used, sizeof(must), "%s%zu %s", used == 0 ? "" : ", ", START + i,
                        way->check);
        }
    }
    write_log(r, way, text, sizeof(text));
    txnlog_apply(r->why, text, &result);
    if (result.status != 0) {
        print_message("%s\n", result.error);
    }
    assert_int_equal(result.status, 0);
    if (strcmp(result.cycles, must) != 0) {
        print_message("%s, %u to %u cycles, %s: '%s', must be '%s'\n", way->name, r->least, r->most,
                      r->why, result.cycles, must);
    }
    return strcmp(result.cycles, must) == 0;
}

static void model_judges_each_change(void **state)
{
    size_t rows_run = 0, passed = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(ways) / sizeof(*ways); i++) {
        for (size_t k = 0; k < sizeof(rows) / sizeof(*rows); k++) {
            if (strchr(rows[k].asks, '?') == NULL && rows[k].asks[0] == '0') {
                passed += good_in_model(&rows[k], &ways[i]);
                rows_run++;
            }
        }
    }
    assert_true(rows_run > 90);
    assert_int_equal(passed, rows_run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_change_has_its_window),
        cmocka_unit_test(model_judges_each_change),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
