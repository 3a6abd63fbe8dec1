/* SPDX-License-Identifier: Apache-2.0
 *
 * Combinations of keys that no PE can have, each with its remark, and lifted; typed from Arm ARM
 * A2.2, A2.3 and D14.6.
 */
#include "check.h"
#include "config_lines.h"
#include "config_members.h"

/* What all PEs with EL2, EL3 and Secure state have that may have the version. */
#define PE3 "sel2 = 1\nfgt = 1\necv = 1\nfne = 1\nevents = 0xBFF"
#define PE4 PE3 "\next_abort = serror\nflag_updates = 1"
#define PE5 PE4 "\nfds = 1\nmops = 1"
#define PE6 PE5 "\ncrr = 1\neft = 1\nfpf = 1\nexc = 1\nnvm = 1"

static const char *const whole[] = {
    [1] = "pmsver = 1",       [2] = "pmsver = 2\nevents = 0xBFF", [3] = "pmsver = 3\n" PE3,
    [4] = "pmsver = 4\n" PE4, [5] = "pmsver = 5\n" PE5,           [6] = "pmsver = 6\n" PE6,
};

/* Keys that are set over the whole PE of a version, and the remarks; "": none. */
struct row {
    int version;
    const char *set, *remarks;
};

#define NO_PE  "no PE has "
#define V1P0   "with pmsver = 1: FEAT_SPE is from Armv8.1, and "
#define V1P2   "with pmsver = 3: FEAT_SPEv1p2 is from Armv8.6, and "
#define V1P4   "with pmsver = 5: FEAT_SPEv1p4 is from Armv8.8, and "
#define V1P5   "with pmsver = 6: FEAT_SPEv1p5 is from Armv9.5, and "
#define RME    "with rme = 1: FEAT_RME is from Armv9.1, and "
#define SME    "with sme = 1: FEAT_SME is from Armv9.2, and "
#define EFT    "with eft = 1: FEAT_SPE_EFT is from Armv9.4, and "
#define ALTCLK "with altclk = 15: FEAT_SPE_ALTCLK is from Armv9.4, and "
#define NVM    "with nvm = 1: FEAT_SPE_nVM is from Armv9.5, and "
#define A2     " (A A2.2)\n"
#define A23    " (A A2.2, A2.3)\n"

#define NO_EL2 "el2 = 0\nvhe = 0\nsel2 = 0\necv = 0\n"
#define ALT    "max_size = 7\nlayout = ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev alt end"
#define VECTOR "max_size = 7\nevent_bytes = 4\nsme = 1\n"
#define EVENTS "events = 0x60BFF"

static const struct row version_rows[] = {
    {1, "", ""},
    {2, "", ""},
    {3, "", ""},
    {4, "", ""},
    {5, "", ""},
    {6, "", ""},
    /* C31 */
    {1, "vhe = 0", NO_PE "vhe = 0 " V1P0 "Armv8.1 has FEAT_VHE with EL2" A2},
    {1, "vhe = 0\nel2 = 0", ""},
    /* C32 */
    {3, "sel2 = 0", NO_PE "sel2 = 0 " V1P2 "Armv8.4 has FEAT_SEL2 with EL2 and Secure state" A2},
    {3, "sel2 = 0\nsecure = 0\nel3 = 0", ""},
    {3, NO_EL2, ""},
    {2, "mte = 1",
     NO_PE "sel2 = 0 with mte = 1: FEAT_MTE2 is from Armv8.4, and Armv8.4 has FEAT_SEL2 with EL2 "
           "and Secure state" A2},
    {1, "mte = 1\nsel2 = 1", ""},
    {2, "fgt = 1",
     NO_PE "sel2 = 0 with fgt = 1: FEAT_FGT is from Armv8.5, and Armv8.4 has FEAT_SEL2 with EL2 "
           "and Secure state" A2},
    {2, "fgt = 1\nsel2 = 1", ""},
    /* C33 */
    {1, "fgt = 1\nsel2 = 1",
     NO_PE "pmsver = 1 with fgt = 1: FEAT_FGT is from Armv8.5, and Armv8.5 has FEAT_SPEv1p1" A2},
    {1, "ecv = 1\nsel2 = 1",
     NO_PE "pmsver = 1 with ecv = 1: FEAT_ECV is from Armv8.5, and Armv8.5 has FEAT_SPEv1p1" A2},
    {2, "ecv = 1\nsel2 = 1", ""},
    /* C34 */
    {3, "fgt = 0", NO_PE "fgt = 0 " V1P2 "Armv8.6 has FEAT_FGT with EL2 or EL3" A2},
    {3, NO_EL2 "fgt = 0", NO_PE "fgt = 0 " V1P2 "Armv8.6 has FEAT_FGT with EL2 or EL3" A2},
    {3, NO_EL2 "fgt = 0\nel3 = 0", ""},
    {3, "ecv = 0", NO_PE "ecv = 0 " V1P2 "Armv8.6 has FEAT_ECV" A2},
    {3, "ecv = 2", ""},
    /* C36 */
    {5, "mops = 0", NO_PE "mops = 0 " V1P4 "Armv8.8 has FEAT_MOPS" A2},
    {4, "mops = 1", ""},
    /* C38 */
    {6, "eft = 0\nfpf = 0",
     NO_PE "eft = 0 " V1P5 "Armv9.5 has FEAT_SPE_EFT" A23 NO_PE "fpf = 0 " V1P5
           "Armv9.5 has FEAT_SPE_FPF" A23},
    {6, VECTOR EVENTS, NO_PE "spe_sme = 0 " V1P5 "Armv9.5 has FEAT_SPE_SME with FEAT_SME" A23},
    {6, VECTOR "spe_sme = 1\nevents = 0x1060BFF", ""},
    {5, VECTOR EVENTS, ""},
    {6, "crr = 0", NO_PE "crr = 0 " V1P5 "Armv8.9 has FEAT_SPE_CRR" A23},
};

