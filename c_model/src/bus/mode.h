/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_MODE_H
#define SPE_BUS_MODE_H

#include <stdbool.h>
#include <stdint.h>

struct modes;
struct spe_ctx;
struct spe_model;
struct spe_txn_xl_req;
struct spu;

/** Number of the translation mode that the registers and `ctx` ask for. */
unsigned mode_now(struct spe_model *m, const struct spe_ctx *ctx);
/** A request has told the fields of the mode `number` that were open since reset, if there are any
 * and it can be of this mode. The SPU keeps them: registers that nothing has written since hold
 * them, too. @return whether it has. */
bool mode_told(struct spu *spu, unsigned number, const struct spe_txn_xl_req *t);
/** The registers of the fields `told` (MODE_OPEN_*), which nothing has written since reset, are
 * known now: each mode in which these fields are open has their values. */
void modes_settle(struct spu *spu, unsigned told);
/** A request in mode `mode` in cycle `now`: the first one in a mode tells what registers hold since
 * reset that nothing has written (mode_told). */
void mode_tell(struct spu *spu, uint64_t now, unsigned mode, const struct spe_txn_xl_req *t);
/** Number of the mode of a request, or MODE_NONE: registers and context never asked for it. `nvm`:
 * whether the SPU has [nvm]; else the members of that count as 0. */
unsigned mode_of_request(const struct modes *modes, bool nvm, const struct spe_txn_xl_req *t);
/** Reports what is wrong with a request that should have been made in mode `expected`. `good`: its
 * own mode is permitted. */
void mode_check(struct spe_model *m, const struct spe_txn_xl_req *t, unsigned expected, bool good);

#endif
