/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "explain_print.h"
#include "suspect_list.h"
#include "words.h"

/* SPE Profiling exceptions: the levels in words, and what decides whether one is taken. */

/* Add the context in the finding's cycle; journal entries before the finding may be of a later
 * cycle. */
static void add_level_context(struct lines *lines, const struct explain *e)
{
    const struct spe_journal_entry *in = NULL;
    char level[64];

    do {
        in = explain_before(e, in, SPE_UNIT_ENABLE, 0, "context");
    } while (in != NULL && in->cycle > explain_finding(e)->cycle);
    if (in == NULL || in->now == 0) {
        return;
    }
    const struct spe_txn_ctx *ctx = explain_context(e, (size_t)in->now - 1);
    if (ctx != NULL) {
        story_context(e->header.cfg, ctx->state, level, sizeof(level));
        lines_add(lines,
                  "  context %u since cycle %" PRIu64 ": %s, PSTATE.PM=%u, MDCR_EL3.PMSEE=%u",
                  ctx->id, in->cycle, level, (unsigned)SPE_CTX_PM(ctx->state),
                  (unsigned)SPE_CTX_PMSEE(ctx->state));
    }
}

static void add_control(struct lines *lines, const struct explain *e, enum spe_reg reg)
{
    const struct spe_journal_entry *c =
        journal_state_find(&e->state, SPE_UNIT_REGISTER, reg, spe_reg_name(reg));
    char fields[REG_TEXT];

    if (c != NULL) {
        reg_text(reg, c->now, fields, sizeof(fields));
        lines_add(lines, "  %s is 0x%" PRIx64 "%s since cycle %" PRIu64, c->field, c->now, fields,
                  c->cycle);
    }
}

void lines_levels(struct lines *lines, const struct explanation *x)
{
    const struct spe_journal_entry *levels = levels_compared(x->e);
    char expected[256], actual[256];

    if (levels == NULL || explain_finding(x->e)->check != SPE_CHECK_OUT_EXCEPTION) {
        return;
    }
    words_levels(levels->old & levels->mask, expected, sizeof(expected));
    words_levels(levels->now & levels->mask, actual, sizeof(actual));
    lines_add(lines, "levels: expected %s; actual %s", expected, actual);
    add_level_context(lines, x->e);
    add_control(lines, x->e, SPE_PMSCR_EL1);
    add_control(lines, x->e, SPE_PMSCR_EL2);
}
