/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_REPORT_H
#define QUALIFY_REPORT_H

#include "book.h"
#include "waiver.h"

/** Write DIR/table.tsv with a row for each drawn mutant: number, key, module, file, line, operator,
 * original, mutated, outcome, check, model, options, cycle, runs, and how many runs random alone
 * has needed (`never`; `-`: not known). @return 0, or an exit status after one line. */
int qualify_table(const struct qualify_book *book, const struct qualify_waivers *waivers);

/** Print the summary by module, and the figures. @return whether nothing is left: every mutant is
 * judged, and either killed by a check or waived. */
bool qualify_summary(const struct qualify_book *book, const struct qualify_waivers *waivers);

#endif
