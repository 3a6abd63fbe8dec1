/* SPDX-License-Identifier: Apache-2.0 */
#include "what_if.h"

#include <string.h>

#include "log_header.h"
#include "spe/status.h"

/* Apply one "KEY=VALUE" of the list. The key `name` is refused, as it is no choice of an SPU. */
static int set_one(struct spe_config *cfg, const char *const *set, size_t i,
                   struct spe_log_error *err)
{
    const size_t key_bytes = strcspn(set[i], "=");
    struct spe_config_error why;
    char key[32];

    if (set[i][key_bytes] == '\0' || key_bytes >= sizeof(key)) {
        return log_error(err, SPE_ECONFIG, "--set %.40s: needed: KEY=VALUE", set[i]);
    }
    memcpy(key, set[i], key_bytes);
    key[key_bytes] = '\0';
    if (strcmp(key, "name") == 0) {
        return log_error(err, SPE_ECONFIG, "--set %.40s: allowed: any key but name", set[i]);
    }
    for (size_t before = 0; before < i; before++) {
        if (strncmp(set[before], set[i], key_bytes + 1) == 0) {
            return log_error(err, SPE_ECONFIG, "--set %.40s: '%s' is set twice", set[i], key);
        }
    }
    if (spe_config_set(cfg, key, set[i] + key_bytes + 1, &why) != SPE_OK) {
        return log_error(err, SPE_ECONFIG, "--set %.140s", why.text);
    }
    return SPE_OK;
}

static bool differs(const struct spe_config_key *key, const struct spe_config *a,
                    const struct spe_config *b, char from[256], char to[256])
{
    (void)spe_config_format(a, key, from, 256);
    (void)spe_config_format(b, key, to, 256);
    return strcmp(key->name, "name") != 0 && strcmp(from, to) != 0;
}

static void mark(struct spe_config *cfg, const struct spe_config *log)
{
    const struct spe_config_key *keys;
    const size_t n = spe_config_keys(&keys), room = sizeof(cfg->name);
    char from[256], to[256];
    size_t changed = 0, used = strlen(log->name);

    for (size_t i = 0; i < n; i++) {
        if (differs(&keys[i], log, cfg, from, to)) {
            changed++;
            if (used < room) {
                used += (size_t)snprintf(cfg->name + used, room - used, "+%s", keys[i].name);
            }
        }
    }
    if (used >= room) {
        (void)snprintf(cfg->name, room, "%.26s+%zu", log->name, changed);
    }
}

int what_if_set(struct spe_config *cfg, const char *const *set, size_t n, struct spe_log_error *err)
{
    const struct spe_config log = *cfg;
    struct spe_config_error why;

    for (size_t i = 0; i < n; i++) {
        int status = set_one(cfg, set, i, err);
        if (status != SPE_OK) {
            return status;
        }
    }
    if (spe_config_check(cfg, &why) != SPE_OK) {
        return log_error(err, SPE_ECONFIG, "--set: %.140s", why.text);
    }
    mark(cfg, &log);
    return SPE_OK;
}

/* Whether the monitors send other transactions with another value of this key. Other keys only
 * change what is right. */
static bool shapes_transactions(const char *name)
{
    static const char *const keys[] = {"sample_point", "width", "inflight", "rnd_source",
                                       "axi_bytes"};

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        if (strcmp(keys[i], name) == 0) {
            return true;
        }
    }
    return false;
}

void what_if_print(FILE *out, const struct spe_config *log, const struct spe_config *now)
{
    const struct spe_config_key *keys;
    const size_t n = spe_config_keys(&keys);
    char from[256], to[256];
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        if (differs(&keys[i], log, now, from, to)) {
            any = true;
            const bool shapes = shapes_transactions(keys[i].name);
            fprintf(out, "spe replay: %s = %s, in the log %s%s\n", keys[i].name, to, from,
                    shapes ? ", which shapes the transactions: they stay as they are" : "");
        }
    }
    if (!any) {
        fputs("spe replay: no key differs from those of the log\n", out);
    }
}
