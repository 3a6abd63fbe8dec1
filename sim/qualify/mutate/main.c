/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "find.h"
#include "language.h"
#include "left_out.h"
#include "parse.h"
#include "say.h"

/* `mutate --out DIR ... SOURCE...`: mutants of SystemVerilog (sim/qualify.md). */

static bool permits(const struct request *request)
{
    return request->includes == 0 && request->draw == NULL;
}

static int read_all(void **design, struct tree *tree, const struct request *request)
{
    int status = 0;

    for (int i = 0; i < request->sources && status == 0; i++) {
        status = parse_file(&tree[i], request->source[i]);
    }
    if (status != 0) {
        return status;
    }
    *design = calloc(1, sizeof(struct design));
    if (*design == NULL) {
        say("out of memory");
        return STATUS_ENVIRONMENT;
    }
    return design_read(*design, tree, request->sources);
}

static void find(struct set *set, const void *design)
{
    find_mutants(set, design);
}

static void free_design(void *design)
{
    if (design != NULL) {
        design_free(design);
    }
    free(design);
}

static const char *const left_out[] = {
#define X(name, text) text,
    LEFT_OUT(X)
#undef X
        NULL};

static const struct language language = {
    .usage =
        "usage: mutate --out DIR [--unbuilt FILE] [--only FILE] [--input] SOURCE.sv...\n"
        "Writes DIR/src/SOURCE.sv, in which spe_pkg::mutant selects one of the mutants of all "
        "sources;\n"
        "DIR/mutants.tsv: number, key, module, file, line, operator, original, mutated, whether it "
        "is\n"
        "built; DIR/left-out.tsv: how much is not mutated, by the reason. FILE: keys, one a line, "
        "of\n"
        "mutants that are in the table alone, or of those that alone are in the sources. --input: "
        "bit N\n"
        "of an input qualify_i of every module selects. A source is named as it is below DIR/src, "
        "whose\n"
        "folders are there.\n",
    .selection = {.format = "spe_pkg::mutant == 32'd%d", .begin = "begin ", .end = " end"},
    .left_out = left_out,
    .permits = permits,
    .read = read_all,
    .find = find,
    .free = free_design};

int main(int argc, char **argv)
{
    return language_main(&language, argc, argv);
}
