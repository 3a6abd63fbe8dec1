/* SPDX-License-Identifier: Apache-2.0
 *
 * The key `layout`: its grammar, and the places of packets.
 */
#include "check.h"
#include "config/layout.h"
#include "config_members.h"
#include "spe/status.h"

#define P(kind) LAYOUT_BIT(SPE_LAYOUT_##kind)

static void set_layout(struct spe_config *cfg, const char *layout)
{
    struct spe_config_error err;

    spe_config_init(cfg);
    assert_int_equal(spe_config_set(cfg, "layout", layout, &err), 0);
}

static void items(void **state)
{
    static const struct spe_layout_item expected[] = {
        {SPE_LAYOUT_PC, 0, 0, 0},     {SPE_LAYOUT_CTX1, -1, 0, 0}, {SPE_LAYOUT_CTX2, -1, 0, 0},
        {SPE_LAYOUT_PAD, -1, 4, 3},   {SPE_LAYOUT_VA, 30, 0, 0},   {SPE_LAYOUT_PAD, -1, 16, 0},
        {SPE_LAYOUT_END, 2047, 0, 0},
    };
    struct spe_layout_item parsed[SPE_LAYOUT_MAX];
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    set_layout(&cfg, "  pc@0 ctx1 ctx2  pad/4+3 va@30 pad/16+0 end@2047 ");
    assert_int_equal(spe_layout_parse(&cfg, parsed, &err), 7);
    for (size_t i = 0; i < 7; i++) {
        CHECK("kind", parsed[i].kind, expected[i].kind);
        CHECK("offset", parsed[i].offset, expected[i].offset);
        CHECK("align", parsed[i].align, expected[i].align);
        CHECK("phase", parsed[i].phase, expected[i].phase);
    }
}

static void every_name(void **state)
{
    static const char *const names[] = {"pad", "ctx1", "ctx2", "tot", "issue", "xlat",
                                        "pc",  "tgt",  "va",   "pa",  "ds",    "type",
                                        "ev",  "ts",   "end",  "pbt", "alt"};
    struct spe_layout_item parsed[SPE_LAYOUT_MAX];
    struct spe_config_error err;
    struct spe_config cfg;

    (void)state;
    set_layout(&cfg, "ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev ts end pbt alt");
    assert_int_equal(spe_layout_parse(&cfg, parsed, &err), 16);
    for (int kind = SPE_LAYOUT_PAD; kind < SPE_LAYOUT_KINDS; kind++) {
        assert_string_equal(layout_name((enum spe_layout_kind)kind), names[kind]);
    }
    for (int i = 0; i < 16; i++) {
        CHECK(names[i + 1], parsed[i].kind, i + 1);
    }
}

