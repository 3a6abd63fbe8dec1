/* SPDX-License-Identifier: Apache-2.0 */
#include "arch/regs.h"
#include "bare_model.h"
#include "check.h"
#include "doubt/unknown.h"
#include "spe/regs.h"

/* [reset_value] = unknown (4.2, E6): which fields are unknown since reset, and what depends on
 * them: software must write these fields first. It is cycle 50. */

#define ALL   UINT64_MAX
#define S     SPE_PMBSR_S
#define EE    SPE_PMSCR_EE
#define EE_ON (UINT64_C(2) << SPE_PMSCR_EE_SHIFT)
#define V2    "pmsver = 2\nevents = 0xBFF\n"
#define V3    "pmsver = 3\nevents = 0xBFF\nfne = 1\n"
#define V6                                                                                         \
    "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\nexc = "   \
    "1\n"

/* The registers needed, and their unknown bits: "PMSCR_EL1 0x2 unknown, ...". */
static char needed[256];

static void note(void *user, const struct spe_finding *f)
{
    const size_t used = strlen(needed);

    (void)user;
    (void)snprintf(needed + used, sizeof(needed) - used, "%s%s %s", used == 0 ? "" : ", ", f->where,
                   f->actual);
}

static struct spe_model *create(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);

    m->opt.on_finding = note;
    m->clock.cycle = 50;
    needed[0] = '\0';
    memset(&m->spu->unknown, 0, sizeof(m->spu->unknown));
    return m;
}

static void text_is(const char *row, const char *expected)
{
    if (strcmp(needed, expected) != 0) {
        fail_msg("%s: '%s', expected '%s'", row, needed, expected);
    }
}

/* All registers are unknown if a tap reports their writes; LIMITR.E is 0. */
static void a_reset_leaves_all_unknown(void **state)
{
    (void)state;
    for (int taps = 0; taps < 2; taps++) {
        struct spe_model *m =
            create(V6 "reset_value = unknown\n", taps ? SPE_TAP_ALL : SPE_TAP_BYTES | SPE_TAP_OUT);
        m->spu->unknown.told = 5;
        m->spu->counter.open_cycle = 7;
        model_unknown_reset(m);
        for (int i = 0; i < SPE_REGS; i++) {
            uint64_t bits = spe_reg_writable(&m->cfg, (enum spe_reg)i);
            bits &= i == SPE_PMBLIMITR ? ~SPE_PMBLIMITR_E : ALL;
            bits &= i == SPE_PMSCR_EL2 && !m->cfg.el3 ? ~EE : ALL;
            CHECK(spe_reg_name((enum spe_reg)i), m->spu->unknown.bits[i], taps ? bits : 0);
        }
        CHECK("nothing was told", m->spu->unknown.told, 0);
        CHECK("no cycle", m->spu->counter.open_cycle, UINT64_MAX);
        spe_model_destroy(m);
    }
}

/* Out of reset, PMBIRQ follows S within [irq_max] cycles, and so reveals S. With SPE Profiling
 * exceptions, the level also depends on PMSCR_ELx.EE. */
static void the_level_will_tell(void **state)
{
    static const struct {
        const char *what, *keys;
        uint64_t unknown;
        unsigned taps;
        bool waits;
    } rows[] = {
        {"S is unknown", "irq_max = 4\n", ALL, SPE_TAP_ALL, true},
        {"S alone", "irq_max = 4\n", S, SPE_TAP_ALL, true},
        {"all but S", "irq_max = 4\n", ~S, SPE_TAP_ALL, false},
        {"no levels", "irq_max = 4\n", ALL, SPE_TAP_ALL & ~SPE_TAP_OUT, false},
        {"exceptions", V6 "irq_max = 4\n", ALL, SPE_TAP_ALL, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(rows[i].keys, rows[i].taps);
        m->spu->unknown.bits[SPE_PMBSR] = rows[i].unknown;
        m->spu->schedule.due = 1000;
        model_unknown_s(m);
        CHECK(rows[i].what, m->spu->events.irq_checked, !rows[i].waits);
        CHECK(rows[i].what, m->spu->events.s_cycle, rows[i].waits ? 50 : 0);
        CHECK(rows[i].what, m->spu->schedule.due, rows[i].waits ? 55 : 1000);
        spe_model_destroy(m);
    }
}

static void the_level_tells(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct spe_model *m = create("", SPE_TAP_ALL);
        const bool level = i & 1;
        m->spu->unknown.bits[SPE_PMBSR] = S | SPE_PMBSR_EA;
        m->spu->regs.v[SPE_PMBSR] = SPE_PMBSR_DL | (i & 2 ? S : 0);
        m->spu->events.s_level = !level;
        m->spu->events.irq_checked = m->spu->schedule.busy = false;
        model_learn_s(m, level);
        CHECK("S", m->spu->regs.v[SPE_PMBSR], SPE_PMBSR_DL | (level ? S : 0));
        CHECK("EA is unknown", m->spu->unknown.bits[SPE_PMBSR], SPE_PMBSR_EA);
        CHECK("stopped", m->spu->events.s_level, level);
        CHECK("told", m->spu->events.irq_checked, true);
        CHECK("it takes effect", m->spu->schedule.busy, true);
        spe_model_destroy(m);
    }
}

