/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of the calls of a cycle, their numbers, and the text of a misuse (dpi/README.md,
 * "Rules").
 */
#include "check.h"
#include "said.h"
#include "spe/regs.h"

/* ---- The order of a cycle */

static const struct {
    const char *row;
    int place;
    struct spe_txn txn;
} order[] = {
    {"read", 0, TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4)})},
    {"write that is not OK", 0,
     TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .write = 1, .outcome = 1})},
    {"read that is not OK", 0,
     TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .outcome = 5})},
    {"clk", 1, TXN(CLK, .u.clk = {1, 0})},
    {"ctx", 2, TXN(CTX, .u.ctx = {.id = 1, .state = 0x10785})},
    {"life", 3, TXN(LIFE, .u.life = {.kind = SPE_LIFE_RETIRE})},
    {"rnd", 4, TXN(RND, .u.rnd = {.value = 3})},
    {"sel", 4, TXN(SEL, .u.sel = {.tag = SPE_TAG_COLLIDED})},
    {"xl_req", 5, TXN(XL_REQ, .u.xl_req = {.id = 1})},
    {"xl_rsp", 5, TXN(XL_RSP, .u.xl_rsp = {.id = 1, .pas = SPE_PAS_NONSECURE})},
    {"aw", 7, TXN(AW, .u.aw = {.offered = 3})},
    {"w", 8, TXN(W, .u.w = {.last_word = 1})},
    {"b", 9, TXN(B, .u.b = {0})},
    {"write", 10, TXN(SYSREG, .u.sysreg = {.enc = SPE_ENC(3, 0, 9, 9, 4), .write = 1})},
    {"sync", 11, TXN(SYNC, .u.sync = {.kind = SPE_SYNC_CSE})},
    {"out", 11, TXN(OUT, .u.out = {0})},
};
enum { ORDER = sizeof(order) / sizeof(order[0]) };

/* Whether the last of `n` calls is reported as out of order. */
static bool out_of_order(const struct spe_txn *txn, const uint64_t *cycle, int n)
{
    struct said said = {0};
    struct spe_model *model = begin(&said, false);

    for (int i = 0; i < n; i++) {
        struct spe_txn t = txn[i];
        t.seq = (uint32_t)i + 2;
        t.cycle = cycle[i];
        said.text[0] = '\0';
        (void)spe_model_apply(model, &t);
    }
    spe_model_destroy(model);
    const bool is = strcmp(said.text, "out of order inside the cycle") == 0;
    if (is) {
        assert_string_equal(said.where, spe_txn_name(txn[n - 1].kind));
    }
    return is;
}

static void calls_of_a_cycle_have_their_places(void **state)
{
    (void)state;
    for (int a = 0; a < ORDER; a++) {
        for (int b = 0; b < ORDER; b++) {
            const struct spe_txn pop = TXN(POP, .u.pop = {.n = 1});
            const struct spe_txn two[] = {order[a].txn, order[b].txn};
            const struct spe_txn three[] = {order[a].txn, pop, order[b].txn};
            const struct spe_txn raised[] = {order[ORDER - 1].txn, order[a].txn, order[b].txn};
            char row[64];
            (void)snprintf(row, sizeof(row), "%s, %s", order[a].row, order[b].row);
            const bool same_life = a == b && order[a].txn.kind == SPE_TXN_LIFE;
            const bool bad = order[a].place > order[b].place || same_life;
            CHECK(row, out_of_order(two, (uint64_t[]){3, 3}, 2), bad);
            CHECK(row, out_of_order(two, (uint64_t[]){3, 4}, 2), false);
            CHECK(row, out_of_order(three, (uint64_t[]){3, 3, 3}, 3), bad);
            CHECK(row, out_of_order(three, (uint64_t[]){3, 4, 4}, 3), false);
            CHECK(row, out_of_order(raised, (uint64_t[]){3, 3, 3}, 3), order[b].place < 11);
        }
    }
}

