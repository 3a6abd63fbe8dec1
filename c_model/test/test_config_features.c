/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules between features and versions, each with a configuration that the rule refuses and one that
 * it permits; typed from Arm ARM D17.8, D18.2 and D24.7.
 */
#include "check.h"
#include "config_lines.h"
#include "config_members.h"
#include "spe/status.h"

/* The smallest configuration that each version permits. */
static const char *const smallest[] = {
    [1] = "pmsver = 1",
    [2] = "pmsver = 2\nevents = 0xBFF",
    [3] = "pmsver = 3\nevents = 0xBFF\nfne = 1",
    [4] = "pmsver = 4\nevents = 0xBFF\nfne = 1\next_abort = serror\nflag_updates = 1",
    [5] = "pmsver = 5\nevents = 0xBFF\nfne = 1\next_abort = serror\nflag_updates = 1\nfds = 1",
    [6] = "pmsver = 6\nevents = 0xBFF\nfne = 1\next_abort = serror\nflag_updates = 1\nfds = 1",
};

/* A rule: keys that are set over the smallest configuration of a version, and the message; NULL:
 * accepted. */
struct rule {
    int version;
    const char *set, *message;
};

#define LAYOUT "layout = ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev"

static const struct rule pe_rules[] = {
    {1, "el2 = 0\nvhe = 0", NULL},
    {1, "el2 = 0", "vhe = 1: allowed: 0 with el2 = 0"},
    {6, "sel2 = 1", NULL},
    {6, "sel2 = 1\nel2 = 0\nvhe = 0", "sel2 = 1: allowed: 0 with el2 = 0 or secure = 0"},
    {6, "sel2 = 1\nsecure = 0\nel3 = 0", "sel2 = 1: allowed: 0 with el2 = 0 or secure = 0"},
    {6, "rme = 1", NULL},
    {6, "rme = 1\nel2 = 0\nvhe = 0", "rme = 1: allowed: 0 with el2 = 0 or el3 = 0"},
    {6, "rme = 1\nel3 = 0", "rme = 1: allowed: 0 with el2 = 0 or el3 = 0"},
    {6, "nv = 2", NULL},
    {6, "nv = 1\nel2 = 0\nvhe = 0", "nv = 1: allowed: 0 with el2 = 0"},
    {6, "ecv = 2", NULL},
    {6, "ecv = 1\nel2 = 0\nvhe = 0", "ecv = 1: allowed: 0 with el2 = 0"},
    {1, "secure = 0", "secure = 0: allowed: 1 with el3 = 1 and rme = 0"},
    {1, "secure = 0\nel3 = 0", NULL},
    {6, "secure = 0\nrme = 1", NULL},
    {4, "mops = 1", NULL},
    {3, "mops = 1", "mops = 1: allowed: 0 with pmsver below 4"},
    {5, "gcs = 1\nmax_size = 7", NULL},
    {4, "gcs = 1\nmax_size = 7", "gcs = 1: allowed: 0 with pmsver below 5"},
    /* DDI 0586A does not have MSS2 */
    {2, "the = 1\npoe = 1\npie = 1", NULL},
    {1, "the = 1", "the = 1: allowed: 0 with pmsver = 1"},
    {1, "poe = 1", "poe = 1: allowed: 0 with pmsver = 1"},
    {1, "pie = 1", "pie = 1: allowed: 0 with pmsver = 1"},
};

