/* SPDX-License-Identifier: Apache-2.0
 *
 * The sample interval counter against sequences worked out by hand from DDI 0586A 3.1, and against
 * a counter that is stepped one operation at a time.
 */
#include "arch/interval.h"
#include "check.h"
#include "config_members.h"
#include "spe/status.h"

#define NONE (-1)

/* Draws that a test prepared. A draw that is not prepared fails the test. */
struct draws {
    const int *values;
    int used;
};

static uint8_t next_draw(void *user)
{
    struct draws *draws = user;
    int value = draws->values[draws->used++];

    assert_in_range(value, 0, 255);
    return (uint8_t)value;
}

static void setup(struct spe_config *cfg, struct spe_regs *regs, bool ernd, uint64_t irr,
                  uint64_t icr)
{
    spe_config_init(cfg);
    cfg->ernd = ernd;
    spe_regs_reset(cfg, regs);
    regs->v[SPE_PMSIRR] = irr;
    regs->v[SPE_PMSICR] = icr;
}

/* Enabling: 3.1.1. */
static const struct {
    const char *name;
    bool ernd;
    uint64_t irr, icr;
    int draw; /* NONE: takes no draw */
    uint64_t loaded;
} loads[] = {
    {"RND 0", false, 0x12300, 0, NONE, 0x12300},
    {"RND 0, ERnd", true, 0x12300, 0, NONE, 0x12300},
    {"RND 1, ERnd 0", false, 0x12301, 0, 0x5A, 0x1235A},
    {"RND 1, ERnd 0, draw 0", false, 0x12301, 0, 0, 0x12300},
    {"RND 1, ERnd 1", true, 0x12301, 0, NONE, 0x12300},
    {"nonzero restarts", false, 0x12301, 1, NONE, 1},
    {"only ECOUNT nonzero (P12)", true, 0x12301, UINT64_C(7) << 56, NONE, UINT64_C(7) << 56},
    {"INTERVAL 0", false, 0, 0, NONE, 0},
    {"greatest", false, 0xFFFFFF01, 0, 255, 0xFFFFFFFF},
};

static void load_on_enabling(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        int values[] = {loads[i].draw, NONE};
        struct draws draws = {values, 0};
        struct spe_config cfg;
        struct spe_regs regs;

        setup(&cfg, &regs, loads[i].ernd, loads[i].irr, loads[i].icr);
        CHECK(loads[i].name, interval_load_due(&regs), loads[i].icr == 0);
        CHECK(loads[i].name, interval_load(&cfg, &regs, next_draw, &draws), loads[i].draw != NONE);
        CHECK(loads[i].name, draws.used, loads[i].draw != NONE);
        CHECK(loads[i].name, regs.v[SPE_PMSICR], loads[i].loaded);
    }
}

/* One step over the whole distance. */
static const struct {
    const char *name;
    bool ernd;
    uint64_t irr, icr;
    int distance;
    int draw; /* NONE: no draw */
    bool selected;
    uint64_t after;
} steps[] = {
    {"RND 0: down to 0", false, 0x100, 0x100, 256, NONE, true, 0},
    {"RND 0: last", false, 0x100, 1, 1, NONE, true, 0},
    /* the reload takes one operation: INTERVAL * 256 + 1 (note of 3.1.2) */
    {"RND 0: reload", false, 0x100, 0, 257, NONE, true, 0},
    {"RND 0, INTERVAL 0: every operation", false, 0, 0, 1, NONE, true, 0},
    {"RND 0: far", false, 0xFFFFFF00, 0xFFFFFF00, 65536, NONE, false, 0xFFFEFF00},
    {"RND 0: far reload", false, 0xFFFFFF00, 0, 65536, NONE, false, 0xFFFEFF01},
    {"RND 1, ERnd 0: down to 0", false, 0x101, 0x1FF, 511, NONE, true, 0},
    {"RND 1, ERnd 0: reload draws", false, 0x101, 0, 1, 0x7F, false, 0x17F},
    {"RND 1, ERnd 0: reload of 0", false, 0x001, 0, 1, 0, true, 0},
    {"RND 1, ERnd 0: reload of 0, draw 3", false, 0x001, 0, 1, 3, false, 3},
    {"ERnd: zero event draws", true, 0x101, 0x100, 256, 9, false, UINT64_C(9) << 56},
    {"ERnd: zero event draws 0 (P13)", true, 0x101, 0x100, 256, 0, true, 0},
    {"ERnd: both run", true, 0x101, UINT64_C(9) << 56, 9, NONE, true, 0x100 - 8},
    {"ERnd: ECOUNT first", true, 0x101, UINT64_C(2) << 56 | 5, 2, NONE, true, 3},
    {"ERnd: COUNT first", true, 0x101, UINT64_C(5) << 56 | 2, 2, 200, false, UINT64_C(200) << 56},
    {"ERnd: together", true, 0x101, UINT64_C(2) << 56 | 2, 2, 33, true, UINT64_C(33) << 56},
    {"ERnd: reload", true, 0x101, 0, 257, 255, false, UINT64_C(255) << 56},
    {"ERnd, INTERVAL 0", true, 0x001, 0, 1, 4, false, UINT64_C(4) << 56},
    /* P14: RND 0 freezes ECOUNT, and COUNT selects */
    {"ERnd, RND 0: frozen", true, 0x100, UINT64_C(2) << 56 | 5, 5, NONE, true, UINT64_C(2) << 56},
};

