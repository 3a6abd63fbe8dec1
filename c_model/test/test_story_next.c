/* SPDX-License-Identifier: Apache-2.0
 *
 * Records of SPEv1p5 typed as bytes against stories typed as observations, from Arm ARM D18.2: a
 * true story is silent, every lie is named; and the filters of D24.7.12 that a written record
 * contradicts.
 */
#include "check.h"
#include "config_members.h"
#include "story/story.h"

static struct spe_config config(void)
{
    struct spe_config cfg;
    struct spe_config_error err;

    spe_config_init(&cfg);
    cfg.pmsver = 6;
    cfg.rme = cfg.mte = cfg.pbt = cfg.crr = cfg.gcs = cfg.fne = cfg.fds = cfg.eft = true;
    cfg.sample_point = spe_cfg_sample_point_retire;
    cfg.speculative = false;
    cfg.altclk = 15;
    cfg.count_size = 16;
    cfg.event_bytes = 4;
    cfg.events = 0xF80FFF;
    cfg.max_size = 7;
    assert_int_equal(spe_config_set(&cfg, "layout",
                                    "tot issue alt xlat pc tgt va pa pbt ds ctx1 ctx2 type ev end",
                                    &err),
                     0);
    return cfg;
}

/* EL1 of the Realm state owns the buffer: NS (2), NSPB 0b10 (8), NSE (17), NSPBE (19), E2PB 0b11.
 */
#define REALM_EL1 (1u | 1u << 2 | 1u << 8 | 3u << 9 | 1u << 17 | 1u << 19)

/* A Tag Checked load in the Realm state, with PMSCR_ELx.PA set. */
static struct spe_story load(void)
{
    return (struct spe_story){.pc = 0x4000,
                              .op = 0x100,
                              .ctx_state = REALM_EL1,
                              .pmscr_el1 = 0x10,
                              .pmscr_el2 = 0x10,
                              .end = {.kind = SPE_LIFE_RETIRE,
                                      .flags = SPE_LIFE_VA | SPE_LIFE_PA | SPE_LIFE_PA_NS |
                                               SPE_LIFE_PA_NSE | SPE_LIFE_PA_CH | 9u << 10 |
                                               SPE_LIFE_SOURCE | SPE_LIFE_ALT,
                                      .source = 0x41,
                                      .events = UINT64_MAX & ~(UINT64_C(1) << 6),
                                      .va = 0x1000,
                                      .pa = 0x80001000,
                                      .lat_total = 0x12345,
                                      .lat_issue = 0x1234,
                                      .lat_xlat = 5,
                                      .lat_alt = 0x98765}};
}

/* A return that reads the Guarded Control Stack. */
static struct spe_story ret(void)
{
    return (struct spe_story){.pc = 0x4000,
                              .op = 0x216,
                              .flags = SPE_OP_GCS_LOAD,
                              .ctx_state = REALM_EL1,
                              .end = {.kind = SPE_LIFE_RETIRE,
                                      .flags = SPE_LIFE_VA | SPE_LIFE_TARGET | SPE_LIFE_TARGET_NS |
                                               SPE_LIFE_TARGET_NSE | SPE_LIFE_PREV |
                                               SPE_LIFE_PREV_NS | 1u << 18,
                                      .va = 0x2000,
                                      .target = 0x5000,
                                      .prev = 0x6000,
                                      .lat_total = 7,
                                      .lat_issue = 1,
                                      .lat_xlat = 2}};
}

#define LOAD_COUNTERS "98 ffff 99 3412 9c ffff 9a 0500 "
#define LOAD_PC       "b0 00400000000000 b0 "
#define LOAD_DATA     "b2 00100000000000 00 b3 00100080000000 d9 43 41 "
#define LOAD_TYPE     "49 00 62 be 0f f8 00 01"
#define RET_COUNTERS  "98 0700 99 0100 9a 0200 "
#define RET_ADDRESSES "b0 00400000000000 b0 b1 00500000000000 90 b2 00200000000000 00 "
#define RET_PREVIOUS  "b4 00600000000000 a0 "
#define RET_TYPE      "4a 16 62 02 00 00 00 01"

