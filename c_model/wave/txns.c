/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "txns.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "explain_story.h"
#include "spe/log.h"

#define TEXT_MAX 512

/* The fields of a transaction as a log has them, without those that are 0: "enc=PMBSR_EL1 ...". */
static void fields(const struct spe_txn *txn, char *text, size_t bytes)
{
    char line[TEXT_MAX] = "";
    size_t used = 0;
    char *rest;
    FILE *out = fmemopen(line, sizeof(line), "w");

    text[0] = '\0';
    if (out == NULL) {
        return;
    }
    spe_log_print_txn(out, txn);
    (void)fclose(out);
    line[strcspn(line, "\n")] = '\0';
    unsigned word = 0;
    for (char *field = strtok_r(line, " ", &rest); field != NULL;
         field = strtok_r(NULL, " ", &rest), word++) {
        const char *value = strchr(field, '=');
        if (word < 3 || value == NULL || strcmp(value, "=0x0") == 0 ||
            strncmp(field, "pos=", 4) == 0) {
            continue; /* cycle, kind, seq */
        }
        const int n = snprintf(text + used, bytes - used, "%s%s", used == 0 ? "" : " ", field);
        used += n > 0 && (size_t)n < bytes - used ? (size_t)n : 0;
    }
}

static void put_fields(const struct txns *t, enum row row, const struct spe_txn *txn)
{
    char text[TEXT_MAX];

    fields(txn, text, sizeof(text));
    rows_text(t->rows, txn->cycle, row, text);
}

static void of_sysreg(const struct txns *t, const struct spe_txn *txn)
{
    char text[TEXT_MAX], name[64] = "";

    fields(txn, text, sizeof(text));
    (void)sscanf(text, "enc=%63s", name);
    rows_print(t->rows, txn->cycle, ROW_SYSREG, "%s %s 0x%" PRIx64 "%s",
               txn->u.sysreg.write != 0 ? "write" : "read", name, txn->u.sysreg.data,
               txn->u.sysreg.outcome == SPE_ACCESS_OK ? "" : ": not permitted");
}

static void of_selection(const struct txns *t, const struct spe_txn *txn)
{
    const struct spe_txn_sel *sel = &txn->u.sel;

    if (sel->tag == SPE_TAG_COLLIDED) {
        rows_print(t->rows, txn->cycle, ROW_SELECTION,
                   "collided: member %" PRIu64 ", PC 0x%" PRIx64, t->members, sel->pc);
    } else {
        rows_print(t->rows, txn->cycle, ROW_SELECTION, "tag %u: member %" PRIu64 ", PC 0x%" PRIx64,
                   sel->tag, t->members, sel->pc);
    }
}

static void of_context(const struct txns *t, const struct spe_txn *txn)
{
    char text[64];

    story_context(t->cfg, txn->u.ctx.state, text, sizeof(text));
    rows_print(t->rows, txn->cycle, ROW_CONTEXT, "%u: %s", txn->u.ctx.id, text);
}

static void of_translation(const struct txns *t, const struct spe_txn *txn)
{
    if (txn->kind == SPE_TXN_XL_REQ) {
        rows_print(t->rows, txn->cycle, ROW_TRANSLATION, "asks 0x%" PRIx64, txn->u.xl_req.va);
    } else if (txn->u.xl_rsp.fault == SPE_XL_OK) {
        rows_print(t->rows, txn->cycle, ROW_TRANSLATION, "is 0x%" PRIx64, txn->u.xl_rsp.pa);
    } else {
        rows_print(t->rows, txn->cycle, ROW_TRANSLATION, "fault, FSC 0x%x", txn->u.xl_rsp.fsc);
    }
}

/* The words of one cycle are one beat, so the last word is shown for all. */
static void of_data(const struct txns *t, const struct spe_txn *txn)
{
    if (txn->u.w.last_word != 0) {
        rows_print(t->rows, txn->cycle, ROW_W, "0x%016" PRIx64 "%s", txn->u.w.data,
                   txn->u.w.last != 0 ? ", last" : "");
    }
}

static void of_sync(const struct txns *t, const struct spe_txn *txn)
{
    static const char *const name[SPE_SYNC_KINDS] = {[SPE_SYNC_CSE] = "context synchronization",
                                                     [SPE_SYNC_PSB_REQ] = "PSB CSYNC",
                                                     [SPE_SYNC_PSB_DONE] = "PSB CSYNC done",
                                                     [SPE_SYNC_DSB_REQ] = "DSB",
                                                     [SPE_SYNC_DSB_DONE] = "DSB done",
                                                     [SPE_SYNC_TLBI] = "TLBI",
                                                     [SPE_SYNC_IMPDEF] =
                                                         "management event of the system"};

    if (txn->u.sync.kind < SPE_SYNC_KINDS) {
        rows_text(t->rows, txn->cycle, ROW_SYNC, name[txn->u.sync.kind]);
    }
}

static void of_bus(const struct txns *t, const struct spe_txn *txn)
{
    static const char *const response[] = {"OKAY", "EXOKAY", "SLVERR", "DECERR"};

    if (txn->kind == SPE_TXN_AW) {
        rows_print(t->rows, txn->cycle, ROW_AW, "0x%" PRIx64 ", %u beat%s", txn->u.aw.addr,
                   txn->u.aw.len + 1u, txn->u.aw.len != 0 ? "s" : "");
    } else {
        rows_print(t->rows, txn->cycle, ROW_B, "%s%s", response[txn->u.b.resp & 3u],
                   txn->u.b.id != 0 ? ", another id" : "");
    }
}

static void of_reset(const struct txns *t, const struct spe_txn *txn)
{
    rows_text(t->rows, txn->cycle, ROW_RESET, txn->u.reset.kind == 0 ? "asserted" : "released");
}

static void of_life(const struct txns *t, const struct spe_txn *txn)
{
    put_fields(t, ROW_LIFE, txn);
}

static void of_outputs(const struct txns *t, const struct spe_txn *txn)
{
    put_fields(t, ROW_OUT, txn);
}

void txns_take(struct txns *t, const struct spe_txn *txn)
{
    static void (*const take[SPE_TXN_KINDS])(const struct txns *, const struct spe_txn *) = {
        [SPE_TXN_RESET] = of_reset,
        [SPE_TXN_SYSREG] = of_sysreg,
        [SPE_TXN_CTX] = of_context,
        [SPE_TXN_SEL] = of_selection,
        [SPE_TXN_LIFE] = of_life,
        [SPE_TXN_XL_REQ] = of_translation,
        [SPE_TXN_XL_RSP] = of_translation,
        [SPE_TXN_AW] = of_bus,
        [SPE_TXN_W] = of_data,
        [SPE_TXN_B] = of_bus,
        [SPE_TXN_SYNC] = of_sync,
        [SPE_TXN_OUT] = of_outputs};

    rows_put(t->rows, txn->cycle, ROW_SEQ, txn->seq);
    if (txn->kind == SPE_TXN_POP) {
        t->members += txn->u.pop.n;
        rows_put(t->rows, txn->cycle, ROW_MEMBERS, t->members);
    } else if (take[txn->kind] != NULL) {
        take[txn->kind](t, txn);
    }
}
