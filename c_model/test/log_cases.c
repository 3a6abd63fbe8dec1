/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_cases.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log_patch.h"

size_t log_cases_step(void)
{
#ifdef __SANITIZE_ADDRESS__
    const char *every = getenv("EVERY_CASE");

    return every != NULL && strcmp(every, "1") == 0 ? 1 : 8;
#else
    return 1;
#endif
}

/* A file while it is read. */
struct reader {
    struct log_cases *cases;
    const char *path;
    size_t first; /* first case of the file */
    unsigned line;
    bool open;    /* a case has begun: the last one */
    bool has_log; /* the case has a log */
    bool patched; /* the case changes its log */
    bool ended;   /* the last line was read */
    struct log_patch patch;
    char *begun; /* the unchanged text of the log */
};

static bool wrong(struct reader *r, const char *what, const char *text)
{
    (void)snprintf(r->cases->error, sizeof(r->cases->error), "%s:%u: %s%s", r->path, r->line, what,
                   text);
    return false;
}

static struct log_case *last(struct reader *r)
{
    return &r->cases->v[r->cases->n - 1];
}

static bool keep(struct reader *r, char **place, const char *text)
{
    if (*place != NULL) {
        return wrong(r, "it is there twice: ", text);
    }
    *place = strdup(text);
    return *place != NULL || wrong(r, "out of memory", "");
}

static bool patched(struct reader *r, bool good)
{
    r->patched = true;
    return good || wrong(r, r->patch.error, "");
}

/* End the open case: it must have all that it needs. */
static bool end_case(struct reader *r)
{
    if (!r->open) {
        return true;
    }
    struct log_case *c = last(r);
    if (!r->has_log || c->fires == NULL) {
        return wrong(r, r->has_log ? "no 'passes', 'fires' or 'lacks': " : "no 'log': ", c->name);
    }
    if (!log_patch_end_block(&r->patch)) {
        return wrong(r, r->patch.error, "");
    }
    c->text = log_patch_text(&r->patch);
    const bool changed = c->text != NULL && strcmp(c->text, r->begun) != 0;
    log_patch_free(&r->patch);
    free(r->begun);
    r->begun = NULL;
    const bool good = changed || !r->patched;
    r->open = r->has_log = r->patched = false;
    return good || wrong(r, "its patch changes nothing: ", c->name);
}

static bool take_case(struct reader *r, const char *text)
{
    struct log_cases *cases = r->cases;
    char place[256];

    if (!end_case(r)) {
        return false;
    }
    for (size_t i = r->first; i < cases->n; i++) {
        if (strcmp(cases->v[i].name, text) == 0) {
            return wrong(r, "another case has this name: ", cases->v[i].place);
        }
    }
    if (cases->n == cases->room) {
        cases->room = cases->room == 0 ? 64 : 2 * cases->room;
        cases->v = realloc(cases->v, cases->room * sizeof(*cases->v));
        if (cases->v == NULL) {
            return wrong(r, "out of memory", "");
        }
    }
    cases->v[cases->n++] = (struct log_case){.name = NULL};
    r->open = true;
    (void)snprintf(place, sizeof(place), "%s:%u", r->path, r->line);
    return keep(r, &last(r)->place, place) && keep(r, &last(r)->name, text);
}

static bool take_log(struct reader *r, const char *text)
{
    if (r->has_log) {
        return wrong(r, "it is there twice: ", text);
    }
    r->has_log = true;
    if (!log_patch_begin(&r->patch, text)) {
        return wrong(r, r->patch.error, "");
    }
    r->begun = log_patch_text(&r->patch);
    return r->begun != NULL || wrong(r, "out of memory", "");
}

static bool take_key(struct reader *r, const char *text)
{
    return patched(r, log_patch_key(&r->patch, text));
}

static bool take_without(struct reader *r, const char *text)
{
    return patched(r, log_patch_without(&r->patch, text));
}

static bool take_removed(struct reader *r, const char *text)
{
    return patched(r, log_patch_remove(&r->patch, text));
}

static bool take_added(struct reader *r, const char *text)
{
    return patched(r, log_patch_add(&r->patch, text));
}

static bool take_place(struct reader *r, const char *text)
{
    return patched(r, log_patch_at(&r->patch, text));
}

static bool take_change(struct reader *r, const char *text)
{
    return patched(r, log_patch_change(&r->patch, text));
}

static bool take_passes(struct reader *r, const char *text)
{
    return text[0] == '\0' ? keep(r, &last(r)->fires, "") : wrong(r, "more than 'passes'", "");
}

static bool take_fires(struct reader *r, const char *text)
{
    return text[0] != '\0' ? keep(r, &last(r)->fires, text) : wrong(r, "no check fires", "");
}

static bool take_first(struct reader *r, const char *text)
{
    return keep(r, &last(r)->expect[LOG_FIRST], text);
}

