/* SPDX-License-Identifier: Apache-2.0
 *
 * Records typed as bytes against stories typed as observations: a true story is silent, every lie
 * is named. Expectations follow DDI 0586A 2.3, 3.3, 5.3 and dpi/timing.md.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "config_members.h"
#include "story/story.h"

#define FIXED "ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev end"

/* The configuration that these tests need; they do not rely on the defaults of spe_config.def. */
static struct spe_config config(void)
{
    struct spe_config cfg = {.el2 = true,
                             .el3 = true,
                             .vhe = true,
                             .speculative = true,
                             .lds = true,
                             .ds_bytes = 1,
                             .event_bytes = 2,
                             .events = 0x3ff,
                             .count_size = 12,
                             .max_size = 7};
    strcpy(cfg.layout, FIXED);
    return cfg;
}

#define STATE_EL(n)   ((uint32_t)(n))
#define STATE_NS      (1u << 2)
#define STATE_NSPB(n) ((uint32_t)(n) << 7)
#define STATE_E2PB(n) ((uint32_t)(n) << 9)
#define STATE_TGE     (1u << 12)
#define STATE_E2H     (1u << 13)
#define STATE_TBI0    (1u << 14)
#define STATE_TBI1    (1u << 15)
#define STATE_CNTEN   (1u << 16)
#define STATE_GUEST   (STATE_NS | STATE_NSPB(3) | STATE_E2PB(3) | STATE_CNTEN)
#define STATE_HYP     (STATE_NS | STATE_NSPB(3) | STATE_E2PB(0) | STATE_CNTEN)

#define CX  0x08u
#define PA  0x10u
#define TS  0x20u
#define PCT 0x40u

/* A retired load at Non-secure EL0 of a guest; every packet collected, physical time. */
static struct spe_story load_story(void)
{
    struct spe_story s = {.pc = 0x0000000000401000,
                          .op = 0x0100,
                          .ctx_state = STATE_GUEST | STATE_EL(0),
                          .contextidr_el1 = 0x11112222,
                          .contextidr_el2 = 0x33334444,
                          .cntvoff = 0x100,
                          .cntpct_select = 0x5000,
                          .pmscr_el1 = CX | PA | TS | PCT,
                          .pmscr_el2 = CX | PA | TS | PCT,
                          .cntpct_end = 0x6000};
    story_stamp(&s, SPE_LIFE_KINDS, 100);
    story_stamp(&s, SPE_LIFE_ISSUE, 103);
    story_stamp(&s, SPE_LIFE_XLAT_START, 104);
    story_stamp(&s, SPE_LIFE_XLAT_END, 106);
    story_stamp(&s, SPE_LIFE_COMPLETE, 120);
    story_stamp(&s, SPE_LIFE_RETIRE, 121);
    s.end =
        (struct spe_txn_life){.kind = SPE_LIFE_RETIRE,
                              .flags = SPE_LIFE_VA | SPE_LIFE_PA | SPE_LIFE_PA_NS | SPE_LIFE_SOURCE,
                              .source = 0x8,
                              .events = 0x14,
                              .va = 0xff00000012345678,
                              .pa = 0x80005678};
    return s;
}

#define LOAD_COUNTERS "981400 990300 9a0200 "
#define LOAD_PC       "b0 00104000000000 80 "
#define LOAD_VA       "b2 78563412000000 00 "
#define LOAD_PA       "b3 78560080000000 80 "
#define LOAD_BODY     LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4308 4900 521600 "
#define CONTEXTS      "6422221111 6544443333 "
#define LOAD_RECORD   CONTEXTS LOAD_BODY "71 0050000000000000"

/* A retired, taken, indirect branch from Secure EL1 to Secure EL0; no optional packet collected. */
static struct spe_story branch_story(void)
{
    struct spe_story s = {.pc = 0xffff000000002000,
                          .op = 0x0202,
                          .ctx_state = STATE_EL(1) | STATE_NSPB(0) | STATE_CNTEN,
                          .cntpct_select = 7};
    story_stamp(&s, SPE_LIFE_KINDS, 10);
    story_stamp(&s, SPE_LIFE_ISSUE, 11);
    story_stamp(&s, SPE_LIFE_COMPLETE, 12);
    story_stamp(&s, SPE_LIFE_RETIRE, 30);
    s.end = (struct spe_txn_life){
        .kind = SPE_LIFE_RETIRE, .flags = SPE_LIFE_TARGET, .events = 0x80, .target = 0x3000};
    return s;
}

