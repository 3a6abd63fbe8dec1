/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "config_members.h"
#include "cover/axes.h"
#include "cover/cover.h"
#include "cover/cross.h"
#include "cover/table.h"
#include "parts/count.h"
#include "spe/cover.h"
#include "spe/status.h"

/* Axes, groups and names of functional coverage. */

/* Check that each value of an enumeration has a name. */
#define NAMED(axis, values) _Static_assert(COUNT_OF(axis##_names) == (values), "names of " #axis)
NAMED(kind, KINDS);
NAMED(event, EVENTS);
NAMED(fault, FAULTS);
NAMED(packet, PACKETS);
NAMED(output, COUNTS);
NAMED(sequence, SEQUENCES);
NAMED(region, REGIONS);
NAMED(order, ORDERS);

#define GROUP(name, section, title, ...)                                                           \
    {                                                                                              \
        {name, section, title, 0, 0},                                                              \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct cover_row {
    struct spe_cover_group group;
    const struct cover_axis *axis[COVER_AXES];
} rows[COVER_GROUPS] = {
    [COVER_ACCESS] = GROUP("access", "D24.7, 4.1", "System register accesses by outcome", &reg,
                           &direction, &level, &outcome),
    [COVER_PROFILED] =
        GROUP("profiled", "3.4.2, D17.4", "records by owning regime and level", &regime, &level),
    [COVER_COLLECT] = GROUP("collect", "3.3", "what is collected", &collected, &timestamp),
    [COVER_PACKET] =
        GROUP("packet", "5.3, D18.2", "packets of records, each with one operation", &packet),
    [COVER_OPERATION] =
        GROUP("operation", "D18.2.7, 2.3.5", "kinds of operations by ending", &kind, &ending),
    [COVER_OTHER] = GROUP("other", "D18.2.7", "payload Other", &other),
    [COVER_SVE] = GROUP("sve", "D18.2.7", "payloads SVE", &vector, &evl, &sve),
    [COVER_SME] = GROUP("sme", "D18.2.7", "payload SME array", &ets, &fp),
    [COVER_EXTENDED] = GROUP("extended", "D18.2.7", "payload Load/store, extended", &extended),
    [COVER_BRANCH] = GROUP("branch", "D18.2.7", "payload Branch", &cr, &branch),
    [COVER_EVENT_BIT] = GROUP("events", "D18.2.6", "bits of the Events packet", &bit, &digit),
    [COVER_COUNTER] = GROUP("counter", "D18.2.3", "latency counters", &counter, &count),
    [COVER_STATE] = GROUP("state", "D18.2.1", "states in Address packets", &address, &state),
    [COVER_LEVEL] = GROUP("level", "D18.2.1", "levels in Address packets", &address, &level),
    [COVER_TAG] = GROUP("tag", "D18.2.1", "CH and PAT", &checked, &pat),
    [COVER_SOURCE] = GROUP("source", "D18.2.4", "Data Source of loads", &source),
    [COVER_FILTER] = GROUP("filter", "3.2.3, D24.7.12", "filters by outcome", &filters, &kept),
    [COVER_TYPE] = GROUP("type", "3.2.2, D24.7.12", "type filter by flag of the operation", &type,
                         &control, &flag, &kept),
    [COVER_SELECT] = GROUP("select", "3.1, 2.2.4", "selections", &mode, &selected, &lane),
    [COVER_PLACE] = GROUP("place", "3.4.1", "records and pages", &page, &addressing),
    [COVER_LIMIT] = GROUP("limit", "3.5.2", "room left after a record", &room),
    [COVER_EVENT] =
        GROUP("event", "RFJDLW, RHJXHT", "management events by register", &event, &reported),
    [COVER_FAULT] = GROUP("fault", "Table 6, Table D17-11", "faults by stage and level", &fault,
                          &stage, &depth),
    [COVER_PERMISSION] =
        GROUP("permission", "D17.8.3, D24.7.5", "Permission faults by cause", &cause, &stage),
    [COVER_FAULT_AT] =
        GROUP("fault_at", "RMYXZK", "first byte that an event hit, in its record", &event, &place),
    [COVER_SYNDROME] =
        GROUP("syndrome", "D24.7.5", "DL, EA and COLL after an event", &event, &syndrome),
    [COVER_EXCEPTION] = GROUP("exception", "RYZJQX, RTSJRP", "PMBIRQ and exceptions by level",
                              &signal, &pending, &level),
    [COVER_OUTPUT] = GROUP("output", "2.6, 2.7, J1.1", "PMU events, CTI, SError", &output),
    [COVER_SEQUENCE] = GROUP("sequence", "3.5, 3.6, D17.9", "situations", &sequence),
    [COVER_BUS] = GROUP("bus", "3.4, D17.4", "top bits of the addresses of records on the bus",
                        &top, &addressing),
    [COVER_REGION] =
        GROUP("region", "3.4.1, D24.7.2, D24.7.4", "where a record and the limit of its buffer are",
              &placed, &region, &addressing),
    [COVER_INTERVAL] =
        GROUP("interval", "3.1, D17.3", "sampling intervals", &interval, &mode, &shown),
    [COVER_DEPTH] = GROUP("depth", "2.2.4, 3.1.4", "what a selection finds on its way", &tags,
                          &records, &selected),
    [COVER_ORDER] = GROUP("order", "3.5, 3.5.4", "responses of the bus when an event takes effect",
                          &event, &order),
    [COVER_BARRIER] = GROUP("barrier", "3.6, D17.9", "what a barrier finds when it is asked for",
                            &barrier, &pendings, &enabled),
};

static size_t bins_of(const struct cover_row *row)
{
    size_t n = 1;

    for (int i = 0; i < COVER_AXES && row->axis[i] != NULL; i++) {
        n *= row->axis[i]->n;
    }
    return n;
}

static size_t first_of(int g)
{
    size_t first = 0;

    for (int i = 0; i < g; i++) {
        first += bins_of(&rows[i]);
    }
    return first;
}

void cover_init(struct cover *cover)
{
    for (int g = 0; g < COVER_GROUPS; g++) {
        unsigned step = 1;
        cover->first[g] = (unsigned)first_of(g);
        for (int i = COVER_AXES - 1; i >= 0; i--) {
            const struct cover_axis *axis = rows[g].axis[i];
            cover->step[g][i] = step;
            cover->n[g][i] = axis != NULL ? axis->n : 1;
            step *= cover->n[g][i];
        }
    }
    assert(spe_cover_bins() <= COVER_BINS);
}

bool cover_values(size_t bin, enum cover_group *g, unsigned value[COVER_AXES])
{
    int i = 0;

    for (size_t first = 0; i < COVER_GROUPS && bin >= first + bins_of(&rows[i]); i++) {
        first += bins_of(&rows[i]);
    }
    if (i == COVER_GROUPS) {
        return false;
    }
    *g = (enum cover_group)i;
    bin -= first_of(i);
    for (int axis = COVER_AXES - 1; axis >= 0; axis--) {
        const struct cover_axis *a = rows[i].axis[axis];
        value[axis] = a != NULL ? (unsigned)(bin % a->n) : 0;
        bin = a != NULL ? bin / a->n : bin;
    }
    return true;
}

/* A line of text that grows. Text that does not fit is cut. */
struct line {
    char text[256];
    size_t used;
};

static void add_text(struct line *line, const char *text)
{
    while (*text != '\0' && line->used + 1 < sizeof(line->text)) {
        line->text[line->used++] = *text++;
    }
    line->text[line->used] = '\0';
}

static void add_flags(struct line *line, const char *const *names, unsigned value, const char *and)
{
    bool any = false;

    for (unsigned i = 0; value >> i != 0; i++) {
        if ((value >> i & 1) != 0) {
            add_text(line, any ? and : "");
            add_text(line, names[i]);
            any = true;
        }
    }
    add_text(line, any ? "" : "none");
}

static void add_number(struct line *line, unsigned value)
{
    char text[16];

    (void)snprintf(text, sizeof(text), "%u", value);
    add_text(line, text);
}

static void add_value(struct line *line, const struct cover_axis *axis, unsigned value)
{
    if (axis->flags) {
        add_flags(line, axis->names, value, "+");
    } else if (axis->names == NULL) {
        add_number(line, value);
    } else {
        add_text(line, axis->names[value]);
    }
}

static void add_words(struct line *line, const struct cover_axis *axis, unsigned value)
{
    add_text(line, axis->before);
    if (axis->flags) {
        add_flags(line, axis->says, value, " and ");
    } else if (axis->says != NULL) {
        add_text(line, axis->says[value]);
    } else {
        add_value(line, axis, value);
    }
}

static int deliver(const struct line *line, char *dst, size_t dst_bytes)
{
    if (line->used >= dst_bytes) {
        return SPE_ENOSPC;
    }
    memcpy(dst, line->text, line->used + 1);
    return (int)line->used;
}

int spe_cover_name(size_t bin, char *dst, size_t dst_bytes)
{
    unsigned value[COVER_AXES];
    struct line line = {.used = 0};
    enum cover_group g;

    if (!cover_values(bin, &g, value)) {
        return SPE_EINVAL;
    }
    add_text(&line, rows[g].group.name);
    for (int i = 0; i < COVER_AXES && rows[g].axis[i] != NULL; i++) {
        add_text(&line, i == 0 ? " " : ".");
        add_value(&line, rows[g].axis[i], value[i]);
    }
    return deliver(&line, dst, dst_bytes);
}

int spe_cover_meaning(size_t bin, char *dst, size_t dst_bytes)
{
    unsigned value[COVER_AXES];
    struct line line = {.used = 0};
    enum cover_group g;

    if (!cover_values(bin, &g, value)) {
        return SPE_EINVAL;
    }
    add_text(&line, rows[g].group.title);
    for (int i = 0; i < COVER_AXES && rows[g].axis[i] != NULL; i++) {
        add_text(&line, i == 0 ? ": " : ", ");
        add_words(&line, rows[g].axis[i], value[i]);
    }
    add_text(&line, " (");
    add_text(&line, rows[g].group.section);
    add_text(&line, ")");
    return deliver(&line, dst, dst_bytes);
}

size_t spe_cover_groups(void)
{
    return COVER_GROUPS;
}

int spe_cover_group(size_t index, struct spe_cover_group *group)
{
    if (index >= COVER_GROUPS) {
        return SPE_EINVAL;
    }
    *group = rows[index].group;
    group->first = first_of((int)index);
    group->bins = bins_of(&rows[index]);
    return SPE_OK;
}

size_t spe_cover_bins(void)
{
    return first_of(COVER_GROUPS);
}
