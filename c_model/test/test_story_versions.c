/* SPDX-License-Identifier: Apache-2.0 */
/* Versions and features that change a story: Secure EL2 and counters (D24.7.9, D18.2.9), bits of
 * the Events packet and of its filters (D18.2.6, D24.7.11), previous targets (D18.2.1), registers
 * in memory (D18.2.7), data sources (D24.7.10). */
#include "check.h"
#include "config_members.h"
#include "spe/bits.h"
#include "story/parts.h"
#include "story/story.h"

#define NS      (1u << 2)
#define E2PB(n) ((uint64_t)(n) << 9)
#define TGE     (1u << 12)
#define E2H     (1u << 13)
#define EEL2    (1u << 18)
#define CX      0x08u
#define PA      0x10u
#define TS      0x20u
#define PCT(n)  ((uint64_t)(n) << 6)

/* EL2 exists in Secure state with FEAT_SEL2 and either SCR_EL3.EEL2 or no EL3. */
static const struct {
    const char *row;
    bool el2, el3, sel2;
    uint64_t state;
    bool enabled;
} secure_el2[] = {
    {"EEL2", 1, 1, 1, EEL2 | E2PB(3) | 1, true},
    {"no EEL2", 1, 1, 1, E2PB(3) | 1, false},
    {"no FEAT_SEL2", 1, 1, 0, EEL2 | E2PB(3) | 1, false},
    {"no EL3", 1, 0, 1, E2PB(3) | 1, true},
    {"no EL3, no FEAT_SEL2", 1, 0, 0, E2PB(3) | 1, false},
    {"no EL2", 0, 1, 0, EEL2 | E2PB(3) | 1, false},
    {"Non-secure", 1, 1, 0, NS | E2PB(3) | 1, true},
    {"Non-secure, no EL2", 0, 1, 0, NS | E2PB(3) | 1, false},
};

static void el2_of_a_state(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(secure_el2) / sizeof(secure_el2[0]); i++) {
        const struct spe_config cfg = {.ds_bytes = 1,
                                       .el2 = secure_el2[i].el2,
                                       .el3 = secure_el2[i].el3,
                                       .sel2 = secure_el2[i].sel2,
                                       .vhe = secure_el2[i].el2};
        struct spe_story story = {.ctx_state = secure_el2[i].state, .pmscr_el2 = CX};
        CHECK(secure_el2[i].row, story_collect(&cfg, &story).ctx2, secure_el2[i].enabled);
        /* If EL2 exists, TGE makes EL0 part of a host: EL1's register collects nothing at EL0. */
        story = (struct spe_story){.ctx_state = (secure_el2[i].state & ~UINT64_C(3)) | TGE,
                                   .pmscr_el1 = CX};
        CHECK(secure_el2[i].row, story_collect(&cfg, &story).ctx1, !secure_el2[i].enabled);
        /* E2PB 0b00: EL2 owns the buffer, if EL2 exists. */
        story = (struct spe_story){.ctx_state = (secure_el2[i].state & ~E2PB(3)) | 1u << 16,
                                   .pmscr_el2 = TS};
        CHECK(secure_el2[i].row, story_collect(&cfg, &story).timestamp, secure_el2[i].enabled);
    }
}

/* The offset that is subtracted: v the virtual offset, p the physical offset, 0 nothing; by
 * PMSCR_EL1.PCT and PMSCR_EL2.PCT, 0 to 3. 0b10 is reserved, and acts as virtual. */
static const struct {
    const char *row;
    int ecv;
    uint64_t state;
    const char *offset[4]; /* index: PMSCR_EL2.PCT; character: PMSCR_EL1.PCT */
} clocks[] = {
    {"guest", 0, NS | E2PB(3) | 1, {"vvvv", "v0v0", "vvvv", "v0v0"}},
    {"guest, FEAT_ECV", 1, NS | E2PB(3) | 1, {"vvvv", "v0v0", "vvvv", "v0v0"}},
    {"guest, FEAT_ECV_POFF", 2, NS | E2PB(3) | 1, {"vvvv", "v0vp", "vvvv", "vpvp"}},
    {"hypervisor", 2, NS | E2PB(0) | 2, {"vvvv", "0000", "vvvv", "pppp"}},
    {"host", 2, NS | E2PB(0) | E2H | 2, {"0000", "0000", "0000", "pppp"}},
    {"host at EL0", 2, NS | E2PB(0) | E2H | TGE, {"0000", "0000", "0000", "pppp"}},
    {"EL0 of a guest of a host", 2, NS | E2PB(0) | E2H, {"vvvv", "0000", "vvvv", "pppp"}},
    {"Secure EL1", 2, E2PB(3) | 1, {"v0vp", "v0vp", "v0vp", "v0vp"}},
};

