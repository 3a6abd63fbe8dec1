/* SPDX-License-Identifier: Apache-2.0 */
#include "aiger.h"

#include <stdlib.h>
#include <string.h>

#include "say.h"

/* Read a line with one literal. */
static bool one(FILE *in, uint32_t *value)
{
    char line[32], *end;

    if (fgets(line, sizeof(line), in) == NULL) {
        return false;
    }
    *value = (uint32_t)strtoul(line, &end, 10);
    return end != line && (*end == '\n' || *end == ' ');
}

/* Read a number with seven bits in a byte, the lowest first; the top bit says that more follow. */
static bool delta(FILE *in, uint32_t *value)
{
    int c, shift = 0;

    *value = 0;
    do {
        c = getc(in);
        if (c == EOF || shift > 28) {
            return false;
        }
        *value |= (uint32_t)(c & 0x7f) << shift;
        shift += 7;
    } while (c & 0x80);
    return true;
}

static bool gates(struct aiger *a, FILE *in)
{
    for (size_t i = 0; i < a->gates; i++) {
        const uint32_t own = (uint32_t)(2 * (1 + a->inputs + a->latches + i));
        uint32_t first, second;

        if (!delta(in, &first) || !delta(in, &second) || first == 0 || first > own ||
            second > own - first) {
            return false;
        }
        a->gate[i][0] = own - first;
        a->gate[i][1] = own - first - second;
    }
    return true;
}

static bool lists(struct aiger *a, FILE *in)
{
    for (size_t i = 0; i < a->latches; i++) {
        if (!one(in, &a->next[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < a->outputs; i++) {
        if (!one(in, &a->output[i])) {
            return false;
        }
    }
    for (size_t i = 0; i < a->constraints; i++) {
        if (!one(in, &a->constraint[i])) {
            return false;
        }
    }
    return gates(a, in);
}

/* Read the next number of a line. */
static bool number(char **at, size_t *value)
{
    char *const from = *at;

    *value = strtoul(from, at, 10);
    return *at != from;
}

/* Read the rest of the header: no bad states, maybe constraints. */
static bool promised(char *at, size_t *constraints)
{
    size_t bad;

    return *at == '\n' || (number(&at, &bad) && bad == 0 && number(&at, constraints));
}

static bool head(struct aiger *a, FILE *in)
{
    char line[128], *at = line + 4;
    size_t variables;

    return fgets(line, sizeof(line), in) != NULL && strncmp(line, "aig ", 4) == 0 &&
           number(&at, &variables) && number(&at, &a->inputs) && number(&at, &a->latches) &&
           number(&at, &a->outputs) && number(&at, &a->gates) && promised(at, &a->constraints) &&
           variables == a->inputs + a->latches + a->gates && variables < UINT32_MAX / 4;
}

static bool room(struct aiger *a)
{
    a->next = calloc(a->latches + 1, sizeof(*a->next));
    a->output = calloc(a->outputs + 1, sizeof(*a->output));
    a->constraint = calloc(a->constraints + 1, sizeof(*a->constraint));
    a->gate = calloc(a->gates + 1, sizeof(*a->gate));
    a->input = calloc(a->inputs + 1, sizeof(*a->input));
    return a->next && a->output && a->constraint && a->gate && a->input;
}

static int design(struct aiger *a, const char *file)
{
    FILE *const in = fopen(file, "rb");

    if (in == NULL) {
        say("cannot read %s", file);
        return STATUS_USAGE;
    }
    const bool whole = head(a, in) && room(a) && lists(a, in);
    (void)fclose(in);
    if (!whole) {
        say("%s is no whole AIGER file, or there is no memory", file);
        return STATUS_ENVIRONMENT;
    }
    return 0;
}

/* Take a line `input NUMBER BIT NAME`. */
static void name(struct aiger *a, char *line)
{
    char *at = line + 5;
    size_t index, bit;

    if (strncmp(line, "input ", 6) != 0 || !number(&at, &index) || !number(&at, &bit) ||
        index >= a->inputs) {
        return;
    }
    a->input[index].bit = (int)bit;
    (void)snprintf(a->input[index].text, sizeof(a->input[index].text), "%.*s",
                   (int)strcspn(at + 1, "\n"), at + 1);
}

static int names(struct aiger *a, const char *map)
{
    FILE *const in = fopen(map, "r");
    char line[1024];

    if (in == NULL) {
        say("cannot read %s", map);
        return STATUS_USAGE;
    }
    while (fgets(line, sizeof(line), in) != NULL) {
        name(a, line);
    }
    (void)fclose(in);
    return 0;
}

int aiger_read(struct aiger *aiger, const char *file, const char *map)
{
    memset(aiger, 0, sizeof(*aiger));
    const int status = design(aiger, file);

    return status ? status : names(aiger, map);
}

void aiger_free(struct aiger *aiger)
{
    free(aiger->next);
    free(aiger->output);
    free(aiger->constraint);
    free(aiger->gate);
    free(aiger->input);
}
