/* SPDX-License-Identifier: Apache-2.0 */
/* The units of the timing model, one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "timing/branch.h"
#include "timing/cache.h"
#include "timing/code.h"
#include "timing/episode.h"
#include "timing/memsys.h"
#include "timing/pipe.h"
#include "timing/uop.h"

#define LDR  0xF9400020u /* ldr x0, [x1] */
#define LDR2 0xF9400003u /* ldr x3, [x0] */
#define ADD  0x8B020020u /* add x0, x1, x2 */
#define UDIV 0x9AC20820u /* udiv x0, x1, x2 */
#define CMP  0x6B01001Fu /* cmp w0, w1 */
#define BNE  0x54000041u /* b.ne .+8 */
#define BL   0x94000010u /* bl .+64 */
#define RET  0xD65F03C0u
#define BR   0xD61F0220u /* br x17 */
#define DSB  0xD5033F9Fu

static uint64_t xorshift(void *ctx)
{
    uint64_t *s = ctx;
    *s ^= *s << 13;
    *s ^= *s >> 7;
    *s ^= *s << 17;
    return *s;
}

static void cache_replaces_least_recent(void **state)
{
    (void)state;
    struct spe_cache c;
    assert_int_equal(spe_cache_init(&c, 4, 2), 0);
    assert_false(spe_cache_access(&c, 0)); /* 0, 4, 8 share set 0 */
    assert_true(spe_cache_access(&c, 0));
    assert_false(spe_cache_access(&c, 4));
    assert_true(spe_cache_access(&c, 0));
    assert_false(spe_cache_access(&c, 8));
    assert_true(spe_cache_holds(&c, 0));
    assert_false(spe_cache_holds(&c, 4));
    assert_false(spe_cache_access(&c, 1)); /* another set */
    assert_true(spe_cache_holds(&c, 8));
    spe_cache_free(&c);
}

static void cache_keeps_each_way(void **state)
{
    (void)state;
    struct spe_cache c;
    assert_int_equal(spe_cache_init(&c, 1, 4), 0);
    for (uint64_t k = 0; k < 4; k++) {
        assert_false(spe_cache_access(&c, k));
    }
    for (uint64_t k = 0; k < 4; k++) {
        assert_true(spe_cache_access(&c, k));
    }
    spe_cache_free(&c);
}

static void memory_second_access_hits(void **state)
{
    (void)state;
    struct spe_memsys m;
    struct spe_memsys_result a;
    assert_int_equal(spe_memsys_init(&m, 1), 0);
    spe_memsys_access(&m, 100, 0x12340, 8, &a);
    assert_int_equal(a.events & ~SPE_EVENT_REMOTE, SPE_EVENT_L1D_ACCESS | SPE_EVENT_L1D_REFILL |
                                                       SPE_EVENT_TLB_ACCESS | SPE_EVENT_TLB_WALK |
                                                       SPE_EVENT_LL_ACCESS | SPE_EVENT_LL_MISS);
    assert_in_range(a.source, SPE_SOURCE_REMOTE, SPE_SOURCE_DRAM);
    assert_int_equal(a.xlat, 24);
    assert_true(a.data >= 150);
    spe_memsys_access(&m, 1000, 0x12348, 8, &a);
    assert_int_equal(a.events, SPE_EVENT_L1D_ACCESS | SPE_EVENT_TLB_ACCESS);
    assert_int_equal(a.source, SPE_SOURCE_L1);
    assert_int_equal(a.xlat, 1);
    assert_int_equal(a.data, 3);
    spe_memsys_free(&m);
}

/* 5.3.7 E[3]: an access satisfied from the refill of an earlier miss is no refill, but it waits. */
static void memory_hit_under_fill_waits(void **state)
{
    (void)state;
    struct spe_memsys m;
    struct spe_memsys_result a, b;
    assert_int_equal(spe_memsys_init(&m, 1), 0);
    spe_memsys_access(&m, 100, 0x12340, 8, &a);
    spe_memsys_access(&m, 110, 0x12350, 8, &b);
    assert_int_equal(b.events & SPE_EVENT_L1D_REFILL, 0);
    assert_int_equal(110 + b.xlat + b.data, 100 + a.xlat + a.data);
    spe_memsys_free(&m);
}

