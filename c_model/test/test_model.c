/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "config_members.h"
#include "spe/model.h"
#include "spe/regs.h"
#include "spe/status.h"

struct feed {
    struct spe_model *model;
    uint32_t seq, sum;
    uint64_t pos;
    int budget;
    unsigned fired[SPE_CHECKS];
    uint8_t ctx; /* id of the context */
};

static void on_finding(void *user, const struct spe_finding *f)
{
    ((struct feed *)user)->fired[f->check]++;
}

static void apply(struct feed *f, uint64_t cycle, struct spe_txn t)
{
    t.cycle = cycle;
    t.seq = f->seq++;
    if (t.kind != SPE_TXN_CLOSE) {
        f->sum = f->sum * 31 + t.kind;
    }
    f->budget = spe_model_apply(f->model, &t);
}

static void reg_write(struct feed *f, uint64_t cycle, uint16_t enc, uint64_t data)
{
    apply(f, cycle,
          (struct spe_txn){.kind = SPE_TXN_SYSREG,
                           .u.sysreg = {.pos = f->pos, .enc = enc, .write = 1, .data = data}});
}

static void pop(struct feed *f, uint64_t cycle, uint32_t n)
{
    f->pos += n;
    apply(f, cycle, (struct spe_txn){.kind = SPE_TXN_POP, .u.pop = {.ctx = f->ctx, .n = n}});
}

static void sel(struct feed *f, uint64_t cycle, uint8_t tag)
{
    apply(f, cycle,
          (struct spe_txn){.kind = SPE_TXN_SEL,
                           .u.sel = {.ctx = f->ctx, .tag = tag, .pc = 0x400000}});
}

static void rnd(struct feed *f, uint64_t cycle, uint8_t value, uint8_t injected)
{
    apply(f, cycle, (struct spe_txn){.kind = SPE_TXN_RND, .u.rnd = {value, injected}});
}

static void close_model(struct feed *f, uint64_t cycle)
{
    apply(f, cycle, (struct spe_txn){.kind = SPE_TXN_CLOSE, .u.close = {f->seq, f->sum}});
}

/* EL1 Non-secure with its own buffer (NSPB 0b11, E2PB 0b11), system counter on. */
static void start(struct feed *f, struct spe_config *cfg, unsigned taps)
{
    struct spe_model_options options = {.taps = taps, .on_finding = on_finding, .user = f};

    memset(f, 0, sizeof(*f));
    assert_int_equal(spe_model_create(&f->model, cfg, &options), 0);
    apply(f, 0, (struct spe_txn){.kind = SPE_TXN_CLK, .u.clk = {1, 1}});
    if ((taps & SPE_TAP_REGS) != 0) {
        apply(f, 0, (struct spe_txn){.kind = SPE_TXN_CTX, .u.ctx = {.state = 0x10785}});
    }
}

static void reset_model(struct feed *f, uint64_t cycle)
{
    apply(f, cycle, (struct spe_txn){.kind = SPE_TXN_RESET, .u.reset.kind = 0});
    apply(f, cycle + 1, (struct spe_txn){.kind = SPE_TXN_RESET, .u.reset.kind = 1});
    apply(f, cycle + 1, (struct spe_txn){.kind = SPE_TXN_CLK, .u.clk = {1, 1}});
    f->ctx++;
    apply(f, cycle + 1,
          (struct spe_txn){.kind = SPE_TXN_CTX, .u.ctx = {.id = f->ctx, .state = 0x10785}});
}

/* INTERVAL 1, RND 1. */
static void enable(struct feed *f, uint64_t cycle)
{
    reg_write(f, cycle, SPE_ENC(3, 0, 9, 10, 0), 0x20001);
    reg_write(f, cycle + 1, SPE_ENC(3, 0, 9, 9, 3), 0x101);
    reg_write(f, cycle + 2, SPE_ENC(3, 0, 9, 9, 0), 0x2);
}

enum inject { OWN = 0, TOLD, HIDDEN };

struct random_run {
    const char *row;
    unsigned n;
    uint8_t mask; /* 0: all bits */
    bool inferred;
    unsigned reset_at; /* 0: no reset */
    unsigned fired;
    enum inject inject; /* every second draw is 7, put in by the bench */
    enum { RANDOM = 0, COUNT, SHIFT } draws;
    bool shifted; /* [rnd_draws] */
    bool port;    /* inferred, but the SPU has a port: the bench may inject draws */
};

