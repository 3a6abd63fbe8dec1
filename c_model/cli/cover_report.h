/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_COVER_REPORT_H
#define SPE_CLI_COVER_REPORT_H

#include "cover_merge.h"

/* What `spe cover` prints of the merged files, on standard output. */

/** Print the coverage of each group and configuration. */
void cover_print_sum(const struct cover_merge *merge);

/** Print CONFIGURATION BIN COUNT for every bin that was met. */
void cover_print_counts(const struct cover_merge *merge);

/** Print CONFIGURATION BIN: MEANING for every hole, and last `# N holes`. */
void cover_print_holes(const struct cover_merge *merge);

/** Print, for each bin of the groups `table` (joined by commas), how often each configuration met
 * it. */
void cover_print_table(const struct cover_merge *merge, const char *table);

/** Print everything as JSON, for a program. */
void cover_print_json(const struct cover_merge *merge);

/** Print on stderr the bins that were met although the configuration cannot meet them. @return
 * their number. */
size_t cover_print_impossible(const struct cover_merge *merge);

/** Check that each name of an option's list is a group; the list may be NULL. @return exit status.
 */
int cover_check_groups(const char *option, const char *list);

/** Check that the groups `need` have no hole. @return exit status. */
int cover_check_need(const struct cover_merge *merge, const char *need);

/** cover_who.c: print which runs have met the bins that `pattern` (fnmatch()) names, and how often.
 * @return exit status: SPE_EXIT_FOUND if no run has met one of these bins. */
int cover_print_who(const struct cover_merge *merge, const char *pattern);

/** Mark the bins that `pattern` names. @return how many. */
size_t cover_match(const char *pattern, bool *keep);

/** cover_rank.c: print a small set of runs, found by greedy search, that has met all bins that were
 * met.
 * @return exit status. */
int cover_print_rank(const struct cover_merge *merge);

/** cover_since.c: print the holes that are missing in the list `path`, which cover_print_holes()
 * printed earlier. @return exit status: SPE_EXIT_FOUND if there is one. */
int cover_print_since(const struct cover_merge *merge, const char *path);

#endif
