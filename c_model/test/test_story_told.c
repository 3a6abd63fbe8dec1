/* SPDX-License-Identifier: Apache-2.0 */
/* How a story tells that a record contradicts it (story/story.h): the packet or the record, the
 * section by version, both values, the place of a value that can be corrected. Also: what the
 * format of a record is judged by, and the time of a counter that has stopped. */
#include "check.h"
#include "config_members.h"
#include "story/parts.h"
#include "story/story.h"

#define CNTEN (1u << 16)
#define TS    0x20u

/* "PACKET where SECTION: EXPECTED, ACTUAL" of each mismatch; PACKET is the kind, or record. */
struct told {
    char lines[4][320];
    int number;
};

static void on_mismatch(void *user, const struct spe_story_mismatch *m)
{
    struct told *told = user;

    assert_in_range(told->number, 0, 3);
    assert_true(strlen(m->text) > 10);
    (void)snprintf(told->lines[told->number++], sizeof(told->lines[0]), "%s %s %s: %s, %s",
                   m->packet < 0 ? "record" : spe_packet_kind_name(m->packet), m->where, m->section,
                   m->expected, m->actual);
}

static struct spe_config config(void)
{
    struct spe_config cfg = {.count_size = 12, .ds_bytes = 1, .event_bytes = 1, .pmsver = 1};

    cfg.events = 0xFF;
    cfg.max_size = 6;
    cfg.fe_zero = spe_cfg_fe_zero_ignored;
    strcpy(cfg.layout, "tot issue pc type ev end");
    return cfg;
}

/* An operation of class Other at Secure EL1, without EL2. */
static struct spe_story story(void)
{
    struct spe_story s = {.pc = 0x4000, .ctx_state = CNTEN | 1};

    story_stamp(&s, SPE_LIFE_KINDS, 10);
    story_stamp(&s, SPE_LIFE_ISSUE, 11);
    story_stamp(&s, SPE_LIFE_RETIRE, 13);
    s.end.kind = SPE_LIFE_RETIRE;
    return s;
}

static struct spe_packet packet(enum spe_packet_kind kind, unsigned index, unsigned bytes,
                                uint64_t payload)
{
    return (struct spe_packet){.kind = kind,
                               .index = (uint8_t)index,
                               .header_bytes = 1,
                               .payload_bytes = (uint8_t)bytes,
                               .payload = payload};
}

/* The record that it has. */
static struct spe_decoded_record record(void)
{
    struct spe_decoded_record r = {.complete = true, .total = 6, .packets = 6, .length = 21};
    uint64_t offset = 100;

    r.packet[0] = packet(SPE_PACKET_COUNTER, SPE_COUNTER_TOTAL, 2, 3);
    r.packet[1] = packet(SPE_PACKET_COUNTER, SPE_COUNTER_ISSUE, 2, 1);
    r.packet[2] = packet(SPE_PACKET_ADDRESS, SPE_ADDRESS_PC, 8, 0x2000000000004000);
    r.packet[3] = packet(SPE_PACKET_OPERATION, SPE_CLASS_OTHER, 1, 0);
    r.packet[4] = packet(SPE_PACKET_EVENTS, 0, 1, 2);
    r.packet[5] = packet(SPE_PACKET_END, 0, 0, 0);
    for (unsigned i = 0; i < r.packets; i++) {
        r.packet[i].offset = offset;
        offset += 1u + r.packet[i].payload_bytes;
    }
    return r;
}

/* What is told of a record, in the first lines; the others are empty. */
static void tells(const char *row, const struct spe_config *cfg, const struct spe_story *s,
                  const struct spe_decoded_record *r, const char *first, const char *second)
{
    struct told told = {.number = 0};
    const int mismatches = story_check(cfg, s, r, on_mismatch, &told);

    CHECK(row, mismatches, told.number);
    CHECK(row, mismatches, (first[0] != '\0') + (second[0] != '\0'));
    assert_string_equal(told.lines[0], first);
    assert_string_equal(told.lines[1], second);
    CHECK(row, story_check(cfg, s, r, NULL, NULL), mismatches);
}

