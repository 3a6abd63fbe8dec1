/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "reg_fields.h"
#include "words.h"

/* Translations of the buffer's pages, and AXI. */

static void say_request(const struct spe_txn_xl_req *t, struct words *w)
{
    words_add(w, "id %u: %s 0x%" PRIx64, t->id, t->nvm ? "address" : "VA", t->va);
    words_add(w, "%s", words_regime(t->regime));
    if (t->nvm) {
        words_add(w, "a physical address (nVM)");
        words_add(w, "Attr=0x%x SH=%u", t->attr, t->sh);
    }
}

static void say_answer(const struct spe_txn_xl_rsp *t, struct words *w)
{
    char meaning[96];

    words_add(w, "id %u:", t->id);
    if (t->fault == SPE_XL_OK) {
        words_more(w, " PA 0x%" PRIx64 " %s", t->pa, words_pas(t->pas));
        words_add(w, "attributes 0x%x SH=%u", t->attr, t->sh);
        return;
    }
    reg_fault_meaning(t->fsc, meaning, sizeof(meaning));
    if (t->fault == SPE_XL_GPC) {
        words_more(w, " granule protection check fault");
    } else {
        words_more(w, " stage %d Data Abort", t->stage2 ? 2 : 1);
    }
    words_add(w, "FSC 0x%02x (%s)", t->fsc, meaning);
    if (t->mss2 != 0) {
        const struct reg_field *mss2 = reg_field(SPE_PMBSR, 0);
        reg_field_meaning(mss2, (uint64_t)t->mss2 << SPE_PMBSR_MSS2_SHIFT, meaning,
                          sizeof(meaning));
        words_add(w, "MSS2 0x%x (%s)", t->mss2, meaning);
    }
}

static void say_address(const struct spe_txn *txn, struct words *w)
{
    static const char *const bursts[] = {"FIXED", "INCR", "WRAP", "reserved burst"};
    const struct spe_txn_aw *t = &txn->u.aw;
    const unsigned beats = t->len + 1u, bytes = t->size < 8 ? 1u << t->size : 0;
    const unsigned pas =
        (unsigned)((t->prot & SPE_AW_NSE) != 0) << 1 | ((t->prot & SPE_AW_NONSECURE) != 0);

    words_add(w, "id %u: 0x%" PRIx64, t->id, t->addr);
    words_add(w, "%u beat%s of %u byte%s %s", beats, beats == 1 ? "" : "s", bytes,
              bytes == 1 ? "" : "s", bursts[t->burst & 3]);
    words_add(w, "%s %s%s", words_pas(pas),
              (t->prot & SPE_AW_PRIVILEGED) != 0 ? "privileged" : "unprivileged",
              (t->prot & SPE_AW_INSTRUCTION) != 0 ? " instruction" : "");
    words_add(w, "AWCACHE 0x%x", t->cache);
    if (t->offered != SPE_OFFERED_UNKNOWN && t->offered != txn->cycle) {
        words_add(w, "offered since cycle %" PRIu64, t->offered);
    }
}

/* Print the bytes in the order of memory; a byte without a strobe is `--`. */
static void say_data(const struct spe_txn_w *t, struct words *w)
{
    words_add(w, "byte lanes %u to %u:", 8u * t->word, 8u * t->word + 7);
    for (unsigned i = 0; i < 8; i++) {
        if ((t->strb >> i & 1) == 0) {
            words_more(w, " --");
        } else {
            words_more(w, " %02x", (unsigned)(t->data >> 8 * i & 0xFF));
        }
    }
    if (t->last_word && (t->last || t->word != 0)) { /* on a narrow bus each word is a beat */
        words_add(w, "end of the %s", t->last ? "burst" : "beat");
    }
}

void words_say_bus(const struct spe_txn *txn, struct words *w)
{
    static const char *const responses[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};

    switch (txn->kind) {
    case SPE_TXN_XL_REQ:
        say_request(&txn->u.xl_req, w);
        break;
    case SPE_TXN_XL_RSP:
        say_answer(&txn->u.xl_rsp, w);
        break;
    case SPE_TXN_AW:
        say_address(txn, w);
        break;
    case SPE_TXN_W:
        say_data(&txn->u.w, w);
        break;
    default:
        words_add(w, "id %u: %s", txn->u.b.id,
                  txn->u.b.resp < 4 ? responses[txn->u.b.resp] : "no response of AXI");
    }
}
