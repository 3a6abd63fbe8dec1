/* SPDX-License-Identifier: Apache-2.0 */
#include "log_fields.h"

#include <string.h>

static const char *const access_names[] = {"OK",       "UNDEFINED", "TRAP_EL1", "TRAP_EL2",
                                           "TRAP_EL3", "MEMORY",    NULL};
static const char *const direction_names[] = {"read", "write", NULL};
static const char *const life_names[] = {"issue",  "xlat_start", "xlat_end", "complete",
                                         "retire", "exception",  "squash",   "nonarch",
                                         "replay", NULL};
static const char *const sync_names[] = {"cse",      "psb_req", "psb_done", "dsb_req",
                                         "dsb_done", "tlbi",    "impdef",   NULL};
static const char *const reset_names[] = {"assert", "release", NULL};

#define F(kind, field, delta, hex, values)                                                         \
    {                                                                                              \
#field, offsetof(struct spe_txn, u.kind.field),                                            \
            sizeof(((struct spe_txn *)0)->u.kind.field), delta, hex, values, 0                     \
    }
/* A field whose value is not 0 if a line of text leaves it out. */
#define D(kind, field, delta, hex, absent)                                                         \
    {                                                                                              \
#field, offsetof(struct spe_txn, u.kind.field),                                            \
            sizeof(((struct spe_txn *)0)->u.kind.field), delta, hex, NULL, absent                  \
    }

static const struct log_field reset_fields[] = {F(reset, kind, false, false, reset_names)};
static const struct log_field clk_fields[] = {F(clk, running, false, false, NULL),
                                              F(clk, active, false, false, NULL)};
static const struct log_field sysreg_fields[] = {F(sysreg, pos, true, false, NULL),
                                                 F(sysreg, enc, false, true, NULL),
                                                 F(sysreg, write, false, false, direction_names),
                                                 F(sysreg, outcome, false, false, access_names),
                                                 F(sysreg, fgt, false, false, NULL),
                                                 F(sysreg, data, true, true, NULL)};
static const struct log_field ctx_fields[] = {
    F(ctx, id, false, false, NULL),           F(ctx, state, true, true, NULL),
    F(ctx, contextidr_el1, true, true, NULL), F(ctx, contextidr_el2, true, true, NULL),
    F(ctx, cntvoff, true, true, NULL),        F(ctx, cntpoff, true, true, NULL),
    F(ctx, cntpct, true, true, NULL)};
static const struct log_field pop_fields[] = {F(pop, ctx, false, false, NULL),
                                              F(pop, n, false, true, NULL),
                                              D(pop, slot, false, false, SPE_SLOT_UNKNOWN)};
static const struct log_field rnd_fields[] = {F(rnd, value, false, true, NULL),
                                              F(rnd, injected, false, false, NULL)};
static const struct log_field sel_fields[] = {
    F(sel, ctx, false, false, NULL), F(sel, slot, false, false, NULL),
    F(sel, tag, false, false, NULL), F(sel, flags, false, true, NULL),
    F(sel, pc, true, true, NULL),    F(sel, op, false, true, NULL)};
static const struct log_field life_fields[] = {
    F(life, tag, false, false, NULL),     F(life, kind, false, false, life_names),
    F(life, flags, false, true, NULL),    F(life, source, false, true, NULL),
    F(life, events, true, true, NULL),    F(life, va, true, true, NULL),
    F(life, pa, true, true, NULL),        F(life, target, true, true, NULL),
    F(life, prev, true, true, NULL),      F(life, lat_issue, false, true, NULL),
    F(life, lat_xlat, false, true, NULL), F(life, lat_total, false, true, NULL),
    F(life, lat_alt, false, true, NULL)};
static const struct log_field xl_req_fields[] = {
    F(xl_req, id, false, false, NULL),  F(xl_req, regime, false, false, NULL),
    F(xl_req, nvm, false, false, NULL), F(xl_req, attr, false, true, NULL),
    F(xl_req, sh, false, false, NULL),  F(xl_req, va, true, true, NULL)};
static const struct log_field xl_rsp_fields[] = {
    F(xl_rsp, id, false, false, NULL),     F(xl_rsp, fault, false, false, NULL),
    F(xl_rsp, stage2, false, false, NULL), F(xl_rsp, fsc, false, true, NULL),
    F(xl_rsp, mss2, false, true, NULL),    F(xl_rsp, pas, false, false, NULL),
    F(xl_rsp, attr, false, true, NULL),    F(xl_rsp, sh, false, false, NULL),
    F(xl_rsp, pa, true, true, NULL)};
static const struct log_field aw_fields[] = {F(aw, id, false, false, NULL),
                                             F(aw, len, false, false, NULL),
                                             F(aw, size, false, false, NULL),
                                             D(aw, burst, false, false, SPE_AW_INCR),
                                             D(aw, prot, false, true, SPE_AW_PRIVILEGED),
                                             F(aw, cache, false, true, NULL),
                                             F(aw, addr, true, true, NULL),
                                             D(aw, offered, true, false, SPE_OFFERED_UNKNOWN)};
