/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "bytes/stays.h"
#include "bytes/stream.h"
#include "close/accounts.h"
#include "doubt/filter_note.h"
#include "events/nolife.h"
#include "judge/report.h"
#include "ports/outputs.h"
#include "state/model.h"

/* The accounts of the design (oracle c), from the SPU's own counts. */

void accounts_reset(struct spe_model *m)
{
    for (int i = 0; i < COUNTS; i++) {
        struct count *c = &m->spu->acc.count[i];
        if (i == COUNT_FULL) { /* no account uses it: hypotheses that differ in it become one */
            c->total = 0;
        }
        if (m->records || i == COUNT_POP) {
            c->seen = c->acct = c->total;
        }
        c->maybe = 0;
        c->n_recent = 0;
    }
}

/* Events that need not be reported by the end of `now`. */
static uint64_t open_events(const struct spu *spu, int which, uint64_t now)
{
    const struct count *c = &spu->acc.count[which];

    return count_open(c, now, c->most_delay) + (which == COUNT_FILTRATE ? c->maybe : 0);
}

/* PM6: judge that left == right, except for up to `open` events that are not reported yet. */
static void balance(struct spe_model *m, enum spe_check check, uint64_t left, uint64_t right,
                    uint64_t open, const char *text)
{
    uint64_t diff = left > right ? left - right : right - left;

    if (!model_eval(m, check) || (diff <= open && diff != 0)) {
        return;
    }
    /* Each movement of the pointer is an account of its own. */
    if (check == SPE_CHECK_ACC_POINTER ? diff == 0
                                       : !audit_news(&m->spu->audit, check, left - right)) {
        return;
    }
    struct spe_finding f = model_finding(m, check, "DDI 0586A 2.6, 3.5");
    FMT(f.where, "%s", spe_check_name((int)check));
    FMT(f.expected, "%" PRIu64, right);
    FMT(f.actual, "%" PRIu64, left);
    char sample[NOTE_TEXT] = "";
    if (check == SPE_CHECK_ACC_FEED || check == SPE_CHECK_ACC_WRITTEN) {
        filter_note_rejected(m, sample, sizeof(sample));
    }
    FMT(f.text, "%s: %" PRIu64 " against %" PRIu64 "%s", text, left, right, sample);
    if (check == SPE_CHECK_ACC_POINTER) {
        nolife_explained(m, &f);
    } else {
        model_emit(m, &f);
    }
}

void accounts_compare(struct spe_model *m, uint64_t now)
{
    const struct count *c = m->spu->acc.count;
    uint64_t filtrate = c[COUNT_FILTRATE].acct, feed = c[COUNT_FEED].acct;
    uint64_t open =
        open_events(m->spu, COUNT_FEED, now) + open_events(m->spu, COUNT_COLLISION, now);
    /* Samples that have no ending: with [feed_point] = complete they are not in SAMPLE_FEED. */
    uint64_t endless = m->spu->acc.lost_samples + inflight_in(&m->spu->fl, TAG_FLIGHT);
    bool at_end = m->cfg.feed_point == spe_cfg_feed_point_complete;

    if (!at_end || (m->opt.taps & SPE_TAP_LIFE) != 0) {
        uint64_t seen = feed + c[COUNT_COLLISION].acct + (at_end ? endless : 0), lo, hi;
        nolife_selections(m, &lo, &hi);
        const uint64_t is = seen < lo ? lo : hi;
        balance(m, SPE_CHECK_ACC_SELECT, seen, seen < lo || seen > hi ? is : seen, open,
                "SAMPLE_FEED + SAMPLE_COLLISION against selections");
    }
    open = open_events(m->spu, COUNT_FEED, now) + open_events(m->spu, COUNT_FILTRATE, now);
    balance(m, SPE_CHECK_ACC_FEED, feed,
            filtrate + m->spu->tot.filtered + m->spu->tot.not_captured + (at_end ? 0 : endless),
            open, "SAMPLE_FEED against SAMPLE_FILTRATE + filtered + not captured + in flight");
    if (m->records) {
        balance(m, SPE_CHECK_ACC_WRITTEN, filtrate,
                m->spu->tot.records + m->spu->tot.lost +
                    (uint64_t)(m->spu->buf.n + m->spu->fl.n_staged) +
                    inflight_in(&m->spu->fl, TAG_WAIT),
                open_events(m->spu, COUNT_FILTRATE, now),
                "SAMPLE_FILTRATE against records written + lost");
    } else {
        nolife_account(m, filtrate);
    }
}

