/* SPDX-License-Identifier: Apache-2.0
 *
 * The keys of spe_config.def as data, and their values as text.
 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "config/config.h"
#include "config_members.h"
#include "spe/status.h"

#define SPE_CFG_V(key, value) #value,
#define SPE_CFG_ENUM(key, values, def, choice, section, text)                                      \
    static const char *const values_##key[] = {values NULL};
#include "spe_config.def"
#undef SPE_CFG_V

#define KEY(key, kind_, def_, choice_, section_, text_)                                            \
    .name = #key, .kind = kind_, .def = def_, .choice = choice_, .section = section_, .text = text_

static const struct spe_config_key table[] = {
#define SPE_CFG_BOOL(key, def, choice, section, text)                                              \
    {KEY(key, SPE_CONFIG_BOOL, #def, choice, section, text)},
#define SPE_CFG_INT(key, lo, hi, def, choice, section, text)                                       \
    {KEY(key, SPE_CONFIG_INT, #def, choice, section, text), .min = lo, .max = hi},
#define SPE_CFG_ENUM(key, vals, def, choice, section, text)                                        \
    {KEY(key, SPE_CONFIG_ENUM, #def, choice, section, text), .values = values_##key},
#define SPE_CFG_MASK(key, all, def, choice, section, text)                                         \
    {KEY(key, SPE_CONFIG_MASK, #def, choice, section, text), .allowed = UINT64_C(all)},
#define SPE_CFG_TEXT(key, size, def, choice, section, text)                                        \
    {KEY(key, SPE_CONFIG_TEXT, def, choice, section, text), .bytes = size},
#include "spe_config.def"
};

/* Offset of each key's member in struct spe_config. */
static const size_t place[] = {
#define SPE_CFG_BOOL(key, def, choice, section, text)          offsetof(struct spe_config, key),
#define SPE_CFG_INT(key, min, max, def, choice, section, text) offsetof(struct spe_config, key),
#define SPE_CFG_ENUM(key, values, def, choice, section, text)  offsetof(struct spe_config, key),
#define SPE_CFG_MASK(key, allowed, def, choice, section, text) offsetof(struct spe_config, key),
#define SPE_CFG_TEXT(key, bytes, def, choice, section, text)   offsetof(struct spe_config, key),
#include "spe_config.def"
};

size_t spe_config_keys(const struct spe_config_key **keys)
{
    *keys = table;
    return sizeof table / sizeof table[0];
}

size_t config_place(const struct spe_config_key *key)
{
    assert(key >= table && key < table + sizeof table / sizeof table[0]);
    return place[key - table];
}

static const void *member(const struct spe_config *cfg, const struct spe_config_key *key)
{
    return (const char *)cfg + config_place(key);
}

uint64_t spe_config_number(const struct spe_config *cfg, const struct spe_config_key *key)
{
    switch (key->kind) {
    case SPE_CONFIG_BOOL:
        return *(const bool *)member(cfg, key);
    case SPE_CONFIG_INT:
    case SPE_CONFIG_ENUM:
        return (uint64_t) * (const int *)member(cfg, key);
    case SPE_CONFIG_MASK:
        return *(const uint64_t *)member(cfg, key);
    default:
        return 0;
    }
}

static int fits(int written, size_t dst_bytes)
{
    return written >= 0 && (size_t)written < dst_bytes ? written : SPE_ENOSPC;
}

/* Name of a value; "?" if it is out of range, as in a structure that spe_config_check() refuses. */
static const char *value_name(const struct spe_config_key *key, uint64_t value)
{
    for (uint64_t i = 0; key->values[i]; i++) {
        if (i == value) {
            return key->values[i];
        }
    }
    return "?";
}

int spe_config_format(const struct spe_config *cfg, const struct spe_config_key *key, char *dst,
                      size_t dst_bytes)
{
    uint64_t value = spe_config_number(cfg, key);

    switch (key->kind) {
    case SPE_CONFIG_ENUM:
        return fits(snprintf(dst, dst_bytes, "%s", value_name(key, value)), dst_bytes);
    case SPE_CONFIG_MASK:
        return fits(snprintf(dst, dst_bytes, "0x%" PRIX64, value), dst_bytes);
    case SPE_CONFIG_TEXT:
        return fits(snprintf(dst, dst_bytes, "%s", (const char *)member(cfg, key)), dst_bytes);
    default:
        return fits(snprintf(dst, dst_bytes, "%" PRIu64, value), dst_bytes);
    }
}

static int list_values(const char *const *values, char *dst, size_t dst_bytes)
{
    size_t used = 0;

    for (int i = 0; values[i] && used < dst_bytes; i++) {
        used += (size_t)snprintf(dst + used, dst_bytes - used, "%s%s", i ? ", " : "", values[i]);
    }
    return (int)used;
}

int spe_config_allowed(const struct spe_config_key *key, char *dst, size_t dst_bytes)
{
    switch (key->kind) {
    case SPE_CONFIG_BOOL:
        return fits(snprintf(dst, dst_bytes, "0 or 1"), dst_bytes);
    case SPE_CONFIG_INT:
        return fits(snprintf(dst, dst_bytes, "%" PRId64 " to %" PRId64, key->min, key->max),
                    dst_bytes);
    case SPE_CONFIG_ENUM:
        return fits(list_values(key->values, dst, dst_bytes), dst_bytes);
    case SPE_CONFIG_MASK:
        return fits(snprintf(dst, dst_bytes, "bits of 0x%" PRIX64, key->allowed), dst_bytes);
    default:
        return fits(snprintf(dst, dst_bytes, "at most %zu characters", key->bytes - 1), dst_bytes);
    }
}