/* Each register is reported once. */
static void what_is_needed_is_said_once(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);

    (void)state;
    m->spu->unknown.bits[SPE_PMSCR_EL1] = 0x28;
    m->spu->unknown.bits[SPE_PMSFCR] = 0x3;
    CHECK("another bit", model_known(m, SPE_PMSCR_EL1, 0x2, "it"), true);
    CHECK("another register", model_known(m, SPE_PMSEVFR, ALL, "it"), true);
    text_is("none is needed", "");
    CHECK("one of the bits", model_known(m, SPE_PMSCR_EL1, 0x9, "it"), false);
    text_is("one", "PMSCR_EL1 0x8 unknown");
    CHECK("the other one", model_known(m, SPE_PMSCR_EL1, 0x20, "it"), false);
    CHECK("another register", model_known(m, SPE_PMSFCR, ALL, "it"), false);
    CHECK("that again", model_known(m, SPE_PMSFCR, ALL, "it"), false);
    CHECK("the first again", model_known(m, SPE_PMSCR_EL1, ALL, "it"), false);
    text_is("each once", "PMSCR_EL1 0x8 unknown, PMSFCR_EL1 0x3 unknown");
    spe_model_destroy(m);
}

static char said[768];

static void note_words(void *user, const struct spe_finding *f)
{
    (void)user;
    (void)snprintf(said, sizeof(said), "%s: %s; %s, %s", spe_check_name(f->check), f->text,
                   f->expected, f->section);
}

static void what_is_said(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);

    (void)state;
    m->opt.on_finding = note_words;
    m->spu->unknown.bits[SPE_PMSFCR] = 1;
    model_unknown_filter(m, true);
    assert_string_equal(said, "contract: the filter of a record depends on PMSFCR_EL1, which holds "
                              "anything since reset; a write or a read of it after reset, "
                              "DDI 0586A 4.2");
    m->cfg.pmu_feed = true;
    m->spu->unknown.told = 0;
    model_unknown_filter(m, false);
    assert_string_equal(said, "contract: what SAMPLE_FEED_OP and others count depends on "
                              "PMSFCR_EL1, which holds anything since reset; a write or a read of "
                              "it after reset, DDI 0586A 4.2");
    m->spu->unknown.bits[SPE_PMBSR] = S;
    m->spu->unknown.told = 0;
    m->spu->contexts.of[0] = (struct spe_ctx){.el = 1, .ns = true, .nspb = 3, .e2pb = 3};
    m->spu->contexts.now = 0;
    m->spu->regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_E;
    m->spu->regs.v[SPE_PMSCR_EL1] = SPE_PMSCR_ExSPE;
    model_unknown_enabling(m); /* the first context: no cycle has begun in it */
    assert_string_equal(said, "contract: enabling of the buffer depends on PMBSR_EL1, which holds "
                              "anything since reset; a write or a read of it after reset, "
                              "DDI 0586A 4.2");
    spe_model_destroy(m);
}

/* The buffer belongs to Non-secure EL1, or to EL2 with `owner2`; PMBLIMITR_EL1.E is 1. */
struct world {
    unsigned el;
    bool owner2, secure, off; /* off: PMBLIMITR_EL1.E is 0 */
    unsigned pmsee;
};

