/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_COVER_SEEN_H
#define SPE_STATE_COVER_SEEN_H

#include <stdbool.h>
#include <stdint.h>

/* The part of the past that the next bins of functional coverage depend on. */

/* A management event that no read of its PMBSR_ELx has shown yet, and the state when it came. */
struct cover_taken {
    bool event, abort;   /* event: it set S; abort: an External abort with S at 1 */
    bool flight, queued; /* samples in flight, records queued */
    bool pointer;        /* a check of the pointer made it: nothing was written */
    bool in_record;      /* it hit a record, at `place` of COVER_FAULT_AT */
    uint8_t place;
    uint8_t order; /* enum cover_order: what its responses were then */
};

struct cover_seen {
    struct cover_taken taken[3];    /* by PMBSR_EL1, _EL2, _EL3 */
    unsigned levels[4];             /* SPE_OUT_* counted at each level since they rose */
    bool overtaken;                 /* a response came before that of an older burst, */
                                    /* and one is still to come */
    uint8_t pending[2], enabled[2]; /* of the open barriers, at their request */
};

#endif
