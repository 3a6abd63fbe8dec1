/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_xl.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "reg_fields.h"
#include "room.h"
#include "spe/log.h"
#include "spe/replay.h"
#include "words.h"

/* Reads the log once more, and keeps what has to do with translations. Looks through that for the
 * pages that are translated to those of the finding, then for the transactions about all these
 * pages; if there are none, about every page. */

struct reading {
    const struct explain *e;
    struct xl_view *view;
    struct spe_txn *txn;
    size_t n, room;
    bool failed; /* no memory */
};

/* What is known on the way through the transactions. */
struct pass {
    const struct explain *e;
    struct xl_view *view;
    struct {
        bool known;
        uint64_t va;
    } asked[256]; /* by id: the last request */
    bool any;     /* a page of the view was requested */
    struct words_state words;
    char owner[64]; /* of the last context, in words */
};

static bool has_page(const struct xl_view *view, unsigned n, uint64_t address)
{
    for (unsigned i = 0; i < n; i++) {
        if (view->page[i] == address >> 12) {
            return true;
        }
    }
    return false;
}

static void add_page(struct xl_view *view, uint64_t address)
{
    if (view->n_pages < XL_PAGES && !has_page(view, view->n_pages, address)) {
        view->page[view->n_pages++] = address >> 12;
    }
}

static void add_numbers(struct xl_view *view, const char *text)
{
    while ((text = strstr(text, "0x")) != NULL) {
        char *end;
        const uint64_t address = strtoull(text, &end, 16);
        if (end > text + 2) {
            add_page(view, address);
        }
        text = end > text ? end : text + 2;
    }
}

/* What the numbers "0x..." of a finding are. */
enum named { NO_ADDRESS, ADDRESS_WHERE, ADDRESS_TEXT };

static enum named named_by(enum spe_check check)
{
    switch (check) {
    case SPE_CHECK_BUF_ADDRESS: /* each number of its text is an address, virtual or physical */
        return ADDRESS_TEXT;
    case SPE_CHECK_BUF_DATA: /* of a burst without a record; else `where` is a record */
    case SPE_CHECK_BUF_LIMIT:
    case SPE_CHECK_BUF_TWICE:
    case SPE_CHECK_BUF_DISABLED:
    case SPE_CHECK_BUS_PROTOCOL:
    case SPE_CHECK_XL_REGIME:
    case SPE_CHECK_XL_NVM:
        return ADDRESS_WHERE;
    default:
        return NO_ADDRESS;
    }
}

static void name_pages(const struct explain *e, struct xl_view *view)
{
    const struct spe_finding *f = explain_finding(e);
    const enum named named = named_by(f->check);
    const struct spe_txn *txn = e->n_txns != 0 ? &e->txn[e->n_txns - 1] : NULL;

    if (named == NO_ADDRESS || (e->header.taps & SPE_TAP_BYTES) == 0) {
        return;
    }
    if (txn != NULL && txn->seq == f->seq && txn->kind == SPE_TXN_XL_REQ) {
        add_page(view, txn->u.xl_req.va);
    } else if (txn != NULL && txn->seq == f->seq && txn->kind == SPE_TXN_AW) {
        add_page(view, txn->u.aw.addr);
    }
    add_numbers(view, f->where);
    if (named == ADDRESS_TEXT) {
        add_numbers(view, f->text);
    }
    view->named = view->n_pages;
}

/* A physical address of the finding: the pages that were translated to it. */
static void take_page(struct pass *p, const struct spe_txn *txn)
{
    if (txn->kind == SPE_TXN_XL_REQ) {
        p->asked[txn->u.xl_req.id].known = true;
        p->asked[txn->u.xl_req.id].va = txn->u.xl_req.va;
    } else if (txn->kind == SPE_TXN_XL_RSP && txn->u.xl_rsp.fault == SPE_XL_OK &&
               p->asked[txn->u.xl_rsp.id].known &&
               has_page(p->view, p->view->named, txn->u.xl_rsp.pa)) {
        add_page(p->view, p->asked[txn->u.xl_rsp.id].va);
    }
}

