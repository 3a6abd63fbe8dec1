/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "doubt/fork.h"
#include "doubt/window_close.h"
#include "events/window_read.h"
#include "events/window_write.h"
#include "parts/audit.h"
#include "spe/regs.h"
#include "state/events.h"

/* Windows of doubt without OUT (3.5, S1): what reads of PMBSR_ELx and PMBPTR_EL1, other events and
 * writes tell about the events of the windows. It is cycle 50. */

#define NOW   50
#define BLIND (SPE_TAP_ALL & ~SPE_TAP_OUT)
#define S     SPE_PMBSR_S
#define EA    SPE_PMBSR_EA
#define DL    SPE_PMBSR_DL

/* `answer`: the answer to the first question asked. */
static struct spe_model *create(const char *keys, unsigned taps, unsigned answer)
{
    struct spe_model *m = bare_model(keys, taps);

    m->clock.cycle = NOW;
    m->run.may_ask = true;
    m->run.given = 1;
    m->run.question[0] = (struct question){.kind = FORK_S1, .answer = (uint8_t)answer};
    return m;
}

static struct effect *add(struct spe_model *m, struct effect e)
{
    struct effect *to = &m->spu->events.effect[m->spu->events.n++];

    *to = e;
    to->optional = true;
    to->target = e.target == 0 ? 1 : e.target;
    return to;
}

/* A read of PMBSR_EL1 while windows of the events `e` are open; `hi` 0: no event. */
struct read_row {
    const char *name;
    struct effect e[2];
    uint64_t was, data; /* PMBSR_EL1 before, and the value read */
    int left;           /* windows left */
    uint64_t is;
    enum cause cause; /* the event that has come, and its cycle */
    uint64_t cycle;
};

#define FULL(h)                                                                                    \
    {                                                                                              \
        .lo = 40, .hi = (h), .mss = 1, .cause = CAUSE_FULL                                         \
    }
#define IMPDEF(h)                                                                                  \
    {                                                                                              \
        .lo = 40, .hi = (h), .mss = 2, .cause = CAUSE_IMPDEF                                       \
    }
#define OF_EL2(h)                                                                                  \
    {                                                                                              \
        .lo = 40, .hi = (h), .mss = 1, .cause = CAUSE_FULL, .target = 2                            \
    }
#define LATER                                                                                      \
    {                                                                                              \
        .lo = 51, .hi = 60, .mss = 1, .cause = CAUSE_FULL                                          \
    }
#define ABORT                                                                                      \
    {                                                                                              \
        .lo = 40, .hi = 60, .mss = 2, .asynchronous = true, .ea = true, .dl = DL_ONE,              \
        .cause = CAUSE_ABORT                                                                       \
    }