/* Features that are from a later release than the version. */
static const struct row feature_rows[] = {
    /* C35 */
    {2, VECTOR EVENTS "\nsel2 = 1\nfgt = 1\necv = 1",
     NO_PE "pmsver = 2 " SME "Armv8.7 has FEAT_SPEv1p2" A23},
    {3, VECTOR EVENTS, ""},
    {2, VECTOR EVENTS "\nsel2 = 1",
     NO_PE "pmsver = 2 " SME "Armv8.7 has FEAT_SPEv1p2" A23 NO_PE "fgt = 0 " SME
           "Armv8.6 has FEAT_FGT with EL2 or EL3" A23 NO_PE "ecv = 0 " SME
           "Armv8.6 has FEAT_ECV" A23},
    /* C36 */
    {3, "the = 1\npie = 1",
     NO_PE
     "pmsver = 3 with the = 1: FEAT_THE is from Armv8.8, and Armv8.8 has FEAT_SPEv1p3" A2 NO_PE
     "mops = 0 with the = 1: FEAT_THE is from Armv8.8, and Armv8.8 has FEAT_MOPS" A2},
    {3, "poe = 1",
     NO_PE "pmsver = 3 with poe = 1: each of FEAT_S1POE, FEAT_S2POE is from Armv8.8, and Armv8.8 "
           "has FEAT_SPEv1p3" A2 NO_PE "mops = 0 with poe = 1: each of FEAT_S1POE, FEAT_S2POE is "
           "from Armv8.8, and Armv8.8 has FEAT_MOPS" A2},
    {4, "pie = 1",
     NO_PE "mops = 0 with pie = 1: each of FEAT_S1PIE, FEAT_S2PIE is from Armv8.8, and Armv8.8 has "
           "FEAT_MOPS" A2},
    {4, "the = 1\npoe = 1\npie = 1\nmops = 1", ""},
    /* C37 */
    {4, "eft = 1\nfpf = 1\nmops = 1",
     NO_PE "pmsver = 4 " EFT "Armv8.9 has FEAT_SPEv1p4" A23 NO_PE "crr = 0 " EFT
           "Armv8.9 has FEAT_SPE_CRR" A23 NO_PE "fds = 0 " EFT
           "Armv8.9 has FEAT_SPE_FDS with FEAT_SPE_LDS" A23},
    {5, "eft = 1\nfpf = 1", NO_PE "crr = 0 " EFT "Armv8.9 has FEAT_SPE_CRR" A23},
    {5, "eft = 1\nfpf = 1\ncrr = 1", ""},
    {5, "altclk = 15\n" ALT, NO_PE "crr = 0 " ALTCLK "Armv8.9 has FEAT_SPE_CRR" A23},
    {5, "altclk = 15\ncrr = 1\nfds = 0\n" ALT,
     NO_PE "fds = 0 " ALTCLK "Armv8.9 has FEAT_SPE_FDS with FEAT_SPE_LDS" A23},
    {5, "altclk = 15\ncrr = 1\nfds = 0\nlds = 0\n" ALT, ""},
    {5, "fds = 0", ""},
    /* C38 */
    {5, "nvm = 1\ncrr = 1",
     NO_PE "eft = 0 " NVM "Armv9.5 has FEAT_SPE_EFT" A23 NO_PE "fpf = 0 " NVM
           "Armv9.5 has FEAT_SPE_FPF" A23},
    {5, "nvm = 1\ncrr = 1\neft = 1\nfpf = 1", ""},
};

