/* SPDX-License-Identifier: Apache-2.0 */
/* What the filters of a story are applied to: the flags of an operation (FI6 to FI8), event 1 in
 * PMSNEVFR_EL1 (FI1, FI2, FI4), fields that a configuration does not have; and what of an operation
 * the features let a record tell: the payload of its type, its latencies, its clock. */
#include "check.h"
#include "config_members.h"
#include "spe/bits.h"
#include "story/parts.h"
#include "story/story.h"

#define FE  0x1u
#define FT  0x2u
#define FNE 0x8u
#define FDS 0x10u

#define EXCEPTION (SPE_BIT(0) | SPE_BIT(1))

/* The operation of a record, and the flags of its lane. */
struct operation {
    const char *name;
    uint16_t op;
    uint8_t lane;
    uint64_t events;
};

static bool passes(const struct spe_config *cfg, const struct operation *op,
                   const struct spe_story *filters)
{
    struct spe_decoded_record record = {.packets = 4};
    struct spe_story story = *filters;
    char text[STORY_TEXT];

    record.packet[0] = (struct spe_packet){.kind = SPE_PACKET_EVENTS, .payload = op->events};
    record.packet[1] = (struct spe_packet){
        .kind = SPE_PACKET_OPERATION, .index = (uint8_t)(op->op >> 8), .payload = op->op & 0xFFu};
    record.packet[2] = (struct spe_packet){.kind = SPE_PACKET_COUNTER};
    record.packet[3] = (struct spe_packet){.kind = SPE_PACKET_DATA_SOURCE, .payload = 9};
    story.has_filters = true;
    story.flags = op->lane;
    return story_filter(cfg, &story, &record, text) == NULL;
}

#define GCS (SPE_OP_GCS_LOAD | SPE_OP_GCS_STORE)

/* FI6: the flags that each operation has: B, L(D), S(T), F(P), V for SIMD; without and with [gcs].
 */
static const struct {
    struct operation op;
    const char *without, *with;
} flags[] = {
    {{"load", 0x100, 0, 2}, "L", "L"},
    {{"store", 0x101, 0, 2}, "S", "S"},
    {{"load of a SIMD&FP register", 0x104, 0, 2}, "L", "L"},
    {{"floating-point load", 0x104, SPE_OP_FP, 2}, "LF", "LF"},
    {{"SIMD store", 0x105, SPE_OP_SIMD, 2}, "SV", "SV"},
    {{"atomic that returns a value", 0x106, 0, 2}, "LS", "LS"},
    {{"atomic that returns none", 0x107, 0, 2}, "S", "S"},
    {{"atomic with acquire", 0x116, 0, 2}, "LS", "LS"},
    {{"exclusive load", 0x10A, 0, 2}, "L", "L"},
    {{"exclusive store", 0x10B, 0, 2}, "S", "S"},
    {{"load with flags of a branch", 0x100, GCS, 2}, "L", "L"},
    {{"store with flags of a branch", 0x101, GCS, 2}, "S", "S"},
    {{"load with an exception", 0x100, 0, EXCEPTION}, "L", "L"},
    {{"Other", 0x000, 0, 2}, "", ""},
    {{"Other, the payload of an atomic", 0x006, 0, 2}, "", ""},
    {{"Other, floating-point", 0x002, SPE_OP_FP, 2}, "F", "F"},
    {{"Other, SIMD", 0x008, SPE_OP_SIMD, 2}, "V", "V"},
    {{"Other, both", 0x00A, SPE_OP_SIMD | SPE_OP_FP, 2}, "FV", "FV"},
    {{"Other with flags of a branch", 0x000, GCS, 2}, "", ""},
    {{"branch", 0x201, 0, 2}, "B", "B"},
    {{"branch with the payload of an atomic", 0x206, 0, 2}, "B", "B"},
    {{"return", 0x216, SPE_OP_GCS_LOAD, 2}, "B", "BL"},
    {{"call", 0x20E, SPE_OP_GCS_STORE, 2}, "B", "BS"},
    {{"call that is a return", 0x206, GCS, 2}, "B", "BLS"},
    {{"branch with flags of SIMD&FP", 0x202, SPE_OP_SIMD | SPE_OP_FP, 2}, "BFV", "BFV"},
    {{"return that has not retired", 0x216, SPE_OP_GCS_LOAD, 0}, "B", "BL"},
    {{"branch with an exception", 0x201, 0, EXCEPTION}, "", ""},
    {{"return with an exception", 0x216, SPE_OP_GCS_LOAD, EXCEPTION}, "", ""},
    {{"call with an exception", 0x20E, SPE_OP_GCS_STORE, EXCEPTION}, "", ""},
    {{"branch with an exception and more events", 0x201, 0, EXCEPTION | 0xC0}, "", ""},
    {{"branch with more events", 0x201, 0, 0xC2}, "B", "B"},
};

