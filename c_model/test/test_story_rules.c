/* SPDX-License-Identifier: Apache-2.0
 *
 * What a story permits to collect (DDI 0586A 3.3), and what the filters let pass (3.2.2), row by
 * row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config_members.h"
#include "story/parts.h"
#include "story/story.h"

#define EL(n)   ((uint32_t)(n))
#define NS      (1u << 2)
#define NSPB(n) ((uint32_t)(n) << 7)
#define E2PB(n) ((uint32_t)(n) << 9)
#define TGE     (1u << 12)
#define E2H     (1u << 13)
#define CNTEN   (1u << 16)
#define GUEST   (NS | NSPB(3) | E2PB(3))
#define HYP     (NS | NSPB(2) | E2PB(0))
#define SECURE  (NSPB(1))

#define CX  0x08u
#define PA  0x10u
#define TS  0x20u
#define PCT 0x40u
#define ALL (CX | PA | TS | PCT)

#define OFFSET 0x100u

struct collect_case {
    const char *name;
    bool el2, el3;
    uint32_t state; /* every row also enables the counter */
    uint32_t el1, el2_bits;
    bool ctx1, ctx2, pa, timestamp;
    uint64_t offset;
};

/* clang-format off */
static const struct collect_case collect_cases[] = {
    {"nothing set",                      1, 1, GUEST | EL(1),        0,   0,   0, 0, 0, 0, OFFSET},
    {"guest EL1, all",                   1, 1, GUEST | EL(1),        ALL, ALL, 1, 1, 1, 1, 0},
    {"guest EL0, all",                   1, 1, GUEST | EL(0),        ALL, ALL, 1, 1, 1, 1, 0},
    {"guest EL0, EL1 register only",     1, 1, GUEST | EL(0),        ALL, 0,   1, 0, 0, 1, OFFSET},
    {"guest EL1, EL2 register only",     1, 1, GUEST | EL(1),        0,   ALL, 0, 1, 0, 0, OFFSET},
    {"guest, PCT in EL2 only",           1, 1, GUEST | EL(1),        TS,  PCT, 0, 0, 0, 1, OFFSET},
    {"guest, E2PB 0b01 as 0b11",         1, 1, NS | NSPB(2) | E2PB(1) | EL(1), TS | PA, PA, 0, 0, 1, 1, OFFSET},
    {"hypervisor EL2, EL1 register only", 1, 1, HYP | EL(2),         ALL, 0,   0, 0, 0, 0, OFFSET},
    {"hypervisor EL2, EL2 register only", 1, 1, HYP | EL(2),         0,   ALL, 0, 1, 1, 1, 0},
    {"hypervisor EL2, virtual",          1, 1, HYP | EL(2),          0,   TS,  0, 0, 0, 1, OFFSET},
    {"hypervisor EL2 with E2H, virtual", 1, 1, HYP | EL(2) | E2H,    0,   TS,  0, 0, 0, 1, 0},
    {"hypervisor owns, EL1, CX of EL1",  1, 1, HYP | EL(1),          CX,  0,   1, 0, 0, 0, OFFSET},
    {"hypervisor owns, EL1 with E2H",    1, 1, HYP | EL(1) | E2H,    0,   TS,  0, 0, 0, 1, OFFSET},
    {"host EL0, CX of EL1 is not for it", 1, 1, HYP | EL(0) | TGE,   CX,  CX,  0, 1, 0, 0, OFFSET},
    {"host EL0 with E2H, virtual",       1, 1, HYP | EL(0) | TGE | E2H, 0, TS, 0, 0, 0, 1, 0},
    {"EL0 with TGE, without E2H",        1, 1, HYP | EL(0) | TGE,    0,   TS,  0, 0, 0, 1, OFFSET},
    {"Secure EL1, EL1 register",         1, 1, SECURE | EL(1),       ALL, 0,   1, 0, 1, 1, 0},
    {"Secure EL1, EL2 register",         1, 1, SECURE | EL(1),       0,   ALL, 0, 0, 0, 0, OFFSET},
    {"Secure EL0, TGE has no meaning",   1, 1, SECURE | EL(0) | TGE | E2H, CX | TS, 0, 1, 0, 0, 1, OFFSET},
    {"no EL2, Non-secure EL0",           0, 1, NS | NSPB(3) | EL(0), ALL, 0,   1, 0, 1, 1, 0},
    {"no EL2, virtual has no offset",    0, 1, NS | NSPB(3) | EL(1), TS,  0,   0, 0, 0, 1, 0},
    {"no EL2, TGE and E2PB ignored",     0, 1, NS | NSPB(3) | EL(0) | TGE, CX | PA, CX, 1, 0, 1, 0, 0},
    {"no EL3, PE Non-secure",            1, 0, NS | NSPB(0) | E2PB(3) | EL(1), ALL, 0, 1, 0, 0, 1, OFFSET},
    {"no EL3, PE Secure",                1, 0, NSPB(3) | EL(1),      ALL, 0,   1, 0, 1, 1, 0},
};
/* clang-format on */