static const struct {
    const char *name, *bytes, *where;
    struct spe_story (*story)(void);
} rows[] = {
    {"load", LOAD_COUNTERS LOAD_PC LOAD_DATA LOAD_TYPE, "", load},
    {"12-bit counter", "98 ff0f 99 3412 9c ffff 9a 0500 " LOAD_PC LOAD_DATA LOAD_TYPE,
     "counter.total", load},
    {"no alternate clock", "98 ffff 99 3412 9a 0500 " LOAD_PC LOAD_DATA LOAD_TYPE,
     "counter.alt_issue", load},
    {"another count of it", "98 ffff 99 3412 9c 3412 9a 0500 " LOAD_PC LOAD_DATA LOAD_TYPE,
     "counter.alt_issue", load},
    {"PC without NSE", LOAD_COUNTERS "b0 00400000000000 a0 " LOAD_DATA LOAD_TYPE, "address.pc",
     load},
    {"PA without NSE",
     LOAD_COUNTERS LOAD_PC "b2 00100000000000 00 b3 00100080000000 c9 43 41 " LOAD_TYPE,
     "address.pa", load},
    {"PA without CH",
     LOAD_COUNTERS LOAD_PC "b2 00100000000000 00 b3 00100080000000 99 43 41 " LOAD_TYPE,
     "address.pa", load},
    {"PA with another tag",
     LOAD_COUNTERS LOAD_PC "b2 00100000000000 00 b3 00100080000000 d8 43 41 " LOAD_TYPE,
     "address.pa", load},
    {"event 16", LOAD_COUNTERS LOAD_PC LOAD_DATA "49 00 62 be 0f f9 00 01", "record events", load},
    {"event 26", LOAD_COUNTERS LOAD_PC LOAD_DATA "49 00 62 be 0f f8 04 01", "events", load},
    {"no event 19", LOAD_COUNTERS LOAD_PC LOAD_DATA "49 00 62 be 0f f0 00 01", "events", load},
    {"previous target of a load", LOAD_COUNTERS LOAD_PC LOAD_DATA RET_PREVIOUS LOAD_TYPE,
     "address.previous", load},
    {"return", RET_COUNTERS RET_ADDRESSES RET_PREVIOUS RET_TYPE, "", ret},
    {"no previous target", RET_COUNTERS RET_ADDRESSES RET_TYPE, "address.previous", ret},
    {"another state of it", RET_COUNTERS RET_ADDRESSES "b4 00600000000000 b0 " RET_TYPE,
     "address.previous", ret},
    {"no address of the GCS",
     RET_COUNTERS "b0 00400000000000 b0 b1 00500000000000 90 " RET_PREVIOUS RET_TYPE, "address.va",
     ret},
    {"no translation latency", "98 0700 99 0100 " RET_ADDRESSES RET_PREVIOUS RET_TYPE,
     "counter.xlat", ret},
    {"CR not recorded", RET_COUNTERS RET_ADDRESSES RET_PREVIOUS "4a 06 62 02 00 00 00 01",
     "operation", ret},
    {"no GCS access", RET_COUNTERS RET_ADDRESSES RET_PREVIOUS "4a 12 62 02 00 00 00 01",
     "operation", ret},
};

static size_t from_hex(const char *text, uint8_t *bytes)
{
    size_t n = 0;
    unsigned value;

    for (; *text; text++) {
        if (*text != ' ' && sscanf(text++, "%2x", &value) == 1) {
            bytes[n++] = (uint8_t)value;
        }
    }
    return n;
}

static void add_where(void *user, const struct spe_story_mismatch *m)
{
    char *where = user;
    const size_t used = strlen(where);

    snprintf(where + used, 128 - used, "%s%s", used ? " " : "", m->where);
}

static void name_filter(void *user, const struct spe_story_mismatch *m)
{
    if (strcmp(m->where, "record") == 0) {
        snprintf(user, 128, "%s", m->expected);
    }
}

static void check(const struct spe_config *cfg, const struct spe_story *story, const char *hex,
                  spe_story_fn report, char told[128])
{
    const struct spe_decoded_record *record;
    struct spe_decoder decoder;
    uint8_t bytes[128];
    const size_t n = from_hex(hex, bytes);

    told[0] = '\0';
    spe_decoder_init(&decoder, NULL);
    assert_int_equal(spe_decoder_feed(&decoder, bytes, n), 0);
    assert_int_equal(spe_decoder_next(&decoder, &record), 1);
    CHECK(hex, record->length, n);
    (void)story_check(cfg, story, record, report, told);
}

static void every_lie_is_named(void **state)
{
    const struct spe_config cfg = config();

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct spe_story story = rows[i].story();
        char told[128];

        check(&cfg, &story, rows[i].bytes, add_where, told);
        if (strcmp(told, rows[i].where) != 0) {
            print_error("%s\n", rows[i].name);
        }
        assert_string_equal(told, rows[i].where);
    }
}

