/* SPDX-License-Identifier: Apache-2.0
 *
 * What the calling side may not do: values out of range, barriers asked for twice, more than the
 * scoreboard can hold, random transactions. Each is a finding of misuse, never a crash.
 */
#include "check.h"
#include "model_internal.h"
#include "spe/model.h"

struct feed {
    struct spe_model *model;
    uint32_t seq;
    unsigned fired[SPE_CHECKS], misuses;
    char choices[192]; /* of the last finding */
};

static void on_finding(void *user, const struct spe_finding *f)
{
    struct feed *feed = user;

    feed->fired[f->check]++;
    feed->misuses += f->kind == SPE_FINDING_MISUSE;
    (void)snprintf(feed->choices, sizeof(feed->choices), "%s", f->choices);
    assert_true(f->where[0] != '\0' && f->text[0] != '\0');
}

static void apply(struct feed *f, uint64_t cycle, struct spe_txn t)
{
    t.cycle = cycle;
    t.seq = f->seq++;
    assert_in_range(spe_model_apply(f->model, &t), 1, SPE_BUDGET_MAX);
}

static void start(struct feed *f, const struct spe_config *cfg, unsigned taps)
{
    struct spe_model_options options = {
        .taps = taps, .max_findings = 1000000, .on_finding = on_finding, .user = f};

    memset(f, 0, sizeof(*f));
    assert_int_equal(spe_model_create(&f->model, cfg, &options), 0);
    apply(f, 0, (struct spe_txn){.kind = SPE_TXN_CLK, .u.clk = {1, 1}});
    apply(f, 0, (struct spe_txn){.kind = SPE_TXN_CTX, .u.ctx = {.state = 0x10785}});
}

/* clang-format off */
#define TXN(KIND, ...) {.kind = SPE_TXN_##KIND, __VA_ARGS__}
/* clang-format on */

