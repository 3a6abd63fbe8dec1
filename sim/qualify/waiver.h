/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_WAIVER_H
#define QUALIFY_WAIVER_H

#include "book.h"

/* Mutants that are the design in another form (waivers.tsv: key, kind, invariant, reason; of what
 * is permitted also the tests, comma separated, whose expectation holds one of both designs). */

/* How it is known: by a proof; by one that in some configuration is of a smaller design, as
 * sim/qualify/prove has made it; by an argument over what an assertion holds; the texts permit
 * either design. */
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
    char **reason;               /* by mutant; NULL without */
    int faults;                  /* rows that do not hold; each was said in one line */
};

/** The word of the table; "-" without a waiver. */
const char *qualify_waived_text(enum qualify_waived waived);

/** Read the table. @return 0, or an exit status after one line. */
int qualify_waivers_read(struct qualify_waivers *waivers, const struct qualify_book *book,
                         const char *path);

void qualify_waivers_free(struct qualify_waivers *waivers);

#endif
