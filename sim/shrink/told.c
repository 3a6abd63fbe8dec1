/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads what a run has printed about its parts.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

static const char step[] = "step ", operations[] = "operations ";

/* The number after `key`; -1: there is none. */
static long long number_behind(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    char *end = NULL;

    if (!at) {
        return -1;
    }
    at += strlen(key);
    const long long number = strtoll(at, &end, 10);
    return end == at ? -1 : number;
}

/* Raise *count above the number. */
static void count_up(unsigned *count, long long number)
{
    if (number < SHRINK_PARTS && number >= *count) {
        *count = (unsigned)number + 1;
    }
}

static FILE *printed(const char *out)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s.out", out);
    return fopen(path, "r");
}

void shrink_streams_read(struct shrink_streams *streams, struct shrink_settings *settings,
                         const char *out)
{
    static const char names[] = "settings ", begin[] = "begin ";
    char line[4096];

    streams->episodes = streams->actions = 0;
    FILE *file = printed(out);
    while (file && fgets(line, sizeof(line), file)) {
        if (strncmp(line, names, sizeof(names) - 1) == 0) {
            shrink_settings_read(settings, line + sizeof(names) - 1);
        }
        if (strncmp(line, begin, sizeof(begin) - 1) == 0) {
            count_up(&streams->episodes, number_behind(line, " episode="));
            count_up(&streams->actions, number_behind(line, " part="));
        }
    }
    if (file) {
        (void)fclose(file);
    }
}

void shrink_steps_read(struct shrink_streams *streams, const char *out, int64_t found)
{
    char line[4096];
    FILE *file = printed(out);

    streams->steps = streams->found = streams->ops = 0;
    while (file && fgets(line, sizeof(line), file)) {
        if (strncmp(line, operations, sizeof(operations) - 1) == 0) {
            const long long n = number_behind(line, operations);
            streams->ops = n > 0 && n < UINT_MAX ? (unsigned)n : 0;
        }
        const long long number = number_behind(line, step), cycle = number_behind(line, " cycle ");
        if (strncmp(line, step, sizeof(step) - 1) != 0 || number < 0 || number >= UINT_MAX) {
            continue;
        }
        streams->steps = (unsigned)number + 1;
        if (found == 0 || cycle <= found) {
            streams->found = streams->steps;
        }
    }
    if (file) {
        (void)fclose(file);
    }
}

void shrink_steps_print(const char *out)
{
    char line[4096];
    FILE *file = printed(out);

    while (file && fgets(line, sizeof(line), file)) {
        if (strncmp(line, step, sizeof(step) - 1) == 0) {
            fputs(line, stdout);
        }
    }
    if (file) {
        (void)fclose(file);
    }
}
