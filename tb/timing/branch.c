/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/branch.h"
#include "a64/a64.h"
#include <string.h>

void spe_branch_init(struct spe_branch *b)
{
    memset(b, 0, sizeof(*b));
    memset(b->local, 1, sizeof(b->local)); /* weakly not taken */
    memset(b->global, 1, sizeof(b->global));
    memset(b->chooser, 1, sizeof(b->chooser)); /* weakly local */
}

static void learn(uint8_t *counter, bool up)
{
    if (up && *counter < 3) {
        ++*counter;
    } else if (!up && *counter > 0) {
        --*counter;
    }
}

static bool direction(struct spe_branch *b, uint64_t pc, bool taken)
{
    uint32_t at = (uint32_t)(pc >> 2) % SPE_BRANCH_TABLE;
    uint8_t *local = &b->local[at];
    uint8_t *global = &b->global[(at ^ b->history) % SPE_BRANCH_TABLE];
    bool by_local = *local >= 2, by_global = *global >= 2;
    bool predicted = b->chooser[at] >= 2 ? by_global : by_local;
    if (by_local != by_global) {
        learn(&b->chooser[at], by_global == taken);
    }
    learn(local, taken);
    learn(global, taken);
    b->history = b->history << 1 | taken;
    return predicted;
}

static uint64_t indirect(struct spe_branch *b, const struct spe_branch_op *op)
{
    uint32_t at = (uint32_t)(op->pc >> 2) % SPE_BRANCH_TARGETS;
    uint64_t predicted = b->target[at].pc == op->pc ? b->target[at].target : 0;
    b->target[at].pc = op->pc;
    b->target[at].target = op->next;
    return predicted;
}

static uint64_t pop_return(struct spe_branch *b)
{
    b->top = (b->top + SPE_BRANCH_RETURNS - 1) % SPE_BRANCH_RETURNS;
    return b->stack[b->top];
}

static uint64_t predict(struct spe_branch *b, const struct spe_branch_op *op)
{
    if (op->flags & SPE_A64_ERET) {
        return op->next; /* the target is in a register that the front end reads */
    }
    if (op->flags & SPE_A64_RETURN) {
        return pop_return(b);
    }
    if (!op->direct) {
        return indirect(b, op);
    }
    if (!(op->flags & SPE_A64_COND)) {
        return op->direct;
    }
    return direction(b, op->pc, op->next != op->pc + 4) ? op->direct : op->pc + 4;
}

bool spe_branch_step(struct spe_branch *b, const struct spe_branch_op *op, uint64_t *predicted)
{
    *predicted = predict(b, op);
    if (op->flags & SPE_A64_CALL) {
        b->stack[b->top] = op->pc + 4;
        b->top = (b->top + 1) % SPE_BRANCH_RETURNS;
    }
    return *predicted != op->next;
}