static void step_to_next_event(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        int values[] = {steps[i].draw, NONE};
        struct draws draws = {values, 0};
        struct spe_interval_result res;
        struct spe_config cfg;
        struct spe_regs regs;

        setup(&cfg, &regs, steps[i].ernd, steps[i].irr, steps[i].icr);
        CHECK(steps[i].name, interval_distance(&cfg, &regs), steps[i].distance);
        CHECK(steps[i].name, interval_draws(&cfg, &regs), steps[i].draw != NONE);
        res = interval_advance(&cfg, &regs, steps[i].distance, next_draw, &draws);
        CHECK(steps[i].name, res.selected, steps[i].selected);
        CHECK(steps[i].name, res.drew, steps[i].draw != NONE);
        CHECK(steps[i].name, draws.used, steps[i].draw != NONE);
        CHECK(steps[i].name, regs.v[SPE_PMSICR], steps[i].after);
    }
}

/* The rules of 3.1.2 for one operation, written out a second time. */
static bool one_operation(bool ernd, uint64_t irr, uint64_t *icr, struct draws *draws)
{
    bool rnd = irr & 1;
    uint64_t count = *icr & 0xFFFFFFFF, ecount = *icr >> 56;
    bool selected = false;

    if (count == 0) {
        count = (irr & 0xFFFFFF00) + (rnd && !ernd ? next_draw(draws) : 0);
    } else {
        count--;
    }
    if (ernd && rnd && ecount != 0 && --ecount == 0) {
        selected = true;
    }
    if (count == 0 && !(ernd && rnd)) {
        selected = true;
    }
    if (count == 0 && ernd && rnd) {
        ecount = next_draw(draws);
        if (ecount == 0) {
            selected = true;
        }
    }
    *icr = ecount << 56 | count;
    return selected;
}

/* 4096 operations in steps of every kind, RND toggled in between. */
static void steps_equal_single_operations(void **state)
{
    static const int draw_values[] = {0,  255, 1, 128, 77, 3,  200, 0,  0,  90,  254,
                                      17, 5,   5, 5,   60, 11, 31,  2,  99, 1,   0,
                                      44, 180, 7, 251, 33, 12, 0,   68, 9,  NONE};
    const uint64_t starts[] = {0, 1, 300, UINT64_C(5) << 56, UINT64_C(200) << 56 | 100};
    const uint64_t intervals[] = {0x100, 0x200, 0x300};

    (void)state;
    for (unsigned n = 0; n < 2 * 5 * 3; n++) {
        struct draws fast = {draw_values, 0}, slow = {draw_values, 0};
        bool ernd = n & 1;
        struct spe_config cfg;
        struct spe_regs regs;
        uint64_t icr = starts[n / 2 % 5];
        unsigned step = 1;

        setup(&cfg, &regs, ernd, intervals[n / 10], icr);
        for (unsigned total = 0; total < 4096;) {
            unsigned distance = (unsigned)interval_distance(&cfg, &regs);
            unsigned take = step < distance ? step : distance;
            struct spe_interval_result res;
            bool selected = false;

            res = interval_advance(&cfg, &regs, (int)take, next_draw, &fast);
            for (unsigned k = 0; k < take; k++) {
                assert_false(selected);
                selected = one_operation(ernd, regs.v[SPE_PMSIRR], &icr, &slow);
            }
            CHECK("selected", res.selected, selected);
            CHECK("PMSICR_EL1", regs.v[SPE_PMSICR], icr);
            CHECK("draws", fast.used, slow.used);
            total += take;
            step = (step * 5 + 3) % 389 + 1;
            if (total % 7 == 0) {
                regs.v[SPE_PMSIRR] ^= 1;
            }
        }
    }
}

static uint8_t draw_255(void *user)
{
    (void)user;
    return 255;
}

