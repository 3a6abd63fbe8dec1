/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "find.h"
#include "say.h"

/* `mutate --out DIR ... SOURCE...` (sim/qualify.md). */

static const char usage[] =
    "usage: mutate --out DIR [--unbuilt FILE] [--only FILE] [--input] SOURCE.sv...\n"
    "Writes DIR/src/SOURCE.sv, in which spe_pkg::mutant selects one of the mutants of all "
    "sources;\n"
    "DIR/mutants.tsv: number, key, module, file, line, operator, original, mutated, whether it is\n"
    "built; DIR/left-out.tsv: how much is not mutated, by the reason. FILE: keys, one a line, of\n"
    "mutants that are in the table alone, or of those that alone are in the sources. --input: bit "
    "N\n"
    "of an input qualify_i of every module selects. A source is "
    "named as it is below DIR/src, whose folders\n"
    "are there.\n";

struct request {
    const char *out, *unbuilt, *only;
    char **source;
    int sources;
    bool input;
};

static bool parse(struct request *request, int argc, char **argv)
{
    int i = 1;

    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        if (strcmp(argv[i], "--input") == 0) {
            request->input = true;
            i--;
        } else if (strcmp(argv[i], "--out") == 0) {
            request->out = argv[i + 1];
        } else if (strcmp(argv[i], "--unbuilt") == 0) {
            request->unbuilt = argv[i + 1];
        } else if (strcmp(argv[i], "--only") == 0) {
            request->only = argv[i + 1];
        } else {
            return false;
        }
    }
    request->source = argv + i;
    request->sources = argc - i;
    return request->out != NULL && request->sources > 0;
}

static int write_all(const struct set *set, const struct request *request, const struct tree *tree)
{
    char path[4096];
    int status = set_write(set, request->out, request->source);

    for (int i = 0; i < request->sources && status == 0; i++) {
        (void)snprintf(path, sizeof(path), "%s/src/%s", request->out, request->source[i]);
        status = emit_file(set, &tree[i], i, request->input, path);
    }
    return status;
}

static int mutate(const struct request *request, struct tree *tree, struct set *set)
{
    struct design design;
    int status = request->unbuilt != NULL ? set_read_keys(set, &set->unbuilt, request->unbuilt) : 0;

    if (status == 0 && request->only != NULL) {
        status = set_read_keys(set, &set->only, request->only);
    }

    for (int i = 0; i < request->sources && status == 0; i++) {
        status = tree_read(&tree[i], request->source[i]);
    }
    if (status != 0) {
        return status;
    }
    status = design_read(&design, tree, request->sources);
    if (status == 0) {
        find_mutants(set, &design);
        set_finish(set);
        if (set->full) {
            say("out of memory");
            status = STATUS_ENVIRONMENT;
        }
    }
    if (status == 0 && set->mutants == 0) {
        say("no mutant in %d files", request->sources);
        status = STATUS_USAGE;
    }
    status = status == 0 ? write_all(set, request, tree) : status;
    design_free(&design);
    return status;
}

int main(int argc, char **argv)
{
    struct request request = {.out = NULL};
    struct set set = {.mutants = 0};

    if (!parse(&request, argc, argv)) {
        (void)fputs(usage, stderr);
        return STATUS_USAGE;
    }
    struct tree *tree = calloc((size_t)request.sources, sizeof(*tree));
    if (tree == NULL) {
        say("out of memory");
        return STATUS_ENVIRONMENT;
    }
    const int status = mutate(&request, tree, &set);
    for (int i = 0; i < request.sources; i++) {
        tree_free(&tree[i]);
    }
    free(tree);
    set_free(&set);
    return status;
}
