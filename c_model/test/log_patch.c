/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_patch.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spe/model.h"
#include "txnlog.h"

static bool wrong(struct log_patch *p, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool wrong(struct log_patch *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    (void)vsnprintf(p->error, sizeof(p->error), format, args);
    va_end(args);
    return false;
}

/* Insert a copy of `text` as line `at`. */
static bool insert(struct log_patch *p, size_t at, const char *text)
{
    if (p->lines == p->room) {
        const size_t room = p->room == 0 ? 256 : 2 * p->room;
        char **more = realloc(p->line, room * sizeof(*more));
        if (more == NULL) {
            return wrong(p, "out of memory");
        }
        p->line = more;
        p->room = room;
    }
    memmove(p->line + at + 1, p->line + at, (p->lines - at) * sizeof(*p->line));
    p->line[at] = strdup(text);
    p->lines++;
    return p->line[at] != NULL || wrong(p, "out of memory");
}

static void take_out(struct log_patch *p, size_t at)
{
    free(p->line[at]);
    p->lines--;
    memmove(p->line + at, p->line + at + 1, (p->lines - at) * sizeof(*p->line));
}

/* Whether `line` begins with the words of `text`. */
static bool begins(const char *line, const char *text)
{
    const size_t n = strlen(text);

    return strncmp(line, text, n) == 0 && (line[n] == ' ' || line[n] == '\0');
}

static bool find(struct log_patch *p, const char *text, size_t *at)
{
    size_t whole = 0, beginning = 0, place = 0;

    for (size_t i = 0; i < p->lines; i++) {
        const bool same = strcmp(p->line[i], text) == 0;

        if (same || (whole == 0 && begins(p->line[i], text))) {
            place = i;
        }
        whole += same;
        beginning += begins(p->line[i], text);
    }
    *at = place;
    if (whole == 1 || (whole == 0 && beginning == 1)) {
        return true;
    }
    return wrong(p, "%zu lines of the log begin with '%s'", whole != 0 ? whole : beginning, text);
}

bool log_patch_begin(struct log_patch *p, const char *name)
{
    char path[256], *line = NULL;
    size_t room = 0;
    bool good = true;

    memset(p, 0, sizeof(*p));
    (void)snprintf(path, sizeof(path), TXNLOG_FOLDER "%s.txnlog", name);
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return wrong(p, "no log '%s': %s: %s", name, path, strerror(errno));
    }
    while (good && getline(&line, &room, in) > 0) {
        line[strcspn(line, "\n")] = '\0';
        good = insert(p, p->lines, line);
    }
    free(line);
    (void)fclose(in);
    return good;
}

void log_patch_free(struct log_patch *p)
{
    while (p->lines > 0) {
        free(p->line[--p->lines]);
    }
    while (p->n_waiting > 0) {
        free(p->waiting[--p->n_waiting]);
    }
    free(p->line);
    p->line = NULL;
    p->room = 0;
}

/* Insert the waiting lines before line `at`. The block continues after this line, or in its
 * place. */
static bool go_on(struct log_patch *p, size_t at, bool behind)
{
    for (size_t i = 0; i < p->n_waiting; i++) {
        const bool good = insert(p, at++, p->waiting[i]);
        free(p->waiting[i]);
        p->waiting[i] = NULL;
        if (!good) {
            return false;
        }
    }
    p->n_waiting = 0;
    p->placed = true;
    p->place = at + behind;
    return true;
}

bool log_patch_remove(struct log_patch *p, const char *text)
{
    size_t at;

    if (!find(p, text, &at)) {
        return false;
    }
    take_out(p, at);
    return go_on(p, at, false);
}

bool log_patch_at(struct log_patch *p, const char *text)
{
    size_t at;

    return find(p, text, &at) && go_on(p, at, true);
}

bool log_patch_add(struct log_patch *p, const char *text)
{
    if (p->placed) {
        return insert(p, p->place++, text);
    }
    if (p->n_waiting == LOG_PATCH_WAITING) {
        return wrong(p, "more than %d lines in front of one", LOG_PATCH_WAITING);
    }
    p->waiting[p->n_waiting] = strdup(text);
    return p->waiting[p->n_waiting++] != NULL || wrong(p, "out of memory");
}

bool log_patch_end_block(struct log_patch *p)
{
    if (p->n_waiting != 0) {
        return wrong(p, "'+ %s': no line of the log beside it, '-' or '='", p->waiting[0]);
    }
    p->placed = false;
    return true;
}