/* D24.7.14, PMSIDR_EL1: "all other values are reserved", "the value 0 is not permitted". */
static const struct rule option_rules[] = {
    {2, "count_size = 16", NULL},
    {2, "count_size = 13", "count_size = 13: allowed: 12 or 16"},
    {1, "count_size = 16", "count_size = 16: allowed: 12 with pmsver = 1"},
    {3, "", NULL},
    {2, "fne = 1", "fne = 1: allowed: 0 with pmsver below 3"},
    {3, "fne = 0", "fne = 0: allowed: 1 with pmsver 3 or above"},
    {6, "fne = 0", "fne = 0: allowed: 1 with pmsver 3 or above"},
    {5, "", NULL},
    {5, "lds = 0\nfds = 0", NULL},
    {4, "fds = 1", "fds = 1: allowed: 0 with pmsver below 5"},
    {5, "lds = 0", "fds = 1: allowed: 0 with lds = 0"},
    /* FEAT_SPE_FDS is optional in Armv8.8 (A2.2) */
    {5, "fds = 0", NULL},
    {6, "fds = 0", "fds = 0: allowed: 1 with lds = 1 and pmsver 6"},
    {6, "lds = 0\nfds = 0", NULL},
    {2, "eft = 1\nfpf = 1\ncrr = 1", NULL},
    {1, "eft = 1", "eft = 1: allowed: 0 with pmsver = 1"},
    {1, "fpf = 1", "fpf = 1: allowed: 0 with pmsver = 1"},
    {1, "crr = 1", "crr = 1: allowed: 0 with pmsver = 1"},
    {3, "pbt = 1\n" LAYOUT " pbt end", NULL},
    {2, "pbt = 1\n" LAYOUT " pbt end", "pbt = 1: allowed: 0 with pmsver below 3"},
    {5, "sme = 1\nspe_sme = 1\nevents = 0x3060BFF\nevent_bytes = 4\nmax_size = 7", NULL},
    {4, "sme = 1\nspe_sme = 1", "spe_sme = 1: allowed: 0 with pmsver below 5"},
    {5, "spe_sme = 1", "spe_sme = 1: allowed: 0 with sme = 0"},
    {2, "altclk = 15\nmax_size = 7\n" LAYOUT " alt end", NULL},
    {2, "altclk = 14\nmax_size = 7\n" LAYOUT " alt end", "altclk = 14: allowed: 0, 1 or 15"},
    {1, "altclk = 15\nmax_size = 7\n" LAYOUT " alt end", "altclk = 15: allowed: 0 with pmsver = 1"},
    {2, "altclk = 1\nmax_size = 7\n" LAYOUT " alt end",
     "altclk = 1: allowed: 0 or 15 with spe_sme = 0"},
    {5,
     "altclk = 1\nsme = 1\nspe_sme = 1\nevents = 0x1060BFF\nevent_bytes = 4\nmax_size = 7\n" LAYOUT
     " alt end",
     NULL},
};

static const struct rule buffer_rules[] = {
    {6, "exc = 1\nnvm = 1", NULL},
    {5, "exc = 1", "exc = 1: allowed: 0 with pmsver below 6"},
    /* FEAT_SPE_nVM is of Armv9.5, where SPEv1p5 is optional (A2.3) */
    {6, "nvm = 1", NULL},
    {5, "nvm = 1", NULL},
    {4, "nvm = 1", "nvm = 1: allowed: 0 with pmsver below 5"},
    /* D17.8.4, D24.7.1: from Armv8.8 PMBIDR_EL1.EA is described, and F is 1 */
    {4, "ext_abort = ignored", NULL},
    {4, "ext_abort = sync", "ext_abort = sync: allowed: serror or ignored with pmsver 4 or above"},
    {6, "ext_abort = async",
     "ext_abort = async: allowed: serror or ignored with pmsver 4 or above"},
    {3, "ext_abort = sync", NULL},
    {2, "ext_abort = ignored", NULL},
    {1, "ext_abort = ignored",
     "ext_abort = ignored: allowed: sync, async or serror with pmsver = 1"},
    {4, "flag_updates = 0", "flag_updates = 0: allowed: 1 with pmsver 4 or above"},
    {3, "flag_updates = 0", NULL},
    {2, "max_buff_size = 1\nea_described = 1", NULL},
    {1, "max_buff_size = 1", "max_buff_size = 1: allowed: 0 with pmsver = 1"},
    {1, "ea_described = 1", "ea_described = 1: allowed: 0 with pmsver = 1"},
    {6, "exc = 1\nee_reserved = off", NULL},
    {6, "ee_reserved = off", "ee_reserved = off: allowed: bit1 with exc = 0 or nv above 0"},
    {6, "exc = 1\nnv = 1\nee_reserved = off",
     "ee_reserved = off: allowed: bit1 with exc = 0 or nv above 0"},
    {6, "exc = 1\nroute_async = 1", NULL},
    {6, "route_async = 1", "route_async = 1: allowed: 0 with exc = 0"},
    {6, "rme = 1\nnspb_reserved = realm", NULL},
    {6, "nspb_reserved = realm",
     "nspb_reserved = realm: allowed: none, nonsecure or secure with rme = 0"},
    {6, "rme = 1\nnspb_reserved = secure", NULL},
    {6, "rme = 1\nsecure = 0\nnspb_reserved = secure",
     "nspb_reserved = secure: allowed: none, nonsecure or realm with secure = 0"},
};

