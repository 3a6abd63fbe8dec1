/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "config_members.h"
#include "log_items.h"
#include "log_lines.h"
#include "log_links.h"
#include "log_request.h"

#define NAME "log"

/* Shows a log in words, the transactions of one operation, or those around a finding. What is shown
 * depends on the journal, so the log is replayed. */

struct view {
    const struct log_request *r;
    struct log_lines lines;
    struct spe_log_header header;
    struct spe_config cfg; /* the configuration in the log's header */
    struct spe_log_run run;
    /* for --op */
    struct log_links links;
    uint32_t op;                 /* number of the sample */
    const struct log_link *mine; /* links of its transactions that are still to come */
    size_t n_mine;
    /* for --around */
    bool found;
    uint64_t first, last; /* places in the log */
    uint64_t cycle;       /* cycle of the last transaction */
};

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct view *v = user;

    v->cfg = *header->cfg;
    v->header = *header;
    v->header.cfg = &v->cfg;
    v->run = *run;
    log_lines_begin(&v->lines, v->r->decode, v->header.cfg);
    if (v->r->header) {
        spe_log_print_header(stdout, header, run);
    } else if (v->r->decode) {
        log_lines_remark("%s, configuration %s%s%s", header->name, header->cfg->name,
                         run->present ? ", test " : "", run->present ? run->test : "");
    }
}

static bool in_span(const struct log_request *r, const struct log_item *item)
{
    const uint64_t cycle = item->txn != NULL     ? item->txn->cycle
                           : item->entry != NULL ? item->entry->cycle
                                                 : item->finding->cycle;

    return cycle >= r->from && cycle <= r->to &&
           (r->kind < 0 || (item->txn != NULL && item->txn->kind == r->kind));
}

/* Whether the item is a prediction about the operation or its record, or a finding about its
 * record. */
static bool is_of_op(const struct view *v, const struct log_item *item)
{
    const uint32_t record = v->links.op[v->op - 1].record;

    if (item->finding != NULL) {
        char where[32];
        const int n = snprintf(where, sizeof(where), "record %" PRIu32, record);
        const char *rest = item->finding->where + n;
        return record != 0 && strncmp(item->finding->where, where, (size_t)n) == 0 &&
               (*rest == '\0' || *rest == ' ');
    }
    switch (item->entry->unit) {
    case SPE_UNIT_SAMPLE:
    case SPE_UNIT_FILTER:
        return item->entry->number == v->op;
    case SPE_UNIT_RECORD:
        return record != 0 && item->entry->number == record;
    default:
        return false;
    }
}

static bool wanted(struct view *v, const struct log_item *item)
{
    if (v->op != 0 && item->txn != NULL) {
        const bool mine = v->n_mine != 0 && v->mine->txn == item->index;
        v->mine += mine;
        v->n_mine -= mine;
        return mine;
    }
    if (v->op != 0) {
        return is_of_op(v, item);
    }
    if (item->entry != NULL && item->entry->unit != SPE_UNIT_ENABLE) {
        return false;
    }
    if (v->r->around == 0) {
        return item->entry == NULL || v->r->decode;
    }
    return item->index >= v->first && item->index <= v->last + (item->txn == NULL) &&
           (item->entry == NULL || v->r->decode);
}

static bool on_item(void *user, const struct log_item *item)
{
    struct view *v = user;

    if (v->r->around != 0 && item->txn != NULL && item->index == v->first && v->r->decode) {
        log_lines_state(&v->lines);
    }
    if (wanted(v, item) && in_span(v->r, item)) {
        log_lines_print(&v->lines, item);
    }
    log_lines_take(&v->lines, item);
    v->cycle = item->txn != NULL ? item->txn->cycle : v->cycle;
    if (item->txn != NULL &&
        (item->txn->cycle > v->r->to || (v->r->around != 0 && item->index > v->last))) {
        return false;
    }
    return !ferror(stdout);
}

static bool find_finding(void *user, const struct log_item *item)
{
    struct view *v = user;

    if (item->finding != NULL) {
        v->op++; /* number of findings so far */
        if (item->finding->number == v->r->around) {
            v->found = true;
            v->first = item->index > v->r->before ? item->index - v->r->before : 0;
            v->last = item->index + v->r->after - 1;
        }
    }
    return !v->found;
}

