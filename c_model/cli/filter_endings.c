/* SPDX-License-Identifier: Apache-2.0 */
#include "filter_endings.h"

#include <stdlib.h>
#include <string.h>

bool filter_counted(int check)
{
    return check == SPE_CHECK_OUT_FILTRATE || check == SPE_CHECK_OUT_FEED_KIND ||
           check == SPE_CHECK_ACC_FEED || check == SPE_CHECK_ACC_WRITTEN;
}

bool filter_saw(const struct spe_journal_entry *ending)
{
    return ending->unit == SPE_UNIT_FILTER;
}

/* Whether the entry is the "keep" of a sample, or the "events" of one that the filters do not see:
 * they see a sample in the cycle in which it ends. */
static bool is_ending(const struct explain *e, const struct spe_journal_entry *entry)
{
    if (entry->unit != SPE_UNIT_SAMPLE || strcmp(entry->field, "events") != 0) {
        return entry->unit == SPE_UNIT_FILTER && strcmp(entry->field, "keep") == 0;
    }
    for (const struct spe_journal_entry *next = entry + 1;
         next < e->entry + e->n_entries && next->cycle == entry->cycle; next++) {
        if (next->unit == SPE_UNIT_FILTER && next->number == entry->number) {
            return false;
        }
    }
    return true;
}

static const struct spe_journal_entry *ending_before(const struct explain *e,
                                                     const struct spe_journal_entry *from)
{
    for (size_t i = from == NULL ? e->at : (size_t)(from - e->entry); i > 0; i--) {
        if (is_ending(e, &e->entry[i - 1])) {
            return &e->entry[i - 1];
        }
    }
    return NULL;
}

/* Whether the ending is at most [pmu_max] cycles before the finding. Where the clock has stopped in
 * between, the monitor's cycles, which are compared, are more. */
static bool in_time(const struct explain *e, const struct spe_journal_entry *ending)
{
    return ending->cycle + (uint64_t)e->cfg.pmu_max >= explain_finding(e)->cycle;
}

static bool too_many(const struct spe_finding *f)
{
    return (f->check == SPE_CHECK_OUT_FILTRATE || f->check == SPE_CHECK_OUT_FEED_KIND) &&
           strtoull(f->actual, NULL, 0) > strtoull(f->expected, NULL, 0);
}

bool filter_before(const struct explain *e, const struct spe_journal_entry *ending)
{
    return too_many(explain_finding(e)) && !in_time(e, ending);
}

const struct spe_journal_entry *filter_not_captured(const struct explain *e)
{
    const struct spe_journal_entry *last = NULL;
    const struct spe_journal_entry *c = ending_before(e, NULL);

    if (explain_finding(e)->check != SPE_CHECK_OUT_FILTRATE || !too_many(explain_finding(e))) {
        return NULL;
    }
    for (; c != NULL && in_time(e, c); c = ending_before(e, c)) {
        if (filter_saw(c) && c->now == 0) {
            return NULL;
        }
        last = last == NULL && !filter_saw(c) ? c : last;
    }
    return last;
}

bool filter_endings(const struct explain *e,
                    void (*fn)(void *user, const struct spe_journal_entry *ending), void *user)
{
    const struct spe_journal_entry *from = NULL;

    if (!filter_counted(explain_finding(e)->check)) {
        return true;
    }
    /* The count was right when it was last compared and equal. The last comparison is that of the
     * finding, so only earlier ones are searched. */
    const struct spe_journal_entry *right = NULL;
    for (size_t i = e->at; i > 0 && right == NULL; i--) {
        const struct spe_journal_entry *c = &e->entry[i - 1];
        if (c->unit == SPE_UNIT_OUTPUT && c->kind == SPE_JOURNAL_COMPARE && c->old == c->now &&
            c->seq != explain_finding(e)->seq && strcmp(c->field, explain_finding(e)->where) == 0) {
            right = c;
        }
    }
    while ((from = ending_before(e, from)) != NULL) {
        fn(user, from);
        if (right != NULL && from < right) {
            return true; /* one more sample: it may be counted late */
        }
    }
    return !e->cut;
}
