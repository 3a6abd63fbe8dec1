/* SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>

#include "spe/txn.h"

const char *spe_txn_name(int kind)
{
    static const char *const names[SPE_TXN_KINDS] = {
        "reset",  "clk",    "sysreg", "ctx", "pop", "rnd",  "sel", "life",
        "xl_req", "xl_rsp", "aw",     "w",   "b",   "sync", "out", "close"};

    return kind >= 0 && kind < SPE_TXN_KINDS ? names[kind] : NULL;
}
