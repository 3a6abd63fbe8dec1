/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bins that the state of a model meets: registers of the interval and of the filters, responses,
 * depths, and faults by code (Table D17-11).
 */
#include "check.h"
#include "covered.h"
#include "covered/cover.h"
#include "covered/cover_cross.h"
#include "covered/cover_event.h"
#include "spe/cover.h"
#include "spe/model.h"
#include "spe/status.h"
#include "state/model.h"

static struct spe_model *new_model(bool eft)
{
    const struct spe_model_options options = {.taps = SPE_TAP_ALL, .max_findings = 1};
    struct spe_config cfg;
    struct spe_model *m = NULL;

    spe_config_init(&cfg);
    cfg.max_size = 11; /* a record may need more than one burst in one page */
    cfg.axi_bytes = 8;
    if (eft) {
        cfg.pmsver = 2;
        cfg.events |= UINT64_C(1) << 11;
        cfg.eft = true;
    }
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    return m;
}

static uint64_t count(const struct spe_model *m, const char *bin)
{
    return spe_model_cover(m, covered_bin(bin));
}

/* The sum of the counts of all bins of a group. */
static uint64_t of_group(const struct spe_model *m, const char *group)
{
    uint64_t n = 0;
    char name[96];

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
        if (strncmp(name, group, strlen(group)) == 0 && name[strlen(group)] == ' ') {
            n += spe_model_cover(m, bin);
        }
    }
    return n;
}

/* INTERVAL by its leading bit, and values of COUNT near INTERVAL. A COUNT of another class, above
 * INTERVAL, or 0 does not count. */
static const struct {
    uint64_t interval;
    const char *name;
    uint64_t near[2], far[3];
} intervals[] = {
    {1, "1", {1, 1}, {0, 2, 0}},
    {2, "2_15", {2, 2}, {1, 3, 0}},
    {15, "2_15", {2, 15}, {1, 16, 0}},
    {16, "16_255", {16, 16}, {15, 17, 0}},
    {255, "16_255", {16, 255}, {15, 256, 0}},
    {256, "256_4095", {256, 256}, {255, 257, 0}},
    {4095, "256_4095", {256, 4095}, {255, 4096, 0}},
    {4096, "4096_65535", {4096, 4096}, {4095, 4097, 0}},
    {65535, "4096_65535", {4096, 65535}, {4095, 65536, 0}},
    {65536, "65536_up", {65536, 65536}, {65535, 65537, 0}},
    {0xFFFFFF, "65536_up", {65536, 0xFFFFFF}, {65535, 0, 0}},
};

static void interval_bins(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(intervals) / sizeof(intervals[0]); i++) {
        struct spe_model *m = new_model(false);
        char bin[64];
        m->spu->regs.v[SPE_PMSIRR] = intervals[i].interval << 8 | 1u;
        cover_interval(m, 0);
        (void)snprintf(bin, sizeof(bin), "interval %s.random.selected", intervals[i].name);
        CHECK(bin, count(m, bin), 1);
        m->spu->regs.v[SPE_PMSIRR] = intervals[i].interval << 8;
        (void)snprintf(bin, sizeof(bin), "interval %s.fixed.counting", intervals[i].name);
        for (int k = 0; k < 3; k++) {
            cover_read(m, SPE_PMSICR, intervals[i].far[k] << 8);
        }
        CHECK(bin, of_group(m, "interval"), 1);
        cover_read(m, SPE_PMSICR, intervals[i].near[0] << 8);
        cover_read(m, SPE_PMSICR, UINT64_C(0xAB) << 56 | intervals[i].near[1] << 8);
        CHECK(bin, count(m, bin), 2);
        m->spu->regs.v[SPE_PMSIRR] = 1; /* INTERVAL 0 is UNKNOWN */
        cover_interval(m, 0);
        CHECK(bin, of_group(m, "interval"), 3);
        spe_model_destroy(m);
    }
}

