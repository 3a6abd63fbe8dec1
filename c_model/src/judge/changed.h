/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_CHANGED_H
#define SPE_JUDGE_CHANGED_H

#include <stddef.h>

#include "judge/journal.h"
#include "state/model.h"

/** Report to the journal of a replay what has changed by `rule` (journal.h). */
static inline void model_changed(struct spe_model *m, const char *rule)
{
    if (m->journal != NULL) {
        journal_changes(m, rule);
    }
}

#endif
