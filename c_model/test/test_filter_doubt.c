/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "config_members.h"
#include "doubt/filter_fork.h"
#include "doubt/filter_note.h"
#include "ports/outputs.h"
#include "spe/bits.h"
#include "spe/regs.h"
#include "spe/status.h"

/* Samples that the filters may keep or reject (3.2.3, D24.7.12; L1, L2, L3, L15), and the notes
 * about kept and rejected samples. The tests run in cycle 50. */

#define V6   "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"
#define FE   SPE_PMSFCR_FE
#define FNE  SPE_PMSFCR_FNE
#define FT   SPE_PMSFCR_FT
#define FL   SPE_PMSFCR_FL
#define FDS  SPE_PMSFCR_FDS
#define LOAD SPE_PMSFCR_LD

static struct spe_model *create(const char *keys, unsigned taps)
{
    struct spe_model *m = bare_model(keys, taps);

    m->clock.cycle = 50;
    return m;
}

/* A branch with events 5 and 7, a total latency of 9, Data Source 3. */
static const struct spe_filtered sampled = {.events = SPE_BIT(1) | SPE_BIT(5) | SPE_BIT(7),
                                            .types = SPE_OPTYPE_BRANCH,
                                            .latency = 9,
                                            .has_source = true,
                                            .source = 3};

struct note_row {
    const char *keys;
    uint64_t fcr, events, inverted, least, sources;
    bool kept;
    const char *ends; /* how the note ends */
};

static const struct note_row notes[] = {
    {V6, 0, 0, 0, 4, 0, true, "PMSFCR_EL1: none is enabled"},
    {V6, FE, SPE_BIT(5), 0, 0, 0, true, "in 57; PMSFCR_EL1: FE"},
    {V6, FNE | FT | LOAD, 0, 2, 4, 0, true, "PMSFCR_EL1: FnE, FT"},
    {V6, FL | FDS, 0, 0, 4, 8, true, "in 57, total latency 9, MINLAT 4; PMSFCR_EL1: FL, FDS"},
    {V6, FE | FNE | FT | FL | FDS, 0, 0, 4, 8, true, "PMSFCR_EL1: FE, FnE, FT, FL, FDS"},
    /* rejected */
    {V6, FE, SPE_BIT(3), 0, 0, 0, false, "in 57; PMSFCR_EL1: FE (events)"},
    {V6, FE | FNE, SPE_BIT(5), SPE_BIT(7), 0, 0, false, "PMSFCR_EL1: FnE (inverted events)"},
    {V6, FE | FNE | FT | LOAD, SPE_BIT(5), SPE_BIT(3), 0, 0, false, "PMSFCR_EL1: FT (type)"},
    {V6, FE | FT | LOAD | FL, SPE_BIT(3), 0, 10, 0, false, "MINLAT 10; PMSFCR_EL1: FE (events)"},
    {V6, FT | LOAD | FL, 0, 0, 10, 0, false, "MINLAT 10; PMSFCR_EL1: FT (type)"},
    {V6, FT | LOAD, SPE_BIT(3), 0, 0, 0, false, "PMSFCR_EL1: FT (type)"}, /* FE is 0 */
    {V6, FL | FDS, 0, 0, 10, 4, false,
     "in 57, total latency 9, MINLAT 10; PMSFCR_EL1: FL (latency)"},
    {V6, FL | FDS, 0, 0, 9, 4, false, "PMSFCR_EL1: FDS (source)"},
    /* an event in both filters (L15) */
    {V6 "fe_overlap = nothing\n", FE | FNE, SPE_BIT(3), SPE_BIT(3), 0, 0, false,
     "PMSFCR_EL1: FE and FnE (events and inverted events)"},
    {V6 "fe_overlap = nothing\n", FE | FNE, SPE_BIT(11), SPE_BIT(11), 0, 0, false,
     "PMSFCR_EL1: FE and FnE (events and inverted events)"},
    {V6 "fe_overlap = ignored\n", FE | FNE | FT | LOAD, SPE_BIT(3), SPE_BIT(3), 0, 0, false,
     "PMSFCR_EL1: FT (type)"},
    {V6 "fe_overlap = ignored\n", FE | FT | LOAD, SPE_BIT(3), SPE_BIT(3), 0, 0, false,
     "PMSFCR_EL1: FE (events)"},
    {V6 "fe_overlap = ignored\n", FNE | FT | LOAD, SPE_BIT(5), SPE_BIT(5), 0, 0, false,
     "PMSFCR_EL1: FnE (inverted events)"},
    {V6 "fe_overlap = nothing\n", FE | FNE, SPE_BIT(3) | SPE_BIT(31), SPE_BIT(31), 0, 0, false,
     "PMSFCR_EL1: FE (events)"}, /* event 31 is in no filter */
    {V6 "speculative = 0\nsample_point = retire\n", FE | FNE, SPE_BIT(3) | SPE_BIT(1), SPE_BIT(1),
     0, 0, false, "PMSFCR_EL1: FE (events)"}, /* event 1 is in one filter only */
};

