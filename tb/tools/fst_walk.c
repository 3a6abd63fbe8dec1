/* SPDX-License-Identifier: Apache-2.0 */
#include "fst_walk.h"

#include <stdio.h>
#include <string.h>

void fst_walk(void *reader,
              void (*use)(void *user, const char *name, fstHandle handle, unsigned bits),
              void *user)
{
    const char *scope = "";
    char full[1024];
    struct fstHier *h;

    while ((h = fstReaderIterateHier(reader)) != NULL) {
        if (h->htyp == FST_HT_SCOPE) {
            scope = fstReaderPushScope(reader, h->u.scope.name, NULL);
        } else if (h->htyp == FST_HT_UPSCOPE) {
            scope = fstReaderPopScope(reader);
        } else if (h->htyp == FST_HT_VAR && h->u.var.handle < FST_HANDLES) {
            const int n = (int)strcspn(h->u.var.name, " ");
            (void)snprintf(full, sizeof(full), "%s.%.*s", scope, n, h->u.var.name);
            use(user, full, h->u.var.handle, h->u.var.length);
        }
    }
}
