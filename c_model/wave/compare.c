/* SPDX-License-Identifier: Apache-2.0 */
#include "compare.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

struct range {
    uint64_t from, to;
    bool any;
};

static bool on_range(void *user, uint64_t cycle, const char *const *value)
{
    struct range *r = user;

    (void)value;
    r->from = r->any ? r->from : cycle;
    r->to = cycle;
    r->any = true;
    return true;
}

int compare_range(struct trace *trace, const struct probes *probes, uint64_t *from, uint64_t *to)
{
    struct range r = {0};
    const int status = trace_read(trace, &probes->time, NULL, 0, on_range, &r);

    *from = r.from;
    *to = r.to;
    if (status == SPE_EXIT_GOOD && !r.any) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave", "the FST holds no whole cycle");
    }
    return status;
}

/* The predicted values of a row, by cycle. */
struct timeline {
    struct change *at;
    size_t n, now; /* `now`: the last value that begins before the tolerance does */
};

struct comparing {
    struct comparison *c;
    const struct probes *probes;
    const struct units *units;
    const struct told *told;
    struct rows *rows;
    struct timeline line[ROW_PROBES];
    uint64_t shown[ROW_PROBES], shown_known[ROW_PROBES];
    bool has_shown[ROW_PROBES];
    size_t point; /* index of the next counter_point */
    struct same_run same;
    uint64_t end; /* last cycle of the log */
    bool differs;
    uint64_t last;
};

static bool make_timeline(struct timeline *t, const struct rows *rows, unsigned row)
{
    size_t n = 0;

    for (size_t i = 0; i < rows->n; i++) {
        n += rows->change[i].row == row;
    }
    t->at = calloc(n + 1, sizeof(*t->at));
    if (t->at == NULL) {
        return false;
    }
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->change[i].row == row) {
            t->at[t->n++] = rows->change[i];
        }
    }
    return true;
}

static uint64_t bits_of(const struct probe *p)
{
    const unsigned n = p->high - p->low + 1;

    return (n == 64 ? UINT64_MAX : ((uint64_t)1 << n) - 1) << p->low;
}

/* Whether the SPU has one of the values that are predicted within the tolerance around `cycle`.
 * *predicted: the value that is predicted in `cycle` itself. */
static bool fits(struct timeline *t, uint64_t cycle, uint64_t tolerance, uint64_t bits,
                 uint64_t actual, uint64_t *predicted)
{
    const uint64_t first = cycle > tolerance ? cycle - tolerance : 0;

    while (t->now + 1 < t->n && t->at[t->now + 1].cycle <= first) {
        t->now++;
    }
    if (t->n == 0 || t->at[t->now].cycle > cycle + tolerance) {
        return true; /* nothing is predicted yet */
    }
    bool fit = false;
    for (size_t i = t->now; i < t->n && t->at[i].cycle <= cycle + tolerance; i++) {
        fit |= ((t->at[i].value ^ actual) & t->at[i].known & bits) == 0;
        *predicted = t->at[i].cycle <= cycle || i == t->now ? t->at[i].value : *predicted;
    }
    return fit;
}

/* PMSICR_EL1 is compared only where its prediction is exact to the member. */
static bool counter_fits(struct comparing *x, uint64_t cycle, uint64_t bits, uint64_t actual,
                         uint64_t *predicted)
{
    const struct units *u = x->units;
    bool fit = true;

    while (x->point < u->n_points && u->point[x->point].cycle < cycle) {
        x->point++;
    }
    for (size_t i = x->point; i < u->n_points && u->point[i].cycle == cycle; i++) {
        *predicted = u->point[i].value;
        fit = ((u->point[i].value ^ actual) & u->point[i].known & bits) == 0;
    }
    return fit;
}

static void note(struct comparing *x, unsigned i, uint64_t cycle, uint64_t predicted,
                 uint64_t actual)
{
    struct divergence *d = &x->c->first[i];

    if (!d->any) {
        *d = (struct divergence){
            true, cycle, predicted, actual, bits_of(&x->probes->probe[i]), &x->probes->probe[i]};
    }
    if (x->c->earliest == NULL) {
        x->c->earliest = d;
    }
}

