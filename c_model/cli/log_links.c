/* SPDX-License-Identifier: Apache-2.0 */
#include "log_links.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "room.h"
#include "spe/status.h"
#include "spe/txn.h"

#define PAGES 32       /* translations that are remembered */
#define NONE  SIZE_MAX /* no burst */

/* A burst that still waits for data or its response. */
struct burst {
    uint64_t txn, addr;
    uint32_t record; /* 0: not known */
    size_t next;     /* the next one with its ID, or NONE */
    unsigned beats;  /* beats that have not come */
    bool responded;
};

/* The bursts of an ID that wait for their response: they are linked in the order of AXI. */
struct queue {
    size_t head, tail; /* NONE: it is empty */
};

/* A word of data that waits for its address. */
struct word {
    uint64_t at; /* its place */
    bool ends;   /* its beat */
};

struct page {
    uint64_t va, request, answer; /* places of its transactions in the log */
};

/* While the log is read, a link belongs to a sample, or to a burst whose record is known only
 * later. */
struct pending {
    uint64_t txn;
    uint32_t number;
    bool of_burst;
};

struct reading {
    struct log_links *links;
    struct pending *pending;
    size_t n_pending, pending_room;
    struct burst *burst; /* all bursts of the log */
    size_t n_bursts, burst_room;
    size_t first;      /* the oldest one that may wait for data or its response */
    size_t first_data; /* the oldest one that waits for data */
    struct queue queue[256];
    uint32_t *owner; /* for each record from 1 on, the number of its sample */
    size_t n_records, record_room;
    uint32_t under[256]; /* for each tag, its current sample */
    uint64_t request[256];
    struct page page[PAGES];
    size_t n_pages;
    struct word *held; /* those before `held_from` have their address */
    size_t held_from, n_held, held_room;
    struct spe_txn txn; /* the last transaction */
    uint64_t at;
    bool failed;
};

/* Make room for one more element of `size` bytes. @return the array, or NULL. */
static void *one_more(struct reading *r, void *array, size_t n, size_t *room, size_t size)
{
    void *more = room_for(array, n, room, size);

    r->failed |= more == NULL;
    return more;
}

static void link_to(struct reading *r, uint64_t txn, uint32_t number, bool of_burst)
{
    if (!of_burst && number == 0) {
        return;
    }
    void *all = one_more(r, r->pending, r->n_pending, &r->pending_room, sizeof(*r->pending));
    if (all != NULL) {
        r->pending = all;
        r->pending[r->n_pending++] = (struct pending){txn, number, of_burst};
    }
}

/* Nothing waits for data or a response: at the start, and after a reset. */
static void wait_for_nothing(struct reading *r)
{
    r->first = r->first_data = r->n_bursts;
    r->held_from = r->n_held = 0;
    for (size_t id = 0; id < sizeof(r->queue) / sizeof(r->queue[0]); id++) {
        r->queue[id] = (struct queue){NONE, NONE};
    }
}

/* Give waiting data to the bursts in the order of their addresses (IHI 0022 A5.3: no interleaving).
 */
static void give_data(struct reading *r)
{
    while (r->first_data < r->n_bursts && r->held_from < r->n_held) {
        const struct word *word = &r->held[r->held_from++];
        struct burst *burst = &r->burst[r->first_data];

        link_to(r, word->at, (uint32_t)r->first_data, true);
        burst->beats -= word->ends;
        r->first_data += burst->beats == 0;
    }
    if (r->held_from == r->n_held) {
        r->held_from = r->n_held = 0;
    }
}

static void await_response(struct reading *r, uint8_t id, size_t burst)
{
    struct queue *queue = &r->queue[id];

    if (queue->head == NONE) {
        queue->head = burst;
    } else {
        r->burst[queue->tail].next = burst;
    }
    queue->tail = burst;
}

static void on_address(struct reading *r, const struct spe_txn_aw *t)
{
    void *all = one_more(r, r->burst, r->n_bursts, &r->burst_room, sizeof(*r->burst));

    if (all == NULL) {
        return;
    }
    r->burst = all;
    r->burst[r->n_bursts] =
        (struct burst){.txn = r->at, .addr = t->addr, .next = NONE, .beats = t->len + 1u};
    await_response(r, t->id, r->n_bursts);
    link_to(r, r->at, (uint32_t)r->n_bursts++, true);
    give_data(r);
}