static void bad_elements(void **state)
{
    static const struct {
        const char *layout, *message;
    } bad[] = {
        {"", "layout: '' is not allowed: at least one element is needed"},
        {"pc foo end", "layout: 'foo' is not allowed: elements are pad"},
        {"PC end", "layout: 'PC' is not allowed"},
        {"pc@ end", "layout: 'pc@' is not allowed: packet@N with N 0 to 2047"},
        {"pc@2048 end", "layout: 'pc@2048' is not allowed: packet@N"},
        {"pc@-1 end", "layout: 'pc@-1' is not allowed: packet@N"},
        {"pc@x end", "layout: 'pc@x' is not allowed: packet@N with N 0 to 2047"},
        {"pc@1x end", "layout: 'pc@1x' is not allowed: packet, packet@N or pad/A+P"},
        {"pc/4 end", "layout: 'pc/4' is not allowed: packet, packet@N or pad/A+P"},
        {"pad end", "layout: 'pad' is not allowed: pad/A+P with A 2, 4, 8 or 16"},
        {"pad/3+0 end", "layout: 'pad/3+0' is not allowed: pad/A+P with A"},
        {"pad/1+0 end", "layout: 'pad/1+0' is not allowed: pad/A+P with A"},
        {"pad/32+0 end", "layout: 'pad/32+0' is not allowed: pad/A+P with A"},
        {"pad/4 end", "layout: 'pad/4' is not allowed: pad/A+P with P 0 to A - 1"},
        {"pad/4+4 end", "layout: 'pad/4+4' is not allowed: pad/A+P with P"},
        {"pad@4+0 end", "layout: 'pad@4+0' is not allowed: pad/A+P with A"},
        {"pad/4/3 end", "layout: 'pad/4/3' is not allowed: pad/A+P with P"},
        {"pc@99999999999999999999 end", "layout: 'pc@99999999999999999999' is not allowed"},
        {"ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev ev",
         "layout: 'ev' is not allowed: at most 24 elements"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct spe_layout_item parsed[SPE_LAYOUT_MAX];
        struct spe_config_error err = {.line = 0};
        struct spe_config cfg;

        set_layout(&cfg, bad[i].layout);
        CHECK(bad[i].layout, spe_layout_parse(&cfg, parsed, &err), SPE_ECONFIG);
        if (strncmp(err.text, bad[i].message, strlen(bad[i].message)) != 0) {
            assert_string_equal(err.text, bad[i].message);
        }
    }
}

/* Headers and payloads of chapter 5. */
static void packet_bytes(void **state)
{
    static const int bytes[] = {0, 5, 5, 3, 3, 3, 9, 9, 9, 9, 2, 2, 3, 9, 1, 9, 3};
    struct spe_config cfg;

    (void)state;
    spe_config_init(&cfg);
    for (int kind = SPE_LAYOUT_PAD; kind < SPE_LAYOUT_KINDS; kind++) {
        CHECK(layout_name((enum spe_layout_kind)kind),
              layout_packet_bytes(&cfg, (enum spe_layout_kind)kind), bytes[kind]);
    }
    cfg.ds_bytes = 2;
    cfg.event_bytes = 8;
    CHECK("ds", layout_packet_bytes(&cfg, SPE_LAYOUT_DS), 3);
    CHECK("ev", layout_packet_bytes(&cfg, SPE_LAYOUT_EV), 9);
}

static const struct {
    const char *name, *layout;
    int align;
    unsigned present;
    int at_ev, at_ts, at_end, end, size;
} places[] = {
    {"one after the other", "pc ev end", 0, P(PC) | P(EV) | P(END), 9, -1, 12, 13, 13},
    {"absent packets take no room", "pc ev end", 0, P(EV) | P(END), 0, -1, 3, 4, 4},
    {"timestamp for end", "pc ev end", 0, P(PC) | P(EV) | P(TS), 9, 12, -1, 21, 21},
    {"padded at the end", "pc ev end", 3, P(PC) | P(EV) | P(TS), 9, 12, -1, 21, 24},
    {"already aligned", "ev end", 2, P(EV) | P(END), 0, -1, 3, 4, 4},
    {"fixed", "pc@0 ev@21 end@63", 6, P(PC) | P(EV) | P(END), 21, -1, 63, 64, 64},
    {"own place for the timestamp", "ev@21 ts@55 end@63", 6, P(EV) | P(TS), 21, 55, -1, 64, 64},
    {"end beside it", "ev@21 ts@55 end@63", 6, P(EV) | P(END), 21, -1, 63, 64, 64},
    {"pad before payload", "ev pad/4+1 ts end", 2, P(EV) | P(TS), 0, 3, -1, 12, 12},
    {"pad counts from here", "pc ev pad/4+1 ts end", 2, P(PC) | P(EV) | P(TS), 9, 15, -1, 24, 24},
    {"pad of nothing", "ev pad/2+1 end", 0, P(EV) | P(END), 0, -1, 3, 4, 4},
    {"pad before absent packets", "ev pad/8+0 va end", 0, P(EV) | P(END), 0, -1, 8, 9, 9},
};

static void placement(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct spe_layout_item parsed[SPE_LAYOUT_MAX];
        struct spe_config_error err;
        struct spe_config cfg;
        struct placement at;
        int n;

        set_layout(&cfg, places[i].layout);
        cfg.align = places[i].align;
        n = spe_layout_parse(&cfg, parsed, &err);
        CHECK(places[i].name, layout_place(&cfg, parsed, n, places[i].present, &at), 0);
        CHECK(places[i].name, at.offset[SPE_LAYOUT_EV], places[i].at_ev);
        CHECK(places[i].name, at.offset[SPE_LAYOUT_TS], places[i].at_ts);
        CHECK(places[i].name, at.offset[SPE_LAYOUT_END], places[i].at_end);
        CHECK(places[i].name, at.end, places[i].end);
        CHECK(places[i].name, at.size, places[i].size);
    }
}

