/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_SVG_H
#define SPE_CLI_EXPLAIN_SVG_H

#include "explain_record.h"
#include "explain_story.h"

/** Print a text with the characters escaped that HTML and SVG would interpret. */
void html_text(const char *text);

/** The bytes of a record as boxes, expected above actual, packets outlined, differences red. */
void svg_record(const struct record_view *view);

/** The life of an operation on a line of cycles, the finding marked. */
void svg_story(const struct story *story, uint64_t finding);

#endif