static void values_out_of_range_are_misuse(void **state)
{
    static const struct {
        const char *row;
        struct spe_txn txn;
        unsigned misuses;
    } rows[] = {
        {"clock", TXN(CLK, .u.clk = {1, 1}), 0},
        {"clock.running", TXN(CLK, .u.clk = {2, 1}), 1},
        {"clock.active", TXN(CLK, .u.clk = {1, 2}), 1},
        {"context state", TXN(CTX, .u.ctx = {.id = 1, .state = 0x1FFFF}), 0},
        {"context state, unknown bit", TXN(CTX, .u.ctx = {.id = 1, .state = 0x20000}), 1},
        {"members, lane unknown", TXN(POP, .u.pop = {.n = 1, .slot = 255}), 0},
        {"members, last lane", TXN(POP, .u.pop = {.n = 1, .slot = 3}), 0},
        {"members, no lane", TXN(POP, .u.pop = {.n = 1, .slot = 4}), 1},
        {"life with an early payload", TXN(LIFE, .u.life = {.kind = SPE_LIFE_ISSUE, .va = 1}), 1},
        {"draw, injected", TXN(RND, .u.rnd = {.value = 255, .injected = 1}), 0},
        {"draw, injected twice", TXN(RND, .u.rnd = {.injected = 2}), 1},
        {"response, flag", TXN(XL_RSP, .u.xl_rsp = {.fault = 2}), 1},
        {"response, shareability", TXN(XL_RSP, .u.xl_rsp = {.sh = 4}), 1},
        {"burst type", TXN(AW, .u.aw = {.burst = 4}), 1},
        {"AWPROT", TXN(AW, .u.aw = {.prot = 8}), 1},
        {"AWCACHE", TXN(AW, .u.aw = {.cache = 16}), 1},
        {"offered later", TXN(AW, .u.aw = {.offered = 4}), 1},
        {"last word", TXN(W, .u.w = {.last_word = 2}), 1},
        {"WLAST", TXN(W, .u.w = {.last = 2}), 1},
        {"PMBIRQ", TXN(OUT, .u.out = {.pmbirq = 2}), 1},
        {"pulses", TXN(OUT, .u.out = {.cti = 1u << 20}), 1},
        {"reset", TXN(RESET, .u.reset = {2}), 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        apply(&f, 3, rows[i].txn);
        CHECK(rows[i].row, f.misuses, rows[i].misuses);
        spe_model_destroy(f.model);
    }
}

static void groups_that_are_not_connected_are_misuse(void **state)
{
    static const struct {
        const char *row;
        struct spe_txn txn;
        unsigned tap;
    } rows[] = {
        {"pop", TXN(POP, .u.pop = {.n = 1, .slot = 0}), SPE_TAP_POP | SPE_TAP_RND},
        {"rnd", TXN(RND, .u.rnd = {.value = 1}), SPE_TAP_RND},
        {"out", TXN(OUT, .u.out = {0}), SPE_TAP_OUT},
        {"sync", TXN(SYNC, .u.sync = {.kind = SPE_SYNC_CSE}), SPE_TAP_SYNC},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        cfg.rnd_source = spe_cfg_rnd_source_inferred;
        start(&f, &cfg, SPE_TAP_ALL & ~rows[i].tap);
        apply(&f, 3, rows[i].txn);
        CHECK(rows[i].row, f.misuses, 1);
        spe_model_destroy(f.model);
        start(&f, &cfg, SPE_TAP_ALL);
        apply(&f, 3, rows[i].txn);
        CHECK(rows[i].row, f.misuses, 0);
        spe_model_destroy(f.model);
    }
}

static void a_barrier_is_requested_once(void **state)
{
    static const struct {
        const char *row;
        uint8_t first, second;
        unsigned misuses;
    } rows[] = {
        {"PSB and DSB", SPE_SYNC_PSB_REQ, SPE_SYNC_DSB_REQ, 0},
        {"PSB twice", SPE_SYNC_PSB_REQ, SPE_SYNC_PSB_REQ, 1},
        {"DSB twice", SPE_SYNC_DSB_REQ, SPE_SYNC_DSB_REQ, 1},
        {"PSB, done", SPE_SYNC_PSB_REQ, SPE_SYNC_PSB_DONE, 0},
        {"CSE twice", SPE_SYNC_CSE, SPE_SYNC_CSE, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        apply(&f, 3, (struct spe_txn){.kind = SPE_TXN_SYNC, .u.sync.kind = rows[i].first});
        apply(&f, 4, (struct spe_txn){.kind = SPE_TXN_SYNC, .u.sync.kind = rows[i].second});
        CHECK(rows[i].row, f.misuses, rows[i].misuses);
        spe_model_destroy(f.model);
    }
}

/* n draws, or n writes, in one cycle. */
static void too_much_in_a_cycle_is_misuse(void **state)
{
    static const struct {
        const char *row;
        struct spe_txn txn;
        int n;
        unsigned misuses;
    } rows[] = {
        {"draws", TXN(RND, .u.rnd = {.value = 7}), MAX_DRAWS, 0},
        {"one draw more", TXN(RND, .u.rnd = {.value = 7}), MAX_DRAWS + 1, 1},
        {"writes", TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .write = 1}), MAX_WRITES,
         0},
        {"one write more", TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .write = 1}),
         MAX_WRITES + 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_config cfg;
        struct feed f;
        spe_config_init(&cfg);
        start(&f, &cfg, SPE_TAP_ALL);
        for (int n = 0; n < rows[i].n; n++) {
            apply(&f, 3, rows[i].txn);
        }
        CHECK(rows[i].row, f.misuses, rows[i].misuses);
        spe_model_destroy(f.model);
    }
}

/* Tables that no hand-written log fills. */
static void full_tables_are_misuse(void **state)
{
    struct spe_config cfg;
    struct feed f;

    (void)state;
    spe_config_init(&cfg);
    start(&f, &cfg, SPE_TAP_ALL);
    for (int i = 0; i < MAX_EFFECTS; i++) {
        model_event(f.model, (struct effect){.lo = 100, .hi = 100, .what = "event"});
    }
    for (int i = 0; i < MAX_ALTS; i++) {
        model_alternative(f.model, "B18", (uint64_t)i + 1, 0);
    }
    for (int i = 0; i < MAX_SNAPS; i++) {
        f.model->cycle++;
        model_snapshot(f.model);
    }
    CHECK("full", f.misuses, 0);
    model_event(f.model, (struct effect){.lo = 100, .hi = 100, .what = "event"});
    CHECK("one event more", f.misuses, 1);
    model_alternative(f.model, "B18", 0x1000, 0);
    CHECK("one outcome more", f.misuses, 2);
    f.model->cycle++;
    model_snapshot(f.model);
    CHECK("one cycle more", f.misuses, 3);
    spe_model_destroy(f.model);
}

