/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A transaction in the words of the texts. */

void words_init(struct words *w)
{
    w->used = 0;
    w->text[0] = '\0';
}

/* Add text at the end, or over the end of the last piece. Text that does not fit is dropped. */
__attribute__((format(printf, 3, 0))) static void put(struct words *w, size_t at,
                                                      const char *format, va_list ap)
{
    const size_t room = sizeof(w->text) - at;
    const int n = vsnprintf(w->text + at, room, format, ap);

    if (n < 0 || (size_t)n + 2 > room) {
        w->text[at] = at < w->used ? '\n' : '\0';
        w->text[w->used] = '\0';
        return;
    }
    w->used = at + (size_t)n + 1;
    w->text[w->used - 1] = '\n';
    w->text[w->used] = '\0';
}

void words_add(struct words *w, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    put(w, w->used, format, ap);
    va_end(ap);
}

void words_more(struct words *w, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    put(w, w->used == 0 ? 0 : w->used - 1, format, ap);
    va_end(ap);
}

bool words_line(const struct words *w, size_t *from, size_t width, char *dst, size_t bytes)
{
    size_t used = 0;

    dst[0] = '\0';
    while (*from < w->used) {
        const char *piece = w->text + *from;
        const size_t n = strcspn(piece, "\n");
        const char *between = used == 0 ? "" : dst[used - 1] == ':' ? " " : ", ";
        if (used + strlen(between) + n > width && used != 0) {
            break;
        }
        const int put = snprintf(dst + used, bytes - used, "%s%.*s", between, (int)n, piece);
        used += put < 0 ? 0 : (size_t)put;
        *from += n + 1;
        if (used >= bytes) {
            break;
        }
    }
    return used != 0;
}

void words_begin(struct words_state *state, const struct spe_config *cfg)
{
    memset(state, 0, sizeof(*state));
    state->cfg = cfg;
    spe_regs_reset(cfg, &state->regs);
}

static void say_clock(const struct spe_txn *txn, struct words *w)
{
    if (txn->kind == SPE_TXN_RESET) {
        words_add(w, "reset %s", txn->u.reset.kind == 0 ? "asserted" : "released");
    } else {
        words_add(w, "the clock %s", txn->u.clk.running ? "runs" : "stands");
        words_add(w, "thread %s", txn->u.clk.active ? "active" : "idle");
    }
}

static void say_members(const struct words_state *state, const struct spe_txn_pop *t,
                        struct words *w)
{
    struct spe_ctx ctx;
    char level[64];

    words_add(w, "%" PRIu32 " member%s", t->n, t->n == 1 ? "" : "s");
    words_add(w, "the last one is member %" PRIu64, state->members + t->n);
    words_add(w, "context %u", t->ctx);
    if (t->ctx < 16 && state->known[t->ctx]) {
        spe_ctx_from_txn(&ctx, &state->context[t->ctx]);
        words_level(state->cfg, &ctx, level, sizeof(level));
        words_more(w, " (%s)", level);
    }
    if (t->slot != SPE_SLOT_UNKNOWN) {
        words_add(w, "lane %u", t->slot);
    }
}

static void say(const struct words_state *state, const struct spe_txn *txn, struct words *w)
{
    switch (txn->kind) {
    case SPE_TXN_RESET:
    case SPE_TXN_CLK:
        say_clock(txn, w);
        break;
    case SPE_TXN_SYSREG:
        words_say_sysreg(state, txn, w);
        break;
    case SPE_TXN_CTX:
        words_say_context(state->cfg, &txn->u.ctx,
                          state->has_current ? &state->context[state->current] : NULL, w);
        break;
    case SPE_TXN_POP:
        say_members(state, &txn->u.pop, w);
        break;
    case SPE_TXN_RND:
        words_add(w, "random draw %u%s", txn->u.rnd.value, txn->u.rnd.injected ? " (bench)" : "");
        break;
    case SPE_TXN_SEL:
    case SPE_TXN_LIFE:
        words_say_operation(state, txn, w);
        break;
    case SPE_TXN_XL_REQ:
    case SPE_TXN_XL_RSP:
    case SPE_TXN_AW:
    case SPE_TXN_W:
    case SPE_TXN_B:
        words_say_bus(txn, w);
        break;
    case SPE_TXN_SYNC:
    case SPE_TXN_OUT:
    case SPE_TXN_CLOSE:
        words_say_output(txn, w);
        break;
    default:
        words_add(w, "no kind of transaction");
    }
}

void words_say(const struct words_state *state, const struct spe_txn *txn, struct words *w)
{
    struct spe_txn known;

    words_know(state, txn, &known);
    words_init(w);
    say(state, &known, w);
}

static void take_sysreg(struct words_state *state, const struct spe_txn_sysreg *t)
{
    const enum spe_reg reg = words_register(state, t);

    if (t->write && t->outcome == SPE_ACCESS_OK && reg != SPE_REGS) {
        spe_reg_write(state->cfg, &state->regs, reg, t->data);
    }
}

void words_take(struct words_state *state, const struct spe_txn *txn)
{
    switch (txn->kind) {
    case SPE_TXN_RESET:
        spe_regs_reset(state->cfg, &state->regs);
        break;
    case SPE_TXN_SYSREG:
        take_sysreg(state, &txn->u.sysreg);
        break;
    case SPE_TXN_CTX:
        state->current = txn->u.ctx.id % 16;
        state->context[state->current] = txn->u.ctx;
        state->known[state->current] = true;
        state->has_current = true;
        break;
    case SPE_TXN_POP:
        state->members += txn->u.pop.n;
        break;
    case SPE_TXN_SEL:
        state->tag[txn->u.sel.tag].known = txn->u.sel.tag != SPE_TAG_COLLIDED;
        state->tag[txn->u.sel.tag].pc = txn->u.sel.pc;
        state->tag[txn->u.sel.tag].op = txn->u.sel.op;
        state->tag[txn->u.sel.tag].flags = txn->u.sel.flags;
        state->tag[txn->u.sel.tag].member = state->members;
        break;
    default:
        break;
    }
}
