/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_EARLIER_H
#define SPE_CLI_EXPLAIN_EARLIER_H

#include "explain_record.h"
#include "explain_story.h"

/** Another operation that has the wrong value: what it left was not cleared, or is shown again.
 */
struct earlier {
    uint32_t sample; /* 0: none */
    uint64_t value;
    bool same_tag; /* it was the last one under the tag of the operation */
    bool added;    /* the packet has its value and the one that is predicted, added up */
};

/** Look for the payload of a packet that differs among the other operations.
 * @return whether there is one. */
bool earlier_read(const struct explain *e, const struct story *story, const struct record_row *row,
                  struct earlier *earlier);

#endif
