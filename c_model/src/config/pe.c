/* SPDX-License-Identifier: Apache-2.0
 *
 * Combinations of keys that no PE can have, because the architecture ties features together: Arm
 * ARM A2.2, A2.3, D14.6. key_rules.md lists the rules, C31 to C43.
 */
#include <stdio.h>
#include <string.h>

#include "config/config.h"
#include "config_members.h"

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

struct release {
    int major, minor;
};

/* A feature that a configuration has, and the first release that may have it ("OPTIONAL from").
 * Features are left out that say no more than [pmsver]: nv, sve and sel2 come before Armv8.4, and
 * mops, gcs, fds, exc and spe_sme are accepted only with a version from the same release or a later
 * one. */
struct feature {
    const char *key;
    bool there;
    const char *name;
    struct release from;
};

/* What each PE of a release and of later ones has ("mandatory from", "In an Armv8.x implementation,
 * ... is implemented"). */
struct duty {
    const char *key;
    bool holds;
    const char *name;
    struct release from;
};

/* Features that one release does not tie, but one feature the other. */
struct tie {
    const char *key;
    bool holds;
    const char *other, *why;
};

struct listener {
    void (*remark)(void *user, const char *text);
    void *user;
};

/* Releases in their order: Armv9.x complies with Armv8.(x + 5), and Armv9.5 goes on (A2.3). */
static int order(struct release r)
{
    return r.major == 9 ? r.minor + 5 : r.minor;
}

static struct release release_of_version(int pmsver)
{
    static const struct release from[] = {{8, 1}, {8, 2}, {8, 6}, {8, 7}, {8, 8}, {9, 5}};

    return from[pmsver - 1];
}

static const char *name_of_version(int pmsver)
{
    static const char *const names[] = {"FEAT_SPE",     "FEAT_SPEv1p1", "FEAT_SPEv1p2",
                                        "FEAT_SPEv1p3", "FEAT_SPEv1p4", "FEAT_SPEv1p5"};

    return names[pmsver - 1];
}

static void say(const struct spe_config *c, const char *key, const char *other, const char *why,
                const struct listener *to)
{
    char value[24], with[24], text[256];

    spe_config_format(c, config_find_key(key), value, sizeof value);
    spe_config_format(c, config_find_key(other), with, sizeof with);
    snprintf(text, sizeof text, "no PE has %s = %s with %s = %s: %s", key, value, other, with, why);
    to->remark(to->user, text);
}

/* The first feature that no release before that of the duty has, or NULL. */
static const struct feature *demands(const struct feature *features, size_t n,
                                     const struct duty *duty)
{
    for (size_t i = 0; i < n; i++) {
        if (features[i].there && order(features[i].from) >= order(duty->from)) {
            return &features[i];
        }
    }
    return NULL;
}

static void remark_duties(const struct spe_config *c, const struct feature *features, size_t n,
                          const struct duty *duties, size_t n_duties, const struct listener *to)
{
    const char *told = "";

    for (size_t i = 0; i < n_duties; i++) {
        const struct duty *d = &duties[i];
        const struct feature *f = demands(features, n, d);
        char why[160];

        if (d->holds || !f || strcmp(d->key, told) == 0) {
            continue;
        }
        snprintf(why, sizeof why, "%s is from Armv%d.%d, and Armv%d.%d has %s (A A2.2%s)", f->name,
                 f->from.major, f->from.minor, d->from.major, d->from.minor, d->name,
                 f->from.major == 9 ? ", A2.3" : "");
        say(c, d->key, f->key, why, to);
        told = d->key;
    }
}

