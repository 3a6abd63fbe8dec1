/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "judge/choices.h"
#include "spe/packet.h"
#include "state/model.h"

#define KEYS_MAX 10

/* The keys whose values the prediction of a check rests on. If a finding comes from an SPU that
 * made another permitted choice, one of these keys settles that choice. */
static const char *const keys[SPE_CHECKS][KEYS_MAX] = {
    [SPE_CHECK_REG_OUTCOME] = {"el2", "el3", "vhe", "fgt", "sdd_priority", "nspb_reserved"},
    [SPE_CHECK_REG_READ] = {"reset_value", "ext_abort", "record_done", "align", "read_lag_max",
                            "e2spe_hidden", "disabled_record", "dl_boundary"},
    [SPE_CHECK_SEL_POSITION] = {"sample_point", "speculative", "ernd", "rnd_source", "debug_stops",
                                "nspb_reserved"},
    [SPE_CHECK_SEL_COLLIDED] = {"inflight", "tag_order", "collide_on_complete", "record_queue",
                                "release_max", "sync_scope"},
    [SPE_CHECK_SEL_DRAW] = {"ernd", "rnd_source"},
    [SPE_CHECK_SEL_UNIFORM] = {"rnd_source", "rnd_draws"},
    [SPE_CHECK_BUF_ADDRESS] = {"record_order", "align", "disabled_record"},
    [SPE_CHECK_BUF_TWICE] = {"record_done", "ext_abort"},
    [SPE_CHECK_BUF_DISABLED] = {"disabled_record", "wrong_pointer", "debug_stops"},
    [SPE_CHECK_XL_REGIME] = {"nspb_reserved", "disabled_record"},
    [SPE_CHECK_XL_NVM] = {"nvm"},
    [SPE_CHECK_BUF_DATA] = {"record_order", "layout", "latency_rule", "ts_point", "ts_stopped",
                            "events", "event_bytes", "va_top", "pbt_ops", "xlat_without_va"},
    [SPE_CHECK_BUF_LIMIT] = {"max_size", "b1_max"},
    [SPE_CHECK_BUF_MISSING] = {"misspec_record", "fe_zero", "ft_zero", "fl_zero", "fne_zero",
                               "fe_overlap"},
    [SPE_CHECK_BUF_DENIED] = {"disabled_record"},
    [SPE_CHECK_BUS_PROTOCOL] = {"axi_bytes", "axi_one_id", "ext_abort", "abort_wait"},
    [SPE_CHECK_SYNC_DSB] = {"record_done"},
    [SPE_CHECK_SYNC_PSB] = {"record_done"},
    [SPE_CHECK_LIVENESS] = {"psb_max", "dsb_max"},
    [SPE_CHECK_EVENT_ROUTE] = {"ee_reserved", "route_async"},
    [SPE_CHECK_EVENT_SYNDROME] = {"disabled_record", "wrong_pointer", "misaligned", "dl_boundary",
                                  "walk_ea", "ext_abort"},
    [SPE_CHECK_OUT_IRQ] = {"event_min", "event_max", "b1_max", "irq_min", "irq_max", "ee_reserved"},
    [SPE_CHECK_OUT_EXCEPTION] = {"event_min", "event_max", "b1_max", "irq_min", "irq_max",
                                 "ee_reserved"},
    [SPE_CHECK_OUT_FREEZE] = {"event_min", "event_max", "b1_max", "irq_min", "irq_max"},
    [SPE_CHECK_OUT_SERROR] = {"ext_abort", "serror_min", "serror_max"},
    [SPE_CHECK_OUT_POP] = {"speculative", "pmu_min", "pmu_max"},
    [SPE_CHECK_OUT_FEED] = {"feed_point", "pmu_min", "pmu_max"},
    [SPE_CHECK_OUT_FILTRATE] = {"misspec_record", "fe_zero", "ft_zero", "fl_zero", "fne_zero",
                                "fe_overlap", "pmu_min", "pmu_max"},
    [SPE_CHECK_OUT_COLL] = {"pmu_min", "pmu_max"},
    [SPE_CHECK_OUT_FULL] = {"pmu_full", "wrong_pointer", "pmu_min", "pmu_max"},
    [SPE_CHECK_OUT_FEED_KIND] = {"pmu_feed", "misspec_record", "pmu_min", "pmu_max"},
    [SPE_CHECK_OUT_CTI] = {"record_done", "cti_min", "cti_max"},
    [SPE_CHECK_STORY_RECORD] = {"latency_rule", "ts_point", "ts_stopped", "misspec_record",
                                "pbt_ops", "xlat_without_va"},
    [SPE_CHECK_STORY_FORMAT] = {"layout", "align"},
    [SPE_CHECK_ACC_SELECT] = {"feed_point", "pmu_max"},
    [SPE_CHECK_ACC_FEED] = {"misspec_record", "feed_point", "pmu_max"},
    [SPE_CHECK_ACC_WRITTEN] = {"misspec_record", "disabled_record", "pmu_max"},
    [SPE_CHECK_ACC_POINTER] = {"record_done", "align"},
    [SPE_CHECK_FORK_SETTLED] = {"wrong_pointer", "dl_boundary", "disabled_record"},
};

