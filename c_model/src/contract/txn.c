/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "spe/model.h"

const char *spe_txn_name(int kind)
{
    static const char *const names[SPE_TXN_KINDS] = {
        "reset",  "clk",    "sysreg", "ctx", "pop", "rnd",  "sel", "life",
        "xl_req", "xl_rsp", "aw",     "w",   "b",   "sync", "out", "close"};

    return kind >= 0 && kind < SPE_TXN_KINDS ? names[kind] : NULL;
}

unsigned spe_txn_tap(int kind)
{
    static const uint8_t tap[SPE_TXN_KINDS] = {
        [SPE_TXN_SYSREG] = SPE_TAP_REGS,  [SPE_TXN_CTX] = SPE_TAP_REGS,
        [SPE_TXN_POP] = SPE_TAP_POP,      [SPE_TXN_RND] = SPE_TAP_RND,
        [SPE_TXN_SEL] = SPE_TAP_LIFE,     [SPE_TXN_LIFE] = SPE_TAP_LIFE,
        [SPE_TXN_XL_REQ] = SPE_TAP_BYTES, [SPE_TXN_XL_RSP] = SPE_TAP_BYTES,
        [SPE_TXN_AW] = SPE_TAP_BYTES,     [SPE_TXN_W] = SPE_TAP_BYTES,
        [SPE_TXN_B] = SPE_TAP_BYTES,      [SPE_TXN_SYNC] = SPE_TAP_SYNC,
        [SPE_TXN_OUT] = SPE_TAP_OUT,
    };

    return kind >= 0 && kind < SPE_TXN_KINDS ? tap[kind] : 0;
}
