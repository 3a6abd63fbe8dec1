/* SPDX-License-Identifier: Apache-2.0 */

#include <stdio.h>
#include <string.h>

#include "arch/section.h"
#include "config_members.h"
#include "spe/decode.h"
#include "spe/packet.h"
#include "spe/txn.h"
#include "story/parts.h"
#include "story/story.h"

struct teller {
    const struct spe_config *cfg;
    spe_story_fn report;
    void *user;
    int mismatches;
};

static void stamp_first(struct story_stamp *stamp, uint64_t active)
{
    if (!stamp->seen) {
        *stamp = (struct story_stamp){true, active};
    }
}

static void stamp_last(struct story_stamp *stamp, uint64_t active)
{
    *stamp = (struct story_stamp){true, active};
}

void story_stamp(struct spe_story *story, int kind, uint64_t active)
{
    switch (kind) {
    case SPE_LIFE_KINDS:
        stamp_first(&story->selected, active);
        break;
    case SPE_LIFE_ISSUE:
        stamp_first(&story->issue, active);
        break;
    case SPE_LIFE_XLAT_START:
        stamp_first(&story->xlat_start, active);
        break;
    case SPE_LIFE_XLAT_END:
        if (story->xlat_start.seen) {
            stamp_last(&story->xlat_end, active);
        }
        break;
    case SPE_LIFE_COMPLETE:
        stamp_last(&story->complete, active);
        break;
    default:
        stamp_first(&story->ended, active);
        break;
    }
}

static void tell_mismatch(struct teller *t, const struct spe_story_mismatch *mismatch)
{
    struct spe_story_mismatch told = *mismatch;

    told.section = section_of(t->cfg, told.section);
    t->mismatches++;
    if (t->report) {
        t->report(t->user, &told);
    }
}

static void tell_record(struct teller *t, const char *section, const char *text,
                        const char *expected, const char *actual)
{
    struct spe_story_mismatch m = {
        .packet = -1, .where = "record", .section = section, .text = text};
    snprintf(m.expected, sizeof(m.expected), "%s", expected);
    snprintf(m.actual, sizeof(m.actual), "%s", actual);
    tell_mismatch(t, &m);
}

static void put_value(char *text, size_t bytes, bool present, unsigned payload_bytes,
                      uint64_t payload)
{
    if (!present) {
        snprintf(text, bytes, "absent");
    } else if (payload_bytes == 0) {
        snprintf(text, bytes, "present");
    } else {
        snprintf(text, bytes, "0x%llx (%u byte%s)", (unsigned long long)payload, payload_bytes,
                 payload_bytes == 1 ? "" : "s");
    }
}

static bool agrees(const struct story_packet *want, const struct spe_packet *have)
{
    if (!want->present || !have) {
        return want->present == (have != NULL);
    }
    return have->payload_bytes == want->payload_bytes &&
           (want->any_value || have->payload == want->payload);
}

static void check_packet(struct teller *t, const struct story_packet *want,
                         const struct spe_decoded_record *record)
{
    const struct spe_packet *have = spe_record_find(record, want->kind, want->index);
    struct spe_story_mismatch m = {
        .packet = (int)want->kind, .where = want->where, .section = want->section};
    if (agrees(want, have)) {
        return;
    }
    m.text = !have            ? "the record lacks a packet that the operation requires"
             : !want->present ? "the record holds a packet that the operation must not have"
                              : "the packet does not say what was seen of the operation";
    put_value(m.expected, sizeof(m.expected), want->present, want->payload_bytes, want->payload);
    put_value(m.actual, sizeof(m.actual), have != NULL, have ? have->payload_bytes : 0,
              have ? have->payload : 0);
    if (have && want->present && have->payload_bytes == want->payload_bytes) {
        m.bytes = want->payload_bytes;
        m.at = have->offset + have->header_bytes;
        m.value = want->payload;
    }
    tell_mismatch(t, &m);
}

static bool is_foreseen(const struct story_packet rows[STORY_PACKETS],
                        const struct spe_packet *packet)
{
    for (int i = 0; i < STORY_PACKETS; i++) {
        if (rows[i].kind == packet->kind && rows[i].index == packet->index) {
            return true;
        }
    }
    return false;
}

/* Reports packets that no statement is about: IMPLEMENTATION DEFINED ones, those of later versions,
 * unknown ones. */
static void check_others(struct teller *t, const struct story_packet rows[STORY_PACKETS],
                         const struct spe_decoded_record *record)
{
    for (unsigned i = 0; i < record->packets; i++) {
        const struct spe_packet *packet = &record->packet[i];
        struct spe_story_mismatch m = {.packet = (int)packet->kind,
                                       .where = spe_packet_kind_name((int)packet->kind),
                                       .section = "DDI 0586A 2.3, 5.3",
                                       .text = "the record holds a packet without cause"};
        if (is_foreseen(rows, packet)) {
            continue;
        }
        put_value(m.expected, sizeof(m.expected), false, 0, 0);
        snprintf(m.actual, sizeof(m.actual), "%s, INDEX %u", spe_packet_title(packet),
                 packet->index);
        tell_mismatch(t, &m);
    }
}

/* Returns whether the layout has pads or fixed places. Without them there are no zeros between
 * packets (F3). */
static bool layout_has_gaps(const struct spe_config *cfg)
{
    return strchr(cfg->layout, '@') != NULL || strstr(cfg->layout, "pad/") != NULL;
}

static void check_format(struct teller *t, const struct spe_config *cfg,
                         const struct spe_decoded_record *record)
{
    const uint32_t tolerated = layout_has_gaps(cfg) ? SPE_PROBLEM_BIT(SPE_PROBLEM_PADDING) : 0;
    for (int i = 0; record->problems != 0 && i < SPE_PROBLEMS; i++) {
        if (record->problems & ~tolerated & SPE_PROBLEM_BIT(i)) {
            tell_record(t, "DDI 0586A 5.1, 5.2", spe_problem_text(i), "none", spe_problem_name(i));
        }
    }
    if (record->length > (uint64_t)1 << cfg->max_size) {
        tell_record(t, "DDI 0586A 4.3.11", "the record is longer than PMSIDR_EL1.MaxSize",
                    "shorter", "longer");
    }
}

int story_check(const struct spe_config *cfg, const struct spe_story *story,
                const struct spe_decoded_record *record, spe_story_fn report, void *user)
{
    struct teller t = {cfg, report, user, 0};
    struct story_packet rows[STORY_PACKETS];
    story_expect(cfg, story, rows);
    if (!story_has_record(cfg, story)) {
        tell_record(&t, "DDI 0586A 2.3.5", "an operation that ended like this has no record",
                    "no record", "a record");
    }
    char text[STORY_TEXT];
    const char *filter = story_filter(cfg, story, record, text);
    if (filter) {
        tell_record(&t, "DDI 0586A 3.2.2", "a filter removes this record", filter, "written");
    }
    check_format(&t, cfg, record);
    for (int i = 0; i < STORY_PACKETS; i++) {
        check_packet(&t, &rows[i], record);
    }
    check_others(&t, rows, record);
    return t.mismatches;
}
