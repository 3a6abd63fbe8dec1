/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_names.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "log_header.h"
#include "spe/log.h"
#include "spe/regs.h"

struct name {
    const char *name;
    uint64_t value;
};

/* Names of registers, for the field `enc`. */
static const struct name registers[] = {
    {"PMSCR_EL1", SPE_ENC(3, 0, 9, 9, 0)},    {"PMSICR_EL1", SPE_ENC(3, 0, 9, 9, 2)},
    {"PMSIRR_EL1", SPE_ENC(3, 0, 9, 9, 3)},   {"PMSFCR_EL1", SPE_ENC(3, 0, 9, 9, 4)},
    {"PMSEVFR_EL1", SPE_ENC(3, 0, 9, 9, 5)},  {"PMSLATFR_EL1", SPE_ENC(3, 0, 9, 9, 6)},
    {"PMSIDR_EL1", SPE_ENC(3, 0, 9, 9, 7)},   {"PMBLIMITR_EL1", SPE_ENC(3, 0, 9, 10, 0)},
    {"PMBPTR_EL1", SPE_ENC(3, 0, 9, 10, 1)},  {"PMBSR_EL1", SPE_ENC(3, 0, 9, 10, 3)},
    {"PMBIDR_EL1", SPE_ENC(3, 0, 9, 10, 7)},  {"PMSCR_EL2", SPE_ENC(3, 4, 9, 9, 0)},
    {"PMSCR_EL12", SPE_ENC(3, 5, 9, 9, 0)},   {"PMSNEVFR_EL1", SPE_ENC(3, 0, 9, 9, 1)},
    {"PMSDSFR_EL1", SPE_ENC(3, 0, 9, 10, 4)}, {"PMBMAR_EL1", SPE_ENC(3, 0, 9, 10, 5)},
    {"PMBSR_EL2", SPE_ENC(3, 4, 9, 10, 3)},   {"PMBSR_EL12", SPE_ENC(3, 5, 9, 10, 3)},
    {"PMBSR_EL3", SPE_ENC(3, 6, 9, 10, 3)},
};

/* Bits of a context's state (spe/txn.h). */
static const struct name state_bits[] = {{"EL0", 0},
                                         {"EL1", 1},
                                         {"EL2", 2},
                                         {"EL3", 3},
                                         {"NS", 1u << 2},
                                         {"A32", 1u << 3},
                                         {"DBG", 1u << 4},
                                         {"EL1A32", 1u << 5},
                                         {"EL2A32", 1u << 6},
                                         {"NSPB1", 1u << 7},
                                         {"NSPB2", 2u << 7},
                                         {"NSPB3", 3u << 7},
                                         {"E2PB1", 1u << 9},
                                         {"E2PB2", 2u << 9},
                                         {"E2PB3", 3u << 9},
                                         {"TPMS", 1u << 11},
                                         {"TGE", 1u << 12},
                                         {"E2H", 1u << 13},
                                         {"TBI0", 1u << 14},
                                         {"TBI1", 1u << 15},
                                         {"CNTEN", 1u << 16},
                                         {"NSE", 1u << 17},
                                         {"EEL2", 1u << 18},
                                         {"NSPBE", 1u << 19},
                                         {"PMSEE1", 1u << 20},
                                         {"PMSEE2", 2u << 20},
                                         {"PMSEE3", 3u << 20},
                                         {"ENPMSN", 1u << 22},
                                         {"ENPMS3", 1u << 23},
                                         {"ENPMS4", 1u << 24},
                                         {"EA", 1u << 25},
                                         {"SCRGPF", 1u << 26},
                                         {"TEA", 1u << 27},
                                         {"HCRGPF", 1u << 28},
                                         {"NV", 1u << 29},
                                         {"NV1", 1u << 30},
                                         {"NV2", 1u << 31},
                                         {"PM", UINT64_C(1) << 32},
                                         {"SDD", UINT64_C(1) << 33}};

static const struct name tags[] = {{"collided", SPE_TAG_COLLIDED}};
static const struct name slots[] = {{"unknown", SPE_SLOT_UNKNOWN}};
static const struct name offers[] = {{"unknown", SPE_OFFERED_UNKNOWN}};

/* Named values of a field that are not 0, 1, 2 ... */
struct names {
    const char *field;
    const struct name *name;
    size_t n;
    bool joined; /* the names are of bits: a value has several, joined by '+' */
};