static void on_data(struct reading *r, const struct spe_txn_w *t)
{
    void *all = one_more(r, r->held, r->n_held, &r->held_room, sizeof(*r->held));

    if (all != NULL) {
        r->held = all;
        r->held[r->n_held++] = (struct word){r->at, t->last_word};
        give_data(r);
    }
}

static void on_response(struct reading *r, uint8_t id)
{
    const size_t answered = r->queue[id].head;

    if (answered != NONE) {
        r->queue[id].head = r->burst[answered].next;
        r->burst[answered].responded = true;
        link_to(r, r->at, (uint32_t)answered, true);
    }
    while (r->first < r->n_bursts && r->burst[r->first].responded &&
           r->burst[r->first].beats == 0) {
        r->first++;
    }
}

static void on_answer(struct reading *r, const struct spe_txn_xl_rsp *t)
{
    r->page[r->n_pages++ % PAGES] = (struct page){.request = r->request[t->id], .answer = r->at};
}

static void on_txn(struct reading *r, const struct spe_txn *txn)
{
    switch (txn->kind) {
    case SPE_TXN_RESET:
        wait_for_nothing(r);
        memset(r->under, 0, sizeof(r->under));
        break;
    case SPE_TXN_LIFE:
        link_to(r, r->at, r->under[txn->u.life.tag], false);
        break;
    case SPE_TXN_XL_REQ:
        r->request[txn->u.xl_req.id] = r->at;
        break;
    case SPE_TXN_XL_RSP:
        on_answer(r, &txn->u.xl_rsp);
        break;
    case SPE_TXN_AW:
        on_address(r, &txn->u.aw);
        break;
    case SPE_TXN_W:
        on_data(r, &txn->u.w);
        break;
    case SPE_TXN_B:
        on_response(r, txn->u.b.id);
        break;
    default:
        break;
    }
}

static void on_sample(struct reading *r, const struct spe_journal_entry *e)
{
    struct log_links *l = r->links;

    if (strcmp(e->field, "tag") == 0 && e->number == l->n_ops + 1) {
        void *all = one_more(r, l->op, l->n_ops, &l->op_room, sizeof(*l->op));
        if (all == NULL) {
            return;
        }
        l->op = all;
        l->op[l->n_ops++] = (struct log_op){.pc = 0};
        r->under[e->now & 255] = e->number;
        link_to(r, r->at, e->number, false);
    } else if (e->number == 0 || e->number > l->n_ops) {
        return;
    } else if (strcmp(e->field, "position") == 0) {
        l->op[e->number - 1].member = e->now;
    } else if (strcmp(e->field, "pc") == 0) {
        l->op[e->number - 1].pc = e->now;
    }
}

static void on_selection(struct reading *r, const struct spe_journal_entry *e)
{
    while (r->n_records < e->number) { /* the journal lacks records that discard mode dropped */
        void *all = one_more(r, r->owner, r->n_records, &r->record_room, sizeof(*r->owner));
        if (all == NULL) {
            return;
        }
        r->owner = all;
        r->owner[r->n_records++] = 0;
    }
    if (e->number != 0) {
        r->owner[e->number - 1] = (uint32_t)e->now;
    }
    if (e->now != 0 && e->now <= r->links->n_ops) {
        r->links->op[e->now - 1].record = e->number;
    }
}

static uint32_t owner_of(const struct reading *r, uint32_t record)
{
    return record != 0 && record <= r->n_records ? r->owner[record - 1] : 0;
}

static void link_page(struct reading *r, uint64_t va, uint32_t record)
{
    for (size_t i = r->n_pages; i > 0 && i + PAGES > r->n_pages; i--) {
        const struct page *page = &r->page[(i - 1) % PAGES];
        if (page->va >> 12 == va >> 12) {
            link_to(r, page->request, owner_of(r, record), false);
            link_to(r, page->answer, owner_of(r, record), false);
            return;
        }
    }
}

