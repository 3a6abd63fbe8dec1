/* SPDX-License-Identifier: Apache-2.0
 *
 * DDI 0586A 3.2.2 once more, as its sentences, for every Operation Type payload of SPEv1p0 (5.3.8)
 * and every ending; and the filters by event and latency, which combine with it as a logical AND.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arch/filter.h"
#include "config_members.h"
#include "filtered.h"

/* The properties of an operation by 2.3.2 and 5.3.8. */
struct operation {
    uint16_t op; /* CLASS << 8 | payload */
    bool is_branch, is_load, is_store, is_atomic, returns_value;
};

/* 0b000000Cx: general (C 0) or SIMD&FP (C 1); x: store. */
static struct operation plain(bool simd, bool store)
{
    return (struct operation){
        .op = (uint16_t)(0x100 | simd << 2 | store), .is_load = !store, .is_store = store};
}

/* 0b000 AR EXCL AT 1 LDST. A load-acquire or load-exclusive is a load, a store-exclusive is a store
 * (L9). */
static struct operation extended(bool ar, bool excl, bool at, bool store)
{
    return (struct operation){.op = (uint16_t)(0x102 | ar << 4 | excl << 3 | at << 2 | store),
                              .is_load = !at && !store,
                              .is_store = !at && store,
                              .is_atomic = at,
                              .returns_value = at && !store};
}

static struct operation branch(bool indirect, bool conditional)
{
    return (struct operation){.op = (uint16_t)(0x200 | indirect << 1 | conditional),
                              .is_branch = true};
}

static struct operation other(bool conditional)
{
    return (struct operation){.op = (uint16_t)conditional};
}

#define OPERATIONS (4 + 16 + 4 + 2)

static void list_operations(struct operation list[OPERATIONS])
{
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++) {
        list[n++] = plain(i >> 1 & 1, i & 1);
    }
    for (unsigned i = 0; i < 16; i++) {
        list[n++] = extended(i >> 3 & 1, i >> 2 & 1, i >> 1 & 1, i & 1);
    }
    for (unsigned i = 0; i < 4; i++) {
        list[n++] = branch(i >> 1 & 1, i & 1);
    }
    list[n++] = other(false);
    list[n++] = other(true);
    assert_int_equal(n, OPERATIONS);
}

/* "ST enables collection of store sampled operations, including all atomic operations." "LD enables
 * collection of load sampled operations, including atomic operations that return a value to a
 * register." "B enables collection of branch sampled operations". 2.3.1: an operation that
 * generates an exception is not a branch (L12). */
static bool collected(const struct operation *o, int end, bool ld, bool st, bool b)
{
    if (st && (o->is_store || o->is_atomic)) {
        return true;
    }
    if (ld && (o->is_load || (o->is_atomic && o->returns_value))) {
        return true;
    }
    return b && o->is_branch && end != SPE_LIFE_EXCEPTION;
}

static void each_operation_is_collected_by_its_types(void **state)
{
    (void)state;
    const struct spe_config cfg = {.count_size = 12, .speculative = true};
    struct operation list[OPERATIONS];
    list_operations(list);
    for (unsigned i = 0; i < OPERATIONS; i++) {
        for (int end = SPE_LIFE_RETIRE; end < SPE_LIFE_KINDS; end++) {
            for (unsigned bits = 1; bits < 8; bits++) {
                struct spe_regs regs = {{0}};
                const bool ld = bits & 1, st = bits & 2, b = bits & 4;
                regs.v[SPE_PMSFCR] = SPE_PMSFCR_FT | (ld ? SPE_PMSFCR_LD : 0) |
                                     (st ? SPE_PMSFCR_ST : 0) | (b ? SPE_PMSFCR_B : 0);
                const bool want = collected(&list[i], end, ld, st, b);
                if (keeps(&cfg, &regs, 0, arch_optype(&cfg, list[i].op, 0, end), 0) != want) {
                    fail_msg("op 0x%03x ending %d LD %d ST %d B %d: the prose says %d", list[i].op,
                             end, ld, st, b, want);
                }
            }
        }
    }
}

/* Events 7, 5, 3 and 1 have filters (4.3.8); each bit of `set` selects one of them. */
static uint64_t event_set(unsigned set)
{
    static const unsigned bits[4] = {1, 3, 5, 7};
    uint64_t events = 0;
    for (unsigned i = 0; i < 4; i++) {
        events |= (uint64_t)(set >> i & 1) << bits[i];
    }
    return events;
}

