/* SPDX-License-Identifier: Apache-2.0 */
#include "probes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "explain_suspect.h"
#include "room.h"

size_t wanted_add(struct wanted *w, const struct trace *trace, size_t signal)
{
    for (size_t i = 0; i < w->n; i++) {
        if (trace_signal(trace, w->signal[i])->handle == trace_signal(trace, signal)->handle) {
            return i;
        }
    }
    size_t *all = room_for(w->signal, w->n, &w->room, sizeof(*all));
    if (all == NULL) {
        return SIZE_MAX;
    }
    w->signal = all;
    w->signal[w->n] = signal;
    return w->n++;
}

static int wrong_signal(const struct map *map, const struct map_line *line, const char *why)
{
    return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: line %u: %s: %s", map->path, line->number,
                        line->signal, why);
}

/* Find the signals of a name: one signal, or the members of a structure.
 * @return how many, 0: none; -1: the name is ambiguous. */
static int signals_of(const struct trace *trace, const char *name, size_t *signal)
{
    const size_t n = trace_find(trace, name, &signal[0]);

    if (n > 1) {
        return -1;
    }
    if (n == 1) {
        return 1;
    }
    const size_t members = trace_members(trace, name, signal, PROBE_MEMBERS);
    return members <= PROBE_MEMBERS ? (int)members : -1;
}

/* @return 0, or a status. */
static int make_net(struct probes *p, const struct map *map, const struct map_line *line,
                    const struct trace *trace, struct net *net, size_t *first)
{
    size_t signal[PROBE_MEMBERS];
    unsigned bits = 0;
    const int n = signals_of(trace, line->signal, signal);

    if (n < 0) {
        return wrong_signal(
            map, line, "the FST has more than one of this name: more of its scopes are needed");
    }
    net->n = 0;
    for (int i = 0; i < n; i++) {
        const size_t at = wanted_add(&p->wanted, trace, signal[i]);
        if (at == SIZE_MAX) {
            return spe_cli_no_memory("wave");
        }
        bits += trace_signal(trace, signal[i])->bits;
        net->part[net->n++] = at;
    }
    *first = signal[0];
    net->high = line->signal_high >= 0 ? (unsigned)line->signal_high : bits - 1;
    net->low = line->signal_high >= 0 ? (unsigned)line->signal_low : 0;
    if (n != 0 && net->high >= bits) {
        return wrong_signal(map, line, "it has fewer bits");
    }
    if (n == 0 && !line->optional && p->n_missing < PROBE_SHOWS) {
        p->missing[p->n_missing++] = line->signal;
    }
    return SPE_EXIT_GOOD;
}

/* The row named "group.name", or ROWS if there is none. */
static unsigned row_named(const struct rows *rows, const char *name)
{
    for (unsigned i = 0; i < ROW_PROBE_0; i++) {
        const struct row_info *info = &rows->info[i];
        const size_t n = info->group != NULL ? strlen(info->group) : 0;
        if (n != 0 && strncmp(name, info->group, n) == 0 && name[n] == '.' &&
            strcmp(name + n + 1, info->name) == 0) {
            return i;
        }
    }
    return ROWS;
}

static int add_probe(struct probes *p, const struct map *map, const struct map_line *line,
                     const struct trace *trace, const struct rows *rows)
{
    struct probe *probe = &p->probe[p->n_probes];
    size_t first;

    *probe = (struct probe){.line = line, .row = row_named(rows, line->what)};
    if (probe->row == ROWS || rows->info[probe->row].bits == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: line %u: %s: no field of the prediction",
                            map->path, line->number, line->what);
    }
    if (p->n_probes == ROW_PROBES) {
        return wrong_signal(map, line, "too many fields");
    }
    const int status = make_net(p, map, line, trace, &probe->net, &first);
    if (status != SPE_EXIT_GOOD || probe->net.n == 0) {
        return status;
    }
    const unsigned bits = probe->net.high - probe->net.low + 1;
    const bool whole = line->high == MAP_BITS - 1 && line->low == 0;
    probe->low = line->low;
    probe->high = whole && bits < MAP_BITS ? bits - 1 : line->high;
    if (bits != probe->high - probe->low + 1) {
        return wrong_signal(map, line, "it has another number of bits than the field");
    }
    probe->compared = probe->row >= ROW_REGISTERS && probe->row < ROW_TAG_0;
    p->n_probes++;
    return SPE_EXIT_GOOD;
}

static bool is_concern(const char *name)
{
    int i = 0;

    while (i < CONCERNS && strcmp(concern_name((enum concern)i), name) != 0) {
        i++;
    }
    return i < CONCERNS;
}

