/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/model.h"
#include <string.h>

/* Where fetch continues after a wrong-path instruction; 0: it stops there. */
static uint64_t follow(struct spe_timing *t, const struct spe_code_insn *i)
{
    uint32_t flags = i->a64.flags;
    if (flags & (SPE_A64_INDIRECT | SPE_A64_TRAP | SPE_A64_BARRIER)) {
        return 0;
    }
    if (i->a64.op_class != SPE_A64_BRANCH) {
        return i->pc + 4;
    }
    if ((flags & SPE_A64_COND) && (spe_draw(t, SPE_TIMING_RND_WRONG) & 1)) {
        return i->pc + 4;
    }
    return spe_a64_target(i->opcode, i->pc);
}

static void place_wrong(struct spe_timing *t, const struct spe_code_insn *i, uint64_t next,
                        uint64_t squash, uint8_t el)
{
    struct spe_trace_op op = {.pc = i->pc, .opcode = i->opcode, .next_pc = next ? next : i->pc + 4};
    struct spe_step s = {
        .op = &op,
        .insn = *i,
        .squash = squash,
        .flags = SPE_TIMING_SYNTHETIC | SPE_TIMING_WRONG,
        .el = el,
        .target_el = el,
    };
    if ((i->a64.flags & SPE_A64_COND) && op.next_pc == op.pc + 4) {
        s.events = SPE_EVENT_NOT_TAKEN;
    }
    spe_place(t, &s);
}

void spe_wrong_path(struct spe_timing *t, uint64_t pc, uint64_t resolve, uint8_t el)
{
    uint64_t ready[SPE_PIPE_REGS];
    memcpy(ready, t->pipe.ready, sizeof(ready));
    for (unsigned n = 0; n < SPE_WRONG_MAX && pc; n++) {
        const struct spe_code_insn *i = spe_code_find(&t->code, pc);
        if (!i || spe_pipe_peek(&t->pipe) > resolve) {
            break;
        }
        pc = follow(t, i);
        place_wrong(t, i, pc, resolve + 1, el);
    }
    memcpy(t->pipe.ready, ready, sizeof(ready));
}
