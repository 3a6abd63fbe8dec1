/* SPDX-License-Identifier: Apache-2.0
 *
 * Rules between the keys of a configuration.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "config/config.h"
#include "config/features.h"
#include "config/layout.h"
#include "config_members.h"
#include "spe/bits.h"
#include "spe/status.h"

SPE_PRINTF(2, 3) static int refuse(struct spe_config_error *err, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return SPE_ECONFIG;
}

/* The verdict prints the name as one word, and generated source has it, too. '+' marks a replay
 * under other keys; the name in a file cannot have it (parse.c). */
static int check_name(const struct spe_config *cfg, struct spe_config_error *err)
{
    const char *c = cfg->name;

    while (isalnum((unsigned char)*c) || (*c != '\0' && strchr("_-.+", *c))) {
        c++;
    }
    if (*c != '\0' || c == cfg->name) {
        return refuse(err, "name = '%s': allowed: letters, digits, '_', '-' and '.'", cfg->name);
    }
    return 0;
}

static int check_sampling(const struct spe_config *cfg, struct spe_config_error *err)
{
    bool dispatch = cfg->sample_point == spe_cfg_sample_point_dispatch;

    /* At dispatch a wrong path is not yet known; at retire no operation of one is seen
     * (choice P2). */
    if (dispatch != cfg->speculative) {
        return refuse(err, "speculative = %d: allowed: %d with sample_point = %s", cfg->speculative,
                      dispatch, dispatch ? "dispatch" : "retire");
    }
    if (cfg->interval_code == 1) {
        return refuse(err, "interval_code = 1: allowed: 0 or 2 to 8 (1 is reserved)");
    }
    /* An abort that is to be synchronous must be known before the record counts as written. */
    if (cfg->ext_abort == spe_cfg_ext_abort_sync && cfg->record_done != spe_cfg_record_done_b) {
        return refuse(err, "record_done = w: allowed: b with ext_abort = sync");
    }
    return 0;
}

static int check_events(const struct spe_config *cfg, struct spe_config_error *err)
{
    uint64_t stray = cfg->event_filters & ~cfg->events;

    if (cfg->event_bytes & (cfg->event_bytes - 1)) {
        return refuse(err, "event_bytes = %d: allowed: 1, 2, 4 or 8", cfg->event_bytes);
    }
    if (~cfg->events & 0xFF) {
        return refuse(err, "events = 0x%" PRIX64 ": allowed: with bits 7 to 0 set", cfg->events);
    }
    if (cfg->event_bytes < 8 && cfg->events >> 8 * cfg->event_bytes) {
        return refuse(err, "event_bytes = %d: allowed: enough bytes for events = 0x%" PRIX64,
                      cfg->event_bytes, cfg->events);
    }
    if (stray) {
        return refuse(err, "event_filters = 0x%" PRIX64 ": allowed: bits of events = 0x%" PRIX64,
                      cfg->event_filters, cfg->events);
    }
    return 0;
}

static int check_sizes(const struct spe_config *cfg, struct spe_config_error *err)
{
    if (cfg->axi_bytes & (cfg->axi_bytes - 1)) {
        return refuse(err, "axi_bytes = %d: allowed: 8, 16, 32 or 64", cfg->axi_bytes);
    }
    if (cfg->granule & 1) {
        return refuse(err, "granule = %d: allowed: 12, 14 or 16", cfg->granule);
    }
    if (cfg->align > cfg->max_size) {
        return refuse(err, "align = %d: allowed: 0 to %d with max_size = %d", cfg->align,
                      cfg->max_size, cfg->max_size);
    }
    return 0;
}

static int check_delays(const struct spe_config *cfg, struct spe_config_error *err)
{
    const struct {
        const char *name;
        int min, max;
    } pairs[] = {
        {"event", cfg->event_min, cfg->event_max},    {"irq", cfg->irq_min, cfg->irq_max},
        {"pmu", cfg->pmu_min, cfg->pmu_max},          {"cti", cfg->cti_min, cfg->cti_max},
        {"serror", cfg->serror_min, cfg->serror_max},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (pairs[i].min > pairs[i].max) {
            return refuse(err, "%s_min = %d: allowed: at most %s_max = %d", pairs[i].name,
                          pairs[i].min, pairs[i].name, pairs[i].max);
        }
    }
    return 0;
}

