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
#define SHRINK_LIMIT 124 /* status of the launcher when a limit was reached */

/** The command of a run of spu_sim, without the options that say where it writes and what it plays.
 * The words are in `text`. */
struct shrink_command {
    char text[1 << 18];
    char folder[1024];  /* it runs there, if the folder still exists */
    const char *launch; /* program that enforces the limits (tb/tools/launch.c) */
    char *word[SHRINK_WORDS];
    size_t words;
    size_t settings_at;              /* place of the word --settings, 0: none */
    struct shrink_settings settings; /* names of the settings of a session; other tests have none */
    struct shrink_part part;         /* options that say what is played, left out of `word` */
};

/** The result of a run. */
struct shrink_shown {
    int status;  /* exit status of the run, as the launcher gives it */
    bool failed; /* it failed, and `meaning` is set */
    struct night_meaning meaning;
    int64_t cycle; /* of its first finding, 0: no finding */
    struct night_result result;
};

/** How many episodes, actions and steps a run has played. */
struct shrink_streams {
    unsigned episodes, actions, steps; /* the highest number + 1 */
    unsigned found;                    /* the same for steps that began up to the first finding */
    unsigned ops;                      /* operations in these steps */
};

/**
 * Read the command that a run has left (`command` in its directory).
 * @return NULL, or what is wrong with it. Static storage.
 */
const char *shrink_command_read(struct shrink_command *command, const char *dir);

/**
 * Once the names of the settings are known: move the command's own settings into `part`.
 * @return NULL, or what is wrong with them. Static storage.
 */
const char *shrink_command_settings(struct shrink_command *command);

/**
 * Play a part into the directory `out`, for at most `seconds` of processor time; a run that uses no
 * processor time for SHRINK_STALL seconds is ended, too. Results of an earlier run in `out` are
 * removed first. stdout and stderr go to `out`.out.
 * @return 0, or errno if no process could be made.
 */
int shrink_run(const struct shrink_command *command, const struct shrink_part *part,
               const char *out, unsigned seconds, struct shrink_shown *shown);

/** Read what a run with --print-streams has written to `out`.out. */
void shrink_streams_read(struct shrink_streams *streams, struct shrink_settings *settings,
                         const char *out);

/** Read what a run with --print-steps has written there; `found`: cycle of the first finding, 0:
 * unknown. */
void shrink_steps_read(struct shrink_streams *streams, const char *out, int64_t found);

/** Print the lines about steps from there. */
void shrink_steps_print(const char *out);

/** Whether two failures are the same: equal check and field. */
bool shrink_same(const struct night_meaning *a, const struct night_meaning *b);

#endif
