/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_BYTES_H
#define SPE_LOG_BYTES_H

#include <stdio.h>

#include "spe/txn.h"

/** Words of the W channel that wait for the address of their burst. */
struct log_bytes {
    struct spe_txn *held;
    size_t n, room;
    uint64_t owed; /* beats that the addresses so far still await */
};

/** Write to `out` what this transaction lets the SPU write to memory: the bytes with a strobe of
 * each beat whose address has come, too. A reset drops the waiting words. Begin with {.n = 0}.
 * @return 0, SPE_ENOMEM (words that wait), or SPE_EIO (`out` cannot be written). */
int log_bytes_put(struct log_bytes *bytes, const struct spe_txn *txn, FILE *out);

/** Free what is held. */
void log_bytes_end(struct log_bytes *bytes);

#endif