static const struct {
    const char *name;
    unsigned at; /* the packet that is another one */
    struct spe_packet packet;
    const char *first, *second;
} others[] = {
    {"no End",
     5,
     {.kind = SPE_PACKET_PADDING},
     "end end DDI 0586A 5.3.6: present, absent",
     "padding padding DDI 0586A 2.3, 5.3: absent, Padding, INDEX 0"},
    {"no counter",
     1,
     {.kind = SPE_PACKET_COUNTER, .index = SPE_COUNTER_TOTAL},
     "counter counter.issue DDI 0586A 5.3.4: 0x1 (2 bytes), absent",
     ""},
    {"another value",
     4,
     {.kind = SPE_PACKET_EVENTS, .payload_bytes = 1, .payload = 3},
     "events events DDI 0586A 2.3.5, 5.3.7: 0x2 (1 byte), 0x3 (1 byte)",
     ""},
    {"another size",
     4,
     {.kind = SPE_PACKET_EVENTS, .payload_bytes = 2, .payload = 2},
     "events events DDI 0586A 2.3.5, 5.3.7: 0x2 (1 byte), 0x2 (2 bytes)",
     ""},
    {"without a payload",
     4,
     {.kind = SPE_PACKET_EVENTS},
     "events events DDI 0586A 2.3.5, 5.3.7: 0x2 (1 byte), present",
     ""},
    {"no PC, but a target",
     2,
     {.kind = SPE_PACKET_ADDRESS, .index = SPE_ADDRESS_TARGET, .payload_bytes = 8, .payload = 5},
     "address address.pc DDI 0586A 5.3.1: 0x2000000000004000 (8 bytes), absent",
     "address address.target DDI 0586A 2.3.1, 5.3.1: absent, 0x5 (8 bytes)"},
    {"a Timestamp",
     5,
     {.kind = SPE_PACKET_TIMESTAMP, .payload_bytes = 8, .payload = 7},
     "timestamp timestamp DDI 0586A 3.3, 5.3.10: absent, 0x7 (8 bytes)",
     "end end DDI 0586A 5.3.6: present, absent"},
};

static void packets_are_told(void **state)
{
    const struct spe_config cfg = config();
    const struct spe_story s = story();
    struct spe_decoded_record r = record();

    (void)state;
    tells("as it is", &cfg, &s, &r, "", "");
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
        r = record();
        r.packet[others[i].at] = others[i].packet;
        tells(others[i].name, &cfg, &s, &r, others[i].first, others[i].second);
    }
}

/* Packets that no operation has are told by what they are. */
static void packets_without_cause(void **state)
{
    static const struct {
        enum spe_packet_kind kind;
        unsigned index;
        const char *told;
    } rows[] = {
        {SPE_PACKET_COUNTER, 9, "counter counter DDI 0586A 2.3, 5.3: absent, "},
        {SPE_PACKET_ADDRESS, 7, "address address DDI 0586A 2.3, 5.3: absent, "},
        {SPE_PACKET_CONTEXT, 3, "context context DDI 0586A 2.3, 5.3: absent, "},
        {SPE_PACKET_OPERATION, 3, "operation operation DDI 0586A 2.3, 5.3: absent, "},
        {SPE_PACKET_UNKNOWN, 5, "unknown unknown DDI 0586A 2.3, 5.3: absent, "},
        {SPE_PACKET_ALIGNMENT, 1, "alignment alignment DDI 0586A 2.3, 5.3: absent, "},
    };
    const struct spe_config cfg = config();
    const struct spe_story s = story();

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct spe_decoded_record r = record();
        struct told told = {.number = 0};
        char index[16];
        (void)snprintf(index, sizeof(index), "INDEX %u", rows[i].index);
        r.total = r.packets = 7;
        r.packet[6] = packet(rows[i].kind, rows[i].index, 2, 0);
        CHECK(rows[i].told, story_check(&cfg, &s, &r, on_mismatch, &told), 1);
        CHECK(rows[i].told, strncmp(told.lines[0], rows[i].told, strlen(rows[i].told)), 0);
        assert_non_null(strstr(told.lines[0], index));
    }
}

/* A record has more packets than are kept: those that are kept are compared, no more. */
static void packets_that_are_not_kept(void **state)
{
    const struct spe_config cfg = config();
    const struct spe_story s = story();
    struct spe_decoded_record r = record();

    (void)state;
    r.total = 1u << 20;
    tells("six of many", &cfg, &s, &r, "", "");
}

/* The record as a whole: how the operation ended, filters, size. */
static void records_are_told(void **state)
{
    struct spe_config cfg = config();
    struct spe_story s = story();
    struct spe_decoded_record r = record();

    (void)state;
    s.has_filters = true;
    s.pmsfcr = 1;
    s.pmsevfr = 8;
    tells("filter", &cfg, &s, &r,
          "record record DDI 0586A 3.2.2: event filter (PMSFCR_EL1.FE), written", "");
    s.pmsfcr = 0;
    s.end.kind = SPE_LIFE_SQUASH;
    r.packet[4].payload = 0;
    tells("squashed", &cfg, &s, &r, "record record DDI 0586A 2.3.5: no record, a record", "");
    cfg.misspec_record = true;
    tells("squashed, recorded", &cfg, &s, &r, "", "");
    r.length = 64;
    tells("64 bytes", &cfg, &s, &r, "", "");
    r.length = 65;
    tells("65 bytes", &cfg, &s, &r, "record record DDI 0586A 4.3.11: shorter, longer", "");
    cfg.pmsver = 2;
    tells("SPEv1p1", &cfg, &s, &r, "record record Arm ARM D24.7.14: shorter, longer", "");
}

