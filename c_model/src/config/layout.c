/* SPDX-License-Identifier: Apache-2.0
 *
 * The key `layout`: grammar and placement of packets (choices F1, F2).
 */
#include <stdio.h>
#include <string.h>

#include "config/layout.h"
#include "config_members.h"
#include "spe/status.h"

static const char *const names[] = {
    [SPE_LAYOUT_PAD] = "pad", [SPE_LAYOUT_CTX1] = "ctx1",   [SPE_LAYOUT_CTX2] = "ctx2",
    [SPE_LAYOUT_TOT] = "tot", [SPE_LAYOUT_ISSUE] = "issue", [SPE_LAYOUT_XLAT] = "xlat",
    [SPE_LAYOUT_PC] = "pc",   [SPE_LAYOUT_TGT] = "tgt",     [SPE_LAYOUT_VA] = "va",
    [SPE_LAYOUT_PA] = "pa",   [SPE_LAYOUT_DS] = "ds",       [SPE_LAYOUT_TYPE] = "type",
    [SPE_LAYOUT_EV] = "ev",   [SPE_LAYOUT_TS] = "ts",       [SPE_LAYOUT_END] = "end",
    [SPE_LAYOUT_PBT] = "pbt", [SPE_LAYOUT_ALT] = "alt",
};

const char *layout_name(enum spe_layout_kind kind)
{
    return names[kind];
}

/* Decimal number at *text, at most `max`; advances *text. Returns -1 if there is none. */
static int parse_number(const char **text, int max)
{
    int value = 0;
    const char *p = *text;

    if (*p < '0' || *p > '9') {
        return -1;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        value = value * 10 + (*p - '0');
        if (value > max) {
            return -1;
        }
    }
    *text = p;
    return value;
}

/* The same, for a number that follows the character `mark`. */
static int number_after(char mark, const char **text, int max)
{
    if (**text != mark) {
        return -1;
    }
    (*text)++;
    return parse_number(text, max);
}

static int parse_kind(const char *text, size_t length)
{
    for (int kind = SPE_LAYOUT_PAD; kind < SPE_LAYOUT_KINDS; kind++) {
        if (strlen(names[kind]) == length && memcmp(names[kind], text, length) == 0) {
            return kind;
        }
    }
    return -1;
}

/* Parse what follows the name: "/A+P" of "pad/A+P", or "@N" of "pkt@N". Returns NULL, or a text
 * that says what is allowed. */
static const char *parse_suffix(struct spe_layout_item *item, const char *p)
{
    if (item->kind == SPE_LAYOUT_PAD) {
        item->align = number_after('/', &p, 16);
        if (item->align < 2 || (item->align & (item->align - 1))) {
            return "pad/A+P with A 2, 4, 8 or 16";
        }
        item->phase = number_after('+', &p, item->align - 1);
        if (item->phase < 0) {
            return "pad/A+P with P 0 to A - 1";
        }
    } else if (*p == '@') {
        item->offset = number_after('@', &p, 2047);
        if (item->offset < 0) {
            return "packet@N with N 0 to 2047";
        }
    }
    return *p && *p != ' ' ? "packet, packet@N or pad/A+P" : NULL;
}

static int refuse_item(struct spe_config_error *err, const char *token, size_t length,
                       const char *why)
{
    snprintf(err->text, sizeof err->text, "layout: '%.*s' is not allowed: %s", (int)length, token,
             why);
    return SPE_ECONFIG;
}

static int parse_item(struct spe_layout_item *item, const char *token, size_t length,
                      struct spe_config_error *err)
{
    size_t word = strcspn(token, " @/");
    int kind = parse_kind(token, word);
    const char *why;

    if (kind < 0) {
        return refuse_item(
            err, token, length,
            "elements are pad ctx1 ctx2 tot issue xlat pc tgt va pa ds type ev ts end pbt "
            "alt");
    }
    *item = (struct spe_layout_item){.kind = (enum spe_layout_kind)kind, .offset = -1};
    why = parse_suffix(item, token + word);
    return why ? refuse_item(err, token, length, why) : 0;
}

int spe_layout_parse(const struct spe_config *cfg, struct spe_layout_item items[SPE_LAYOUT_MAX],
                     struct spe_config_error *err)
{
    const char *p = cfg->layout;
    int n = 0;

    for (p += strspn(p, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");

        if (n == SPE_LAYOUT_MAX) {
            return refuse_item(err, p, length, "at most 24 elements");
        }
        if (parse_item(&items[n++], p, length, err) < 0) {
            return SPE_ECONFIG;
        }
        p += length;
    }
    return n ? n : refuse_item(err, "", 0, "at least one element is needed");
}

int layout_packet_bytes(const struct spe_config *cfg, enum spe_layout_kind kind)
{
    switch (kind) {
    case SPE_LAYOUT_CTX1:
    case SPE_LAYOUT_CTX2:
        return 1 + 4;
    case SPE_LAYOUT_TOT:
    case SPE_LAYOUT_ISSUE:
    case SPE_LAYOUT_XLAT:
    case SPE_LAYOUT_ALT:
        return 1 + 2;
    case SPE_LAYOUT_PC:
    case SPE_LAYOUT_TGT:
    case SPE_LAYOUT_VA:
    case SPE_LAYOUT_PA:
    case SPE_LAYOUT_PBT:
    case SPE_LAYOUT_TS:
        return 1 + 8;
    case SPE_LAYOUT_DS:
        return 1 + cfg->ds_bytes;
    case SPE_LAYOUT_TYPE:
        return 1 + 1;
    case SPE_LAYOUT_EV:
        return 1 + cfg->event_bytes;
    case SPE_LAYOUT_END:
        return 1;
    default:
        return 0;
    }
}

/* The packet that an item emits. The Timestamp takes the place of End, unless an earlier `ts` item
 * has emitted it. SPE_LAYOUT_PAD: no packet. */
static int emitted(const struct spe_layout_item *item, unsigned present, const struct placement *at)
{
    if (item->kind == SPE_LAYOUT_END && (present & LAYOUT_BIT(SPE_LAYOUT_TS))) {
        return at->offset[SPE_LAYOUT_TS] < 0 ? SPE_LAYOUT_TS : SPE_LAYOUT_PAD;
    }
    return present & LAYOUT_BIT(item->kind) ? (int)item->kind : SPE_LAYOUT_PAD;
}

int layout_place(const struct spe_config *cfg, const struct spe_layout_item *items, int n,
                 unsigned present, struct placement *out)
{
    int pos = 0;
    int unit = 1 << cfg->align;

    for (int kind = 0; kind < SPE_LAYOUT_KINDS; kind++) {
        out->offset[kind] = -1;
    }
    for (int i = 0; i < n; i++) {
        int kind = emitted(&items[i], present, out);

        if (items[i].kind == SPE_LAYOUT_PAD) {
            while ((pos + items[i].phase) % items[i].align) {
                pos++;
            }
        }
        if (kind == SPE_LAYOUT_PAD) {
            continue;
        }
        if (items[i].offset >= 0 && items[i].offset < pos) {
            return i + 1;
        }
        if (items[i].offset >= 0) {
            pos = items[i].offset;
        }
        out->offset[kind] = pos;
        pos += layout_packet_bytes(cfg, (enum spe_layout_kind)kind);
    }
    out->end = pos;
    out->size = (pos + unit - 1) / unit * unit;
    return 0;
}