static void each_context_collects_what_3_3_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(collect_cases) / sizeof(*collect_cases); i++) {
        const struct collect_case *c = &collect_cases[i];
        const struct spe_config cfg = {.el2 = c->el2, .el3 = c->el3, .vhe = true};
        const struct spe_story story = {.ctx_state = c->state | CNTEN,
                                        .pmscr_el1 = c->el1,
                                        .pmscr_el2 = c->el2_bits,
                                        .cntvoff = OFFSET};
        print_message("%s\n", c->name);
        const struct story_collected have = story_collect(&cfg, &story);
        assert_int_equal(have.ctx1, c->ctx1);
        assert_int_equal(have.ctx2, c->ctx2);
        assert_int_equal(have.pa, c->pa);
        assert_int_equal(have.timestamp, c->timestamp);
        assert_int_equal(have.offset, c->offset);
    }
}

/* 5.3.10, R6: the Timestamp of a stopped counter, by [ts_stopped]. */
static void a_stopped_counter_gives_end_or_any_value(void **state)
{
    (void)state;
    struct spe_config cfg = {.el2 = true, .el3 = true, .count_size = 12, .ds_bytes = 1};
    struct spe_story story = {.ctx_state = GUEST | EL(1), .pmscr_el1 = TS, .cntvoff = OFFSET};
    struct story_packet rows[STORY_PACKETS];
    cfg.ts_stopped = spe_cfg_ts_stopped_end;
    story_expect(&cfg, &story, rows);
    assert_false(rows[STORY_TIMESTAMP].present);
    assert_true(rows[STORY_END].present);
    cfg.ts_stopped = spe_cfg_ts_stopped_unknown;
    story_expect(&cfg, &story, rows);
    assert_true(rows[STORY_TIMESTAMP].present && rows[STORY_TIMESTAMP].any_value);
    assert_false(rows[STORY_END].present);
    story.ctx_state |= CNTEN;
    story_expect(&cfg, &story, rows);
    assert_true(rows[STORY_TIMESTAMP].present && !rows[STORY_TIMESTAMP].any_value);
}

/* R5: clock and offset are those at the selection, whenever the time is read. */
static void the_time_is_taken_where_the_configuration_says(void **state)
{
    (void)state;
    struct spe_config cfg = {.el2 = true, .el3 = true, .count_size = 12, .ds_bytes = 1};
    const struct spe_story story = {.ctx_state = GUEST | CNTEN | EL(1),
                                    .pmscr_el1 = TS,
                                    .cntvoff = 0x10,
                                    .cntpct_select = 0x1000,
                                    .cntpct_end = 0x2000};
    struct story_packet rows[STORY_PACKETS];
    cfg.ts_point = spe_cfg_ts_point_sample;
    story_expect(&cfg, &story, rows);
    assert_int_equal(rows[STORY_TIMESTAMP].payload, 0xff0);
    cfg.ts_point = spe_cfg_ts_point_complete;
    story_expect(&cfg, &story, rows);
    assert_int_equal(rows[STORY_TIMESTAMP].payload, 0x1ff0);
}

#define FE 0x1u
#define FT 0x2u
#define FL 0x4u
#define B  0x10000u
#define LD 0x20000u
#define ST 0x40000u