/* Life events are ordered by tag; events of one tag in the order of the enumeration, each once. */
static void lives_of_a_cycle_come_by_tag(void **state)
{
    (void)state;
    for (int i = 0; i < 4 * SPE_LIFE_KINDS; i++) {
        for (int k = 0; k < 4 * SPE_LIFE_KINDS; k++) {
            const uint8_t tag[] = {(uint8_t)(i / SPE_LIFE_KINDS), (uint8_t)(k / SPE_LIFE_KINDS)};
            const uint8_t kind[] = {(uint8_t)(i % SPE_LIFE_KINDS), (uint8_t)(k % SPE_LIFE_KINDS)};
            const struct spe_txn two[] = {TXN(LIFE, .u.life = {.tag = tag[0], .kind = kind[0]}),
                                          TXN(LIFE, .u.life = {.tag = tag[1], .kind = kind[1]})};
            char row[64];
            (void)snprintf(row, sizeof(row), "tag %d kind %d, tag %d kind %d", tag[0], kind[0],
                           tag[1], kind[1]);
            CHECK(row, out_of_order(two, (uint64_t[]){3, 3}, 2), k <= i);
        }
    }
}

/* The report of a wrong order names both places. */
static void an_order_is_told(void **state)
{
    static const struct {
        struct spe_txn txn[2];
        const char *expected, *actual;
    } rows[] = {
        {{TXN(OUT, .u.out = {0}), TXN(LIFE, .u.life = {.kind = SPE_LIFE_RETIRE})},
         "life before sync or out",
         "life after sync or out"},
        {{TXN(B, .u.b = {0}), TXN(RND, .u.rnd = {.value = 3})},
         "rnd, pop or sel before b",
         "rnd, pop or sel after b"},
        {{TXN(LIFE, .u.life = {.tag = 2, .kind = SPE_LIFE_RETIRE}),
          TXN(LIFE, .u.life = {.tag = 1, .kind = SPE_LIFE_COMPLETE})},
         "lives by tag, of one tag by kind",
         "life of tag 1, kind 3"},
        {{TXN(RESET, .u.reset = {.kind = 2}), TXN(CLK, .u.clk = {1, 1})},
         "clk before reset",
         "clk after reset"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct said said = {0};
        struct spe_model *model = begin(&said, false);
        const struct spe_txn clk = TXN(CLK, .u.clk = {1, 0});
        for (uint32_t k = 0; k < 3; k++) {
            struct spe_txn t = k == 0 ? clk : rows[i].txn[k - 1];
            t.seq = k + 2;
            t.cycle = 3;
            (void)spe_model_apply(model, &t);
        }
        spe_model_destroy(model);
        assert_string_equal(said.text, "out of order inside the cycle");
        assert_string_equal(said.expected, rows[i].expected);
        assert_string_equal(said.actual, rows[i].actual);
    }
}

/* ---- Groups of taps */

static bool is_refused(int kind, unsigned taps)
{
    const struct spe_txn txn = {.kind = (uint8_t)kind, .cycle = 3};
    struct said said = {0};
    const struct spe_model_options options = {
        .taps = taps, .on_finding = on_finding, .user = &said};
    struct spe_config cfg;
    struct spe_model *model;

    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&model, &cfg, &options), 0);
    (void)spe_model_apply(model, &txn);
    spe_model_destroy(model);
    return strcmp(said.text, "transaction of a group that is not connected") == 0;
}

/* A call of a group that the session does not have is refused. */
static void a_call_belongs_to_a_group(void **state)
{
    static const unsigned tap[SPE_TXN_KINDS] = {
        [SPE_TXN_SYSREG] = SPE_TAP_REGS,  [SPE_TXN_CTX] = SPE_TAP_REGS,
        [SPE_TXN_POP] = SPE_TAP_POP,      [SPE_TXN_RND] = SPE_TAP_RND,
        [SPE_TXN_SEL] = SPE_TAP_LIFE,     [SPE_TXN_LIFE] = SPE_TAP_LIFE,
        [SPE_TXN_XL_REQ] = SPE_TAP_BYTES, [SPE_TXN_XL_RSP] = SPE_TAP_BYTES,
        [SPE_TXN_AW] = SPE_TAP_BYTES,     [SPE_TXN_W] = SPE_TAP_BYTES,
        [SPE_TXN_B] = SPE_TAP_BYTES,      [SPE_TXN_SYNC] = SPE_TAP_SYNC,
        [SPE_TXN_OUT] = SPE_TAP_OUT, /* 0: reset, clk, close */
    };
    static const unsigned taps[] = {
        SPE_TAP_ALL,
        SPE_TAP_BYTES,
        SPE_TAP_BYTES | SPE_TAP_REGS,
        SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_LIFE,
        SPE_TAP_BYTES | SPE_TAP_REGS | SPE_TAP_POP,
        SPE_TAP_BYTES | SPE_TAP_OUT | SPE_TAP_SYNC,
    };

    (void)state;
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        CHECK(spe_txn_name(kind), spe_txn_tap(kind), tap[kind]);
        for (size_t i = 0; i < sizeof(taps) / sizeof(taps[0]); i++) {
            CHECK(spe_txn_name(kind), is_refused(kind, taps[i]), (tap[kind] & ~taps[i]) != 0);
        }
    }
    CHECK("out of range", spe_txn_tap(-1) | spe_txn_tap(SPE_TXN_KINDS), 0);
}

