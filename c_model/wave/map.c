/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "map.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "room.h"

#define LINE_MAX_BYTES 1024
#define BIT_MAX        65535 /* of a signal */

static int wrong_line(const struct map *map, unsigned number, const char *why, const char *which)
{
    return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: line %u: %s%s%.200s", map->path, number, why,
                        which != NULL ? " " : "", which != NULL ? which : "");
}

static struct map_line *add_line(struct map *map, unsigned number)
{
    struct map_line *all = room_for(map->line, map->n, &map->room, sizeof(*all));

    if (all == NULL) {
        return NULL;
    }
    map->line = all;
    struct map_line *line = &map->line[map->n++];
    *line = (struct map_line){.number = number, .high = MAP_BITS - 1, .signal_high = -1, .tag = -1};
    return line;
}

/* Parse the number of a bit. @return whether it is one. */
static bool take_bit(const char *text, char **end, unsigned *bit)
{
    const unsigned long number = strtoul(text, end, 10);

    *bit = (unsigned)number;
    return number <= BIT_MAX;
}

/* Cut the index of bits off the end of "name[7:0]" or "name[7]", into *high and *low.
 * @return whether the text is well formed. */
static bool take_bits(char *text, unsigned *high, unsigned *low)
{
    char *bracket = strrchr(text, '[');
    char *end;

    if (bracket == NULL || text[strlen(text) - 1] != ']') {
        return true;
    }
    if (!isdigit((unsigned char)bracket[1]) || !take_bit(bracket + 1, &end, high)) {
        return false;
    }
    *low = *high;
    if (*end == ':' && isdigit((unsigned char)end[1]) && !take_bit(end + 1, &end, low)) {
        return false;
    }
    *bracket = '\0';
    return *end == ']' && end[1] == '\0' && *high >= *low;
}

/* Parse a signal. Bits come only after a comma: "lane[3]" is an element of an array, and
 * "lane[3],[7:0]" are bits of that element. */
static bool take_signal(struct map_line *line, const char *text)
{
    unsigned high = 0, low = 0;
    char *comma;

    if (strlen(text) >= sizeof(line->signal)) {
        return false;
    }
    (void)snprintf(line->signal, sizeof(line->signal), "%s", text);
    const size_t n = strlen(text);
    if (n > 1 && text[n - 1] == '?') {
        line->signal[n - 1] = '\0';
        line->optional = true;
    }
    comma = strchr(line->signal, ',');
    if (comma == NULL) {
        return true;
    }
    if (comma[1] != '[' || !take_bits(comma + 1, &high, &low) || comma[1] != '\0') {
        return false;
    }
    *comma = '\0';
    line->signal_high = (int)high;
    line->signal_low = (int)low;
    return true;
}

static int take_names(struct map *map, struct map_line *line, char **rest)
{
    for (char *name = strtok_r(NULL, " \t", rest); name != NULL;
         name = strtok_r(NULL, " \t", rest)) {
        if (line->kind != MAP_SHOW || line->n_names == MAP_NAMES) {
            return wrong_line(map, line->number, "too many words, from", name);
        }
        line->names[line->n_names] = strdup(name);
        if (line->names[line->n_names++] == NULL) {
            return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "out of memory");
        }
    }
    return SPE_EXIT_GOOD;
}

static int take_line(struct map *map, unsigned number, int tag, char *text)
{
    char *rest;
    const char *first = strtok_r(text, " \t", &rest);
    struct map_line *line = add_line(map, number);
    char *signal;

    if (line == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "out of memory");
    }
    line->tag = tag;
    line->optional = tag > 0; /* every SPU has tag 0 */
    if (strcmp(first, "tap") == 0 || strcmp(first, "clock") == 0) {
        line->kind = first[0] == 't' ? MAP_TAP : MAP_CLOCK;
    } else if (strcmp(first, "show") == 0) {
        line->kind = MAP_SHOW;
        first = strtok_r(NULL, " \t", &rest);
    }
    if (first == NULL || strlen(first) >= sizeof(line->what)) {
        return wrong_line(map, number, "a field or concern is needed", NULL);
    }
    (void)snprintf(line->what, sizeof(line->what), "%s", first);
    if (line->kind == MAP_FIELD &&
        (!take_bits(line->what, &line->high, &line->low) || line->high >= MAP_BITS)) {
        return wrong_line(map, number, "bits [63:0] or some of them are needed behind", line->what);
    }
    signal = strtok_r(NULL, " \t", &rest);
    if (signal == NULL || !take_signal(line, signal)) {
        return wrong_line(map, number, "a signal is needed, not",
                          signal != NULL ? signal : "nothing");
    }
    return take_names(map, line, &rest);
}

/* A line with % stands for one line per tag. */
static int take_lines(struct map *map, unsigned number, char *text)
{
    char one[LINE_MAX_BYTES];
    int status = SPE_EXIT_GOOD;

    if (strchr(text, '%') == NULL) {
        return take_line(map, number, -1, text);
    }
    for (int tag = 0; tag < MAP_TAGS && status == SPE_EXIT_GOOD; tag++) {
        (void)snprintf(one, sizeof(one), "%s", text);
        for (char *c = strchr(one, '%'); c != NULL; c = strchr(c, '%')) {
            *c = (char)('0' + tag);
        }
        status = take_line(map, number, tag, one);
    }
    return status;
}

static int read_lines(struct map *map, FILE *file)
{
    char text[LINE_MAX_BYTES];
    bool ended = false;
    unsigned number = 0;

    while (fgets(text, sizeof(text), file) != NULL) {
        const size_t n = strcspn(text, "\r\n");
        number++;
        if (text[n] != '\n' && !feof(file)) {
            return wrong_line(map, number, "longer than a line can be, or not ended by a line feed",
                              NULL);
        }
        text[n] = '\0';
        ended = strcmp(text, "# end") == 0;
        text[strcspn(text, "#")] = '\0';
        if (text[strspn(text, " \t")] != '\0') {
            const int status = take_lines(map, number, text);
            if (status != SPE_EXIT_GOOD) {
                return status;
            }
        }
    }
    if (ferror(file)) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: %s", map->path, strerror(errno));
    }
    return ended ? SPE_EXIT_GOOD
                 : spe_cli_fail(SPE_EXIT_USAGE, "wave",
                                "%s is cut off: its last line is not '# end'", map->path);
}

int map_read(struct map *map, const char *path)
{
    FILE *file = fopen(path, "r");

    *map = (struct map){.path = path};
    if (file == NULL) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: %s", path, strerror(errno));
    }
    const int status = read_lines(map, file);
    (void)fclose(file);
    return status;
}

void map_free(struct map *map)
{
    for (size_t i = 0; i < map->n; i++) {
        for (unsigned k = 0; k < map->line[i].n_names; k++) {
            free(map->line[i].names[k]);
        }
    }
    free(map->line);
    *map = (struct map){0};
}