static const char types[] = "BLSFV";

/* FI8: control and mask of one type. Reserved bits of PMSFCR_EL1 are no sixth type. */
static void each_type_alone(void **state)
{
    (void)state;
    for (size_t i = 0; i < 2 * sizeof(flags) / sizeof(*flags); i++) {
        const struct spe_config cfg = {.count_size = 12, .eft = true, .gcs = (i & 1) != 0};
        const struct operation *op = &flags[i / 2].op;
        const char *want = i & 1 ? flags[i / 2].with : flags[i / 2].without;
        for (unsigned type = 0; type < 5; type++) {
            const bool is = strchr(want, types[type]) != NULL;
            const uint64_t control = SPE_BIT(16 + type), mask = SPE_BIT(48 + type);
            char row[96];
            (void)snprintf(row, sizeof(row), "%s, gcs %u, %c", op->name, (unsigned)i & 1,
                           types[type]);
            CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = FT | control | mask}), is);
            CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = FT | control}), is);
            CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = FT | mask}), !is);
        }
        CHECK(op->name, passes(&cfg, op, &(struct spe_story){.pmsfcr = FT}), true);
        const uint64_t reserved = SPE_BIT(21) | SPE_BIT(53);
        CHECK(op->name, passes(&cfg, op, &(struct spe_story){.pmsfcr = FT | reserved}), true);
    }
}

/* FI8: every pair of types: "at least one of them", "both", "the one without the other". */
static void pairs_of_types(void **state)
{
    const struct spe_config cfg = {.count_size = 12, .eft = true, .gcs = true};

    (void)state;
    for (size_t i = 0; i < 25 * sizeof(flags) / sizeof(*flags); i++) {
        const struct operation *op = &flags[i / 25].op;
        const unsigned one = (unsigned)(i % 5), other = (unsigned)(i / 5 % 5);
        const bool first = strchr(flags[i / 25].with, types[one]) != NULL;
        const bool second = strchr(flags[i / 25].with, types[other]) != NULL;
        const uint64_t both = FT | SPE_BIT(16 + one) | SPE_BIT(16 + other);
        const uint64_t masks = SPE_BIT(48 + one) | SPE_BIT(48 + other);
        char row[96];
        (void)snprintf(row, sizeof(row), "%s, %c, %c", op->name, types[one], types[other]);
        CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = both}), first || second);
        CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = both | masks}), first && second);
        if (one == other) {
            continue;
        }
        CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = FT | SPE_BIT(16 + one) | masks}),
              first && !second);
        CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = both | SPE_BIT(48 + one)}),
              first && second);
    }
}

/* FI7: without [eft] the controls are B, LD and ST alone; bits of FP, SIMD and masks are reserved.
 */
static void three_types(void **state)
{
    (void)state;
    for (size_t i = 0; i < 16 * sizeof(flags) / sizeof(*flags); i++) {
        const struct spe_config cfg = {
            .count_size = 12, .gcs = (i & 1) != 0, .ft_zero = spe_cfg_ft_zero_nothing};
        const struct operation *op = &flags[i / 16].op;
        const char *want = i & 1 ? flags[i / 16].with : flags[i / 16].without;
        const unsigned controls = i / 2 % 8;
        const uint64_t later = SPE_BIT(19) | SPE_BIT(20) | SPE_MASK(52, 48);
        bool kept = false;
        char row[96];
        for (unsigned type = 0; type < 3; type++) {
            kept |= (controls >> type & 1) != 0 && strchr(want, types[type]) != NULL;
        }
        (void)snprintf(row, sizeof(row), "%s, controls %u", op->name, controls);
        const uint64_t fcr = FT | (uint64_t)controls << 16;
        CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = fcr}), kept);
        CHECK(row, passes(&cfg, op, &(struct spe_story){.pmsfcr = fcr | later}), kept);
    }
}