static void noted(struct spe_model *m, const struct note_row *row, char *text)
{
    m->spu->regs.v[SPE_PMSFCR] = row->fcr;
    m->spu->regs.v[SPE_PMSEVFR] = row->events;
    m->spu->regs.v[SPE_PMSNEVFR] = row->inverted;
    m->spu->regs.v[SPE_PMSLATFR] = row->least;
    m->spu->regs.v[SPE_PMSDSFR] = row->sources;
    m->clock.skew = 7; /* the clock has stood still: texts show the monitor's cycles */
    m->spu->fl.tag[2].story.pc = 0x4000;
    m->spu->fl.tag[2].sel_cycle = 40;
    m->spu->acc.count[COUNT_FILTRATE].total = 4;
    filter_note(m, &m->spu->fl.tag[2], &sampled, row->kept);
    if (row->kept) {
        filter_note_kept(m, 5, text, NOTE_TEXT);
    } else {
        filter_note_rejected(m, text, NOTE_TEXT);
    }
}

static void what_is_noted(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
        struct spe_model *m = create(notes[i].keys, SPE_TAP_ALL);
        char text[NOTE_TEXT], begins[NOTE_TEXT];
        noted(m, &notes[i], text);
        (void)snprintf(begins, sizeof(begins),
                       "; the filters %s the sample of tag 2, PC 0x4000, selected in cycle 47, "
                       "ended in 57",
                       notes[i].kept ? "keep" : "last rejected");
        const size_t n = strlen(notes[i].ends);
        if (strncmp(text, begins, strlen(begins)) != 0 || strlen(text) < n ||
            strcmp(text + strlen(text) - n, notes[i].ends) != 0) {
            fail_msg("row %zu: '%s', expected '%s ... %s'", i, text, begins, notes[i].ends);
        }
        spe_model_destroy(m);
    }
}

/* The longest note: all filters, a PC of the kernel, cycles of twelve digits. */
static void a_note_fits_into_its_finding(void **state)
{
    struct spe_model *m = create(V6, SPE_TAP_ALL);
    struct tag *tag = &m->spu->fl.tag[3];

    (void)state;
    m->spu->regs.v[SPE_PMSFCR] = FE | FNE | FT | FL | FDS;
    m->spu->regs.v[SPE_PMSLATFR] = 1000;
    m->clock.skew = 100000000000;
    tag->story.pc = 0xFFFF800012345678;
    filter_note(m, tag, &sampled, true);
    m->spu->acc.count[COUNT_FILTRATE].total = 1;
    outputs_counts_final(m, true);
    CHECK("findings", bare_findings, 1);
    const char *end = strrchr(bare_last.text, ':');
    assert_non_null(end);
    assert_string_equal(end, ": FE, FnE, FT, FL, FDS");
    spe_model_destroy(m);
}

/* The scoreboard keeps notes of the last kept samples, by number, and of the last rejected
 * sample. */
