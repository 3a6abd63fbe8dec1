/* SPDX-License-Identifier: Apache-2.0 */
/* The timing model as a whole: small programs of a few instructions, then the kept trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "timing/memsys.h"
#include "timing/timing.h"
#include <string.h>

#define ADD  0x8B020020u /* add x0, x1, x2 */
#define CSEL 0x9A820020u /* csel x0, x1, x2, eq */
#define BNE  0x54FFFFE1u /* b.ne .-4 */
#define CBZ  0xB4000041u /* cbz x1, .+8 */
#define LDR  0xF9400020u
#define STR  0xF9000020u
#define NOP  0xD503201Fu
#define SVC  0xD4000001u
#define ERET 0xD69F03E0u

static const char *kept = "sim/traces/mix.trc";

/* A program held in memory, and the output of the model for it. */
struct run {
    struct spe_trace_op ops[512];
    unsigned count, at;
    uint64_t seed[SPE_TIMING_STREAMS];
    struct spe_timing_options o;
    struct spe_timing_op out[8192];
    unsigned made;
    int status;
};

static struct run r;

static uint64_t draw(void *ctx)
{
    uint64_t *s = ctx;
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return *s * 0x2545F4914F6CDD1Du;
}

static int from_memory(void *ctx, struct spe_trace_op *op)
{
    struct run *run = ctx;
    if (run->at == run->count) {
        return run->status;
    }
    *op = run->ops[run->at++];
    return 1;
}

/* No ticks and no system-call episodes unless a test asks for them. */
static void begin(void)
{
    memset(&r, 0, sizeof(r));
    spe_timing_options_init(&r.o);
    r.o.source = from_memory;
    r.o.source_ctx = &r;
    r.o.rnd = draw;
    r.o.tick_ops = 0;
    r.o.svc_ops = 0;
    for (unsigned i = 0; i < SPE_TIMING_STREAMS; i++) {
        r.seed[i] = 11 + i;
        r.o.rnd_ctx[i] = &r.seed[i];
    }
}

static struct spe_trace_op *add(uint64_t pc, uint32_t opcode, uint64_t next)
{
    struct spe_trace_op *op = &r.ops[r.count++];
    *op = (struct spe_trace_op){.pc = pc, .opcode = opcode, .next_pc = next};
    return op;
}

static void add_access(uint64_t pc, uint32_t opcode, uint64_t addr, uint32_t bytes)
{
    struct spe_trace_op *op = add(pc, opcode, pc + 4);
    op->addr = addr;
    op->bytes = bytes;
    op->accesses = 1;
    op->flags = SPE_TRACE_LOAD;
}

static void play(void)
{
    struct spe_timing *t = spe_timing_create(&r.o);
    assert_non_null(t);
    int status;
    while ((status = spe_timing_next(t, &r.out[r.made])) == 1) {
        assert_true(++r.made < 8192);
    }
    assert_int_equal(status, r.status);
    spe_timing_destroy(t);
}

/* A loop of `rounds` at 0x1000: two adds and a conditional branch back; one add follows. */
static void add_loop(unsigned rounds)
{
    for (unsigned i = 0; i < rounds; i++) {
        add(0x1000, ADD, 0x1004);
        add(0x1004, BNE, i + 1 < rounds ? 0x1000 : 0x1008);
    }
    add(0x1008, ADD, 0x100C);
}

static void options_are_checked(void **state)
{
    (void)state;
    begin();
    struct spe_timing_options bad[6];
    for (int i = 0; i < 6; i++) {
        bad[i] = r.o;
    }
    bad[0].width = 0;
    bad[1].width = 9;
    bad[2].rob = 7;
    bad[3].rob = 513;
    bad[4].source = NULL;
    bad[5].rnd = NULL;
    for (int i = 0; i < 6; i++) {
        assert_null(spe_timing_create(&bad[i]));
    }
    spe_timing_destroy(NULL);
}

static void source_failure_is_passed_on(void **state)
{
    (void)state;
    begin();
    add_loop(3);
    r.status = SPE_TRACE_EDAMAGED;
    play();
    assert_int_equal(r.made >= 7, 1);
}

static void branches_say_where_they_went(void **state)
{
    (void)state;
    begin();
    r.o.speculative = false;
    add_loop(20);
    play();
    assert_int_equal(r.made, 41);
    for (unsigned i = 1; i < 40; i += 2) {
        const struct spe_timing_op *m = &r.out[i];
        bool taken = i < 39;
        assert_int_equal(m->op_class, 2);
        assert_int_equal(m->subclass, 1);
        assert_true(m->flags & SPE_TIMING_TARGET);
        assert_int_equal(m->target, taken ? 0x1000 : 0x1008);
        assert_int_equal((m->flags & SPE_TIMING_TAKEN) != 0, taken);
        assert_int_equal((m->events & SPE_EVENT_NOT_TAKEN) != 0, !taken);
        assert_int_equal(m->end_kind, SPE_TIMING_RETIRE);
    }
    assert_true(r.out[1].events & SPE_EVENT_MISPREDICTED);
    assert_true(r.out[39].events & SPE_EVENT_MISPREDICTED);
    for (unsigned i = 21; i < 39; i += 2) {
        assert_false(r.out[i].events & SPE_EVENT_MISPREDICTED);
    }
}