/* @return 0, or the exit status after one line. */
static int choose_around(struct view *v)
{
    const struct log_items items = {
        .path = v->r->path, .salvage = v->r->salvage, .on_item = find_finding, .user = v};

    const int status = log_items_read(&items);
    if (status != 0 || v->found) {
        v->op = 0;
        return status;
    }
    return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s: no finding %" PRIu64 ", a replay has %" PRIu32,
                        v->r->path, v->r->around, v->op);
}

static uint64_t key_of(const struct log_op *op, enum log_by by)
{
    return by == LOG_BY_PC ? op->pc : by == LOG_BY_MEMBER ? op->member : op->record;
}

static int no_op(const struct view *v)
{
    static const char *const what[] = {[LOG_BY_PC] = "no operation was sampled at PC 0x%" PRIx64,
                                       [LOG_BY_MEMBER] = "member %" PRIu64 " was not sampled",
                                       [LOG_BY_RECORD] =
                                           "no sampled operation has record %" PRIu64};
    const struct log_request *r = v->r;
    uint64_t before = 0, behind = UINT64_MAX;
    char text[128];

    if (v->links.n_ops == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, NAME,
                            "%s: no operation was sampled, or the log has no LIFE taps", r->path);
    }
    for (size_t i = 0; i < v->links.n_ops; i++) {
        const uint64_t member = v->links.op[i].member;
        before = member < r->op && member > before ? member : before;
        behind = member > r->op && member < behind ? member : behind;
    }
    const int n = snprintf(text, sizeof(text), what[r->by], r->op);
    if (r->by == LOG_BY_MEMBER && before != 0) {
        (void)snprintf(text + n, sizeof(text) - (size_t)n, "; the last one before it is %" PRIu64,
                       before);
    } else if (r->by == LOG_BY_MEMBER) {
        (void)snprintf(text + n, sizeof(text) - (size_t)n, "; the first one is %" PRIu64, behind);
    }
    return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s: %s", r->path, text);
}

/* Find the first operation that is asked for; a remark names the next one with the same PC. */
static int choose_op(struct view *v)
{
    const struct log_op *op, *next = NULL;
    size_t same = 0;

    int status = log_links_read(&v->links, v->r->path, v->r->salvage);
    for (size_t i = v->links.n_ops; status == 0 && i > 0; i--) {
        if (key_of(&v->links.op[i - 1], v->r->by) == v->r->op) {
            next = v->op != 0 ? &v->links.op[v->op - 1] : NULL;
            v->op = (uint32_t)i;
            same++;
        }
    }
    if (status != 0 || v->op == 0) {
        return status != 0 ? status : no_op(v);
    }
    op = &v->links.op[v->op - 1];
    v->mine = log_links_of(&v->links, v->op, &v->n_mine);
    log_lines_remark(
        "operation %" PRIu32 " of %zu: member %" PRIu64 ", PC 0x%" PRIx64 ", record %" PRIu32 "%s",
        v->op, v->links.n_ops, op->member, op->pc, op->record, op->record == 0 ? " (none)" : "");
    if (next != NULL) {
        log_lines_remark("%zu operations were sampled at this PC; the next one is op=%" PRIu64,
                         same, next->member);
    }
    return 0;
}

static int show_items(struct view *v)
{
    const struct log_items items = {.path = v->r->path,
                                    .salvage = v->r->salvage,
                                    .on_header = on_header,
                                    .on_item = on_item,
                                    .user = v};

    int status = log_items_read(&items);
    if (status == 0) {
        log_remark_end(v->r, v->cycle);
    }
    status = status == 0 ? spe_cli_finish(NAME, SPE_EXIT_GOOD) : status;
    return spe_cli_part(NAME, v->r->path, &v->run, status);
}

int log_view(const struct log_request *r)
{
    struct view v = {.r = r};
    int status = SPE_EXIT_GOOD;

    if (r->around != 0) {
        status = choose_around(&v);
    } else if (r->by != LOG_BY_NONE) {
        status = choose_op(&v);
    }
    status = status == SPE_EXIT_GOOD ? show_items(&v) : status;
    log_links_free(&v.links);
    return status;
}