/* Random interval of INTERVAL 1, every operation squashed in the next cycle. */
static void random_run(struct feed *f, const struct random_run *run)
{
    struct spe_config cfg;
    uint64_t cycle = 5;
    uint32_t lfsr = 1;
    uint8_t draw = 0;

    spe_config_init(&cfg);
    cfg.rnd_source =
        run->inferred && !run->port ? spe_cfg_rnd_source_inferred : spe_cfg_rnd_source_port;
    cfg.rnd_draws = run->shifted ? spe_cfg_rnd_draws_shifted : spe_cfg_rnd_draws_independent;
    cfg.pmu_max = 64;
    start(f, &cfg, SPE_TAP_ALL & ~SPE_TAP_OUT & ~(run->inferred ? SPE_TAP_RND : 0u));
    enable(f, 1);
    for (unsigned i = 0; i < run->n; i++) {
        bool put = run->inject != OWN && i % 2 != 0;
        if (i != 0 && i == run->reset_at) {
            reset_model(f, cycle);
            enable(f, cycle + 2);
            cycle += 6;
        }
        lfsr = lfsr * 1664525u + 1013904223u;
        draw = put                   ? 7
               : run->draws == COUNT ? (uint8_t)i
               : run->draws == SHIFT ? (uint8_t)((unsigned)draw << 1 | lfsr >> 31)
                                     : (uint8_t)(lfsr >> 24 & (run->mask != 0 ? run->mask : 0xFF));
        if (!run->inferred) {
            rnd(f, cycle - 1, draw, put && run->inject == TOLD);
        }
        if (i > 0 && i != run->reset_at) {
            pop(f, cycle - 1, 1); /* the reload */
        }
        pop(f, cycle, 0x100u + draw);
        sel(f, cycle, 0);
        apply(f, cycle + 1,
              (struct spe_txn){.kind = SPE_TXN_LIFE, .u.life = {.kind = SPE_LIFE_SQUASH}});
        cycle += 4;
    }
    close_model(f, cycle);
}

static const struct random_run random_rows[] = {
    {.row = "good, port", .n = 4096},
    {.row = "good, inferred", .n = 4096, .inferred = true},
    {.row = "half, port", .n = 2048, .mask = 0x7F, .fired = 1},
    {.row = "half, inferred", .n = 2048, .mask = 0x7F, .inferred = true, .fired = 1},
    {.row = "half, too few to say", .n = 63, .mask = 0x7F},
    {.row = "half, just enough", .n = 64, .mask = 0x7F, .fired = 1},
    /* Draws that the bench injects say nothing about the generator: only the other draws count. */
    {.row = "injected, and said so", .n = 4096, .inject = TOLD},
    {.row = "injected, not said", .n = 4096, .fired = 1, .inject = HIDDEN},
    {.row = "half, the others injected", .n = 4096, .mask = 0x7F, .fired = 1, .inject = TOLD},
    {.row = "half, too few of them", .n = 126, .mask = 0x7F, .inject = TOLD},
    /* Uniform, but not random: few draws show that. Draws that may be injected are not
     * consecutive. */
    {.row = "counting, port", .n = 11, .fired = 1, .draws = COUNT},
    {.row = "counting, too few to say", .n = 10, .draws = COUNT},
    {.row = "counting, inferred", .n = 11, .inferred = true, .fired = 1, .draws = COUNT},
    {.row = "counting, RND left out", .n = 4096, .inferred = true, .draws = COUNT, .port = true},
    {.row = "shifted, port", .n = 10, .fired = 1, .draws = SHIFT},
    {.row = "shifted, inferred", .n = 10, .inferred = true, .fired = 1, .draws = SHIFT},
    {.row = "shifted, and permitted", .n = 4096, .draws = SHIFT, .shifted = true},
    {.row = "counting is no shift", .n = 100, .fired = 1, .draws = COUNT, .shifted = true},
    /* A reset begins a new run of the generator. */
    {.row = "half, too few on either side", .n = 120, .mask = 0x7F, .reset_at = 60},
    {.row = "half, enough before", .n = 120, .mask = 0x7F, .reset_at = 100, .fired = 1},
    {.row = "half, enough on either side", .n = 5000, .mask = 0x7F, .reset_at = 2500, .fired = 2},
};

static void draws_must_be_uniform(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(random_rows) / sizeof(random_rows[0]); i++) {
        struct feed f;
        struct spe_totals t;
        random_run(&f, &random_rows[i]);
        spe_model_totals(f.model, &t);
        CHECK(random_rows[i].row, f.fired[SPE_CHECK_SEL_UNIFORM], random_rows[i].fired);
        CHECK(random_rows[i].row, t.mismatches + t.misuses, random_rows[i].fired);
        CHECK(random_rows[i].row, t.samples, random_rows[i].n);
        CHECK(random_rows[i].row, t.pass, random_rows[i].fired == 0);
        spe_model_destroy(f.model);
    }
}