/* The enabled filters, and each flag of the type filter with its mask. */
static void filter_bins(void **state)
{
    static const char *const flag[] = {"B", "LD", "ST", "FP", "SIMD"};
    static const uint64_t bits[] = {SPE_PMSFCR_B, SPE_PMSFCR_LD, SPE_PMSFCR_ST, SPE_PMSFCR_FP,
                                    SPE_PMSFCR_SIMD};
    static const uint64_t masks[] = {SPE_PMSFCR_B_M, SPE_PMSFCR_LD_M, SPE_PMSFCR_ST_M,
                                     SPE_PMSFCR_FP_M, SPE_PMSFCR_SIMD_M};
    static const unsigned types[] = {SPE_OPTYPE_BRANCH, SPE_OPTYPE_LOAD, SPE_OPTYPE_STORE,
                                     SPE_OPTYPE_FP, SPE_OPTYPE_SIMD};
    static const char *const control[] = {"off", "on", "mask", "on_mask"};

    (void)state;
    for (unsigned i = 0; i < 5 * 4 * 2; i++) {
        const unsigned f = i % 5, c = i / 5 % 4, of = i / 20;
        struct spe_model *m = new_model(true);
        char bin[64];
        m->spu->regs.v[SPE_PMSFCR] =
            SPE_PMSFCR_FT | ((c & 1) != 0 ? bits[f] : 0) | ((c & 2) != 0 ? masks[f] : 0);
        cover_filter(m, of != 0 ? types[f] : 0, true);
        (void)snprintf(bin, sizeof(bin), "type %s.%s.%u.kept", flag[f], control[c], of);
        CHECK(bin, count(m, bin), 1);
        CHECK(bin, of_group(m, "type"), 5);
        CHECK(bin, count(m, "filter FT.kept"), 1);
        spe_model_destroy(m);
    }
}

static void filters_that_are_on(void **state)
{
    struct spe_model *m = new_model(false);

    (void)state;
    m->spu->regs.v[SPE_PMSFCR] = SPE_PMSFCR_FE | SPE_PMSFCR_FL;
    cover_filter(m, 0, false);
    CHECK("FE and FL", count(m, "filter FE+FL.rejected"), 1);
    CHECK("no type", of_group(m, "type"), 0);
    m->spu->regs.v[SPE_PMSFCR] = SPE_PMSFCR_FNE | SPE_PMSFCR_FDS | SPE_PMSFCR_FT;
    cover_filter(m, 0, true);
    CHECK("FnE, FDS and FT", count(m, "filter FT+FnE+FDS.kept"), 1);
    CHECK("three flags without FEAT_SPE_EFT", of_group(m, "type"), 3);
    spe_model_destroy(m);
}

/* Each fault status code of a translation, by stage (Table D17-11). */
static const struct {
    unsigned fsc;
    const char *name;
} codes[] = {
    {0x00, "address_size.%s.level_0"},
    {0x03, "address_size.%s.level_3"},
    {0x29, "address_size.%s.level_m1"},
    {0x2C, "address_size.%s.level_m2"},
    {0x04, "translation.%s.level_0"},
    {0x07, "translation.%s.level_3"},
    {0x2B, "translation.%s.level_m1"},
    {0x2A, "translation.%s.level_m2"},
    {0x08, "access_flag.%s.level_0"},
    {0x0B, "access_flag.%s.level_3"},
    {0x0C, "permission.%s.level_0"},
    {0x0F, "permission.%s.level_3"},
    {0x14, "walk_external.%s.level_0"},
    {0x17, "walk_external.%s.level_3"},
    {0x13, "walk_external.%s.level_m1"},
    {0x12, "walk_external.%s.level_m2"},
    {0x24, "gpf_walk.%s.level_0"},
    {0x27, "gpf_walk.%s.level_3"},
    {0x23, "gpf_walk.%s.level_m1"},
    {0x22, "gpf_walk.%s.level_m2"},
    {0x28, "gpf.%s.none"},
    {0x21, "alignment.%s.none"},
    {0x30, "tlb_conflict.%s.none"},
    {0x31, "atomic_update.%s.none"},
    {0x1B, "walk_parity.%s.level_m1"},
    {0x35, "unsupported_access.%s.none"},
    {0x10, "external_sync.%s.none"},
    {0x11, "external_async.%s.none"},
    {0x3F, "other.%s.none"},
    {0x18, "other.%s.none"},
};