/* Packets that the configuration can produce and that `layout` must name. A Timestamp needs no
 * element of its own, because it can take the place of End. */
static unsigned producible(const struct spe_config *cfg)
{
    unsigned kinds = LAYOUT_BIT(SPE_LAYOUT_KINDS) - 1;

    kinds &= ~(LAYOUT_BIT(SPE_LAYOUT_PAD) | LAYOUT_BIT(SPE_LAYOUT_TS));
    if (!cfg->el2) {
        kinds &= ~LAYOUT_BIT(SPE_LAYOUT_CTX2);
    }
    if (!cfg->lds) {
        kinds &= ~LAYOUT_BIT(SPE_LAYOUT_DS);
    }
    if (!cfg->pbt) {
        kinds &= ~LAYOUT_BIT(SPE_LAYOUT_PBT);
    }
    if (!cfg->altclk) {
        kinds &= ~LAYOUT_BIT(SPE_LAYOUT_ALT);
    }
    return kinds;
}

static int check_items(const struct spe_config *cfg, const struct spe_layout_item *items, int n,
                       struct spe_config_error *err)
{
    unsigned seen = 0;

    for (int i = 0; i < n; i++) {
        unsigned bit = items[i].kind == SPE_LAYOUT_PAD ? 0 : LAYOUT_BIT(items[i].kind);

        if (seen & bit) {
            return refuse(err, "layout: '%s' stands twice: allowed: once",
                          layout_name(items[i].kind));
        }
        if (items[i].kind == SPE_LAYOUT_TS && i != n - 2) {
            return refuse(err, "layout: 'ts': allowed: directly before 'end'");
        }
        seen |= bit;
    }
    if (items[n - 1].kind != SPE_LAYOUT_END) {
        return refuse(err, "layout: '%s' is last: allowed: 'end'", layout_name(items[n - 1].kind));
    }
    for (int kind = 0; kind < SPE_LAYOUT_KINDS; kind++) {
        if (producible(cfg) & ~seen & LAYOUT_BIT(kind)) {
            return refuse(err, "layout: '%s' is missing", layout_name((enum spe_layout_kind)kind));
        }
    }
    return 0;
}

/* Check one set of packets that a record may consist of: they do not overlap, and they fit the
 * largest record. */
static int check_record(const struct spe_config *cfg, const struct spe_layout_item *items, int n,
                        unsigned present, struct spe_config_error *err)
{
    struct placement at;
    int bad = layout_place(cfg, items, n, present, &at);

    if (bad) {
        return refuse(err, "layout: '%s@%d' can overlap the packet before it",
                      layout_name(items[bad - 1].kind), items[bad - 1].offset);
    }
    if (at.size > 1 << cfg->max_size) {
        return refuse(err, "layout: a record can take %d bytes: allowed: %d with max_size = %d",
                      at.size, 1 << cfg->max_size, cfg->max_size);
    }
    return 0;
}

/*
 * Whether one record can hold all packets of the set `optional`: 2.3, 5.3, D18.2. Packets of an
 * access to memory and packets of a branch exclude each other, unless branches access a Guarded
 * Control Stack. What [xlat_without_va] = absent leaves out makes no record longer.
 */
static bool coexist(const struct spe_config *cfg, unsigned optional)
{
    unsigned data =
        LAYOUT_BIT(SPE_LAYOUT_VA) | LAYOUT_BIT(SPE_LAYOUT_PA) | LAYOUT_BIT(SPE_LAYOUT_DS);
    bool any_class = cfg->pbt_ops == spe_cfg_pbt_ops_any;
    unsigned branch = LAYOUT_BIT(SPE_LAYOUT_TGT) | (any_class ? 0 : LAYOUT_BIT(SPE_LAYOUT_PBT));
    bool access = optional & LAYOUT_BIT(SPE_LAYOUT_XLAT);

    if (optional & ~producible(cfg) & ~LAYOUT_BIT(SPE_LAYOUT_TS)) {
        return false;
    }
    if ((optional & data) && !access) {
        return false;
    }
    return cfg->gcs || !(access && (optional & branch));
}