/* The load above: events 0xF80FBF, source 0x41, SIMD or not. */
static const struct {
    const char *name;
    uint64_t fcr, evfr, nevfr, dsfr;
    uint8_t flags;
    const char *filter;
} filters[] = {
    {"nothing asked", 0x1F, 0, 0, 2, 0, ""},
    {"FnE: event not there", 8, 0, 0x40, 0, 0, ""},
    {"FnE: event there", 8, 0, 0x80, 0, 0, "inverted event filter (PMSFCR_EL1.FnE)"},
    {"FE: event 19", 1, 0x80000, 0, 0, 0, ""},
    {"FE: bit 0 is no filter", 1, 0x81, 0, 0, 0, ""},
    {"FE: not taken", 1, 0x40, 0, 0, 0, "event filter (PMSFCR_EL1.FE)"},
    {"FE and FnE overlap", 9, 0xC0, 0x80, 0, 0, ""},
    {"FDS: its bit", 0x10, 0, 0, 2, 0, ""},
    {"FDS: not its bit", 0x10, 0, 0, 0xFFFFFFFFFFFFFFFD, 0, "data source filter (PMSFCR_EL1.FDS)"},
    {"SIMD loads", 0x12000000120002, 0, 0, 0, SPE_OP_SIMD, ""},
    {"SIMD loads, not SIMD", 0x12000000120002, 0, 0, 0, 0, "type filter (PMSFCR_EL1.FT)"},
    {"SIMD or branch", 0x110002, 0, 0, 0, SPE_OP_SIMD, ""},
    {"no load", 0x2000000000002, 0, 0, 0, 0, "type filter (PMSFCR_EL1.FT)"},
};

static void filters_are_named(void **state)
{
    struct spe_config cfg = config();

    (void)state;
    for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        struct spe_story story = load();
        char told[128];

        story.has_filters = true;
        story.flags = filters[i].flags;
        story.pmsfcr = filters[i].fcr;
        story.pmsevfr = filters[i].evfr;
        story.pmsnevfr = filters[i].nevfr;
        story.pmsdsfr = filters[i].dsfr;
        check(&cfg, &story, LOAD_COUNTERS LOAD_PC LOAD_DATA LOAD_TYPE, name_filter, told);
        if (strcmp(told, filters[i].filter) != 0) {
            print_error("%s\n", filters[i].name);
        }
        assert_string_equal(told, filters[i].filter);
    }
    cfg.fe_overlap = spe_cfg_fe_overlap_nothing;
    struct spe_story story = load();
    char told[128];
    story.has_filters = true;
    story.pmsfcr = 9;
    story.pmsevfr = 0x80;
    story.pmsnevfr = 0x80;
    check(&cfg, &story, LOAD_COUNTERS LOAD_PC LOAD_DATA LOAD_TYPE, name_filter, told);
    assert_string_equal(told, "overlapping event filters (PMSFCR_EL1.{FnE, FE})");
}

/* The name of the latency filter has both numbers, whole. */
static void latencies_are_told(void **state)
{
    struct spe_config cfg = config();
    struct spe_story story = load();
    char told[128];

    (void)state;
    story.has_filters = true;
    story.pmsfcr = 4;
    cfg.fl_zero = spe_cfg_fl_zero_nothing;
    check(&cfg, &story, LOAD_COUNTERS LOAD_PC LOAD_DATA LOAD_TYPE, name_filter, told);
    assert_string_equal(told, "latency filter (PMSFCR_EL1.FL): total latency 65535, MINLAT 0");
    story.pmslatfr = 5000;
    story.end.lat_total = 0x1235;
    check(&cfg, &story, "98 3512 99 3412 9c ffff 9a 0500 " LOAD_PC LOAD_DATA LOAD_TYPE, name_filter,
          told);
    assert_string_equal(told, "latency filter (PMSFCR_EL1.FL): total latency 4661, MINLAT 5000");
    story.pmslatfr = 65535;
    story.end.lat_total = 65534;
    check(&cfg, &story, "98 feff 99 3412 9c ffff 9a 0500 " LOAD_PC LOAD_DATA LOAD_TYPE, name_filter,
          told);
    assert_string_equal(told, "latency filter (PMSFCR_EL1.FL): total latency 65534, MINLAT 65535");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lie_is_named),
        cmocka_unit_test(filters_are_named),
        cmocka_unit_test(latencies_are_told),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
