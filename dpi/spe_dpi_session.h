/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DPI_SESSION_H
#define SPE_DPI_SESSION_H

#include "spe/session.h"

/* Behind the handles of spe_dpi.h; not for callers of the contract. */

/** Submit to the session behind `h`. A bad handle is noted. @return budget; 1 for a bad handle. */
int spe_dpi_submit(void *h, const struct spe_txn *txn);

/** Submit the close transaction and end the handle; the last handle of own sessions prints the
 * verdict. */
int spe_dpi_finish(void *h, const struct spe_txn *txn);

/** Note misuse that no transaction can carry: one line on stderr for the first, exit status 4 for
 * all. */
void spe_dpi_misuse(const char *what);

#endif
