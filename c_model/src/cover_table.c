/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "cover.h"
#include "cover_table.h"
#include "spe/status.h"

/* Axes, groups and names of functional coverage. */

#define NAMES(axis, ...)                                                                           \
    static const char *const axis##_names[] = {__VA_ARGS__};                                       \
    static const struct cover_axis axis = {axis##_names, sizeof(axis##_names) / sizeof(char *),    \
                                           false}
/* Bits: a value is the sum of the names whose bit is 1. */
#define FLAGS(axis, ...)                                                                           \
    static const char *const axis##_names[] = {__VA_ARGS__};                                       \
    static const struct cover_axis axis = {axis##_names,                                           \
                                           1u << (sizeof(axis##_names) / sizeof(char *)), true}
/* Numbers 0 .. n - 1. */
#define NUMBERS(axis, n) static const struct cover_axis axis = {NULL, n, false}

NAMES(reg, "PMSCR_EL1", "PMSNEVFR_EL1", "PMSICR_EL1", "PMSIRR_EL1", "PMSFCR_EL1", "PMSEVFR_EL1",
      "PMSLATFR_EL1", "PMSIDR_EL1", "PMBLIMITR_EL1", "PMBPTR_EL1", "PMBSR_EL1", "PMSDSFR_EL1",
      "PMBMAR_EL1", "PMBIDR_EL1", "PMSCR_EL2", "PMBSR_EL2", "PMSCR_EL12", "PMBSR_EL12",
      "PMBSR_EL3");
NAMES(direction, "read", "write");
NAMES(level, "EL0", "EL1", "EL2", "EL3");
NAMES(outcome, "ok", "undefined", "trap_el2", "trap_el3", "memory");
NAMES(regime, "ns_el10", "ns_el2", "ns_el20", "s_el10", "s_el2", "s_el20", "r_el10", "r_el2",
      "r_el20");
FLAGS(collected, "ctx1", "ctx2", "pa");
NAMES(timestamp, "none", "virtual", "physical", "offset");
NAMES(kind, "other", "sve", "sme", "general", "simd_fp", "unspecified", "tag", "nv2", "extended",
      "sve_memory", "copy", "set", "gcs", "branch");
NAMES(ending, "retire", "exception", "squash", "nonarch", "replay");
FLAGS(other, "cond", "fp", "ase");
NAMES(vector, "data", "load", "store");
NUMBERS(evl, 8);
FLAGS(sve, "pred", "fp_or_gather");
NUMBERS(ets, 16);
NAMES(fp, "integer", "fp");
FLAGS(extended, "store", "atomic", "exclusive", "acquire_release");
NAMES(cr, "not_recorded", "call", "return", "neither");
FLAGS(branch, "cond", "indirect", "gcs");
NUMBERS(bit, 64);
NAMES(digit, "0", "1");
NAMES(counter, "total", "issue", "translation", "alternate");
NAMES(count, "0", "1", "between", "max_less_1", "max");
NAMES(address, "pc", "target", "previous", "pa");
NAMES(state, "secure", "nonsecure", "root", "realm");
NAMES(checked, "unchecked", "checked");
NUMBERS(pat, 16);
NAMES(source, "absent", "0", "nibble", "byte", "wide");
FLAGS(filters, "FE", "FT", "FL", "FnE", "FDS");
NAMES(kept, "rejected", "kept");
NAMES(type, "B", "LD", "ST", "FP", "SIMD");
NAMES(control, "off", "on", "mask", "on_mask");
NAMES(mode, "fixed", "random", "random_after");
NAMES(selected, "sampled", "collided");
NUMBERS(lane, 8);
NAMES(page, "inside", "to_end", "across");
NAMES(addressing, "virtual", "physical");
NAMES(room, "0", "less", "one_record", "more");
NAMES(event, "full", "denied", "size", "alignment", "abort_stage1", "abort_stage2", "gpc",
      "external", "impdef", "wrong_pointer");
NAMES(reported, "PMBSR_EL1", "PMBSR_EL2", "PMBSR_EL3");
NAMES(fault, "address_size", "translation", "access_flag", "permission", "walk_external",
      "gpf_walk", "gpf", "alignment", "tlb_conflict", "atomic_update", "walk_parity",
      "unsupported_access", "external_sync", "external_async", "other");
NAMES(stage, "stage1", "stage2");
NAMES(depth, "none", "level_m2", "level_m1", "level_0", "level_1", "level_2", "level_3");
NAMES(cause, "plain", "DirtyBit", "Overlay", "AssuredOnly", "TopLevel");
NAMES(place, "first", "inner", "last", "second_page");
FLAGS(syndrome, "DL", "EA", "COLL");
NAMES(signal, "PMBIRQ", "to_EL1", "to_EL2", "to_EL3");
NAMES(pending, "pending", "taken");
NAMES(output, "SAMPLE_POP", "SAMPLE_FEED", "SAMPLE_FILTRATE", "SAMPLE_COLLISION", "CTI", "SError",
      "SAMPLE_BUFFER_FULL", "SAMPLE_FEED_BR", "SAMPLE_FEED_LD", "SAMPLE_FEED_ST", "SAMPLE_FEED_FP",
      "SAMPLE_FEED_SIMD", "SAMPLE_FEED_OP", "SAMPLE_FEED_EVENT", "SAMPLE_FEED_LAT",
      "SAMPLE_FEED_DS");
NAMES(packet, "end", "timestamp", "context_EL1", "context_EL2", "events", "operation",
      "data_source", "pc", "target", "previous", "va", "pa", "total", "issue", "translation",
      "alternate", "padding");
NAMES(sequence, "disable_queued", "disable_writing", "disable_in_flight", "event_queued",
      "event_in_flight", "event_then_abort", "s_written", "s_cleared", "owner_in_walk",
      "owner_writing", "tlbi_in_walk", "reset_writing", "reset_in_flight", "pointer_writing",
      "wait_for_room", "two_pages", "discard_mode");

/* A name for each value of an enumeration. */
#define NAMED(axis, values)                                                                        \
    _Static_assert(sizeof(axis##_names) / sizeof(char *) == (values), "names of " #axis)
NAMED(kind, KINDS);
NAMED(event, EVENTS);
NAMED(fault, FAULTS);
NAMED(packet, PACKETS);
NAMED(output, COUNTS);
NAMED(sequence, SEQUENCES);

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
                         &control, &digit, &kept),
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

unsigned cover_bin(const struct cover *cover, enum cover_group g, unsigned a, unsigned b,
                   unsigned c, unsigned d)
{
    const unsigned *n = cover->n[g], *step = cover->step[g];

    assert(a < n[0] && b < n[1] && c < n[2] && d < n[3]);
    return cover->first[g] + a * step[0] + b * step[1] + c * step[2] + d * step[3];
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

static void print_flags(char *dst, size_t bytes, const struct cover_axis *axis, unsigned value)
{
    size_t used = 0;

    (void)snprintf(dst, bytes, "none");
    for (unsigned i = 0; value >> i != 0; i++) {
        if ((value >> i & 1) != 0 && used < bytes) {
            used += (size_t)snprintf(dst + used, bytes - used, "%s%s", used != 0 ? "+" : "",
                                     axis->names[i]);
        }
    }
}

static void print_value(char *dst, size_t bytes, const struct cover_axis *axis, unsigned value)
{
    if (axis->flags) {
        print_flags(dst, bytes, axis, value);
    } else if (axis->names == NULL) {
        (void)snprintf(dst, bytes, "%u", value);
    } else {
        (void)snprintf(dst, bytes, "%s", axis->names[value]);
    }
}

int spe_cover_name(size_t bin, char *dst, size_t dst_bytes)
{
    unsigned value[COVER_AXES];
    enum cover_group g;
    char text[128], one[48];

    if (!cover_values(bin, &g, value)) {
        return SPE_EINVAL;
    }
    size_t used = (size_t)snprintf(text, sizeof(text), "%s", rows[g].group.name);
    for (int i = 0; i < COVER_AXES && rows[g].axis[i] != NULL && used < sizeof(text); i++) {
        print_value(one, sizeof(one), rows[g].axis[i], value[i]);
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%c%s", i == 0 ? ' ' : '.', one);
    }
    if (used >= dst_bytes || used >= sizeof(text)) {
        return SPE_ENOSPC;
    }
    memcpy(dst, text, used + 1);
    return (int)used;
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