static int add_show(struct probes *p, const struct map *map, const struct map_line *line,
                    const struct trace *trace)
{
    struct show *show = &p->show[p->n_shows];

    if (!is_concern(line->what)) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: line %u: no concern of spe explain: %s",
                            map->path, line->number, line->what);
    }
    if (p->n_shows == PROBE_SHOWS) {
        return wrong_signal(map, line, "too many signals to be shown");
    }
    show->line = line;
    const int status = make_net(p, map, line, trace, &show->net, &show->signal);
    p->n_shows += status == SPE_EXIT_GOOD && show->net.n != 0;
    return status;
}

/* Count cycles by the counter of the monitor, or by the edges of a clock. */
static int set_time(struct probes *p, const struct map *map, const struct map_line *line,
                    const struct trace *trace)
{
    char name[sizeof(line->signal) + 16];

    p->time.clock = line->kind == MAP_CLOCK;
    p->has_tap = !p->time.clock;
    (void)snprintf(name, sizeof(name), "%s%s", line->signal, p->has_tap ? ".cycle_q" : "");
    (void)snprintf(p->tap, sizeof(p->tap), "%s", line->signal);
    const size_t n = trace_find(trace, name, &p->time.signal);
    if (n != 1) {
        return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: line %u: the FST has %s signal %s%s",
                            map->path, line->number, n == 0 ? "no" : "more than one", name,
                            n == 0 ? ": another SPU, or the FST is damaged" : "");
    }
    return SPE_EXIT_GOOD;
}

int probes_resolve(struct probes *p, const struct map *map, const struct trace *trace,
                   const struct rows *rows)
{
    bool timed = false;
    int status = SPE_EXIT_GOOD;

    memset(p, 0, sizeof(*p));
    for (size_t i = 0; i < map->n && status == SPE_EXIT_GOOD; i++) {
        const struct map_line *line = &map->line[i];
        if (line->kind == MAP_FIELD) {
            status = add_probe(p, map, line, trace, rows);
        } else if (line->kind == MAP_SHOW) {
            status = add_show(p, map, line, trace);
        } else if (timed) {
            status = wrong_signal(map, line, "one line tap or clock is needed, not two");
        } else {
            status = set_time(p, map, line, trace);
            timed = true;
        }
    }
    if (status == SPE_EXIT_GOOD && !timed) {
        status = spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: it has no line tap or clock", map->path);
    }
    return status;
}

void probes_name(const struct probes *p, struct rows *rows)
{
    for (unsigned i = 0; i < p->n_probes; i++) {
        const struct probe *probe = &p->probe[i];
        const struct row_info *info = &rows->info[probe->row];
        char name[sizeof(info->name) + 32];
        if (probe->low == 0) {
            (void)snprintf(name, sizeof(name), "%s", info->name);
        } else {
            (void)snprintf(name, sizeof(name), "%s_%u_%u", info->name, probe->high, probe->low);
        }
        rows_name(rows, ROW_PROBE_0 + i, info->group, name, probe->high - probe->low + 1,
                  info->format);
    }
}

void probes_free(struct probes *p)
{
    free(p->wanted.signal);
    p->wanted.signal = NULL;
}

/* Call `fn` for each bit of a net, the highest bit first. */
static void each_bit(const struct net *net, const char *const *value,
                     void (*fn)(void *user, char bit), void *user)
{
    unsigned left = 0;

    for (unsigned i = 0; i < net->n; i++) {
        left += (unsigned)strlen(value[net->part[i]]);
    }
    for (unsigned i = 0; i < net->n; i++) {
        for (const char *c = value[net->part[i]]; *c != '\0'; c++) {
            left--;
            if (left <= net->high && left >= net->low) {
                fn(user, *c);
            }
        }
    }
}

struct number {
    uint64_t value, known;
};

static void add_to_number(void *user, char bit)
{
    struct number *n = user;

    n->value = n->value << 1 | (uint64_t)(bit == '1');
    n->known = n->known << 1 | (uint64_t)(bit == '0' || bit == '1');
}

uint64_t net_value(const struct net *net, const char *const *value, uint64_t *known)
{
    struct number n = {0, 0};

    each_bit(net, value, add_to_number, &n);
    *known = n.known;
    return n.value;
}

struct chars {
    char *at, *end;
};

static void add_to_chars(void *user, char bit)
{
    struct chars *c = user;

    if (c->at < c->end) {
        *c->at++ = bit;
    }
}

void net_chars(const struct net *net, const char *const *value, char *dst, size_t bytes)
{
    struct chars c = {dst, dst + bytes - 1};

    each_bit(net, value, add_to_chars, &c);
    *c.at = '\0';
}
