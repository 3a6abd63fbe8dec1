/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRINK_RUN_H
#define SHRINK_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "meaning.h"
#include "rundir.h"

#define SHRINK_WORDS 64u
#define SHRINK_PARTS 4096u /* episodes, or actions of one */

/** Numbers, ascending. */
struct shrink_list {
    unsigned number[SHRINK_PARTS];
    size_t n;
};

/** What is played of it; an empty list, and ops 0, leave that option out. */
struct shrink_part {
    struct shrink_list episodes, actions;
    unsigned ops;
};

/** The command of a run of spu_sim without what says where it writes, and what is played; words are
 * in `text`. */
struct shrink_command {
    char text[4096];
    char folder[1024]; /* that it runs in */
    char *word[SHRINK_WORDS];
    size_t words;
    struct shrink_part part; /* what it plays: options that are not among the words */
};

/** What a run has shown. */
struct shrink_shown {
    bool failed; /* with a meaning */
    struct night_meaning meaning;
    struct night_result result;
};

/** Episodes and actions that a run has played. */
struct shrink_streams {
    unsigned episodes, actions; /* one more than the highest */
};

/**
 * Read the command that a run has left (`command` in its directory).
 * @return NULL, or what is wrong with it. Static storage.
 */
const char *shrink_command_read(struct shrink_command *command, const char *dir);

/**
 * Play a part into the directory `out` for at most `seconds` of processor time; what an earlier run
 * has left there says nothing of this one and goes. stdout and stderr go to `out`.out.
 * @return 0, or errno where no process could be made.
 */
int shrink_run(const struct shrink_command *command, const struct shrink_part *part,
               const char *out, unsigned seconds, struct shrink_shown *shown);

/** What stands in `out`.out of a run with --print-streams. */
void shrink_streams_read(struct shrink_streams *streams, const char *out);

/** "0,3-5" of a list; what has no room is cut. */
void shrink_list_text(char *dst, size_t room, const struct shrink_list *list);

/** Whether two failures are the same: check and field. */
bool shrink_same(const struct night_meaning *a, const struct night_meaning *b);

#endif