static void memory_levels(void **state)
{
    (void)state;
    struct spe_memsys m;
    struct spe_memsys_result a;
    assert_int_equal(spe_memsys_init(&m, 1), 0);
    for (uint64_t i = 0; i < 9;
         i++) { /* nine lines of one level 1 set, all in one level 2 set's reach */
        spe_memsys_access(&m, 10000 * i, 0x100000 + 4096 * i, 8, &a);
    }
    spe_memsys_access(&m, 200000, 0x100000, 8, &a);
    assert_int_equal(a.source, SPE_SOURCE_L2);
    assert_int_equal(a.events & (SPE_EVENT_L1D_REFILL | SPE_EVENT_LL_ACCESS), SPE_EVENT_L1D_REFILL);
    for (uint64_t i = 0; i < 9; i++) { /* nine lines of one level 2 set */
        spe_memsys_access(&m, 300000 + 10000 * i, 0x200000 + 32768 * i, 8, &a);
    }
    spe_memsys_access(&m, 500000, 0x200000, 8, &a);
    assert_int_equal(a.source, SPE_SOURCE_LL);
    assert_int_equal(a.events & (SPE_EVENT_LL_ACCESS | SPE_EVENT_LL_MISS), SPE_EVENT_LL_ACCESS);
    spe_memsys_free(&m);
}

static void memory_line_crossing_touches_both(void **state)
{
    (void)state;
    struct spe_memsys m;
    struct spe_memsys_result a;
    assert_int_equal(spe_memsys_init(&m, 1), 0);
    spe_memsys_access(&m, 0, 0x1003C, 8, &a);
    spe_memsys_access(&m, 1000, 0x10000, 4, &a);
    assert_int_equal(a.events & SPE_EVENT_L1D_REFILL, 0);
    spe_memsys_access(&m, 2000, 0x10040, 4, &a);
    assert_int_equal(a.events & SPE_EVENT_L1D_REFILL, 0);
    spe_memsys_access(&m, 3000, 0x10080, 4, &a);
    assert_int_equal(a.events & SPE_EVENT_L1D_REFILL, SPE_EVENT_L1D_REFILL);
    spe_memsys_free(&m);
}

static void memory_frames_are_distinct(void **state)
{
    (void)state;
    struct spe_cache seen;
    assert_int_equal(spe_cache_init(&seen, 65536, 16), 0);
    for (uint64_t page = 0; page < 20000; page++) {
        uint64_t pa = spe_memsys_pa(page << 12 | 0x123);
        assert_int_equal(pa & 0xFFF, 0x123);
        assert_true(pa >> 48 == 0);
        assert_false(spe_cache_access(&seen, pa >> 12));
    }
    spe_cache_free(&seen);
}

/* One in sixteen pages is remote, and says so in events, source and latency. */
static void memory_remote_pages(void **state)
{
    (void)state;
    struct spe_memsys m;
    struct spe_memsys_result a;
    unsigned remote = 0;
    assert_int_equal(spe_memsys_init(&m, 12345), 0);
    for (uint64_t page = 0; page < 1600; page++) {
        spe_memsys_access(&m, 1000 * page, page << 12, 8, &a);
        bool is = (a.events & SPE_EVENT_REMOTE) != 0;
        assert_int_equal(a.source, is ? SPE_SOURCE_REMOTE : SPE_SOURCE_DRAM);
        assert_int_equal(a.data, is ? 230 : 150);
        remote += is;
    }
    assert_in_range(remote, 50, 150);
    spe_memsys_free(&m);
}