static void the_last_ones_are_noted(void **state)
{
    struct spe_model *m = create(V6, SPE_TAP_ALL);
    char text[NOTE_TEXT];

    (void)state;
    filter_note_rejected(m, text, sizeof(text));
    assert_string_equal(text, "");
    m->spu->regs.v[SPE_PMSFCR] = FT | LOAD;
    filter_note(m, &m->spu->fl.tag[0], &sampled, false);
    filter_note_rejected(m, text, sizeof(text));
    assert_non_null(strstr(text, "PC 0x0,"));
    for (unsigned n = 1; n <= NOTES + 1; n++) {
        m->spu->acc.count[COUNT_FILTRATE].total = n - 1;
        m->spu->fl.tag[0].story.pc = n;
        filter_note(m, &m->spu->fl.tag[0], &sampled, true);
    }
    filter_note_kept(m, 1, text, sizeof(text));
    assert_string_equal(text, "");
    filter_note_kept(m, 2, text, sizeof(text));
    assert_non_null(strstr(text, "PC 0x2,"));
    filter_note_kept(m, NOTES + 1, text, sizeof(text));
    assert_non_null(strstr(text, "PC 0x11,"));
    filter_note_kept(m, NOTES + 2, text, sizeof(text));
    assert_string_equal(text, "");
    spe_model_destroy(m);
}

#define ANY_ALL "fe_zero = any\nft_zero = any\nfl_zero = any\nfne_zero = any\nfe_overlap = any\n"

/* Whether the filters keep the sample, and which open choice (`kind`) permits the opposite. */
static const struct {
    const char *what, *keys;
    uint64_t fcr, events, inverted, least;
    bool kept;
    enum fork_kind kind;
} keeps[] = {
    {"no choice, kept", V6, FE, SPE_BIT(5), 0, 0, true, FORK_KINDS},
    {"no choice, rejected", V6, FE, SPE_BIT(3), 0, 0, false, FORK_KINDS},
    {"no choice, ignored", V6, FE, 0, 0, 0, true, FORK_KINDS},
    {"no choice, nothing", V6 "fe_zero = nothing\n", FE, 0, 0, 0, false, FORK_KINDS},
    {"FE", V6 "fe_zero = any\n", FE, 0, 0, 0, true, FORK_L1},
    {"FE is 0", V6 "fe_zero = any\n", 0, 0, 0, 0, true, FORK_KINDS},
    {"... with events", V6 "fe_zero = any\n", FE, SPE_BIT(5), 0, 0, true, FORK_KINDS},
    {"... and rejected", V6 "fe_zero = any\n", FE | FL, 0, 0, 10, false, FORK_KINDS},
    {"FT", "eft = 0\nft_zero = any\n", FT, 0, 0, 0, true, FORK_L2},
    {"FL", V6 "fl_zero = any\n", FL, 0, 0, 0, true, FORK_L3},
    {"FnE", V6 "fne_zero = any\n", FNE, 0, 0, 0, true, FORK_L15},
    {"both", V6 "fe_overlap = any\n", FE | FNE, SPE_BIT(5), SPE_BIT(5), 0, true, FORK_L15},
    {"FE and FnE", V6 ANY_ALL, FE | FNE, 0, 0, 0, true, FORK_L15},
    {"FE and FT", V6 ANY_ALL, FE | FT, 0, 0, 0, true, FORK_L1},
    {"FT and FL", V6 ANY_ALL, FT | FL, 0, 0, 0, true, FORK_L2},
    {"FE and FL", V6 ANY_ALL, FE | FL, 0, 0, 0, true, FORK_L1},
    {"FL, all open", V6 ANY_ALL, FL, 0, 0, 0, true, FORK_L3},
    {"FL alone is open", V6 "fl_zero = any\nfe_zero = nothing\n", FE | FL, 0, 0, 0, false,
     FORK_KINDS},
};

static void the_filters_keep_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(keeps) / sizeof(keeps[0]); i++) {
        struct spe_model *m = create(keeps[i].keys, SPE_TAP_ALL);
        bool kept = !keeps[i].kept;
        m->spu->regs.v[SPE_PMSFCR] = keeps[i].fcr;
        m->spu->regs.v[SPE_PMSEVFR] = keeps[i].events;
        m->spu->regs.v[SPE_PMSNEVFR] = keeps[i].inverted;
        m->spu->regs.v[SPE_PMSLATFR] = keeps[i].least;
        CHECK(keeps[i].what, filter_fork_keep(m, &sampled, &kept), keeps[i].kind);
        CHECK(keeps[i].what, kept, keeps[i].kept);
        spe_model_destroy(m);
    }
}

