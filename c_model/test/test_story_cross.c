/* SPDX-License-Identifier: Apache-2.0
 *
 * Two oracles against each other, in every configuration. The predictor builds and encodes the
 * record of a random sampled operation. The decoded record must agree with the story of the
 * operation, and must pass the story's filters exactly if the predictor's filters keep it.
 */
#include "arch/enable.h"
#include "arch/filter.h"
#include "arch/regs.h"
#include "check.h"
#include "config_members.h"
#include "record/encode.h"
#include "record/life.h"
#include "record/record.h"
#include "record/sample.h"
#include "spe/config_file.h"
#include "spe/record.h"
#include "story/story.h"

#define SAMPLES 4000

static uint64_t seed;

static uint64_t draw(void)
{
    uint64_t z = seed += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static unsigned below(unsigned n)
{
    return (unsigned)(draw() % n);
}

/* A few bits, or many, or none. */
static uint64_t mask(void)
{
    const uint64_t a = draw(), b = draw(), c = draw();

    switch (below(3)) {
    case 0:
        return a & b & c;
    case 1:
        return a;
    default:
        return 0;
    }
}

struct observed {
    struct spe_txn_ctx ctx_txn;
    struct spe_ctx ctx;
    struct spe_regs regs;
    struct spe_txn_sel sel;
    struct spe_txn_life end;
    struct spe_story story;
    struct spe_sample sample;
};

static void random_registers(const struct spe_config *cfg, struct spe_regs *regs)
{
    static const enum spe_reg filters[] = {SPE_PMSEVFR, SPE_PMSNEVFR, SPE_PMSLATFR, SPE_PMSDSFR};

    spe_regs_reset(cfg, regs);
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        regs->v[filters[i]] = mask() & spe_reg_writable(cfg, filters[i]);
    }
    if (below(2)) {
        regs->v[SPE_PMSDSFR] |= draw() & spe_reg_writable(cfg, SPE_PMSDSFR);
    }
    regs->v[SPE_PMSLATFR] &= (1u << below(17)) - 1;
    regs->v[SPE_PMSFCR] = mask() & spe_reg_writable(cfg, SPE_PMSFCR);
    regs->v[SPE_PMSCR_EL1] =
        (draw() & spe_reg_writable(cfg, SPE_PMSCR_EL1)) | arch_reg_ones(cfg, SPE_PMSCR_EL1);
    regs->v[SPE_PMSCR_EL2] = draw() & spe_reg_writable(cfg, SPE_PMSCR_EL2);
    regs->v[SPE_PMBLIMITR] = SPE_PMBLIMITR_E;
}

/* A random context in which profiling is enabled. */
static void random_context(const struct spe_config *cfg, struct observed *o)
{
    do {
        o->ctx_txn = (struct spe_txn_ctx){.state = draw() & ((UINT64_C(1) << SPE_CTX_BITS) - 1),
                                          .contextidr_el1 = (uint32_t)draw(),
                                          .contextidr_el2 = (uint32_t)draw(),
                                          .cntvoff = draw(),
                                          .cntpoff = draw(),
                                          .cntpct = draw()};
        random_registers(cfg, &o->regs);
        spe_ctx_from_txn(&o->ctx, &o->ctx_txn);
    } while (!arch_profiling_enabled(cfg, &o->regs, &o->ctx));
}

static uint16_t random_op(const struct spe_config *cfg)
{
    unsigned op;

    do {
        op = below(0x300);
    } while (!spe_op_permitted(cfg, (uint16_t)op));
    return (uint16_t)op;
}

static void random_ending(const struct spe_config *cfg, struct observed *o)
{
    const int kinds = cfg->speculative ? SPE_LIFE_KINDS : SPE_LIFE_EXCEPTION + 1;

    o->end = (struct spe_txn_life){
        .kind = (uint8_t)(SPE_LIFE_RETIRE + below((unsigned)kinds - SPE_LIFE_RETIRE)),
        .source = (uint16_t)draw(),
        .flags = (uint32_t)draw() & ((1u << SPE_LIFE_BITS) - 1),
        .events = draw() | mask(),
        .va = draw(),
        .pa = draw(),
        .target = draw(),
        .prev = draw(),
        .lat_issue = below(1u << below(18)),
        .lat_xlat = below(1u << below(18)),
        .lat_total = below(1u << below(18)),
        .lat_alt = below(1u << below(18))};
    if (o->end.flags & SPE_LIFE_PA_NSE) {
        o->end.flags |= SPE_LIFE_PA_NS;
    }
    if (o->end.flags & SPE_LIFE_TARGET_NSE) {
        o->end.flags |= SPE_LIFE_TARGET_NS;
    }
    if (o->end.flags & SPE_LIFE_PREV_NSE) {
        o->end.flags |= SPE_LIFE_PREV_NS;
    }
}

/* Up to five random events of a life, and its ending. */
static struct spe_latencies random_life(const struct spe_config *cfg, struct observed *o)
{
    uint64_t now = draw() & 0xFFFF;
    struct spe_life life;