/* Keep the newer half, and of the older one the rows that are the last ones of their kind. */
static void drop_rows(struct xl_view *view)
{
    unsigned seen = 0, first = view->n;

    for (unsigned i = view->n; i > 0; i--) {
        const unsigned kind = xl_row_kind(&view->row[i - 1]);
        if (i - 1 >= XL_ROWS / 2 || (seen & kind) == 0) {
            first--;
            memmove(&view->row[first], &view->row[i - 1], sizeof(view->row[0]));
        }
        seen |= kind;
    }
    view->dropped += first;
    view->n -= first;
    memmove(view->row, &view->row[first], view->n * sizeof(view->row[0]));
}

static struct xl_row *add_row(struct pass *p, const struct spe_txn *txn)
{
    struct xl_view *view = p->view;

    if (view->n == XL_ROWS) {
        drop_rows(view);
    }
    struct xl_row *row = &view->row[view->n++];
    *row = (struct xl_row){.txn = *txn, .first = txn->cycle};
    return row;
}

static struct xl_row *add_said(struct pass *p, const struct spe_txn *txn)
{
    struct xl_row *row = add_row(p, txn);
    struct words w;
    size_t from = 0;

    words_say(&p->words, txn, &w);
    (void)words_line(&w, &from, sizeof(row->text) - 1, row->text, sizeof(row->text));
    return row;
}

/* Whether two rows say the same but for their places: the newer one stands for both. */
static bool alike(const struct xl_row *a, const struct xl_row *b)
{
    if (a->txn.kind != b->txn.kind) {
        return false;
    }
    if (a->txn.kind == SPE_TXN_SYNC) {
        return a->txn.u.sync.kind == b->txn.u.sync.kind && a->txn.u.sync.data == b->txn.u.sync.data;
    }
    return strcmp(a->text, b->text) == 0;
}

/* Let the last row stand for an earlier one like it, with no request or answer between them. */
static void join_rows(struct xl_view *view)
{
    struct xl_row *last = &view->row[view->n - 1];

    for (unsigned i = view->n - 1; i > 0 && !xl_row_translates(&view->row[i - 1]); i--) {
        struct xl_row *row = &view->row[i - 1];
        if (alike(row, last)) {
            last->more = row->more + 1;
            last->first = row->first;
            memmove(row, row + 1, (view->n - i) * sizeof(*row));
            view->n--;
            return;
        }
    }
}

static void end_row(struct pass *p, struct xl_row *row, const char *rule)
{
    row->rule = rule;
    join_rows(p->view);
}

/* Before the first request there is nothing that a TLBI can end; but ASID and VMID may be told. */
static void take_sync(struct pass *p, const struct spe_txn *txn)
{
    if (txn->u.sync.kind == SPE_SYNC_TLBI && p->any) {
        end_row(p, add_said(p, txn), "BR6");
    } else if (txn->u.sync.kind == SPE_SYNC_CSE && (p->any || txn->u.sync.data != 0)) {
        end_row(p, add_said(p, txn), "BR7");
    }
}

/* The owner is the last piece of the words for a context of which no control has changed. */
static void say_owner(const struct spe_config *cfg, const struct spe_txn_ctx *t, char *dst,
                      size_t bytes)
{
    struct words w;
    size_t from = 0;

    words_init(&w);
    words_say_context(cfg, t, t, &w);
    while (from < w.used) {
        (void)words_line(&w, &from, 1, dst, bytes);
    }
}

/* A context is told where it makes another owner or regime. */
static void take_context(struct pass *p, const struct spe_txn *txn)
{
    char owner[sizeof(p->owner)] = "";

    say_owner(&p->e->cfg, &txn->u.ctx, owner, sizeof(owner));
    if (strcmp(owner, p->owner) != 0) {
        struct xl_row *row = add_row(p, txn);
        memcpy(row->text, owner, sizeof(owner));
        memcpy(p->owner, owner, sizeof(owner));
        end_row(p, row, "W3");
    }
}

static void take_write(struct pass *p, const struct spe_txn *txn)
{
    const struct spe_txn_sysreg *t = &txn->u.sysreg;
    const char *name = spe_log_register_name(t->enc);
    const enum spe_reg reg = name != NULL ? reg_by_name(name) : SPE_REGS;

    if (t->write == 0 || t->outcome != SPE_ACCESS_OK) {
        return;
    }
    if (reg == SPE_PMBLIMITR) {
        end_row(p, add_said(p, txn), (t->data & SPE_PMBLIMITR_E) != 0 ? "W3" : "W2");
    } else if (reg == SPE_PMBMAR && p->e->cfg.nvm) {
        end_row(p, add_said(p, txn), "W3");
    }
}

