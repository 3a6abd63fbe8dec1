/* SPDX-License-Identifier: Apache-2.0
 *
 * A configuration from ID registers: Arm ARM D24.7.1 (PMBIDR_EL1), D24.7.14 (PMSIDR_EL1).
 */
#include "config_ids.h"

#include <inttypes.h>
#include <string.h>

#include "config_members.h"
#include "spe/bits.h"
#include "spe/status.h"

#define CODES 8

/* A code of a field, and the value of the key for it; NULL: the code leaves the key open. */
struct code {
    unsigned code;
    const char *value;
};

/* What a field of an ID register says. A field without codes gives its number to the key, and the
 * key's own check tells which numbers are allowed. */
struct id_field {
    enum config_id reg;
    const char *field;
    unsigned hi, lo;
    const char *key; /* NULL: the field has no key; only the listed codes are allowed */
    size_t n;
    struct code codes[CODES];
};

/* DFR2 comes before PMBIDR: where both say the same key, a refusal names DFR2 if it was read. */
static const struct id_field fields[] = {
    {CONFIG_ID_DFR0, "PMSVer", 35, 32, "pmsver", 0, {{0, NULL}}},
    {CONFIG_ID_DFR2, "SPE_EXC", 19, 16, "exc", 0, {{0, NULL}}},
    {CONFIG_ID_DFR2, "SPE_nVM", 23, 20, "nvm", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "FE", 0, 0, NULL, 1, {{1, NULL}}},
    {CONFIG_ID_PMSIDR, "FT", 1, 1, NULL, 1, {{1, NULL}}},
    {CONFIG_ID_PMSIDR, "FL", 2, 2, NULL, 1, {{1, NULL}}},
    {CONFIG_ID_PMSIDR, "ArchInst", 3, 3, "arch_inst", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "LDS", 4, 4, "lds", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "ERnd", 5, 5, "ernd", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "FnE", 6, 6, "fne", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "FDS", 7, 7, "fds", 0, {{0, NULL}}},
    /* clang-format off */
    {CONFIG_ID_PMSIDR, "Interval", 11, 8, "interval_code", 8,
     {{0, "0"}, {2, "2"}, {3, "3"}, {4, "4"}, {5, "5"}, {6, "6"}, {7, "7"}, {8, "8"}}},
    /* clang-format on */
    {CONFIG_ID_PMSIDR, "MaxSize", 15, 12, "max_size", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "CountSize", 19, 16, "count_size", 2, {{2, "12"}, {3, "16"}}},
    {CONFIG_ID_PMSIDR, "Format", 23, 20, NULL, 1, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "PBT", 24, 24, "pbt", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "CRR", 25, 25, "crr", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "EFT", 26, 26, "eft", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "FPF", 27, 27, "fpf", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "ALTCLK", 31, 28, "altclk", 3, {{0, "0"}, {1, "1"}, {15, "15"}}},
    {CONFIG_ID_PMSIDR, "SME", 32, 32, "spe_sme", 0, {{0, NULL}}},
    {CONFIG_ID_PMSIDR, "bits [63:33]", 63, 33, NULL, 1, {{0, NULL}}},
    {CONFIG_ID_PMBIDR, "Align", 3, 0, "align", 0, {{0, NULL}}},
    {CONFIG_ID_PMBIDR, "F", 5, 5, "flag_updates", 0, {{0, NULL}}},
    /* AddrMode is also 0 where EnVM is 0 or P is 1. */
    {CONFIG_ID_PMBIDR, "AddrMode", 7, 6, "nvm", 2, {{0, NULL}, {1, "1"}}},
    {CONFIG_ID_PMBIDR, "EA", 11, 8, "ext_abort", 3, {{0, NULL}, {1, "ignored"}, {2, "serror"}}},
    {CONFIG_ID_PMBIDR, "EA", 11, 8, "ea_described", 3, {{0, "0"}, {1, "1"}, {2, "1"}}},
    {CONFIG_ID_PMBIDR, "bits [31:12]", 31, 12, NULL, 1, {{0, NULL}}},
    {CONFIG_ID_PMBIDR, "MaxBuffSize", 47, 32, "max_buff_size", 0, {{0, NULL}}},
    {CONFIG_ID_PMBIDR, "bits [63:48]", 63, 48, NULL, 1, {{0, NULL}}},
};

