/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
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

/* What getopt_long() returns: a log, or an option. */
enum { LOG = 1, SEED = 256, BITS, CALLS, EXPECT, AS_IS, MISSES, HELP };

static const struct option options[] = {
    {"seed", required_argument, NULL, SEED},   {"bits", required_argument, NULL, BITS},
    {"calls", required_argument, NULL, CALLS}, {"expect", required_argument, NULL, EXPECT},
    {"as-is", no_argument, NULL, AS_IS},       {"misses", no_argument, NULL, MISSES},
    {"help", no_argument, NULL, HELP},         {NULL, 0, NULL, 0}};

/* A number as the value of an option. @return 0, or 2 after one line. */
static int take_number(struct edge_draw *draw, int option, const char *value)
{
    uint64_t n = 0;

    if (!number(value, option == SEED ? UINT64_MAX : 1000000, &n)) {
        return misuse("no such number", value);
    }
    if (option == SEED) {
        draw->seed = n;
    } else if (option == BITS) {
        draw->bits = (unsigned)n;
    } else {
        draw->calls = (unsigned)n;
    }
    return 0;
}

/* What getopt_long() has found, with its value. @return 0, or 2 after one line. */
static int take(struct arguments *a, int option, const char *value)
{
    switch (option) {
    case AS_IS:
        a->draw.framed = false;
        return 0;
    case MISSES:
        a->draw.misses = true;
        return 0;
    case EXPECT:
        a->expect = value;
        return 0;
    default:
        return take_number(&a->draw, option, value);
    }
}

/* The option is named in full: getopt_long() takes the beginning of a name for the name. */
static bool is_whole(const char *name, const char *word)
{
    const size_t n = strlen(name);

    return strncmp(word + 2, name, n) == 0 && strchr("=", word[2 + n]) != NULL;
}

/* The argument `word`, of which getopt_long() has made `got`. @return 0, 2 after one line, or HELP.
 */
static int take_next(struct arguments *a, int got, int index, const char *word)
{
    if (got == ':') {
        return misuse("no value for", word);
    }
    if (got == '?' || !is_whole(options[index].name, word)) {
        return misuse("unknown option", word);
    }
    return got == HELP ? HELP : take(a, got, optarg);
}

/* Options and logs in any order. @return as take_next(). */
static int parse(struct arguments *a, int argc, char **argv)
{
    int got, index = 0, status = 0;
    const char *word = argv[1];

    a->log = argv;
    opterr = 0;
    while (status == 0 && (got = getopt_long(argc, argv, "-:", options, &index)) != -1) {
        if (got == LOG) {
            a->log[a->logs++] = optarg;
        } else {
            status = take_next(a, got, index, word);
        }
        word = argv[optind];
    }
    while (status == 0 && optind < argc) {
        a->log[a->logs++] = argv[optind++];
    }
    return status != 0 || a->logs > 0 ? status : misuse("no log behind", argv[argc - 1]);
}

int main(int argc, char **argv)
{
    static struct edge_score score;
    struct arguments a = {.draw = {.seed = 1, .bits = 2, .calls = 40, .framed = true}};

    int status = parse(&a, argc, argv);
    if (status == HELP) {
        return fputs(usage, stdout) < 0 || fflush(stdout) != 0 ? 4 : 0;
    }
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
