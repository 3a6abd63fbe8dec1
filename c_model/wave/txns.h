/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_TXNS_H
#define SPE_WAVE_TXNS_H

#include <stdint.h>

#include "rows.h"
#include "spe/config.h"
#include "spe/txn.h"

/* Shows the transactions of the monitors as rows, one row for each kind. */

struct txns {
    struct rows *rows;
    const struct spe_config *cfg;
    uint64_t members; /* of the population so far */
};

void txns_take(struct txns *t, const struct spe_txn *txn);

#endif