struct filter_case {
    const char *name;
    uint32_t pmsfcr;
    uint64_t pmsevfr, pmslatfr;
    unsigned operation_class;
    uint8_t payload;
    uint64_t events, total;
    bool passes;
};

/* clang-format off */
static const struct filter_case filter_cases[] = {
    {"no filter",                      0,            0,    0, 0, 0x00, 0x02, 0, true},
    {"type bits without FT",           B,            0,    0, 1, 0x00, 0x02, 0, true},
    {"load, LD",                       FT | LD,      0,    0, 1, 0x00, 0x02, 0, true},
    {"load, ST",                       FT | ST,      0,    0, 1, 0x00, 0x02, 0, false},
    {"store, ST",                      FT | ST,      0,    0, 1, 0x05, 0x02, 0, true},
    {"store, LD and B",                FT | LD | B,  0,    0, 1, 0x05, 0x02, 0, false},
    {"store-exclusive is a store",     FT | ST,      0,    0, 1, 0x0b, 0x02, 0, true},
    {"load-acquire is no store",       FT | ST,      0,    0, 1, 0x12, 0x02, 0, false},
    {"atomic that returns a value, ST", FT | ST,     0,    0, 1, 0x06, 0x02, 0, true},
    {"atomic that returns a value, LD", FT | LD,     0,    0, 1, 0x16, 0x02, 0, true},
    {"atomic without value, LD",       FT | LD,      0,    0, 1, 0x07, 0x02, 0, false},
    {"branch, B",                      FT | B,       0,    0, 2, 0x01, 0x42, 0, true},
    {"branch, LD and ST",              FT | LD | ST, 0,    0, 2, 0x01, 0x02, 0, false},
    {"branch with exception is Other", FT | B,       0,    0, 2, 0x01, 0x03, 0, false},
    {"Other, all bits",                FT | B | LD | ST, 0, 0, 0, 0x00, 0x02, 0, false},
    {"all events there",               FE,        0x28,    0, 1, 0x00, 0x2a, 0, true},
    {"one event missing",              FE,        0x28,    0, 1, 0x00, 0x22, 0, false},
    {"not retired",                    FE,        0x02,    0, 1, 0x00, 0x20, 0, false},
    {"event without filter bit",       FE,        0x28 | 0x10, 0, 1, 0x00, 0x28, 0, true},
    {"latency below",                  FL,           0,   10, 1, 0x00, 0x02, 9, false},
    {"latency equal",                  FL,           0,   10, 1, 0x00, 0x02, 10, true},
    {"latency saturated",              FL,           0, 0xfff, 1, 0x00, 0x02, 0xfff, true},
    {"one filter of three fails",      FE | FT | FL | LD, 0x08, 10, 1, 0x00, 0x02, 11, false},
    {"all three pass",                 FE | FT | FL | LD, 0x08, 10, 1, 0x00, 0x0a, 11, true},
};
/* clang-format on */

static bool passes(const struct spe_config *cfg, const struct filter_case *c)
{
    char text[STORY_TEXT];
    const struct spe_story story = {
        .has_filters = true, .pmsfcr = c->pmsfcr, .pmsevfr = c->pmsevfr, .pmslatfr = c->pmslatfr};
    struct spe_decoded_record record = {.packets = 3};
    record.packet[0] = (struct spe_packet){.kind = SPE_PACKET_EVENTS, .payload = c->events};
    record.packet[1] = (struct spe_packet){
        .kind = SPE_PACKET_OPERATION, .index = (uint8_t)c->operation_class, .payload = c->payload};
    record.packet[2] = (struct spe_packet){.kind = SPE_PACKET_COUNTER, .payload = c->total};
    return story_filter(cfg, &story, &record, text) == NULL;
}

static void filters_pass_what_3_2_2_says(void **state)
{
    (void)state;
    const struct spe_config cfg = {.speculative = true, .misspec_record = true, .count_size = 12};
    for (size_t i = 0; i < sizeof(filter_cases) / sizeof(*filter_cases); i++) {
        print_message("%s\n", filter_cases[i].name);
        assert_int_equal(passes(&cfg, &filter_cases[i]), filter_cases[i].passes);
    }
}

