/* SPDX-License-Identifier: Apache-2.0
 *
 * Filters of SPEv1p1 to SPEv1p5: the type filter with masks over every control and flag, typed from
 * the fields of D24.7.12; event filters by version, inverted filter, overlap; data source filter;
 * SAMPLE_FEED_BR and the others.
 */
#include "arch/filter.h"
#include "check.h"
#include "config_members.h"
#include "filtered.h"

static struct spe_config config(int version)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    cfg.pmsver = version;
    cfg.fne = version >= 3;
    return cfg;
}

/*
 * One field of D24.7.12, by its own words: "If SIMDm is 1, then record only operations that are not
 * SIMD operations" (control 0), "... only operations that are SIMD operations" (control 1);
 * "Otherwise, do not record SIMD operations, unless allowed by another operation type filter" (0),
 * "Otherwise, record all SIMD operations" (1); ignored when no control without mask is 1.
 */
enum verdict { ONLY_FAILS, ONLY_HOLDS, RECORD, UNLESS_OTHER };

static enum verdict field(bool control, bool mask, bool is)
{
    if (mask) {
        return control == is ? ONLY_HOLDS : ONLY_FAILS;
    }
    return control && is ? RECORD : UNLESS_OTHER;
}

static bool recorded(unsigned control, unsigned mask, unsigned flags)
{
    bool any = false;

    for (int i = 0; i < 5; i++) {
        switch (field(control >> i & 1, mask >> i & 1, flags >> i & 1)) {
        case ONLY_FAILS:
            return false;
        case RECORD:
            any = true;
            break;
        default:
            break;
        }
    }
    /* "no records are removed by this filter when ... the bits for which the mask is zero are all
     * zero" */
    return any || (control & ~mask & 0x1F) == 0;
}

static void masks_exhaustively(void **state)
{
    struct spe_config cfg = config(6);

    (void)state;
    cfg.eft = true;
    for (unsigned control = 0; control < 32; control++) {
        for (unsigned mask = 0; mask < 32; mask++) {
            for (unsigned flags = 0; flags < 32; flags++) {
                struct spe_regs regs = {
                    .v = {[SPE_PMSFCR] = 2 | (uint64_t)control << 16 | (uint64_t)mask << 48}};
                char row[48];

                snprintf(row, sizeof row, "TYPE 0x%x TYPEm 0x%x flags 0x%x", control, mask, flags);
                CHECK(row, keeps(&cfg, &regs, 0, flags, 0), recorded(control, mask, flags));
                regs.v[SPE_PMSFCR] &= ~UINT64_C(2);
                CHECK("FT 0", keeps(&cfg, &regs, 0, flags, 0), true);
            }
        }
    }
}

/* A second typing of single cases, named. Order of the bits: SIMD, FP, ST, LD, B. */
static const struct {
    const char *name;
    unsigned control, mask, flags;
    bool kept;
} masked[] = {
    {"nothing asked", 0x00, 0x00, 0x00, true},
    {"SIMD loads: a SIMD load", 0x12, 0x12, 0x12, true},
    {"SIMD loads: a load", 0x12, 0x12, 0x02, false},
    {"SIMD loads: a SIMD operation", 0x12, 0x12, 0x10, false},
    {"SIMD loads: also a store (atomic)", 0x12, 0x12, 0x16, true},
    {"loads that are not SIMD: a load", 0x02, 0x12, 0x02, true},
    {"loads that are not SIMD: a SIMD load", 0x02, 0x12, 0x12, false},
    {"loads or stores, not FP: a store", 0x06, 0x08, 0x04, true},
    {"loads or stores, not FP: an FP store", 0x06, 0x08, 0x0C, false},
    {"loads or stores, not FP: other", 0x06, 0x08, 0x00, false},
    {"neither branch, load nor store: other", 0x00, 0x07, 0x00, true},
    {"neither branch, load nor store: a branch", 0x00, 0x07, 0x01, false},
    {"a control of 0 without mask asks nothing", 0x00, 0x00, 0x1F, true},
    {"load and store both: an atomic", 0x06, 0x06, 0x06, true},
    {"load and store both: a load", 0x06, 0x06, 0x02, false},
    {"FP or branch: FP", 0x09, 0x00, 0x08, true},
    {"FP or branch: SIMD", 0x09, 0x00, 0x10, false},
};

