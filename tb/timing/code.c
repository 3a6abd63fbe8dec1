/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/code.h"
#include <stdlib.h>

#define ENTRIES 16384u
#define EMPTY   1u /* no instruction has an odd address */

int spe_code_init(struct spe_code *c)
{
    c->insn = malloc(ENTRIES * sizeof(*c->insn));
    if (!c->insn) {
        return -1;
    }
    for (unsigned i = 0; i < ENTRIES; i++) {
        c->insn[i].pc = EMPTY;
    }
    return 0;
}

void spe_code_free(struct spe_code *c)
{
    free(c->insn);
    c->insn = NULL;
}

static struct spe_code_insn *slot_of(const struct spe_code *c, uint64_t pc)
{
    return &c->insn[(pc >> 2 ^ pc >> 30) % ENTRIES];
}

struct spe_code_insn *spe_code_learn(struct spe_code *c, uint64_t pc, uint32_t opcode)
{
    struct spe_code_insn *i = slot_of(c, pc);
    if (i->pc != pc || i->opcode != opcode) {
        *i = (struct spe_code_insn){.pc = pc, .opcode = opcode};
        spe_a64_classify(opcode, &i->a64);
    }
    return i;
}

const struct spe_code_insn *spe_code_find(const struct spe_code *c, uint64_t pc)
{
    const struct spe_code_insn *i = slot_of(c, pc);
    return i->pc == pc ? i : NULL;
}