static void take_bus(struct pass *p, const struct spe_txn *txn)
{
    if (txn->kind == SPE_TXN_XL_REQ) {
        const uint64_t va = txn->u.xl_req.va;
        const bool ours = p->view->elsewhere || has_page(p->view, p->view->n_pages, va);
        p->asked[txn->u.xl_req.id].known = ours;
        p->asked[txn->u.xl_req.id].va = va;
        p->any |= ours;
        if (ours) {
            add_said(p, txn)->va = va;
        }
    } else if (txn->kind == SPE_TXN_XL_RSP && p->asked[txn->u.xl_rsp.id].known) {
        add_said(p, txn)->va = p->asked[txn->u.xl_rsp.id].va;
    } else if (txn->kind == SPE_TXN_AW && txn->seq == explain_finding(p->e)->seq) {
        (void)add_said(p, txn);
    }
}

static void take_row(struct pass *p, const struct spe_txn *txn)
{
    if (txn->kind == SPE_TXN_SYNC) {
        take_sync(p, txn);
    } else if (txn->kind == SPE_TXN_CTX) {
        take_context(p, txn);
    } else if (txn->kind == SPE_TXN_SYSREG) {
        take_write(p, txn);
    } else if (txn->kind == SPE_TXN_RESET && txn->u.reset.kind == 0 && p->any) {
        end_row(p, add_said(p, txn), "RS1");
    } else {
        take_bus(p, txn);
    }
    words_take(&p->words, txn);
}

static bool on_txn(void *user, const struct spe_txn *txn)
{
    struct reading *r = user;
    const uint32_t last = explain_finding(r->e)->seq;
    const bool concerns = txn->kind == SPE_TXN_XL_REQ || txn->kind == SPE_TXN_XL_RSP ||
                          txn->kind == SPE_TXN_SYNC || txn->kind == SPE_TXN_CTX ||
                          txn->kind == SPE_TXN_SYSREG || txn->kind == SPE_TXN_RESET;

    if (txn->seq > last || r->failed) {
        return false;
    }
    if (!concerns && txn->seq != last) {
        return true;
    }
    struct spe_txn *all = room_for(r->txn, r->n, &r->room, sizeof(*r->txn));
    if (all == NULL) {
        r->failed = true;
        return false;
    }
    r->txn = all;
    r->txn[r->n++] = *txn;
    return true;
}

static void look_through(const struct reading *r, struct pass *p,
                         void (*take)(struct pass *p, const struct spe_txn *txn))
{
    *p = (struct pass){.e = r->e, .view = r->view};
    words_begin(&p->words, &r->e->cfg);
    for (size_t i = 0; i < r->n; i++) {
        take(p, &r->txn[i]);
    }
}

static void make_rows(const struct reading *r, struct pass *p)
{
    struct xl_view *view = r->view;

    view->n = view->dropped = 0;
    look_through(r, p, take_row);
    if (!p->any) {
        view->n = view->dropped = 0;
    }
}

static void make_view(const struct reading *r, struct pass *p)
{
    look_through(r, p, take_page);
    make_rows(r, p);
    if (r->view->n == 0) {
        r->view->elsewhere = true;
        make_rows(r, p);
    }
}

int xl_view_read(const struct explain *e, const char *command, struct xl_view *view)
{
    struct reading r = {.e = e, .view = view};
    const struct spe_journal_reader reader = {
        .path = e->path, .salvage = e->salvage, .max_findings = 1, .on_txn = on_txn, .user = &r};

    memset(view, 0, sizeof(*view));
    name_pages(e, view);
    if (view->named == 0) {
        return 0;
    }
    struct pass *p = calloc(1, sizeof(*p));
    int status = p != NULL ? spe_replay_journal(&reader, command) : 0;
    if (status == 0 && (p == NULL || r.failed)) {
        status = spe_cli_no_memory(command);
    } else if (status == 0) {
        make_view(&r, p);
    }
    free(r.txn);
    free(p);
    return status;
}
