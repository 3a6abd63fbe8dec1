/* SPDX-License-Identifier: Apache-2.0 */
#include "meaning.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Number of characters of the number at the start of the text; 0: no number. */
static size_t number(const char *text)
{
    size_t n = 0;

    if (!isdigit((unsigned char)text[0])) {
        return 0;
    }
    if (text[0] == '0' && text[1] == 'x') {
        n = 2;
    }
    while (isxdigit((unsigned char)text[n])) {
        n++;
    }
    return in_name(text[n]) ? 0 : n; /* "2nd" is a word */
}

/* Number of characters of the unit after a number, as " bytes"; 0: no unit. *keep: the same without
 * a plural s. */
static size_t unit(const char *text, size_t *keep)
{
    static const char *const units[] = {" beat",   " bit",  " byte",   " cycle", " event",
                                        " member", " page", " record", " sample"};

    *keep = 0;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
        size_t n = strlen(units[i]);
        if (strncmp(text, units[i], n) == 0 && text[n] == 's' && !in_name(text[n + 1])) {
            *keep = n;
            return n + 1;
        }
    }
    return 0;
}

static void add(char dst[NIGHT_SHAPE], size_t *at, const char *text, size_t n)
{
    for (size_t i = 0; i < n && *at + 1 < NIGHT_SHAPE; i++) {
        dst[(*at)++] = text[i];
    }
    dst[*at] = '\0';
}

/* Write the shape of the text up to the first character of `ends`. */
static void shape(char dst[NIGHT_SHAPE], const char *text, const char *ends)
{
    bool inside = false; /* inside a name */
    size_t at = 0;

    dst[0] = '\0';
    while (*text != '\0' && strchr(ends, *text) == NULL) {
        size_t keep = 0;
        size_t n = inside ? 0 : number(text);
        if (n == 0) {
            inside = in_name(*text);
            add(dst, &at, text++, 1);
            continue;
        }
        add(dst, &at, "N", 1);
        text += n;
        n = unit(text, &keep);
        add(dst, &at, text, keep);
        text += n;
    }
    while (at > 0 && dst[at - 1] == ' ') {
        dst[--at] = '\0';
    }
}

void night_shape(char dst[NIGHT_SHAPE], const char *text)
{
    shape(dst, text, ":;,(");
}

/* The text after "cycle N: ". */
static const char *skip_cycle(const char *why)
{
    int n = 0;

    return sscanf(why, "cycle %*d: %n", &n) == 0 && n > 0 ? why + n : why;
}

/* If the run has met a bin that its configuration cannot meet: take the bin's name unchanged.
 * @return whether the text says so. */
static bool take_bin(struct night_meaning *m, const char *why)
{
    static const char says[] =
        "the run has met a bin of coverage that its configuration cannot meet";
    const char *name = why + sizeof(says) - 1;

    if (strncmp(why, says, sizeof(says) - 1) != 0 || strncmp(name, ": ", 2) != 0) {
        return false;
    }
    name += 2;
    const char *end = strstr(name, ": ");
    (void)snprintf(m->field, sizeof(m->field), "%.*s",
                   (int)(end != NULL ? end - name : (ptrdiff_t)strlen(name)), name);
    (void)snprintf(m->stage, sizeof(m->stage), "%s", says);
    return true;
}

void night_meaning_of_finding(struct night_meaning *m, const char *check, const char *where,
                              const char *text)
{
    const char *packet = strcmp(check, "buf.data") == 0 ? strchr(text, '(') : NULL;

    (void)snprintf(m->check, sizeof(m->check), "%s", check);
    night_shape(m->stage, text);
    night_shape(m->field, where);
    if (packet != NULL && strpbrk(packet, ",)") != NULL) {
        packet++;
        (void)snprintf(m->field, sizeof(m->field), "%.*s", (int)strcspn(packet, ",)"), packet);
    }
}

void night_first_take(struct night_first *first, const struct night_finding *f)
{
    if (f->first && (!first->any || f->cycle < first->cycle)) {
        first->any = true;
        first->spu = f->spu;
        first->cycle = f->cycle;
        night_meaning_of_finding(&first->meaning, f->check, f->place, f->text);
    }
}

void night_meaning_of_run(struct night_meaning *m, const char *status, const char *why)
{
    (void)snprintf(m->check, sizeof(m->check), "%s", status);
    m->stage[0] = '\0';
    why = skip_cycle(why);
    if (!take_bin(m, why)) {
        shape(m->field, why, "");
    }
}

static void take(void *user, const struct night_finding *finding)
{
    night_first_take(user, finding);
}

void night_meaning_read(struct night_meaning *meaning, const struct night_result *result,
                        const char *dir)
{
    struct night_first first = {.any = false};

    if (night_findings_read(dir, 1, take, &first) == 0) {
        night_meaning_of_run(&first.meaning, result->ended ? "failed" : "crashed", result->why);
    }
    *meaning = first.meaning;
}