static void counters_by_register(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
        const struct spe_config cfg = {
            .ds_bytes = 1, .el2 = true, .el3 = true, .vhe = true, .ecv = clocks[i].ecv};
        for (unsigned pct = 0; pct < 16; pct++) {
            const struct spe_story story = {.ctx_state = clocks[i].state,
                                            .cntvoff = 0x100,
                                            .cntpoff = 0x1000,
                                            .pmscr_el1 = PCT(pct & 3),
                                            .pmscr_el2 = PCT(pct >> 2)};
            const char want = clocks[i].offset[pct >> 2][pct & 3];
            char row[64];
            (void)snprintf(row, sizeof(row), "%s, EL1 %u, EL2 %u", clocks[i].row, pct & 3,
                           pct >> 2);
            CHECK(row, story_collect(&cfg, &story).offset,
                  want == 'v'   ? 0x100
                  : want == 'p' ? 0x1000
                                : 0);
        }
    }
}

/* Bits of the Events packet that can be 1, and bits that the filters have. [events] has every event
 * that the configuration permits, [event_filters] none. */
static const struct {
    const char *row;
    int pmsver;
    bool sve, sme, spe_sme, filter_sme, fne;
    uint64_t packet, filter;
} versions[] = {
    {"SPEv1p0", 1, 0, 0, 0, 0, 0, 0xFFFF0000FF00F7FC, 0xA8},
    {"SPEv1p0, FEAT_SVE", 1, 1, 1, 0, 1, 0, 0xFFFF0000FF00F7FC, 0xA8},
    {"SPEv1p1", 2, 0, 0, 0, 1, 0, 0xFFFF0000FF00FFFC, 0x8A8},
    {"SPEv1p1, FEAT_SVE", 2, 1, 0, 0, 0, 0, 0xFFFF0000FF06FFFC, 0x608A8},
    {"SPEv1p1, FEAT_SME", 2, 0, 1, 0, 0, 0, 0xFFFF0000FF06FFFC, 0x8A8},
    {"SPEv1p1, FEAT_SME, filtered", 2, 0, 1, 0, 1, 0, 0xFFFF0000FF06FFFC, 0x608A8},
    {"SPEv1p2", 3, 0, 0, 0, 0, 1, 0xFFFF0000FF00FFFC, 0x8E8},
    {"SPEv1p3", 4, 0, 0, 0, 0, 1, 0xFFFF0000FF00FFFC, 0x8E8},
    {"SPEv1p4", 5, 0, 0, 0, 0, 1, 0xFFFF000000F8FFFC, 0xF80FFC},
    {"SPEv1p4, FEAT_SPE_SME", 5, 0, 1, 1, 1, 1, 0xFFFF000003FEFFFC, 0x3FE0FFC},
};

static struct spe_config of_version(size_t i)
{
    struct spe_config cfg;

    spe_config_init(&cfg);
    cfg.pmsver = versions[i].pmsver;
    cfg.sve = versions[i].sve;
    cfg.sme = versions[i].sme;
    cfg.spe_sme = versions[i].spe_sme;
    cfg.filter_sme = versions[i].filter_sme;
    cfg.fne = versions[i].fne;
    cfg.fe_zero = cfg.fne_zero = spe_cfg_fe_zero_ignored;
    cfg.events = 0xFFFF0000FFFEFFFF;
    cfg.event_bytes = 8;
    return cfg;
}

static bool passes(const struct spe_config *cfg, uint64_t wanted, uint64_t unwanted,
                   uint64_t events)
{
    char text[STORY_TEXT];
    const struct spe_story story = {.has_filters = true,
                                    .pmsfcr = (wanted != 0 ? 1u : 0u) | (unwanted != 0 ? 8u : 0u),
                                    .pmsevfr = wanted,
                                    .pmsnevfr = unwanted};
    struct spe_decoded_record record = {.packets = 3};

    record.packet[0] = (struct spe_packet){.kind = SPE_PACKET_EVENTS, .payload = events};
    record.packet[1] = (struct spe_packet){.kind = SPE_PACKET_OPERATION};
    record.packet[2] = (struct spe_packet){.kind = SPE_PACKET_COUNTER};
    return story_filter(cfg, &story, &record, text) == NULL;
}