static void enter(struct spe_model *m, const struct world *w)
{
    m->spu->contexts.of[2] = (struct spe_ctx){.el = w->el,
                                              .ns = !w->secure,
                                              .nspb = w->secure ? 1 : 3,
                                              .e2pb = w->owner2 ? 0 : 3,
                                              .pmsee = w->pmsee};
    m->spu->contexts.known = 4;
    m->spu->contexts.now = m->spu->contexts.start = 2;
    m->spu->regs.v[SPE_PMBLIMITR] = 0x20000 | (w->off ? 0 : SPE_PMBLIMITR_E);
}

/* PMSCR_EL1, PMSCR_EL2, PMBSR_EL1, _EL2, _EL3: values, and unknown bits. */
struct enabling_row {
    const char *what, *keys;
    struct world world;
    uint64_t value[5], unknown[5];
    const char *needs;
};

static const enum spe_reg controls[5] = {SPE_PMSCR_EL1, SPE_PMSCR_EL2, SPE_PMBSR, SPE_PMBSR_EL2,
                                         SPE_PMBSR_EL3};

static const struct enabling_row enablings[] = {
    {"all is known", "", {.el = 1}, {2}, {0}, ""},
    {"E1SPE", "", {.el = 1}, {0}, {2}, "PMSCR_EL1 0x2 unknown"},
    {"all of PMSCR_EL1", "", {.el = 1}, {0}, {0xFB}, "PMSCR_EL1 0xfb unknown"},
    {"... in a disabled buffer", "", {.el = 1, .off = true}, {0}, {0xFB}, ""},
    {"E1SPE is known to be 1", "", {.el = 1}, {2}, {0xF9}, ""},
    {"E1SPE is known to be 0", "", {.el = 1}, {0}, {0xF9}, ""},
    {"E0SPE", "", {.el = 0}, {0}, {1}, "PMSCR_EL1 0x1 unknown"},
    {"E1SPE at EL0", "", {.el = 0}, {0}, {2}, ""},
    {"S", "", {.el = 1}, {2}, {0, 0, S}, "PMBSR_EL1 0x20000 unknown"},
    {"all but S", "", {.el = 1}, {2}, {0, 0, ~S}, ""},
    {"S, where nothing is enabled", "", {.el = 1}, {0}, {0, 0, S}, ""},
    {"S, in a disabled buffer", "", {.el = 1, .off = true}, {2}, {0, 0, S}, ""},
    {"both", "", {.el = 1}, {0}, {2, 0, S}, "PMBSR_EL1 0x20000 unknown, PMSCR_EL1 0x2 unknown"},
    {"bits of the same number: both PMSCR",
     "",
     {.el = 1},
     {0},
     {0x22, 0x22},
     "PMSCR_EL1 0x22 unknown"},
    {"... and PMBSR_EL1", "", {.el = 1}, {2}, {S, 0, S}, "PMBSR_EL1 0x20000 unknown"},
    {"... and PMBSR_EL2", "", {.el = 1}, {2}, {0, 0, S, S}, "PMBSR_EL1 0x20000 unknown"},
    {"... and PMBSR_EL3", "", {.el = 1}, {2}, {0, 0, S, 0, S}, "PMBSR_EL1 0x20000 unknown"},
    {"PMSCR_EL2 of another level", "", {.el = 1}, {2}, {0, 2}, ""},
    {"... where that is not profiled", "", {.el = 1}, {0}, {0, 2}, ""},
    {"E2SPE", "", {.el = 2, .owner2 = true}, {0}, {0, 2}, "PMSCR_EL2 0x2 unknown"},
    {"PMSCR_EL1 is told first",
     "",
     {.el = 2, .owner2 = true},
     {0},
     {8, 2},
     "PMSCR_EL1 0x8 unknown"},
    {"E2SPE is known to be 1", "", {.el = 2, .owner2 = true}, {0, 2}, {0, 8}, ""},
    /* SPE Profiling exceptions: the S of another level stops profiling by EE and PMSEE (D17.4
     * RTWFRY) */
    {"S of EL3", V6, {.el = 1, .pmsee = 3}, {2}, {0, 0, 0, 0, S}, "PMBSR_EL3 0x20000 unknown"},
    {"... PMSEE is 2",
     V6,
     {.el = 1, .pmsee = 2},
     {2},
     {0, 0, 0, 0, S},
     "PMBSR_EL3 0x20000 unknown"},
    {"... PMSEE is 1", V6, {.el = 1, .pmsee = 1}, {2}, {0, 0, 0, 0, S}, ""},
    {"all but S of EL3", V6, {.el = 1, .pmsee = 3}, {2}, {0, 0, 0, 0, ~S}, ""},
    {"without EL3", V6 "el3 = 0\n", {.el = 1, .pmsee = 3}, {2}, {0, 0, 0, 0, S}, ""},
    {"S of EL2, EE 2",
     V6,
     {.el = 1, .pmsee = 3},
     {2, EE_ON},
     {0, 0, 0, S},
     "PMBSR_EL2 0x20000 unknown"},
    {"... PMSEE is 1",
     V6,
     {.el = 1, .pmsee = 1},
     {2, EE_ON},
     {0, 0, 0, S},
     "PMBSR_EL2 0x20000 unknown"},
    {"... PMSEE is 0", V6, {.el = 1, .pmsee = 0}, {2, EE_ON}, {0, 0, 0, S}, ""},
    {"... without EL3",
     V6 "el3 = 0\n",
     {.el = 1},
     {2, EE_ON},
     {0, 0, 0, S},
     "PMBSR_EL2 0x20000 unknown"},
    {"all but S of EL2", V6, {.el = 1, .pmsee = 3}, {2, EE_ON}, {0, 0, 0, ~S}, ""},
    {"S of EL2, EE 1", V6, {.el = 1, .pmsee = 3}, {2, EE_ON / 2}, {0, 0, 0, S}, ""},
    {"S of EL2, EE 0", V6, {.el = 1, .pmsee = 3}, {2}, {0, 0, 0, S}, ""},
    {"S of EL2, EE unknown, too",
     V6,
     {.el = 1, .pmsee = 3},
     {2},
     {0, EE, 0, S},
     "PMSCR_EL2 0x300 unknown"},
    {"S of EL2 is 1, EE unknown",
     V6,
     {.el = 1, .pmsee = 3},
     {2, 0, 0, S},
     {0, EE},
     "PMSCR_EL2 0x300 unknown"},
    {"S of EL2 is 1, all else of it unknown",
     V6,
     {.el = 1, .pmsee = 3},
     {2, 0, 0, S},
     {0, EE, 0, ~S},
     "PMSCR_EL2 0x300 unknown"},
    {"S of EL2 is 0, EE unknown", V6, {.el = 1, .pmsee = 3}, {2}, {0, EE}, ""},
    {"... and all else of it", V6, {.el = 1, .pmsee = 3}, {2}, {0, EE, 0, ~S}, ""},
    {"EE unknown, S is 1, PMSEE is 0", V6, {.el = 1}, {2, 0, 0, S}, {0, EE}, ""},
    {"... in Secure state without EL2",
     V6,
     {.el = 1, .pmsee = 3, .secure = true},
     {2, 0, 0, S},
     {0, EE},
     ""},
    {"without exceptions another S is none", "", {.el = 1, .pmsee = 3}, {2}, {0, EE, 0, S, S}, ""},
};

