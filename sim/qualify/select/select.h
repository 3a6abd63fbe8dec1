/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_SELECT_H
#define QUALIFY_SELECT_H

/* Which of the mutants in a build of the model is there, and which places were reached: what
 * mutate_c writes calls spe_is(). Every source of that build includes this. */

#define SELECT_MUTANTS (1 << 17) /* most that a build may have */

/** The mutant that the environment selects: SPE_MUTANT, read once at the start; 0: none. */
extern int spe_mutant;

/** For each mutant 1 once its place was reached; it is the file SPE_MET of the environment. */
extern unsigned char *spe_met;

static inline int spe_is(int mutant)
{
    spe_met[mutant] = 1;
    return spe_mutant == mutant;
}

#endif