static void masks_by_name(void **state)
{
    struct spe_config cfg = config(6);

    (void)state;
    cfg.eft = true;
    cfg.ft_zero = spe_cfg_ft_zero_nothing; /* does not apply with masks */
    for (size_t i = 0; i < sizeof masked / sizeof masked[0]; i++) {
        struct spe_regs regs = {.v = {[SPE_PMSFCR] = 2 | (uint64_t)masked[i].control << 16 |
                                                     (uint64_t)masked[i].mask << 48}};

        CHECK(masked[i].name, keeps(&cfg, &regs, 0, masked[i].flags, 0), masked[i].kept);
    }
}

static void flags_of_operations(void **state)
{
    static const struct {
        const char *name;
        uint16_t op;
        unsigned flags;
        int end;
        unsigned types, without; /* with [eft] and [gcs], and without them */
    } ops[] = {
        {"SIMD FP operation", 0x000, SPE_OP_SIMD | SPE_OP_FP, SPE_LIFE_RETIRE, 0x18, 0},
        {"FP operation with exception", 0x000, SPE_OP_FP, SPE_LIFE_EXCEPTION, 0x08, 0},
        {"SIMD load", 0x104, SPE_OP_SIMD, SPE_LIFE_RETIRE, 0x12, 0x02},
        {"SVE store", 0x16D, SPE_OP_SIMD, SPE_LIFE_RETIRE, 0x14, 0x04},
        {"SVE gather load, EVL 0b011", 0x1B8, SPE_OP_SIMD, SPE_LIFE_RETIRE, 0x12, 0x02},
        {"Memory Copy, store", 0x121, 0, SPE_LIFE_RETIRE, 0x04, 0x04},
        {"Memory Set", 0x125, 0, SPE_LIFE_RETIRE, 0x04, 0x04},
        {"GCS load", 0x144, 0, SPE_LIFE_RETIRE, 0x02, 0x02},
        {"tag store", 0x115, 0, SPE_LIFE_RETIRE, 0x04, 0x04},
        {"call that writes the GCS", 0x20C, SPE_OP_GCS_STORE, SPE_LIFE_RETIRE, 0x05, 0x01},
        {"return that reads it", 0x216, SPE_OP_GCS_LOAD, SPE_LIFE_RETIRE, 0x03, 0x01},
        {"return with exception", 0x216, SPE_OP_GCS_LOAD, SPE_LIFE_EXCEPTION, 0, 0},
        {"GCS flags of a load count nothing", 0x100, SPE_OP_GCS_STORE, SPE_LIFE_RETIRE, 2, 2},
    };
    struct spe_config cfg = config(6);

    (void)state;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
        cfg.eft = cfg.gcs = true;
        CHECK(ops[i].name, arch_optype(&cfg, ops[i].op, ops[i].flags, ops[i].end), ops[i].types);
        cfg.eft = cfg.gcs = false;
        CHECK(ops[i].name, arch_optype(&cfg, ops[i].op, ops[i].flags, ops[i].end), ops[i].without);
    }
}

/* D24.7.11, bit by bit. */
static void event_bits_by_version(void **state)
{
    struct spe_config cfg = config(1);

    (void)state;
    cfg.speculative = false;
    CHECK("SPEv1p0", filter_events(&cfg), 0xAA); /* bit 1 RES1 */
    CHECK("no inverse before SPEv1p2", filter_inverse_events(&cfg), 0);
    cfg.speculative = cfg.misspec_record = true;
    CHECK("speculative", filter_events(&cfg), 0xAA);
    cfg.event_filters = 0xFFFF0000FF00F714;
    CHECK("optional ones", filter_events(&cfg), 0xFFFF0000FF00F7BE);
    /* "or always discards the sample record for speculative instructions": bit 1 is ignored */
    cfg = config(2);
    CHECK("SPEv1p1", filter_events(&cfg), 0x8A8);
    cfg.sme = true;
    CHECK("SME", filter_events(&cfg), 0x608A8);
    cfg.filter_sme = false;
    CHECK("SME not alone (N10)", filter_events(&cfg), 0x8A8);
    cfg.sve = true;
    CHECK("SVE", filter_events(&cfg), 0x608A8);
    cfg = config(3);
    CHECK("SPEv1p2", filter_events(&cfg), 0x8E8);
    CHECK("without records of wrong paths", filter_inverse_events(&cfg), 0x8E8);
    cfg.misspec_record = true;
    CHECK("with them", filter_events(&cfg), 0x8EA);
    CHECK("with them", filter_inverse_events(&cfg), 0x8EA);
    cfg = config(5);
    cfg.events = 0xBFF;
    CHECK("SPEv1p4", filter_events(&cfg), 0xBFC);
    cfg.events = 0xF80FFF;
    CHECK("SPEv1p4, all cache events", filter_events(&cfg), 0xF80FFC);
    cfg.spe_sme = true;
    cfg.events = 0x3F80FFF;
    CHECK("streaming, SMCU", filter_events(&cfg), 0x3F80FFC);
    cfg.events = 0x1F80FFF;
    CHECK("streaming alone", filter_events(&cfg), 0x1F80FFC);
}

