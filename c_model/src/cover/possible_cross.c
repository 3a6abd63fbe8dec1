/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "config_members.h"
#include "cover/cover.h"
#include "cover/cross.h"
#include "cover/table.h"

/* Which bins of addresses, intervals, depths, order of responses, barriers and sequences a
 * configuration can meet. */

bool possible_bus(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[1] == 0 || cfg->nvm;
}

/* A limit is 2^48 if the buffer ends at the top of a lower half of 48 bits. A record that begins at
 * 2^48 counts as REGION_WIDE. The pointer has the same top byte as the limit (B26). A physical
 * address has at most 52 bits. */
bool possible_region(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    if (v[2] == 1 && (!cfg->nvm || v[1] == REGION_TAGGED || v[1] == REGION_UPPER)) {
        return false;
    }
    return v[0] == 1 || v[1] != REGION_END;
}

bool possible_interval(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[1] == 0 || v[1] == (cfg->ernd ? 2u : 1u);
}

/* With [sync_scope] = strict there is at most one sample or one record at a time, and the next
 * selection collides with it. */
bool possible_depth(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const unsigned tags = v[0], records = v[1];
    const bool collided = v[2] == 1, all = tags == (unsigned)cfg->inflight;

    if (tags > (unsigned)cfg->inflight || records > (unsigned)cfg->record_queue) {
        return false;
    }
    if (cfg->sync_scope == spe_cfg_sync_scope_strict) {
        return tags + records <= 1 && collided == (tags + records == 1);
    }
    return collided == all;
}

/* Whether each burst waits for the response of the burst before it ([abort_wait]). Then two bursts
 * never wait for responses at the same time. */
static bool bursts_wait(const struct spe_config *cfg)
{
    return cfg->ext_abort == spe_cfg_ext_abort_sync && cfg->abort_wait;
}

/* Whether every SPU must write some records in several bursts. */
static bool several_bursts(const struct spe_config *cfg)
{
    const bool several = cfg->align < cfg->max_size;

    assert(several || !cover_long_record(cfg)); /* a largest record is aligned to its size */
    return several;
}

/* Whether in every SPU a burst can wait for its response after its record is done ([record_done])
 * or lost to the fault of a later burst. An SPU that asks again for a page that it already has (W3)
 * can always have such a burst; that case is not counted. */
static bool late_response(const struct spe_config *cfg)
{
    return cfg->record_done == spe_cfg_record_done_w || (several_bursts(cfg) && !bursts_wait(cfg));
}

/* Whether a burst can wait for its response when `event` comes. The SPU checks pointers and
 * translates pages for one record after the other, so a burst that waits then is a `late` one. An
 * event of the system comes at any time. A record can find the buffer disabled while the record
 * before it is being written. After the last burst of a record that fills the buffer none follows.
 */
static bool burst_waits(const struct spe_config *cfg, unsigned event, bool late)
{
    switch (event) {
    case EVENT_IMPDEF:
        return true;
    case EVENT_DENIED:
        return cfg->sync_scope != spe_cfg_sync_scope_strict || late;
    case EVENT_FULL:
        return cfg->record_done == spe_cfg_record_done_w;
    case EVENT_EXTERNAL:
        return late && !bursts_wait(cfg);
    default:
        return late;
    }
}

/* Whether all bursts can have their responses when `event` comes. If a record is done with its last
 * beat, the response comes a cycle later at the earliest (IHI 0022, A3.3.1). The SPU reports a full
 * buffer before that, unless the report takes longer ([event_max]). */
static bool all_answered(const struct spe_config *cfg, unsigned event)
{
    return event != EVENT_FULL || cfg->record_done == spe_cfg_record_done_b || cfg->event_max > 1;
}

/* Responses of bursts with one ID come in the order of the bursts (IHI 0022, A5.3). */
static bool order_met(const struct spe_config *cfg, const unsigned v[COVER_AXES], bool late)
{
    const unsigned none[COVER_AXES] = {v[0], 0, 0, 0};

    if (!possible_event(cfg, none)) {
        return false;
    }
    if (v[1] == ORDER_OVERTAKEN) {
        return !cfg->axi_one_id && !bursts_wait(cfg) && late;
    }
    return v[1] == ORDER_KEPT ? burst_waits(cfg, v[0], late) : all_answered(cfg, v[0]);
}

bool possible_order(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return order_met(cfg, v, late_response(cfg));
}

bool uncounted_order(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return order_met(cfg, v, true);
}

/* Whether a barrier can find this pending. A disabled buffer loses the queued records, unless
 * [disabled_record] keeps them; with S at 1 none is queued. With [sync_scope] = strict there is one
 * sample or one record, and with [record_queue] = 1 one record. Only a late response can be pending
 * beside it. */
static bool barrier_met(const struct spe_config *cfg, const unsigned v[COVER_AXES], bool late)
{
    const bool flight = (v[1] & PENDING_FLIGHT) != 0, queued = (v[1] & PENDING_QUEUED) != 0;
    const bool writing = (v[1] & PENDING_WRITING) != 0;
    const bool strict = cfg->sync_scope == spe_cfg_sync_scope_strict;
    const bool kept = cfg->disabled_record == spe_cfg_disabled_record_write ||
                      cfg->disabled_record == spe_cfg_disabled_record_any;

    if (queued && (v[2] == 2 || (v[2] == 1 && !kept) || (strict && flight))) {
        return false;
    }
    const bool one = strict ? flight || queued : queued && cfg->record_queue == 1;
    return !(writing && one) || late;
}

bool possible_barrier(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return barrier_met(cfg, v, late_response(cfg));
}

bool uncounted_barrier(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return barrier_met(cfg, v, true);
}

/* Whether an event can find a sample in flight that was selected, with [sync_scope] = strict, after
 * the record before it was done or ended. Three events can: one of the system, a delayed one of
 * that record ([event_max]), or the abort of a late response. */
static bool strict_flight(const struct spe_config *cfg, bool late)
{
    return cfg->impdef_event || cfg->event_max > 1 ||
           (cfg->ext_abort == spe_cfg_ext_abort_async && late);
}

bool uncounted_sequence(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[0] == SEQ_SPLIT || (v[0] == SEQ_EVENT_FLIGHT && strict_flight(cfg, true));
}

/* With [sync_scope] = strict there is one sample or one record, so no sample waits for room. */
bool possible_sequence(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    bool strict = cfg->sync_scope == spe_cfg_sync_scope_strict;

    switch (v[0]) {
    case SEQ_EVENT_FLIGHT:
        return !strict || strict_flight(cfg, late_response(cfg));
    case SEQ_WAIT_ROOM:
        return !strict;
    case SEQ_EVENT_ABORT:
        return cfg->ext_abort == spe_cfg_ext_abort_async;
    case SEQ_DISCARD:
        return cfg->pmsver >= 3;
    case SEQ_OWNER_WALK:
    case SEQ_OWNER_WRITING:
        return cfg->el2 || cfg->el3;
    case SEQ_SPLIT:
        return cfg->align < cfg->max_size;
    default:
        return true;
    }
}