#define FIELDS (sizeof(fields) / sizeof(fields[0]))

const char *config_ids_name(enum config_id id)
{
    static const char *const names[CONFIG_IDS] = {"PMSIDR", "PMBIDR", "DFR0", "DFR2"};

    return names[id];
}

static uint64_t field_value(const struct id_field *f, const struct config_ids *ids)
{
    return SPE_FIELD(ids->value[f->reg], f->hi, f->lo);
}

static int refuse_code(const struct id_field *f, uint64_t value, struct spe_config_error *err)
{
    int at = snprintf(err->text, sizeof err->text,
                      "%s %s = 0x%" PRIx64 ": allowed:", config_ids_name(f->reg), f->field, value);

    for (size_t i = 0; i < f->n; i++) {
        at += snprintf(err->text + at, sizeof err->text - (size_t)at, "%s 0x%x", i ? "," : "",
                       f->codes[i].code);
    }
    return SPE_ECONFIG;
}

static int take_field(struct spe_config *cfg, const struct id_field *f,
                      const struct config_ids *ids, struct spe_config_error *err)
{
    uint64_t value = field_value(f, ids);
    struct spe_config_error why;
    char number[24];
    const char *text = number;
    size_t i = 0;

    snprintf(number, sizeof number, "%" PRIu64, value);
    while (i < f->n && f->codes[i].code != value) {
        i++;
    }
    if (f->n > 0 && i == f->n) {
        return refuse_code(f, value, err);
    }
    if (f->n > 0) {
        text = f->codes[i].value;
    }
    if (f->key && text && spe_config_set(cfg, f->key, text, &why) < 0) {
        snprintf(err->text, sizeof err->text, "%s %s: %.200s", config_ids_name(f->reg), f->field,
                 why.text);
        return SPE_ECONFIG;
    }
    return 0;
}

static int take_fields(struct spe_config *cfg, const struct config_ids *ids,
                       struct spe_config_error *err)
{
    for (size_t i = 0; i < FIELDS; i++) {
        if (ids->seen[fields[i].reg] && take_field(cfg, &fields[i], ids, err) < 0) {
            return SPE_ECONFIG;
        }
    }
    if (ids->seen[CONFIG_ID_DFR2] && cfg->nvm && !SPE_FIELD(ids->value[CONFIG_ID_DFR2], 23, 20)) {
        snprintf(err->text, sizeof err->text,
                 "PMBIDR AddrMode = 0x1: allowed: 0x0 with DFR2 SPE_nVM = 0x0");
        return SPE_ECONFIG;
    }
    return 0;
}

/* No ID register tells which events exist and where packets lie: take the least that is needed. */
static void complete(struct spe_config *cfg)
{
    cfg->sme = cfg->spe_sme;
    if (cfg->pmsver >= 2) {
        cfg->events |= SPE_BIT(11);
    }
    if (cfg->pmsver >= 2 && cfg->sme) {
        cfg->events |= SPE_MASK(18, 17);
    }
    if (cfg->pmsver >= 5 && cfg->spe_sme) {
        cfg->events |= SPE_BIT(24);
    }
    cfg->event_bytes = cfg->events >> 16 ? 4 : 2;
    snprintf(cfg->layout, sizeof cfg->layout,
             "ctx1 ctx2 tot issue %sxlat pc tgt va pa %sds type ev end", cfg->altclk ? "alt " : "",
             cfg->pbt ? "pbt " : "");
}

