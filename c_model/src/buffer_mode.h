/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUFFER_MODE_H
#define SPE_BUFFER_MODE_H

#include <stdint.h>

#include "spe/enable.h"
#include "spe/txn.h"

struct spe_model;

#define MAX_MODES 32        /* bits of rec.modes */
#define MODE_NONE MAX_MODES /* no mode that occurred */

/* How addresses of the buffer are translated (W3): in the owner's regime, or past its stage 1 with
 * the attributes of PMBMAR_EL1 (D24.7.2). */
struct xl_mode {
    uint8_t regime, nvm, attr, sh; /* attr, sh: 0 without nvm */
};

/* Those that occurred, by number; the last ones if there were more. */
struct modes {
    struct xl_mode of[MAX_MODES];
    unsigned n, next;
};

/** Number of the mode that registers and `ctx` ask for. */
unsigned mode_now(struct spe_model *m, const struct spe_ctx *ctx);
/** Number of the mode of a request, or MODE_NONE: registers and context never asked for it. */
unsigned mode_of_request(const struct spe_model *m, const struct spe_txn_xl_req *t);
/** A request that should have been made in `expected`: report what differs. */
void mode_check(struct spe_model *m, const struct spe_txn_xl_req *t, unsigned expected, bool good);
/** The owner or the mode has changed to m->spu.enabled.mode. */
void buffer_owner(struct spe_model *m);

#endif