/* [rnd_source] = inferred: selections show the draw. */
static void draws_are_inferred(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;
    struct spe_interval_result res;

    (void)state;
    setup(&cfg, &regs, false, 0x101, 0);
    assert_true(interval_load(&cfg, &regs, draw_255, NULL));
    CHECK("latest selection", interval_distance(&cfg, &regs), 0x1FF);
    interval_advance(&cfg, &regs, 0xFF, draw_255, NULL);
    CHECK("too early", interval_infer(&cfg, &regs, true), SPE_EBADMSG);
    interval_advance(&cfg, &regs, 1, draw_255, NULL);
    CHECK("not open", interval_infer(&cfg, &regs, false), SPE_EBADMSG);
    CHECK("earliest: draw 0", interval_infer(&cfg, &regs, true), 0);
    CHECK("counter", regs.v[SPE_PMSICR], 0);
    res = interval_advance(&cfg, &regs, 1, draw_255, NULL);
    assert_true(res.drew);
    interval_advance(&cfg, &regs, 0x105, draw_255, NULL);
    CHECK("draw 5", interval_infer(&cfg, &regs, true), 5);
    interval_advance(&cfg, &regs, 1, draw_255, NULL);
    res = interval_advance(&cfg, &regs, 0x1FF, draw_255, NULL);
    assert_true(res.selected);
    CHECK("latest: draw 255", interval_infer(&cfg, &regs, true), 255);
}

static void draws_are_inferred_ernd(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;
    struct spe_interval_result res;

    (void)state;
    setup(&cfg, &regs, true, 0x101, 0x100);
    res = interval_advance(&cfg, &regs, 0x100, draw_255, NULL);
    assert_true(res.drew);
    assert_false(res.selected);
    CHECK("at once: draw 0", interval_infer(&cfg, &regs, true), 0);
    interval_advance(&cfg, &regs, 0x101, draw_255, NULL);
    interval_advance(&cfg, &regs, 40, draw_255, NULL);
    regs.v[SPE_PMSIRR] = 0x100;
    CHECK("frozen", interval_infer(&cfg, &regs, true), SPE_EBADMSG);
    regs.v[SPE_PMSIRR] = 0x101;
    CHECK("draw 40", interval_infer(&cfg, &regs, true), 40);
    CHECK("COUNT runs on", regs.v[SPE_PMSICR], 0x100 - 39);
}

static void reads_reveal_the_draw(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    setup(&cfg, &regs, false, 0x101, 0x1FF);
    CHECK("draw 255", interval_reveal(&cfg, &regs, 0x1FF), 255);
    CHECK("more than the greatest", interval_reveal(&cfg, &regs, 0x200), SPE_EBADMSG);
    CHECK("less than the least", interval_reveal(&cfg, &regs, 0xFF), SPE_EBADMSG);
    CHECK("unchanged", regs.v[SPE_PMSICR], 0x1FF);
    CHECK("draw 16", interval_reveal(&cfg, &regs, 0x110), 16);
    CHECK("pinned", regs.v[SPE_PMSICR], 0x110);
    setup(&cfg, &regs, false, 0x001, 0xFE);
    CHECK("INTERVAL 0, one counted: was selected", interval_reveal(&cfg, &regs, 0), SPE_EBADMSG);
    setup(&cfg, &regs, false, 0x101, 0xFF);
    CHECK("INTERVAL 1, 256 counted: was selected", interval_reveal(&cfg, &regs, 0), SPE_EBADMSG);
    setup(&cfg, &regs, false, 0x001, 0xFF);
    CHECK("INTERVAL 0, loaded as 0", interval_reveal(&cfg, &regs, 0), 0);
    setup(&cfg, &regs, true, 0x101, UINT64_C(100) << 56 | 0x80);
    CHECK("COUNT differs", interval_reveal(&cfg, &regs, UINT64_C(90) << 56 | 0x81), SPE_EBADMSG);
    CHECK("was selected", interval_reveal(&cfg, &regs, 0x80), SPE_EBADMSG);
    CHECK("draw 245", interval_reveal(&cfg, &regs, UINT64_C(90) << 56 | 0x80), 245);
    CHECK("pinned", regs.v[SPE_PMSICR], UINT64_C(90) << 56 | 0x80);
}

/* 3.1.2, notes: the distance between selections with RND 0 is INTERVAL * 256 + 1. */
static void steady_interval(void **state)
{
    struct spe_config cfg;
    struct spe_regs regs;

    (void)state;
    setup(&cfg, &regs, false, 0xA00, 0);
    interval_load(&cfg, &regs, draw_255, NULL);
    CHECK("first", interval_distance(&cfg, &regs), 10 * 256);
    for (int i = 0; i < 3; i++) {
        int distance = interval_distance(&cfg, &regs);

        assert_true(interval_advance(&cfg, &regs, distance, draw_255, NULL).selected);
        CHECK("steady", interval_distance(&cfg, &regs), 10 * 256 + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(load_on_enabling),
        cmocka_unit_test(step_to_next_event),
        cmocka_unit_test(steps_equal_single_operations),
        cmocka_unit_test(draws_are_inferred),
        cmocka_unit_test(draws_are_inferred_ernd),
        cmocka_unit_test(reads_reveal_the_draw),
        cmocka_unit_test(steady_interval),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