static void overlap_is_found(void **state)
{
    struct spe_layout_item parsed[SPE_LAYOUT_MAX];
    struct spe_config_error err;
    struct spe_config cfg;
    struct placement at;

    (void)state;
    set_layout(&cfg, "pc@0 ev@8 end");
    assert_int_equal(spe_layout_parse(&cfg, parsed, &err), 3);
    CHECK("item 2", layout_place(&cfg, parsed, 3, P(PC) | P(EV) | P(END), &at), 2);
    CHECK("no PC", layout_place(&cfg, parsed, 3, P(EV) | P(END), &at), 0);
}

/* A packet that a configuration can produce needs its element. Elements of one record do not
 * overlap. */
static void elements_of_later_versions(void **state)
{
    static const struct {
        const char *layout, *message; /* message: NULL where it is allowed */
        bool pbt, altclk;
        int pbt_ops;
    } rows[] = {
        {"pc tgt va pa ds pbt", "layout: 'alt' is missing", true, true, spe_cfg_pbt_ops_any},
        {"pc tgt va pa ds alt", "layout: 'pbt' is missing", true, true, spe_cfg_pbt_ops_any},
        {"pc tgt va pa ds", NULL, false, false, spe_cfg_pbt_ops_any},
        {"pc tgt va pa ds alt pbt", NULL, true, true, spe_cfg_pbt_ops_any},
        {"pc@0 ds@9 tgt@9 va pa", NULL, false, false, spe_cfg_pbt_ops_taken},
        {"pc@0 va@9 pbt@9 tgt pa ds", NULL, true, false, spe_cfg_pbt_ops_taken},
        {"pc@0 va@9 pbt@9 tgt pa ds", "layout: 'pbt@9' can overlap", true, false,
         spe_cfg_pbt_ops_any},
        {"pc@0 va@9 alt@9 tgt pa ds", "layout: 'alt@9' can overlap", false, true,
         spe_cfg_pbt_ops_taken},
        {"pc@0 tgt@9 pbt@9 va pa ds", "layout: 'pbt@9' can overlap", true, false,
         spe_cfg_pbt_ops_taken},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct spe_config_error err = {.line = 0};
        struct spe_config cfg;
        char layout[192];

        snprintf(layout, sizeof layout, "%s ctx1 ctx2 tot issue xlat type ev end", rows[i].layout);
        set_layout(&cfg, layout);
        cfg.pmsver = 3;
        cfg.fne = true;
        cfg.events |= 1u << 11;
        cfg.max_size = 7;
        cfg.pbt = rows[i].pbt;
        cfg.altclk = rows[i].altclk ? 15 : 0;
        cfg.pbt_ops = rows[i].pbt_ops;
        CHECK(layout, spe_config_check(&cfg, &err), rows[i].message ? SPE_ECONFIG : 0);
        if (rows[i].message && strncmp(err.text, rows[i].message, strlen(rows[i].message)) != 0) {
            assert_string_equal(err.text, rows[i].message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items),
        cmocka_unit_test(every_name),
        cmocka_unit_test(bad_elements),
        cmocka_unit_test(packet_bytes),
        cmocka_unit_test(placement),
        cmocka_unit_test(overlap_is_found),
        cmocka_unit_test(elements_of_later_versions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
