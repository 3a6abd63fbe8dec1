/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bins that a configuration can meet. Each block of cases/possible.bins gives the answer for every
 * bin of a group.
 */
#define _POSIX_C_SOURCE 200809L
#include <fnmatch.h>
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "cover/table.h"
#include "spe/cover.h"
#include "spe/status.h"

#define PATH      "c_model/test/cases/possible.bins"
#define MAX_LINES 64 /* in a block */

struct block {
    char head[256], group[32];
    struct spe_config cfg;
    char pattern[MAX_LINES][64]; /* "+ PATTERN", the pattern without the name of the group */
    size_t n;
};

static const char *first_word(const char *text, char *word, size_t bytes)
{
    const size_t n = strcspn(text, " ");

    (void)snprintf(word, bytes, "%.*s", (int)n, text);
    return text + n + strspn(text + n, " ");
}

/* "KEY=VALUE"; in a layout `_` is a blank. */
static void set_key(struct block *b, char *key)
{
    struct spe_config_error err = {.text = ""};
    char *value = strchr(key, '=');

    assert_non_null(value);
    *value++ = '\0';
    for (char *c = value; strcmp(key, "layout") == 0 && *c != '\0'; c++) {
        *c = *c == '_' ? ' ' : *c;
    }
    CHECK(b->head, spe_config_set(&b->cfg, key, value, &err), SPE_OK);
}

static void begin(struct block *b, const char *text)
{
    char word[192];

    *b = (struct block){.n = 0};
    (void)snprintf(b->head, sizeof(b->head), "%s", text);
    spe_config_init(&b->cfg);
    text = first_word(text, b->group, sizeof(b->group));
    while (*text != '\0') {
        text = first_word(text, word, sizeof(word));
        set_key(b, word);
    }
}

static void add(struct block *b, const char *line)
{
    assert_in_range(b->n, 0, MAX_LINES - 1);
    (void)snprintf(b->pattern[b->n++], sizeof(b->pattern[0]), "%s", line);
}

/* Signs for a bin: the bin cannot be met; can be met; is met but not counted. */
static const char signs[] = "-+=";

/* The sign of the last pattern that fits, as an index; -1: no pattern fits. */
static int said(const struct block *b, const char *values, bool *used)
{
    int can = -1;

    for (size_t i = 0; i < b->n; i++) {
        const char *pattern = b->pattern[i] + 1 + strspn(b->pattern[i] + 1, " ");
        if (fnmatch(pattern, values, 0) == 0) {
            used[i] = true;
            can = (int)(strchr(signs, b->pattern[i][0]) - signs);
        }
    }
    return can;
}

/* Every bin of the group is as the block says, and each pattern fits at least one bin. */
static void judge(const struct block *b)
{
    bool *can = calloc(spe_cover_bins(), sizeof(*can)), used[MAX_LINES] = {false};
    const size_t name_of_group = strlen(b->group);
    size_t bins = 0;

    assert_non_null(can);
    spe_cover_possible(&b->cfg, can);
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        char name[96], row[384];
        assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
        if (strncmp(name, b->group, name_of_group) == 0 && name[name_of_group] == ' ') {
            bins++;
            (void)snprintf(row, sizeof(row), "bins %s: %s", b->head, name);
            CHECK(row, cover_uncounted(&b->cfg, bin) ? 2 : can[bin],
                  said(b, name + name_of_group + 1, used));
        }
    }
    assert_int_not_equal(bins, 0);
    for (size_t i = 0; i < b->n; i++) {
        CHECK(b->pattern[i], used[i], true);
    }
    free(can);
}

static void possible(void **state)
{
    FILE *in = fopen(PATH, "r");
    struct block block = {.n = 0};
    char *line = NULL;
    size_t room = 0, blocks = 0;
    bool ended = false;

    (void)state;
    assert_non_null(in);
    while (getline(&line, &room, in) > 0 && !ended) {
        line[strcspn(line, "\n")] = '\0';
        ended = strcmp(line, "# end") == 0;
        const bool next = strncmp(line, "bins ", 5) == 0;
        if ((next || ended) && block.n != 0) {
            judge(&block);
            blocks++;
        }
        if (next) {
            begin(&block, line + 5);
        } else if (strchr(signs, line[0]) != NULL && line[0] != '\0') {
            add(&block, line);
        } else {
            assert_true(line[0] == '\0' || line[0] == '#');
        }
    }
    assert_true(ended);
    assert_in_range(blocks, 1, 1000);
    free(line);
    assert_int_equal(fclose(in), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(possible)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
