/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "find.h"
#include "language.h"
#include "say.h"

/* `mutate_c --out DIR ... SOURCE...`: mutants of C (c_model/qualified.md). */

struct design {
    struct unit *unit;
    const struct tree *tree;
    int files;
};

static bool permits(const struct request *request)
{
    return !request->input;
}

static int read_all(void **data, struct tree *tree, const struct request *request)
{
    struct design *design = calloc(1, sizeof(*design));
    struct unit *unit = calloc((size_t)request->sources, sizeof(*unit));
    int status = 0;

    if (design == NULL || unit == NULL) {
        say("out of memory");
        free(design);
        free(unit);
        return STATUS_ENVIRONMENT;
    }
    *design = (struct design){.unit = unit, .tree = tree, .files = request->sources};
    *data = design;
    for (int i = 0; i < request->sources && status == 0; i++) {
        status =
            unit_read(&unit[i], &tree[i], request->source[i], request->include, request->includes);
    }
    return status;
}

static void find(struct set *set, const void *data)
{
    const struct design *design = data;

    for (int i = 0; i < design->files; i++) {
        find_mutants(set, &design->unit[i], &design->tree[i], i);
    }
}

static void free_design(void *data)
{
    struct design *design = data;

    for (int i = 0; design != NULL && i < design->files; i++) {
        unit_free(&design->unit[i]);
    }
    if (design != NULL) {
        free(design->unit);
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
        "usage: mutate_c --out DIR [--unbuilt FILE] [--only FILE] [--include DIR]...\n"
        "                [--draw N --seed TEXT [--where EXPRESSION]] SOURCE...\n"
        "Writes DIR/src/SOURCE, in which spe_is(N) (select.h) selects mutant N of those of all "
        "sources;\n"
        "DIR/mutants.tsv: number, key, function, file, line, operator, original, mutated, "
        "whether it is\n"
        "built; DIR/left-out.tsv: how much is not mutated, by the reason. FILE: keys, one a "
        "line, of\n"
        "mutants that are in the table alone, or of those that alone are in the sources. "
        "EXPRESSION: drawn\n"
        "are those whose \"SOURCE:FUNCTION\" it matches, behind a ! those it does not. A "
        "source is named\n"
        "as it is below DIR/src, whose folders are there.\n",
    .selection = {.format = "spe_is(%d)", .begin = "{ ", .end = "; }"},
    .left_out = left_out,
    .permits = permits,
    .read = read_all,
    .find = find,
    .free = free_design};

int main(int argc, char **argv)
{
    return language_main(&language, argc, argv);
}
