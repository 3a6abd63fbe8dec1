/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/stale.h"
#include "spe/regs.h"

/* Old values that a read may still return instead of the register's: values of up to [read_lag_max]
 * cycles ago (3.1.4, 3.6; P21, S8). Unless a row says otherwise, it is cycle 50 and [read_lag_max]
 * is 4: a read may miss a change of cycle 47, but not one of cycle 46. */

#define LANES "read_lag_max = 4\n"
#define LAG   "width = 1\n" LANES

/* Old values expire when no read may return them any more, the oldest first (S8). */
static void old_values_go(void **state)
{
    struct stale_values s = {
        .at = {{.cycle = 10, .value = 1}, {.cycle = 11, .value = 2}, {.cycle = 12, .value = 3}},
        .n = 3};
    static const struct {
        uint64_t now, first;
        int left;
    } rows[] = {{13, 1, 3}, {14, 2, 2}, {14, 2, 2}, {15, 3, 1}, {20, 0, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        stale_expire(&s, 4, rows[i].now);
        CHECK("left", s.n, rows[i].left);
        CHECK("the oldest", s.n > 0 ? s.at[0].value : 0, rows[i].first);
    }
}

/* The model keeps each change, if reads may be late at all; a change without room is a finding. */
static void changes_are_kept(void **state)
{
    struct spe_model *m = bare_counting(LAG), *at_once = bare_counting("read_lag_max = 0\n");
    const struct stale_values *s = &m->spu->stale;

    (void)state;
    for (unsigned i = 0; i < MAX_STALE; i++) {
        m->clock.cycle = 50 + i;
        model_stale_note(m, i % 2 != 0 ? SPE_PMBPTR : SPE_PMBSR, 100 + i, i);
    }
    CHECK("all", s->n, MAX_STALE);
    CHECK("the third", s->at[2].cycle, 52);
    CHECK("its value", s->at[2].value, 102);
    CHECK("its register", s->at[2].reg, SPE_PMBSR);
    CHECK("no finding", bare_findings, 0);
    m->spu->barriers.psb_cycle = 50 + MAX_STALE - 1;
    model_stale_passed(m->spu);
    CHECK("the last one has passed", s->at[MAX_STALE - 1].passed, true);
    model_stale_note(m, SPE_PMBPTR, 7, 0);
    CHECK("one too many", bare_findings, 1);
    CHECK("is not kept", s->n, MAX_STALE);
    model_stale_note(at_once, SPE_PMBPTR, 7, 0);
    CHECK("none may be late", at_once->spu->stale.n, 0);
    spe_model_destroy(m);
    spe_model_destroy(at_once);
}

/* A write by software ends the old values of that register; those of other registers stay in
 * order. */
static void a_write_ends_them(void **state)
{
    struct stale_values s = {.at = {{.reg = SPE_PMBPTR, .value = 1},
                                    {.reg = SPE_PMBSR, .value = 2},
                                    {.reg = SPE_PMBPTR, .value = 3},
                                    {.reg = SPE_PMBSR_EL2, .value = 4}},
                             .n = 4};

    (void)state;
    model_stale_written(&s, SPE_PMSICR);
    CHECK("none is of it", s.n, 4);
    model_stale_written(&s, SPE_PMBPTR);
    CHECK("two are left", s.n, 2);
    CHECK("the first", s.at[0].value, 2);
    CHECK("the second", s.at[1].value, 4);
    model_stale_written(&s, SPE_PMBSR_EL2);
    CHECK("one is left", s.n, 1);
}

/* The old value of PMBPTR_EL1; a PMBSR_ELx without COLL. */
static void registers_as_they_were(void **state)
{
    static const struct {
        const char *what, *keys;
        enum spe_reg reg, read;
        uint64_t cycle, data;
        bool stale;
    } rows[] = {
        {"the pointer", LAG, SPE_PMBPTR, SPE_PMBPTR, 47, 0x10000, true},
        {"another value", LAG, SPE_PMBPTR, SPE_PMBPTR, 47, 0x10008, false},
        {"too late", LAG, SPE_PMBPTR, SPE_PMBPTR, 46, 0x10000, false},
        {"none may be late", "", SPE_PMBPTR, SPE_PMBPTR, 50, 0x10000, false},
        {"another register", LAG, SPE_PMBPTR, SPE_PMBSR, 47, 0x10000, false},
        {"without COLL", LAG, SPE_PMBSR, SPE_PMBSR, 47, 0x20003, true},
        {"another bit", LAG, SPE_PMBSR, SPE_PMBSR, 47, 0x30002, false},
        {"COLL too late", LAG, SPE_PMBSR, SPE_PMBSR, 46, 0x20003, false},
        {"COLL of EL2", LAG, SPE_PMBSR_EL2, SPE_PMBSR, 47, 0x20003, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting(rows[i].keys);
        m->spu->stale.at[0] =
            (struct stale){.reg = rows[i].reg, .cycle = rows[i].cycle, .value = 0x10000};
        m->spu->stale.at[1] = (struct stale){.reg = SPE_PMBSR_EL3, .cycle = 50};
        m->spu->stale.at[2] = (struct stale){.reg = SPE_PMBPTR, .cycle = 50, .value = 0x10000};
        m->spu->stale.n = 2; /* entry 2 is beyond the end */
        const uint64_t now = rows[i].read == SPE_PMBPTR ? 0x10020 : 0x30003;
        CHECK(rows[i].what, model_stale(m, rows[i].read, now, rows[i].data), rows[i].stale);
        spe_model_destroy(m);
    }
}

/* A context synchronization event alone ends it for COLL (3.1.4). A change in its cycle is behind
 * it. */
static void a_cse_ends_it(void **state)
{
    static const struct {
        const char *what;
        enum spe_reg reg;
        uint64_t cse;
        bool stale;
    } rows[] = {
        {"COLL, no event", SPE_PMBSR, 0, true},
        {"COLL, an event before", SPE_PMBSR, 47, true},
        {"COLL, an event with it", SPE_PMBSR, 48, false},
        {"COLL, an event behind", SPE_PMBSR, 49, false},
        {"the pointer, an event behind", SPE_PMBPTR, 49, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting(LAG);
        const bool pointer = rows[i].reg == SPE_PMBPTR;
        m->clock.cycle = 50;
        m->spu->stale.at[0] = (struct stale){.reg = rows[i].reg, .cycle = 48, .value = 0x10000};
        m->spu->stale.n = 1;
        m->spu->barriers.cse_cycle = rows[i].cse;
        CHECK(rows[i].what,
              model_stale(m, rows[i].reg, pointer ? 0x10020 : 0x30003, pointer ? 0x10000 : 0x20003),
              rows[i].stale);
        spe_model_destroy(m);
    }
}

/* 3.4.1: PMBPTR_EL1 is shown up to the last change that a PSB CSYNC has waited for, or that came
 * before its request, once an event follows. The values of other registers stay. */
static void a_psb_and_a_cse_end_it(void **state)
{
    struct spe_model *m = bare_counting(LAG);
    struct stale_values *s = &m->spu->stale;

    (void)state;
    s->at[0] = (struct stale){.reg = SPE_PMBPTR, .cycle = 46, .value = 1};
    s->at[1] = (struct stale){.reg = SPE_PMBSR, .cycle = 47, .value = 2};
    s->at[2] = (struct stale){.reg = SPE_PMBPTR, .cycle = 48, .value = 3, .waited = true};
    s->at[3] = (struct stale){.reg = SPE_PMBPTR, .cycle = 49, .value = 4};
    s->n = 4;
    model_stale_synchronized(s);
    CHECK("no PSB CSYNC", s->n, 4);
    m->spu->barriers.psb_cycle = 47;
    model_stale_passed(m->spu);
    CHECK("no event", s->n, 4);
    model_stale_synchronized(s);
    CHECK("two are left", s->n, 2);
    CHECK("COLL", s->at[0].value, 2);
    CHECK("a later record", s->at[1].value, 4);
    spe_model_destroy(m);
}

/* 3.4.1: which changes of PMBPTR_EL1 a PSB CSYNC has waited for: those of samples up to its own
 * order, and those that came before its request. One that is done later takes nothing back. What
 * the last DSB waited for does not matter. */
static const struct {
    const char *what;
    uint64_t cycle, order, psb_cycle, psb_order;
    bool passed;
} waits[] = {
    {"an earlier sample", 50, 4, 40, 5, true},
    {"the last sample", 50, 5, 40, 5, true},
    {"a later sample", 50, 6, 40, 5, false},
    {"a later sample, before the request", 49, 6, 50, 5, true},
    {"with the request", 50, 6, 50, 5, true},
    {"behind the request", 51, 6, 50, 5, false},
    {"nobody knows of which sample", 50, UINT64_MAX, 40, 5, false},
};

static void what_a_psb_waits_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
        struct spe_model *m = bare_counting(LAG);
        struct barriers *b = &m->spu->barriers;
        struct stale_values *s = &m->spu->stale;
        const bool passed = waits[i].passed;
        s->at[1] = (struct stale){.reg = passed ? SPE_PMBSR : SPE_PMBPTR, .passed = true};
        *b = (struct barriers){.psb_cycle = waits[i].psb_cycle, .psb_order = waits[i].psb_order};
        b->dsb_order = b->psb_idle = b->dsb_passed = passed ? 0 : 100;
        b->dsb_cycle = b->dsb_psb_cycle = b->cse_cycle = b->dsb_cse = b->psb_cse = b->dsb_order;
        m->clock.cycle = waits[i].cycle;
        model_stale_note(m, SPE_PMBPTR, 7, waits[i].order);
        CHECK(waits[i].what, s->at[0].passed, false);
        model_stale_passed(m->spu);
        CHECK(waits[i].what, s->at[0].passed, passed);
        b->psb_cycle = b->psb_order = 0;
        model_stale_passed(m->spu);
        CHECK(waits[i].what, s->at[0].passed, passed);
        model_stale_synchronized(s);
        CHECK(waits[i].what, s->n, !passed);
        spe_model_destroy(m);
    }
}

/* A PSB CSYNC that has waited for a change of COLL shows no later change of the pointer. The event
 * alone shows the COLL (a_cse_ends_it), so its old value stays where it is. */
static void a_psb_for_coll(void **state)
{
    struct spe_model *m = bare_counting(LAG);
    struct stale_values *s = &m->spu->stale;

    (void)state;
    m->spu->barriers.psb_cycle = 40;
    m->spu->barriers.psb_order = 5;
    model_stale_note(m, SPE_PMBSR, 1, 0);
    model_stale_note(m, SPE_PMBPTR, 2, 6);
    model_stale_note(m, SPE_PMBSR, 3, 0);
    model_stale_passed(m->spu);
    model_stale_synchronized(s);
    CHECK("all are left", s->n, 3);
    for (int i = 0; i < 3; i++) {
        CHECK("in their order", s->at[i].value, i + 1);
    }
    spe_model_destroy(m);
}

/* Without LIFE nobody knows where an event has stopped the counter: any count may be the one that a
 * load has replaced. */
static void a_load_without_life(void **state)
{
    static const struct {
        const char *what;
        uint64_t changed, data;
        bool stale;
    } rows[] = {
        {"any count", 47, 0x87654321, true},
        {"a count above", 47, 0x200, true},
        {"a bit above COUNT", 47, 0x100000001, false},
        {"loaded too early", 46, 0x200, false},
    };

    (void)state;
    for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = bare_counting(LAG);
        m->records = (i & 1) != 0;
        m->spu->counter.changed = rows[i / 2].changed;
        m->spu->counter.counted = 47;
        CHECK(rows[i / 2].what, model_stale(m, SPE_PMSICR, 0x100, rows[i / 2].data),
              rows[i / 2].stale && !m->records);
        m->spu->regs.v[SPE_PMSIRR] |= SPE_PMSIRR_RND;
        m->spu->regs.v[SPE_PMSICR] = 0x180;
        m->spu->counter.draw.open = true;
        if (rows[i / 2].stale) {
            CHECK(rows[i / 2].what, model_stale_draw(m, rows[i / 2].data), !m->records);
        }
        spe_model_destroy(m);
    }
}

