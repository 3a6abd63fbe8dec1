/* SPDX-License-Identifier: Apache-2.0
 *
 * The table of all keys.
 */
#include "config_print.h"

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