static const struct read_row reads[] = {
    {"the one that reads so", {FULL(60), IMPDEF(55)}, 0, S | 2, 0, S | 2, CAUSE_IMPDEF, NOW},
    {"the other one", {FULL(60), IMPDEF(55)}, 0, S | 1, 0, S | 1, CAUSE_FULL, NOW},
    {"none does: the first", {FULL(60), IMPDEF(55)}, 0, S | 7, 0, S | 1, CAUSE_FULL, NOW},
    {"its window ended before", {FULL(45), {0}}, 0, S | 1, 0, S | 1, CAUSE_FULL, 45},
    {"a cycle before", {FULL(NOW - 1), {0}}, 0, S | 1, 0, S | 1, CAUSE_FULL, NOW - 1},
    {"in this cycle", {FULL(NOW), {0}}, 0, S | 1, 0, S | 1, CAUSE_FULL, NOW},
    {"it goes on", {FULL(NOW + 1), {0}}, 0, S | 1, 0, S | 1, CAUSE_FULL, NOW},
    {"one of EL2 may have come, too",
     {OF_EL2(60), IMPDEF(60)},
     0,
     S | 2,
     1,
     S | 2,
     CAUSE_IMPDEF,
     NOW},
    {"it is of EL2", {OF_EL2(60), {0}}, 0, S | 1, 1, 0, CAUSE_NONE, 0},
    {"it has not begun", {LATER, {0}}, 0, S | 1, 1, 0, CAUSE_NONE, 0},
    {"it has not begun, another has", {LATER, IMPDEF(60)}, 0, S | 1, 1, S | 2, CAUSE_IMPDEF, NOW},
    {"there is none", {{0}}, 0, S | 1, 0, 0, CAUSE_NONE, 0},
    {"S is 0", {FULL(60), {0}}, 0, 0, 1, 0, CAUSE_NONE, 0},
    {"S was 1: the abort comes behind it", {ABORT, {0}}, S | 1, S | 1, 1, S | 1, CAUSE_NONE, 0},
    {"S was 1: the abort has come",
     {ABORT, {0}},
     S | 1,
     S | 1 | EA | DL,
     0,
     S | 1 | EA | DL,
     CAUSE_NONE,
     NOW},
    {"S was 1: an event without a trace", {FULL(60), {0}}, S | 1, S | 1, 0, S | 1, CAUSE_NONE, NOW},
    {"the first alone", {FULL(60), ABORT}, 0, S | 1, 1, S | 1, CAUSE_FULL, NOW},
    {"and the abort", {FULL(60), ABORT}, 0, S | 1 | EA | DL, 0, S | 1 | EA | DL, CAUSE_FULL, NOW},
    {"that is not its trace", {FULL(60), ABORT}, 0, S | 1 | EA, 1, S | 1, CAUSE_FULL, NOW},
};

static void a_syndrome_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        const struct read_row *row = &reads[i];
        struct spe_model *m = create("", BLIND, 0);
        for (int k = 0; k < 2 && row->e[k].hi != 0; k++) {
            (void)add(m, row->e[k]);
        }
        m->spu->regs.v[SPE_PMBSR] = row->was;
        model_window_read(m, SPE_PMBSR, row->data);
        CHECK(row->name, m->spu->events.n, row->left);
        CHECK(row->name, m->spu->regs.v[SPE_PMBSR], row->is);
        CHECK(row->name, m->spu->regs.v[SPE_PMBSR_EL2], 0);
        CHECK(row->name, m->spu->events.s_cause, row->cause);
        CHECK(row->name, m->spu->events.s_cycle, row->cycle);
        spe_model_destroy(m);
    }
}

/* If two events have the same syndrome, the window that ends later counts. */
static void one_of_two_that_are_alike(void **state)
{
    (void)state;
    for (int last = 0; last < 2; last++) {
        struct spe_model *m = create("", BLIND, 0);
        struct effect *a = add(m, (struct effect)FULL(45)), *b = add(m, (struct effect)FULL(45));
        (last == 0 ? a : b)->hi = 48;
        model_window_read(m, SPE_PMBSR, S | 1);
        CHECK("its last cycle", m->spu->events.s_cycle, 48);
        CHECK("the other one has no trace", m->spu->events.n, 0);
        spe_model_destroy(m);
    }
}

/* The event may have come as early as the first cycle of the window: audit steps from that cycle on
 * stay valid, earlier ones do not. */
static void an_audit_behind_the_event_stays(void **state)
{
    (void)state;
    for (uint64_t lo = 44; lo <= 46; lo++) {
        struct spe_model *m = create("", BLIND, 0);
        struct effect *e = add(m, (struct effect)FULL(60));
        e->lo = lo;
        audit_step(&m->spu->audit, &m->spu->tot, AUDIT_PTR, 45);
        model_window_read(m, SPE_PMBSR, S | 1);
        CHECK("an event", m->spu->tot.others, 1);
        CHECK("steps", audit_steps(&m->spu->audit, &m->spu->tot), lo <= 45 ? AUDIT_PTR : 0);
        spe_model_destroy(m);
    }
}

/* A fault moves PMBPTR_EL1 from 0x10000 to 0x12000, or to a byte inside the record. S8: the value
 * read may be [read_lag_max] cycles old. */