static bool take_section(struct reader *r, const char *text)
{
    return keep(r, &last(r)->expect[LOG_SECTION], text);
}

static bool take_cycles(struct reader *r, const char *text)
{
    return keep(r, &last(r)->expect[LOG_CYCLES], text);
}

static bool take_choices(struct reader *r, const char *text)
{
    return keep(r, &last(r)->expect[LOG_CHOICES], text);
}

/* No check fires, but something is missing. */
static bool take_lacks(struct reader *r, const char *text)
{
    return (last(r)->fires != NULL || keep(r, &last(r)->fires, "")) &&
           keep(r, &last(r)->expect[LOG_LACKS], text);
}

static bool take_totals(struct reader *r, const char *text)
{
    return keep(r, &last(r)->expect[LOG_TOTALS], text);
}

static const struct {
    const char *word;
    bool (*take)(struct reader *r, const char *text);
    bool of_case, of_log; /* allowed after 'case' only, after 'log' only */
} statements[] = {
    {"case", take_case, false, false},   {"log", take_log, true, false},
    {"key", take_key, true, true},       {"without", take_without, true, true},
    {"-", take_removed, true, true},     {"+", take_added, true, true},
    {"=", take_place, true, true},       {"~", take_change, true, true},
    {"passes", take_passes, true, true}, {"fires", take_fires, true, true},
    {"first", take_first, true, true},   {"section", take_section, true, true},
    {"cycles", take_cycles, true, true}, {"choices", take_choices, true, true},
    {"lacks", take_lacks, true, true},   {"totals", take_totals, true, true},
};

static bool take_statement(struct reader *r, const char *line)
{
    const size_t n = strcspn(line, " ");

    for (size_t i = 0; i < sizeof(statements) / sizeof(statements[0]); i++) {
        if (strlen(statements[i].word) == n && strncmp(statements[i].word, line, n) == 0) {
            if (statements[i].of_case && !r->open) {
                return wrong(r, "no 'case' is above it: ", line);
            }
            if (statements[i].of_log && !r->has_log) {
                return wrong(r, "no 'log' is above it: ", line);
            }
            return statements[i].take(r, line + n + strspn(line + n, " "));
        }
    }
    return wrong(r, "no statement: ", line);
}

static bool end_block(struct reader *r)
{
    return !r->has_log || log_patch_end_block(&r->patch) || wrong(r, r->patch.error, "");
}

static bool take_line(struct reader *r, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    r->line++;
    if (r->ended) {
        return wrong(r, "behind the last line: ", line);
    }
    if (strcmp(line, "# end") == 0) {
        r->ended = true;
        return end_case(r);
    }
    if (strspn(line, "-=+") == 0) {
        return end_block(r) && (line[0] == '\0' || line[0] == '#' || take_statement(r, line));
    }
    return take_statement(r, line);
}

bool log_cases_read(struct log_cases *cases, FILE *in, const char *path)
{
    struct reader r = {.cases = cases, .path = path, .first = cases->n};
    char *line = NULL;
    size_t room = 0;
    bool good = true;

    while (good && getline(&line, &room, in) > 0) {
        good = take_line(&r, line);
    }
    if (good && !r.ended) {
        good = wrong(&r, "cut off: the last line is not '# end'", "");
    } else if (good && cases->n == r.first) {
        good = wrong(&r, "it holds no case", "");
    }
    if (r.has_log) {
        log_patch_free(&r.patch);
    }
    free(r.begun);
    free(line);
    return good;
}

void log_cases_of_tree(struct log_cases *cases)
{
    glob_t found;

    assert_int_equal(glob("c_model/test/cases/*.cases", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *in = fopen(found.gl_pathv[i], "r");
        assert_non_null(in);
        assert_true(log_cases_read(cases, in, found.gl_pathv[i]));
        (void)fclose(in);
    }
    globfree(&found);
}

void log_cases_free(struct log_cases *cases)
{
    for (size_t i = 0; i < cases->n; i++) {
        free(cases->v[i].place);
        free(cases->v[i].name);
        free(cases->v[i].text);
        free(cases->v[i].fires);
        for (int e = 0; e < LOG_EXPECTS; e++) {
            free(cases->v[i].expect[e]);
        }
    }
    free(cases->v);
    *cases = (struct log_cases){.v = NULL};
}

size_t log_cases_without_findings(size_t (*judge)(const struct log_case *c, size_t at))
{
    struct log_cases cases = {.n = 0};
    size_t sum = 0;

    log_cases_of_tree(&cases);
    for (size_t i = 0; i < cases.n; i++) {
        sum += cases.v[i].fires[0] == '\0' ? judge(&cases.v[i], i) : 0;
    }
    log_cases_free(&cases);
    return sum;
}