#define BRANCH_BODY                "980200 990100 b0 002000000000ff 20 "
#define BRANCH_RECORD_WITH(packet) BRANCH_BODY packet "b1 00300000000000 00 4a02 528200 01"
#define BRANCH_RECORD              BRANCH_BODY "b1 00300000000000 00 4a02 528200 01"

struct report {
    char where[256];
};

static void on_mismatch(void *user, const struct spe_story_mismatch *m)
{
    struct report *r = user;
    const size_t used = strlen(r->where);
    assert_true(m->text[0] != '\0');
    assert_true(strncmp(m->section, "DDI 0586A ", 10) == 0 ||
                strncmp(m->section, "Arm ARM ", 8) == 0);
    assert_string_not_equal(m->expected, m->actual);
    snprintf(r->where + used, sizeof(r->where) - used, "%s%s", used > 0 ? " " : "", m->where);
}

static size_t from_hex(const char *text, uint8_t *bytes)
{
    size_t n = 0;
    unsigned byte;
    int used;
    while (sscanf(text, "%2x%n", &byte, &used) == 1) {
        bytes[n++] = (uint8_t)byte;
        text += used;
    }
    return n;
}

static void expect_story(const struct spe_config *cfg, const struct spe_story *story,
                         const char *bytes, const char *where)
{
    uint8_t buf[256];
    struct report r = {""};
    struct spe_decoder d;
    const struct spe_decoded_record *record = NULL;
    spe_decoder_init(&d, NULL);
    assert_int_equal(spe_decoder_feed(&d, buf, from_hex(bytes, buf)), 0);
    assert_int_equal(spe_decoder_next(&d, &record), 1);
    const int mismatches = story_check(cfg, story, record, on_mismatch, &r);
    assert_string_equal(r.where, where);
    assert_int_equal(mismatches == 0, where[0] == '\0');
    assert_int_equal(story_check(cfg, story, record, NULL, NULL), mismatches);
}

struct correction {
    uint8_t *bytes;
    int n;
};

static void correct(void *user, const struct spe_story_mismatch *m)
{
    struct correction *c = user;

    for (unsigned i = 0; i < m->bytes; i++) {
        c->bytes[m->at + i] = (uint8_t)(m->value >> 8 * i);
    }
    c->n += m->bytes != 0;
}

/* @return the number of mismatches; *corrections: how many of them were corrected in `bytes`. */
static int corrected(const struct spe_config *cfg, const struct spe_story *story, uint8_t *bytes,
                     size_t n, int *corrections)
{
    struct correction c = {.bytes = bytes};
    struct spe_decoder d;
    const struct spe_decoded_record *record = NULL;
    spe_decoder_init(&d, NULL);
    assert_int_equal(spe_decoder_feed(&d, bytes, n), 0);
    assert_int_equal(spe_decoder_next(&d, &record), 1);
    const int mismatches = story_check(cfg, story, record, correct, &c);
    *corrections = c.n;
    return mismatches;
}

static void true_stories_are_silent(void **state)
{
    (void)state;
    const struct spe_config cfg = config();
    const struct spe_story load = load_story(), branch = branch_story();
    expect_story(&cfg, &load, LOAD_RECORD, "");
    expect_story(&cfg, &branch, BRANCH_RECORD, "");
}

static void on_text(void *user, const struct spe_story_mismatch *m)
{
    snprintf(user, 256, "%s; %s; %s; %s", m->section, m->text, m->expected, m->actual);
}