struct pointer_row {
    const char *name;
    int lag;
    uint64_t old, cse;       /* PMBPTR_EL1 before, 0: unchanged; the last CSE, 0: none */
    uint64_t lo, data, then; /* then: first cycle of the window; 0: the event has come */
};

static const struct pointer_row pointers[] = {
    {"the byte", 0, 0, 0, 40, 0x12000, 0},
    {"a byte of the record", 0, 0, 0, 40, 0x12008, 0},
    {"neither", 0, 0, 0, 40, 0x12004, 40},
    {"the byte, before it can have come", 0, 0, 0, 51, 0x12000, 51},
    {"as it was, a cycle ago", 1, 0, 0, 40, 0x10000, 50},
    {"as it was, four cycles ago", 4, 0, 0, 40, 0x10000, 47},
    {"then it had just begun", 4, 0, 0, 46, 0x10000, 47},
    {"then it had not begun", 4, 0, 0, 48, 0x10000, 48},
    {"an old value that is as the new one", 4, 0x12000, 0, 40, 0x12000, 40},
    {"another old value", 4, 0x13000, 0, 40, 0x12000, 0},
    {"as it was behind an event without PSB CSYNC", 4, 0, 48, 40, 0x10000, 47},
};

static void the_pointer_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
        const struct pointer_row *row = &pointers[i];
        char key[32];
        (void)snprintf(key, sizeof(key), "read_lag_max = %d\n", row->lag);
        struct spe_model *m = create(key, BLIND, 0);
        m->run.question[0].kind = FORK_B11;
        struct effect *e = add(m, (struct effect){.lo = row->lo, .hi = 60, .mss = 4});
        e->has_ptr = true;
        e->ptr = 0x12000;
        e->later_ptr = 0x12008;
        m->spu->regs.v[SPE_PMBPTR] = 0x10000;
        m->spu->barriers.cse_cycle = row->cse;
        m->spu->stale.at[0] = (struct stale){.reg = SPE_PMBPTR, .cycle = 48, .value = row->old};
        m->spu->stale.n = row->old != 0;
        model_window_read(m, SPE_PMBPTR, row->data);
        CHECK(row->name, m->spu->events.n, row->then != 0);
        CHECK(row->name, row->then == 0 || e->lo == row->then, true);
        CHECK(row->name, m->spu->events.s_cycle, row->then == 0 ? NOW : 0);
        spe_model_destroy(m);
    }
}

/* The event has not come by a cycle. If that was the last cycle of its window, an optional event
 * never comes. Until that cycle the counter has not stopped. */
