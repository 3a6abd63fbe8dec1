/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_DPI_SESSION_H
#define SPE_DPI_SESSION_H

#include "spe/session.h"

/* The sessions behind the handles of spe_dpi.h. Not for callers of the contract. */

/** Submit a transaction to the session of handle `h`. A bad handle is noted as misuse. @return the
 * budget; 1 for a bad handle. */
int spe_dpi_submit(void *h, const struct spe_txn *txn);

/** Submit the close transaction and end the handle. With the last handle of the sessions made by
 * spe_dpi_open() the verdict is printed. @return the budget; 1 for a bad handle. */
int spe_dpi_finish(void *h, const struct spe_txn *txn);

/** Note misuse that no transaction can carry. The first one of a process is printed as one line on
 * stderr; each makes the exit status at least 4. */
void spe_dpi_misuse(const char *what);

#endif