#define V2 "bit 11 with pmsver 2 or above, and only then"
#define VECTOR                                                                                     \
    "bits 17 and 18 with pmsver 2 or above and sve or sme, and only "                              \
    "then"
#define WIDE "event_bytes = 4\nmax_size = 7\n"

static const struct rule event_rules[] = {
    {1, "events = 0xFFF", "events = 0xFFF: allowed: " V2},
    {2, "events = 0x7FF", "events = 0x7FF: allowed: " V2},
    {2, WIDE "sve = 1\nevents = 0x60BFF", NULL},
    {2, WIDE "sme = 1\nevents = 0x60BFF", NULL},
    {2, WIDE "events = 0x60BFF", "events = 0x60BFF: allowed: " VECTOR},
    {2, WIDE "sve = 1", "events = 0xBFF: allowed: " VECTOR},
    {2, WIDE "sve = 1\nevents = 0x20BFF", "events = 0x20BFF: allowed: " VECTOR},
    {1, "sve = 1", NULL}, /* SPEv1p0 records SVE operations as SIMD&FP */
    {1, WIDE "sve = 1\nevents = 0x603FF", "events = 0x603FF: allowed: " VECTOR},
    {5, WIDE "events = 0xF80BFF", NULL},
    {4, WIDE "events = 0x80BFF", "events = 0x80BFF: allowed: bits 19 to 23 with pmsver 5 or above"},
    {4, WIDE "events = 0xFF000BFF", NULL}, /* IMPLEMENTATION DEFINED */
    {5, WIDE "events = 0x1000BFF",
     "events = 0x1000BFF: allowed: with pmsver 5 or above bit 24 with spe_sme = 1, and only then"},
    {5, WIDE "sme = 1\nspe_sme = 1\nevents = 0x60BFF",
     "events = 0x60BFF: allowed: with pmsver 5 or above bit 24 with spe_sme = 1, and only then"},
    {5, WIDE "events = 0x2000BFF",
     "events = 0x2000BFF: allowed: with pmsver 5 or above bit 25 only with spe_sme = 1"},
    {5, WIDE "events = 0x4000BFF",
     "events = 0x4000BFF: allowed: bits 26 to 31 with pmsver below 5"},
    {4, WIDE "event_filters = 0x314", NULL},
    {5, WIDE "event_filters = 0x4",
     "event_filters = 0x4: allowed: bits 2, 4, 8, 9, 10 and 24 to 31 with pmsver below 5"},
#define FOLLOWS(mask)                                                                              \
    {                                                                                              \
        5, WIDE "sme = 1\nspe_sme = 1\nevents = 0x3060FFF\nevent_filters = " mask,                 \
            "event_filters = " mask                                                                \
            ": allowed: bits 2, 4, 8, 9, 10 and 24 to 31 with pmsver below 5"                      \
    }
    FOLLOWS("0x4"),
    FOLLOWS("0x10"),
    FOLLOWS("0x100"),
    FOLLOWS("0x200"),
    FOLLOWS("0x400"),
    FOLLOWS("0x1000000"),
    FOLLOWS("0x2000000"),
#undef FOLLOWS
    {5, WIDE "events = 0xFBFF\nevent_filters = 0xF000", NULL},
    {4, WIDE "events = 0xFF000BFF\nevent_filters = 0xFF000000", NULL},
};

static void walk(const struct rule *rules, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct spe_config_error err = {.line = 0};
        struct spe_config cfg;
        char text[512];

        spe_config_init(&cfg);
        CHECK("smallest", config_lines(&cfg, smallest[rules[i].version], &err), 0);
        snprintf(text, sizeof text, "%s\n", rules[i].set);
        CHECK(text, config_lines(&cfg, text, &err), 0);
        if (spe_config_check(&cfg, &err) != (rules[i].message ? SPE_ECONFIG : 0)) {
            fail_msg("pmsver %d, %s: %s", rules[i].version, rules[i].set, err.text);
        }
        if (rules[i].message) {
            assert_string_equal(err.text, rules[i].message);
        }
    }
}