/* "only sampled operations with all the events in the filter set are recorded". */
static void all_events_of_the_set_are_needed(void **state)
{
    (void)state;
    const struct spe_config cfg = {.count_size = 12, .speculative = true, .misspec_record = true};
    for (unsigned wanted = 1; wanted < 16; wanted++) {
        for (unsigned have = 0; have < 16; have++) {
            struct spe_regs regs = {{0}};
            regs.v[SPE_PMSEVFR] = event_set(wanted);
            assert_true(keeps(&cfg, &regs, event_set(have), 0, 0));
            regs.v[SPE_PMSFCR] = SPE_PMSFCR_FE;
            bool all = true;
            for (unsigned i = 0; i < 4; i++) {
                all = all && (!(wanted >> i & 1) || (have >> i & 1));
            }
            assert_int_equal(keeps(&cfg, &regs, event_set(have) | 0xf5500, 0, 0), all);
            assert_int_equal(keeps(&cfg, &regs, event_set(have), 0, 0), all);
        }
    }
}

/* "with a total latency greater than or equal to the minimum latency". */
static void the_latency_is_at_least_the_minimum(void **state)
{
    (void)state;
    const struct spe_config cfg = {.count_size = 12};
    static const unsigned values[] = {1, 2, 0x7ff, 0x800, 0xffe, 0xfff};
    const unsigned n = sizeof(values) / sizeof(*values);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned j = 0; j < n; j++) {
            struct spe_regs regs = {{0}};
            regs.v[SPE_PMSLATFR] = values[i];
            assert_true(keeps(&cfg, &regs, 0, 0, values[j]));
            regs.v[SPE_PMSFCR] = SPE_PMSFCR_FL;
            assert_int_equal(keeps(&cfg, &regs, 0, 0, values[j]), j >= i);
        }
    }
}

/* "These controls combine together as a logical AND": each filter enabled or not, met or not. */
static void filters_combine_as_a_logical_and(void **state)
{
    (void)state;
    const struct spe_config cfg = {.count_size = 12, .speculative = true};
    for (unsigned n = 0; n < 64; n++) {
        const bool fe = n & 1, ft = n & 2, fl = n & 4, event = n & 8, type = n & 16, slow = n & 32;
        struct spe_regs regs = {{0}};
        regs.v[SPE_PMSFCR] = (fe ? SPE_PMSFCR_FE : 0) | (ft ? SPE_PMSFCR_FT : 0) |
                             (fl ? SPE_PMSFCR_FL : 0) | SPE_PMSFCR_LD;
        regs.v[SPE_PMSEVFR] = 1u << 5;
        regs.v[SPE_PMSLATFR] = 100;
        const bool want = (!fe || event) && (!ft || type) && (!fl || slow);
        assert_int_equal(keeps(&cfg, &regs, event ? 1u << 5 : 1u << 7,
                               type ? SPE_OPTYPE_LOAD : SPE_OPTYPE_STORE, slow ? 100 : 99),
                         want);
    }
}

/* 3.2.3: nothing is recorded, or the filter acts as if it is off (L1, L2, L3); each by its key. */
static void empty_filters_have_two_outcomes(void **state)
{
    (void)state;
    const uint64_t enables[3] = {SPE_PMSFCR_FE, SPE_PMSFCR_FT, SPE_PMSFCR_FL};
    for (unsigned filter = 0; filter < 3; filter++) {
        for (unsigned nothing = 0; nothing < 8; nothing++) {
            struct spe_config cfg = {.count_size = 12, .speculative = true};
            struct spe_regs regs = {{0}};
            cfg.fe_zero = nothing & 1 ? spe_cfg_fe_zero_nothing : spe_cfg_fe_zero_ignored;
            cfg.ft_zero = nothing & 2 ? spe_cfg_ft_zero_nothing : spe_cfg_ft_zero_ignored;
            cfg.fl_zero = nothing & 4 ? spe_cfg_fl_zero_nothing : spe_cfg_fl_zero_ignored;
            regs.v[SPE_PMSFCR] = enables[filter];
            assert_int_equal(keeps(&cfg, &regs, 0xff, SPE_OPTYPE_LOAD, 0xfff),
                             !(nothing >> filter & 1));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_operation_is_collected_by_its_types),
        cmocka_unit_test(all_events_of_the_set_are_needed),
        cmocka_unit_test(the_latency_is_at_least_the_minimum),
        cmocka_unit_test(filters_combine_as_a_logical_and),
        cmocka_unit_test(empty_filters_have_two_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