/* A written record was kept, whatever the filters may do. */
static void a_written_record_was_kept(void **state)
{
    struct spe_model *m = create(V6 ANY_ALL, SPE_TAP_ALL), *no_choice = create(V6, SPE_TAP_ALL);
    const struct spe_config *story = filter_fork_story(m);

    (void)state;
    CHECK("FE", story->fe_zero, spe_cfg_fe_zero_ignored);
    CHECK("FT", story->ft_zero, spe_cfg_ft_zero_ignored);
    CHECK("FL", story->fl_zero, spe_cfg_fl_zero_ignored);
    CHECK("FnE", story->fne_zero, spe_cfg_fne_zero_ignored);
    CHECK("both", story->fe_overlap, spe_cfg_fe_overlap_ignored);
    CHECK("else as it is", story->pmsver, 6);
    assert_ptr_equal(filter_fork_story(no_choice), &no_choice->cfg);
    spe_model_destroy(m);
    spe_model_destroy(no_choice);
}

/* A record in doubt. SAMPLE_FILTRATE may count three samples. */
static struct rec *doubtful(struct spe_model *m)
{
    struct rec *rec = bare_record(m, REC_QUEUED, 1);

    filter_fork_begun(m, rec, FORK_L2);
    m->spu->acc.count[COUNT_FILTRATE].total = 8;
    m->spu->acc.count[COUNT_FILTRATE].maybe = 3;
    m->spu->tot.predicted = 20;
    m->spu->tot.filtered = 30;
    return rec;
}

static uint64_t taken(const struct spe_model *m, int branch)
{
    return m->facts.forks.settled[FORK_L2][branch];
}

enum { WRITTEN, NOT_WRITTEN, REJECTED };

static void it_begins(void **state)
{
    struct spe_model *m = create(V6 ANY_ALL, SPE_TAP_ALL);
    const struct rec *rec = doubtful(m);

    (void)state;
    CHECK("doubt", rec->filter.doubt, true);
    CHECK("open", rec->filter.open, true);
    CHECK("kind", rec->filter.kind, FORK_L2);
    CHECK("cycle", rec->filter.cycle, 50);
    spe_model_destroy(m);
}

/* The record was kept. With OUT, SAMPLE_FILTRATE may count it later. */
static void it_was_kept(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 8; i++) {
        const bool out = i & 1, written = i & 2, doubt = i & 4;
        struct spe_model *m = create(V6 ANY_ALL, out ? SPE_TAP_ALL : SPE_TAP_ALL & ~SPE_TAP_OUT);
        struct rec *rec = doubtful(m);
        const struct filter_fork *f = &m->spu->filter_fork;
        rec->filter.doubt = doubt;
        filter_fork_kept(m, rec, written);
        filter_fork_kept(m, rec, !written); /* no effect: the record is settled */
        CHECK("no doubt", rec->filter.doubt, false);
        CHECK("settled", rec->filter.open, false);
        CHECK("written", taken(m, WRITTEN), written);
        CHECK("not written", taken(m, NOT_WRITTEN), !written);
        CHECK("rejected", taken(m, REJECTED), 0);
        CHECK("counted later", f->n_gone, out && doubt);
        CHECK("or never", m->spu->acc.count[COUNT_FILTRATE].maybe, doubt && !out ? 2 : 3);
        CHECK("told", m->facts.forks.unseen[FORK_L2], 0);
        CHECK("no finding", bare_findings, 0);
        if (f->n_gone != 0) {
            CHECK("sure", f->gone[0].sure, true);
            CHECK("kind", f->gone[0].kind, FORK_L2);
            CHECK("cycle", f->gone[0].cycle, 50);
            CHECK("discarded", f->gone[0].discarded, false);
        }
        filter_fork_reopen(m, rec);
        CHECK("again", rec->filter.open, true);
        CHECK("taken back", taken(m, NOT_WRITTEN), (uint64_t)!written - 1);
        spe_model_destroy(m);
    }
}

/* The record was not written: it was rejected or lost. With OUT, SAMPLE_FILTRATE decides, or has
 * decided already (`known`). */
