/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_story.h"

#include <stdio.h>
#include <string.h>

#include "spe/txn.h"
#include "words.h"

/* The story of one operation, from its selection to the last response on the bus. */

struct take {
    const char *field;
    uint64_t *to;
};

static void take_value(struct story *s, const struct spe_journal_entry *entry)
{
    const struct take takes[] = {{"pc", &s->pc},
                                 {"operation", &s->op},
                                 {"position", &s->position},
                                 {"tag", &s->tag},
                                 {"context", &s->context},
                                 {"CONTEXTIDR_EL1", &s->contextidr_el1},
                                 {"CONTEXTIDR_EL2", &s->contextidr_el2},
                                 {"PMSCR_EL1", &s->pmscr_el1},
                                 {"PMSCR_EL2", &s->pmscr_el2},
                                 {"CNTPCT", &s->cntpct},
                                 {"CNTPCT at the end", &s->cntpct_end},
                                 {"events", &s->events},
                                 {"total latency", &s->total},
                                 {"issue latency", &s->issue},
                                 {"translation latency", &s->translation}};

    for (size_t i = 0; i < sizeof(takes) / sizeof(takes[0]); i++) {
        if (strcmp(entry->field, takes[i].field) == 0) {
            *takes[i].to = entry->now;
        }
    }
}

static void add_step(struct story *s, const char *what, const struct spe_journal_entry *entry)
{
    if (s->n < STORY_STEPS) {
        s->step[s->n++] =
            (struct story_step){what, entry->cycle, entry->seq, entry->now, entry->at};
    }
}

static void of_sample(struct story *s, const struct spe_journal_entry *entry)
{
    static const char *const steps[] = {"issue", "translation start", "translation end", "complete",
                                        "end"};

    take_value(s, entry);
    s->ended |= strcmp(entry->field, "end") == 0;
    if (strcmp(entry->field, "tag") == 0) {
        add_step(s, "selected", entry);
    }
    if (strcmp(entry->field, "state") == 0 && entry->now == SPE_SAMPLE_FREE) {
        add_step(s, "tag free", entry);
    }
    for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        if (strcmp(entry->field, steps[i]) == 0) {
            add_step(s, steps[i], entry);
        }
    }
}

static void note_record(struct story *s, const struct spe_journal_entry *entry)
{
    static const char *const state[] = {[SPE_RECORD_QUEUED] = "queued",
                                        [SPE_RECORD_WRITTEN] = "written",
                                        [SPE_RECORD_LOST] = "lost"};

    if (strcmp(entry->field, "selection") == 0) {
        s->record = entry->now == s->sample ? entry->number : s->record;
    } else if (s->record == 0 || entry->number != s->record) {
        return;
    } else if (strcmp(entry->field, "burst") == 0) {
        add_step(s, "AW", entry);
    } else if (strcmp(entry->field, "data") == 0) {
        add_step(s, "W", entry);
    } else if (strcmp(entry->field, "state") == 0 && entry->now <= SPE_RECORD_LOST &&
               state[entry->now] != NULL) {
        add_step(s, state[entry->now], entry);
    }
}

void story_read(const struct explain *e, uint32_t sample, struct story *story)
{
    memset(story, 0, sizeof(*story));
    story->sample = sample;
    for (size_t i = 0; sample != 0 && i < e->n_entries; i++) {
        const struct spe_journal_entry *entry = &e->entry[i];
        if (entry->unit == SPE_UNIT_ENABLE && story->n == 0 &&
            strcmp(entry->field, "context") == 0) {
            story->context_since = entry->cycle;
        }
        if (entry->unit == SPE_UNIT_RECORD) {
            note_record(story, entry);
        } else if (entry->number != sample) {
            continue;
        } else if (entry->unit == SPE_UNIT_SAMPLE) {
            of_sample(story, entry);
        } else if (entry->unit == SPE_UNIT_FILTER && strcmp(entry->field, "keep") == 0) {
            add_step(story, "filter", entry);
        } else if (entry->unit == SPE_UNIT_BUFFER) {
            add_step(story, "B", entry);
        }
    }
}

const struct story_step *story_step(const struct story *story, const char *what)
{
    for (unsigned i = 0; i < story->n; i++) {
        if (strcmp(story->step[i].what, what) == 0) {
            return &story->step[i];
        }
    }
    return NULL;
}

void story_context(const struct spe_config *cfg, uint64_t state, char *dst, size_t bytes)
{
    const struct spe_txn_ctx txn = {.state = state};
    struct spe_ctx ctx;
    char level[48];

    spe_ctx_from_txn(&ctx, &txn);
    words_level(cfg, &ctx, level, sizeof(level));
    (void)snprintf(dst, bytes, "%s%s%s", level, SPE_CTX_TGE(state) ? " TGE" : "",
                   SPE_CTX_E2H(state) ? " E2H" : "");
}