static void faults_by_code(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(codes) / sizeof(codes[0]); i++) {
        const bool stage2 = (i & 1) != 0;
        struct spe_model *m = new_model(false);
        char name[64], bin[80];
        (void)snprintf(name, sizeof(name), codes[i / 2].name, stage2 ? "stage2" : "stage1");
        (void)snprintf(bin, sizeof(bin), "fault %s", name);
        m->spu->seen.taken[0].event = true;
        cover_read(m, SPE_PMBSR,
                   (uint64_t)(stage2 ? SPE_PMBSR_EC_STAGE2 : SPE_PMBSR_EC_STAGE1)
                           << SPE_PMBSR_EC_SHIFT |
                       SPE_PMBSR_S | codes[i / 2].fsc);
        CHECK(bin, count(m, bin), 1);
        CHECK(bin, of_group(m, "fault"), 1);
        CHECK(bin, of_group(m, "permission"), codes[i / 2].fsc >> 2 == 3);
        cover_read(m, SPE_PMBSR, SPE_PMBSR_S | codes[i / 2].fsc); /* was read before */
        CHECK(bin, of_group(m, "event"), 1);
        spe_model_destroy(m);
    }
}

/* The cause of a Permission fault, and the other bits of the register. */
static void syndromes(void **state)
{
    struct spe_model *m = new_model(false);
    const uint64_t fault = (uint64_t)SPE_PMBSR_EC_STAGE2 << SPE_PMBSR_EC_SHIFT | SPE_PMBSR_S | 0x0D;

    (void)state;
    m->spu->seen.taken[0].event = true;
    cover_read(m, SPE_PMBSR, fault | UINT64_C(0x1A0) << SPE_PMBSR_MSS2_SHIFT | SPE_PMBSR_DL);
    CHECK("DirtyBit", count(m, "permission DirtyBit.stage2"), 1);
    CHECK("no Overlay", count(m, "permission Overlay.stage2"), 0);
    CHECK("AssuredOnly", count(m, "permission AssuredOnly.stage2"), 1);
    CHECK("TopLevel", count(m, "permission TopLevel.stage2"), 1);
    CHECK("not plain", count(m, "permission plain.stage2"), 0);
    CHECK("DL", count(m, "syndrome abort_stage2.DL"), 1);
    m->spu->seen.taken[2].event = true;
    m->spu->seen.taken[2].flight = m->spu->seen.taken[2].queued = true;
    m->spu->seen.taken[2].abort = true;
    cover_read(m, SPE_PMBSR_EL3, fault | SPE_PMBSR_EA | SPE_PMBSR_COLL);
    CHECK("plain", count(m, "permission plain.stage2"), 1);
    CHECK("EA and COLL", count(m, "syndrome abort_stage2.EA+COLL"), 1);
    CHECK("by its register", count(m, "event abort_stage2.PMBSR_EL3"), 1);
    CHECK("in flight", count(m, "sequence event_in_flight"), 1);
    CHECK("queued", count(m, "sequence event_queued"), 1);
    CHECK("an abort", count(m, "sequence event_then_abort"), 1);
    spe_model_destroy(m);
}

/* Events by EC and MSS. The model has noted whether the pointer was wrong. */
static const struct {
    unsigned ec, mss;
    bool pointer;
    const char *bin;
} kinds[] = {
    {0, SPE_PMBSR_BSC_FULL, false, "full"},
    {0, SPE_PMBSR_BSC_FULL, true, "wrong_pointer"},
    {0, SPE_PMBSR_BSC_SIZE, true, "size"},
    {0, 0x3, false, "denied"},
    {SPE_PMBSR_EC_GPC, 0, false, "gpc"},
    {SPE_PMBSR_EC_IMPDEF, 0x12, false, "impdef"},
    {SPE_PMBSR_EC_STAGE1, SPE_PMBSR_FSC_ALIGNMENT, true, "alignment"},
    {SPE_PMBSR_EC_STAGE1, SPE_PMBSR_FSC_ALIGNMENT, false, "abort_stage1"},
    {SPE_PMBSR_EC_STAGE1, 0x04, true, "wrong_pointer"},
    {SPE_PMBSR_EC_STAGE1, SPE_PMBSR_FSC_SYNC_ABORT, false, "external"},
    {SPE_PMBSR_EC_STAGE1, SPE_PMBSR_FSC_ASYNC_ABORT, false, "external"},
    {SPE_PMBSR_EC_STAGE2, SPE_PMBSR_FSC_SYNC_ABORT, false, "abort_stage2"},
};

