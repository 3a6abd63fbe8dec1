/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "contract/contract.h"
#include "judge/report.h"
#include "state/model.h"

/* What the calls so far permit, and how breaches are reported. */

void contract_begin(struct contract *c)
{
    *c = (struct contract){.ctx_last = -1,
                           .resumed = UINT64_MAX,
                           .ctx_moved = UINT64_MAX,
                           .accessed = UINT64_MAX,
                           .reset_cycle = UINT64_MAX,
                           .done_cycle = UINT64_MAX};
    c->last.beat_cycle = UINT64_MAX;
}

void contract_reset(struct contract *c, bool asserted)
{
    assert(c->in_reset != asserted);
    c->in_reset = asserted;
}

bool contract_misuse(struct spe_model *m, const char *where, const char *fmt, ...)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(f.text, sizeof(f.text), fmt, ap);
    va_end(ap);
    f.cycle = m->txn->cycle;
    FMT(f.where, "%s", where);
    model_emit(m, &f);
    return false;
}

bool contract_in_range(struct spe_model *m, const char *where, uint64_t value, uint64_t most)
{
    if (value > most) {
        contract_misuse(m, where, "%s is 0x%" PRIx64 ", above 0x%" PRIx64, where, value, most);
    }
    return value <= most;
}

void contract_close(struct spe_model *m, const struct spe_txn_close *t)
{
    struct contract *c = &m->contract;

    c->closed = true;
    if (t->calls == c->calls && t->sum == c->sum) {
        return;
    }
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");
    FMT(f.where, "close");
    FMT(f.expected, "%" PRIu64 " calls, sum 0x%08" PRIx32, t->calls, t->sum);
    FMT(f.actual, "%" PRIu64 " calls, sum 0x%08" PRIx32, c->calls, c->sum);
    FMT(f.text, "calls were lost or added between the monitors and the scoreboard");
    model_emit(m, &f);
}
