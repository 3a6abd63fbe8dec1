/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_COVER_REPORT_H
#define SPE_CLI_COVER_REPORT_H

#include "cover_merge.h"

/* What `spe cover` prints of the merged files, on standard output. */

/** Groups and configurations. */
void cover_print_sum(const struct cover_merge *merge);

/** CONFIGURATION BIN COUNT for every bin that was met. */
void cover_print_counts(const struct cover_merge *merge);

/** CONFIGURATION BIN: MEANING for every hole, and last `# N holes`. */
void cover_print_holes(const struct cover_merge *merge);

/** For each bin of the groups `table` (joined by commas) how often each configuration met it. */
void cover_print_table(const struct cover_merge *merge, const char *table);

/** All of it for a program. */
void cover_print_json(const struct cover_merge *merge);

/** Bins that were met although the configuration cannot meet them, on stderr. @return how many. */
size_t cover_print_impossible(const struct cover_merge *merge);

/** Whether each name of an option's list, or NULL, is a group. @return exit status. */
int cover_check_groups(const char *option, const char *list);

/** Groups that must not have a hole. @return exit status. */
int cover_check_need(const struct cover_merge *merge, const char *need);

/** cover_who.c: which runs have met the bins that `pattern` (fnmatch()) names, and how often.
 * @return exit status: found if there is a bin that no run has met. */
int cover_print_who(const struct cover_merge *merge, const char *pattern);

/** Mark the bins that `pattern` names. @return how many. */
size_t cover_match(const char *pattern, bool *keep);

/** cover_rank.c: the fewest runs, as far as a greedy search finds them, that have met what all
 * have.
 * @return exit status. */
int cover_print_rank(const struct cover_merge *merge);

/** cover_since.c: holes that the list `path`, printed by cover_print_holes(), has not. @return exit
 * status: found if there is one. */
int cover_print_since(const struct cover_merge *merge, const char *path);

#endif