static bool step(struct spe_branch *b, uint64_t pc, uint32_t opcode, uint64_t next)
{
    struct spe_a64_op a;
    uint64_t predicted;
    spe_a64_classify(opcode, &a);
    struct spe_branch_op op = {pc, next, spe_a64_target(opcode, pc), a.flags};
    return spe_branch_step(b, &op, &predicted);
}

static void loop_branch_becomes_predicted(void **state)
{
    (void)state;
    static struct spe_branch b;
    unsigned wrong = 0;
    spe_branch_init(&b);
    assert_true(step(&b, 0x1000, BNE, 0x1008)); /* starts as not taken */
    for (int i = 0; i < 100; i++) {
        wrong += step(&b, 0x1000, BNE, 0x1008);
    }
    assert_true(wrong <= 1);
    assert_true(step(&b, 0x1000, BNE, 0x1004)); /* the loop ends */
}

/* A branch taken and not taken in turn: only history can predict it. */
static void history_predicts_a_pattern(void **state)
{
    (void)state;
    static struct spe_branch b;
    unsigned wrong = 0;
    spe_branch_init(&b);
    for (int i = 0; i < 400; i++) {
        bool miss = step(&b, 0x2000, BNE, i & 1 ? 0x2008 : 0x2004);
        wrong += i >= 200 && miss;
    }
    assert_int_equal(wrong, 0);
}

static void returns_follow_calls(void **state)
{
    (void)state;
    static struct spe_branch b;
    spe_branch_init(&b);
    assert_true(step(&b, 0x9000, RET, 0x1234)); /* nothing was called */
    for (uint64_t pc = 0x1000; pc < 0x1000 + 10 * 64; pc += 64) {
        assert_false(step(&b, pc, BL, pc + 64));
    }
    for (uint64_t pc = 0x1000 + 9 * 64; pc >= 0x1000; pc -= 64) {
        assert_false(step(&b, 0x9000, RET, pc + 4));
    }
}

static void indirect_target_is_remembered(void **state)
{
    (void)state;
    static struct spe_branch b;
    spe_branch_init(&b);
    assert_true(step(&b, 0x3000, BR, 0x5000));
    assert_false(step(&b, 0x3000, BR, 0x5000));
    assert_true(step(&b, 0x3000, BR, 0x6000));
}

static void code_is_remembered(void **state)
{
    (void)state;
    struct spe_code c;
    assert_int_equal(spe_code_init(&c), 0);
    assert_null(spe_code_find(&c, 0));
    assert_null(spe_code_find(&c, 0x1000));
    struct spe_code_insn *i = spe_code_learn(&c, 0x1000, LDR);
    assert_int_equal(i->a64.op_class, SPE_A64_LOAD_STORE);
    i->addr = 0x77;
    assert_int_equal(spe_code_learn(&c, 0x1000, LDR)->addr, 0x77);
    assert_int_equal(spe_code_find(&c, 0x1000)->opcode, LDR);
    assert_int_equal(spe_code_learn(&c, 0x1000, ADD)->addr, 0); /* the code was changed */
    assert_int_equal(spe_code_find(&c, 0x1000)->a64.op_class, SPE_A64_OTHER);
    spe_code_free(&c);
}

static struct spe_pipe_times place(struct spe_pipe *p, uint32_t opcode, unsigned cycles)
{
    struct spe_pipe_times t = {0};
    struct spe_a64_op a;
    spe_a64_classify(opcode, &a);
    spe_pipe_dispatch(p, &t);
    spe_pipe_issue(p, opcode, &a, &t);
    t.complete = t.issue + (cycles ? cycles : spe_pipe_latency(&a));
    spe_pipe_finish(p, opcode, &a, &t);
    return t;
}

