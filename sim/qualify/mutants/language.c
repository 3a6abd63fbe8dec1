/* SPDX-License-Identifier: Apache-2.0 */
#include "language.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "say.h"

enum { OUT = 256, UNBUILT, ONLY, DRAW, SEED, WHERE, INCLUDE, INPUT, HELP };

static const struct option options[] = {{"out", required_argument, NULL, OUT},
                                        {"unbuilt", required_argument, NULL, UNBUILT},
                                        {"only", required_argument, NULL, ONLY},
                                        {"draw", required_argument, NULL, DRAW},
                                        {"seed", required_argument, NULL, SEED},
                                        {"where", required_argument, NULL, WHERE},
                                        {"include", required_argument, NULL, INCLUDE},
                                        {"input", no_argument, NULL, INPUT},
                                        {"help", no_argument, NULL, HELP},
                                        {NULL, 0, NULL, 0}};

/* Take an option that getopt_long() has found, with its value. @return false if there is no room.
 */
static bool take(struct request *request, int option, const char *value)
{
    const char **const place[] = {&request->out,  &request->unbuilt, &request->only,
                                  &request->draw, &request->seed,    &request->where};

    if (option == INPUT) {
        request->input = true;
        return true;
    }
    if (option != INCLUDE) {
        *place[option - OUT] = value;
        return true;
    }
    if (request->includes == (int)(sizeof(request->include) / sizeof(*request->include))) {
        return false;
    }
    request->include[request->includes++] = value;
    return true;
}

static int misused(const char *what, const char *which)
{
    say("%s %s: --help says what there is", what, which);
    return STATUS_USAGE;
}

/* Parse the options, then the sources. @return 0, STATUS_USAGE after one line, or HELP. */
static int parse(struct request *request, int argc, char **argv)
{
    int got, index = 0;
    const char *word = argv[1];

    opterr = 0;
    while ((got = getopt_long(argc, argv, "+:", options, &index)) != -1) {
        if (got == ':') {
            return misused("no value for", word);
        }
        if (got == '?' ||
            strncmp(word + 2, options[index].name, strlen(options[index].name)) != 0) {
            return misused("unknown option", word);
        }
        if (got == HELP) {
            return HELP;
        }
        if (!take(request, got, optarg)) {
            return misused("too many of", word);
        }
        word = argv[optind];
    }
    request->source = argv + optind;
    request->sources = argc - optind;
    if (request->out == NULL || request->sources == 0) {
        return misused("needed:", request->out == NULL ? "--out" : "a source");
    }
    if ((request->draw == NULL) != (request->seed == NULL)) {
        return misused("needed together:", "--draw and --seed");
    }
    return request->where == NULL || request->draw != NULL ? 0 : misused("--where needs", "--draw");
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

    const int parsed = parse(&request, argc, argv);
    if (parsed == HELP) {
        return fputs(language->usage, stdout) < 0 || fflush(stdout) != 0 ? STATUS_ENVIRONMENT : 0;
    }
    if (parsed != 0 || !language->permits(&request)) {
        return parsed != 0 ? parsed : misused("not of this mutator:", "an option");
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
