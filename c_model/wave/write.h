/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_WRITE_H
#define SPE_WAVE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "view.h"

/** Write the rows as FST, with the signals of the map, or with all signals of the waves if `all`.
 * @return 0, or an exit status after one line on stderr. */
int write_fst(struct view *view, const char *path, bool all);

/** Name of a row, or of a shown signal, in that file: "scoreboard.queue.records[15:0]". @{ */
void write_row_name(const struct rows *rows, unsigned row, char *dst, size_t bytes);
void write_show_name(const struct show *show, char *dst, size_t bytes);
/** @} */

#endif
