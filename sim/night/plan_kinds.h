/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PLAN_KINDS_H
#define NIGHT_PLAN_KINDS_H

#include <stdbool.h>

#include "list.h"
#include "planned.h"

/** Every run of the list. */
void night_plan_fixed(struct night_plan *plan, const struct night_list *list);

/** Can the tree of today play it: does it have the test and the options? A command always can. The
 * executable is asked once for each configuration and options. */
bool night_plan_playable(struct night_plan *plan, const char *config, const char *args);

/** Ask that of every kept failure, and name those of which it is not so on stderr: outside of a
 * transaction, as executables answer. */
void night_plan_ask(struct night_plan *plan);

/** Kept failures, each with its seed, that can be played. */
void night_plan_kept(struct night_plan *plan, const struct night_list *list);

/** What failed in the last night of the list before this one. Says on stderr how many runs those
 * are, and how many of them are left out, and why. */
void night_plan_failed(struct night_plan *plan, const struct night_list *list);

/* A round of fresh seeds has no more runs: it is planned in one transaction, which another night
 * waits for. */
enum { NIGHT_PLAN_ROUND = 20000 };

/** Fresh seeds for about half of what is left of the budget, or for all of a small rest. */
void night_plan_fresh(struct night_plan *plan, const struct night_list *list);

/** Some runs of the night once more: in a fresh process, with their log kept, of another flavour.
 */
void night_plan_samples(struct night_plan *plan, const struct night_list *list);

/** Runs of the list that have passed once more, counted; the tables are in the folder `sim`. */
void night_plan_cover(struct night_plan *plan, const struct night_list *list, const char *sim);

/** Seconds that a run may take as a sample: those of the list, more on a flavour that is slower. */
int64_t night_plan_timeout(const struct night_list *list, const char *config, const char *test,
                           const char *variant);

/** Take what a run has left on the disk so far, which may take long: outside of a transaction. */
void night_plan_weigh(struct night_plan *plan);

/** Is there room on the disk for all of the night? night_plan_weigh() is before it. @return 0, or
 * NIGHT_EXIT_ENVIRONMENT after one line. */
int night_plan_room(struct night_plan *plan, const struct night_list *list);

#endif
