/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "trace.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "fst_file.h"
#include "fstapi.h"
#include "guard.h"
#include "room.h"

struct trace {
    void *reader;
    struct trace_signal *signal;
    size_t n, room;
};

static int unreadable(const char *path, const char *why)
{
    return spe_cli_fail(SPE_EXIT_USAGE, "wave", "%s: %s", path, why);
}

/* Length of a name without its range: "ptr [63:0]" and "ptr[63:0]" are ptr; "lane[3]" keeps its
 * index. */
static size_t without_range(const char *name)
{
    const size_t n = strcspn(name, " ");
    const char *bracket = strrchr(name, '[');

    if (name[n] != '\0' || bracket == NULL || strchr(bracket, ':') == NULL) {
        return n;
    }
    return (size_t)(bracket - name);
}

static bool add_signal(struct trace *t, const char *scope, const struct fstHierVar *var)
{
    struct trace_signal *all = room_for(t->signal, t->n, &t->room, sizeof(*all));
    if (all == NULL) {
        return false;
    }
    t->signal = all;
    const size_t used = strlen(scope), more = without_range(var->name);
    char *name = malloc(used + more + 2);
    if (name == NULL) {
        return false;
    }
    (void)memcpy(name, scope, used);
    name[used] = '.';
    (void)memcpy(name + used + (used != 0), var->name, more);
    name[used + (used != 0) + more] = '\0';
    t->signal[t->n++] = (struct trace_signal){name, var->length, var->handle};
    return true;
}

static bool read_names(struct trace *t)
{
    const char *scope = "";
    struct fstHier *h;

    while ((h = fstReaderIterateHier(t->reader)) != NULL) {
        if (h->htyp == FST_HT_SCOPE) {
            scope = fstReaderPushScope(t->reader, h->u.scope.name, NULL);
        } else if (h->htyp == FST_HT_UPSCOPE) {
            scope = fstReaderPopScope(t->reader);
            scope = scope != NULL ? scope : "";
        } else if (h->htyp == FST_HT_VAR && h->u.var.handle <= fstReaderGetMaxHandle(t->reader) &&
                   !add_signal(t, scope, &h->u.var)) {
            return false;
        }
    }
    return true;
}

int trace_open(struct trace **out, const char *path)
{
    const char *fault = fst_file_fault(path);

    if (fault != NULL) {
        return unreadable(path, fault);
    }
    if (!guard_try(path)) {
        return unreadable(path, "it is damaged");
    }
    struct trace *t = calloc(1, sizeof(*t));
    if (t != NULL) {
        t->reader = fstReaderOpen(path);
    }
    const bool named = t != NULL && t->reader != NULL && read_names(t);
    if (!named) {
        trace_close(t);
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "out of memory");
    }
    *out = t;
    return SPE_EXIT_GOOD;
}

void trace_close(struct trace *t)
{
    if (t == NULL) {
        return;
    }
    for (size_t i = 0; i < t->n; i++) {
        free(t->signal[i].name);
    }
    free(t->signal);
    if (t->reader != NULL) {
        fstReaderClose(t->reader);
    }
    free(t);
}

size_t trace_signals(const struct trace *t)
{
    return t->n;
}

const struct trace_signal *trace_signal(const struct trace *t, size_t i)
{
    return &t->signal[i];
}

/* Whether the first `n` characters of `full` are `name`, or end with a dot and `name`. */
static bool ends_with(const char *full, size_t n, const char *name)
{
    const size_t m = strlen(name);

    return n >= m && strncmp(full + n - m, name, m) == 0 && (n == m || full[n - m - 1] == '.');
}

size_t trace_find(const struct trace *t, const char *name, size_t *which)
{
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (ends_with(t->signal[i].name, strlen(t->signal[i].name), name)) {
            *which = n++ == 0 ? i : *which;
        }
    }
    return n;
}

