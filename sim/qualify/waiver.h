/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_WAIVER_H
#define QUALIFY_WAIVER_H

#include "book.h"

/* Mutants that are equivalent to the design or permitted by the texts (waivers.tsv: key, kind,
 * invariant, reason; for a permitted one also tests, comma separated, that expect one of both
 * designs). */

/* How this is known: by a proof; by a proof of sim/qualify/prove that, for some configuration, used
 * a smaller design; by an argument from an assertion; or the texts permit both designs. */
enum qualify_waived {
    QUALIFY_UNWAIVED,
    QUALIFY_PROVEN,
    QUALIFY_PROVEN_SMALLER,
    QUALIFY_ARGUED,
    QUALIFY_PERMITTED
};

struct qualify_waivers {
    const struct qualify_book *book;
    enum qualify_waived *waived; /* by mutant */
    char **reason;               /* by mutant; NULL: no waiver */
    int faults;                  /* rows that do not hold; each was reported in one line */
};

/** The kind in words; "-" without a waiver. */
const char *qualify_waived_text(enum qualify_waived waived);

/** Read the table. @return 0, or an exit status after one line. */
int qualify_waivers_read(struct qualify_waivers *waivers, const struct qualify_book *book,
                         const char *path);

void qualify_waivers_free(struct qualify_waivers *waivers);

#endif