void accounts_audit(struct spe_model *m)
{
    outputs_counts_final(m, true);
    accounts_compare(m, m->clock.cycle);
}

/* P21: whether a read, `since` cycles after the last traffic on the bus, may return an older
 * pointer. */
static bool may_be_old(const struct spe_config *cfg, uint64_t since)
{
    return cfg->read_lag_max != 0 && since <= 1 + (uint64_t)cfg->read_lag_max;
}

/* Whether an abort or a fault has cut a record, and its event, which holds or moves the pointer, is
 * still open. The event may take effect later, or has taken effect without levels to show it
 * (`told` is false). */
static bool may_have_event(const struct stream *st, const struct spe_config *cfg, bool told,
                           uint64_t now)
{
    const uint64_t most = (uint64_t)cfg->event_max + (uint64_t)cfg->irq_max;

    return st->cut && (!told || now <= st->cut_since + most);
}

/* Whether a record has begun and not ended, as far as its bytes show. The record may go on although
 * PMBPTR_EL1 is held (3.5), and also after a DSB, which waits only for bursts that were offered. A
 * record that a fault of its second page has ended counts, too. */
static bool has_begun(const struct stream *st, int align)
{
    return !st->ended && (st->inside || (st->next & (((uint64_t)1 << align) - 1)) != 0);
}

/* Whether an event has cut a record, the event has taken effect, a DSB has since waited for all
 * offered bursts, and no record has begun and not ended. Then the next burst begins a record. */
static bool is_over(const struct spe_model *m)
{
    const struct stream *st = &m->spu->st;
    const uint64_t event = st->cut_since + (uint64_t)m->cfg.event_max;
    const uint64_t dsb = m->spu->barriers.dsb_cycle;
    const bool waited = dsb > event && m->spu->buf.dsb_cycle >= dsb && m->spu->buf.aw_next <= dsb;

    return st->cut && !st->forked && !m->cfg.exc && model_stopped(m) && waited &&
           !has_begun(st, m->cfg.align) && m->clock.cycle > event + (uint64_t)m->cfg.read_lag_max;
}

/* The next record begins at `ptr`. */
static void begins_next(struct spe_model *m, uint64_t ptr)
{
    struct stream *st = &m->spu->st;

    bytemap_clear_from(&m->spu->buf.map, ptr); /* a record that was cut is written again */
    stays_forget(&st->stays);
    st->stays.first = st->next = ptr;
    st->known = true;
    stream_begin(m);
}

/* Between writes of PMBPTR_EL1, and without an event, PMBPTR_EL1 moves by the bytes written. */
void accounts_pointer(struct spe_model *m, uint64_t ptr)
{
    bool still = m->spu->buf.n_bursts == 0 && m->spu->buf.early.n == 0 && !m->spu->pointer.due &&
                 (m->spu->buf.n == 0 || queue_at(&m->spu->buf, 0)->state != REC_STARTED);
    /* PMBPTR_EL1 moves when a record is done (B5). */
    const uint64_t bytes = m->records ? m->spu->buf.account.bytes : m->spu->buf.account.whole;

    if (!m->records && may_be_old(&m->cfg, m->clock.cycle - m->spu->st.bus_cycle)) {
        return;
    }
    const bool stays = !m->records && still && stream_stands(m->spu, ptr);
    /* With [exc] an event may be in a register whose S stops nothing: no level tells that. */
    const bool told = (m->opt.taps & SPE_TAP_OUT) != 0 && !m->cfg.exc;
    const bool event = !m->records && !model_stopped(m) &&
                       may_have_event(&m->spu->st, &m->cfg, told, m->clock.cycle);

    m->spu->buf.account.known &= !event;
    if (m->spu->buf.account.known && !stays && still && m->spu->events.n == 0) {
        if (m->records || !(model_stopped(m) || nolife_pointer(m->spu, ptr))) {
            balance(m, SPE_CHECK_ACC_POINTER, ptr - m->spu->buf.account.from, bytes, 0,
                    "movement of PMBPTR_EL1 against bytes written");
        }
    }
    if (!m->records && still && is_over(m)) {
        begins_next(m, ptr);
    }
    if (still) {
        m->spu->buf.account.from = ptr;
        m->spu->buf.account.bytes -= model_stopped(m) ? m->spu->buf.account.bytes : bytes;
        m->spu->buf.account.whole = 0;
        m->spu->buf.account.known = !event;
    }
}
