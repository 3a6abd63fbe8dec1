/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_CHANGED_H
#define MODEL_CHANGED_H

#include "model_internal.h"

/** Tell the journal of a replay what has changed by `rule` (model_journal.h). */
static inline void model_changed(struct spe_model *m, const char *rule)
{
    if (m->journal != NULL) {
        journal_changes(m, rule);
    }
}

#endif