/* The last round's branch was predicted back to 0x1000: the loop runs on, wrongly, until it is
 * resolved. */
static void wrong_path_follows_misprediction(void **state)
{
    (void)state;
    begin();
    add_loop(20);
    play();
    uint64_t cycle = 0, squash = 0;
    unsigned wrong = 0, at = 0;
    for (unsigned i = 0; i < r.made; i++) {
        const struct spe_timing_op *m = &r.out[i];
        cycle += m->gap;
        if (m->flags & SPE_TIMING_WRONG) {
            wrong++;
            assert_true(m->flags & SPE_TIMING_SYNTHETIC);
            assert_int_equal(m->end_kind, SPE_TIMING_SQUASH);
            assert_true(cycle + m->at_end == squash);
        } else {
            assert_true(cycle > squash || squash == 0 || !wrong);
            assert_true(m->pc == r.ops[at].pc && m->index == at);
            at++;
            if (m->events & SPE_EVENT_MISPREDICTED) {
                squash = cycle + m->at_complete + 1;
            }
        }
    }
    assert_int_equal(at, r.count);
    assert_true(wrong > 0);
    assert_true(r.out[r.made - 2].flags & SPE_TIMING_WRONG);
}

/* A wrong-path divide must not delay the right path's use of its register. The loop is long enough
 * for the dividers to keep up. */
static void wrong_path_leaves_no_result(void **state)
{
    (void)state;
    begin();
    for (unsigned round = 0; round < 10; round++) {
        add(0x1000, 0x9AC20823, 0x1004); /* udiv x3, x1, x2 */
        for (uint64_t pc = 0x1004; pc < 0x1080; pc += 4) {
            add(pc, NOP, pc + 4);
        }
        add(0x1080, 0x54FFFC01, round < 9 ? 0x1000 : 0x1084); /* b.ne 0x1000 */
    }
    add(0x1084, 0x8B020060, 0x1088); /* add x0, x3, x2 */
    play();
    unsigned divides = 0;
    for (unsigned i = r.made - 2; r.out[i].flags & SPE_TIMING_WRONG; i--) {
        divides += r.out[i].pc == 0x1000;
    }
    assert_true(divides > 0);
    assert_int_equal(r.out[r.made - 1].pc, 0x1084);
    assert_int_equal(r.out[r.made - 1].at_issue, 1);
}

/* The target of the trace's last branch is not known: the branch does not count as mispredicted. */
static void last_branch_is_not_judged(void **state)
{
    (void)state;
    begin();
    add(0x1000, ADD, 0x1004);
    add(0x1004, 0x14000010, 0x1008)->flags = SPE_TRACE_LAST; /* b .+64 */
    play();
    assert_int_equal(r.made, 2);
    assert_int_equal(r.out[1].events, 0);
}

static void wrong_path_only_where_asked_for(void **state)
{
    (void)state;
    for (int retire = 0; retire < 2; retire++) {
        begin();
        r.o.speculative = retire;
        r.o.sample_retire = retire;
        add_loop(20);
        play();
        assert_int_equal(r.made, r.count);
    }
}

static void loads_and_stores(void **state)
{
    (void)state;
    begin();
    add_access(0x1000, LDR, 0x8010, 8);
    add_access(0x1004, STR, 0x8018, 8);
    add_access(0x1008, 0xF820003F, 0x8020, 8); /* stadd */
    add_access(0x100C, 0xF8200041, 0x8028, 8); /* ldadd */
    add(0x1010, 0xF9800000, 0x1014);           /* prfm */
    add(0x1014, 0xC8007C41, 0x1018);           /* stxr that failed: no access seen */
    play();
    const uint16_t all = SPE_TIMING_VA | SPE_TIMING_PA | SPE_TIMING_XLAT | SPE_TIMING_SOURCE;
    static const uint8_t payload[] = {0x00, 0x01, 0x07, 0x06, 0x00, 0x0B};
    const uint16_t expected[] = {all, all ^ SPE_TIMING_SOURCE, all ^ SPE_TIMING_SOURCE, all,
                                 0,   all ^ SPE_TIMING_SOURCE};
    assert_int_equal(r.made, 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(r.out[i].flags & all, expected[i]);
        assert_int_equal(r.out[i].subclass, payload[i]);
        assert_int_equal(r.out[i].op_class, i == 4 ? 0 : 1);
        if (expected[i]) {
            assert_true(r.out[i].pa == spe_memsys_pa(r.out[i].va));
        }
    }
    assert_int_equal(r.out[3].va, 0x8028);
    assert_int_equal(r.out[5].va, 0x8028); /* the latest address */
    assert_true(r.out[0].events & SPE_EVENT_L1D_REFILL);
    assert_false(r.out[1].events & SPE_EVENT_L1D_REFILL);
    assert_int_equal(r.out[4].events, 0);
}

