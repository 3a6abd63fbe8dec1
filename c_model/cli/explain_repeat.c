/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "explain_repeat.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain_again.h"
#include "shell_word.h"

/* "spe replay OPTION LOG", with `spe` as this program was called; to be freed. NULL: no memory. */
static char *replay_of(const char *option, const char *log)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    if (out == NULL) {
        return NULL;
    }
    shell_word(out, program_invocation_name);
    fprintf(out, " replay %s", option);
    shell_word(out, log);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* The command in the file beside the log, to be freed. *there: there is such a file; NULL then
 * means no memory. */
static char *command_beside(const char *log, bool *there)
{
    static const char name[] = "command";
    const char *slash = strrchr(log, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - log) + 1;
    char *path = malloc(folder + sizeof(name));
    char *line = NULL;
    size_t room = 0;

    *there = path == NULL;
    if (path == NULL) {
        return NULL;
    }
    memcpy(path, log, folder);
    memcpy(path + folder, name, sizeof(name));
    FILE *in = fopen(path, "r");
    free(path);
    if (in == NULL) {
        return NULL;
    }
    *there = getline(&line, &room, in) > 0;
    (void)fclose(in);
    if (!*there) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

bool repeat_read(const struct explain *e, struct repeat *repeat)
{
    char until[48];
    bool there;
    char *run = command_beside(e->path, &there);

    (void)snprintf(until, sizeof(until), "--until %" PRIu64 " ", explain_finding(e)->cycle);
    *repeat = (struct repeat){.state = replay_of(until, e->path), .runs = there};
    if (!there) {
        repeat->again = replay_of("", e->path);
    } else if (run != NULL) {
        repeat->again = explain_again(run);
    }
    free(run);
    return repeat->state != NULL && repeat->again != NULL;
}

void repeat_free(struct repeat *repeat)
{
    free(repeat->state);
    free(repeat->again);
}
