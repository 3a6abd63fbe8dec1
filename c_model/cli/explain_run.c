/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_run.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "spe/replay.h"
#include "spe/status.h"

/* Counts a packet that differs over all records of the run. If no record of this kind of operation
 * has the packet right, the cause does not lie in the one operation of the finding. */

#define ON_THEIR_WAY 64u /* records open at the same time: no more are in queues */

struct counting {
    struct run_count *count;
    struct record_view *open; /* place: number modulo ON_THEIR_WAY */
};

/* The kind of a record's operation, from its Operation Type packet: bit 0 of the payload tells
 * loads from stores (5.3.8, D18.2.7). NULL: the record has no such packet. */
static const char *kind_of(const struct record_view *view)
{
    static const char *const of_class[] = {
        [SPE_CLASS_OTHER] = "other", [SPE_CLASS_LDST] = "load", [SPE_CLASS_BRANCH] = "branch"};

    for (unsigned i = 0; i < view->n_rows; i++) {
        const struct spe_packet *p = &view->row[i].expected;
        if (!view->row[i].has_expected || p->kind != SPE_PACKET_OPERATION) {
            continue;
        }
        const bool store = p->index == SPE_CLASS_LDST && (p->payload & 1) != 0;
        return store ? "store" : p->index <= SPE_CLASS_BRANCH ? of_class[p->index] : NULL;
    }
    return NULL;
}

static const struct spe_packet *packet_of(const struct record_row *row)
{
    return row->has_expected ? &row->expected : &row->actual;
}

static void add_record(struct run_count *count, const struct record_view *view)
{
    const char *kind = kind_of(view);

    if (kind == NULL || strcmp(kind, count->kind) != 0) {
        return;
    }
    count->records++;
    for (unsigned i = 0; i < count->n; i++) {
        struct run_packet *p = &count->packet[i];
        for (unsigned k = 0; k < view->n_rows; k++) {
            const struct record_row *row = &view->row[k];
            if (record_same_kind(packet_of(p->row), packet_of(row))) {
                p->expected += row->has_expected;
                p->actual += row->has_actual;
                p->right += row->same;
            }
        }
    }
}

static void on_entry(void *user, const struct spe_journal_entry *entry)
{
    struct counting *c = user;
    struct record_view *view = &c->open[entry->number % ON_THEIR_WAY];

    if (entry->unit != SPE_UNIT_RECORD) {
        return;
    }
    if (view->number != entry->number) {
        memset(view, 0, sizeof(*view));
        view->number = entry->number;
    }
    record_take(view, entry);
    if (strcmp(entry->field, "state") == 0 && entry->now == SPE_RECORD_WRITTEN) {
        record_rows(view);
        add_record(c->count, view);
    }
}

static void choose_packets(struct run_count *count, const struct record_view *view)
{
    memset(count, 0, sizeof(*count));
    for (unsigned i = 0; i < view->n_rows && count->n < RUN_PACKETS; i++) {
        if (!view->row[i].same) {
            struct run_packet *p = &count->packet[count->n++];
            p->row = &view->row[i];
            p->title = spe_packet_title(packet_of(p->row));
        }
    }
    count->kind = count->n != 0 ? kind_of(view) : NULL;
    count->n = count->kind != NULL ? count->n : 0;
}

int run_count_read(const struct explain *e, const char *command, const struct record_view *view,
                   struct run_count *count)
{
    struct counting c = {.count = count};
    const struct spe_journal_reader reader = {.path = e->path,
                                              .salvage = e->salvage,
                                              .max_findings = 1,
                                              .on_entry = on_entry,
                                              .user = &c};

    choose_packets(count, view);
    if (count->n == 0) {
        return 0;
    }
    c.open = calloc(ON_THEIR_WAY, sizeof(*c.open));
    if (c.open == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, command, "%s", spe_status_text(SPE_ENOMEM));
    }
    const int status = spe_replay_journal(&reader, command);
    free(c.open);
    for (unsigned i = 0; i < count->n; i++) {
        struct run_packet *p = &count->packet[i];
        p->common = p->right == 0 && (p->expected > 1 || p->actual > 1);
    }
    return status;
}

const struct run_packet *run_count_of(const struct run_count *count, const struct record_row *row)
{
    for (unsigned i = 0; i < count->n; i++) {
        if (count->packet[i].row == row) {
            return &count->packet[i];
        }
    }
    return NULL;
}