static void micro_operations(void **state)
{
    (void)state;
    begin();
    r.o.micro_ops = true;
    add_access(0x1000, 0xA8C107E0, 0x8010, 16); /* ldp x0, x1, [sp], #16 */
    add(0x1004, ADD, 0x1008);
    play();
    assert_int_equal(r.made, 4);
    assert_int_equal(r.out[0].va, 0x8010);
    assert_int_equal(r.out[1].va, 0x8018);
    assert_int_equal(r.out[2].op_class, 0);
    assert_int_equal(r.out[2].pc, 0x1000);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal((r.out[i].flags & SPE_TIMING_UOP) != 0, i == 1 || i == 2);
    }
}

/* Conditional selects follow their random stream alone. */
static void selects_follow_their_stream(void **state)
{
    (void)state;
    begin();
    for (unsigned i = 0; i < 200; i++) {
        add(0x1000 + 4 * i, CSEL, 0x1004 + 4 * i);
    }
    play();
    uint64_t s = 11 + SPE_TIMING_RND_SELECT;
    for (unsigned i = 0; i < 200; i++) {
        assert_int_equal(r.out[i].subclass, 1);
        assert_int_equal(r.out[i].events, draw(&s) & 1 ? SPE_EVENT_NOT_TAKEN : 0);
    }
}

static void system_call_goes_through_el1(void **state)
{
    (void)state;
    begin();
    r.o.svc_ops = 100;
    r.o.el2_one_in = 1;
    add(0x1000, SVC, 0x1004);
    add(0x1004, ADD, 0x1008);
    play();
    const struct spe_timing_op *last = &r.out[r.made - 1], *eret = last - 1;
    unsigned at_el[3] = {0};
    uint64_t cycle = 0, svc_end = 0;
    for (unsigned i = 0; i < r.made; i++) {
        const struct spe_timing_op *m = &r.out[i];
        cycle += m->gap;
        assert_true(i == 0 || m->el == r.out[i - 1].el || m->gap > 0);
        at_el[m->el] += !(m->flags & SPE_TIMING_WRONG);
        svc_end = i ? svc_end : cycle + m->at_end;
        assert_true(i == 0 || cycle > svc_end);
        assert_int_equal((m->flags & SPE_TIMING_SYNTHETIC) != 0, i > 0 && i < r.made - 1);
    }
    assert_int_equal(r.out[0].end_kind, SPE_TIMING_EXCEPTION);
    assert_true(r.out[0].flags & SPE_TIMING_SVC);
    assert_int_equal(at_el[0], 2);
    assert_true(at_el[1] > 20 && at_el[2] > 20);
    assert_int_equal(eret->opcode, ERET);
    assert_int_equal(eret->target, 0x1004);
    assert_int_equal(eret->el, 1);
    assert_int_equal(eret->target_el, 0);
    assert_int_equal(last->pc, 0x1004);
}

static void ticks_come(void **state)
{
    (void)state;
    begin();
    r.o.tick_ops = 50;
    for (unsigned i = 0; i < 500; i++) {
        add(0x1000 + 4 * i, ADD, 0x1004 + 4 * i);
    }
    play();
    unsigned entries = 0, program = 0;
    for (unsigned i = 1; i < r.made; i++) {
        entries += r.out[i].el == 1 && r.out[i - 1].el == 0;
        program += r.out[i].el == 0;
    }
    assert_in_range(entries, 5, 20);
    assert_int_equal(program, 499);
}

/* Facts about a whole stream. */
struct facts {
    uint64_t members, program, wrong, hash, cycles, per_el[3], kind[3], events, sources, uops;
};

static void check_times(const struct spe_timing_op *m, bool retire)
{
    if (retire) {
        assert_true(m->at_issue == 0 && m->at_complete == 0 && m->at_end >= 1);
        assert_true(m->lat_issue >= 1 && m->lat_issue <= m->lat_total);
        return;
    }
    assert_true(1 <= m->at_issue && m->at_issue <= m->at_complete && m->at_complete <= m->at_end);
    if (m->flags & SPE_TIMING_XLAT) {
        assert_true(m->at_issue <= m->at_xlat_start && m->at_xlat_start <= m->at_xlat_end &&
                    m->at_xlat_end <= m->at_complete);
    }
    assert_true(m->lat_issue == m->at_issue && m->lat_total == m->at_complete);
    assert_true(m->lat_xlat == m->at_xlat_end - m->at_xlat_start);
}

