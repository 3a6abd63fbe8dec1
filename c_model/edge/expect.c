/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "edge.h"

#define HALF 50u

/* Least shares by row; named: the table has a line for it. */
struct least {
    unsigned percent[EDGE_ROWS];
    bool named[EDGE_ROWS];
};

static bool find_row(const char *call, const char *what, size_t *row)
{
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        const char *name = edge_row_name(i);
        if (name != NULL && strcmp(name, what) == 0 &&
            strcmp(edge_group_name(edge_row_group(i)), call) == 0) {
            *row = i;
            return true;
        }
    }
    return false;
}

/* One line: call, what, percent, reason. */
static bool take_line(struct least *least, char *line)
{
    char *word[4], *end;
    size_t row;

    for (int i = 0; i < 4; i++) {
        word[i] = line;
        line = line != NULL ? strchr(line, '\t') : NULL;
        if (line != NULL) {
            *line++ = '\0';
        }
    }
    if (word[3] == NULL || line != NULL || word[3][0] == '\0' ||
        !find_row(word[0], word[1], &row) || least->named[row]) {
        return false;
    }
    const unsigned long percent = strtoul(word[2], &end, 10);
    least->percent[row] = (unsigned)percent;
    least->named[row] = true;
    return end != word[2] && *end == '\0' && percent <= 100;
}

static int read_table(struct least *least, const char *path)
{
    FILE *in = fopen(path, "r");
    char line[1024];
    unsigned n = 0;
    bool whole = false, good = in != NULL;

    if (in == NULL) {
        fprintf(stderr, "spe-edge: %s: %s\n", path, strerror(errno));
        return 2;
    }
    while (good && !whole && fgets(line, sizeof(line), in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        n++;
        whole = strcmp(line, "# end") == 0;
        good = line[0] == '#' || take_line(least, line);
    }
    (void)fclose(in);
    if (!good || !whole) {
        fprintf(stderr, "spe-edge: %s:%u: %s\n", path, n,
                good ? "no '# end' behind it" : "not 'call, what, percent, reason', or twice");
        return 2;
    }
    return 0;
}

int edge_expect(const struct edge_score *score, const char *path)
{
    static struct least least;
    int status = read_table(&least, path);

    for (size_t i = 0; i < EDGE_ROWS && status != 2; i++) {
        const struct edge_row *row = &score->row[i];
        const unsigned percent = least.named[i] ? least.percent[i] : HALF;
        const unsigned caught = row->faults - row->end[EDGE_MISSED];
        if (row->faults == 0 ? least.named[i] : 100 * caught < percent * row->faults) {
            fprintf(stderr, "spe-edge: %s %s: %u of %u faults found, %u %% are needed\n",
                    edge_group_name(edge_row_group(i)), edge_row_name(i), caught, row->faults,
                    percent);
            status = 1;
        }
    }
    return status;
}
