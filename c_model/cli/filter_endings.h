/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_FILTER_ENDINGS_H
#define SPE_CLI_FILTER_ENDINGS_H

#include "explain.h"

/*
 * The endings of samples that a wrong count of the filters can be about. Each has one entry of the
 * journal: "keep" if the filters have judged the sample, "events" if it is not captured.
 */

/** Whether the filters decide what the check counts. */
bool filter_counted(int check);

/** Whether the filters have judged the sample of this ending. */
bool filter_saw(const struct spe_journal_entry *ending);

/** Whether too many are counted, and the ending is more than [pmu_max] cycles before the finding:
 * then the finding is hardly about it. A count that lacks one can be found at any later time. */
bool filter_before(const struct explain *e, const struct spe_journal_entry *ending);

/** The sample that SAMPLE_FILTRATE can have counted although it is not captured. NULL: none has
 * ended in time, or the filters have rejected one in time. */
const struct spe_journal_entry *filter_not_captured(const struct explain *e);

/** Hand the endings since the count was right, and one more, to `fn`, the last one first; none for
 * a check of something else. @return false: there may be earlier ones that the journal part does
 * not hold. */
bool filter_endings(const struct explain *e,
                    void (*fn)(void *user, const struct spe_journal_entry *ending), void *user);

#endif
