/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports that must not occur twice (dpi/README.md, "Rules"): outputs and events of one cycle, a
 * clock without a change, a context without a change. Also WLAST in two ways, and ASID and VMID
 * without their event. Each of these is misuse.
 */
#include "check.h"
#include "config_members.h"
#include "spe/model.h"

static char text[320]; /* of the last finding */

static void on_finding(void *user, const struct spe_finding *f)
{
    unsigned *misuses = user;

    *misuses += f->kind == SPE_FINDING_MISUSE;
    (void)snprintf(text, sizeof(text), "%s", f->text);
}

/* clang-format off */
#define TXN(KIND, AT, ...) {.kind = SPE_TXN_##KIND, .cycle = (AT), __VA_ARGS__}
/* clang-format on */
#define CLK(at, ...)     TXN(CLK, at, .u.clk = {__VA_ARGS__})
#define CTX(at, ...)     TXN(CTX, at, .u.ctx = {.state = 0x10785, __VA_ARGS__})
#define OUT(at)          TXN(OUT, at, .u.out = {.levels = 0})
#define SYNC(at, name)   TXN(SYNC, at, .u.sync = {.kind = SPE_SYNC_##name})
#define IDS(name, ids)   TXN(SYNC, 3, .u.sync = {.kind = SPE_SYNC_##name, .data = (ids)})
#define RESET(at, asked) TXN(RESET, at, .u.reset = {asked})
#define WORD(at, n, end, wlast)                                                                    \
    TXN(W, at, .u.w = {.word = (n), .last_word = (end), .last = (wlast)})

/* Rows follow `clk` and context 0 of cycle 0. */
struct row {
    const char *row;
    struct spe_txn txn[4];
    int n;
    const char *says; /* about the last one; NULL: no misuse */
};

static unsigned apply_all(const struct row *row)
{
    const struct spe_txn start[] = {CLK(0, 1, 1), CTX(0, .id = 0)};
    unsigned misuses = 0;
    struct spe_model_options options = {
        .taps = SPE_TAP_ALL, .on_finding = on_finding, .user = &misuses};
    struct spe_model *model;
    struct spe_config cfg;
    uint32_t seq = 0;

    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&model, &cfg, &options), 0);
    for (int i = 0; i < 2 + row->n; i++) {
        struct spe_txn txn = i < 2 ? start[i] : row->txn[i - 2];
        txn.seq = seq++;
        CHECK(row->row, misuses, 0);
        (void)spe_model_apply(model, &txn);
    }
    spe_model_destroy(model);
    return misuses;
}

static void judge(const struct row *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        CHECK(row[i].row, apply_all(&row[i]), row[i].says != NULL);
        if (row[i].says != NULL && strstr(text, row[i].says) == NULL) {
            fail_msg("%s: says '%s'", row[i].row, text);
        }
    }
}

/* ASID and VMID belong to a context synchronization event, both or neither. */
static void ids_go_with_their_event(void **state)
{
    static const struct row rows[] = {
        {"the largest", {IDS(CSE, 2 * SPE_SYNC_IDS - 1)}, 1, NULL},
        {"larger", {IDS(CSE, 2 * SPE_SYNC_IDS)}, 1, "sync.data is 0x200000000"},
        {"not told", {IDS(CSE, 1)}, 1, "sync.data is 0x1"},
        {"TLBI", {IDS(TLBI, SPE_SYNC_IDS)}, 1, "sync.data is 0x100000000"},
    };
    (void)state;
    judge(rows, sizeof(rows) / sizeof(rows[0]));
}