/* The number of members up to and including the next predicted selection. */
static void budget_reaches_the_selection(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    start(&f, &cfg, SPE_TAP_ALL);
    CHECK("disabled", f.budget, SPE_BUDGET_MAX);
    reg_write(&f, 1, SPE_ENC(3, 0, 9, 10, 0), 0x20001);
    CHECK("a write is pending", f.budget, 1);
    reg_write(&f, 2, SPE_ENC(3, 0, 9, 9, 2), 10);
    reg_write(&f, 3, SPE_ENC(3, 0, 9, 9, 0), 0x2);
    pop(&f, 5, 1);
    CHECK("one of ten", f.budget, 9);
    pop(&f, 6, 8);
    CHECK("nine of ten", f.budget, 1);
    apply(&f, 7, (struct spe_txn){.kind = SPE_TXN_CTX, .u.ctx = {.id = 1, .state = 0x10784}});
    CHECK("a context is announced", f.budget, 1);
    spe_model_destroy(f.model);
}

/* A sample of the last of n members, whose operation retires three cycles later. */
static void sample(struct feed *f, unsigned taps, uint64_t cycle, uint32_t n)
{
    static const uint8_t life[] = {SPE_LIFE_ISSUE, SPE_LIFE_COMPLETE, SPE_LIFE_RETIRE};
    bool counted = (taps & SPE_TAP_POP) != 0;

    if (counted) {
        pop(f, cycle, n);
    }
    sel(f, cycle, 0);
    if (counted) {
        pop(f, cycle + 1, 1); /* the reload, which does not decrement (P9) */
    }
    for (unsigned i = 0; i < sizeof(life) / sizeof(life[0]); i++) {
        apply(f, cycle + 1 + i,
              (struct spe_txn){.kind = SPE_TXN_LIFE, .u.life = {.kind = life[i]}});
    }
}

/* The budget of the monitor after an operation has ended in this cycle, by tap groups. With the
 * first record the pointer is not judged yet. With the second record the groups differ. */
static void budget_while_a_record_comes(void **state)
{
    static const struct {
        const char *row;
        unsigned taps;
        int first, second;
    } rows[] = {
        {"all groups: to the next selection", SPE_TAP_ALL, 1, 0x100},
        {"without OUT: no room for it is told by nothing (3.5)", SPE_TAP_ALL & ~SPE_TAP_OUT, 1, 1},
        {"without POP: nothing is counted", SPE_TAP_ALL & ~(SPE_TAP_POP | SPE_TAP_RND),
         SPE_BUDGET_MAX, SPE_BUDGET_MAX},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        struct spe_totals t;

        spe_config_init(&cfg);
        start(&f, &cfg, rows[i].taps);
        reg_write(&f, 1, SPE_ENC(3, 0, 9, 10, 0), 0x20001);
        reg_write(&f, 2, SPE_ENC(3, 0, 9, 9, 3), 0x100);
        reg_write(&f, 2, SPE_ENC(3, 0, 9, 9, 2), 0x101);
        reg_write(&f, 3, SPE_ENC(3, 0, 9, 9, 0), 0x2);
        sample(&f, rows[i].taps, 5, 0x101);
        CHECK(rows[i].row, f.budget, rows[i].first);
        sample(&f, rows[i].taps, 10, 0x100);
        CHECK(rows[i].row, f.budget, rows[i].second);
        spe_model_totals(f.model, &t);
        CHECK(rows[i].row, t.mismatches + t.misuses, 0);
        spe_model_destroy(f.model);
    }
}

