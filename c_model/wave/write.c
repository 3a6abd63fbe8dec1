/* SPDX-License-Identifier: Apache-2.0 */
#include "write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "fst_out.h"

#define TOP_ROWS  "scoreboard"
#define TOP_SHOWS "spu"
#define CHARS_MAX 4096

/* A variable of the waves that is copied cycle by cycle. */
struct copy {
    struct net net;
    uint32_t handle;
    char *shown; /* the last value that was written */
};

struct writer {
    struct view *view;
    struct fst_out *out;
    uint32_t handle[ROWS];
    struct copy *copy;
    size_t n_copies;
    size_t next; /* index of the next change */
    uint64_t time;
    bool timed;
};

static const char *top_of(unsigned row)
{
    return row >= ROW_PROBE_0 ? TOP_SHOWS : TOP_ROWS;
}

static void add_range(char *dst, size_t bytes, unsigned bits)
{
    const size_t used = strlen(dst);

    if (bits > 1) {
        (void)snprintf(dst + used, bytes - used, "[%u:0]", bits - 1);
    }
}

void write_row_name(const struct rows *rows, unsigned row, char *dst, size_t bytes)
{
    const struct row_info *info = &rows->info[row];

    (void)snprintf(dst, bytes, "%s.%s.%s", top_of(row), info->group, info->name);
    add_range(dst, bytes, info->bits);
}

void write_show_name(const struct show *show, char *dst, size_t bytes)
{
    (void)snprintf(dst, bytes, "%s.%s", TOP_SHOWS, show->line->signal);
    add_range(dst, bytes, show->net.high - show->net.low + 1);
}

/* The scopes that are open. */
struct scopes {
    char name[32][128];
    unsigned depth;
};

/* Add a variable by its full name. Scopes are closed and opened as the name needs it. */
static uint32_t add_variable(struct fst_out *out, struct scopes *s, const char *name, unsigned bits)
{
    unsigned depth = 0;
    const char *dot;

    for (; (dot = strchr(name, '.')) != NULL && depth < 32; depth++, name = dot + 1) {
        const size_t n = (size_t)(dot - name);
        if (depth < s->depth && strlen(s->name[depth]) == n &&
            strncmp(s->name[depth], name, n) == 0) {
            continue;
        }
        for (; s->depth > depth; s->depth--) {
            fst_out_up(out);
        }
        (void)snprintf(s->name[depth], sizeof(s->name[depth]), "%.*s", (int)n, name);
        fst_out_scope(out, s->name[depth]);
        s->depth++;
    }
    for (; s->depth > depth; s->depth--) {
        fst_out_up(out);
    }
    return fst_out_variable(out, name, bits);
}

static void add_rows(struct writer *w, struct scopes *scopes)
{
    const struct rows *rows = &w->view->rows;
    char name[256];

    for (unsigned row = 0; row < ROWS; row++) {
        const struct row_info *info = &rows->info[row];
        if (info->used) {
            (void)snprintf(name, sizeof(name), "%s.%s.%s", top_of(row), info->group, info->name);
            w->handle[row] = add_variable(w->out, scopes, name, info->bits);
        }
    }
}

static bool add_copy(struct writer *w, struct scopes *scopes, const char *name,
                     const struct net *net)
{
    struct copy *copy = &w->copy[w->n_copies];
    const unsigned bits = net->high - net->low + 1;

    copy->net = *net;
    copy->handle = add_variable(w->out, scopes, name, bits);
    copy->shown = calloc(1, bits + 1u);
    w->n_copies += copy->shown != NULL;
    return copy->shown != NULL;
}

/* A signal that is shown for two concerns becomes only one variable. */
static bool is_variable(const struct probes *p, unsigned i)
{
    unsigned k = 0;

    while (strcmp(p->show[k].line->signal, p->show[i].line->signal) != 0) {
        k++;
    }
    return k < i;
}

static bool add_shows(struct writer *w, struct scopes *scopes)
{
    const struct probes *p = &w->view->probes;
    char name[512];

    for (unsigned i = 0; i < p->n_shows; i++) {
        (void)snprintf(name, sizeof(name), "%s.%s", TOP_SHOWS, p->show[i].line->signal);
        if (!is_variable(p, i) && !add_copy(w, scopes, name, &p->show[i].net)) {
            return false;
        }
    }
    return true;
}

static bool add_all(struct writer *w, struct scopes *scopes)
{
    const struct trace *trace = w->view->trace;

    for (size_t i = 0; i < trace_signals(trace); i++) {
        const struct trace_signal *signal = trace_signal(trace, i);
        const size_t at = wanted_add(&w->view->probes.wanted, trace, i);
        const struct net net = {.part = {at}, .n = 1, .high = signal->bits - 1};
        if (at == SIZE_MAX || (signal->bits != 0 && !add_copy(w, scopes, signal->name, &net))) {
            return false;
        }
    }
    return true;
}

