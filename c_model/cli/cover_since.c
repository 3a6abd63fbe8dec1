/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "cover_report.h"
#include "spe/status.h"

/* `spe cover --since`: compares the holes with an earlier list of holes. */

struct former {
    const struct cover_merge *merge;
    bool *hole; /* by configuration and bin: the earlier list has this hole */
    size_t lines, gone;
};

/* Take a line CONFIGURATION BIN[: MEANING]. A configuration or bin that these files lack comes from
 * another set of runs or another version: the line is skipped. */
static void take_hole(struct former *f, char *line)
{
    char *name = strchr(line, ' '), *end = strstr(line, ": ");

    f->lines++;
    if (end != NULL) {
        *end = '\0';
    }
    if (name == NULL) {
        return;
    }
    *name++ = '\0';
    const size_t bin = spe_cover_bin_find(f->merge->reader, name);
    for (size_t k = 0; k < f->merge->n && bin < spe_cover_bins(); k++) {
        const struct cover_config *c = &f->merge->config[k];
        if (strcmp(c->cfg.name, line) == 0) {
            f->hole[k * spe_cover_bins() + bin] = true;
            f->gone += c->count[bin] != 0;
        }
    }
}

/* Whether `line` is the last line of a list of `lines` holes. */
static bool is_end(const char *line, size_t lines)
{
    char *end;

    if (strncmp(line, "# ", 2) != 0) {
        return false;
    }
    return strtoull(line + 2, &end, 10) == lines && strncmp(end, " hole", 5) == 0;
}

/* Read the list. A list without its last line was cut: it is refused. */
static int read_list(struct former *f, FILE *in, const char *path)
{
    char line[512];

    while (fgets(line, sizeof(line), in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#') {
            take_hole(f, line);
        } else if (is_end(line, f->lines)) {
            return SPE_EXIT_GOOD;
        }
    }
    if (ferror(in)) {
        return spe_cli_fail(spe_status_exit(spe_status_of_errno(errno)), "cover", "%s: %s", path,
                            strerror(errno));
    }
    return spe_cli_fail(SPE_EXIT_USAGE, "cover",
                        "%s: no list of --holes, or cut: its last line '# N holes' is needed",
                        path);
}

static size_t print_new(const struct former *f)
{
    char name[96], meaning[256];
    size_t n = 0;

    for (size_t k = 0; k < f->merge->n; k++) {
        const struct cover_config *c = &f->merge->config[k];
        for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
            if (!cover_is_hole(c, bin) || f->hole[k * spe_cover_bins() + bin]) {
                continue;
            }
            (void)spe_cover_name(bin, name, sizeof(name));
            (void)spe_cover_meaning(bin, meaning, sizeof(meaning));
            printf("%s %s: %s\n", c->cfg.name, name, meaning);
            n++;
        }
    }
    printf("# %zu new, %zu met now\n", n, f->gone);
    return n;
}

int cover_print_since(const struct cover_merge *merge, const char *path)
{
    struct former f = {.merge = merge, .hole = calloc(merge->n * spe_cover_bins(), sizeof(bool))};
    FILE *in = fopen(path, "r");
    int status;

    if (in == NULL) {
        status = spe_cli_fail(spe_status_exit(spe_status_of_errno(errno)), "cover", "%s: %s", path,
                              strerror(errno));
    } else if (f.hole == NULL) {
        status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, "cover", "%s", spe_status_text(SPE_ENOMEM));
    } else {
        status = read_list(&f, in, path);
    }
    if (f.hole != NULL && status == SPE_EXIT_GOOD && print_new(&f) > 0) {
        status = SPE_EXIT_FOUND;
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    free(f.hole);
    return status;
}
