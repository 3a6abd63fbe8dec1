/* SPDX-License-Identifier: Apache-2.0
 *
 * What is computed from a configuration: hash and ID registers.
 */
#include <string.h>

#include "config_members.h"

/* FNV-1a, 64 bits. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (; *text; text++) {
        hash = (hash ^ (uint8_t)*text) * UINT64_C(0x100000001B3);
    }
    return hash;
}

uint64_t spe_config_hash(const struct spe_config *cfg)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    char value[256];

    for (size_t i = 0; i < n; i++) {
        if (strcmp(keys[i].name, "name") == 0) {
            continue;
        }
        spe_config_format(cfg, &keys[i], value, sizeof value);
        hash = hash_text(hash, keys[i].name);
        hash = hash_text(hash, "=");
        hash = hash_text(hash, value);
        hash = hash_text(hash, "\n");
    }
    return hash;
}

/* 4.3.11, D24.7.14. Format is 0; FL, FT and FE read as one. */
uint64_t spe_config_pmsidr(const struct spe_config *cfg)
{
    const uint64_t count_size = cfg->count_size == 16 ? 3 : 2;

    return (uint64_t)cfg->spe_sme << 32 | (uint64_t)cfg->altclk << 28 | (uint64_t)cfg->fpf << 27 |
           (uint64_t)cfg->eft << 26 | (uint64_t)cfg->crr << 25 | (uint64_t)cfg->pbt << 24 |
           count_size << 16 | (uint64_t)cfg->max_size << 12 | (uint64_t)cfg->interval_code << 8 |
           (uint64_t)cfg->fds << 7 | (uint64_t)cfg->fne << 6 | (uint64_t)cfg->ernd << 5 |
           (uint64_t)cfg->lds << 4 | (uint64_t)cfg->arch_inst << 3 | 7;
}

/* PMBIDR_EL1.EA: from SPEv1p3 on it always describes the handling of External aborts. Before
 * SPEv1p3 it may describe it or be 0 (D24.7.1). */
static uint64_t abort_handling(const struct spe_config *cfg)
{
    if (cfg->pmsver < 4 && !cfg->ea_described) {
        return 0;
    }
    if (cfg->ext_abort == spe_cfg_ext_abort_ignored) {
        return 1;
    }
    return cfg->ext_abort == spe_cfg_ext_abort_serror ? 2 : 0;
}

/* 4.3.1, D24.7.1. AddrMode and P are left out, because they depend on the context of the read. */
uint64_t spe_config_pmbidr(const struct spe_config *cfg)
{
    return (uint64_t)cfg->max_buff_size << 32 | abort_handling(cfg) << 8 |
           (uint64_t)cfg->flag_updates << 5 | (uint64_t)cfg->align;
}