static int check_records(const struct spe_config *cfg, const struct spe_layout_item *items, int n,
                         struct spe_config_error *err)
{
    const unsigned always = LAYOUT_BIT(SPE_LAYOUT_TOT) | LAYOUT_BIT(SPE_LAYOUT_ISSUE) |
                            LAYOUT_BIT(SPE_LAYOUT_PC) | LAYOUT_BIT(SPE_LAYOUT_TYPE) |
                            LAYOUT_BIT(SPE_LAYOUT_EV);
    const unsigned end = LAYOUT_BIT(SPE_LAYOUT_END);
    const unsigned ts = LAYOUT_BIT(SPE_LAYOUT_TS);
    const unsigned optional =
        (LAYOUT_BIT(SPE_LAYOUT_KINDS) - 1) & ~always & ~end & ~LAYOUT_BIT(SPE_LAYOUT_PAD);

    /* (set - 1) & optional steps through all subsets of `optional`, down to the empty one. */
    for (unsigned set = optional;; set = (set - 1) & optional) {
        unsigned present = always | set | (set & ts ? 0 : end);

        if (coexist(cfg, set) && check_record(cfg, items, n, present, err) < 0) {
            return SPE_ECONFIG;
        }
        if (set == 0) {
            return 0;
        }
    }
}

static int check_layout(const struct spe_config *cfg, struct spe_config_error *err)
{
    struct spe_layout_item items[SPE_LAYOUT_MAX];
    int n = spe_layout_parse(cfg, items, err);

    if (n < 0 || check_items(cfg, items, n, err) < 0) {
        return SPE_ECONFIG;
    }
    return check_records(cfg, items, n, err);
}

static uint64_t values_of(const struct spe_config_key *key)
{
    uint64_t n = 0;

    while (key->values[n]) {
        n++;
    }
    return n;
}

/* Whether the value of a key is in its range. A structure that spe_config_set() did not fill can
 * hold anything. */
static bool in_range(const struct spe_config *cfg, const struct spe_config_key *key)
{
    const unsigned char *member = (const unsigned char *)cfg + config_place(key);

    if (key->kind == SPE_CONFIG_TEXT) {
        return memchr(member, '\0', key->bytes) != NULL;
    }
    if (key->kind == SPE_CONFIG_BOOL) { /* read as a byte, as a bool must not hold another value */
        return *member <= 1;
    }
    const uint64_t number = spe_config_number(cfg, key);
    switch (key->kind) {
    case SPE_CONFIG_INT:
        return (int64_t)number >= key->min && (int64_t)number <= key->max;
    case SPE_CONFIG_ENUM:
        return number < values_of(key);
    default:
        return (number & ~key->allowed) == 0;
    }
}

static int check_ranges(const struct spe_config *cfg, struct spe_config_error *err)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    char allowed[128];

    for (size_t i = 0; i < n; i++) {
        if (!in_range(cfg, &keys[i])) {
            spe_config_allowed(&keys[i], allowed, sizeof allowed);
            return refuse(err, "%s is out of range: allowed: %s", keys[i].name, allowed);
        }
    }
    return 0;
}

int spe_config_check(const struct spe_config *cfg, struct spe_config_error *err)
{
    if (check_ranges(cfg, err) < 0) {
        return SPE_ECONFIG;
    }
    if (check_name(cfg, err) < 0 || config_check_features(cfg, err) < 0 ||
        check_sampling(cfg, err) < 0 || check_events(cfg, err) < 0 || check_sizes(cfg, err) < 0 ||
        check_delays(cfg, err) < 0) {
        return SPE_ECONFIG;
    }
    return check_layout(cfg, err);
}
