/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRINK_RUN_H
#define SHRINK_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "meaning.h"
#include "part.h"
#include "rundir.h"

#define SHRINK_WORDS 64u
#define SHRINK_STALL "60"
#define SHRINK_LIMIT 124 /* status of the launcher: a limit was met */

/** The command of a run of spu_sim without what says where it writes, and what is played; words are
 * in `text`. */
struct shrink_command {
    char text[1 << 18];
    char folder[1024];  /* that it runs in, if it is there still */
    const char *launch; /* program that holds it to its limits (tb/tools/launch.c) */
    char *word[SHRINK_WORDS];
    size_t words;
    size_t settings_at;              /* the word --settings, 0: none */
    struct shrink_settings settings; /* names of what a session draws; none in other tests */
    struct shrink_part part;         /* what it plays: options that are not among the words */
};

/** What a run has shown. */
struct shrink_shown {
    int status;  /* that it ended with, as the launcher has it */
    bool failed; /* with a meaning */
    struct night_meaning meaning;
    int64_t cycle; /* of its first finding, 0: it has none */
    struct night_result result;
};

/** Episodes, actions and steps that a run has played. */
struct shrink_streams {
    unsigned episodes, actions, steps; /* one more than the highest */
    unsigned found; /* the same of the steps that began up to the first finding */
    unsigned ops;   /* operations of these steps */
};

/**
 * Read the command that a run has left (`command` in its directory).
 * @return NULL, or what is wrong with it. Static storage.
 */
const char *shrink_command_read(struct shrink_command *command, const char *dir);

/**
 * Once the names are known: its settings, too, become what is played.
 * @return NULL, or what is wrong with them. Static storage.
 */
const char *shrink_command_settings(struct shrink_command *command);

/**
 * Play a part into the directory `out` for at most `seconds` of processor time; one that uses none
 * for SHRINK_STALL seconds is ended, too. What an earlier run has left there says nothing of this
 * one and goes. stdout and stderr go to `out`.out.
 * @return 0, or errno where no process could be made.
 */
int shrink_run(const struct shrink_command *command, const struct shrink_part *part,
               const char *out, unsigned seconds, struct shrink_shown *shown);

/** What stands in `out`.out of a run with --print-streams. */
void shrink_streams_read(struct shrink_streams *streams, struct shrink_settings *settings,
                         const char *out);

/** What stands there with --print-steps; the first finding came in cycle `found`, 0: unknown. */
void shrink_steps_read(struct shrink_streams *streams, const char *out, int64_t found);

/** Print these lines. */
void shrink_steps_print(const char *out);

/** Whether two failures are the same: check and field. */
bool shrink_same(const struct night_meaning *a, const struct night_meaning *b);

#endif