#define FE  1u
#define FNE 8u

static const struct {
    const char *name;
    unsigned fcr;
    uint64_t evfr, nevfr, events;
    bool kept, kept_nothing; /* with every *_zero and fe_overlap `ignored`, `nothing` */
} inverse[] = {
    {"FnE off", 0, 0, 0x80, 0x80, true, true},
    {"event there", FNE, 0, 0x80, 0x82, false, false},
    {"event not there", FNE, 0, 0x80, 0x7F, true, true},
    {"one of two there", FNE, 0, 0xA0, 0x20, false, false},
    {"all zero", FNE, 0, 0, 0xFF, true, false},
    {"only bits that do not exist", FNE, 0, 0x10001, 0x10001, true, false},
    {"both, both pass", FE | FNE, 0x08, 0x80, 0x08, true, true},
    {"both, FE rejects", FE | FNE, 0x08, 0x80, 0x00, false, false},
    {"both, FnE rejects", FE | FNE, 0x08, 0x80, 0x88, false, false},
    {"overlap", FE | FNE, 0x88, 0x80, 0x00, true, false},
    {"overlap, other event there", FE | FNE, 0x88, 0x80, 0x08, true, false},
    {"overlap, FnE off", FE, 0x88, 0x80, 0x88, true, true},
    {"overlap, FE off", FNE, 0x88, 0x80, 0x00, true, true},
    {"overlap in a bit that does not exist", FE | FNE, 0x10008, 0x10080, 0x08, true, true},
    {"FE zero, FnE passes", FE | FNE, 0, 0x80, 0x00, true, false},
    {"FnE zero, FE passes", FE | FNE, 0x08, 0, 0x08, true, false},
    {"not taken", FE, 0x40, 0, 0x40, true, true},
    {"taken", FE, 0x40, 0, 0x00, false, false},
    {"only taken", FNE, 0, 0x40, 0x40, false, false},
};

static void inverted_filter(void **state)
{
    struct spe_config ignored = config(3), nothing = config(3);

    (void)state;
    nothing.fe_zero = spe_cfg_fe_zero_nothing;
    nothing.fne_zero = spe_cfg_fne_zero_nothing;
    nothing.fe_overlap = spe_cfg_fe_overlap_nothing;
    for (size_t i = 0; i < sizeof inverse / sizeof inverse[0]; i++) {
        const struct spe_regs regs = {.v = {[SPE_PMSFCR] = inverse[i].fcr,
                                            [SPE_PMSEVFR] = inverse[i].evfr,
                                            [SPE_PMSNEVFR] = inverse[i].nevfr}};

        CHECK(inverse[i].name, keeps(&ignored, &regs, inverse[i].events, 0, 0), inverse[i].kept);
        CHECK(inverse[i].name, keeps(&nothing, &regs, inverse[i].events, 0, 0),
              inverse[i].kept_nothing);
    }
}

/* FE with PMSEVFR_EL1[1] alone. Without speculation the bit is RES1, so "PMSEVFR_EL1 is 0" cannot
 * happen (S 3.2.3, 4.3.8). If records of speculation are always discarded, the bit is ignored
 * (D24.7.11). Otherwise it filters. */
static void retired_alone(void **state)
{
    struct spe_config cfg = config(3);
    struct spe_regs regs = {{0}};

    (void)state;
    cfg.fe_zero = spe_cfg_fe_zero_nothing;
    for (unsigned n = 0; n < 3; n++) {
        cfg.speculative = n != 0;
        cfg.misspec_record = n == 2;
        spe_regs_reset(&cfg, &regs);
        spe_reg_write(&cfg, &regs, SPE_PMSFCR, FE);
        CHECK("nothing written", keeps(&cfg, &regs, 0x2, 0, 0), n == 0);
        spe_reg_write(&cfg, &regs, SPE_PMSEVFR, 0x2);
        CHECK("retired", keeps(&cfg, &regs, 0x2, 0, 0), n != 1);
        CHECK("not retired", keeps(&cfg, &regs, 0, 0, 0), false);
        spe_reg_write(&cfg, &regs, SPE_PMSEVFR, 0xA);
        CHECK("with another", keeps(&cfg, &regs, 0xA, 0, 0), true);
        CHECK("another missing", keeps(&cfg, &regs, 0x2, 0, 0), false);
    }
}

