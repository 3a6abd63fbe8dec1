/* SPDX-License-Identifier: Apache-2.0
 *
 * What a version or a feature needs, permits and forbids: Arm ARM D17.8, D18.2, D24.7.
 */
#include <stdio.h>

#include "config/config.h"
#include "config/features.h"
#include "config_members.h"
#include "spe/bits.h"
#include "spe/status.h"

struct rule {
    const char *key;
    bool holds;
    const char *allowed; /* values of the key, and when */
};

#define COUNT(rules) (sizeof(rules) / sizeof((rules)[0]))

static int check(const struct spe_config *cfg, const struct rule *rules, size_t n,
                 struct spe_config_error *err)
{
    char value[256];

    for (size_t i = 0; i < n; i++) {
        if (rules[i].holds) {
            continue;
        }
        spe_config_format(cfg, config_find_key(rules[i].key), value, sizeof value);
        snprintf(err->text, sizeof err->text, "%s = %.64s: allowed: %s", rules[i].key, value,
                 rules[i].allowed);
        return SPE_ECONFIG;
    }
    return 0;
}

/* Features of the PE. */
static int check_pe(const struct spe_config *c, struct spe_config_error *err)
{
    const int v = c->pmsver;
    const struct rule rules[] = {
        {"vhe", !c->vhe || c->el2, "0 with el2 = 0"},
        {"sel2", !c->sel2 || (c->el2 && c->secure), "0 with el2 = 0 or secure = 0"},
        {"rme", !c->rme || (c->el2 && c->el3), "0 with el2 = 0 or el3 = 0"},
        {"nv", c->nv == 0 || c->el2, "0 with el2 = 0"},
        {"ecv", c->ecv == 0 || c->el2, "0 with el2 = 0"},
        {"secure", c->secure || !c->el3 || c->rme, "1 with el3 = 1 and rme = 0"},
        {"mops", !c->mops || v >= SPEV1P3, "0 with pmsver below 4"},
        {"gcs", !c->gcs || v >= SPEV1P4, "0 with pmsver below 5"},
        {"the", !c->the || v >= SPEV1P1, "0 with pmsver = 1"},
        {"poe", !c->poe || v >= SPEV1P1, "0 with pmsver = 1"},
        {"pie", !c->pie || v >= SPEV1P1, "0 with pmsver = 1"},
    };

    return check(c, rules, COUNT(rules), err);
}

/* PMSIDR_EL1: reserved bits and values, and what a version makes mandatory (D24.7.14). */
static int check_options(const struct spe_config *c, struct spe_config_error *err)
{
    const int v = c->pmsver;
    const bool clock = c->altclk == 0 || c->altclk == 1 || c->altclk == 15;
    const struct rule rules[] = {
        {"count_size", c->count_size == 12 || c->count_size == 16, "12 or 16"},
        {"count_size", c->count_size == 12 || v >= SPEV1P1, "12 with pmsver = 1"},
        {"fne", !c->fne || v >= SPEV1P2, "0 with pmsver below 3"},
        {"fne", c->fne || v < SPEV1P2, "1 with pmsver 3 or above"},
        {"fds", !c->fds || v >= SPEV1P4, "0 with pmsver below 5"},
        {"fds", !c->fds || c->lds, "0 with lds = 0"},
        {"fds", c->fds || !c->lds || v < SPEV1P5, "1 with lds = 1 and pmsver 6"},
        {"eft", !c->eft || v >= SPEV1P1, "0 with pmsver = 1"},
        {"fpf", !c->fpf || v >= SPEV1P1, "0 with pmsver = 1"},
        {"crr", !c->crr || v >= SPEV1P1, "0 with pmsver = 1"},
        {"pbt", !c->pbt || v >= SPEV1P2, "0 with pmsver below 3"},
        {"spe_sme", !c->spe_sme || v >= SPEV1P4, "0 with pmsver below 5"},
        {"spe_sme", !c->spe_sme || c->sme, "0 with sme = 0"},
        {"altclk", clock, "0, 1 or 15"},
        {"altclk", c->altclk == 0 || v >= SPEV1P1, "0 with pmsver = 1"},
        {"altclk", c->altclk != 1 || c->spe_sme, "0 or 15 with spe_sme = 0"},
    };

    return check(c, rules, COUNT(rules), err);
}