static void pipe_dispatches_width_a_cycle(void **state)
{
    (void)state;
    for (unsigned width = 1; width <= 8; width++) {
        struct spe_pipe p;
        spe_pipe_init(&p, width, 128);
        for (unsigned i = 0; i < 40; i++) {
            struct spe_pipe_times t = place(&p, 0xD503201F, 0);
            assert_int_equal(t.dispatch, 1 + i / width);
            assert_int_equal(t.lane, i % width);
            assert_int_equal(t.retire_lane, i % width);
        }
    }
}

static void pipe_waits_for_operands(void **state)
{
    (void)state;
    struct spe_pipe p;
    spe_pipe_init(&p, 4, 128);
    struct spe_pipe_times load = place(&p, LDR, 50), chained = place(&p, LDR2, 4);
    struct spe_pipe_times free = place(&p, 0xD2800025, 0); /* mov x5, #1 */
    assert_int_equal(load.issue, load.dispatch + 1);
    assert_int_equal(chained.issue, load.complete);
    assert_int_equal(free.issue, free.dispatch + 1);
    assert_true(free.complete < chained.complete);
    assert_true(free.end >= chained.end); /* retires in order */
}

static void pipe_flags_are_a_dependency(void **state)
{
    (void)state;
    struct spe_pipe p;
    spe_pipe_init(&p, 4, 128);
    struct spe_pipe_times load = place(&p, LDR, 30), compare = place(&p, CMP, 0);
    struct spe_pipe_times branch = place(&p, BNE, 0);
    assert_int_equal(compare.issue, load.complete);
    assert_int_equal(branch.issue, compare.complete);
}

static void pipe_divider_is_not_pipelined(void **state)
{
    (void)state;
    struct spe_pipe p;
    spe_pipe_init(&p, 4, 128);
    uint64_t first = place(&p, UDIV, 0).issue;
    assert_int_equal(place(&p, 0x9AC20825, 0).issue, first); /* the second divider */
    assert_int_equal(place(&p, 0x9AC20826, 0).issue, first + 12);
}

static void pipe_stops_when_full(void **state)
{
    (void)state;
    struct spe_pipe p;
    spe_pipe_init(&p, 4, 8);
    struct spe_pipe_times load = place(&p, LDR, 100), t = {0};
    for (int i = 0; i < 8; i++) {
        t = place(&p, 0xD503201F, 0);
    }
    assert_int_equal(t.dispatch, load.end);
}

static void pipe_barrier_waits_for_memory(void **state)
{
    (void)state;
    struct spe_pipe p;
    spe_pipe_init(&p, 4, 128);
    struct spe_pipe_times load = place(&p, LDR, 80), barrier = place(&p, DSB, 0);
    assert_int_equal(barrier.complete, load.complete);
}

static void pipe_redirect_starts_a_new_cycle(void **state)
{
    (void)state;
    struct spe_pipe p;
    spe_pipe_init(&p, 4, 128);
    place(&p, ADD, 0);
    spe_pipe_redirect(&p, 0);
    struct spe_pipe_times t = place(&p, ADD, 0);
    assert_int_equal(t.dispatch, 2);
    assert_int_equal(t.lane, 0);
    spe_pipe_redirect(&p, 20);
    assert_int_equal(place(&p, ADD, 0).dispatch, 20);
}

struct split_row {
    uint32_t opcode, bytes;
    unsigned parts;
    uint8_t classes[SPE_UOPS_MAX];
    uint32_t offsets[SPE_UOPS_MAX];
};