static void an_event_has_not_come_by(void **state)
{
    static const struct {
        const char *name;
        bool optional;
        uint64_t hi;
        int left, snaps;
    } rows[] = {
        {"the last cycle", true, NOW, 0, 0},
        {"the one before", true, NOW + 1, 1, 1},
        {"it must come", false, NOW, 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", BLIND, 0);
        struct effect *e = add(m, (struct effect)FULL(rows[i].hi));
        e->optional = rows[i].optional;
        for (unsigned k = 0; k < 3; k++) {
            m->spu->snaps.at[k] = (struct snapshot){.cycle = NOW - 1 + k};
        }
        m->spu->snaps.n = 3;
        m->spu->schedule.due = 1000;
        window_not_by(m, 0, NOW);
        CHECK(rows[i].name, m->spu->events.n, rows[i].left);
        CHECK(rows[i].name, rows[i].left == 0 || e->lo == NOW + 1, true);
        CHECK(rows[i].name, m->spu->snaps.n, rows[i].snaps);
        CHECK(rows[i].name, m->spu->snaps.at[0].cycle, NOW + 1);
        CHECK(rows[i].name, m->spu->schedule.due, rows[i].left == 0 ? 1000 : rows[i].hi);
        spe_model_destroy(m);
    }
}

/* An event was taken; the event of an open window may have come first. `since`: the first cycle in
 * which either may have come. If both orders give the same registers, nothing is asked; otherwise
 * either order is possible (S1). */
struct order_row {
    const char *name;
    uint64_t lo;
    uint32_t mss;
    unsigned target, answer;
    uint64_t since, is, el2;
    int left, asked;
};

static const struct order_row orders[] = {
    {"it has", 38, 2, 1, 1, 38, S | 2, 0, 0, 1},
    {"it has not, and has no trace", 38, 2, 1, 0, 38, S | 1, 0, 0, 1},
    {"behind the first cycle of the other", 42, 2, 1, 0, 40, S | 1, 0, 0, 1},
    {"it has not begun", 51, 2, 1, 0, 40, S | 1, 0, 1, 0},
    {"both show the same", 38, 1, 1, 0, 38, S | 1, 0, 0, 0},
    {"it may come yet, in another register", 38, 2, 2, 0, 38, S | 1, 0, 1, 1},
    {"it has, in another register", 38, 2, 2, 1, 38, S | 1, S | 2, 0, 1},
};

static void another_event_may_have_come_first(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(orders) / sizeof(orders[0]); i++) {
        const struct order_row *row = &orders[i];
        struct spe_model *m = create("", BLIND, row->answer);
        const struct outcome before = {0};
        const struct pointer pointer = {0};
        const struct effect e = {.lo = 40, .hi = 60, .mss = 1, .target = 1};
        struct effect *w = add(m, (struct effect)FULL(60));
        w->lo = row->lo;
        w->mss = row->mss;
        w->target = row->target;
        w->fork = fork_open(m, FORK_S1);
        m->spu->regs.v[SPE_PMBSR] = S | 1;
        CHECK(row->name, model_window_others(m, &e, &before, &pointer), row->since);
        CHECK(row->name, m->spu->regs.v[SPE_PMBSR], row->is);
        CHECK(row->name, m->spu->regs.v[SPE_PMBSR_EL2], row->el2);
        CHECK(row->name, m->spu->events.n, row->left);
        CHECK(row->name, m->spu->forks.n_used, row->lo > NOW);
        CHECK(row->name, w->fork != 0, row->lo > NOW);
        CHECK(row->name, m->run.asked, row->asked);
        spe_model_destroy(m);
    }
}

/* The same for PMBPTR_EL1: the first event that sets it determines its value; in order-free mode,
 * any of several bytes. If S of the same register is already set, the second event does not set
 * it. */
struct first_row {
    const char *name;
    bool fault;      /* the event of the window sets PMBPTR_EL1; otherwise the event is a full
                      * buffer */
    unsigned answer; /* which byte: the usual one, or any other (B11) */
    bool was_open;   /* before, PMBPTR_EL1 could be any of several bytes */
    unsigned target; /* of the other event, which has come */
    bool sets;       /* the other event sets PMBPTR_EL1 */
    uint64_t ptr;
    bool open;
};

static const struct first_row firsts[] = {
    {"a fault, before one", true, 1, false, 1, true, 0x10005, true},
    {"... of another register", true, 1, false, 2, true, 0x12000, false},
    {"before a full buffer", true, 1, false, 1, false, 0x10005, true},
    {"... of another register", true, 1, false, 2, false, 0x10005, true},
    {"of the usual byte", true, 0, true, 1, false, 0x10000, false},
    {"... behind another register", true, 0, true, 2, false, 0x10000, false},
    {"a full buffer, before a fault", false, 0, true, 1, true, 0x10000, true},
    {"... of another register", false, 0, true, 2, true, 0x12000, false},
};

