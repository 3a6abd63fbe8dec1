/* SPDX-License-Identifier: Apache-2.0 */
#include "contract/once.h"
#include "contract/contract.h"
#include "state/model.h"

/* What the contract permits once (dpi/README.md, "Rules"). If a call comes again, it was made
 * twice, or a call between the two was left out. */

void contract_once_reset(struct contract *c)
{
    c->last.clk_said = false;
}

/* `clk` is sent on change: a `clk` that says the same as the last one hides a change between them.
 */
static void clk(struct spe_model *m, const struct spe_txn_clk *t)
{
    if (m->contract.last.clk_said && t->running == m->contract.last.clk.running &&
        t->active == m->contract.last.clk.active) {
        contract_misuse(m, "clk", "the clock is said to be as it was: running=%u active=%u",
                        t->running, t->active);
    }
    if (m->clock.stopped && t->running != 0) {
        m->contract.resumed = m->txn->cycle;
    }
    m->contract.last.clk_said = true;
    m->contract.last.clk = *t;
}

/* The levels and the counts of a cycle are told in one call. */
static void out(struct spe_model *m)
{
    if (m->contract.last.out_next > m->txn->cycle) {
        contract_misuse(m, "out", "outputs are told twice in one cycle");
    }
    m->contract.last.out_next = m->txn->cycle + 1;
}

/* Each kind is one wire: it is told once in a cycle. */
static void sync(struct spe_model *m, const struct spe_txn_sync *t)
{
    if (m->contract.last.sync_next > m->txn->cycle && t->kind <= m->contract.last.sync_kind) {
        contract_misuse(m, "sync.kind",
                        "kind %u after kind %u in one cycle: they come in the order of their"
                        " numbers, each once",
                        t->kind, m->contract.last.sync_kind);
    }
    m->contract.last.sync_next = m->txn->cycle + 1;
    m->contract.last.sync_kind = t->kind;
}

/* Whether the draw is the first of its cycle, or agrees with the draw before it. The bench puts in
 * one value for all draws of a cycle, or none. */
static bool draw_fits(struct contract_last *last, uint64_t cycle, const struct spe_txn_rnd *t)
{
    const bool fits = last->rnd_next <= cycle || (t->injected == last->rnd.injected &&
                                                  (!t->injected || t->value == last->rnd.value));

    last->rnd_next = cycle + 1;
    last->rnd = *t;
    return fits;
}

void contract_once(struct spe_model *m, const struct spe_txn *t)
{
    switch (t->kind) {
    case SPE_TXN_CLK:
        clk(m, &t->u.clk);
        break;
    case SPE_TXN_RND:
        if (!draw_fits(&m->contract.last, m->txn->cycle, &t->u.rnd)) {
            contract_misuse(m, "rnd.injected",
                            "draws of one cycle of which the bench has put in some, or not the same"
                            " value into all");
        }
        break;
    case SPE_TXN_OUT:
        out(m);
        break;
    case SPE_TXN_SYNC:
        sync(m, &t->u.sync);
        break;
    default:
        break;
    }
}
