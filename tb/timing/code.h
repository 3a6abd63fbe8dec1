/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_CODE_H
#define SPE_TIMING_CODE_H

#include "a64/a64.h"
#include <stdint.h>

/**
 * What is known of the instructions executed so far: decoded form and latest data address by pc.
 * Spares decoding each operation anew, and lets wrong paths run over real instructions. A
 * direct-mapped table: an instruction may be forgotten when another one takes its place.
 */
struct spe_code_insn {
    uint64_t pc;   /* 1: empty */
    uint64_t addr; /* latest data address, 0: none */
    uint32_t opcode;
    uint32_t bytes; /* of that access */
    struct spe_a64_op a64;
};

struct spe_code {
    struct spe_code_insn *insn;
};

/** @return 0, or -1 when memory is short. */
int spe_code_init(struct spe_code *c);
void spe_code_free(struct spe_code *c);

/** Entry of an instruction that is executed now, decoded; valid until the next call. Never NULL. */
struct spe_code_insn *spe_code_learn(struct spe_code *c, uint64_t pc, uint32_t opcode);

/** Entry of the instruction at `pc`, or NULL when it is not known. */
const struct spe_code_insn *spe_code_find(const struct spe_code *c, uint64_t pc);

#endif