static const struct row tie_rows[] = {
    /* C39 */
    {2, "rme = 1\nsel2 = 1\necv = 2\nfgt = 1",
     NO_PE "pmsver = 2 with rme = 1: FEAT_RME has FEAT_SPEv1p2 (A A2.3)\n"},
    {2, "rme = 1\nsel2 = 1\necv = 2",
     NO_PE "fgt = 0 " RME "Armv8.6 has FEAT_FGT with EL2 or EL3" A23 NO_PE
           "pmsver = 2 with rme = 1: FEAT_RME has FEAT_SPEv1p2 (A A2.3)\n"},
    {3, "rme = 1", NO_PE "ecv = 1 with rme = 1: FEAT_RME has FEAT_ECV_POFF (A A2.2)\n"},
    {3, "rme = 1\necv = 2", ""},
    /* C40 */
    {5, "gcs = 1\ncrr = 1\nmax_size = 7",
     NO_PE "pie = 0 with gcs = 1: FEAT_GCS has FEAT_S1PIE (A A2.3)\n"},
    {5, "gcs = 1\npie = 1\nmax_size = 7",
     NO_PE "crr = 0 with gcs = 1: FEAT_GCS has FEAT_SPE_CRR (A A2.2)\n"},
    {5, "gcs = 1\npie = 1\ncrr = 1\nmax_size = 7", ""},
    {5, "the = 1", NO_PE "pie = 0 with the = 1: FEAT_THE with EL2 has FEAT_S2PIE (A A2.2)\n"},
    {5, NO_EL2 "the = 1", ""},
    {5, "the = 1\npie = 1", ""},
    {5, "poe = 1", ""},
    /* C41 */
    {4, "crr = 1", NO_PE "pmsver = 4 with crr = 1: FEAT_SPE_CRR has FEAT_SPEv1p4 (A A2.2)\n"},
    {5, "crr = 1", ""},
    {5, "crr = 1\neft = 1", NO_PE "fpf = 0 with eft = 1: FEAT_SPE_EFT has FEAT_SPE_FPF (A A2.3)\n"},
    {5, "crr = 1\nfpf = 1", NO_PE "eft = 0 with fpf = 1: FEAT_SPE_FPF has FEAT_SPE_EFT (A A2.3)\n"},
    /* C42 */
    {6, "exc = 0", NO_PE "exc = 0 with pmsver = 6: FEAT_SPEv1p5 has FEAT_SPE_EXC (A A2.3)\n"},
    {6, "nvm = 0", NO_PE "nvm = 0 with pmsver = 6: FEAT_SPEv1p5 has FEAT_SPE_nVM (A A2.3)\n"},
    /* C43 */
    {3, "pmu_full = 1",
     NO_PE "pmu_feed = 0 with pmu_full = 1: with FEAT_SPEv1p2 a PMU counts SAMPLE_FEED_BR and the "
           "others (A D14.6)\n"},
    {3, "pmu_full = 1\npmu_feed = 1", ""},
    {2, "pmu_full = 1", ""},
    {5, "pmu_feed = 1",
     NO_PE "pmu_full = 0 with pmu_feed = 1: with FEAT_SPEv1p4 a PMU counts SAMPLE_BUFFER_FULL (A "
           "D14.6)\n"},
    {5, "pmu_full = 1\npmu_feed = 1", ""},
    {4, "pmu_feed = 1", ""},
};

static void append(void *user, const char *text)
{
    char *all = user;
    const size_t n = strlen(all);

    snprintf(all + n, 1024 - n, "%s\n", text);
}

static void walk(const struct row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct spe_config_error err = {.line = 0};
        struct spe_config cfg;
        char all[1024] = "";

        spe_config_init(&cfg);
        CHECK(rows[i].set, config_lines(&cfg, whole[rows[i].version], &err), 0);
        CHECK(rows[i].set, config_lines(&cfg, rows[i].set, &err), 0);
        if (spe_config_check(&cfg, &err) != 0) {
            fail_msg("pmsver %d, %s: refused: %s", rows[i].version, rows[i].set, err.text);
        }
        spe_config_remarks(&cfg, append, all);
        if (strcmp(all, rows[i].remarks) != 0) {
            fail_msg("pmsver %d, %s: remarks\n%sexpected\n%s", rows[i].version, rows[i].set, all,
                     rows[i].remarks);
        }
    }
}

#define WALK(name)                                                                                 \
    static void name##_of_pe(void **state)                                                         \
    {                                                                                              \
        (void)state;                                                                               \
        walk(name, sizeof name / sizeof name[0]);                                                  \
    }

WALK(version_rows)
WALK(feature_rows)
WALK(tie_rows)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_rows_of_pe),
        cmocka_unit_test(feature_rows_of_pe),
        cmocka_unit_test(tie_rows_of_pe),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