static void what_enabling_needs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(enablings) / sizeof(enablings[0]); i++) {
        const struct enabling_row *row = &enablings[i];
        struct spe_model *m = create(row->keys, SPE_TAP_ALL);
        enter(m, &row->world);
        for (int k = 0; k < 5; k++) {
            m->spu->regs.v[controls[k]] = row->value[k];
            m->spu->unknown.bits[controls[k]] = row->unknown[k];
        }
        model_unknown_enabling(m);
        text_is(row->what, row->needs);
        spe_model_destroy(m);
    }
}

static void without_a_context_nothing_is_enabled(void **state)
{
    struct spe_model *m = create("", SPE_TAP_ALL);

    (void)state;
    m->spu->unknown.bits[SPE_PMSCR_EL1] = ALL;
    m->spu->regs.v[SPE_PMBLIMITR] = SPE_PMBLIMITR_E;
    model_unknown_enabling(m);
    text_is("no context", "");
    spe_model_destroy(m);
}

/* Fields that decide the contents of a record (3.3). */
#define CX  SPE_PMSCR_CX
#define PA  SPE_PMSCR_PA
#define TS  SPE_PMSCR_TS
#define PCT UINT64_C(0x40)

static const struct {
    const char *what, *keys;
    struct world world;
    uint64_t value[2], unknown[2]; /* PMSCR_EL1, PMSCR_EL2 */
    const char *needs;
} collects[] = {
    {"all is known", "", {.el = 1}, {2 | CX | TS}, {0}, ""},
    {"CX", "", {.el = 1}, {2}, {CX}, "PMSCR_EL1 0x8 unknown"},
    {"CX of EL2", "", {.el = 1}, {2}, {0, CX}, "PMSCR_EL2 0x8 unknown"},
    {"... in Secure state", "", {.el = 1, .secure = true}, {2}, {0, CX}, ""},
    {"CX of EL1 at EL2", "", {.el = 2, .owner2 = true}, {0, 2}, {CX}, ""},
    {"CX of EL2 at EL2", "", {.el = 2, .owner2 = true}, {0, 2}, {0, CX}, "PMSCR_EL2 0x8 unknown"},
    {"PA", "", {.el = 1}, {2, PA}, {PA}, "PMSCR_EL1 0x10 unknown"},
    {"... which EL2 does not permit", "", {.el = 1}, {2}, {PA}, ""},
    {"PA of EL2", "", {.el = 1}, {2 | PA}, {0, PA}, "PMSCR_EL2 0x10 unknown"},
    {"... which EL1 does not want", "", {.el = 1}, {2}, {0, PA}, ""},
    {"TS", "", {.el = 1}, {2}, {TS}, "PMSCR_EL1 0x20 unknown"},
    {"TS of EL2", "", {.el = 1}, {2 | TS}, {0, TS}, ""},
    {"TS of EL2 at EL2", "", {.el = 2, .owner2 = true}, {0, 2}, {0, TS}, "PMSCR_EL2 0x20 unknown"},
    {"PCT", "", {.el = 1}, {2 | TS, PCT}, {PCT}, "PMSCR_EL1 0x40 unknown"},
    {"PCT without TS", "", {.el = 1}, {2, PCT}, {PCT}, ""},
    {"PCT of EL2", "", {.el = 1}, {2 | TS | PCT}, {0, PCT}, "PMSCR_EL2 0x40 unknown"},
    {"EE of both", "", {.el = 1}, {2}, {EE, EE}, ""},
    {"nothing is profiled", "", {.el = 1}, {0}, {CX | PA | TS, CX | PA | TS}, ""},
    {"with E2SPE", "e2spe_hidden = 0\n", {.el = 1}, {2}, {0, CX | 3}, "PMSCR_EL2 0xb unknown"},
    {"... which is hidden",
     "e2spe_hidden = 1\n",
     {.el = 1},
     {2},
     {0, CX | 3},
     "PMSCR_EL2 0x8 unknown"},
};