static bool add_variables(struct writer *w, bool all)
{
    struct scopes *scopes = calloc(1, sizeof(*scopes));
    const struct view *v = w->view;
    const size_t n = v->trace == NULL ? 0 : v->probes.n_shows + (all ? trace_signals(v->trace) : 0);
    bool good = scopes != NULL;

    w->copy = calloc(n + 1, sizeof(*w->copy));
    good = good && w->copy != NULL;
    if (good) {
        add_rows(w, scopes);
    }
    if (good && v->trace != NULL) {
        good = add_shows(w, scopes) && (!all || add_all(w, scopes));
    }
    for (; good && scopes->depth > 0; scopes->depth--) {
        fst_out_up(w->out);
    }
    free(scopes);
    return good;
}

static void go_to_time(struct writer *w, uint64_t cycle)
{
    if (!w->timed || cycle > w->time) {
        fst_out_time(w->out, cycle);
        w->time = cycle;
        w->timed = true;
    }
}

/* Write the values at the start. A row of texts without a text yet gets an empty one. */
static void put_start(struct writer *w)
{
    const struct rows *rows = &w->view->rows;

    go_to_time(w, rows->from);
    for (unsigned row = 0; row < ROWS; row++) {
        if (rows->info[row].used && rows->info[row].bits == 0) {
            fst_out_text(w->out, w->handle[row], "");
        }
    }
}

static void put_change(struct writer *w, const struct change *c)
{
    const struct rows *rows = &w->view->rows;
    const struct row_info *info = &rows->info[c->row];

    if (info->bits == 0) {
        fst_out_text(w->out, w->handle[c->row], rows_text_of(rows, c));
    } else {
        fst_out_value(w->out, w->handle[c->row], info->bits, c->value, c->known);
    }
}

/* Write the changes of the rows up to the end of this cycle. Of each cycle only the last value of a
 * row is written. */
static void put_changes(struct writer *w, uint64_t cycle)
{
    const struct rows *rows = &w->view->rows;
    size_t last[ROWS];

    while (w->next < rows->n && rows->change[w->next].cycle <= cycle) {
        const uint64_t now = rows->change[w->next].cycle;
        size_t end = w->next;
        for (; end < rows->n && rows->change[end].cycle == now; end++) {
            last[rows->change[end].row] = end;
        }
        go_to_time(w, now);
        for (; w->next < end; w->next++) {
            if (last[rows->change[w->next].row] == w->next) {
                put_change(w, &rows->change[w->next]);
            }
        }
    }
}

static bool write_cycle(void *user, uint64_t cycle, const char *const *value)
{
    struct writer *w = user;
    char chars[CHARS_MAX];

    if (cycle > w->view->rows.to) {
        return false;
    }
    if (cycle < w->view->rows.from) {
        return true;
    }
    put_changes(w, cycle);
    for (size_t i = 0; i < w->n_copies; i++) {
        struct copy *copy = &w->copy[i];
        net_chars(&copy->net, value, chars, sizeof(chars));
        if (strcmp(chars, copy->shown) != 0 &&
            strlen(chars) == copy->net.high - copy->net.low + 1) {
            go_to_time(w, cycle);
            fst_out_chars(w->out, copy->handle, chars);
            memcpy(copy->shown, chars, strlen(chars));
        }
    }
    return true;
}

/* Write a time after the last cycle, so that this cycle has its width, too. */
static void put_end(struct writer *w)
{
    const struct view *v = w->view;
    const uint64_t last = v->units.last_cycle < v->rows.to ? v->units.last_cycle : v->rows.to;

    put_changes(w, UINT64_MAX);
    go_to_time(w, last + 1);
}

int write_fst(struct view *view, const char *path, bool all)
{
    struct writer *w = calloc(1, sizeof(*w));
    int status = SPE_EXIT_ENVIRONMENT;

    if (w == NULL) {
        return spe_cli_fail(status, "wave", "out of memory");
    }
    w->view = view;
    if (fst_out_open(&w->out, path) != SPE_EXIT_GOOD) {
        free(w);
        return status;
    }
    if (!add_variables(w, all)) {
        (void)spe_cli_fail(status, "wave", "out of memory");
    } else {
        put_start(w);
        status = view->trace == NULL
                     ? SPE_EXIT_GOOD
                     : trace_read(view->trace, &view->probes.time, view->probes.wanted.signal,
                                  view->probes.wanted.n, write_cycle, w);
        put_end(w);
    }
    if (status == SPE_EXIT_GOOD) {
        status = fst_out_close(w->out);
    } else {
        fst_out_drop(w->out);
    }
    for (size_t i = 0; w->copy != NULL && i < w->n_copies; i++) {
        free(w->copy[i].shown);
    }
    free(w->copy);
    free(w);
    return status;
}