/* PMSICR_EL1: a read may return a count of up to as many more members as may have been counted.
 * After a reload it may also return so low a count, with any ECOUNT if draws replace that. */
#define E(ecount) (UINT64_C(ecount) << 56)

struct counter_row {
    const char *what, *keys;
    uint64_t cycle, changed, counted, now, data;
    bool stale;
};

static const struct counter_row counters[] = {
    {"four members ago", LAG, 50, 0, 47, 0x100, 0x104, true},
    {"five", LAG, 50, 0, 47, 0x100, 0x105, false},
    {"one of one cycle", "width = 1\nread_lag_max = 1\n", 50, 0, 50, 0x100, 0x101, true},
    {"... two", "width = 1\nread_lag_max = 1\n", 50, 0, 50, 0x100, 0x102, false},
    {"one to come", LAG, 50, 0, 47, 0x100, 0xFF, false},
    {"four lanes", LANES "width = 4\n", 50, 0, 47, 0x100, 0x110, true},
    {"... and one more", LANES "width = 4\n", 50, 0, 47, 0x100, 0x111, false},
    {"none may be late", "read_lag_max = 0\n", 50, 51, 51, 0x100, 0x100, false},
    {"counted too early", LAG, 50, 0, 46, 0x100, 0x101, false},
    {"never counted", LAG, 2, 0, 0, 0x100, 0x101, false},
    {"both count", LAG "ernd = 1\n", 50, 0, 47, E(0x10) | 0x100, E(0x14) | 0x104, true},
    {"ECOUNT counts on", LAG "ernd = 1\n", 50, 0, 47, E(0x10) | 0x100, E(0x15) | 0x104, false},
    {"COUNT does", LAG "ernd = 1\n", 50, 0, 47, E(0x10) | 0x100, E(0x14) | 0x105, false},
    {"ECOUNT goes up", LAG "ernd = 1\n", 50, 0, 47, E(0x10) | 0x100, E(0x0F) | 0x100, false},
    {"an ECOUNT without ERnd", LAG, 50, 47, 47, 0x100, E(1) | 0x100, false},
    {"loaded", LAG, 50, 47, 40, 0x100, 0, true},
    {"... with no member before it", LAG, 50, 47, 40, 0x100, 1, false},
    {"... nor behind it", LAG, 50, 47, 40, 0x100, 0x101, false},
    {"... too early", LAG, 50, 46, 40, 0x100, 0, false},
    {"... never", LAG, 2, 0, 1, 0x100, 0, false},
    {"reloaded", LAG, 50, 47, 47, 0x100, 4, true},
    {"... and counted", LAG, 50, 47, 47, 0x100, 0x104, true},
    {"... more members before it", LAG, 50, 47, 47, 0x100, 5, false},
    {"... more behind it", LAG, 50, 47, 47, 0x100, 0x105, false},
    {"... another count", LAG, 50, 47, 47, 0x100, 0x87654321, false},
    {"... with an ECOUNT", LAG, 50, 47, 47, 0x100, E(0x77), false},
    {"... that is drawn", LAG "ernd = 1\n", 50, 47, 47, E(0x10) | 0x100, E(0x77) | 4, true},
    {"... that was drawn before", LAG "ernd = 1\n", 50, 47, 47, E(0x10) | 0x100, E(0x77) | 0x101,
     true},
    {"... with another count", LAG "ernd = 1\n", 50, 47, 47, E(0x10) | 0x100, E(0x77) | 5, false},
    {"a bit above COUNT", LAG, 50, 47, 47, 0x100, 0x100000100, false},
    {"a bit below ECOUNT", LAG "ernd = 1\n", 50, 47, 47, 0x100, E(0x77) | UINT64_C(1) << 55, false},
};