/* Elements of the packets that a feature adds (keys `layout`, `pbt`, `altclk`, `gcs`). */
#define BEHIND "tot@10 issue@13 pc@16 type@25 ev@27 "
#define FIXED  "layout = ctx1@0 ctx2@5 " BEHIND
#define REST   "xlat@49 pa@52 ds@61 end@64\nmax_size = 7"

static const struct rule layout_rules[] = {
    {3, LAYOUT " end", NULL},
    /* an element of a packet that no record has is ignored (C19) */
    {3, LAYOUT " pbt end", NULL},
    {3, LAYOUT " pbt alt end", NULL},
    {3, "pbt = 1\n" LAYOUT " pbt alt end", NULL},
    {3, LAYOUT " pbt alt pbt end", "layout: 'pbt' stands twice: allowed: once"},
    {3, LAYOUT " end alt", "layout: 'alt' is last: allowed: 'end'"},
    {3, FIXED "tgt@31 va@40 pbt@40 alt@41 " REST, NULL},
    {3, "altclk = 15\n" FIXED "tgt@31 va@40 pbt@40 alt@41 " REST,
     "layout: 'alt@41' can overlap the packet before it"},
    {3, "lds = 0\n" FIXED "tgt@31 va@40 xlat@49 pa@52 ds@53 end@64\nmax_size = 7", NULL},
    {3, FIXED "tgt@31 va@40 xlat@49 pa@52 ds@53 end@64\nmax_size = 7",
     "layout: 'ds@53' can overlap the packet before it"},
    {3, "el2 = 0\nvhe = 0\nlayout = ctx1@0 ctx2@1 " BEHIND "tgt@31 va@40 " REST, NULL},
    {3, "layout = ctx1@0 ctx2@1 " BEHIND "tgt@31 va@40 " REST,
     "layout: 'ctx2@1' can overlap the packet before it"},
    {3, FIXED "tgt@31 va@40 xlat@49 pa@52 ds@61 pbt@2000 end\nmax_size = 7", NULL},
    {3, "pbt = 1\n" LAYOUT " end", "layout: 'pbt' is missing"},
    {3, "altclk = 15\nmax_size = 7\n" LAYOUT " end", "layout: 'alt' is missing"},
    {3, "pbt = 1\n" LAYOUT " pbt pbt end", "layout: 'pbt' stands twice: allowed: once"},
    /* the previous branch target belongs to branches, unless any operation carries it */
    {3, "pbt = 1\n" FIXED "tgt@31 va@40 pbt@40 " REST, NULL},
    {3, "pbt = 1\npbt_ops = branch\n" FIXED "tgt@31 va@40 pbt@40 " REST, NULL},
    {3, "pbt = 1\npbt_ops = any\n" FIXED "tgt@31 va@40 pbt@40 " REST,
     "layout: 'pbt@40' can overlap the packet before it"},
    {3, "pbt = 1\n" FIXED "tgt@31 pbt@31 va@40 " REST,
     "layout: 'pbt@31' can overlap the packet before it"},
    /* a branch has no data address, unless it accesses a Guarded Control Stack */
    {5, FIXED "tgt@31 va@31 " REST, NULL},
    {5, "gcs = 1\n" FIXED "tgt@31 va@31 " REST, "layout: 'va@31' can overlap the packet before it"},
    {5, "gcs = 1\n" FIXED "tgt@31 va@40 " REST, NULL},
};

#define WALK(name)                                                                                 \
    static void name##_of_features(void **state)                                                   \
    {                                                                                              \
        (void)state;                                                                               \
        walk(name, sizeof name / sizeof name[0]);                                                  \
    }

WALK(pe_rules)
WALK(option_rules)
WALK(buffer_rules)
WALK(event_rules)
WALK(layout_rules)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pe_rules_of_features),     cmocka_unit_test(option_rules_of_features),
        cmocka_unit_test(buffer_rules_of_features), cmocka_unit_test(event_rules_of_features),
        cmocka_unit_test(layout_rules_of_features),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
