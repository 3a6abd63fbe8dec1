/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_SELECT_H
#define QUALIFY_SELECT_H

/* Tells which mutant of a build of the model is active, and which places were reached: the code
 * that mutate_c writes calls spe_is(). Every source of that build includes this file. */

#define SELECT_MUTANTS (1 << 17) /* largest number of mutants in a build */

/** The mutant that SPE_MUTANT in the environment selects, read once at the start; 0: none. */
extern int spe_mutant;

/** For each mutant: 1 once its place was reached. It is the file that SPE_MET in the environment
 * names. */
extern unsigned char *spe_met;

static inline int spe_is(int mutant)
{
    spe_met[mutant] = 1;
    return spe_mutant == mutant;
}

#endif
