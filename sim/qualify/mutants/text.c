/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "say.h"
#include "tree.h"

static char *read_text(const char *path)
{
    FILE *in = fopen(path, "r");
    char *text = NULL;
    long bytes = -1;

    if (in != NULL && fseek(in, 0, SEEK_END) == 0) {
        bytes = ftell(in);
        rewind(in);
    }
    if (bytes >= 0) {
        text = malloc((size_t)bytes + 1);
    }
    if (text != NULL && fread(text, 1, (size_t)bytes, in) == (size_t)bytes) {
        text[bytes] = '\0';
    } else {
        say("%s: %s", path, strerror(errno != 0 ? errno : EIO));
        free(text);
        text = NULL;
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return text;
}

int tree_load(struct tree *tree, const char *path)
{
    *tree = (struct tree){.path = strdup(path), .text = read_text(path)};
    return tree->text != NULL && tree->path != NULL ? 0 : STATUS_ENVIRONMENT;
}

void tree_free(struct tree *tree)
{
    free(tree->path);
    free(tree->text);
    free(tree->node);
    *tree = (struct tree){.nodes = 0};
}