#define NAMES(field, list, joined)                                                                 \
    {                                                                                              \
        field, list, sizeof(list) / sizeof(list[0]), joined                                        \
    }

static const struct names *names_of(const struct log_field *field)
{
    static const struct names all[] = {
        NAMES("enc", registers, false), NAMES("state", state_bits, true), NAMES("tag", tags, false),
        NAMES("slot", slots, false), NAMES("offered", offers, false)};

    if (strcmp(field->name, "slot") == 0 && field->absent != SPE_SLOT_UNKNOWN) {
        return NULL; /* the slot of a `sel` is always known */
    }
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        if (strcmp(all[i].field, field->name) == 0) {
            return &all[i];
        }
    }
    return NULL;
}

const char *spe_log_register_name(uint16_t enc)
{
    for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++) {
        if (registers[i].value == enc) {
            return registers[i].name;
        }
    }
    return NULL;
}

const char *log_value_name(const struct log_field *field, uint64_t value)
{
    for (uint64_t i = 0; field->values != NULL && field->values[i] != NULL; i++) {
        if (i == value) {
            return field->values[i];
        }
    }
    const struct names *names = names_of(field);

    for (size_t i = 0; names != NULL && !names->joined && i < names->n; i++) {
        if (names->name[i].value == value) {
            return names->name[i].name;
        }
    }
    return NULL;
}

/* Find the value that the first n characters of `text` name. @return whether there is one. */
static bool named(const struct names *names, const char *text, size_t n, uint64_t *value)
{
    for (size_t i = 0; i < names->n; i++) {
        if (strlen(names->name[i].name) == n && strncmp(names->name[i].name, text, n) == 0) {
            *value = names->name[i].value;
            return true;
        }
    }
    return false;
}

/* Parse names joined by '+': "EL1+NS+NSPB3+E2PB3+CNTEN". */
static bool joined(const struct names *names, const char *text, uint64_t *value, const char **bad)
{
    uint64_t bits;

    *value = 0;
    do {
        size_t n = strcspn(text, "+");
        if (!named(names, text, n, &bits)) {
            *bad = text;
            return false;
        }
        *value |= bits;
        text += n;
    } while (*text++ == '+');
    return true;
}

static uint64_t greatest(const struct log_field *field)
{
    return field->bytes == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * field->bytes) - 1;
}

bool log_value_parse(const struct log_field *field, const char *text, uint64_t *value,
                     const char **bad)
{
    const struct names *names = names_of(field);

    *bad = text;
    for (uint64_t i = 0; field->values != NULL && field->values[i] != NULL; i++) {
        if (strcmp(field->values[i], text) == 0) {
            *value = i;
            return true;
        }
    }
    if (log_number(text, greatest(field), value)) {
        return true;
    }
    return names != NULL && (names->joined ? joined(names, text, value, bad)
                                           : named(names, text, strlen(text), value));
}

/* Append to `dst` like printf(), as far as there is room. */
__attribute__((format(printf, 3, 4))) static void append(char *dst, size_t bytes, const char *fmt,
                                                         ...)
{
    size_t used = strlen(dst);
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(dst + used, bytes - used, fmt, ap);
    va_end(ap);
}

void log_value_expected(const struct log_field *field, char *dst, size_t bytes)
{
    const struct names *names = names_of(field);

    dst[0] = '\0';
    for (int i = 0; field->values != NULL && field->values[i] != NULL; i++) {
        append(dst, bytes, "%s ", field->values[i]);
    }
    for (size_t i = 0; names != NULL && i < names->n; i++) {
        append(dst, bytes, "%s ", names->name[i].name);
    }
    append(dst, bytes, "%s%s", names != NULL && names->joined ? "joined by '+', " : "",
           dst[0] != '\0' ? "or " : "");
    append(dst, bytes, field->hex ? "0 to 0x%" PRIx64 : "0 to %" PRIu64, greatest(field));
}

void log_field_names(int kind, char *dst, size_t bytes)
{
    int n = 0;
    const struct log_field *field = log_fields(kind, &n);

    (void)snprintf(dst, bytes, "seq");
    for (int i = 0; field != NULL && i < n; i++) {
        append(dst, bytes, " %s", field[i].name);
    }
}

void log_kind_names(char *dst, size_t bytes)
{
    dst[0] = '\0';
    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        append(dst, bytes, "%s ", spe_txn_name(kind));
    }
    append(dst, bytes, "or, without fields, %d to %d", SPE_TXN_KINDS, UINT8_MAX);
}
