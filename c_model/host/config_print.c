/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/config_file.h"

static void print_remark(FILE *out, const struct spe_config_key *key)
{
    fputs(" #", out);
    if (key->choice[0] != '\0') {
        fprintf(out, " %s,", key->choice);
    }
    if (key->section[0] != '\0') {
        fprintf(out, " %s,", key->section);
    }
    fprintf(out, " %s\n", key->text);
}

void spe_config_print(FILE *out, const struct spe_config *cfg)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    char value[256];

    for (size_t i = 0; i < n; i++) {
        (void)spe_config_format(cfg, &keys[i], value, sizeof(value));
        fprintf(out, "%s = %s", keys[i].name, value);
        print_remark(out, &keys[i]);
    }
    fputs("end\n", out);
}