static void events_by_version(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(versions) / sizeof(versions[0]); i++) {
        struct spe_config cfg = of_version(i);
        struct story_packet rows[STORY_PACKETS];
        const struct spe_story all = {.end = {.kind = SPE_LIFE_SQUASH, .events = UINT64_MAX}};
        story_expect(&cfg, &all, rows);
        CHECK(versions[i].row, rows[STORY_EVENTS].payload, versions[i].packet);
        for (unsigned bit = 0; bit < 64; bit += bit == 0 ? 2 : 1) { /* 1: test_story_types */
            char row[64];
            const bool filters = (versions[i].filter >> bit & 1) != 0;
            (void)snprintf(row, sizeof(row), "%s, bit %u", versions[i].row, bit);
            CHECK(row, passes(&cfg, SPE_BIT(bit), 0, ~SPE_BIT(bit)), !filters);
            CHECK(row, passes(&cfg, SPE_BIT(bit), 0, SPE_BIT(bit)), true);
            CHECK(row, passes(&cfg, 0, SPE_BIT(bit), SPE_BIT(bit)), !(filters && cfg.fne));
            CHECK(row, passes(&cfg, 0, SPE_BIT(bit), ~SPE_BIT(bit)), true);
        }
    }
}

/* D24.7.11: filter bits of events that are not implemented, or that are filters by choice. */
static void filters_by_configuration(void **state)
{
    struct spe_config cfg = of_version(8);

    (void)state;
    cfg.events = 0xBFF;
    CHECK("event 19 is not implemented", passes(&cfg, SPE_BIT(19), 0, 0), true);
    CHECK("event 8 is", passes(&cfg, SPE_BIT(8), 0, 0), false);
    cfg.event_filters = SPE_BIT(12);
    CHECK("event 12 is a filter", passes(&cfg, SPE_BIT(12), 0, 0), false);
    CHECK("event 13 is none", passes(&cfg, SPE_BIT(13), 0, 0), true);
    cfg.fne_zero = spe_cfg_fne_zero_nothing;
    CHECK("a filter of nothing", passes(&cfg, 0, SPE_BIT(13), 0), false);
    cfg.fe_overlap = spe_cfg_fe_overlap_nothing;
    CHECK("both ask for it", passes(&cfg, SPE_BIT(5), SPE_BIT(5), SPE_BIT(5)), false);
    CHECK("two events", passes(&cfg, SPE_BIT(5), SPE_BIT(7), SPE_BIT(5)), true);
    CHECK("the unwanted one", passes(&cfg, SPE_BIT(5), SPE_BIT(7), SPE_BIT(5) | SPE_BIT(7)), false);
    cfg.fe_overlap = spe_cfg_fe_overlap_ignored;
    CHECK("both are ignored", passes(&cfg, SPE_BIT(5), SPE_BIT(5), 0), true);
}

/* [pbt_ops]: taken branches, branches, or all operations; never with an exception, nor without a
 * target. */
static void previous_targets(void **state)
{
    static const int ops[] = {spe_cfg_pbt_ops_taken, spe_cfg_pbt_ops_branch, spe_cfg_pbt_ops_any};

    (void)state;
    for (unsigned i = 0; i < 3 * 16; i++) {
        const bool branch = (i & 1) != 0, taken = (i & 2) != 0, known = (i & 4) != 0;
        const bool exception = (i & 8) != 0;
        const struct spe_config cfg = {
            .pbt = true, .pbt_ops = ops[i / 16], .count_size = 12, .ds_bytes = 1};
        const struct spe_story story = {
            .op = branch ? 0x201 : 0x100,
            .end = {.kind = exception ? SPE_LIFE_EXCEPTION : SPE_LIFE_RETIRE,
                    .flags = known ? SPE_LIFE_PREV : 0,
                    .events = taken ? 0 : SPE_BIT(6)}};
        const bool eligible = i / 16 == 2 || (branch && (i / 16 == 1 || taken));
        struct story_packet rows[STORY_PACKETS];
        char row[16];
        story_expect(&cfg, &story, rows);
        (void)snprintf(row, sizeof(row), "row %u", i);
        CHECK(row, rows[STORY_PREVIOUS].present, eligible && known && !exception);
    }
}

/* A D17.6.4, D17.6.4.2: the addresses of a load or store to a register in memory are recorded only
 * if EL2 is profiled; the physical one only if it was collected. */
static void registers_in_memory(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        const bool access = (i & 1) != 0, physical = (i & 2) != 0, nv2 = (i & 4) != 0;
        const bool owner = (i & 8) != 0, profiled = (i & 16) != 0, store = (i & 32) != 0;
        const struct spe_config cfg = {
            .ds_bytes = 1, .el2 = true, .el3 = true, .count_size = 12, .nv = nv2 ? 2 : 1};
        const struct spe_story story = {
            .op = (uint16_t)((access ? 0x130 : 0x100) | store),
            .ctx_state = NS | (owner ? 0 : E2PB(3)) | 1,
            .pmscr_el1 = physical ? PA : 0,
            .pmscr_el2 = (profiled ? 2 : 0) | (physical ? PA : 0),
            .end = {.kind = SPE_LIFE_RETIRE, .flags = SPE_LIFE_VA | SPE_LIFE_PA, .va = 0x1000}};
        struct story_packet rows[STORY_PACKETS];
        char row[16];
        story_expect(&cfg, &story, rows);
        (void)snprintf(row, sizeof(row), "row %u", i);
        const bool told = !(access && nv2 && !(owner && profiled));
        CHECK(row, rows[STORY_VA].present, told);
        CHECK(row, rows[STORY_PA].present, told && physical);
    }
}