static void what_a_record_needs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(collects) / sizeof(collects[0]); i++) {
        struct spe_model *m = create(collects[i].keys, SPE_TAP_ALL);
        enter(m, &collects[i].world);
        for (int k = 0; k < 2; k++) {
            m->spu->regs.v[controls[k]] = collects[i].value[k];
            m->spu->unknown.bits[controls[k]] = collects[i].unknown[k];
        }
        model_unknown_collect(m, contexts_now(&m->spu->contexts));
        text_is(collects[i].what, collects[i].needs);
        spe_model_destroy(m);
    }
}

/* Fields that the filters read (3.2.3), each register with 1 unknown bit. SAMPLE_FEED_EVENT and the
 * others need all filter registers, whatever is enabled (N11); from SPEv1p2 on the mode of the
 * buffer counts, too. */
#define EVENTS   "PMSEVFR_EL1 0x1 unknown"
#define INVERTED "PMSNEVFR_EL1 0x1 unknown"
#define LATENCY  "PMSLATFR_EL1 0x1 unknown"
#define SOURCE   "PMSDSFR_EL1 0x1 unknown"

static const struct filter_row {
    const char *what, *keys;
    uint64_t fcr, fcr_unknown, limitr_unknown;
    const char *needs;
} filters[] = {
    {"nothing is enabled", "", 0, 0, 0, ""},
    {"an enable is unknown", "", 0, 2, 0, "PMSFCR_EL1 0x2 unknown"},
    {"... and another one is 1", "", SPE_PMSFCR_FE, 2, 0, "PMSFCR_EL1 0x2 unknown"},
    {"FE", "", SPE_PMSFCR_FE, 0, 0, EVENTS},
    {"FNE", "", SPE_PMSFCR_FNE, 0, 0, INVERTED},
    {"FL", "", SPE_PMSFCR_FL, 0, 0, LATENCY},
    {"FDS", "", SPE_PMSFCR_FDS, 0, 0, SOURCE},
    {"FT", "", SPE_PMSFCR_FT, 0, 0, ""},
    {"kinds of SAMPLE_FEED", V2 "pmu_feed = 1\n", 0, 0, 0,
     EVENTS ", " INVERTED ", " LATENCY ", " SOURCE},
    {"no discard mode", V2, 0, 0, ALL, ""},
    {"discard mode", V3, 0, 0, ALL, "PMBLIMITR_EL1 0x6 unknown"},
    {"all else of PMBLIMITR_EL1", V3, 0, 0, ~SPE_PMBLIMITR_FM, ""},
};

