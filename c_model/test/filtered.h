/* SPDX-License-Identifier: Apache-2.0
 *
 * filter_keep() of a sample without Data Source packet.
 */
#ifndef SPE_TEST_FILTERED_H
#define SPE_TEST_FILTERED_H

#include "arch/filter.h"

static inline bool keeps(const struct spe_config *cfg, const struct spe_regs *regs, uint64_t events,
                         unsigned types, unsigned latency)
{
    struct spe_filtered sample = {.events = events, .types = types, .latency = latency};

    return filter_keep(cfg, regs, &sample);
}

#endif
