/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PARTS_STROBES_H
#define SPE_PARTS_STROBES_H

/* The byte strobes of a word: bit i is byte i, 0 .. 7. */

/** Number of bytes. */
static inline unsigned strobes_count(unsigned strb)
{
    unsigned n = 0;

    for (; strb != 0; strb &= strb - 1) {
        n++;
    }
    return n;
}

/** The lowest byte; 8 for none. */
static inline unsigned strobes_first(unsigned strb)
{
    unsigned i = 0;

    while (i < 8 && (strb >> i & 1) == 0) {
        i++;
    }
    return i;
}

/** The byte after the highest one; 0 for none. */
static inline unsigned strobes_end(unsigned strb)
{
    unsigned i = 0;

    for (; strb != 0; strb >>= 1) {
        i++;
    }
    return i;
}

#endif
