/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PLAN_KINDS_H
#define NIGHT_PLAN_KINDS_H

#include <stdbool.h>

#include "list.h"
#include "planned.h"

/** Plan every run of the list. */
void night_plan_fixed(struct night_plan *plan, const struct night_list *list);

/** Whether today's tree can play the run, i.e. has the test and the options. A command can always
 * be played. The executable is asked once for each configuration and options. */
bool night_plan_playable(struct night_plan *plan, const char *config, const char *args);

/** Ask that for every kept failure, and name on stderr those that cannot be played. Not to be
 * called in a transaction, as executables take time to answer. */
void night_plan_ask(struct night_plan *plan);

/** Plan the kept failures that can be played, each with its seed. */
void night_plan_kept(struct night_plan *plan, const struct night_list *list);

/** Plan what failed in the list's last night before this one. Say on stderr how many runs those
 * are, how many of them are left out, and why. */
void night_plan_failed(struct night_plan *plan, const struct night_list *list);

/* Largest number of runs in a round of fresh seeds: a round is planned in one transaction, for
 * which another night has to wait. */
enum { NIGHT_PLAN_ROUND = 20000 };

/** Plan fresh seeds for about half of the budget that is left, or for all of a small rest. */
void night_plan_fresh(struct night_plan *plan, const struct night_list *list);

/** Repeat some runs of the night: in a fresh process, with their log kept, or with another flavour.
 */
void night_plan_samples(struct night_plan *plan, const struct night_list *list);

/** Repeat passed runs of the list with the code counted; the folder `sim` holds the tables. */
void night_plan_cover(struct night_plan *plan, const struct night_list *list, const char *sim);

/** Timeout of a run as a sample, in seconds: that of the list, more for a slower flavour. */
int64_t night_plan_timeout(const struct night_list *list, const char *config, const char *test,
                           const char *variant);

/** Measure the disk space of a run so far. It may take long: not to be called in a transaction. */
void night_plan_weigh(struct night_plan *plan);

/** Check that the disk has room for the whole night; call night_plan_weigh() first. @return 0, or
 * NIGHT_EXIT_ENVIRONMENT after one line. */
int night_plan_room(struct night_plan *plan, const struct night_list *list);

#endif