static void kinds_of_events(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        struct spe_model *m = new_model(false);
        char bin[64];
        m->spu->seen.taken[1] =
            (struct cover_taken){.event = true, .pointer = kinds[i].pointer, .order = 0};
        cover_read(m, SPE_PMBSR_EL2,
                   (uint64_t)kinds[i].ec << SPE_PMBSR_EC_SHIFT | SPE_PMBSR_S | kinds[i].mss);
        (void)snprintf(bin, sizeof(bin), "event %s.PMBSR_EL2", kinds[i].bin);
        CHECK(bin, count(m, bin), 1);
        (void)snprintf(bin, sizeof(bin), "order %s.none", kinds[i].bin);
        CHECK(bin, count(m, bin), 1);
        (void)snprintf(bin, sizeof(bin), "syndrome %s.none", kinds[i].bin);
        CHECK(bin, count(m, bin), 1);
        CHECK(bin, of_group(m, "event"), 1);
        spe_model_destroy(m);
    }
}

/* The place in its record that a fault has hit. */
static void place_of_a_fault(void **state)
{
    static const char *const bin[] = {"fault_at abort_stage2.first", "fault_at abort_stage2.inner",
                                      "fault_at abort_stage2.second_page"};

    (void)state;
    for (unsigned place = 0; place < 3; place++) {
        struct spe_model *m = new_model(false);
        m->spu->seen.taken[0] =
            (struct cover_taken){.event = true, .in_record = true, .place = (uint8_t)place};
        cover_read(m, SPE_PMBSR,
                   (uint64_t)SPE_PMBSR_EC_STAGE2 << SPE_PMBSR_EC_SHIFT | SPE_PMBSR_S | 7);
        CHECK(bin[place], count(m, bin[place]), 1);
        m->spu->seen.taken[0] = (struct cover_taken){.event = true, .in_record = true};
        cover_read(m, SPE_PMBSR, SPE_PMBSR_S | SPE_PMBSR_BSC_FULL);
        m->spu->seen.taken[0] = (struct cover_taken){.event = true};
        cover_read(m, SPE_PMBSR,
                   (uint64_t)SPE_PMBSR_EC_STAGE2 << SPE_PMBSR_EC_SHIFT | SPE_PMBSR_S | 7);
        CHECK("of a fault in a record alone", of_group(m, "fault_at"), 1);
        spe_model_destroy(m);
    }
}

/* An event hits a record if the record's fault ended the record in this cycle or the cycle before.
 */
static const struct {
    uint64_t pointer, cycle;
    bool in_record;
    unsigned place;
} hits[] = {
    {0x10ff0, 10, true, 0}, {0x10ff8, 11, true, 1},  {0x11000, 11, true, 2},
    {0x11001, 11, true, 1}, {0x10ff0, 12, false, 0}, {0x11000, 12, false, 0},
};