/* FI1, FI2, FI4: event 1 in PMSNEVFR_EL1 is a filter if speculative operations are sampled and
 * recorded. Event 0 is never one. */
static void event_1_inverted(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 16; i++) {
        const struct spe_config cfg = {.count_size = 12,
                                       .fne = true,
                                       .speculative = (i & 1) != 0,
                                       .misspec_record = (i & 2) != 0,
                                       .fe_zero = spe_cfg_fe_zero_ignored,
                                       .fne_zero = spe_cfg_fne_zero_ignored};
        const struct operation op = {"load", 0x100, 0, i >> 2};
        const bool retired = (i & 8) != 0;
        const struct spe_story event0 = {.pmsfcr = FNE, .pmsnevfr = 1};
        const struct spe_story event1 = {.pmsfcr = FNE, .pmsnevfr = 2};
        const struct spe_story wanted0 = {.pmsfcr = FE, .pmsevfr = 1};
        char row[16];
        (void)snprintf(row, sizeof(row), "row %u", i);
        CHECK(row, passes(&cfg, &op, &event1), !((i & 3) == 3 && retired));
        CHECK(row, passes(&cfg, &op, &event0), true);
        CHECK(row, passes(&cfg, &op, &wanted0), true);
    }
}

/* FI10: without [fds] no source is filtered. FI4: without [fne] no event is. */
static void filters_that_are_not_there(void **state)
{
    const struct operation op = {"load", 0x100, 0, 0x22};
    const struct spe_story both = {.pmsfcr = FDS | FNE, .pmsnevfr = 0x20};
    struct spe_config cfg = {.count_size = 12};

    (void)state;
    CHECK("neither", passes(&cfg, &op, &both), true);
    cfg.fds = true;
    CHECK("fds", passes(&cfg, &op, &both), false);
    cfg.fds = false;
    cfg.fne = true;
    CHECK("fne", passes(&cfg, &op, &both), false);
}

/* D18.2.7: what the type of an operation is recorded as. Each feature alone: F FEAT_SPE_FPF,
 * C FEAT_SPE_CRR, G FEAT_GCS, E FEAT_SPE_EFT, which is none of them. */
static const struct {
    uint16_t op;
    const char *feature;
    uint8_t payload;
} payloads[] = {
    {0x007, "", 0x01},   {0x007, "F", 0x07}, {0x007, "C", 0x01}, {0x007, "G", 0x01},
    {0x007, "E", 0x01},  {0x006, "", 0x00},  {0x006, "F", 0x06}, {0x006, "E", 0x00},
    {0x008, "", 0x08},   {0x00E, "", 0x0E},  {0x00E, "F", 0x0E}, {0x088, "E", 0x88},
    {0x107, "", 0x07},   {0x11F, "G", 0x1F}, {0x11E, "", 0x1E},  {0x21F, "", 0x03},
    {0x21F, "F", 0x03},  {0x21F, "C", 0x1B}, {0x21F, "G", 0x07}, {0x21F, "E", 0x03},
    {0x216, "CG", 0x16}, {0x213, "G", 0x03}, {0x205, "C", 0x01}, {0x205, "G", 0x05},
};

static void payload_by_feature(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(payloads) / sizeof(*payloads); i++) {
        const char *feature = payloads[i].feature;
        const struct spe_config cfg = {.count_size = 12,
                                       .ds_bytes = 1,
                                       .fpf = strchr(feature, 'F') != NULL,
                                       .crr = strchr(feature, 'C') != NULL,
                                       .gcs = strchr(feature, 'G') != NULL,
                                       .eft = strchr(feature, 'E') != NULL};
        const struct spe_story story = {.op = payloads[i].op, .end = {.kind = SPE_LIFE_RETIRE}};
        struct story_packet rows[STORY_PACKETS];
        char row[32];
        story_expect(&cfg, &story, rows);
        (void)snprintf(row, sizeof(row), "0x%03x, feature %s", payloads[i].op, feature);
        CHECK(row, rows[STORY_OPERATION].payload, payloads[i].payload);
        CHECK(row, rows[STORY_OPERATION].index, payloads[i].op >> 8);
    }
}

