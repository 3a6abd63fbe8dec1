/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_EARLIER_H
#define SPE_CLI_EXPLAIN_EARLIER_H

#include "explain_record.h"
#include "explain_story.h"

/** Another operation that has the wrong value: its value was not cleared, or is shown again. */
struct earlier {
    uint32_t sample; /* 0: none */
    uint64_t value;
    bool same_tag; /* the operation was the last one with the same tag */
    bool added;    /* the packet holds the sum of this value and the predicted one */
};

/** Search the other operations for the payload of a packet that differs.
 * @return whether one has it. */
bool earlier_read(const struct explain *e, const struct story *story, const struct record_row *row,
                  struct earlier *earlier);

#endif