static void the_first_one_sets_the_pointer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(firsts) / sizeof(firsts[0]); i++) {
        const struct first_row *row = &firsts[i];
        struct spe_model *m = create("", BLIND, 1);
        const struct outcome before = {.ptr = 0x10000};
        const struct pointer pointer = {.open = row->was_open};
        const struct effect e = {.lo = 40,
                                 .hi = 60,
                                 .mss = 7,
                                 .target = row->target,
                                 .has_ptr = row->sets,
                                 .ptr = 0x12000,
                                 .later_ptr = 0x12000};
        struct effect *w = add(m, (struct effect)FULL(60));
        w->has_ptr = w->others = row->fault;
        w->ptr = 0x10000;
        w->later_ptr = row->fault ? 0x10005 : 0x10000;
        m->run.given = 2;
        m->run.question[1] = (struct question){.kind = FORK_B11, .answer = (uint8_t)row->answer};
        m->spu->events.others = (struct byteset){.base = 0x10000, .bits = {0xFE}};
        m->spu->regs.v[row->target == 1 ? SPE_PMBSR : SPE_PMBSR_EL2] = S | 7;
        m->spu->regs.v[SPE_PMBPTR] = row->sets ? 0x12000 : 0x10000;
        m->spu->pointer.open = row->was_open && !row->sets;
        (void)model_window_others(m, &e, &before, &pointer);
        CHECK(row->name, m->spu->events.n, 0);
        CHECK(row->name, m->spu->regs.v[SPE_PMBPTR], row->ptr);
        CHECK(row->name, m->spu->pointer.open, row->open);
        spe_model_destroy(m);
    }
}

/* A write of PMBSR_EL1 in a window: the event may have come before the write, which erased its
 * trace. The rest of the window begins with this cycle (W10). */
struct write_row {
    const char *name;
    struct effect e;
    unsigned answer;
    bool any;    /* the write may have overwritten an event */
    uint64_t lo; /* 0: no window is left */
    bool moved;
    uint64_t bsr; /* the value that the write finds */
};

static const struct write_row writes[] = {
    {"it comes yet, or came", {.lo = 40, .hi = 60}, 0, true, NOW, false, 0},
    {"it began a cycle ago", {.lo = 49, .hi = 60}, 0, true, NOW, false, 0},
    {"it begins", {.lo = NOW, .hi = 60}, 0, false, NOW, false, 0},
    {"this is its last cycle", {.lo = 40, .hi = NOW}, 0, true, NOW, false, 0},
    {"it is over", {.lo = 40, .hi = NOW - 1}, 1, true, 0, false, 0},
    {"of another register", {.lo = 40, .hi = 60, .target = 2}, 0, false, 40, false, 0},
    {"the pointer may be checked again", {.lo = 40, .hi = 60, .late = true}, 0, true, NOW, true, 0},
    {"a fault, yet to come", {.lo = 40, .hi = 60, .has_ptr = true}, 0, true, NOW, false, 0},
    {"a fault that came", {.lo = 40, .hi = 60, .has_ptr = true}, 1, true, 0, false, S},
    {"a fault of before that came", {.lo = 40, .hi = 49, .ends = 1}, 1, true, 0, false, S},
    {"or did not", {.lo = 40, .hi = 49, .ends = 1}, 0, true, 0, false, 0},
};

static void write_one(const struct write_row *row, bool optional, bool moved)
{
    struct spe_model *m = create("", BLIND, row->answer);
    struct effect *e = add(m, row->e);

    m->run.question[0].kind = row->e.has_ptr ? FORK_KINDS : FORK_S1;
    m->spu->regs.v[SPE_PMBPTR] = 0x10008;
    e->ptr = e->later_ptr = 0x10008;
    e->optional = optional;
    e->fork = fork_open(m, FORK_S1);
    const struct fork_live *fork = &m->spu->forks.live[e->fork - 1];
    struct rec *rec = bare_queued(m, REC_QUEUED, 1);
    m->spu->buf.moved = moved;
    m->spu->buf.map.most = 9;
    (void)bytemap_mark(&m->spu->buf.map, 0x10007);
    (void)bytemap_mark(&m->spu->buf.map, 0x10008);
    model_window_overwritten(m, SPE_PMBSR);
    CHECK(row->name, m->spu->events.n, row->lo != 0);
    CHECK(row->name, row->lo == 0 || e->lo == row->lo, true);
    CHECK(row->name, e->overwritten, row->any && row->lo != 0);
    CHECK(row->name, row->lo == 0 || e->optional == (optional || row->any), true);
    CHECK(row->name, fork->used && fork->kind == FORK_S1, row->lo != 0);
    CHECK(row->name, m->spu->buf.moved, moved || row->moved);
    CHECK(row->name, m->spu->regs.v[SPE_PMBSR], row->bsr);
    CHECK(row->name, rec->state, row->any ? REC_MAYBE : REC_QUEUED);
    CHECK(row->name, rec->may_write, row->any);
    CHECK("before the pointer", bytemap_mark(&m->spu->buf.map, 0x10007), true);
    CHECK("at the pointer", bytemap_mark(&m->spu->buf.map, 0x10008), !row->any);
    spe_model_destroy(m);
}