/* ---- Numbers of calls */

static void a_call_that_is_missing_is_seen(void **state)
{
    static const struct {
        const char *row;
        uint32_t seq[3];
        const char *says; /* about the last one; NULL: there is no misuse */
        unsigned misuses;
    } rows[] = {
        {"one by one", {2, 3, 4}, NULL, 0},
        {"one is missing", {2, 4, 5}, "sequence number 4, expected 3", 1},
        {"one comes twice", {2, 2, 3}, "sequence number 2, expected 3", 1},
        {"the last is missing", {2, 3, 5}, "sequence number 5, expected 4", 1},
        {"two gaps", {3, 4, 6}, "sequence number 6, expected 5", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct said said = {0};
        struct spe_model *model = begin(&said, false);
        for (uint8_t k = 0; k < 3; k++) {
            const struct spe_txn out = TXN(OUT, .seq = rows[i].seq[k], .cycle = 3u + k);
            (void)spe_model_apply(model, &out);
        }
        spe_model_destroy(model);
        CHECK(rows[i].row, said.misuses, rows[i].misuses);
        if (rows[i].says != NULL) {
            assert_string_equal(said.text, rows[i].says);
            assert_string_equal(said.where, "seq");
        }
    }
}

/* `close` carries the number of calls before it and a sum over their kinds. */
static void calls_are_counted(void **state)
{
    const uint32_t sum = ((SPE_TXN_CLK * 31 + SPE_TXN_CTX) * 31 + SPE_TXN_OUT) * 31 + SPE_TXN_SYNC;

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t calls = 4 + (i & 1);
        const uint32_t told = sum + (i >> 1);
        const struct spe_txn txn[] = {TXN(OUT, .seq = 2, .cycle = 3),
                                      TXN(SYNC, .seq = 3, .cycle = 4),
                                      TXN(CLOSE, .seq = 4, .cycle = 9, .u.close = {calls, told})};
        struct said said = {.looked_for = "close"};
        struct spe_model *model = begin(&said, false);
        char expected[64], actual[64];
        for (int k = 0; k < 3; k++) {
            (void)spe_model_apply(model, &txn[k]);
        }
        spe_model_destroy(model);
        CHECK("close", said.found, i != 0);
        CHECK("alone", said.misuses, i != 0);
        (void)snprintf(expected, sizeof(expected), "%" PRIu64 " calls, sum 0x%08" PRIx32, calls,
                       told);
        (void)snprintf(actual, sizeof(actual), "4 calls, sum 0x%08" PRIx32, sum);
        if (i != 0) {
            assert_string_equal(said.expected, expected);
            assert_string_equal(said.actual, actual);
        }
    }
}