static void add_fact(struct facts *f, const struct spe_timing_op *m)
{
    f->members++;
    f->program += !(m->flags & (SPE_TIMING_SYNTHETIC | SPE_TIMING_UOP));
    f->wrong += (m->flags & SPE_TIMING_WRONG) != 0;
    f->uops += (m->flags & SPE_TIMING_UOP) != 0;
    f->cycles += m->gap;
    f->per_el[m->el]++;
    f->kind[m->op_class]++;
    f->events |= m->events;
    f->sources |= m->flags & SPE_TIMING_SOURCE ? 1u << m->source : 0;
    uint64_t x =
        m->pc ^ m->va << 7 ^ m->events << 40 ^ m->at_end ^ (uint64_t)m->gap << 20 ^ m->target;
    f->hash = (f->hash ^ x) * 0x100000001B3u;
}

/* Play `limit` operations of the kept trace and check every member. */
static struct facts play_kept(uint64_t limit)
{
    struct facts f = {0};
    struct spe_trace *trace;
    struct spe_timing_op m, before = {0};
    assert_int_equal(spe_trace_open(&trace, kept), 0);
    r.o.source = spe_trace_source;
    r.o.source_ctx = trace;
    struct spe_timing *t = spe_timing_create(&r.o);
    assert_non_null(t);
    while (f.program < limit && spe_timing_next(t, &m) == 1) {
        check_times(&m, r.o.sample_retire);
        assert_true(m.lane < r.o.width && (m.gap > 0 || m.lane > before.lane));
        assert_true(m.el <= 2 && (m.el == before.el || m.gap > 0));
        assert_int_equal(m.events & ~0x7FCull, 0);
        assert_int_equal((m.flags & SPE_TIMING_WRONG) != 0, m.end_kind == SPE_TIMING_SQUASH);
        add_fact(&f, &m);
        before = m;
    }
    spe_timing_destroy(t);
    spe_trace_close(trace);
    return f;
}

static void kept_trace_in_every_shape(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 4, 8};
    for (unsigned i = 0; i < 12; i++) {
        begin();
        r.o.width = widths[i % 3];
        r.o.sample_retire = i / 3 & 1;
        r.o.micro_ops = i / 6;
        r.o.tick_ops = 5000;
        r.o.svc_ops = 400;
        struct facts f = play_kept(150000);
        assert_int_equal(f.program, 150000);
        assert_true(f.per_el[1] > 1000 && f.per_el[2] > 100);
        assert_int_equal(f.wrong > 1000, !r.o.sample_retire);
        assert_int_equal(f.uops > 1000, r.o.micro_ops);
        assert_true(f.cycles >= f.members / r.o.width);
    }
}

static void whole_trace_has_everything(void **state)
{
    (void)state;
    begin();
    r.o.tick_ops = 50000;
    r.o.svc_ops = 400;
    struct facts f = play_kept(UINT64_MAX);
    assert_true(f.program >= 5000000);
    assert_int_equal(f.events, 0x7FC);
    assert_int_equal(f.sources, 1u << 0 | 1u << 8 | 1u << 0xB | 1u << 0xD | 1u << 0xE);
    for (unsigned k = 0; k < 3; k++) {
        assert_true(f.kind[k] > 500000);
    }
}

static void same_seed_same_stream(void **state)
{
    (void)state;
    struct facts f[3];
    for (unsigned i = 0; i < 3; i++) {
        begin();
        r.o.tick_ops = 3000;
        r.seed[SPE_TIMING_RND_KERNEL] = i == 2 ? 777 : 5;
        f[i] = play_kept(100000);
    }
    assert_true(f[0].hash == f[1].hash && f[0].cycles == f[1].cycles);
    assert_true(f[0].hash != f[2].hash);
    assert_int_equal(f[0].program, f[2].program);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(source_failure_is_passed_on),
        cmocka_unit_test(branches_say_where_they_went),
        cmocka_unit_test(wrong_path_follows_misprediction),
        cmocka_unit_test(wrong_path_leaves_no_result),
        cmocka_unit_test(last_branch_is_not_judged),
        cmocka_unit_test(wrong_path_only_where_asked_for),
        cmocka_unit_test(loads_and_stores),
        cmocka_unit_test(micro_operations),
        cmocka_unit_test(selects_follow_their_stream),
        cmocka_unit_test(system_call_goes_through_el1),
        cmocka_unit_test(ticks_come),
        cmocka_unit_test(kept_trace_in_every_shape),
        cmocka_unit_test(whole_trace_has_everything),
        cmocka_unit_test(same_seed_same_stream),
    };
    if (argc > 1) {
        kept = argv[1];
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