/* operation, NV2 and GCS among them; whether it has a latency, and a virtual address */
static const struct with_latency {
    uint16_t op;
    unsigned flags, told;
    bool access, address;
} operations[] = {
    {0x100, 0, SPE_LIFE_VA, true, true},
    {0x100, 0, SPE_LIFE_PA | SPE_LIFE_SOURCE, true, false},
    {0x101, 0, 0, true, false},
    {0x130, 0, SPE_LIFE_VA | SPE_LIFE_PA, true, false},
    {0x131, 0, SPE_LIFE_PA, true, false},
    {0x216, SPE_OP_GCS_LOAD, SPE_LIFE_VA, true, true},
    {0x216, SPE_OP_GCS_LOAD, SPE_LIFE_TARGET, true, false},
    {0x202, 0, SPE_LIFE_TARGET, false, false},
    {0x000, 0, SPE_LIFE_VA, false, false},
};

/* A D17.6.4: without a data virtual address the translation latency is counted as with it, zero, or
 * not recorded ([xlat_without_va]); of an access that was not translated it is never zero. */
static void latency_without_address(void **state)
{
    static const int keys[] = {spe_cfg_xlat_without_va_counted, spe_cfg_xlat_without_va_zero,
                               spe_cfg_xlat_without_va_absent};
    static const int latency_of_none[] = {5, -1, -1}; /* -1: no packet */
    static const int latency_of_hidden[] = {5, 0, -1};
    (void)state;
    for (unsigned i = 0; i < 3 * sizeof(operations) / sizeof(*operations); i++) {
        const struct with_latency *op = &operations[i / 3];
        const struct spe_config cfg = {.ds_bytes = 1,
                                       .el2 = true,
                                       .count_size = 12,
                                       .nv = 2,
                                       .gcs = true,
                                       .sample_point = spe_cfg_sample_point_retire,
                                       .xlat_without_va = keys[i % 3]};
        const struct spe_story story = {
            .op = op->op,
            .flags = (uint8_t)op->flags,
            .ctx_state = NS | E2PB(3) | 1,
            .end = {.kind = SPE_LIFE_RETIRE, .flags = op->told, .lat_xlat = 5}};
        const int without =
            op->told & SPE_LIFE_VA ? latency_of_hidden[i % 3] : latency_of_none[i % 3];
        const int want = !op->access ? -1 : op->address ? 5 : without;
        struct story_packet rows[STORY_PACKETS];
        char row[16];
        story_expect(&cfg, &story, rows);
        (void)snprintf(row, sizeof(row), "row %u", i);
        CHECK(row, rows[STORY_VA].present, op->address);
        CHECK(row, rows[STORY_XLAT].present ? (int)rows[STORY_XLAT].payload : -1, want);
    }
}

/* D24.7.10: the filter applies only to loads with a Data Source packet. */
static void data_sources(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3 * 8; i++) {
        const unsigned class = i / 8;
        const bool store = (i & 1) != 0, told = (i & 2) != 0, listed = (i & 4) != 0;
        const struct spe_config cfg = {.ds_bytes = 1, .fds = true, .lds = true, .count_size = 12};
        const struct spe_story story = {
            .has_filters = true, .pmsfcr = 0x10, .pmsdsfr = listed ? SPE_BIT(9) : ~SPE_BIT(9)};
        struct spe_decoded_record record = {.packets = told ? 4 : 3};
        char text[STORY_TEXT], row[16];
        record.packet[0] = (struct spe_packet){.kind = SPE_PACKET_EVENTS};
        record.packet[1] = (struct spe_packet){
            .kind = SPE_PACKET_OPERATION, .index = (uint8_t) class, .payload = store};
        record.packet[2] = (struct spe_packet){.kind = SPE_PACKET_COUNTER};
        record.packet[3] = (struct spe_packet){.kind = SPE_PACKET_DATA_SOURCE, .payload = 9};
        (void)snprintf(row, sizeof(row), "row %u", i);
        CHECK(row, story_filter(&cfg, &story, &record, text) == NULL,
              class != SPE_CLASS_LDST || store || !told || listed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(el2_of_a_state),          cmocka_unit_test(counters_by_register),
        cmocka_unit_test(events_by_version),       cmocka_unit_test(filters_by_configuration),
        cmocka_unit_test(previous_targets),        cmocka_unit_test(registers_in_memory),
        cmocka_unit_test(latency_without_address), cmocka_unit_test(data_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
