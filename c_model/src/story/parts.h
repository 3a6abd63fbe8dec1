/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STORY_PARTS_H
#define SPE_STORY_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/packet.h"
#include "story/story.h"

struct spe_config;
struct spe_decoded_record;

/* A statement about one packet: it is absent, or it is there with this payload. */
struct story_packet {
    enum spe_packet_kind kind;
    unsigned index;
    const char *where, *section;
    bool present;
    bool any_value; /* the texts leave the payload UNKNOWN */
    unsigned payload_bytes;
    uint64_t payload;
};

/* The packets whose content the texts define. */
enum story_row {
    STORY_PC,
    STORY_TARGET,
    STORY_VA,
    STORY_PA,
    STORY_TOTAL,
    STORY_ISSUE,
    STORY_XLAT,
    STORY_CTX1,
    STORY_CTX2,
    STORY_OPERATION,
    STORY_EVENTS,
    STORY_SOURCE,
    STORY_TIMESTAMP,
    STORY_END,
    STORY_PREVIOUS,
    STORY_ALT_ISSUE,
    STORY_PACKETS
};

/* States what the record must hold, in any order: one statement for each of these packets. */
void story_expect(const struct spe_config *cfg, const struct spe_story *story,
                  struct story_packet rows[STORY_PACKETS]);

/* 3.3: which optional data may be collected in the context of the operation. */
struct story_collected {
    bool ctx1, ctx2, pa, timestamp;
    uint64_t offset;   /* subtracted from the physical count: CNTVOFF_EL2, CNTPOFF_EL2 or 0 */
    bool el2_profiled; /* StatisticalProfilingEnabled(EL2) */
};
struct story_collected story_collect(const struct spe_config *cfg, const struct spe_story *story);

/* 5.3.4: latencies in cycles, saturated. */
struct story_latency {
    uint64_t total, issue, xlat, alt_issue;
};
struct story_latency story_latency(const struct spe_config *cfg, const struct spe_story *story);

/* 2.3.5: whether an operation that ended like this has a record at all. */
bool story_has_record(const struct spe_config *cfg, const struct spe_story *story);

/* 5.3.5: whether the load or atomic told its data source, so that the record holds it. */
bool story_has_source(const struct spe_config *cfg, const struct spe_story *story);

/* 3.2.2, D24.7.12: name of the filter that should have removed the decoded record; NULL if the
 * record passes all filters. For the latency filter the name includes what it compares, written to
 * `text`. */
const char *story_filter(const struct spe_config *cfg, const struct spe_story *story,
                         const struct spe_decoded_record *record, char text[STORY_TEXT]);

#endif
