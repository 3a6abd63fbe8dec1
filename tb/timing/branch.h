/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TIMING_BRANCH_H
#define SPE_TIMING_BRANCH_H

#include <stdbool.h>
#include <stdint.h>

/**
 * Branch prediction: two direction tables of two-bit counters (by address; by address and global
 * history) with a table that chooses between them, a branch target buffer for indirect branches, a
 * return stack. Direct targets are known from the instruction and never wrong.
 */

#define SPE_BRANCH_TABLE   4096u /* entries of each direction table */
#define SPE_BRANCH_TARGETS 1024u
#define SPE_BRANCH_RETURNS 16u

struct spe_branch {
    uint8_t local[SPE_BRANCH_TABLE], global[SPE_BRANCH_TABLE], chooser[SPE_BRANCH_TABLE];
    uint32_t history;
    struct {
        uint64_t pc, target;
    } target[SPE_BRANCH_TARGETS];
    uint64_t stack[SPE_BRANCH_RETURNS];
    unsigned top; /* pushes minus pops, modulo the stack's size */
};

/* One executed branch. */
struct spe_branch_op {
    uint64_t pc;
    uint64_t next;   /* where it went */
    uint64_t direct; /* target in the instruction, 0: indirect */
    uint32_t flags;  /* SPE_A64_* */
};

void spe_branch_init(struct spe_branch *b);

/**
 * Predict a branch, then learn how it went.
 *
 * @param predicted  receives the address at which fetch went on; 0: none was known (indirect, first
 * time).
 * @return whether the prediction was wrong: the branch corrected the program flow (5.3.7, E[7]).
 */
bool spe_branch_step(struct spe_branch *b, const struct spe_branch_op *op, uint64_t *predicted);

#endif
