/* SPDX-License-Identifier: Apache-2.0
 *
 * Configuration as text: key = value lines, and the table of all keys.
 */
#include "config_print.h"

static void print_remark(FILE *out, const struct spe_config_key *key)
{
    fputs(" #", out);
    if (key->choice[0])
        fprintf(out, " %s,", key->choice);
    if (key->section[0])
        fprintf(out, " %s,", key->section);
    fprintf(out, " %s\n", key->text);
}

void config_print_keys(FILE *out, const struct spe_config *cfg)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    char value[256];

    for (size_t i = 0; i < n; i++) {
        spe_config_format(cfg, &keys[i], value, sizeof value);
        fprintf(out, "%s = %s", keys[i].name, value);
        print_remark(out, &keys[i]);
    }
    fputs("end\n", out);
}

void config_print_doc(FILE *out)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    char allowed[256];

    fputs("| key | allowed | default | choice | section | meaning |\n", out);
    fputs("| --- | --- | --- | --- | --- | --- |\n", out);
    for (size_t i = 0; i < n; i++) {
        spe_config_allowed(&keys[i], allowed, sizeof allowed);
        fprintf(out, "| `%s` | %s | `%s` | %s | %s | %s |\n", keys[i].name, allowed, keys[i].def,
                keys[i].choice, keys[i].section, keys[i].text);
    }
}