static void what_is_told_twice_is_misuse(void **state)
{
    static const struct row rows[] = {
        {"outputs", {OUT(3), OUT(3)}, 2, "outputs are told twice in one cycle"},
        {"outputs of two cycles", {OUT(3), OUT(4)}, 2, NULL},
        {"CSE", {SYNC(3, CSE), SYNC(3, CSE)}, 2, "kind 0 after kind 0 in one cycle"},
        {"CSE, later", {SYNC(3, CSE), SYNC(4, CSE)}, 2, NULL},
        {"TLBI", {SYNC(3, CSE), SYNC(3, TLBI), SYNC(3, TLBI)}, 3, "kind 5 after kind 5"},
        {"TLBI, CSE", {SYNC(3, TLBI), SYNC(3, CSE)}, 2, "kind 0 after kind 5 in one cycle"},
        {"CSE, TLBI", {SYNC(3, CSE), SYNC(3, TLBI)}, 2, NULL},
        {"clock", {CLK(3, 1, 1)}, 1, "the clock is said to be as it was: running=1 active=1"},
        {"clock, idle", {CLK(3, 1, 0), CLK(4, 1, 0)}, 2, "as it was: running=1 active=0"},
        {"clock, a change", {CLK(3, 1, 0), CLK(4, 1, 1)}, 2, NULL},
        {"clock, a stop", {CLK(3, 0, 1), CLK(9, 1, 1)}, 2, NULL},
        {"clock, after reset", {RESET(3, 0), RESET(5, 1), CLK(5, 1, 1)}, 3, NULL},
        {"context",
         {CTX(3, .id = 0)},
         1,
         "context id 0 is sent again, and its counter has not moved"},
        {"context, the counter", {CTX(3, .cntpct = 1)}, 1, NULL},
        {"context, a new one", {CTX(3, .id = 1, .contextidr_el1 = 1)}, 1, NULL},
    };

    (void)state;
    judge(rows, sizeof(rows) / sizeof(rows[0]));
}

/* A second context id in one cycle is misuse: the cycle before has not announced it for ctx[0].
 * After a reset, or when the clock starts again, there is no cycle before. */
static void contexts_change_inside_a_cycle(void **state)
{
    static const struct row rows[] = {
        {"one in a cycle", {CTX(3, .id = 1), CTX(4, .id = 2)}, 2, NULL},
        {"two", {CTX(3, .id = 1), CTX(3, .id = 2)}, 2, "id 2 after id 1"},
        {"behind one of another cycle",
         {CTX(3, .id = 1), CTX(4, .id = 2), CTX(4, .id = 3)},
         3,
         "id 3 after id 2"},
        {"told in one", {CTX(3, .id = 2)}, 1, "id 2 after id 0"},
        {"one is left out", {CTX(3, .id = 3)}, 1, "id 3 follows id 0"},
        {"back", {CTX(3, .id = 1), CTX(4, .id = 0)}, 2, "id 0 follows id 1"},
        {"of the first cycle", {CTX(0, .id = 1)}, 1, NULL},
        {"an access in the first cycle",
         {TXN(SYSREG, 0, .u.sysreg = {.write = 1, .enc = 0xC4C9})},
         1,
         NULL},
        {"an access in the first cycle, beside a change of its context",
         {CTX(0, .id = 1), TXN(SYSREG, 0, .u.sysreg = {.write = 1, .enc = 0xC4CC})},
         2,
         "an access in a cycle in which the context changes"},
        {"with a clk", {CLK(3, 1, 0), CTX(3, .id = 1), CTX(3, .id = 2)}, 3, "id 2 after id 1"},
        {"the clock runs again",
         {CLK(3, 0, 1), CLK(9, 1, 1), CTX(9, .id = 1), CTX(9, .id = 2)},
         4,
         NULL},
        {"it has run again",
         {CLK(3, 0, 1), CLK(9, 1, 1), CTX(10, .id = 1), CTX(10, .id = 2)},
         4,
         "id 2 after id 1"},
    };

    (void)state;
    judge(rows, sizeof(rows) / sizeof(rows[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ids_go_with_their_event),
                                       cmocka_unit_test(contexts_change_inside_a_cycle),
                                       cmocka_unit_test(what_is_told_twice_is_misuse)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