static void it_was_not_written(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        const bool out = i & 1, doubt = i & 2, known = i & 4, stopped = i & 8;
        struct spe_model *m = create(V6 ANY_ALL, out ? SPE_TAP_ALL : SPE_TAP_ALL & ~SPE_TAP_OUT);
        struct rec *rec = doubtful(m);
        const struct filter_fork *f = &m->spu->filter_fork;
        const bool gone = doubt && out && !known, rejected = doubt && !gone;
        rec->filter.doubt = doubt;
        rec->filter.rejected = known;
        m->spu->regs.v[SPE_PMBSR] = stopped ? SPE_PMBSR_S : 0;
        CHECK("rejected", filter_fork_lost(m, rec), rejected);
        CHECK("no doubt", rec->filter.doubt, false);
        CHECK("settled", rec->filter.open, false);
        CHECK("waits", f->n_gone, gone);
        CHECK("sure", f->gone[0].sure, false);
        CHECK("discarded", f->gone[0].discarded, gone && stopped);
        CHECK("cycle", f->gone[0].cycle, gone ? 50 : 0);
        CHECK("kept", taken(m, NOT_WRITTEN), !doubt);
        CHECK("was rejected", taken(m, REJECTED), rejected && out);
        CHECK("untold", m->facts.forks.unseen[FORK_L2], rejected && !out);
        CHECK("total", m->spu->acc.count[COUNT_FILTRATE].total, 8 - rejected);
        CHECK("maybe", m->spu->acc.count[COUNT_FILTRATE].maybe, 3 - rejected);
        CHECK("predicted", m->spu->tot.predicted, 20 - rejected);
        CHECK("filtered", m->spu->tot.filtered, 30 + rejected);
        spe_model_destroy(m);
    }
}

/* The list of samples in doubt is full. One more is a finding, and nothing settles it. */
static void no_room(void **state)
{
    struct spe_model *m = create(V6 ANY_ALL, SPE_TAP_ALL);
    struct rec *rec = doubtful(m);

    (void)state;
    for (int i = 0; i < MAX_GONE; i++) {
        filter_fork_gone(m, FORK_L3, 40, true);
    }
    CHECK("all", m->spu->filter_fork.n_gone, MAX_GONE);
    CHECK("discarded", m->spu->filter_fork.gone[1].discarded, true);
    CHECK("no finding", bare_findings, 0);
    filter_fork_gone(m, FORK_L3, 40, false);
    CHECK("one too many", bare_findings, 1);
    CHECK("untold", m->facts.forks.unseen[FORK_L3], 1);
    CHECK("maybe", m->spu->acc.count[COUNT_FILTRATE].maybe, 2);
    m->clock.cycle++;
    filter_fork_counted(m, rec);
    CHECK("and another", bare_findings, 2);
    CHECK("which was kept", m->facts.forks.unseen[FORK_L2], 0);
    CHECK("all", m->spu->filter_fork.n_gone, MAX_GONE);
    spe_model_destroy(m);
}

/* Samples without a record, oldest first. With [pmu_max] = 4, SAMPLE_FILTRATE has counted the
 * samples up to cycle 45. */
static void set_gone(struct spe_model *m)
{
    static const struct filter_gone gone[] = {{.cycle = 44, .kind = FORK_L1, .sure = true},
                                              {.cycle = 45, .kind = FORK_L2, .discarded = true},
                                              {.cycle = 45, .kind = FORK_L2, .sure = true},
                                              {.cycle = 45, .kind = FORK_L3},
                                              {.cycle = 46, .kind = FORK_L15, .sure = true},
                                              {.cycle = 46, .kind = FORK_L2}};

    memcpy(m->spu->filter_fork.gone, gone, sizeof(gone));
    m->spu->filter_fork.n_gone = 6;
    m->spu->acc.count[COUNT_FILTRATE].total = 8;
    m->spu->acc.count[COUNT_FILTRATE].maybe = 6;
    m->spu->tot = (struct spe_totals){.predicted = 20, .filtered = 30, .lost = 40, .discarded = 50};
}

static void what_was_kept_has_been_counted(void **state)
{
    struct spe_model *m = create(V6 ANY_ALL "pmu_max = 4\n", SPE_TAP_ALL);
    const struct filter_fork *f = &m->spu->filter_fork;

    (void)state;
    set_gone(m);
    CHECK("told", filter_fork_told(m, 45), true);
    CHECK("not told", filter_fork_told(m, 46), false);
    filter_fork_drop_sure(m);
    CHECK("left", f->n_gone, 4);
    CHECK("the first", f->gone[0].kind, FORK_L2);
    CHECK("the second", f->gone[1].kind, FORK_L3);
    CHECK("the third", f->gone[2].kind, FORK_L15);
    CHECK("the last", f->gone[3].cycle, 46);
    CHECK("maybe", m->spu->acc.count[COUNT_FILTRATE].maybe, 4);
    CHECK("total", m->spu->acc.count[COUNT_FILTRATE].total, 8);
    spe_model_destroy(m);
}