/* Length of the beginning of a full name that ends with the scope `name`; 0: it is not in there. */
static size_t scope_in(const char *full, const char *name)
{
    for (const char *dot = strchr(full, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
        if (ends_with(full, (size_t)(dot - full), name)) {
            return (size_t)(dot - full);
        }
    }
    return 0;
}

size_t trace_members(const struct trace *t, const char *name, size_t *member, size_t room)
{
    const char *first = NULL;
    size_t n = 0, first_scope = 0;

    for (size_t i = 0; i < t->n; i++) {
        const size_t scope = scope_in(t->signal[i].name, name);
        if (scope == 0) {
            continue;
        }
        first = first != NULL ? first : t->signal[i].name;
        first_scope = first_scope != 0 ? first_scope : scope;
        if (scope != first_scope || strncmp(first, t->signal[i].name, scope) != 0) {
            return 0;
        }
        if (n < room) {
            member[n] = i;
        }
        n++;
    }
    return n;
}

/* Reading: values at the end of each cycle. */

#define UNKNOWN UINT64_MAX

struct reading {
    const struct trace *trace;
    const struct trace_time *time;
    const size_t *of; /* by handle: index in `value` + 1 */
    size_t handles;
    char **value;
    char *next_time; /* value of the signal of time at this moment */
    uint64_t moment, cycle;
    char clock;
    bool any, stopped;
    trace_cycle_fn fn;
    void *user;
    struct late *late;
};

/* New values of one moment. The cycle that ends at this moment still has the old values. */
struct late {
    char **value;
    bool *changed;
    size_t n;
};

static uint64_t number_of(const char *chars)
{
    uint64_t value = 0;

    for (; *chars != '\0'; chars++) {
        if (*chars != '0' && *chars != '1') {
            return UNKNOWN;
        }
        value = value << 1 | (uint64_t)(*chars == '1');
    }
    return value;
}

/* Number of the cycle that begins with the values of the last moment. */
static uint64_t next_cycle(struct reading *r)
{
    if (!r->time->clock) {
        return number_of(r->next_time);
    }
    const char before = r->clock;
    r->clock = r->next_time[0];
    if (r->cycle == UNKNOWN) {
        return 0;
    }
    return before == '0' && r->clock == '1' ? r->cycle + 1 : r->cycle;
}

/* All values of a moment have come. */
static void moment_over(struct reading *r)
{
    const uint64_t cycle = next_cycle(r);

    if (cycle != r->cycle && r->cycle != UNKNOWN && !r->stopped) {
        r->stopped = !r->fn(r->user, r->cycle, (const char *const *)r->value);
    }
    r->cycle = cycle;
    for (size_t i = 0; i < r->late->n; i++) {
        if (r->late->changed[i]) {
            r->late->changed[i] = false;
            memcpy(r->value[i], r->late->value[i], strlen(r->value[i]));
        }
    }
}

/* Take a value if it is as long as the signal; a real number is not. */
static bool take(char *to, const unsigned char *value)
{
    const size_t n = strlen(to);

    if (strlen((const char *)value) != n) {
        return false;
    }
    memcpy(to, value, n);
    return true;
}

static void on_value(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    struct reading *r = user;

    if (r->stopped) {
        return;
    }
    if (r->any && time != r->moment) {
        moment_over(r);
    }
    r->any = true;
    r->moment = time;
    if (handle == r->trace->signal[r->time->signal].handle) {
        (void)take(r->next_time, value);
    }
    const size_t at = handle <= r->handles ? r->of[handle] : 0;
    if (at != 0) {
        r->late->changed[at - 1] = take(r->late->value[at - 1], value);
    }
}

/* Values of variable length are ignored: no wanted signal has them. */
static void on_text(void *user, uint64_t time, fstHandle handle, const unsigned char *value,
                    uint32_t bytes)
{
    (void)value;
    (void)bytes;
    (void)user;
    (void)time;
    (void)handle;
}

static void free_strings(char **all)
{
    for (size_t i = 0; all != NULL && all[i] != NULL; i++) {
        free(all[i]);
    }
    free(all);
}

/* @return n strings of x, each as long as its signal, or NULL. */
static char **strings(const struct trace *t, const size_t *signal, size_t n)
{
    char **all = calloc(n + 1, sizeof(*all));

    for (size_t i = 0; all != NULL && i < n; i++) {
        const unsigned bits = t->signal[signal[i]].bits;
        all[i] = calloc(1, bits + 1u);
        if (all[i] == NULL) {
            free_strings(all);
            return NULL;
        }
        memset(all[i], 'x', bits);
    }
    return all;
}

static void want(const struct trace *t, const struct trace_time *time, const size_t *signal,
                 size_t n, size_t *of)
{
    fstReaderClrFacProcessMaskAll(t->reader);
    fstReaderSetFacProcessMask(t->reader, t->signal[time->signal].handle);
    for (size_t i = 0; i < n; i++) {
        fstReaderSetFacProcessMask(t->reader, t->signal[signal[i]].handle);
        of[t->signal[signal[i]].handle] = i + 1;
    }
}

int trace_read(struct trace *t, const struct trace_time *time, const size_t *signal, size_t n,
               trace_cycle_fn fn, void *user)
{
    char **next_time = strings(t, &time->signal, 1);
    struct late late = {strings(t, signal, n), calloc(n + 1, sizeof(bool)), n};
    const size_t handles = fstReaderGetMaxHandle(t->reader);
    size_t *of = calloc(handles + 1, sizeof(*of));
    struct reading r = {.trace = t,
                        .time = time,
                        .of = of,
                        .handles = handles,
                        .value = strings(t, signal, n),
                        .next_time = next_time != NULL ? next_time[0] : NULL,
                        .cycle = UNKNOWN,
                        .fn = fn,
                        .user = user,
                        .late = &late};
    int status = SPE_EXIT_GOOD;

    if (late.value == NULL || late.changed == NULL || of == NULL || r.value == NULL ||
        r.next_time == NULL) {
        status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "out of memory");
    } else {
        want(t, time, signal, n, of);
        (void)fstReaderIterBlocks2(t->reader, on_value, on_text, &r, NULL);
        if (r.any) {
            moment_over(&r); /* the cycle that ends with the last values is complete */
        }
    }
    free_strings(late.value);
    free_strings(r.value);
    free(late.changed);
    free_strings(next_time);
    free(of);
    return status;
}