/* "FIELD=VALUE" in line `at`. */
static bool set_field(struct log_patch *p, size_t at, const char *field)
{
    const char *line = p->line[at], *value = strchr(field, '=');
    char name[64];

    if (value == NULL || value == field || (size_t)(value - field) > sizeof(name) - 3) {
        return wrong(p, "'%s': FIELD=VALUE is needed", field);
    }
    (void)snprintf(name, sizeof(name), " %.*s", (int)(value - field) + 1, field);
    const char *old = strstr(line, name);
    const size_t before = old != NULL ? (size_t)(old - line) : strlen(line);
    const size_t n = old != NULL ? strcspn(old + 1, " ") : 0;
    if (old != NULL && n == strlen(field) && strncmp(old + 1, field, n) == 0) {
        return wrong(p, "'%s' is there already", field);
    }
    const char *rest = old != NULL ? old + 1 + n : "";
    const size_t bytes = before + strlen(field) + strlen(rest) + 2;
    char *made = malloc(bytes);
    if (made == NULL) {
        return wrong(p, "out of memory");
    }
    (void)snprintf(made, bytes, "%.*s %s%s", (int)before, line, field, rest);
    free(p->line[at]);
    p->line[at] = made;
    return true;
}

bool log_patch_change(struct log_patch *p, const char *text)
{
    char *copy = strdup(text), *rest = NULL;
    char *fields = copy != NULL ? strstr(copy, " : ") : NULL;
    size_t at = 0;

    if (fields == NULL) {
        free(copy);
        return wrong(p, "'%s': LINE : FIELD=VALUE is needed", text);
    }
    *fields = '\0';
    bool good = find(p, copy, &at);
    for (char *field = strtok_r(fields + 3, " ", &rest); good && field != NULL;
         field = strtok_r(NULL, " ", &rest)) {
        good = set_field(p, at, field);
    }
    free(copy);
    return good;
}

/* Replace the line that begins with `words` by `text`, or insert `text` after the configuration. */
static bool set_head(struct log_patch *p, const char *words, const char *text)
{
    size_t at = p->lines, config = p->lines;

    for (size_t i = 0; i < p->lines; i++) {
        at = begins(p->line[i], words) ? i : at;
        config = begins(p->line[i], "@config") ? i : config;
    }
    if (at < p->lines && strcmp(p->line[at], text) == 0) {
        return wrong(p, "'%s' is there already", text);
    }
    if (at == p->lines) {
        return config < p->lines ? insert(p, config + 1, text)
                                 : wrong(p, "the log has no configuration");
    }
    take_out(p, at);
    return insert(p, at, text);
}

bool log_patch_key(struct log_patch *p, const char *text)
{
    char words[96], line[160];
    const size_t n = strcspn(text, " ");

    if (strncmp(text + n, " = ", 3) != 0) {
        return wrong(p, "'%s': KEY = VALUE is needed", text);
    }
    (void)snprintf(words, sizeof(words), "@key %.*s", (int)n, text);
    (void)snprintf(line, sizeof(line), "@key %s", text);
    return set_head(p, words, line);
}

static unsigned taps_of(const struct log_patch *p)
{
    unsigned taps = SPE_TAP_ALL;

    for (size_t i = 0; i < p->lines; i++) {
        if (begins(p->line[i], "@taps")) {
            taps = (unsigned)strtoul(p->line[i] + strlen("@taps "), NULL, 0);
        }
    }
    return taps;
}

bool log_patch_without(struct log_patch *p, const char *groups)
{
    static const char *const name[] = {"BYTES", "REGS", "LIFE", "POP", "RND", "OUT", "SYNC"};
    const unsigned n = sizeof(name) / sizeof(name[0]);
    unsigned taps = taps_of(p);
    char copy[64], line[32], *rest = NULL;

    (void)snprintf(copy, sizeof(copy), "%s", groups);
    for (char *group = strtok_r(copy, " ", &rest); group != NULL;
         group = strtok_r(NULL, " ", &rest)) {
        unsigned i = 0;
        while (i < n && strcmp(name[i], group) != 0) {
            i++;
        }
        if (i == n || (taps & 1u << i) == 0) {
            return wrong(p, "'%s': the log has no such group of taps", group);
        }
        taps &= ~(1u << i);
    }
    (void)snprintf(line, sizeof(line), "@taps %u", taps);
    return set_head(p, "@taps", line);
}

char *log_patch_text(const struct log_patch *p)
{
    size_t bytes = 1, used = 0;

    for (size_t i = 0; i < p->lines; i++) {
        bytes += strlen(p->line[i]) + 1;
    }
    char *text = malloc(bytes);
    for (size_t i = 0; text != NULL && i < p->lines; i++) {
        used += (size_t)snprintf(text + used, bytes - used, "%s\n", p->line[i]);
    }
    return text;
}