static void the_counter_as_it_was(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++) {
        const struct counter_row *row = &counters[i];
        struct spe_model *m = bare_counting(row->keys);
        m->clock.cycle = row->cycle;
        m->spu->counter.changed = row->changed;
        m->spu->counter.counted = row->counted;
        CHECK(row->what, model_stale(m, SPE_PMSICR, row->now, row->data), row->stale);
        spe_model_destroy(m);
    }
}

/* With an open draw, the model's counter holds the greatest draw, 255: the real counter may be
 * lower by as much as the draw is smaller, and higher by the members of earlier cycles. At 0 it
 * would have selected. With [ernd] and RND, ECOUNT counts, too. */
struct draw_row {
    const char *what, *keys;
    bool rnd, shut, early; /* shut: no draw is open; early: the cycle is 2 */
    uint64_t changed, counted, now, data;
    bool stale;
};

static const struct draw_row draws[] = {
    {"as it is", LAG, true, false, false, 0, 47, 0x180, 0x180, true},
    {"four members ago", LAG, true, false, false, 0, 47, 0x180, 0x184, true},
    {"five", LAG, true, false, false, 0, 47, 0x180, 0x185, false},
    {"the least draw", LAG, true, false, false, 0, 47, 0x180, 0x81, true},
    {"less than any", LAG, true, false, false, 0, 47, 0x180, 0x80, false},
    {"at 0", LAG, true, false, false, 0, 47, 0x80, 0, false},
    {"two lanes", LANES "width = 2\n", true, false, false, 0, 47, 0x180, 0x188, true},
    {"... and one more", LANES "width = 2\n", true, false, false, 0, 47, 0x180, 0x189, false},
    {"no draw is open", LAG, true, true, false, 0, 47, 0x180, 0x180, false},
    {"none may be late", "read_lag_max = 0\n", true, false, false, 51, 51, 0x180, 0x180, false},
    {"not since it was written", LAG, true, false, false, 47, 0, 0x180, 0x180, false},
    {"too early", LAG, true, false, false, 0, 46, 0x180, 0x180, false},
    {"loaded", LAG, true, false, false, 47, 46, 0x180, 0, true},
    {"... with no member before it", LAG, true, false, false, 47, 46, 0x180, 4, false},
    {"reloaded", LAG, true, false, false, 47, 47, 0x180, 4, true},
    {"... more members", LAG, true, false, false, 47, 47, 0x180, 5, false},
    {"... too early", LAG, true, false, false, 46, 47, 0x180, 4, false},
    {"... never", LAG, true, false, true, 0, 1, 0x180, 1, false},
    {"... in cycle 1", LAG, true, false, true, 1, 1, 0x180, 1, true},
    {"an ECOUNT without ERnd", LAG, true, false, false, 0, 47, 0x180, E(1) | 0x181, false},
    {"ERnd: a member ago", LAG "ernd = 1\n", true, false, false, 0, 47, E(0xFF) | 0x200,
     E(0x50) | 0x201, true},
    {"ERnd: two members ago", LAG "ernd = 1\n", true, false, false, 0, 47, E(0xFF) | 0x200,
     E(0x50) | 0x202, true},
    {"ERnd: another COUNT", LAG "ernd = 1\n", true, false, false, 0, 47, E(0xFF) | 0x200,
     E(0x50) | 0x205, false},
    {"ERnd: COUNT goes up", LAG "ernd = 1\n", true, false, false, 0, 47, E(0xFF) | 0x200,
     E(0x50) | 0x1FF, false},
    {"ERnd: no ECOUNT", LAG "ernd = 1\n", true, false, false, 0, 47, E(0xFF) | 0x200, 0x202, false},
    {"ERnd: ECOUNT at 0 now", LAG "ernd = 1\n", true, false, false, 0, 47, E(0xFF) | 0x200,
     E(1) | 0x201, false},
    {"ERnd: ECOUNT at 0, two members ago", LAG "ernd = 1\n", true, false, false, 0, 47,
     E(0xFF) | 0x200, E(2) | 0x202, false},
    {"ECOUNT stands still without RND", LAG "ernd = 1\n", false, false, false, 0, 47,
     E(0xFF) | 0x200, E(1) | 0x201, true},
};

