/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/uop.h"

unsigned spe_uop_whole(const struct spe_a64_op *op, uint32_t bytes, struct spe_uop *part)
{
    part[0] = (struct spe_uop){.op = *op, .bytes = bytes};
    return 1;
}

static unsigned accesses(const struct spe_a64_op *op, uint32_t bytes)
{
    if (op->flags & SPE_A64_STRUCTURE) {
        unsigned n = (bytes + 15) / 16;
        return n < 1 ? 1 : n > 4 ? 4 : n;
    }
    if ((op->flags & SPE_A64_PAIR) && !(op->flags & (SPE_A64_EXCLUSIVE | SPE_A64_ATOMIC))) {
        return bytes >= 2 ? 2 : 1;
    }
    return 1;
}

unsigned spe_uop_split(const struct spe_a64_op *op, uint32_t bytes, struct spe_uop *part)
{
    unsigned n = accesses(op, bytes);
    uint32_t each = bytes / n;
    for (unsigned i = 0; i < n; i++) {
        part[i] = (struct spe_uop){.op = *op, .offset = i * each, .bytes = each};
        part[i].op.flags &= ~SPE_A64_WRITEBACK;
    }
    if (op->flags & SPE_A64_WRITEBACK) {
        part[n++] = (struct spe_uop){.op = {.op_class = SPE_A64_OTHER}};
    }
    return n;
}