/* One mismatch of each sort, with its full text. */
static void mismatches_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *text;
    } cases[] = {
        {BRANCH_BODY "b1 00300000000000 00 4a02 528300 01",
         "DDI 0586A 2.3.5, 5.3.7; the packet does not say what was seen of the operation; "
         "0x82 (2 bytes); 0x83 (2 bytes)"},
        {BRANCH_BODY "b1 00300000000000 00 4202 4a02 01",
         "DDI 0586A 2.3.5, 5.3.7; the packet does not say what was seen of the operation; "
         "0x82 (2 bytes); 0x2 (1 byte)"},
        {BRANCH_BODY "4a02 528200 01",
         "DDI 0586A 2.3.1, 5.3.1; the record lacks a packet that the operation requires; "
         "0x3000 (8 bytes); absent"},
        {BRANCH_RECORD_WITH("6401000000"),
         "DDI 0586A 3.3, 5.3.3; the record holds a packet that the operation must not have; "
         "absent; 0x1 (4 bytes)"},
        {BRANCH_RECORD_WITH("9f0000"),
         "DDI 0586A 2.3, 5.3; the record holds a packet without cause; "
         "absent; Counter: IMPLEMENTATION DEFINED, INDEX 7"},
        {"9f0000 " BRANCH_RECORD, "DDI 0586A 2.3, 5.3; the record holds a packet without cause; "
                                  "absent; Counter: IMPLEMENTATION DEFINED, INDEX 7"},
    };
    const struct spe_config cfg = config();
    const struct spe_story story = branch_story();
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        uint8_t buf[256];
        char text[256] = "";
        struct spe_decoder d;
        const struct spe_decoded_record *record = NULL;
        spe_decoder_init(&d, NULL);
        assert_int_equal(spe_decoder_feed(&d, buf, from_hex(cases[i].bytes, buf)), 0);
        assert_int_equal(spe_decoder_next(&d, &record), 1);
        assert_int_equal(story_check(&cfg, &story, record, on_text, text), 1);
        assert_string_equal(text, cases[i].text);
    }
}

static void on_first(void *user, const struct spe_story_mismatch *m)
{
    if (*(char *)user == '\0') {
        on_text(user, m);
    }
}

/* An operation that neither retires nor takes an exception has a record only with [misspec_record]
 * (2.3.5). */
static void endings_without_a_record(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2 * (SPE_LIFE_KINDS - SPE_LIFE_RETIRE); i++) {
        struct spe_config cfg = config();
        struct spe_story story = branch_story();
        uint8_t buf[256];
        char text[256] = "";
        const struct spe_decoded_record *record = NULL;
        struct spe_decoder d;
        story.end.kind = (uint8_t)(SPE_LIFE_RETIRE + i / 2);
        cfg.misspec_record = i % 2 != 0;
        spe_decoder_init(&d, NULL);
        (void)spe_decoder_feed(&d, buf, from_hex(BRANCH_RECORD, buf));
        assert_int_equal(spe_decoder_next(&d, &record), 1);
        (void)story_check(&cfg, &story, record, on_first, text);
        const bool none = strstr(text, "has no record; no record; a record") != NULL;
        assert_int_equal(none, i % 2 == 0 && story.end.kind > SPE_LIFE_EXCEPTION);
    }
}

struct lie {
    const char *name, *bytes, *where;
};