/* @return whether the SPU's value of this probe differs from the prediction. */
static bool compare_probe(struct comparing *x, unsigned i, uint64_t cycle, const char *const *value)
{
    const struct probe *p = &x->probes->probe[i];
    uint64_t known, predicted = 0;
    const uint64_t raw = net_value(&p->net, value, &known);
    const uint64_t actual = raw << p->low;
    const uint64_t bits = bits_of(p) & known << p->low;

    if (!x->has_shown[i] || x->shown[i] != raw || x->shown_known[i] != known) {
        rows_put_known(x->rows, cycle, ROW_PROBE_0 + i, raw, known);
        x->has_shown[i] = true;
        x->shown[i] = raw;
        x->shown_known[i] = known;
    }
    if (!p->compared || cycle > x->end) {
        return false;
    }
    const bool fit = p->row == ROW_REGISTERS + SPE_PMSICR
                         ? counter_fits(x, cycle, bits, actual, &predicted)
                         : fits(&x->line[i], cycle, x->c->tolerance, bits, actual, &predicted);
    if (!fit) {
        note(x, i, cycle, predicted, actual);
    }
    return !fit;
}

static bool compare_cycle(void *user, uint64_t cycle, const char *const *value)
{
    struct comparing *x = user;
    bool differs = told_differs(x->told, cycle);

    if (cycle > x->rows->to) {
        return false;
    }
    if (!same_run_cycle(&x->same, cycle, value)) {
        return false;
    }
    if (cycle < x->rows->from) {
        return true;
    }
    for (unsigned i = 0; i < x->probes->n_probes; i++) {
        differs |= compare_probe(x, i, cycle, value);
    }
    if (differs != x->differs || x->c->cycles == 0) {
        rows_put(x->rows, cycle, ROW_DIFFER, differs);
    }
    x->differs = differs;
    x->last = cycle;
    if (x->c->cycles == 0) {
        x->c->from = cycle;
    }
    x->c->cycles += cycle <= x->end;
    return true;
}

static bool begin(struct comparing *x)
{
    for (unsigned i = 0; i < x->probes->n_probes; i++) {
        const struct probe *p = &x->probes->probe[i];
        if (!make_timeline(&x->line[i], x->rows, p->row)) {
            return false;
        }
        bool again = false; /* other bits of this register have been counted already */
        for (unsigned k = 0; k < i; k++) {
            again |= x->probes->probe[k].row == p->row;
        }
        x->c->registers += p->compared && x->line[i].n != 0 && !again;
    }
    return true;
}

int compare_run(struct comparison *c, struct trace *trace, struct probes *probes,
                const struct units *units, const struct seen_list *seen, const struct told *told,
                struct rows *rows)
{
    struct comparing x = {.c = c,
                          .probes = probes,
                          .units = units,
                          .told = told,
                          .rows = rows,
                          .end = units->last_cycle};
    int status = SPE_EXIT_ENVIRONMENT;

    if (begin(&x) && same_run_init(&x.same, seen, probes, trace)) {
        status = trace_read(trace, &probes->time, probes->wanted.signal, probes->wanted.n,
                            compare_cycle, &x);
    } else {
        (void)spe_cli_fail(status, "wave", "out of memory");
    }
    c->checked = x.same.checked;
    c->strange = x.same.can && c->checked == 0 && !c->same_run;
    if (c->strange) { /* a difference may come from another run */
        memset(c->first, 0, sizeof(c->first));
        c->earliest = NULL;
    }
    if (status == SPE_EXIT_GOOD && x.same.fault[0] != '\0') {
        status = spe_cli_fail(SPE_EXIT_USAGE, "wave", "the FST is of another run than the log: %s",
                              x.same.fault);
    }
    for (unsigned i = 0; i < probes->n_probes; i++) {
        free(x.line[i].at);
    }
    return status;
}