/* Without the registers, or without a packet that a filter needs, the check says nothing. */
static void filters_need_registers_and_packets(void **state)
{
    (void)state;
    const struct spe_config cfg = {.speculative = true, .count_size = 12};
    char text[STORY_TEXT];
    struct spe_story story = {.pmsfcr = FE | FT | FL | LD, .pmsevfr = 0x20, .pmslatfr = 10};
    struct spe_decoded_record record = {.packets = 3};
    record.packet[0] = (struct spe_packet){.kind = SPE_PACKET_EVENTS};
    record.packet[1] = (struct spe_packet){.kind = SPE_PACKET_OPERATION};
    record.packet[2] = (struct spe_packet){.kind = SPE_PACKET_COUNTER};
    assert_null(story_filter(&cfg, &story, &record, text));
    story.has_filters = true;
    assert_non_null(story_filter(&cfg, &story, &record, text));
    for (int i = 0; i < 3; i++) {
        struct spe_decoded_record less = record;
        less.packet[i].kind = SPE_PACKET_UNKNOWN;
        assert_null(story_filter(&cfg, &story, &less, text));
    }
}

/* The CONSTRAINED UNPREDICTABLE cases of 3.2.3 (L1, L2, L3), each with its key. */
static void empty_filters_follow_the_configuration(void **state)
{
    (void)state;
    const struct filter_case fe = {.pmsfcr = FE, .operation_class = 1, .events = 2};
    const struct filter_case ft = {.pmsfcr = FT, .operation_class = 1, .events = 2};
    const struct filter_case fl = {.pmsfcr = FL, .operation_class = 1, .events = 2};
    struct spe_config cfg = {.count_size = 12,
                             .fe_zero = spe_cfg_fe_zero_ignored,
                             .ft_zero = spe_cfg_ft_zero_ignored,
                             .fl_zero = spe_cfg_fl_zero_ignored};
    assert_true(passes(&cfg, &fe) && passes(&cfg, &ft) && passes(&cfg, &fl));
    cfg.fe_zero = spe_cfg_fe_zero_nothing;
    assert_true(!passes(&cfg, &fe) && passes(&cfg, &ft) && passes(&cfg, &fl));
    cfg.ft_zero = spe_cfg_ft_zero_nothing;
    assert_true(!passes(&cfg, &fe) && !passes(&cfg, &ft) && passes(&cfg, &fl));
    cfg.fl_zero = spe_cfg_fl_zero_nothing;
    assert_true(!passes(&cfg, &fe) && !passes(&cfg, &ft) && !passes(&cfg, &fl));
}

/* PMSEVFR_EL1 with bit 1 alone. If nothing speculative is sampled, the bit is RES1 (4.3.8), so the
 * register is not 0 (3.2.3). If records of speculation are always discarded, the bit is ignored
 * (D24.7.11). Otherwise the bit is a filter. */
static void event_1_alone(void **state)
{
    (void)state;
    const struct filter_case retired = {
        .pmsfcr = FE, .pmsevfr = 2, .operation_class = 1, .events = 2};
    const struct filter_case not_retired = {.pmsfcr = FE, .pmsevfr = 2, .operation_class = 1};
    struct spe_config cfg = {.count_size = 12, .fe_zero = spe_cfg_fe_zero_nothing};
    assert_true(passes(&cfg, &retired));
    cfg.speculative = true;
    assert_true(!passes(&cfg, &retired));
    cfg.fe_zero = spe_cfg_fe_zero_ignored;
    assert_true(passes(&cfg, &not_retired));
    cfg.misspec_record = true;
    cfg.fe_zero = spe_cfg_fe_zero_nothing;
    assert_true(passes(&cfg, &retired) && !passes(&cfg, &not_retired));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_context_collects_what_3_3_says),
        cmocka_unit_test(a_stopped_counter_gives_end_or_any_value),
        cmocka_unit_test(the_time_is_taken_where_the_configuration_says),
        cmocka_unit_test(filters_pass_what_3_2_2_says),
        cmocka_unit_test(filters_need_registers_and_packets),
        cmocka_unit_test(empty_filters_follow_the_configuration),
        cmocka_unit_test(event_1_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