static void on_burst(struct reading *r, const struct spe_journal_entry *e)
{
    for (size_t i = r->n_bursts; i > r->first; i--) {
        struct burst *burst = &r->burst[i - 1];
        if (burst->addr == e->now && burst->record == 0) {
            burst->record = e->number;
            break;
        }
    }
    link_page(r, e->old, e->number);
}

static void on_record(struct reading *r, const struct spe_journal_entry *e)
{
    if (strcmp(e->field, "selection") == 0) {
        on_selection(r, e);
    } else if (strcmp(e->field, "burst") == 0) {
        on_burst(r, e);
    } else if (strcmp(e->field, "state") == 0 && e->now == SPE_RECORD_LOST &&
               r->txn.kind == SPE_TXN_XL_RSP && r->txn.seq == e->seq && r->n_pages != 0) {
        const struct page *page = &r->page[(r->n_pages - 1) % PAGES]; /* the page that faulted */
        link_to(r, page->request, owner_of(r, e->number), false);
        link_to(r, page->answer, owner_of(r, e->number), false);
    }
}

static bool on_item(void *user, const struct log_item *item)
{
    struct reading *r = user;

    if (item->txn != NULL) {
        r->txn = *item->txn;
        r->at = item->index;
        on_txn(r, item->txn);
    } else if (item->entry != NULL && item->entry->unit == SPE_UNIT_SAMPLE) {
        on_sample(r, item->entry);
    } else if (item->entry != NULL && item->entry->unit == SPE_UNIT_RECORD) {
        on_record(r, item->entry);
    } else if (item->entry != NULL && item->entry->unit == SPE_UNIT_BUFFER && r->n_pages != 0 &&
               strcmp(item->entry->field, "response") != 0) {
        r->page[(r->n_pages - 1) % PAGES].va = item->entry->old;
    }
    return !r->failed;
}

static int by_operation(const void *a, const void *b)
{
    const struct log_link *x = a, *y = b;

    if (x->op != y->op) {
        return x->op < y->op ? -1 : 1;
    }
    return x->txn < y->txn ? -1 : x->txn > y->txn;
}

/* Now that the records of bursts are known, turn their links into links of operations. */
static void settle(struct reading *r)
{
    struct log_links *l = r->links;

    l->link = calloc(r->n_pending + 1, sizeof(*l->link));
    if (l->link == NULL) {
        r->failed = true;
        return;
    }
    for (size_t i = 0; i < r->n_pending; i++) {
        const struct pending *p = &r->pending[i];
        const uint32_t op = p->of_burst ? owner_of(r, r->burst[p->number].record) : p->number;
        if (op != 0) {
            l->link[l->n_links++] = (struct log_link){p->txn, op};
        }
    }
    qsort(l->link, l->n_links, sizeof(*l->link), by_operation);
    size_t kept = 0;
    for (size_t i = 0; i < l->n_links; i++) {
        if (kept == 0 || by_operation(&l->link[kept - 1], &l->link[i]) != 0) {
            l->link[kept++] = l->link[i];
        }
    }
    l->n_links = kept;
    l->n_records = r->n_records;
}

int log_links_read(struct log_links *links, const char *path, bool salvage)
{
    struct reading *r = calloc(1, sizeof(*r));
    int status = 0;

    *links = (struct log_links){0};
    if (r != NULL) {
        r->links = links;
        wait_for_nothing(r);
        const struct log_items items = {
            .path = path, .salvage = salvage, .on_item = on_item, .user = r};
        status = log_items_read(&items);
        settle(r);
    }
    if (status == 0 && (r == NULL || r->failed)) {
        status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, "log", "%s", spe_status_text(SPE_ENOMEM));
    }
    if (r != NULL) {
        free(r->pending);
        free(r->burst);
        free(r->held);
        free(r->owner);
    }
    free(r);
    return status;
}

const struct log_link *log_links_of(const struct log_links *links, uint32_t op, size_t *n)
{
    size_t low = 0, high = links->n_links;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (links->link[middle].op < op) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (*n = 0; low + *n < links->n_links && links->link[low + *n].op == op; ++*n) {
    }
    return links->link + low;
}

void log_links_free(struct log_links *links)
{
    free(links->op);
    free(links->link);
}