/* A squash that has no record: SAMPLE_FEED_EVENT and the others count it all the same (A D14.3). */
static const struct filter_row squashes[] = {
    {"nothing counts it", V2, SPE_PMSFCR_FE, 2, ALL, ""},
    {"kinds of SAMPLE_FEED", V3 "pmu_feed = 1\n", 0, 0, ALL,
     EVENTS ", " INVERTED ", " LATENCY ", " SOURCE},
    {"... and PMSFCR_EL1", V3 "pmu_feed = 1\n", 0, UINT64_C(1) << 16, 0,
     "PMSFCR_EL1 0x10000 unknown"},
};

static void need_filters(const struct filter_row *rows, size_t n, bool captured)
{
    for (size_t i = 0; i < n; i++) {
        struct spe_model *m = create(rows[i].keys, SPE_TAP_ALL);
        m->spu->regs.v[SPE_PMSFCR] = rows[i].fcr;
        m->spu->unknown.bits[SPE_PMSFCR] = rows[i].fcr_unknown;
        m->spu->unknown.bits[SPE_PMBLIMITR] = rows[i].limitr_unknown;
        m->spu->unknown.bits[SPE_PMSEVFR] = m->spu->unknown.bits[SPE_PMSNEVFR] =
            m->spu->unknown.bits[SPE_PMSLATFR] = m->spu->unknown.bits[SPE_PMSDSFR] = 1;
        model_unknown_filter(m, captured);
        text_is(rows[i].what, rows[i].needs);
        spe_model_destroy(m);
    }
}

static void what_the_filters_need(void **state)
{
    (void)state;
    need_filters(filters, sizeof(filters) / sizeof(filters[0]), true);
    need_filters(squashes, sizeof(squashes) / sizeof(squashes[0]), false);
}

/* PMSCR_EL2.EE decides whether EL2 takes an event, unless EL3 takes it in any case (RT3). */
static void the_target_of_an_event(void **state)
{
    static const struct {
        const char *what;
        uint64_t unknown;
        unsigned pmsee, ec, fsc;
        bool target;
    } rows[] = {
        {"EE is known", ~EE, 1, 0, 0, false},
        {"EE is unknown", EE, 1, 0, 0, true},
        {"EL3 permits no exceptions", EE, 0, 0, 0, false},
        {"EL3 takes all events", EE, 3, 0, 0, false},
        {"an External abort, to EL3", EE, 2, SPE_PMBSR_EC_STAGE1, 0x10, false},
        {"a Translation fault", EE, 2, SPE_PMBSR_EC_STAGE1, 0x07, true},
        {"no fault, with that code", EE, 2, 0, 0x10, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct spe_ctx ctx = {
            .el = 1, .ns = true, .nspb = 3, .e2pb = 3, .pmsee = rows[i].pmsee, .ea = true};
        struct spe_model *m = create(V6, SPE_TAP_ALL);
        m->spu->unknown.bits[SPE_PMSCR_EL2] = rows[i].unknown;
        CHECK(rows[i].what, model_unknown_target(&m->cfg, m->spu, &ctx, rows[i].ec, rows[i].fsc),
              rows[i].target);
        spe_model_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reset_leaves_all_unknown),
        cmocka_unit_test(the_level_will_tell),
        cmocka_unit_test(the_level_tells),
        cmocka_unit_test(what_is_needed_is_said_once),
        cmocka_unit_test(what_is_said),
        cmocka_unit_test(what_enabling_needs),
        cmocka_unit_test(without_a_context_nothing_is_enabled),
        cmocka_unit_test(what_a_record_needs),
        cmocka_unit_test(what_the_filters_need),
        cmocka_unit_test(the_target_of_an_event),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