static void an_open_draw_as_it_was(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(draws) / sizeof(draws[0]); i++) {
        const struct draw_row *row = &draws[i];
        struct spe_model *m = bare_counting(row->keys);
        m->spu->regs.v[SPE_PMSIRR] |= row->rnd ? SPE_PMSIRR_RND : 0;
        m->spu->regs.v[SPE_PMSICR] = row->now;
        m->spu->counter.draw.open = !row->shut;
        m->clock.cycle = row->early ? 2 : 50;
        m->spu->counter.changed = row->changed;
        m->spu->counter.counted = row->counted;
        CHECK(row->what, model_stale_draw(m, row->data), row->stale);
        CHECK("nothing is changed", m->spu->regs.v[SPE_PMSICR], row->now);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_values_go),         cmocka_unit_test(changes_are_kept),
        cmocka_unit_test(a_write_ends_them),     cmocka_unit_test(registers_as_they_were),
        cmocka_unit_test(the_counter_as_it_was), cmocka_unit_test(an_open_draw_as_it_was),
        cmocka_unit_test(a_cse_ends_it),         cmocka_unit_test(a_psb_and_a_cse_end_it),
        cmocka_unit_test(what_a_psb_waits_for),  cmocka_unit_test(a_psb_for_coll),
        cmocka_unit_test(a_load_without_life),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