/* A misuse names the reported value and what contradicts it. */
static const struct {
    const char *where, *text;
    struct spe_txn txn[3]; /* each in its own cycle */
} said_rows[] = {
    {"cycle", /* the call of cycle 5 is refused, and comes before it all the same */
     "cycle steps back from 5 to 4",
     {TXN(OUT, .cycle = 4), TXN(SYNC, .cycle = 5, .u.sync.data = 3 * SPE_SYNC_IDS),
      TXN(OUT, .cycle = 4)}},
    {"b",
     "out of order inside the cycle",
     {TXN(OUT, .cycle = 4), TXN(SYNC, .cycle = 5, .u.sync.data = 3 * SPE_SYNC_IDS),
      TXN(B, .cycle = 5)}},
    {"sysreg.pos",
     "access at member 2 after one at 3",
     {TXN(OUT, .cycle = 3), TXN(SYSREG, .cycle = 4, .u.sysreg.pos = 3),
      TXN(SYSREG, .cycle = 5, .u.sysreg.pos = 2)}},
    {"sysreg.pos",
     "access at member 1 but 0 were counted",
     {TXN(OUT, .cycle = 3), TXN(OUT, .cycle = 4), TXN(SYSREG, .cycle = 5, .u.sysreg.pos = 1)}},
    {"sync.data",
     "sync.data is 0x300000000, above 0x1ffffffff",
     {TXN(OUT, .cycle = 3), TXN(OUT, .cycle = 4),
      TXN(SYNC, .cycle = 5, .u.sync.data = 3 * SPE_SYNC_IDS)}},
    {"aw.offered",
     "offered in cycle 6, after its handshake",
     {TXN(OUT, .cycle = 3), TXN(OUT, .cycle = 4), TXN(AW, .cycle = 5, .u.aw.offered = 6)}},
    {"aw.offered",
     "offered since cycle 3, but the AW before it was accepted in 3",
     {TXN(OUT, .cycle = 2), TXN(AW, .cycle = 3, .u.aw.offered = 2),
      TXN(AW, .cycle = 5, .u.aw.offered = 3)}},
    {"w.last_word",
     "a beat has words in cycle 3, but no last one",
     {TXN(OUT, .cycle = 2), TXN(W, .cycle = 3, .u.w = {.word = 1}),
      TXN(W, .cycle = 5, .u.w = {.word = 2, .last_word = 1})}},
    {"w.word",
     "word 1 follows word 2 of the beat",
     {TXN(OUT, .cycle = 2), TXN(W, .cycle = 3, .u.w = {.word = 2}),
      TXN(W, .cycle = 3, .u.w = {.word = 1, .last_word = 1})}},
    {"w.last",
     "words of one beat say 1 and 0",
     {TXN(OUT, .cycle = 2), TXN(W, .cycle = 3, .u.w = {.word = 1, .last = 1}),
      TXN(W, .cycle = 3, .u.w = {.word = 2, .last_word = 1})}},
    {"w",
     "a second beat of write data in one cycle",
     {TXN(OUT, .cycle = 2), TXN(W, .cycle = 3, .u.w = {.word = 1, .last_word = 1}),
      TXN(W, .cycle = 3, .u.w = {.word = 2, .last_word = 1})}},
    {"sync.kind",
     "kind 0 after kind 5 in one cycle: they come in the order of their numbers, each once",
     {TXN(OUT, .cycle = 3), TXN(SYNC, .cycle = 4, .u.sync.kind = SPE_SYNC_TLBI),
      TXN(SYNC, .cycle = 4, .u.sync.kind = SPE_SYNC_CSE)}},
    {"sync.kind",
     "a second PSB CSYNC is requested before the first is done",
     {TXN(OUT, .cycle = 3), TXN(SYNC, .cycle = 4, .u.sync.kind = SPE_SYNC_PSB_REQ),
      TXN(SYNC, .cycle = 5, .u.sync.kind = SPE_SYNC_PSB_REQ)}},
    {"sync.kind",
     "a second DSB is requested before the first is done",
     {TXN(OUT, .cycle = 3), TXN(SYNC, .cycle = 4, .u.sync.kind = SPE_SYNC_DSB_REQ),
      TXN(SYNC, .cycle = 5, .u.sync.kind = SPE_SYNC_DSB_REQ)}},
    {"sel.ctx",
     "a member of context 1 is chosen, but 0 is current",
     {TXN(CTX, .cycle = 3, .u.ctx = {.id = 1, .state = 0x10785}),
      TXN(POP, .cycle = 3, .u.pop = {.n = 1, .slot = 2}),
      TXN(SEL, .cycle = 3, .u.sel = {.ctx = 1, .slot = 2, .tag = SPE_TAG_COLLIDED})}},
    {"cycle",
     "cycle steps back from 5 to 4",
     {TXN(OUT, .cycle = 3), TXN(OUT, .cycle = 5), TXN(OUT, .cycle = 4)}},
    {"out",
     "transaction in reset",
     {TXN(OUT, .cycle = 3), TXN(RESET, .cycle = 4, .u.reset.kind = 0), TXN(OUT, .cycle = 5)}},
    {"reset.kind",
     "reset is asserted, but it was asserted before",
     {TXN(OUT, .cycle = 3), TXN(RESET, .cycle = 4), TXN(RESET, .cycle = 5)}},
    {"reset.kind",
     "reset is released, but it was not asserted",
     {TXN(OUT, .cycle = 3), TXN(OUT, .cycle = 4), TXN(RESET, .cycle = 5, .u.reset.kind = 1)}},
    {"sync",
     "transaction while the clock stands still",
     {TXN(OUT, .cycle = 3), TXN(CLK, .cycle = 4, .u.clk = {0, 1}), TXN(SYNC, .cycle = 5)}},
};