static void remark_releases(const struct spe_config *c, const struct listener *to)
{
    const int v = c->pmsver;
    const struct feature features[] = {
        {"pmsver", true, name_of_version(v), release_of_version(v)},
        {"mte", c->mte, "FEAT_MTE2", {8, 4}},
        {"fgt", c->fgt, "FEAT_FGT", {8, 5}},
        {"ecv", c->ecv > 0, "FEAT_ECV", {8, 5}},
        {"rme", c->rme, "FEAT_RME", {9, 1}},
        {"sme", c->sme, "FEAT_SME", {9, 2}},
        {"the", c->the, "FEAT_THE", {8, 8}},
        {"poe", c->poe, "each of FEAT_S1POE, FEAT_S2POE", {8, 8}},
        {"pie", c->pie, "each of FEAT_S1PIE, FEAT_S2PIE", {8, 8}},
        {"eft", c->eft, "FEAT_SPE_EFT", {9, 4}},
        {"fpf", c->fpf, "FEAT_SPE_FPF", {9, 4}},
        {"altclk", c->altclk > 0, "FEAT_SPE_ALTCLK", {9, 4}},
        {"nvm", c->nvm, "FEAT_SPE_nVM", {9, 5}},
    };
    /* The highest version comes first, and stands for those below it. */
    const struct duty duties[] = {
        {"pmsver", v >= 5, "FEAT_SPEv1p4", {8, 9}},
        {"pmsver", v >= 4, "FEAT_SPEv1p3", {8, 8}},
        {"pmsver", v >= 3, "FEAT_SPEv1p2", {8, 7}},
        {"pmsver", v >= 2, "FEAT_SPEv1p1", {8, 5}},
        {"vhe", c->vhe || !c->el2, "FEAT_VHE with EL2", {8, 1}},
        {"sel2", c->sel2 || !c->el2 || !c->secure, "FEAT_SEL2 with EL2 and Secure state", {8, 4}},
        {"fgt", c->fgt || (!c->el2 && !c->el3), "FEAT_FGT with EL2 or EL3", {8, 6}},
        {"ecv", c->ecv > 0 || !c->el2, "FEAT_ECV", {8, 6}}, /* without EL2 the key is always 0 */
        {"mops", c->mops, "FEAT_MOPS", {8, 8}},
        {"crr", c->crr, "FEAT_SPE_CRR", {8, 9}},
        {"fds", c->fds || !c->lds, "FEAT_SPE_FDS with FEAT_SPE_LDS", {8, 9}},
        {"eft", c->eft, "FEAT_SPE_EFT", {9, 5}},
        {"fpf", c->fpf, "FEAT_SPE_FPF", {9, 5}},
        {"spe_sme", c->spe_sme || !c->sme, "FEAT_SPE_SME with FEAT_SME", {9, 5}},
    };

    remark_duties(c, features, COUNT(features), duties, COUNT(duties), to);
}

static void remark_ties(const struct spe_config *c, const struct listener *to)
{
    const int v = c->pmsver;
    const struct tie ties[] = {
        {"pmsver", v >= 3 || !c->rme, "rme", "FEAT_RME has FEAT_SPEv1p2 (A A2.3)"},
        {"ecv", c->ecv == 2 || !c->rme, "rme", "FEAT_RME has FEAT_ECV_POFF (A A2.2)"},
        {"pie", c->pie || !c->gcs, "gcs", "FEAT_GCS has FEAT_S1PIE (A A2.3)"},
        {"pie", c->pie || !c->the || !c->el2, "the", "FEAT_THE with EL2 has FEAT_S2PIE (A A2.2)"},
        {"crr", c->crr || !c->gcs, "gcs", "FEAT_GCS has FEAT_SPE_CRR (A A2.2)"},
        {"pmsver", v >= 5 || !c->crr, "crr", "FEAT_SPE_CRR has FEAT_SPEv1p4 (A A2.2)"},
        {"fpf", c->fpf || !c->eft, "eft", "FEAT_SPE_EFT has FEAT_SPE_FPF (A A2.3)"},
        {"eft", c->eft || !c->fpf, "fpf", "FEAT_SPE_FPF has FEAT_SPE_EFT (A A2.3)"},
        {"exc", c->exc || v < 6, "pmsver", "FEAT_SPEv1p5 has FEAT_SPE_EXC (A A2.3)"},
        {"nvm", c->nvm || v < 6, "pmsver", "FEAT_SPEv1p5 has FEAT_SPE_nVM (A A2.3)"},
        /* Both are 0 in a PE without a PMU. */
        {"pmu_feed", c->pmu_feed || !c->pmu_full || v < 3, "pmu_full",
         "with FEAT_SPEv1p2 a PMU counts SAMPLE_FEED_BR and the others (A D14.6)"},
        {"pmu_full", c->pmu_full || !c->pmu_feed || v < 5, "pmu_feed",
         "with FEAT_SPEv1p4 a PMU counts SAMPLE_BUFFER_FULL (A D14.6)"},
    };

    for (size_t i = 0; i < COUNT(ties); i++) {
        if (!ties[i].holds) {
            say(c, ties[i].key, ties[i].other, ties[i].why, to);
        }
    }
}

void spe_config_remarks(const struct spe_config *cfg, void (*remark)(void *user, const char *text),
                        void *user)
{
    const struct listener to = {remark, user};

    remark_releases(cfg, &to);
    remark_ties(cfg, &to);
}
