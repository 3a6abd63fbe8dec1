/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "edge.h"

static const char usage[] =
    "usage: spe-edge [--seed N] [--bits N] [--calls N] [--as-is] [--misses] [--expect FILE] "
    "LOG...\n"
    "Transaction logs of runs that pass, each with one fault at a time, judged without RTL: a "
    "call\n"
    "dropped, doubled, exchanged with the next one, one bit of a field inverted. Prints what was\n"
    "found, by call and field (sim/faults/edge.md).\n"
    "  --seed N       which calls are drawn (1)\n"
    "  --bits N       calls of each kind for each bit of its fields, in each log (2)\n"
    "  --calls N      calls of each kind that are dropped, doubled, exchanged, in each log (40)\n"
    "  --as-is        the frame stays as it is: numbers have a gap, count and sum are of the run\n"
    "  --misses       print each fault that was not found\n"
    "  --expect FILE  fail where less is found than the table says\n";

struct arguments {
    struct edge_draw draw;
    const char *expect;
    char **log;
    int logs;
};

static int misuse(const char *what, const char *which)
{
    fprintf(stderr, "spe-edge: %s '%s'; --help says what there is\n", what, which);
    return 2;
}

static bool number(const char *text, uint64_t most, uint64_t *value)
{
    char *end;

    *value = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && *end == '\0' && *value <= most;
}

/* An option with a value. @return 0, or 2 after one line. */
static int take(struct arguments *a, const char *option, const char *value)
{
    uint64_t n = 0;

    if (value == NULL) {
        return misuse("no value for", option);
    }
    if (strcmp(option, "--expect") == 0) {
        a->expect = value;
        return 0;
    }
    if (!number(value, strcmp(option, "--seed") == 0 ? UINT64_MAX : 1000000, &n)) {
        return misuse("no such number", value);
    }
    if (strcmp(option, "--seed") == 0) {
        a->draw.seed = n;
    } else if (strcmp(option, "--bits") == 0) {
        a->draw.bits = (unsigned)n;
    } else if (strcmp(option, "--calls") == 0) {
        a->draw.calls = (unsigned)n;
    } else {
        return misuse("unknown option", option);
    }
    return 0;
}

static int parse(struct arguments *a, int argc, char **argv)
{
    int i = 1, status = 0;

    for (; i < argc && argv[i][0] == '-' && status == 0; i++) {
        if (strcmp(argv[i], "--as-is") == 0) {
            a->draw.framed = false;
        } else if (strcmp(argv[i], "--misses") == 0) {
            a->draw.misses = true;
        } else {
            status = take(a, argv[i], i + 1 < argc ? argv[i + 1] : NULL);
            i++;
        }
    }
    a->log = argv + i;
    a->logs = argc - i;
    return status != 0 || a->logs > 0 ? status : misuse("no log behind", argv[argc - 1]);
}

int main(int argc, char **argv)
{
    static struct edge_score score;
    struct arguments a = {.draw = {.seed = 1, .bits = 2, .calls = 40, .framed = true}};

    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return fputs(usage, stdout) < 0 ? 4 : 0;
    }
    int status = parse(&a, argc, argv);
    for (int i = 0; i < a.logs && status == 0; i++) {
        struct edge_log log;
        status = edge_load(&log, a.log[i]);
        status = status == 0 ? edge_run(&log, &a.draw, &score) : status;
        edge_free(&log);
    }
    if (status == 0) {
        edge_print(stdout, &score);
        status = a.expect != NULL ? edge_expect(&score, a.expect) : 0;
    }
    return fflush(stdout) == 0 ? status : 4;
}