/* F3 and the problems of the decoder: each is told by name. Padding is none if the layout has pads
 * or fixed places. */
static void every_problem_is_told(void **state)
{
    static const char *const layouts[] = {"tot issue pc type ev end",
                                          "tot issue pc pad/4 type ev end",
                                          "tot issue pc @16 type ev end"};

    (void)state;
    for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
        struct spe_config cfg = config();
        const struct spe_story s = story();
        (void)snprintf(cfg.layout, sizeof(cfg.layout), "%s", layouts[i]);
        for (int problem = 0; problem < SPE_PROBLEM_INCOMPLETE; problem++) {
            struct spe_decoded_record r = record();
            char line[200];
            (void)snprintf(line, sizeof(line), "record record DDI 0586A 5.1, 5.2: none, %s",
                           spe_problem_name(problem));
            r.problems = SPE_PROBLEM_BIT(problem);
            tells(layouts[i], &cfg, &s, &r, i > 0 && problem == SPE_PROBLEM_PADDING ? "" : line,
                  "");
        }
    }
}

static void on_text(void *user, const struct spe_story_mismatch *m)
{
    (void)snprintf(user, 200, "%s", m->text);
}

/* The sentence of a problem is that of the decoder. */
static void a_problem_has_its_sentence(void **state)
{
    const struct spe_config cfg = config();
    const struct spe_story s = story();
    struct spe_decoded_record r = record();
    char text[200];

    (void)state;
    r.problems = SPE_PROBLEM_BIT(SPE_PROBLEM_DUPLICATE);
    CHECK("duplicate", story_check(&cfg, &s, &r, on_text, text), 1);
    assert_string_equal(text, spe_problem_text(SPE_PROBLEM_DUPLICATE));
    r.problems = 0;
    r.length = 65;
    CHECK("too long", story_check(&cfg, &s, &r, on_text, text), 1);
    assert_string_equal(text, "the record is longer than PMSIDR_EL1.MaxSize");
}

struct place {
    unsigned bytes;
    uint64_t at, value;
};

static void on_place(void *user, const struct spe_story_mismatch *m)
{
    *(struct place *)user = (struct place){m->bytes, m->at, m->value};
}

/* A wrong payload of the right size has a place in the stream, behind the header of its packet. */
static void a_payload_has_its_place(void **state)
{
    const struct spe_config cfg = config();
    const struct spe_story s = story();
    struct spe_decoded_record r = record();
    struct place place = {0};

    (void)state;
    r.packet[1].payload = 9;
    CHECK("one value", story_check(&cfg, &s, &r, on_place, &place), 1);
    CHECK("bytes", place.bytes, 2);
    CHECK("place", place.at, 104);
    CHECK("value", place.value, 1);
    r.packet[1].header_bytes = 2;
    CHECK("extended header", story_check(&cfg, &s, &r, on_place, &place), 1);
    CHECK("place", place.at, 105);
    r.packet[1].payload_bytes = 4;
    CHECK("another size", story_check(&cfg, &s, &r, on_place, &place), 1);
    CHECK("no bytes", place.bytes, 0);
}

/* 5.3.10, R6: a counter that has stopped gives any Timestamp ([ts_stopped] = unknown), but one of 8
 * bytes; a counter that runs gives one value. */
static void any_time_of_a_stopped_counter(void **state)
{
    struct spe_config cfg = config();
    struct spe_story s = story();
    struct spe_decoded_record r = record();

    (void)state;
    cfg.ts_stopped = spe_cfg_ts_stopped_unknown;
    s.pmscr_el1 = TS;
    s.cntpct_select = s.cntpct_end = 0x10;
    r.packet[5] = packet(SPE_PACKET_TIMESTAMP, 0, 8, 0x10);
    tells("running", &cfg, &s, &r, "", "");
    r.packet[5].payload = 0x11;
    tells("running, another time", &cfg, &s, &r,
          "timestamp timestamp DDI 0586A 3.3, 5.3.10: 0x10 (8 bytes), 0x11 (8 bytes)", "");
    s.ctx_state &= ~(uint64_t)CNTEN;
    tells("stopped", &cfg, &s, &r, "", "");
    r.packet[5].payload_bytes = 4;
    tells("stopped, 4 bytes", &cfg, &s, &r,
          "timestamp timestamp DDI 0586A 3.3, 5.3.10: 0x10 (8 bytes), 0x11 (4 bytes)", "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_are_told),
        cmocka_unit_test(packets_without_cause),
        cmocka_unit_test(packets_that_are_not_kept),
        cmocka_unit_test(records_are_told),
        cmocka_unit_test(every_problem_is_told),
        cmocka_unit_test(a_problem_has_its_sentence),
        cmocka_unit_test(a_payload_has_its_place),
        cmocka_unit_test(any_time_of_a_stopped_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
