/* SPDX-License-Identifier: Apache-2.0 */
#include "part.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const known[SHRINK_OPTIONS] = {"--episodes", "--actions", "--settings",
                                                  "--steps",    "--until",   "--only-ops"};
static const char none[] = "none";

void shrink_settings_read(struct shrink_settings *settings, const char *text)
{
    *settings = (struct shrink_settings){.n = 0};
    (void)snprintf(settings->text, sizeof(settings->text), "%s", text);
    char *name = strtok(settings->text, ",\n");
    for (; name != NULL && settings->n < SHRINK_SETTINGS; name = strtok(NULL, ",\n")) {
        settings->name[settings->n++] = name;
    }
}

/* Read the number at the start of *at, and move *at behind the number. */
static bool read_number(const char **at, unsigned most, unsigned *number)
{
    char *end = NULL;

    if (!isdigit((unsigned char)**at)) {
        return false;
    }
    const unsigned long value = strtoul(*at, &end, 10);
    *at = end;
    *number = (unsigned)value;
    return value <= most;
}

static void from_set(struct shrink_list *list, const bool *given, unsigned most)
{
    list->n = 0;
    for (unsigned i = 0; i < most; i++) {
        if (given[i]) {
            list->number[list->n++] = i;
        }
    }
}

/* Read a list "0,3-5", as spu_sim takes it. */
static bool read_list(struct shrink_list *list, const char *at)
{
    bool given[SHRINK_PARTS] = {false}, more = true;

    while (more) {
        unsigned first = 0, last = 0;
        if (!read_number(&at, SHRINK_PARTS - 1, &first)) {
            return false;
        }
        last = first;
        if (*at == '-') {
            at++;
            if (!read_number(&at, SHRINK_PARTS - 1, &last)) {
                return false;
            }
        }
        for (unsigned i = first; i <= last; i++) {
            given[i] = true;
        }
        more = *at == ',';
        at += more;
    }
    from_set(list, given, SHRINK_PARTS);
    return *at == '\0';
}

static bool read_names(struct shrink_part *part, const struct shrink_settings *settings,
                       const char *value)
{
    bool given[SHRINK_SETTINGS] = {false};

    part->chosen = true;
    while (strcmp(value, none) != 0 && *value != '\0') {
        const size_t bytes = strcspn(value, ",");
        size_t i = 0;
        while (i < settings->n && (strlen(settings->name[i]) != bytes ||
                                   strncmp(settings->name[i], value, bytes) != 0)) {
            i++;
        }
        if (i == settings->n) {
            return false;
        }
        given[i] = true;
        value += bytes + (value[bytes] == ',');
    }
    from_set(&part->drawn, given, SHRINK_SETTINGS);
    return true;
}

bool shrink_part_knows(const char *name)
{
    for (size_t i = 0; i < SHRINK_OPTIONS; i++) {
        if (strcmp(name, known[i]) == 0) {
            return true;
        }
    }
    return false;
}

bool shrink_part_take(struct shrink_part *part, const struct shrink_settings *settings,
                      const char *name, const char *value)
{
    if (strcmp(name, known[0]) == 0) {
        return read_list(&part->episodes, value);
    }
    if (strcmp(name, known[1]) == 0) {
        return read_list(&part->actions, value);
    }
    if (strcmp(name, known[2]) == 0) {
        return read_names(part, settings, value);
    }
    if (strcmp(name, known[3]) == 0) {
        return read_list(&part->steps, value);
    }
    if (strcmp(name, known[5]) == 0) {
        return read_list(&part->ops, value);
    }
    return read_number(&value, UINT_MAX, &part->until) && *value == '\0' && part->until > 0;
}

/* Write a list as "0,3-5". @return whether it has room. */
static bool list_text(char *dst, size_t room, const struct shrink_list *list)
{
    const unsigned *number = list->number;
    const size_t n = list->n;
    size_t used = 0;

    for (size_t i = 0; i < n && used < room; i++) {
        size_t last = i;
        while (last + 1 < n && number[last + 1] == number[last] + 1) {
            last++;
        }
        used += (size_t)snprintf(dst + used, room - used, last > i ? "%s%u-%u" : "%s%u",
                                 i > 0 ? "," : "", number[i], number[last]);
        i = last;
    }
    return used < room;
}

static void names_text(char *dst, size_t room, const struct shrink_list *list,
                       const struct shrink_settings *settings)
{
    size_t used = 0;

    (void)snprintf(dst, room, "%s", none);
    for (size_t i = 0; i < list->n && used < room; i++) {
        used += (size_t)snprintf(dst + used, room - used, "%s%s", i > 0 ? "," : "",
                                 settings->name[list->number[i]]);
    }
}

bool shrink_part_options(struct shrink_option *options, const struct shrink_part *part,
                         const struct shrink_settings *settings)
{
    const bool given[SHRINK_OPTIONS] = {part->episodes.n > 0, part->actions.n > 0, part->chosen,
                                        part->steps.n > 0,    part->until > 0,     part->ops.n > 0};

    for (size_t i = 0; i < SHRINK_OPTIONS; i++) {
        (void)snprintf(options[i].name, sizeof(options[i].name), "%s", known[i]);
        options[i].given = given[i];
        options[i].value[0] = '\0';
    }
    names_text(options[2].value, sizeof(options[2].value), &part->drawn, settings);
    (void)snprintf(options[4].value, sizeof(options[4].value), "%u", part->until);
    return list_text(options[0].value, sizeof(options[0].value), &part->episodes) &&
           list_text(options[1].value, sizeof(options[1].value), &part->actions) &&
           list_text(options[3].value, sizeof(options[3].value), &part->steps) &&
           list_text(options[5].value, sizeof(options[5].value), &part->ops);
}
