/* SPDX-License-Identifier: Apache-2.0
 *
 * Defaults and single keys of a configuration.
 */

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "config_members.h"
#include "spe/status.h"

const struct spe_config_key *config_find_key(const char *name)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    for (size_t i = 0; i < n; i++) {
        if (strcmp(keys[i].name, name) == 0) {
            return &keys[i];
        }
    }
    return NULL;
}

static bool set_number(int *member, const char *value, int64_t min, int64_t max)
{
    char *end;
    long long number;

    errno = 0;
    number = strtoll(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *end || errno || number < min || number > max) {
        return false;
    }
    *member = (int)number;
    return true;
}

static bool set_mask(uint64_t *member, const char *value, uint64_t allowed)
{
    char *end;
    uint64_t mask;

    errno = 0;
    mask = strtoull(value, &end, value[0] == '0' && (value[1] | 0x20) == 'x' ? 16 : 10);
    if (!isdigit((unsigned char)*value) || *end || errno || (mask & ~allowed)) {
        return false;
    }
    *member = mask;
    return true;
}

static bool set_enum(int *member, const char *value, const char *const *values)
{
    for (int i = 0; values[i]; i++) {
        if (strcmp(values[i], value) == 0) {
            *member = i;
            return true;
        }
    }
    return false;
}

static bool set_bool(bool *member, const char *value)
{
    int number;

    if (!set_number(&number, value, 0, 1)) {
        return false;
    }
    *member = number;
    return true;
}

static bool set_text(char *member, const char *value, size_t bytes)
{
    if (strlen(value) >= bytes) {
        return false;
    }
    memset(member, 0, bytes);
    snprintf(member, bytes, "%s", value);
    return true;
}

static bool set_key(struct spe_config *cfg, const struct spe_config_key *key, const char *value)
{
    void *member = (char *)cfg + config_place(key);

    switch (key->kind) {
    case SPE_CONFIG_BOOL:
        return set_bool(member, value);
    case SPE_CONFIG_INT:
        return set_number(member, value, key->min, key->max);
    case SPE_CONFIG_ENUM:
        return set_enum(member, value, key->values);
    case SPE_CONFIG_MASK:
        return set_mask(member, value, key->allowed);
    default:
        return set_text(member, value, key->bytes);
    }
}

void spe_config_init(struct spe_config *cfg)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    memset(cfg, 0, sizeof *cfg);
    for (size_t i = 0; i < n; i++) {
        set_key(cfg, &keys[i], keys[i].def);
    }
}

int spe_config_create(struct spe_config **out)
{
    *out = malloc(sizeof(**out));
    if (*out == NULL) {
        return SPE_ENOMEM;
    }
    spe_config_init(*out);
    return SPE_OK;
}

void spe_config_copy(struct spe_config *to, const struct spe_config *from)
{
    *to = *from;
}

void spe_config_destroy(struct spe_config *cfg)
{
    free(cfg);
}

int spe_config_get(const struct spe_config *cfg, const char *name, char *dst, size_t dst_bytes)
{
    const struct spe_config_key *key = config_find_key(name);

    return key != NULL ? spe_config_format(cfg, key, dst, dst_bytes) : SPE_EINVAL;
}

/* Part of the message for a number in hexadecimal: 0x8 may be in the range, but its notation is
 * wrong. */
static const char *notation(const struct spe_config_key *key, const char *value)
{
    const bool number = key->kind == SPE_CONFIG_BOOL || key->kind == SPE_CONFIG_INT;

    return number && value[0] == '0' && (value[1] | 0x20) == 'x' ? ", in decimal" : "";
}

int spe_config_set(struct spe_config *cfg, const char *key, const char *value,
                   struct spe_config_error *err)
{
    const struct spe_config_key *found = config_find_key(key);
    char allowed[128];

    if (!found) {
        snprintf(err->text, sizeof err->text,
                 "'%.64s' is no key; `spe config --doc` lists all keys", key);
        return SPE_ECONFIG;
    }
    if (!set_key(cfg, found, value)) {
        spe_config_allowed(found, allowed, sizeof allowed);
        snprintf(err->text, sizeof err->text, "%s = '%.64s': allowed: %s%s", key, value, allowed,
                 notation(found, value));
        return SPE_ECONFIG;
    }
    return 0;
}