/* A finding names the keys that decided. */
static void findings_name_their_choices(void **state)
{
    struct spe_config cfg;
    struct feed f;
    char choices[192];

    (void)state;
    spe_config_init(&cfg);
    cfg.inflight = 2;
    start(&f, &cfg, SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE);
    apply(&f, 3, (struct spe_txn){.kind = SPE_TXN_SEL, .u.sel = {.tag = 1}});
    CHECK("wrong tag", f.fired[SPE_CHECK_SEL_COLLIDED], 1);
    assert_string_equal(f.choices,
                        "[P18 inflight=2] [P18 tag_order=lowest] [P19 collide_on_complete=0] "
                        "[P20 record_queue=2] [P20 release_max=0] [B27 sync_scope=at_event]");
    for (int check = 0; check < SPE_CHECKS; check++) {
        model_choices(f.model, check, choices, sizeof(choices));
        assert_true(strlen(choices) < sizeof(choices) - 1);
    }
    spe_model_destroy(f.model);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Any bytes, most of them small, so that many transactions are good by chance. */
static void random_txn(uint64_t *random, struct spe_txn *t)
{
    uint8_t *byte = (uint8_t *)&t->u;
    unsigned style = (unsigned)next_random(random) % 4;

    memset(t, 0, sizeof(*t));
    for (size_t i = 0; i < sizeof(t->u); i++) {
        uint64_t r = next_random(random);
        byte[i] = (uint8_t)(style == 0 ? r : r % 16 < 13 ? 0 : style == 1 ? r >> 8 : (r >> 8) & 3);
    }
    t->kind = (uint8_t)(next_random(random) % (SPE_TXN_KINDS - 1));
    if (t->kind == SPE_TXN_SYSREG && style != 0) {
        static const uint16_t enc[] = {SPE_ENC(3, 0, 9, 9, 0),  SPE_ENC(3, 0, 9, 9, 2),
                                       SPE_ENC(3, 0, 9, 9, 3),  SPE_ENC(3, 0, 9, 10, 0),
                                       SPE_ENC(3, 0, 9, 10, 1), SPE_ENC(3, 0, 9, 10, 3)};
        t->u.sysreg.enc = enc[next_random(random) % 6];
        t->u.sysreg.data = next_random(random) % 3 == 0 ? 0x20001 : next_random(random) & 0x20103;
    }
}

static void random_transactions_never_crash(void **state)
{
    static const unsigned taps[] = {SPE_TAP_ALL, SPE_TAP_BYTES,
                                    SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE | SPE_TAP_SYNC,
                                    SPE_TAP_ALL & ~SPE_TAP_RND};
    uint64_t random = 1;

    (void)state;
    for (unsigned run = 0; run < 64; run++) {
        struct spe_config cfg;
        struct feed f;
        uint64_t cycle = 1;
        spe_config_init(&cfg);
        cfg.ernd = run & 1;
        cfg.inflight = 1 + (int)(run >> 1 & 3);
        cfg.reset_value = run & 8 ? spe_cfg_reset_value_unknown : spe_cfg_reset_value_zero;
        cfg.event_max = run & 16 ? 64 : 1;
        start(&f, &cfg, taps[run & 3]);
        for (int i = 0; i < 2000; i++) {
            struct spe_txn t;
            random_txn(&random, &t);
            t.u.sysreg.pos = t.kind == SPE_TXN_SYSREG ? f.model->ops : t.u.sysreg.pos;
            cycle += next_random(&random) % 3 == 0 ? next_random(&random) % 5 : 0;
            apply(&f, cycle, t);
        }
        assert_true(f.misuses > 0);
        apply(&f, cycle + 1, (struct spe_txn){.kind = SPE_TXN_CLOSE});
        spe_model_destroy(f.model);
    }
}

/* The close judges, but what comes behind it still counts. */
static void a_transaction_after_the_close_undoes_the_pass(void **state)
{
    struct spe_model_options options = {.taps = SPE_TAP_BYTES};
    struct spe_config cfg;
    struct feed f = {.seq = 0};
    struct spe_totals totals;

    (void)state;
    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&f.model, &cfg, &options), 0);
    apply(&f, 0, (struct spe_txn){.kind = SPE_TXN_CLOSE});
    spe_model_totals(f.model, &totals);
    assert_true(totals.closed && totals.pass);
    apply(&f, 0, (struct spe_txn){.kind = SPE_TXN_RESET});
    spe_model_totals(f.model, &totals);
    assert_true(totals.closed && !totals.pass);
    assert_int_equal(totals.misuses, 1);
    spe_model_destroy(f.model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_out_of_range_are_misuse),
        cmocka_unit_test(groups_that_are_not_connected_are_misuse),
        cmocka_unit_test(a_barrier_is_requested_once),
        cmocka_unit_test(too_much_in_a_cycle_is_misuse),
        cmocka_unit_test(full_tables_are_misuse),
        cmocka_unit_test(findings_name_their_choices),
        cmocka_unit_test(random_transactions_never_crash),
        cmocka_unit_test(a_transaction_after_the_close_undoes_the_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