static void a_syndrome_is_overwritten(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(writes) / sizeof(writes[0]); i++) {
        for (int k = 0; k < 4; k++) {
            write_one(&writes[i], k % 2 == 0, k / 2 != 0);
        }
    }
}

/* A fault came before the write, and left no trace: its record, if begun, may stay unfinished. */
static void a_fault_that_nothing_shows(void **state)
{
    static const struct {
        const char *name;
        enum rec_state state;
        uint64_t ends;
        bool optional[2];
    } rows[] = {
        {"the first record", REC_STARTED, 1, {true, false}},
        {"the second one", REC_STARTED, 2, {false, true}},
        {"nothing of it is written", REC_QUEUED, 2, {false, false}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", BLIND, 0);
        struct rec *rec[] = {bare_queued(m, rows[i].state, 1), bare_queued(m, rows[i].state, 2)};
        rec[0]->order = 2; /* selected last, recorded first */
        rec[1]->order = 1;
        struct effect *e = add(m, (struct effect)FULL(NOW - 1));
        e->ends = rows[i].ends;
        model_window_overwritten(m, SPE_PMBSR);
        for (int k = 0; k < 2; k++) {
            CHECK(rows[i].name, rec[k]->optional, rows[i].optional[k]);
        }
        spe_model_destroy(m);
    }
}

/* After such a write the counter is unknown if it may have stood still, or may be loaded again. */
static void the_counter_behind_it(void **state)
{
    static const struct {
        const char *name;
        bool kept, profiling, unknown;
        uint64_t sicr;
    } rows[] = {
        {"it may have stood still", true, false, true, 0x300},
        {"it counts", false, true, false, 0x300},
        {"it is loaded again", false, true, true, 0},
        {"nothing counts", false, false, false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create("", BLIND, 0);
        (void)add(m, (struct effect)FULL(60));
        count_add(&m->spu->acc.count[COUNT_POP], 9, 45);
        m->spu->snaps.at[0] = (struct snapshot){.cycle = 44, .sicr = 0x301, .pop = 5};
        m->spu->snaps.n = rows[i].kept;
        m->spu->enabled.profiling = rows[i].profiling;
        m->spu->regs.v[SPE_PMSICR] = rows[i].sicr;
        model_window_overwritten(m, SPE_PMBSR);
        CHECK(rows[i].name, m->spu->unknown.bits[SPE_PMSICR] != 0, rows[i].unknown);
        CHECK(rows[i].name, m->spu->acc.count[COUNT_POP].maybe, rows[i].kept ? 4 : 0);
        CHECK(rows[i].name, m->spu->snaps.n, 0);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_syndrome_tells),
        cmocka_unit_test(one_of_two_that_are_alike),
        cmocka_unit_test(an_audit_behind_the_event_stays),
        cmocka_unit_test(the_pointer_tells),
        cmocka_unit_test(an_event_has_not_come_by),
        cmocka_unit_test(another_event_may_have_come_first),
        cmocka_unit_test(the_first_one_sets_the_pointer),
        cmocka_unit_test(a_syndrome_is_overwritten),
        cmocka_unit_test(a_fault_that_nothing_shows),
        cmocka_unit_test(the_counter_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