/* The buffer and its events (D17.8, D24.7.1). */
static int check_buffer(const struct spe_config *c, struct spe_config_error *err)
{
    const int v = c->pmsver;
    const bool reported =
        c->ext_abort == spe_cfg_ext_abort_sync || c->ext_abort == spe_cfg_ext_abort_async;
    const struct rule rules[] = {
        {"exc", !c->exc || v == SPEV1P5, "0 with pmsver below 6"},
        {"nvm", !c->nvm || v >= SPEV1P4, "0 with pmsver below 5"},
        {"ext_abort", !reported || v < SPEV1P3, "serror or ignored with pmsver 4 or above"},
        {"ext_abort", c->ext_abort != spe_cfg_ext_abort_ignored || v >= SPEV1P1,
         "sync, async or serror with pmsver = 1"},
        {"flag_updates", c->flag_updates || v < SPEV1P3, "1 with pmsver 4 or above"},
        {"max_buff_size", c->max_buff_size == 0 || v >= SPEV1P1, "0 with pmsver = 1"},
        {"ea_described", !c->ea_described || v >= SPEV1P1, "0 with pmsver = 1"},
        {"ee_reserved", c->ee_reserved != spe_cfg_ee_reserved_off || (c->exc && c->nv == 0),
         "bit1 with exc = 0 or nv above 0"},
        {"route_async", !c->route_async || c->exc, "0 with exc = 0"},
        {"nspb_reserved", c->nspb_reserved != spe_cfg_nspb_reserved_realm || c->rme,
         "none, nonsecure or secure with rme = 0"},
        {"nspb_reserved", c->nspb_reserved != spe_cfg_nspb_reserved_secure || c->secure,
         "none, nonsecure or realm with secure = 0"},
    };

    return check(c, rules, COUNT(rules), err);
}

static bool includes_event(uint64_t mask, unsigned event)
{
    return mask & SPE_BIT(event);
}

/* Events that belong to a version, and event numbers to which it has given another meaning
 * (D18.2.6, D24.7.11). */
static int check_events_of_version(const struct spe_config *c, struct spe_config_error *err)
{
    const int v = c->pmsver;
    const bool vector = v >= SPEV1P1 && (c->sve || c->sme);
    const uint64_t predicates = c->events & SPE_MASK(18, 17);
    const uint64_t follow = SPE_BIT(2) | SPE_BIT(4) | SPE_MASK(10, 8) | SPE_MASK(31, 24);
    const struct rule rules[] = {
        {"events", includes_event(c->events, 11) == (v >= SPEV1P1),
         "bit 11 with pmsver 2 or above, and only then"},
        {"events", predicates == (vector ? SPE_MASK(18, 17) : 0),
         "bits 17 and 18 with pmsver 2 or above and sve or sme, and only then"},
        {"events", v >= SPEV1P4 || !(c->events & SPE_MASK(23, 19)),
         "bits 19 to 23 with pmsver 5 or above"},
        {"events", v < SPEV1P4 || includes_event(c->events, 24) == c->spe_sme,
         "with pmsver 5 or above bit 24 with spe_sme = 1, and only then"},
        {"events", v < SPEV1P4 || !includes_event(c->events, 25) || c->spe_sme,
         "with pmsver 5 or above bit 25 only with spe_sme = 1"},
        {"events", v < SPEV1P4 || !(c->events & SPE_MASK(31, 26)),
         "bits 26 to 31 with pmsver below 5"},
        {"event_filters", v < SPEV1P4 || !(c->event_filters & follow),
         "bits 2, 4, 8, 9, 10 and 24 to 31 with pmsver below 5"},
    };

    return check(c, rules, COUNT(rules), err);
}

int config_check_features(const struct spe_config *cfg, struct spe_config_error *err)
{
    if (check_pe(cfg, err) < 0 || check_options(cfg, err) < 0 || check_buffer(cfg, err) < 0) {
        return SPE_ECONFIG;
    }
    return check_events_of_version(cfg, err);
}
