/* SPDX-License-Identifier: Apache-2.0 */
#include "language.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "say.h"

static const char **place_of(struct request *request, const char *option)
{
    if (strcmp(option, "--out") == 0) {
        return &request->out;
    }
    if (strcmp(option, "--unbuilt") == 0) {
        return &request->unbuilt;
    }
    if (strcmp(option, "--only") == 0) {
        return &request->only;
    }
    if (strcmp(option, "--draw") == 0) {
        return &request->draw;
    }
    if (strcmp(option, "--seed") == 0) {
        return &request->seed;
    }
    if (strcmp(option, "--where") == 0) {
        return &request->where;
    }
    if (strcmp(option, "--include") == 0 &&
        request->includes < (int)(sizeof(request->include) / sizeof(*request->include))) {
        return &request->include[request->includes++];
    }
    return NULL;
}

static bool parse(struct request *request, int argc, char **argv)
{
    int i = 1;

    for (; i + 1 < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "--input") == 0) {
            request->input = true;
            continue;
        }
        const char **place = place_of(request, argv[i]);
        if (place == NULL) {
            return false;
        }
        *place = argv[++i];
    }
    request->source = argv + i;
    request->sources = argc - i;
    return request->out != NULL && request->sources > 0 &&
           (request->draw == NULL) == (request->seed == NULL) &&
           (request->where == NULL || request->draw != NULL);
}

static int write_all(const struct set *set, const struct language *language,
                     const struct request *request, const struct tree *tree)
{
    char path[4096];
    int status = set_write(set, request->out, request->source);

    for (int i = 0; i < request->sources && status == 0; i++) {
        (void)snprintf(path, sizeof(path), "%s/src/%s", request->out, request->source[i]);
        status = emit_file(set, &tree[i], i, &language->selection, request->input, path);
    }
    return status;
}

static int find(const struct language *language, struct set *set, const void *design,
                const struct request *request)
{
    language->find(set, design);
    set_finish(set);
    if (request->where != NULL) {
        const int status = set_where(set, request->where, request->source);
        if (status != 0) {
            return status;
        }
    }
    if (request->draw != NULL) {
        set_draw(set, strtoul(request->draw, NULL, 10), request->seed);
    }
    if (set->full) {
        say("out of memory");
        return STATUS_ENVIRONMENT;
    }
    if (set->mutants == 0) {
        say("no mutant in %d files", request->sources);
        return STATUS_USAGE;
    }
    return 0;
}

static int mutate(const struct language *language, const struct request *request, struct tree *tree,
                  struct set *set)
{
    void *design = NULL;
    int status = request->unbuilt != NULL ? set_read_keys(set, &set->unbuilt, request->unbuilt) : 0;

    if (status == 0 && request->only != NULL) {
        status = set_read_keys(set, &set->only, request->only);
    }
    if (status == 0) {
        status = language->read(&design, tree, request);
    }
    if (status == 0) {
        status = find(language, set, design, request);
    }
    status = status == 0 ? write_all(set, language, request, tree) : status;
    language->free(design);
    return status;
}

int language_main(const struct language *language, int argc, char **argv)
{
    struct request request = {.out = NULL};
    struct set set = {.left_out_kind = language->left_out};

    if (!parse(&request, argc, argv) || !language->permits(&request)) {
        (void)fputs(language->usage, stderr);
        return STATUS_USAGE;
    }
    struct tree *tree = calloc((size_t)request.sources, sizeof(*tree));
    if (tree == NULL) {
        say("out of memory");
        return STATUS_ENVIRONMENT;
    }
    const int status = mutate(language, &request, tree, &set);
    for (int i = 0; i < request.sources; i++) {
        tree_free(&tree[i]);
    }
    free(tree);
    set_free(&set);
    return status;
}
