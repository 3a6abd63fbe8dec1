/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "waiver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "night.h"

static size_t find(const struct qualify_book *b, const char *key)
{
    for (size_t i = 1; i < b->mutants; i++) {
        if (strcmp(b->mutant[i].key, key) == 0) {
            return i;
        }
    }
    return 0;
}

static int wrong(struct qualify_waivers *w, const char *key, const char *what)
{
    night_say("waivers.tsv: %s: %s", key, what);
    w->faults++;
    return 0;
}

const char *qualify_waived_text(enum qualify_waived waived)
{
    static const char *const words[] = {[QUALIFY_UNWAIVED] = "-",
                                        [QUALIFY_PROVEN] = "proof",
                                        [QUALIFY_PROVEN_SMALLER] = "smaller proof",
                                        [QUALIFY_ARGUED] = "argued",
                                        [QUALIFY_PERMITTED] = "permitted"};

    return words[waived];
}

static enum qualify_waived kind_of(const char *word)
{
    for (int kind = QUALIFY_PROVEN; kind <= QUALIFY_PERMITTED; kind++) {
        if (strcmp(word, qualify_waived_text((enum qualify_waived)kind)) == 0) {
            return (enum qualify_waived)kind;
        }
    }
    return QUALIFY_UNWAIVED;
}

/* Whether the test in a play's options is in the comma list. */
static bool is_of_test(const char *options, const char *tests)
{
    static const char option[] = "--test ";
    const char *at = strstr(options, option);
    const char *test = at == NULL ? "" : at + strlen(option);
    const size_t n = strcspn(test, " ");

    for (at = tests; *at != '\0' && n != 0; at += strcspn(at, ","), at += *at == ',') {
        if (strcspn(at, ",") == n && strncmp(at, test, n) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the waiver tolerates the run. An equivalent mutant must give the same result in every
 * run. If the texts permit both designs, the result may differ. One of the named tests may also
 * fail, by its expectation or an assertion of this SPU: it may expect one of both designs. */
static bool tolerates(enum qualify_waived kind, const char *tests, const struct qualify_run *run,
                      const char *options)
{
    if (kind != QUALIFY_PERMITTED || run->kind <= QUALIFY_SAME) {
        return run->kind <= QUALIFY_SAME;
    }
    return run->kind == QUALIFY_DIFFERS ||
           ((run->kind == QUALIFY_EXPECTATION || run->kind == QUALIFY_ASSERTION) &&
            is_of_test(options, tests));
}

/* The first play with a result that the waiver does not tolerate, or NULL. */
static const struct qualify_play *refuting(const struct qualify_book *b, size_t mutant,
                                           enum qualify_waived kind, const char *tests)
{
    for (size_t p = 0; p < b->plays; p++) {
        const struct qualify_run *run = qualify_run_of(b, mutant, p);
        if (run != NULL && !tolerates(kind, tests, run, b->play[p].options)) {
            return &b->play[p];
        }
    }
    return NULL;
}

/* Report a row that a run refutes, with that run. */
static int refuted(struct qualify_waivers *w, const char *key, size_t mutant,
                   const struct qualify_play *play)
{
    const struct qualify_run *run = qualify_run_of(w->book, mutant, (size_t)(play - w->book->play));
    char what[512];

    (void)snprintf(what, sizeof(what), "a run tells otherwise (%s): %s %s",
                   qualify_kind_text[run->kind], w->book->model[play->model].name, play->options);
    return wrong(w, key, what);
}

static int take(void *user, char **column, int columns)
{
    struct qualify_waivers *w = user;
    const bool whole = columns == 4 || columns == 5;
    const size_t i = whole ? find(w->book, column[0]) : 0;
    const enum qualify_waived kind = whole ? kind_of(column[1]) : QUALIFY_UNWAIVED;

    if (!whole) {
        return wrong(w, column[0], "key, kind, invariant and reason are needed");
    }
    if (columns == 5 && kind != QUALIFY_PERMITTED) {
        return wrong(w, column[0], "tests that tell are of what is permitted");
    }
    if (kind == QUALIFY_UNWAIVED) {
        return wrong(w, column[0], "the kind is proof, smaller proof, argued or permitted");
    }
    if ((kind <= QUALIFY_PROVEN_SMALLER) != (strcmp(column[2], "-") == 0)) {
        return wrong(w, column[0],
                     "what is argued names an assertion, what is permitted a rule, a proof none");
    }
    if (i == 0) {
        return wrong(w, column[0], "no mutant has this key");
    }
    if (w->waived[i] != QUALIFY_UNWAIVED) {
        return wrong(w, column[0], "it is there twice");
    }
    const struct qualify_play *play = refuting(w->book, i, kind, columns == 5 ? column[4] : "");
    if (play != NULL) {
        return refuted(w, column[0], i, play);
    }
    w->waived[i] = kind;
    w->reason[i] = strdup(column[3]);
    return 0;
}

int qualify_waivers_read(struct qualify_waivers *w, const struct qualify_book *book,
                         const char *path)
{
    *w = (struct qualify_waivers){.book = book,
                                  .waived = calloc(book->mutants, sizeof(*w->waived)),
                                  .reason = calloc(book->mutants, sizeof(*w->reason))};
    if (w->waived == NULL || w->reason == NULL) {
        return night_fail(NIGHT_EXIT_ENVIRONMENT, "out of memory");
    }
    return path == NULL ? 0 : qualify_lines(path, true, take, w);
}

void qualify_waivers_free(struct qualify_waivers *w)
{
    for (size_t i = 0; w->reason != NULL && i < w->book->mutants; i++) {
        free(w->reason[i]);
    }
    free(w->reason);
    free(w->waived);
}