static void events_in_a_record(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(hits) / sizeof(hits[0]); i++) {
        struct spe_model *m = new_model(false);
        struct rec *rec = &m->spu->buf.pool[0];
        char row[16];
        rec->va = 0x10ff0;
        rec->doom.cycle = 10;
        m->spu->buf.doomed = rec_number(&m->spu->buf, rec);
        m->spu->regs.v[SPE_PMBPTR] = hits[i].pointer;
        m->clock.cycle = hits[i].cycle;
        cover_event(m, 2, true);
        (void)snprintf(row, sizeof(row), "row %zu", i);
        CHECK(row, m->spu->seen.taken[1].event && m->spu->seen.taken[1].pointer, true);
        CHECK(row, m->spu->seen.taken[1].in_record, hits[i].in_record);
        CHECK(row, m->spu->seen.taken[1].place, hits[i].place);
        CHECK(row, m->spu->seen.taken[0].event || m->spu->seen.taken[2].event, false);
        m->spu->buf.doomed = 0;
        cover_event(m, 1, false);
        CHECK(row, m->spu->seen.taken[0].in_record || m->spu->seen.taken[0].pointer, false);
        cover_event_abort(m, 3);
        CHECK(row, m->spu->seen.taken[2].abort, true);
        spe_model_destroy(m);
    }
}

/* Responses that wait: none, all in order, or one overtaken. */
static void orders_of_responses(void **state)
{
    struct spe_model *m = new_model(false);

    (void)state;
    CHECK("none", cover_responses(m), ORDER_NONE);
    m->spu->buf.n_bursts = 2;
    CHECK("two wait", cover_responses(m), ORDER_KEPT);
    m->spu->buf.burst[0].b_done = true;
    cover_response(m, 0);
    CHECK("the older one is answered", cover_responses(m), ORDER_KEPT);
    m->spu->buf.burst[0].b_done = false;
    m->spu->buf.burst[1].b_done = true;
    cover_response(m, 1);
    CHECK("the younger one is answered", cover_responses(m), ORDER_OVERTAKEN);
    m->spu->buf.burst[0].b_done = true;
    cover_response(m, 0);
    CHECK("all are answered", cover_responses(m), ORDER_NONE);
    m->spu->buf.burst[0].b_done = false;
    CHECK("the next one", cover_responses(m), ORDER_KEPT);
    spe_model_destroy(m);
}

/* Unknown registers, and bins after the last bin. */
static void nothing_is_met(void **state)
{
    struct spe_model *m = new_model(false);
    const struct spe_txn_sysreg other = {.enc = SPE_ENC(3, 0, 9, 14, 0)};

    (void)state;
    cover_access(m, &other);
    CHECK("another register", of_group(m, "access"), 0);
    cover_read(m, SPE_PMSIRR, 0x100);
    CHECK("no event and no counter", of_group(m, "interval") + of_group(m, "event"), 0);
    CHECK("behind the last bin", spe_model_cover(m, COVER_BINS), 0);
    CHECK("far behind it", spe_model_cover(m, SIZE_MAX), 0);
    spe_model_destroy(m);
}

/* Two hypotheses of a run merge. An event that differs between them becomes unknown. */
static void outcomes_are_joined(void **state)
{
    static const struct cover_taken known = {true, false, true, false, true, false, 3, 1};
    static const struct cover_taken others[] = {
        {false, false, true, false, true, false, 3, 1},
        {true, true, true, false, true, false, 3, 1},
        {true, false, false, false, true, false, 3, 1},
        {true, false, true, true, true, false, 3, 1},
        {true, false, true, false, false, false, 3, 1},
        {true, false, true, false, true, true, 3, 1},
        {true, false, true, false, true, false, 4, 1},
        {true, false, true, false, true, false, 3, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        struct cover_seen seen = {.taken = {known, known, known}}, other = seen;
        other.taken[i % 3] = others[i];
        cover_join(&seen, &other);
        for (size_t k = 0; k < 3; k++) {
            CHECK("known", seen.taken[k].event, k != i % 3);
            CHECK("its place", seen.taken[k].place, k != i % 3 ? 3 : 0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(interval_bins),       cmocka_unit_test(filter_bins),
        cmocka_unit_test(filters_that_are_on), cmocka_unit_test(faults_by_code),
        cmocka_unit_test(syndromes),           cmocka_unit_test(kinds_of_events),
        cmocka_unit_test(place_of_a_fault),    cmocka_unit_test(orders_of_responses),
        cmocka_unit_test(outcomes_are_joined), cmocka_unit_test(events_in_a_record),
        cmocka_unit_test(nothing_is_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
