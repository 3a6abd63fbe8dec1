/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "log_sql.h"
#include "spe/packet.h"
#include "spe/status.h"
#include "spe/txn.h"
#include "words.h"

/* Operations and records: their rows are complete only at the end of the log. */

struct operation {
    uint64_t member, tag, pc, op, context, events;
    uint64_t selected, issued, completed, ended, ending;
    uint64_t total, issue, translation, kept; /* SQL_NEVER: not known */
};

struct record {
    uint64_t operation, bytes, va;
    uint64_t made, queued, started, written, lost;
    const char *lost_rule;
};

struct log_story {
    struct operation *operation;
    struct record *record;
    size_t n_operations, n_records;
};

struct log_story *log_story_new(size_t operations, size_t records)
{
    struct log_story *s = calloc(1, sizeof(*s));

    if (s == NULL) {
        return NULL;
    }
    s->operation = calloc(operations + 1, sizeof(*s->operation));
    s->record = calloc(records + 1, sizeof(*s->record));
    if (s->operation == NULL || s->record == NULL) {
        log_story_free(s);
        return NULL;
    }
    s->n_operations = operations;
    s->n_records = records;
    memset(s->operation, 0xFF, operations * sizeof(*s->operation)); /* SQL_NEVER */
    for (size_t i = 0; i < records; i++) {
        s->record[i] = (struct record){0,         0,         SQL_NEVER, SQL_NEVER, SQL_NEVER,
                                       SQL_NEVER, SQL_NEVER, SQL_NEVER, NULL};
    }
    return s;
}

void log_story_free(struct log_story *story)
{
    if (story != NULL) {
        free(story->operation);
        free(story->record);
    }
    free(story);
}

static void of_operation(struct operation *o, const struct spe_journal_entry *e)
{
    const struct {
        const char *field;
        uint64_t *value, *when; /* `value` or `when` may be NULL */
    } fields[] = {{"tag", &o->tag, &o->selected},
                  {"position", &o->member, NULL},
                  {"pc", &o->pc, NULL},
                  {"operation", &o->op, NULL},
                  {"context", &o->context, NULL},
                  {"issue", NULL, &o->issued},
                  {"complete", NULL, &o->completed},
                  {"end", &o->ending, &o->ended},
                  {"events", &o->events, NULL},
                  {"total latency", &o->total, NULL},
                  {"issue latency", &o->issue, NULL},
                  {"translation latency", &o->translation, NULL},
                  {"keep", &o->kept, NULL}};

    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        if (strcmp(fields[i].field, e->field) == 0) {
            if (fields[i].value != NULL) {
                *fields[i].value = e->now;
            }
            if (fields[i].when != NULL) {
                *fields[i].when = e->cycle;
            }
        }
    }
}

static void of_state(struct record *r, const struct spe_journal_entry *e)
{
    uint64_t *const when[] = {[SPE_RECORD_MADE] = &r->made,
                              [SPE_RECORD_QUEUED] = &r->queued,
                              [SPE_RECORD_STARTED] = &r->started,
                              [SPE_RECORD_WRITTEN] = &r->written,
                              [SPE_RECORD_LOST] = &r->lost};

    if (e->now != SPE_RECORD_NONE && e->now <= SPE_RECORD_LOST) {
        *when[e->now] = e->cycle;
        r->lost_rule = e->now == SPE_RECORD_LOST ? e->rule : r->lost_rule;
    }
}

static void take_record_entry(struct record *r, const struct spe_journal_entry *e)
{
    if (strcmp(e->field, "selection") == 0) {
        r->operation = e->now;
    } else if (strcmp(e->field, "length") == 0) {
        r->bytes = e->now;
    } else if (strcmp(e->field, "va") == 0) {
        r->va = e->now;
    } else if (strcmp(e->field, "state") == 0) {
        of_state(r, e);
    }
}

void log_story_take(struct log_story *story, const struct spe_journal_entry *entry)
{
    const size_t i = entry->number - 1u;
    const bool sample = entry->unit == SPE_UNIT_SAMPLE ||
                        (entry->unit == SPE_UNIT_FILTER && strcmp(entry->field, "keep") == 0);

    if (entry->number == 0) {
        return;
    }
    if (sample && i < story->n_operations) {
        of_operation(&story->operation[i], entry);
    } else if (entry->unit == SPE_UNIT_RECORD && i < story->n_records) {
        take_record_entry(&story->record[i], entry);
    }
}

static void print_operation(const struct operation *o, size_t number, const struct spe_config *cfg)
{
    static const char *const endings[SPE_LIFE_KINDS] = {[SPE_LIFE_RETIRE] = "retire",
                                                        [SPE_LIFE_EXCEPTION] = "exception",
                                                        [SPE_LIFE_SQUASH] = "squash",
                                                        [SPE_LIFE_NONARCH] = "nonarch",
                                                        [SPE_LIFE_REPLAY] = "replay"};
    const struct spe_txn_ctx state = {.state = o->context};
    struct sql_row row = log_sql_begin("operation");
    struct spe_ctx ctx;
    char text[160];

    log_sql_number(&row, number);
    log_sql_number(&row, o->member);
    log_sql_number(&row, o->tag);
    log_sql_address(&row, o->pc);
    log_sql_number(&row, o->op);
    words_operation(words_known_op(cfg, (uint16_t)o->op), text, sizeof(text));
    log_sql_text(&row, text);
    spe_ctx_from_txn(&ctx, &state);
    words_level(cfg, &ctx, text, sizeof(text));
    log_sql_text(&row, text);
    log_sql_when(&row, o->selected);
    log_sql_when(&row, o->issued);
    log_sql_when(&row, o->completed);
    log_sql_when(&row, o->ended);
    log_sql_text(&row, o->ending < SPE_LIFE_KINDS ? endings[o->ending] : NULL);
    log_sql_when(&row, o->total);
    log_sql_when(&row, o->issue);
    log_sql_when(&row, o->translation);
    log_sql_when(&row, o->kept);
    log_sql_end();
}

static void print_events(const struct operation *o, size_t number)
{
    for (unsigned bit = 0; o->events != SQL_NEVER && bit < 64; bit++) {
        if ((o->events >> bit & 1) != 0) {
            struct sql_row row = log_sql_begin("event");
            log_sql_number(&row, number);
            log_sql_text(&row, spe_event_name(bit));
            log_sql_end();
        }
    }
}

static void print_record(const struct record *r, size_t number)
{
    struct sql_row row = log_sql_begin("record");

    log_sql_number(&row, number);
    log_sql_number(&row, r->operation);
    log_sql_number(&row, r->bytes);
    if (r->va == SQL_NEVER) {
        log_sql_text(&row, NULL);
    } else {
        log_sql_address(&row, r->va);
    }
    log_sql_when(&row, r->made);
    log_sql_when(&row, r->queued);
    log_sql_when(&row, r->started);
    log_sql_when(&row, r->written);
    log_sql_when(&row, r->lost);
    log_sql_text(&row, r->lost_rule);
    log_sql_end();
}

void log_story_print(const struct log_story *story, const struct spe_config *cfg)
{
    for (size_t i = 0; i < story->n_operations; i++) {
        print_operation(&story->operation[i], i + 1, cfg);
        print_events(&story->operation[i], i + 1);
    }
    for (size_t i = 0; i < story->n_records; i++) {
        if (story->record[i].operation != 0) { /* otherwise discard mode dropped the record */
            print_record(&story->record[i], i + 1);
        }
    }
}