static void what_is_said(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(said_rows) / sizeof(said_rows[0]); i++) {
        struct said said = {0};
        struct spe_model *model = begin(&said, false);
        for (uint32_t k = 0; k < 3; k++) {
            struct spe_txn txn = said_rows[i].txn[k];
            txn.seq = k + 2;
            said.text[0] = '\0';
            (void)spe_model_apply(model, &txn);
        }
        spe_model_destroy(model);
        assert_string_equal(said.text, said_rows[i].text);
        assert_string_equal(said.where, said_rows[i].where);
    }
}

/* RG2: the first context has any id. From then on ids count up by one with each change. */
static void the_first_context_has_any_id(void **state)
{
    static const char *const says[] = {
        "context id %u is sent again, and its counter has not moved",
        "",
        ("the context changes between two cycles: ctx[0] of a cycle must be ctx[1] of the cycle"
         " before (id %u after id %u)"),
        "context id %u follows id %u: ids count up by one",
    };

    (void)state;
    for (unsigned i = 0; i < 16 * 4; i++) {
        const unsigned first = i / 4, next = (first + i % 4) & 15;
        const struct spe_txn txn[] = {
            TXN(CLK, .u.clk = {1, 1}),
            TXN(CTX, .seq = 1, .u.ctx = {.id = (uint8_t)first, .state = 0x10785}),
            TXN(CTX, .seq = 2, .cycle = 3, .u.ctx = {.id = (uint8_t)next, .state = 0x10785})};
        struct said said = {0};
        struct spe_model *model = create_model(&said, false);
        char text[sizeof(said.text)];
        for (int k = 0; k < 3; k++) {
            CHECK("the first one", said.misuses, 0);
            (void)spe_model_apply(model, &txn[k]);
        }
        spe_model_destroy(model);
        (void)snprintf(text, sizeof(text), says[i % 4], next, first);
        assert_string_equal(said.text, text);
    }
}

/* A transaction of an unknown kind is not a call: its kind is the only misuse reported. */
static void a_kind_that_does_not_exist(void **state)
{
    (void)state;
    for (unsigned kind = SPE_TXN_KINDS; kind < 256; kind++) {
        const struct spe_txn none = {.kind = (uint8_t)kind, .seq = 2, .cycle = 3};
        struct said said = {0};
        struct spe_model *model = begin(&said, false);
        char text[64];
        (void)spe_model_apply(model, &none);
        spe_model_destroy(model);
        (void)snprintf(text, sizeof(text), "transaction of kind %u", kind);
        CHECK(text, said.misuses, 1);
        assert_string_equal(said.text, text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_a_cycle_have_their_places),
        cmocka_unit_test(lives_of_a_cycle_come_by_tag),
        cmocka_unit_test(an_order_is_told),
        cmocka_unit_test(a_call_belongs_to_a_group),
        cmocka_unit_test(a_call_that_is_missing_is_seen),
        cmocka_unit_test(calls_are_counted),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(the_first_context_has_any_id),
        cmocka_unit_test(a_kind_that_does_not_exist),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