/* clang-format off */
static const struct lie load_lies[] = {
    {"no CONTEXTIDR_EL1", "6544443333 " LOAD_BODY "71 0050000000000000", "context.el1"},
    {"other CONTEXTIDR_EL2", "6422221111 6544443332 " LOAD_BODY "71 0050000000000000", "context.el2"},
    {"time of the ending", CONTEXTS LOAD_BODY "71 0060000000000000", "timestamp"},
    {"End for Timestamp", CONTEXTS LOAD_BODY "01", "timestamp end"},
    {"total one more", CONTEXTS "981500 990300 9a0200 " LOAD_PC LOAD_VA LOAD_PA "4308 4900 521600 71 0050000000000000", "counter.total"},
    {"issue one less", CONTEXTS "981400 990200 9a0200 " LOAD_PC LOAD_VA LOAD_PA "4308 4900 521600 71 0050000000000000", "counter.issue"},
    {"no translation latency", CONTEXTS "981400 990300 " LOAD_PC LOAD_VA LOAD_PA "4308 4900 521600 71 0050000000000000", "counter.xlat"},
    {"PC at EL1", CONTEXTS LOAD_COUNTERS "b0 00104000000000 a0 " LOAD_VA LOAD_PA "4308 4900 521600 71 0050000000000000", "address.pc"},
    {"PC Secure", CONTEXTS LOAD_COUNTERS "b0 00104000000000 00 " LOAD_VA LOAD_PA "4308 4900 521600 71 0050000000000000", "address.pc"},
    {"VA with top byte", CONTEXTS LOAD_COUNTERS LOAD_PC "b2 78563412000000 ff " LOAD_PA "4308 4900 521600 71 0050000000000000", "address.va"},
    {"PA Secure", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA "b3 78560080000000 00 " "4308 4900 521600 71 0050000000000000", "address.pa"},
    {"PA missing", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA "4308 4900 521600 71 0050000000000000", "address.pa"},
    {"other source", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4309 4900 521600 71 0050000000000000", "data_source"},
    {"source in two bytes", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "530800 4900 521600 71 0050000000000000", "data_source"},
    {"store", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4308 4901 521600 71 0050000000000000", "operation"},
    {"CLASS of a branch", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4308 4a00 521600 71 0050000000000000", "operation operation"},
    {"not retired", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4308 4900 521400 71 0050000000000000", "events"},
    {"exception", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4308 4900 521700 71 0050000000000000", "events"},
    {"events in one byte", CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4308 4900 4216 71 0050000000000000", "events"},
    {"target of a load", CONTEXTS LOAD_BODY "b1 00300000000000 00 71 0050000000000000", "address.target"},
    {"IMPLEMENTATION DEFINED counter", CONTEXTS LOAD_BODY "9e0000 71 0050000000000000", "counter"},
    {"previous branch target", CONTEXTS LOAD_BODY "b4 00300000000000 00 71 0050000000000000", "address.previous"},
    {"unknown packet", CONTEXTS LOAD_BODY "02 71 0050000000000000", "record unknown"},
    {"Events twice", CONTEXTS LOAD_BODY "521600 71 0050000000000000", "record"},
    {"padding in a layout without gaps", CONTEXTS LOAD_BODY "00 71 0050000000000000", "record"},
    {"Extended format of INDEX 0", CONTEXTS "20981400 990300 9a0200 " LOAD_PC LOAD_VA LOAD_PA "4308 4900 521600 71 0050000000000000", "record"},
};
/* clang-format on */

static void every_lie_is_named(void **state)
{
    (void)state;
    const struct spe_config cfg = config();
    const struct spe_story load = load_story();
    for (size_t i = 0; i < sizeof(load_lies) / sizeof(*load_lies); i++) {
        print_message("%s\n", load_lies[i].name);
        expect_story(&cfg, &load, load_lies[i].bytes, load_lies[i].where);
    }
}

/* A payload is corrected if its packet is present with the right size; otherwise nothing is. */
static void a_payload_is_corrected(void **state)
{
    const struct spe_config cfg = config();
    const struct spe_story load = load_story();
    int n, all = 0;

    (void)state;
    for (size_t i = 0; i < sizeof(load_lies) / sizeof(*load_lies); i++) {
        uint8_t bytes[256];
        const size_t length = from_hex(load_lies[i].bytes, bytes);
        assert_true(corrected(&cfg, &load, bytes, length, &n) >= n);
        all += n;
        if (n != 0) {
            assert_int_equal(corrected(&cfg, &load, bytes, length, &n), 0);
        }
    }
    assert_int_equal(all, 12);
}

static void gaps_of_the_layout_are_padding(void **state)
{
    (void)state;
    struct spe_config cfg = config();
    const struct spe_story load = load_story();
    strcpy(cfg.layout, "pc tot issue xlat tgt va pa ds type ev pad/4+3 end");
    expect_story(&cfg, &load, CONTEXTS LOAD_BODY "0000 71 0050000000000000", "");
    strcpy(cfg.layout, "pc@0 tot issue xlat tgt va pa ds type ev ts@80");
    expect_story(&cfg, &load, CONTEXTS LOAD_BODY "0000 71 0050000000000000", "");
    cfg.max_size = 6;
    expect_story(&cfg, &load, CONTEXTS LOAD_BODY "0000 71 0050000000000000", "");
    expect_story(&cfg, &load, CONTEXTS LOAD_BODY "000000 71 0050000000000000", "record");
}

static void exceptions_and_squashes_tell_less(void **state)
{
    (void)state;
    struct spe_config cfg = config();
    struct spe_story s = branch_story();
    s.end.kind = SPE_LIFE_EXCEPTION;
    expect_story(&cfg, &s, BRANCH_BODY "4a02 528300 01", "");
    expect_story(&cfg, &s, BRANCH_BODY "b1 00300000000000 00 4a02 528300 01", "address.target");
    s.end.kind = SPE_LIFE_SQUASH;
    expect_story(&cfg, &s, BRANCH_BODY "b1 00300000000000 00 4a02 528000 01", "record");
    cfg.misspec_record = true;
    expect_story(&cfg, &s, BRANCH_BODY "b1 00300000000000 00 4a02 528000 01", "");
    s = load_story();
    s.end.kind = SPE_LIFE_EXCEPTION;
    s.end.flags = SPE_LIFE_VA | SPE_LIFE_SOURCE;
    expect_story(&cfg, &s, CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA "4900 521700 71 0050000000000000",
                 "");
    s.end.flags = SPE_LIFE_PA;
    expect_story(&cfg, &s, CONTEXTS LOAD_COUNTERS LOAD_PC "4900 521700 71 0050000000000000", "");
}

/* A story with its selection at cycle 0, so that the stamps are latencies. */
static struct spe_story life(const int *kinds, const uint64_t *times, size_t n)
{
    struct spe_story s = branch_story();
    s.end.flags = 0;
    s.op = 0x0100;
    s.selected = s.issue = s.complete = s.ended = (struct story_stamp){0};
    story_stamp(&s, SPE_LIFE_KINDS, 0);
    for (size_t i = 0; i < n; i++) {
        story_stamp(&s, kinds[i], times[i]);
    }
    s.end.kind = (uint8_t)kinds[n - 1];
    return s;
}

#define LIFE_RECORD(latencies, events) latencies " b0 002000000000ff 20 4900 52" events "00 01"

static void latencies_follow_the_stamps(void **state)
{
    (void)state;
    struct spe_config cfg = config();
    cfg.misspec_record = true;
    struct spe_story s;
    /* first issue, first start, last end, last complete */
    const int again[] = {SPE_LIFE_ISSUE,    SPE_LIFE_ISSUE,      SPE_LIFE_XLAT_START,
                         SPE_LIFE_XLAT_END, SPE_LIFE_XLAT_START, SPE_LIFE_XLAT_END,
                         SPE_LIFE_COMPLETE, SPE_LIFE_COMPLETE,   SPE_LIFE_RETIRE};
    const uint64_t again_at[] = {1, 2, 3, 4, 5, 8, 9, 16, 17};
    s = life(again, again_at, 9);
    expect_story(&cfg, &s, LIFE_RECORD("981000 990100 9a0500", "82"), "");
    cfg.latency_rule = spe_cfg_latency_rule_inclusive;
    expect_story(&cfg, &s, LIFE_RECORD("981100 990200 9a0600", "82"), "");
    cfg.latency_rule = spe_cfg_latency_rule_exclusive;
    /* no completion: the ending counts; no issue: the completion counts; half a translation: 0 */
    const int squash[] = {SPE_LIFE_XLAT_START, SPE_LIFE_SQUASH};
    const uint64_t squash_at[] = {3, 7};
    s = life(squash, squash_at, 2);
    expect_story(&cfg, &s, LIFE_RECORD("980700 990700 9a0000", "80"), "");
    cfg.latency_rule = spe_cfg_latency_rule_inclusive;
    expect_story(&cfg, &s, LIFE_RECORD("980800 990800 9a0000", "80"), "");
    /* an end without a start; a completion without an active cycle since the selection */
    const int idle[] = {SPE_LIFE_XLAT_END, SPE_LIFE_COMPLETE, SPE_LIFE_SQUASH};
    const uint64_t idle_at[] = {0, 0, 9};
    s = life(idle, idle_at, 3);
    expect_story(&cfg, &s, LIFE_RECORD("980100 990100 9a0000", "80"), "");
    /* 12 bits, saturating */
    const int slow[] = {SPE_LIFE_ISSUE, SPE_LIFE_COMPLETE, SPE_LIFE_RETIRE};
    const uint64_t slow_at[] = {0xffe, 0x1000, 0x1000};
    s = life(slow, slow_at, 3);
    expect_story(&cfg, &s, LIFE_RECORD("98ff0f 99ff0f 9a0000", "82"), "");
    cfg.latency_rule = spe_cfg_latency_rule_exclusive;
    expect_story(&cfg, &s, LIFE_RECORD("98ff0f 99fe0f 9a0000", "82"), "");
    cfg.sample_point = spe_cfg_sample_point_retire;
    s.end.lat_total = 0x1234;
    s.end.lat_issue = 2;
    s.end.lat_xlat = 1;
    expect_story(&cfg, &s, LIFE_RECORD("98ff0f 990200 9a0100", "82"), "");
}

static void an_end_before_the_start_ends_nothing(void **state)
{
    (void)state;
    const int early[] = {SPE_LIFE_XLAT_END, SPE_LIFE_XLAT_START, SPE_LIFE_SQUASH};
    const uint64_t early_at[] = {3, 5, 7};
    struct spe_config cfg = config();
    cfg.misspec_record = true;
    cfg.latency_rule = spe_cfg_latency_rule_inclusive;
    const struct spe_story s = life(early, early_at, 3);
    expect_story(&cfg, &s, LIFE_RECORD("980800 990800 9a0000", "80"), "");
}

static void tags_are_kept_where_tbi_says(void **state)
{
    (void)state;
    const struct spe_config cfg = config();
    struct spe_story s = load_story();
    s.ctx_state |= STATE_TBI1;
    expect_story(&cfg, &s, LOAD_RECORD, "");
    s.end.va = 0xff80000012345678;
    expect_story(&cfg, &s,
                 CONTEXTS LOAD_COUNTERS LOAD_PC "b2 78563412000080 ff " LOAD_PA
                                                "4308 4900 521600 71 0050000000000000",
                 "");
    s.ctx_state ^= STATE_TBI0 | STATE_TBI1;
    expect_story(&cfg, &s,
                 CONTEXTS LOAD_COUNTERS LOAD_PC "b2 78563412000080 00 " LOAD_PA
                                                "4308 4900 521600 71 0050000000000000",
                 "");
}

static void sources_and_events_follow_the_configuration(void **state)
{
    (void)state;
    struct spe_config cfg = config();
    struct spe_story s = load_story();
    cfg.lds = false;
    expect_story(&cfg, &s, LOAD_RECORD, "data_source");
    cfg.lds = true;
    s.op = 0x0101;
    expect_story(&cfg, &s,
                 CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA "4901 521600 71 0050000000000000",
                 "");
    s.op = 0x0100;
    cfg.ds_bytes = 2;
    cfg.event_bytes = 4;
    cfg.events = 0x3bf;
    s.end.events = 0xffffffff;
    s.end.source = 0x1234;
    expect_story(&cfg, &s,
                 CONTEXTS LOAD_COUNTERS LOAD_PC LOAD_VA LOAD_PA
                 "533412 4900 62fe030000 71 0050000000000000",
                 "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_stories_are_silent),
        cmocka_unit_test(mismatches_say_what_is_wrong),
        cmocka_unit_test(endings_without_a_record),
        cmocka_unit_test(every_lie_is_named),
        cmocka_unit_test(a_payload_is_corrected),
        cmocka_unit_test(gaps_of_the_layout_are_padding),
        cmocka_unit_test(exceptions_and_squashes_tell_less),
        cmocka_unit_test(latencies_follow_the_stamps),
        cmocka_unit_test(an_end_before_the_start_ends_nothing),
        cmocka_unit_test(tags_are_kept_where_tbi_says),
        cmocka_unit_test(sources_and_events_follow_the_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
