/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_EDIT_H
#define SPE_EDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/txn.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Fields of a transaction that a correction can change: EDIT(id, kind of the transaction, member of
 * its structure, name). Units and ranges are those of the member (spe/txn.h).
 */
/* clang-format off */
#define SPE_EDIT_LIST(EDIT)                                        \
    EDIT(SYSREG_DATA,    SYSREG, sysreg.data,    "sysreg.data")    \
    EDIT(SYSREG_OUTCOME, SYSREG, sysreg.outcome, "sysreg.outcome") \
    EDIT(SEL_SLOT,       SEL,    sel.slot,       "sel.slot")       \
    EDIT(XL_REQ_REGIME,  XL_REQ, xl_req.regime,  "xl_req.regime")  \
    EDIT(XL_REQ_NVM,     XL_REQ, xl_req.nvm,     "xl_req.nvm")     \
    EDIT(XL_REQ_ATTR,    XL_REQ, xl_req.attr,    "xl_req.attr")    \
    EDIT(XL_REQ_SH,      XL_REQ, xl_req.sh,      "xl_req.sh")      \
    EDIT(AW_ADDR,        AW,     aw.addr,        "aw.addr")        \
    EDIT(AW_BURST,       AW,     aw.burst,       "aw.burst")       \
    EDIT(AW_PROT,        AW,     aw.prot,        "aw.prot")        \
    EDIT(AW_CACHE,       AW,     aw.cache,       "aw.cache")       \
    EDIT(W_DATA,         W,      w.data,         "w.data")         \
    EDIT(W_STRB,         W,      w.strb,         "w.strb")         \
    EDIT(W_LAST,         W,      w.last,         "w.last")         \
    EDIT(OUT_LEVELS,     OUT,    out.levels,     "out.levels")     \
    EDIT(OUT_POP,        OUT,    out.pop,        "out.pop")        \
    EDIT(OUT_FEED,       OUT,    out.feed,       "out.feed")       \
    EDIT(OUT_FILTRATE,   OUT,    out.filtrate,   "out.filtrate")   \
    EDIT(OUT_COLLISION,  OUT,    out.collision,  "out.collision")  \
    EDIT(OUT_CTI,        OUT,    out.cti,        "out.cti")        \
    EDIT(OUT_SERROR,     OUT,    out.serror,     "out.serror")     \
    EDIT(OUT_FULL,       OUT,    out.full,       "out.full")       \
    EDIT(OUT_FEED_BR,    OUT,    out.feed_kind[SPE_FEED_BR],    "out.feed_br")    \
    EDIT(OUT_FEED_LD,    OUT,    out.feed_kind[SPE_FEED_LD],    "out.feed_ld")    \
    EDIT(OUT_FEED_ST,    OUT,    out.feed_kind[SPE_FEED_ST],    "out.feed_st")    \
    EDIT(OUT_FEED_FP,    OUT,    out.feed_kind[SPE_FEED_FP],    "out.feed_fp")    \
    EDIT(OUT_FEED_SIMD,  OUT,    out.feed_kind[SPE_FEED_SIMD],  "out.feed_simd")  \
    EDIT(OUT_FEED_OP,    OUT,    out.feed_kind[SPE_FEED_OP],    "out.feed_op")    \
    EDIT(OUT_FEED_EVENT, OUT,    out.feed_kind[SPE_FEED_EVENT], "out.feed_event") \
    EDIT(OUT_FEED_LAT,   OUT,    out.feed_kind[SPE_FEED_LAT],   "out.feed_lat")   \
    EDIT(OUT_FEED_DS,    OUT,    out.feed_kind[SPE_FEED_DS],    "out.feed_ds")
/* clang-format on */

#define SPE_EDIT_ENUM(id, kind, member, name) SPE_EDIT_##id,
enum spe_edit_field { SPE_EDIT_LIST(SPE_EDIT_ENUM) SPE_EDIT_FIELDS };
#undef SPE_EDIT_ENUM

/**
 * One edit of the transaction with the number `seq`: the bits `mask` of its field become those of
 * `value`. The correction of a finding is the set of its edits. After them the transactions hold
 * the values that the model had predicted for this finding. Example: {seq, SPE_EDIT_W_DATA,
 * 0x800000, 0xff0000} sets byte 2 of a W word to 0x80.
 */
struct spe_edit {
    uint32_t seq;
    enum spe_edit_field field;
    uint64_t value;
    uint64_t mask;
};

/** Change *txn if it is the edit's transaction. @return true if the field is one of SPE_EDIT_LIST,
 * and number and kind are those of the edit; otherwise false, with *txn unchanged. */
bool spe_edit_apply(struct spe_txn *txn, const struct spe_edit *edit);

#ifdef __cplusplus
}
#endif
#endif