/* Choices that no key opens: the reading of c_model/choices.md that the check rests on most. */
static const char *const readings[SPE_CHECKS] = {
    [SPE_CHECK_SEL_POSITION] = "P6 P9 P13 P15",
    [SPE_CHECK_SEL_DRAW] = "P13 P14 P27",
    [SPE_CHECK_SYNC_PSB] = "S5 S9",
    [SPE_CHECK_OUT_SERROR] = "X4 X5",
    [SPE_CHECK_OUT_CTI] = "T4 T6",
    [SPE_CHECK_OUT_FILTRATE] = "P22 L8 L9 L12",
};

/* Keys of the table above that concern packets of one kind, or (WHOLE) none. */
static const struct {
    const char *key;
    int packet;
} only[] = {
    {"latency_rule", SPE_PACKET_COUNTER},
    {"ts_point", SPE_PACKET_TIMESTAMP},
    {"ts_stopped", SPE_PACKET_TIMESTAMP},
    {"events", SPE_PACKET_EVENTS},
    {"event_bytes", SPE_PACKET_EVENTS},
    {"va_top", WHOLE},
    {"layout", WHOLE},
    {"misspec_record", WHOLE},
    {"pbt_ops", WHOLE},
    {"xlat_without_va", SPE_PACKET_COUNTER},
    /* Where the bytes are another record's, the caller says padding: no packet is wrong then. */
    {"record_order", SPE_PACKET_PADDING},
};

/* Choices that only a feature opens, or taps. */
static bool is_open(const struct spe_config *cfg, unsigned taps, const char *key)
{
    const struct {
        const char *key;
        bool open;
    } with[] = {
        {"sdd_priority", cfg->el3},
        {"nspb_reserved", cfg->rme},
        {"ee_reserved", cfg->exc},
        {"route_async", cfg->exc},
        {"pbt_ops", cfg->pbt},
        {"fne_zero", cfg->fne},
        {"fe_overlap", cfg->fne},
        {"layout", (taps & SPE_TAP_LIFE) != 0}, /* without predictions, any order is good */
    };

    for (size_t i = 0; i < sizeof(with) / sizeof(with[0]); i++) {
        if (strcmp(with[i].key, key) == 0) {
            return with[i].open;
        }
    }
    return true;
}

static bool concerns(bool order_free, const char *key, int packet)
{
    if (order_free && strcmp(key, "record_order") == 0) {
        return true; /* packets tell which record it is: a wrong one may be another record's */
    }
    for (size_t i = 0; packet != WHOLE && i < sizeof(only) / sizeof(only[0]); i++) {
        if (strcmp(only[i].key, key) == 0) {
            return only[i].packet == packet;
        }
    }
    return true;
}

static const struct spe_config_key *find_key(const char *name)
{
    const struct spe_config_key *table;
    size_t n = spe_config_keys(&table);

    size_t i = 0;

    while (strcmp(table[i].name, name) != 0) {
        i++;
        assert(i < n);
    }
    return &table[i];
}

void model_choices(const struct spe_model *m, int check, int packet, char *dst, size_t dst_bytes)
{
    size_t used = 0;

    dst[0] = '\0';
    for (int i = 0; i < KEYS_MAX && keys[check][i] != NULL && used < dst_bytes; i++) {
        if (!concerns(m->opt.order_free, keys[check][i], packet) ||
            !is_open(&m->cfg, m->opt.taps, keys[check][i])) {
            continue;
        }
        const struct spe_config_key *key = find_key(keys[check][i]);
        char value[256];
        (void)spe_config_format(&m->cfg, key, value, sizeof(value));
        used +=
            (size_t)snprintf(dst + used, dst_bytes - used, "%s[%s%s%s=%s]", used == 0 ? "" : " ",
                             key->choice, key->choice[0] != '\0' ? " " : "", key->name, value);
    }
    if (readings[check] != NULL && used < dst_bytes) {
        assert(used > 0); /* each check with a reading has a key that is always open */
        (void)snprintf(dst + used, dst_bytes - used, " [read as %s]", readings[check]);
    }
}
