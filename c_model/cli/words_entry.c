/* SPDX-License-Identifier: Apache-2.0 */
#include "words_entry.h"

#include <inttypes.h>
#include <string.h>

static bool say_enable(const struct spe_journal_entry *e, struct words *w)
{
    if (strcmp(e->field, "profiling") == 0) {
        words_add(w, "profiling is %s", e->now != 0 ? "enabled" : "disabled");
    } else if (strcmp(e->field, "buffer") == 0) {
        words_add(w, "the buffer is %s", e->now != 0 ? "enabled" : "disabled");
    } else if (strcmp(e->field, "stopped") == 0) {
        words_add(w, "%s", e->now != 0 ? "profiling is stopped by S" : "S stops profiling no more");
    } else {
        return false;
    }
    return true;
}

static bool say_sample(const struct spe_journal_entry *e, struct words *w)
{
    if (strstr(e->field, "latency") != NULL) {
        words_add(w, "operation %" PRIu32 ": %s %" PRIu64, e->number, e->field, e->now);
    } else if (strcmp(e->field, "events") == 0) {
        words_add(w, "operation %" PRIu32 ":", e->number);
        words_add_events(w, e->now);
    } else {
        return false;
    }
    return true;
}

static bool say_filter(const struct spe_journal_entry *e, struct words *w)
{
    if (strcmp(e->field, "keep") == 0) {
        words_add(w, "operation %" PRIu32 ": the filters %s it", e->number,
                  e->now != 0 ? "keep" : "reject");
    } else {
        words_add(w, "operation %" PRIu32 ": filter %s asks 0x%" PRIx64 " of 0x%" PRIx64 ": %s",
                  e->number, e->field, e->old, e->now, e->mask != 0 ? "holds" : "FAILS");
    }
    return true;
}

static bool say_record(const struct spe_journal_entry *e, struct words *w)
{
    static const char *const states[] = {[SPE_RECORD_QUEUED] = "queued",
                                         [SPE_RECORD_WRITTEN] = "written",
                                         [SPE_RECORD_LOST] = "lost"};

    if (strcmp(e->field, "length") == 0) {
        words_add(w, "record %" PRIu32 ": %" PRIu64 " bytes", e->number, e->now);
    } else if (strcmp(e->field, "state") == 0 && e->now <= SPE_RECORD_LOST &&
               states[e->now] != NULL) {
        words_add(w, "record %" PRIu32 ": %s", e->number, states[e->now]);
    } else if (strcmp(e->field, "va") == 0) {
        words_add(w, "record %" PRIu32 ": begins at 0x%" PRIx64, e->number, e->now);
    } else {
        return false;
    }
    return true;
}

bool words_say_entry(const struct spe_journal_entry *entry, struct words *w)
{
    bool said;

    words_init(w);
    switch (entry->unit) {
    case SPE_UNIT_ENABLE:
        said = say_enable(entry, w);
        break;
    case SPE_UNIT_SAMPLE:
        said = say_sample(entry, w);
        break;
    case SPE_UNIT_FILTER:
        said = say_filter(entry, w);
        break;
    case SPE_UNIT_RECORD:
        said = say_record(entry, w);
        break;
    default:
        said = false;
    }
    if (said && entry->rule != NULL) {
        words_more(w, " [%s]", entry->rule);
    }
    return said;
}