/* `kept` samples were kept and lost, `rejected` samples were rejected. The oldest samples count
 * first. */
static void what_sample_filtrate_says(void **state)
{
    static const struct {
        uint64_t kept, rejected;
        int left;
        uint64_t taken[2][2]; /* L2, L3: not written, rejected */
        uint64_t discarded;
    } rows[] = {
        {0, 0, 4, {{0, 0}, {0, 0}}, 50}, {1, 0, 3, {{1, 0}, {0, 0}}, 50},
        {0, 1, 3, {{0, 1}, {0, 0}}, 49}, {1, 1, 2, {{1, 0}, {0, 1}}, 50},
        {5, 0, 2, {{1, 0}, {1, 0}}, 50}, {0, 5, 2, {{0, 1}, {0, 1}}, 49},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = create(V6 ANY_ALL "pmu_max = 4\n", SPE_TAP_ALL);
        const uint64_t rejected = rows[i].taken[0][1] + rows[i].taken[1][1],
                       kept = rows[i].taken[0][0] + rows[i].taken[1][0];
        set_gone(m);
        filter_fork_drop_sure(m);
        filter_fork_settle_gone(m, rows[i].kept, rows[i].rejected);
        CHECK("left", m->spu->filter_fork.n_gone, rows[i].left);
        CHECK("a later one", m->spu->filter_fork.gone[rows[i].left - 1].cycle, 46);
        CHECK("L2 kept", m->facts.forks.settled[FORK_L2][NOT_WRITTEN], rows[i].taken[0][0]);
        CHECK("L2 rejected", m->facts.forks.settled[FORK_L2][REJECTED], rows[i].taken[0][1]);
        CHECK("L3 kept", m->facts.forks.settled[FORK_L3][NOT_WRITTEN], rows[i].taken[1][0]);
        CHECK("L3 rejected", m->facts.forks.settled[FORK_L3][REJECTED], rows[i].taken[1][1]);
        CHECK("maybe", m->spu->acc.count[COUNT_FILTRATE].maybe, 4 - kept - rejected);
        CHECK("total", m->spu->acc.count[COUNT_FILTRATE].total, 8 - rejected);
        CHECK("predicted", m->spu->tot.predicted, 20 - rejected);
        CHECK("filtered", m->spu->tot.filtered, 30 + rejected);
        CHECK("lost", m->spu->tot.lost, 40 - rejected);
        CHECK("discarded", m->spu->tot.discarded, rows[i].discarded);
        spe_model_destroy(m);
    }
}

static void a_reset_ends_them(void **state)
{
    struct spe_model *m = create(V6 ANY_ALL, SPE_TAP_ALL);

    (void)state;
    set_gone(m);
    m->spu->filter_fork.gone[0].sure = false;
    m->spu->filter_fork.gone[6] = m->spu->filter_fork.gone[3]; /* beyond n_gone */
    filter_fork_reset(m);
    CHECK("left", m->spu->filter_fork.n_gone, 0);
    CHECK("L2", m->facts.forks.unseen[FORK_L2], 2);
    CHECK("L3", m->facts.forks.unseen[FORK_L3], 1);
    CHECK("L1", m->facts.forks.unseen[FORK_L1], 1);
    CHECK("L15, which was kept", m->facts.forks.unseen[FORK_L15], 0);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_noted),
        cmocka_unit_test(a_note_fits_into_its_finding),
        cmocka_unit_test(the_last_ones_are_noted),
        cmocka_unit_test(the_filters_keep_it),
        cmocka_unit_test(a_written_record_was_kept),
        cmocka_unit_test(it_begins),
        cmocka_unit_test(it_was_kept),
        cmocka_unit_test(it_was_not_written),
        cmocka_unit_test(no_room),
        cmocka_unit_test(what_was_kept_has_been_counted),
        cmocka_unit_test(what_sample_filtrate_says),
        cmocka_unit_test(a_reset_ends_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
