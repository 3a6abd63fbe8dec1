/* SPDX-License-Identifier: Apache-2.0 */
#include "log_items.h"

#include "spe/replay.h"

/* A replay hands out a transaction before the model applies it. What the time before the
 * transaction brings is handed out after it. So a transaction is held until something comes that it
 * caused, or the next transaction. */
struct reading {
    const struct log_items *items;
    struct spe_txn held;
    bool holds, stopped;
    uint64_t n; /* transactions handed on */
};

static void out(struct reading *r, struct log_item item)
{
    item.index = r->n;
    if (!r->stopped) {
        r->stopped = !r->items->on_item(r->items->user, &item);
    }
    r->n += item.txn != NULL;
}

static void free_reading(struct reading *r)
{
    if (r->holds) {
        r->holds = false;
        out(r, (struct log_item){.txn = &r->held});
    }
}

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct reading *r = user;

    if (r->items->on_header != NULL) {
        r->items->on_header(r->items->user, header, run);
    }
}

static bool on_txn(void *user, const struct spe_txn *txn)
{
    struct reading *r = user;

    free_reading(r);
    r->held = *txn;
    r->holds = !r->stopped;
    return !r->stopped;
}

static bool is_before(const struct reading *r, uint64_t cycle, uint32_t seq)
{
    return r->holds && (cycle < r->held.cycle || seq != r->held.seq);
}

static void on_entry(void *user, const struct spe_journal_entry *entry)
{
    struct reading *r = user;

    if (!is_before(r, entry->cycle, entry->seq)) {
        free_reading(r);
    }
    out(r, (struct log_item){.entry = entry});
}

static void on_finding(void *user, const struct spe_finding *finding)
{
    struct reading *r = user;

    if (!is_before(r, finding->cycle, finding->seq)) {
        free_reading(r);
    }
    out(r, (struct log_item){.finding = finding});
}

int log_items_read(const struct log_items *items)
{
    struct reading r = {.items = items};
    const struct spe_journal_reader reader = {.path = items->path,
                                              .salvage = items->salvage,
                                              .max_findings = UINT32_MAX,
                                              .on_header = on_header,
                                              .on_txn = on_txn,
                                              .on_entry = on_entry,
                                              .on_finding = on_finding,
                                              .user = &r};

    const int status = spe_replay_journal(&reader, items->command != NULL ? items->command : "log");
    free_reading(&r);
    return status;
}