static void data_sources(void **state)
{
    struct spe_config cfg = config(5);

    (void)state;
    cfg.fds = true;
    for (unsigned source = 0; source < 0x10000; source += source < 0x200 ? 1 : 0x3F5) {
        const unsigned bit = source & 63;
        struct spe_filtered load = {.has_source = true, .source = (uint16_t)source};
        struct spe_filtered other = {.has_source = false, .source = (uint16_t)source};
        struct spe_regs regs = {.v = {[SPE_PMSFCR] = 0x10, [SPE_PMSDSFR] = UINT64_C(1) << bit}};

        CHECK("its bit", filter_keep(&cfg, &regs, &load), true);
        regs.v[SPE_PMSDSFR] = ~regs.v[SPE_PMSDSFR];
        CHECK("all but its bit", filter_keep(&cfg, &regs, &load), false);
        CHECK("no load", filter_keep(&cfg, &regs, &other), true);
        regs.v[SPE_PMSFCR] = 0;
        CHECK("FDS 0", filter_keep(&cfg, &regs, &load), true);
    }
}

static void filters_are_anded(void **state)
{
    struct spe_config cfg = config(6);

    (void)state;
    cfg.fds = cfg.eft = true;
    for (unsigned wrong = 0; wrong < 32; wrong++) {
        const struct spe_regs regs = {.v = {[SPE_PMSFCR] = 0x2001F,
                                            [SPE_PMSEVFR] = 0x20,
                                            [SPE_PMSNEVFR] = 0x80,
                                            [SPE_PMSLATFR] = 0x8000,
                                            [SPE_PMSDSFR] = 2}};
        const struct spe_filtered sample = {.events =
                                                (wrong & 1 ? 0 : 0x20) | (wrong & 2 ? 0x80 : 0),
                                            .types = wrong & 4 ? SPE_OPTYPE_STORE : SPE_OPTYPE_LOAD,
                                            .latency = wrong & 8 ? 0x7FFF : 0x8000,
                                            .has_source = true,
                                            .source = wrong & 16 ? 2 : 1};

        CHECK("one filter is enough", filter_keep(&cfg, &regs, &sample), wrong == 0);
    }
}

/* J1.1 SPECollectRecord(): what counts does not depend on the filters' enables. */
#define KIND(id) (1u << SPE_FEED_##id)
static const struct {
    const char *name;
    uint64_t fcr, evfr, nevfr, minlat, dsfr;
    struct spe_filtered sample;
    unsigned kinds, plain; /* with and without [eft], [fds] */
} feeds[] = {
    {"nothing set", 0, 0, 0, 0, 0, {0}, KIND(EVENT) | KIND(LAT), KIND(EVENT) | KIND(LAT)},
    {"branch", 0, 0, 0, 1, 0, {.types = 1}, KIND(BR) | KIND(EVENT), KIND(BR) | KIND(EVENT)},
    {"atomic", 0, 0x20, 0, 1, 0, {.types = 6}, KIND(LD) | KIND(ST), KIND(LD) | KIND(ST)},
    {"FP, SIMD", 0, 0x20, 0, 1, 0, {.types = 0x18}, KIND(FP) | KIND(SIMD), 0},
    {"type asked for",
     0x20000,
     0x20,
     0,
     1,
     0,
     {.types = 2},
     KIND(LD) | KIND(OP),
     KIND(LD) | KIND(OP)},
    {"other type asked for", 0x40000, 0x20, 0, 1, 0, {.types = 2}, KIND(LD), KIND(LD)},
    {"type and mask", 0x2000000000000, 0x20, 0, 1, 0, {.types = 4}, KIND(ST) | KIND(OP), KIND(ST)},
    {"SIMD asked for", 0x100000, 0x20, 0, 1, 0, {.types = 0x10}, KIND(SIMD) | KIND(OP), 0},
    {"events met", 0, 0x20, 0x80, 1, 0, {.events = 0x20}, KIND(EVENT), KIND(EVENT)},
    {"an ignored event", 0, 0x22, 0, 1, 0, {.events = 0x20}, KIND(EVENT), KIND(EVENT)},
    {"... inverted", 0, 0x20, 0x82, 1, 0, {.events = 0x22}, KIND(EVENT), KIND(EVENT)},
    {"inverse event there", 0, 0x20, 0x80, 1, 0, {.events = 0xA0}, 0, 0},
    {"latency met", 0, 0x20, 0, 7, 0, {.latency = 7}, KIND(LAT), KIND(LAT)},
    {"latency not met", 0, 0x20, 0, 7, 0, {.latency = 6}, 0, 0},
    {"source met", 0, 0x20, 0, 1, 4, {.has_source = true, .source = 0x42}, KIND(DS), 0},
    {"source not met", 0, 0x20, 0, 1, 4, {.has_source = true, .source = 0x41}, 0, 0},
    {"no source", 0, 0x20, 0, 1, 4, {.source = 2}, 0, 0},
};