    life_begin(&life, now);
    story_stamp(&o->story, SPE_LIFE_KINDS, now);
    for (unsigned n = below(6); n > 0; n--) {
        const int kind = (int)below(SPE_LIFE_RETIRE);

        now += below(1u << below(18));
        life_event(&life, kind, now);
        story_stamp(&o->story, kind, now);
    }
    now += below(100);
    life_event(&life, o->end.kind, now);
    story_stamp(&o->story, o->end.kind, now);
    return cfg->sample_point == spe_cfg_sample_point_retire ? life_delivered(cfg, &o->end)
                                                            : life_latencies(cfg, &life);
}

static void tell_selection(struct observed *o)
{
    o->story = (struct spe_story){.pc = o->sel.pc,
                                  .op = o->sel.op,
                                  .flags = o->sel.flags,
                                  .ctx_state = o->ctx_txn.state,
                                  .contextidr_el1 = o->ctx_txn.contextidr_el1,
                                  .contextidr_el2 = o->ctx_txn.contextidr_el2,
                                  .cntvoff = o->ctx_txn.cntvoff,
                                  .cntpoff = o->ctx_txn.cntpoff,
                                  .cntpct_select = o->ctx_txn.cntpct,
                                  .pmscr_el1 = o->regs.v[SPE_PMSCR_EL1],
                                  .pmscr_el2 = o->regs.v[SPE_PMSCR_EL2]};
}

static void tell_ending(struct observed *o, uint64_t cntpct)
{
    o->story.end = o->end;
    o->story.cntpct_end = cntpct;
    o->story.has_filters = true;
    o->story.pmsfcr = o->regs.v[SPE_PMSFCR];
    o->story.pmsevfr = o->regs.v[SPE_PMSEVFR];
    o->story.pmsnevfr = o->regs.v[SPE_PMSNEVFR];
    o->story.pmslatfr = o->regs.v[SPE_PMSLATFR];
    o->story.pmsdsfr = o->regs.v[SPE_PMSDSFR];
}

static void observe(const struct spe_config *cfg, struct observed *o)
{
    const uint64_t cntpct = draw();

    random_context(cfg, o);
    o->sel = (struct spe_txn_sel){.pc = draw(), .op = random_op(cfg), .flags = (uint8_t)below(16)};
    tell_selection(o);
    sample_select(&o->sample, cfg, &o->regs, &o->ctx, &o->sel);
    random_ending(cfg, o);
    sample_end(&o->sample, cfg, &o->end, random_life(cfg, o), cntpct);
    random_registers(cfg, &o->regs);
    tell_ending(o, cntpct);
}

struct told {
    int filters, others;
    char first[256];
};

static void on_mismatch(void *user, const struct spe_story_mismatch *m)
{
    struct told *told = user;

    if (strcmp(m->text, "a filter removes this record") == 0) {
        told->filters++;
        return;
    }
    if (told->others++ == 0) {
        snprintf(told->first, sizeof told->first, "%s: %s, expected %s, actual %s", m->where,
                 m->text, m->expected, m->actual);
    }
}

/* @return whether the filters keep the record. */
static bool compare(const struct spe_config *cfg, const struct observed *o, const char *row)
{
    const struct spe_filtered seen = sample_filtered(cfg, &o->sample);
    const bool kept = filter_keep(cfg, &o->regs, &seen);
    const struct spe_decoded_record *decoded;
    struct spe_decoder decoder;
    struct spe_record record;
    struct told told = {0};
    uint8_t bytes[SPE_RECORD_MAX];

    record_build(cfg, &o->sample, &record);
    int n = record_encode(cfg, &record, bytes, sizeof bytes);
    assert_in_range(n, 1, 1 << cfg->max_size);
    spe_decoder_init(&decoder, NULL);
    assert_int_equal(spe_decoder_feed(&decoder, bytes, (size_t)n), 0);
    assert_int_equal(spe_decoder_next(&decoder, &decoded), 1);
    (void)story_check(cfg, &o->story, decoded, on_mismatch, &told);
    if (told.others) {
        print_error("%s, op 0x%03x: %s\n", row, o->sel.op, told.first);
    }
    CHECK(row, told.others, 0);
    CHECK(row, told.filters, !kept);
    return kept;
}

static void in_configuration(const char *name)
{
    struct spe_config_error err;
    struct spe_config cfg;
    unsigned kept = 0, filtered = 0;
    char path[64];

    snprintf(path, sizeof path, "rtl/configs/%s.cfg", name);
    if (spe_config_load(&cfg, path, &err) < 0) {
        snprintf(path, sizeof path, "rtl/configs/%s.cfg", name);
        assert_int_equal(spe_config_load(&cfg, path, &err), 0);
    }
    for (unsigned i = 0; i < SAMPLES; i++) {
        struct observed o;
        char row[64];

        seed = i;
        cfg.xlat_without_va = (int)(i % 3);
        observe(&cfg, &o);
        snprintf(row, sizeof row, "%s, sample %u", name, i);
        if (!sample_captured(&cfg, &o.sample)) {
            continue;
        }
        *(compare(&cfg, &o, row) ? &kept : &filtered) += 1;
    }
    assert_true(kept > SAMPLES / 20 && filtered > SAMPLES / 20);
}

static void oracles_agree(void **state)
{
    static const char *const names[] = {"v1p0_min",     "neoverse",    "kunpeng",
                                        "ernd",         "el1_only",    "v1p1_sve",
                                        "v1p2_discard", "v1p4_events", "v1p5_max"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        in_configuration(names[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(oracles_agree)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