static const struct log_field w_fields[] = {
    F(w, word, false, false, NULL), F(w, strb, false, true, NULL),
    F(w, last_word, false, false, NULL), F(w, last, false, false, NULL),
    F(w, data, false, true, NULL)};
static const struct log_field b_fields[] = {F(b, id, false, false, NULL),
                                            F(b, resp, false, false, NULL)};
static const struct log_field sync_fields[] = {F(sync, kind, false, false, sync_names),
                                               F(sync, pos, true, false, NULL),
                                               F(sync, data, false, true, NULL)};
#define FEED(name, kind)                                                                           \
    {                                                                                              \
        name, offsetof(struct spe_txn, u.out.feed_kind[kind]), sizeof(uint32_t), false, true,      \
            NULL, 0                                                                                \
    }
static const struct log_field out_fields[] = {
    F(out, levels, false, true, NULL),   F(out, serror, false, true, NULL),
    F(out, pop, false, true, NULL),      F(out, feed, false, true, NULL),
    F(out, filtrate, false, true, NULL), F(out, collision, false, true, NULL),
    F(out, cti, false, true, NULL),      F(out, full, false, true, NULL),
    FEED("feed_br", SPE_FEED_BR),        FEED("feed_ld", SPE_FEED_LD),
    FEED("feed_st", SPE_FEED_ST),        FEED("feed_fp", SPE_FEED_FP),
    FEED("feed_simd", SPE_FEED_SIMD),    FEED("feed_op", SPE_FEED_OP),
    FEED("feed_event", SPE_FEED_EVENT),  FEED("feed_lat", SPE_FEED_LAT),
    FEED("feed_ds", SPE_FEED_DS)};
static const struct log_field close_fields[] = {F(close, calls, false, true, NULL),
                                                F(close, sum, false, true, NULL)};

/* All kinds, in the order of enum spe_txn_kind. */
#define KINDS(X)                                                                                   \
    X(reset)                                                                                       \
    X(clk)                                                                                         \
    X(sysreg)                                                                                      \
    X(ctx)                                                                                         \
    X(pop)                                                                                         \
    X(rnd)                                                                                         \
    X(sel)                                                                                         \
    X(life)                                                                                        \
    X(xl_req)                                                                                      \
    X(xl_rsp)                                                                                      \
    X(aw)                                                                                          \
    X(w)                                                                                           \
    X(b)                                                                                           \
    X(sync)                                                                                        \
    X(out)                                                                                         \
    X(close)

#define FIELDS(kind) (sizeof(kind##_fields) / sizeof(kind##_fields[0]))
#define FITS(kind)   _Static_assert(FIELDS(kind) <= LOG_FIELDS_MAX, "fields of " #kind);
KINDS(FITS)

const struct log_field *log_fields(int kind, int *n)
{
#define LIST(kind) {kind##_fields, (int)FIELDS(kind)},
    static const struct {
        const struct log_field *field;
        int n;
    } list[] = {KINDS(LIST)};

    _Static_assert(sizeof(list) / sizeof(list[0]) == SPE_TXN_KINDS, "a row for each kind");
    if (kind < 0 || kind >= SPE_TXN_KINDS) {
        return NULL;
    }
    *n = list[kind].n;
    return list[kind].field;
}

const struct log_field *log_field_named(int kind, const char *name)
{
    int n = 0;
    const struct log_field *field = log_fields(kind, &n);

    if (kind == SPE_TXN_XL_RSP && strcmp(name, "ns") == 0) {
        name = "pas";
    } else if (kind == SPE_TXN_OUT && strcmp(name, "pmbirq") == 0) {
        name = "levels";
    }
    for (int i = 0; i < n; i++) {
        if (strcmp(field[i].name, name) == 0) {
            return &field[i];
        }
    }
    return NULL;
}

uint64_t log_field_get(const struct log_field *field, const struct spe_txn *txn)
{
    const uint8_t *at = (const uint8_t *)txn + field->offset;
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;

    switch (field->bytes) {
    case 1:
        return *at;
    case 2:
        memcpy(&v16, at, sizeof(v16));
        return v16;
    case 4:
        memcpy(&v32, at, sizeof(v32));
        return v32;
    default:
        memcpy(&v64, at, sizeof(v64));
        return v64;
    }
}

bool log_field_set(const struct log_field *field, struct spe_txn *txn, uint64_t value)
{
    uint8_t *at = (uint8_t *)txn + field->offset;
    uint16_t v16 = (uint16_t)value;
    uint32_t v32 = (uint32_t)value;

    switch (field->bytes) {
    case 1:
        *at = (uint8_t)value;
        return value <= UINT8_MAX;
    case 2:
        memcpy(at, &v16, sizeof(v16));
        return value <= UINT16_MAX;
    case 4:
        memcpy(at, &v32, sizeof(v32));
        return value <= UINT32_MAX;
    default:
        memcpy(at, &value, sizeof(value));
        return true;
    }
}