static void taps_need_each_other(void **state)
{
    static const struct {
        const char *row;
        unsigned taps;
        int status;
        bool impdef; /* [impdef_event] */
    } rows[] = {
        {"all", SPE_TAP_ALL, 0, false},
        {"level A", SPE_TAP_BYTES, 0, false},
        {"level B", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE, 0, false},
        {"nothing", 0, SPE_EINVAL, false},
        {"no bytes", SPE_TAP_REGS, SPE_EINVAL, false},
        {"life without registers", SPE_TAP_BYTES | SPE_TAP_LIFE, SPE_EINVAL, false},
        {"population without registers", SPE_TAP_BYTES | SPE_TAP_POP, SPE_EINVAL, false},
        {"draws without population", SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_RND, SPE_EINVAL, false},
        {"no such tap", SPE_TAP_ALL | 0x80u, SPE_EINVAL, false},
        {"events of the system, told", SPE_TAP_ALL, 0, true},
        {"events of the system, not told", SPE_TAP_ALL & ~SPE_TAP_SYNC, SPE_EINVAL, true},
        {"events of the system, none predicted", SPE_TAP_BYTES | SPE_TAP_REGS, 0, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model_options options = {.taps = rows[i].taps};
        struct spe_model *model = NULL;
        struct spe_config cfg;
        spe_config_init(&cfg);
        cfg.impdef_event = rows[i].impdef;
        CHECK(rows[i].row, spe_model_create(&model, &cfg, &options), rows[i].status);
        spe_model_destroy(model);
    }
}

/* A configuration that contradicts itself has no model. */
static void a_configuration_is_checked(void **state)
{
    const struct spe_model_options options = {.taps = SPE_TAP_ALL};
    struct spe_model *model = NULL;
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    cfg.event_min = cfg.event_max + 1;
    CHECK("refused", spe_model_create(&model, &cfg, &options), SPE_ECONFIG);
    CHECK("no model", model == NULL, true);
}

static void checks_without_taps_are_off(void **state)
{
    struct spe_model_options options = {.taps = SPE_TAP_BYTES};
    struct spe_model *model;
    struct spe_config cfg;
    uint64_t evaluated, fired;

    (void)state;
    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&model, &cfg, &options), 0);
    assert_false(spe_model_check_off(model, SPE_CHECK_CONTRACT));
    assert_false(spe_model_check_off(model, SPE_CHECK_STORY_FORMAT));
    assert_true(spe_model_check_off(model, SPE_CHECK_BUF_DATA));
    assert_true(spe_model_check_off(model, SPE_CHECKS));
    assert_int_equal(spe_model_check_counts(model, SPE_CHECKS, &evaluated, &fired), SPE_EINVAL);
    assert_int_equal(spe_model_check_counts(model, -1, &evaluated, &fired), SPE_EINVAL);
    assert_null(spe_check_name(-1));
    assert_string_equal(spe_check_name(SPE_CHECK_SEL_POSITION), "sel.position");
    spe_model_destroy(model);
}

/* Every kind with absurd values: findings of misuse, never a crash. */
static void absurd_values_are_misuse(void **state)
{
    (void)state;
    for (int kind = 0; kind < 256; kind++) {
        struct spe_config cfg;
        struct feed f;
        struct spe_txn t;
        struct spe_totals totals;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        memset(&t, 0xFF, sizeof(t));
        t.kind = (uint8_t)kind;
        apply(&f, 3, t);
        apply(&f, 2, (struct spe_txn){.kind = SPE_TXN_OUT});
        spe_model_totals(f.model, &totals);
        if (f.fired[SPE_CHECK_CONTRACT] == 0) {
            print_error("kind %d\n", kind);
        }
        assert_true(f.fired[SPE_CHECK_CONTRACT] > 0);
        assert_false(totals.pass);
        spe_model_destroy(f.model);
    }
}

/* The scoreboard holds a limited number of write data without an address. */
static void early_data_is_bounded(void **state)
{
    static const struct {
        const char *row;
        unsigned words, fired, misuses;
    } rows[] = {
        {"none", 0, 0, 0}, {"1024 without an address", 1024, 1, 0}, {"one more", 1025, 1, 1}};

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_BYTES);
        for (unsigned w = 0; w < rows[i].words; w++) {
            apply(&f, 5 + w, (struct spe_txn){.kind = SPE_TXN_W, .u.w.last_word = 1});
        }
        close_model(&f, 5000);
        CHECK(rows[i].row, f.fired[SPE_CHECK_BUS_PROTOCOL], rows[i].fired);
        CHECK(rows[i].row, f.fired[SPE_CHECK_CONTRACT], rows[i].misuses);
        spe_model_destroy(f.model);
    }
}

static void only_the_first_findings_are_reported(void **state)
{
    static const struct {
        const char *row;
        unsigned most;
        int reported;
    } rows[] = {{"three", 3, 3}, {"as the header says of 0", 0, 100}};
    struct spe_totals t;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f = {0};
        struct spe_model_options options = {.taps = SPE_TAP_ALL,
                                            .max_findings = rows[i].most,
                                            .on_finding = on_finding,
                                            .user = &f};
        spe_config_init(&cfg);
        assert_int_equal(spe_model_create(&f.model, &cfg, &options), 0);
        for (int n = 0; n < 110; n++) {
            apply(&f, 1, (struct spe_txn){.kind = SPE_TXN_KINDS});
        }
        spe_model_totals(f.model, &t);
        CHECK(rows[i].row, f.fired[SPE_CHECK_CONTRACT], rows[i].reported);
        CHECK(rows[i].row, t.misuses, 110);
        spe_model_destroy(f.model);
    }
    spe_model_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_must_be_uniform),
        cmocka_unit_test(budget_reaches_the_selection),
        cmocka_unit_test(budget_while_a_record_comes),
        cmocka_unit_test(taps_need_each_other),
        cmocka_unit_test(a_configuration_is_checked),
        cmocka_unit_test(checks_without_taps_are_off),
        cmocka_unit_test(absurd_values_are_misuse),
        cmocka_unit_test(early_data_is_bounded),
        cmocka_unit_test(only_the_first_findings_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
