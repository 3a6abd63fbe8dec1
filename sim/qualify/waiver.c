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

static int take(void *user, char **column, int columns)
{
    struct qualify_waivers *w = user;
    const size_t i = columns == 4 ? find(w->book, column[0]) : 0;
    int row;

    if (columns != 4) {
        return wrong(w, column[0], "key, kind, invariant and reason are needed");
    }
    if (strcmp(column[1], "proof") != 0 && strcmp(column[1], "argued") != 0) {
        return wrong(w, column[0], "the kind is proof or argued");
    }
    if ((strcmp(column[1], "argued") == 0) == (strcmp(column[2], "-") == 0)) {
        return wrong(w, column[0], "what is argued names an assertion, what is proven none");
    }
    if (i == 0) {
        return wrong(w, column[0], "no mutant has this key");
    }
    if (w->waived[i] != QUALIFY_UNWAIVED) {
        return wrong(w, column[0], "it is there twice");
    }
    if (qualify_outcome(w->book, i, &row) > QUALIFY_DIFFERS) {
        return wrong(w, column[0], "a run has killed it");
    }
    w->waived[i] = column[1][0] == 'p' ? QUALIFY_PROVEN : QUALIFY_ARGUED;
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