static void feed_kinds(void **state)
{
    struct spe_config cfg = config(6);

    (void)state;
    for (size_t i = 0; i < sizeof feeds / sizeof feeds[0]; i++) {
        struct spe_regs regs = {.v = {[SPE_PMSFCR] = feeds[i].fcr,
                                      [SPE_PMSEVFR] = feeds[i].evfr,
                                      [SPE_PMSNEVFR] = feeds[i].nevfr,
                                      [SPE_PMSLATFR] = feeds[i].minlat,
                                      [SPE_PMSDSFR] = feeds[i].dsfr}};

        for (unsigned enables = 0; enables < 32; enables++) {
            regs.v[SPE_PMSFCR] = feeds[i].fcr | enables;
            cfg.pmu_feed = cfg.eft = cfg.fds = true;
            CHECK(feeds[i].name, filter_feed(&cfg, &regs, &feeds[i].sample), feeds[i].kinds);
            cfg.eft = cfg.fds = false;
            CHECK(feeds[i].name, filter_feed(&cfg, &regs, &feeds[i].sample), feeds[i].plain);
            cfg.pmu_feed = false;
            CHECK(feeds[i].name, filter_feed(&cfg, &regs, &feeds[i].sample), 0);
        }
    }
}

/* A D14.3: a squash counts as any other operation; its E[1] is 0. FI1: bit 1 is in F only if the
 * records of speculation are written. Without speculation it is RES1 (S 4.3.8). */
static void feed_of_a_squash(void **state)
{
    static const struct {
        const char *name;
        bool speculative, misspec_record;
        bool counts; /* with bit 1 in PMSEVFR_EL1 */
    } rows[] = {
        {"no speculation, no records of it", false, false, true},
        {"no speculation", false, true, true},
        {"no records of it", true, false, true},
        {"records of it", true, true, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spe_regs none = {{0}}, asked = {.v = {[SPE_PMSEVFR] = 0x22}};
        const struct spe_regs inverted = {.v = {[SPE_PMSEVFR] = 0x20, [SPE_PMSNEVFR] = 0x2}};
        const struct spe_filtered squash = {.events = 0x20}, other = {.events = 0x80};
        const struct spe_filtered retired = {.events = 0x22};
        struct spe_config cfg = config(6);

        cfg.pmu_feed = true;
        cfg.speculative = rows[i].speculative;
        cfg.misspec_record = rows[i].misspec_record;
#define COUNTS(regs, sample) ((filter_feed(&cfg, &(regs), &(sample)) & KIND(EVENT)) != 0)
        CHECK(rows[i].name, COUNTS(asked, squash), rows[i].counts);
        CHECK(rows[i].name, COUNTS(asked, other), false);
        CHECK(rows[i].name, COUNTS(asked, retired), true);
        CHECK(rows[i].name, COUNTS(none, squash), true);
        CHECK(rows[i].name, COUNTS(inverted, squash), true);
        CHECK(rows[i].name, COUNTS(inverted, retired), rows[i].counts);
#undef COUNTS
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_exhaustively),  cmocka_unit_test(masks_by_name),
        cmocka_unit_test(flags_of_operations), cmocka_unit_test(event_bits_by_version),
        cmocka_unit_test(retired_alone),       cmocka_unit_test(inverted_filter),
        cmocka_unit_test(data_sources),        cmocka_unit_test(filters_are_anded),
        cmocka_unit_test(feed_kinds),          cmocka_unit_test(feed_of_a_squash),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
