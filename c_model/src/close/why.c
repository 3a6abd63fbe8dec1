/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "judge/report.h"
#include "spe/status.h"
#include "state/model.h"

/* The result of a run: its totals, and, if it has no mismatch, what it lacks, in words. */

/* The first burst whose data, address or response is missing. */
static bool burst_open(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    const struct burst *b = &m->spu->buf.burst[0];

    if (m->spu->buf.n_bursts == 0) {
        return false;
    }
    model_text(dst, dst_bytes, "no %s ever came for the burst to 0x%" PRIx64 " of cycle %" PRIu64,
               b->w_done ? "write response" : "end of the write data", b->addr,
               clock_real(&m->clock, b->offered));
    return true;
}

static void record_open(const struct spe_model *m, const struct rec *rec, char *dst,
                        size_t dst_bytes)
{
    const char *lacks = m->spu->buf.asked.open ? "no answer to its translation request ever came"
                                               : "no address was ever offered for its next byte";

    model_text(dst, dst_bytes,
               "record %" PRIu64 " of the operation at PC 0x%" PRIx64
               " is not written, in the queue since cycle %" PRIu64 ": %s",
               rec->id, rec->story.pc, clock_real(&m->clock, rec->enq_cycle), lacks);
}

static const char not_read[] = "not read since the last record or event";

/* A choice that is still open: each of its outcomes fits what was seen. */
static void choice_open(const struct spu *spu, enum fork_kind kind, char *dst, size_t dst_bytes)
{
    const unsigned have = audit_steps(&spu->audit, &spu->tot), el = spu->events.el;
    const bool ptr = (have & AUDIT_PTR) != 0, bsr = (have & AUDIT_BSR) != 0;
    const char *name = fork_kind_name(kind);

    if (ptr && bsr) {
        model_text(dst, dst_bytes, "nothing has told which outcome of %s it was", name);
    } else if (bsr) {
        model_text(dst, dst_bytes, "nothing has told which outcome of %s it was; PMBPTR_EL1 was %s",
                   name, not_read);
    } else {
        model_text(dst, dst_bytes,
                   "nothing has told which outcome of %s it was; %sPMBSR_EL%u %s %s", name,
                   ptr ? "" : "PMBPTR_EL1 and ", el, ptr ? "was" : "were", not_read);
    }
}

void spe_model_pending(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    const struct effect *e = NULL;

    dst[0] = '\0';
    for (int i = m->spu->events.n - 1; i >= 0; i--) {
        e = m->spu->events.effect[i].optional ? e : &m->spu->events.effect[i];
    }
    if (burst_open(m, dst, dst_bytes)) {
        return;
    }
    if (m->spu->buf.n > 0) {
        record_open(m, queue_seen(&m->spu->buf, 0), dst, dst_bytes);
    } else if (e != NULL) {
        model_text(dst, dst_bytes, "%s, due by cycle %" PRIu64, model_cause(e->cause),
                   clock_real(&m->clock, e->hi));
    } else if (choices_open(&m->facts) != FORK_KINDS) {
        choice_open(m->spu, choices_open(&m->facts), dst, dst_bytes);
    } else if (m->spu->fl.n_staged + m->spu->fl.n_wait != 0) {
        model_text(dst, dst_bytes, "a record never came into the queue");
    }
}

static void counts_say(const struct spe_totals *tot, char *dst, size_t dst_bytes)
{
    const struct spe_totals *t = tot;

    if (t->selections == 0) {
        model_text(dst, dst_bytes, "no operation was ever selected");
    } else if (t->samples == 0) {
        model_text(dst, dst_bytes, "every selection collided");
    } else if (t->predicted == 0) {
        model_text(dst, dst_bytes,
                   "sampled %" PRIu64 ", rejected by the filters %" PRIu64
                   ", not to be recorded %" PRIu64,
                   t->samples, t->filtered, t->not_captured);
    } else if (t->lost == t->predicted) {
        model_text(dst, dst_bytes,
                   "predicted %" PRIu64
                   ", all lost to events, discard mode, a disabled buffer or a reset",
                   t->lost);
    }
}

void spe_model_recordless(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    dst[0] = '\0';
    if ((m->opt.taps & SPE_TAP_REGS) != 0 && !m->contract.written) {
        model_text(dst, dst_bytes, "no System register write was ever seen");
    } else if ((m->opt.taps & SPE_TAP_LIFE) != 0) {
        counts_say(&m->spu->tot, dst, dst_bytes);
    } else if (m->spu->buf.n_bursts == 0 && m->spu->tot.bytes == 0) {
        model_text(dst, dst_bytes, "no write to the Profiling Buffer was ever seen");
    }
}

void spe_model_unaudited(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    dst[0] = '\0';
    if (!m->spu->barriers.psb_ever || !m->spu->barriers.dsb_ever) {
        model_text(dst, dst_bytes, "no %s was ever seen, so nothing was audited",
                   m->spu->barriers.dsb_ever   ? "PSB CSYNC"
                   : m->spu->barriers.psb_ever ? "DSB"
                                               : "PSB CSYNC or DSB");
        return;
    }
    const unsigned have = audit_steps(&m->spu->audit, &m->spu->tot);
    if ((have & AUDIT_DRAINED) == 0) {
        model_text(dst, dst_bytes,
                   "no DSB behind a PSB CSYNC found all done since the last record or event");
    } else if ((have & AUDIT_PTR) == 0) {
        model_text(dst, dst_bytes, "PMBPTR_EL1 was %s", not_read);
    } else if ((have & AUDIT_BSR) == 0) {
        model_text(dst, dst_bytes, "PMBSR_EL%u was %s", m->spu->events.el, not_read);
    }
}

int spe_model_status(const struct spe_model *m)
{
    const bool map_full = m->map_full || m->spu->buf.map.full;

    return m->clock.no_memory || map_full || m->no_memory ? SPE_ENOMEM : SPE_OK;
}

void spe_model_totals(const struct spe_model *m, struct spe_totals *totals)
{
    uint64_t hash = 0;

    *totals = m->spu->tot;
    totals->mismatches = m->facts.mismatches;
    totals->misuses = m->facts.misuses;
    totals->pass &= totals->mismatches == 0 && totals->misuses == 0; /* also after the close */
    totals->cycles = m->clock.txn_cycle;
    totals->ops = m->spu->ops;
    for (int i = 0; i < SPE_CHECKS; i++) {
        totals->checks += m->facts.checks.evals[i];
    }
    facts_hash(&hash, m->facts.hash[HASH_BYTES]);
    facts_hash(&hash, m->facts.hash[HASH_REGS]);
    facts_hash(&hash, m->facts.hash[HASH_SELECT]);
    for (int i = 0; i < COUNTS; i++) {
        if (count_exists(&m->cfg, i)) {
            facts_hash(&hash, m->spu->acc.count[i].raw);
        }
    }
    totals->result_hash = hash;
}
