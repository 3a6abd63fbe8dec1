/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_A64_TABLE_H
#define SPE_A64_TABLE_H

#include <stdint.h>

/**
 * The tables of a64.c. A row matches when (opcode & mask) == value; the first match counts, so
 * special cases stand before the general case. Internal.
 */

/* How the fields of a load or store are read. */
enum a64_form {
    A64_PLAIN = 0, /* not a load or store, or nothing to read: flags say all */
    A64_EXCLUSIVE, /* size 31:30, o2 23, L 22, o1 21, o0 15 */
    A64_CAS,       /* size 31:30, L 22, o0 15 */
    A64_CASP,      /* size 30 */
    A64_LSE,       /* size 31:30, A 23, R 22, o3 15, Rt 4:0 */
    A64_ORDERED,   /* LDAPR, LDAPUR, STLUR: size 31:30, opc 23:22 */
    A64_LITERAL,   /* opc 31:30, V 26 */
    A64_PAIR,      /* opc 31:30, V 26, index 24:23, L 22 */
    A64_REGISTER,  /* size 31:30, V 26, opc 23:22; immediate or register offset */
    A64_STRUCTURE  /* L 22, post-index 23 */
};

struct a64_row {
    uint32_t mask, value;
    uint32_t flags;
    uint8_t op_class;
    uint8_t form;
};

extern const struct a64_row a64_branches[];    /* bits 28:26 = 101 */
extern const struct a64_row a64_loads[];       /* bit 27 = 1, bit 25 = 0 */
extern const struct a64_row a64_integer_imm[]; /* bits 28:26 = 100 */
extern const struct a64_row a64_integer_reg[]; /* bits 27:25 = 101 */
extern const struct a64_row a64_vector[];      /* bits 27:25 = 111 */

#endif