/* 5.3.4: with [sample_point] = retire each latency is the one that was told, saturated; otherwise
 * only that of the alternate clock is. */
static void latencies_that_are_told(void **state)
{
    struct spe_story story = {.end = {.kind = SPE_LIFE_RETIRE,
                                      .flags = 0x1FF,
                                      .lat_total = 0x40,
                                      .lat_issue = 0x30,
                                      .lat_xlat = 0x20,
                                      .lat_alt = 0x10}};
    struct spe_config cfg = {.count_size = 12, .sample_point = spe_cfg_sample_point_retire};

    (void)state;
    struct story_latency told = story_latency(&cfg, &story);
    CHECK("total", told.total, 0x40);
    CHECK("issue", told.issue, 0x30);
    CHECK("translation", told.xlat, 0x20);
    CHECK("alternate", told.alt_issue, 0x10);
    story.end.lat_alt = 0x1000;
    CHECK("saturated", story_latency(&cfg, &story).alt_issue, 0xFFF);
    story.end.lat_alt = 0xFFF;
    CHECK("just not", story_latency(&cfg, &story).alt_issue, 0xFFF);
    story.end.lat_alt = 0x11;
    cfg.sample_point = spe_cfg_sample_point_dispatch;
    told = story_latency(&cfg, &story);
    CHECK("total of a life without events", told.total, 0);
    CHECK("alternate, dispatch", told.alt_issue, 0x11);
}

#define NS     (1u << 2)
#define EL2A32 (1u << 6)
#define TGE    (1u << 12)
#define E2H    (1u << 13)

/* "In host": what makes the virtual count one without offset. */
static const struct {
    const char *row;
    bool vhe, el2, el3;
    uint64_t state;
    bool host;
} hosts[] = {
    {"EL2", 1, 1, 1, NS | E2H | 2, true},
    {"EL2, no EL3", 1, 1, 0, NS | E2H | 2, true},
    {"EL2, no FEAT_VHE", 0, 1, 1, NS | E2H | 2, false},
    {"EL2 without E2H", 1, 1, 1, NS | 2, false},
    {"EL2 in AArch32", 1, 1, 1, NS | E2H | EL2A32 | 2, false},
    {"EL0", 1, 1, 1, NS | E2H | TGE, true},
    {"EL0, no EL3", 1, 1, 0, NS | E2H | TGE, true},
    {"EL0, no FEAT_VHE", 0, 1, 1, NS | E2H | TGE, false},
    {"EL0, EL2 in AArch32", 1, 1, 1, NS | E2H | TGE | EL2A32, false},
    {"EL0 without TGE", 1, 1, 1, NS | E2H, false},
    {"EL1", 1, 1, 1, NS | E2H | TGE | 1, false},
    {"EL0, Secure", 1, 1, 1, E2H | TGE, false},
};

static void clock_of_a_host(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(hosts) / sizeof(*hosts); i++) {
        const struct spe_config cfg = {
            .vhe = hosts[i].vhe, .el2 = hosts[i].el2, .el3 = hosts[i].el3};
        const struct spe_story story = {.ctx_state = hosts[i].state, .cntvoff = 0x100};
        CHECK(hosts[i].row, story_collect(&cfg, &story).offset, hosts[i].host ? 0 : 0x100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_type_alone),
        cmocka_unit_test(pairs_of_types),
        cmocka_unit_test(three_types),
        cmocka_unit_test(event_1_inverted),
        cmocka_unit_test(filters_that_are_not_there),
        cmocka_unit_test(payload_by_feature),
        cmocka_unit_test(latencies_that_are_told),
        cmocka_unit_test(clock_of_a_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
