/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "cover_report.h"
#include "spe/status.h"

/* Functional coverage for a program. Names and texts are plain ASCII without quotes or backslashes:
 * no escaping is needed (a configuration's name: letters, digits, '.', '_', '-'). */

static void print_group(const struct cover_merge *merge, const struct cover_config *config,
                        const struct spe_cover_group *g, const char *comma)
{
    size_t possible, hit;

    cover_merge_count(merge, config, g->first, g->bins, &possible, &hit);
    printf("%s{\"name\":\"%s\",\"title\":\"%s\",\"section\":\"%s\",\"bins\":%zu,\"met\":%zu}",
           comma, g->name, g->title, g->section, possible, hit);
}

/* Print the groups of `config`, or of all configurations together (NULL). */
static void print_groups(const struct cover_merge *merge, const struct cover_config *config)
{
    struct spe_cover_group g;

    printf("\"groups\":[");
    for (size_t i = 0; spe_cover_group(i, &g) == SPE_OK; i++) {
        print_group(merge, config, &g, i == 0 ? "" : ",");
    }
    printf("]");
}

/* Print the bins that are holes, or (without `holes`) those that were met and cannot be met. */
static void print_bins(const struct cover_config *c, const char *key, bool holes)
{
    const char *comma = "";
    char name[96], meaning[256];

    printf(",\"%s\":[", key);
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        if (holes ? !cover_is_hole(c, bin) : c->count[bin] == 0 || c->possible[bin]) {
            continue;
        }
        (void)spe_cover_name(bin, name, sizeof(name));
        (void)spe_cover_meaning(bin, meaning, sizeof(meaning));
        printf("%s{\"bin\":\"%s\",\"meaning\":\"%s\"}", comma, name, meaning);
        comma = ",";
    }
    printf("]");
}

static void print_config(const struct cover_merge *merge, const struct cover_config *c)
{
    size_t possible, hit;

    cover_merge_count(merge, c, 0, spe_cover_bins(), &possible, &hit);
    printf("{\"name\":\"%s\",\"hash\":\"0x%016" PRIx64 "\",\"runs\":%" PRIu64 ",\"failed\":%" PRIu64
           ",\"bins\":%zu,\"met\":%zu,",
           c->cfg.name, c->hash, c->runs, c->failed, possible, hit);
    print_groups(merge, c);
    print_bins(c, "holes", true);
    print_bins(c, "impossible", false);
    printf("}");
}

void cover_print_json(const struct cover_merge *merge)
{
    printf("{");
    print_groups(merge, NULL);
    printf(",\"configurations\":[");
    for (size_t i = 0; i < merge->n; i++) {
        printf("%s", i == 0 ? "" : ",\n");
        print_config(merge, &merge->config[i]);
    }
    printf("]}\n");
}