/* spe_config_check() names keys: put the register field that set the key in front of its text. A
 * record that is too large is a matter of MaxSize. */
static int check_fields(const struct spe_config *cfg, const struct config_ids *ids,
                        struct spe_config_error *err)
{
    struct spe_config_error why;
    const struct id_field *from = NULL;

    if (spe_config_check(cfg, &why) == 0) {
        return 0;
    }
    for (size_t i = 0; i < FIELDS && !from; i++) {
        const char *key = fields[i].key;

        if (!key || !ids->seen[fields[i].reg]) {
            continue;
        }
        if (strncmp(why.text, "layout:", 7) == 0) {
            key = strcmp(key, "max_size") == 0 ? "layout" : key;
        }
        if (strncmp(why.text, key, strlen(key)) == 0 &&
            strchr(" :", why.text[strlen(key)]) != NULL) {
            from = &fields[i];
        }
    }
    snprintf(err->text, sizeof err->text, "%s%s%s%s%.200s", from ? config_ids_name(from->reg) : "",
             from ? " " : "", from ? from->field : "", from ? ": " : "", why.text);
    return SPE_ECONFIG;
}

int config_ids_read(struct spe_config *cfg, const struct config_ids *ids,
                    struct spe_config_error *err)
{
    int first = 1, last = 6, status;

    memset(err, 0, sizeof *err);
    spe_config_init(cfg);
    if (take_fields(cfg, ids, err) < 0) {
        return SPE_ECONFIG;
    }
    if (ids->seen[CONFIG_ID_DFR0]) {
        first = last = cfg->pmsver;
    }
    do {
        cfg->pmsver = first;
        spe_config_set(cfg, "events", "0x3FF", err);
        complete(cfg);
        status = check_fields(cfg, ids, err);
        /* Too little room for the packets is wrong in every version. */
    } while (status < 0 && first++ < last && strstr(err->text, "layout:") == NULL);
    return status;
}

/* Whether these registers settle the key of this field, and this field is the first that does. */
static bool says(const struct id_field *f, const struct config_ids *ids)
{
    uint64_t value = field_value(f, ids);
    bool open = false;

    for (size_t i = 0; i < f->n; i++) {
        open |= f->codes[i].code == value && !f->codes[i].value;
    }
    return f->key && ids->seen[f->reg] && !open &&
           !(f->reg == CONFIG_ID_PMBIDR && ids->seen[CONFIG_ID_DFR2] && strcmp(f->key, "nvm") == 0);
}

void config_ids_remark(FILE *out, const struct spe_config *cfg, const struct config_ids *ids)
{
    const char *comma = "";

    fputs("# From the ID registers:", out);
    for (size_t i = 0; i < FIELDS; i++) {
        if (!says(&fields[i], ids)) {
            continue;
        }
        fprintf(out, "%s %s", comma, fields[i].key);
        comma = ",";
    }
    fputs(".\n", out);
    if (!ids->seen[CONFIG_ID_DFR0]) {
        fprintf(out, "# pmsver is the least that permits them, %d: DFR0=NUMBER tells it.\n",
                cfg->pmsver);
    }
    if (!ids->seen[CONFIG_ID_DFR2] && cfg->pmsver == 6) {
        fputs("# AddrMode 0 says nothing of nvm, and no field of exc: DFR2=NUMBER tells them.\n",
              out);
    } else if (!ids->seen[CONFIG_ID_DFR2] && cfg->pmsver == 5 && !cfg->nvm) {
        fputs("# AddrMode 0 says nothing of nvm: DFR2=NUMBER tells it.\n", out);
    }
    if (!cfg->ea_described) {
        fputs("# PMBIDR_EL1.EA does not describe ext_abort.\n", out);
    }
    fputs("# sme, events, event_bytes and layout are the least that goes with them.\n"
          "# They do not say the other keys, which have their defaults: compare each with the "
          "design.\n",
          out);
}