static void uops(void **state)
{
    (void)state;
    static const struct split_row row[] = {
        {ADD, 0, 1, {0}, {0}},
        {LDR, 8, 1, {1}, {0}},
        {0x38401420, 1, 2, {1, 0}, {0, 0}},                       /* ldrb w0, [x1], #1 */
        {0xA8C107E0, 16, 3, {1, 1, 0}, {0, 8, 0}},                /* ldp x0, x1, [sp], #16 */
        {0x29000440, 8, 2, {1, 1}, {0, 4}},                       /* stp w0, w1, [x2] */
        {0x4CDF2000, 64, 5, {1, 1, 1, 1, 0}, {0, 16, 32, 48, 0}}, /* ld1 x 4, post-index */
        {0x4C407000, 16, 1, {1}, {0}},                            /* ld1 */
        {0xC87F0440, 16, 1, {1}, {0}},                            /* ldxp: stays whole */
        {0x48207C82, 16, 1, {1}, {0}},                            /* casp: stays whole */
    };
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        struct spe_a64_op a;
        struct spe_uop part[SPE_UOPS_MAX];
        spe_a64_classify(row[i].opcode, &a);
        assert_int_equal(spe_uop_split(&a, row[i].bytes, part), row[i].parts);
        for (unsigned k = 0; k < row[i].parts; k++) {
            assert_int_equal(part[k].op.op_class, row[i].classes[k]);
            assert_int_equal(part[k].offset, row[i].offsets[k]);
        }
        assert_int_equal(spe_uop_whole(&a, row[i].bytes, part), 1);
        assert_int_equal(part[0].bytes, row[i].bytes);
    }
}

/* Run one episode; checks that each operation starts where the one before said. @return its length.
 */
static unsigned run_episode(struct spe_episode *e, unsigned at_el[3])
{
    struct spe_trace_op op = {0};
    unsigned n = 0;
    uint64_t pc = 0;
    while (spe_episode_active(e)) {
        uint8_t el;
        spe_episode_next(e, &op, &el);
        assert_in_range(el, 1, 2);
        assert_true(n == 0 || op.pc == pc);
        struct spe_a64_op a;
        spe_a64_classify(op.opcode, &a);
        assert_int_equal(a.op_class == SPE_A64_LOAD_STORE, op.accesses != 0);
        uint64_t direct = spe_a64_target(op.opcode, op.pc);
        if (direct && op.next_pc != op.pc + 4) {
            assert_true(op.next_pc == direct);
        }
        pc = op.next_pc;
        at_el[el]++;
        assert_true(++n < 100000);
    }
    assert_int_equal(op.opcode, 0xD69F03E0); /* eret */
    assert_true(pc == 0x4444);
    return n;
}

static void episodes_return(void **state)
{
    (void)state;
    uint64_t s = 3, total = 0;
    struct spe_episode e;
    spe_episode_init(&e, xorshift, &s);
    for (int i = 0; i < 400; i++) {
        unsigned at_el[3] = {0};
        spe_episode_start(&e, 400, i & 1, 0x4444);
        total += run_episode(&e, at_el);
        assert_true(at_el[1] > 20);
        assert_int_equal(at_el[2] > 20, i & 1);
    }
    assert_in_range(total / 400, 300, 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cache_replaces_least_recent),
        cmocka_unit_test(cache_keeps_each_way),
        cmocka_unit_test(memory_second_access_hits),
        cmocka_unit_test(memory_hit_under_fill_waits),
        cmocka_unit_test(memory_levels),
        cmocka_unit_test(memory_line_crossing_touches_both),
        cmocka_unit_test(memory_frames_are_distinct),
        cmocka_unit_test(memory_remote_pages),
        cmocka_unit_test(loop_branch_becomes_predicted),
        cmocka_unit_test(history_predicts_a_pattern),
        cmocka_unit_test(returns_follow_calls),
        cmocka_unit_test(indirect_target_is_remembered),
        cmocka_unit_test(code_is_remembered),
        cmocka_unit_test(pipe_dispatches_width_a_cycle),
        cmocka_unit_test(pipe_waits_for_operands),
        cmocka_unit_test(pipe_flags_are_a_dependency),
        cmocka_unit_test(pipe_divider_is_not_pipelined),
        cmocka_unit_test(pipe_stops_when_full),
        cmocka_unit_test(pipe_barrier_waits_for_memory),
        cmocka_unit_test(pipe_redirect_starts_a_new_cycle),
        cmocka_unit_test(uops),
        cmocka_unit_test(episodes_return),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
