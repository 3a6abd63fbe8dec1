/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "waiver.h"

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

static enum qualify_waived kind_of(const char *word)
{
    static const char *const words[] = {
        [QUALIFY_PROVEN] = "proof", [QUALIFY_ARGUED] = "argued", [QUALIFY_PERMITTED] = "permitted"};

    for (int kind = QUALIFY_PROVEN; kind <= QUALIFY_PERMITTED; kind++) {
        if (strcmp(word, words[kind]) == 0) {
            return (enum qualify_waived)kind;
        }
    }
    return QUALIFY_UNWAIVED;
}

/* What runs may have shown of a mutant that is waived: where the texts permit either design a test,
 * or an assertion of this SPU, may still hold one of them. */
static enum qualify_kind strongest(enum qualify_waived kind)
{
    return kind == QUALIFY_PERMITTED ? QUALIFY_ASSERTION : QUALIFY_DIFFERS;
}

static int take(void *user, char **column, int columns)
{
    struct qualify_waivers *w = user;
    const size_t i = columns == 4 ? find(w->book, column[0]) : 0;
    const enum qualify_waived kind = columns == 4 ? kind_of(column[1]) : QUALIFY_UNWAIVED;
    int row;

    if (columns != 4) {
        return wrong(w, column[0], "key, kind, invariant and reason are needed");
    }
    if (kind == QUALIFY_UNWAIVED) {
        return wrong(w, column[0], "the kind is proof, argued or permitted");
    }
    if ((kind == QUALIFY_PROVEN) != (strcmp(column[2], "-") == 0)) {
        return wrong(w, column[0],
                     "what is argued names an assertion, what is permitted a rule, a proof none");
    }
    if (i == 0) {
        return wrong(w, column[0], "no mutant has this key");
    }
    if (w->waived[i] != QUALIFY_UNWAIVED) {
        return wrong(w, column[0], "it is there twice");
    }
    if (qualify_outcome(w->book, i, &row) > strongest(kind)) {
        return wrong(w, column[0], "a run has killed it");
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
