/* SPDX-License-Identifier: Apache-2.0 */
#include "cover_cross.h"
#include "cover_table.h"

/* Which bins of crosses with what is on its way a configuration can meet. */

bool possible_bus(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    return v[1] == 0 || cfg->nvm;
}

/* A limit is 2^48 where the buffer ends with the lower half of 48 bits; what begins there is
 * counted as above. A
 * pointer's tag is that of the limit (B26). A physical address has at most 52 bits. */
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

/* With [sync_scope] = strict there is one sample or one record, and each collides with the next. */
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

/* Where each burst waits for the response of the one before ([abort_wait]) none is overtaken. */
bool possible_order(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const unsigned none[COVER_AXES] = {v[0], 0, 0, 0};
    const bool waits = cfg->ext_abort == spe_cfg_ext_abort_sync && cfg->abort_wait;

    return possible_event(cfg, none) && (v[1] != ORDER_OVERTAKEN || !waits);
}

/* Records that are queued are lost with the buffer, but as [disabled_record] says; with S at 1 none
 * is queued. With [sync_scope] = strict there is one sample or one record. */
bool possible_barrier(const struct spe_config *cfg, const unsigned v[COVER_AXES])
{
    const bool queued = (v[1] & PENDING_QUEUED) != 0;
    const bool kept = cfg->disabled_record == spe_cfg_disabled_record_write ||
                      cfg->disabled_record == spe_cfg_disabled_record_any;

    if (queued && (v[2] == 2 || (v[2] == 1 && !kept))) {
        return false;
    }
    return cfg->sync_scope != spe_cfg_sync_scope_strict || !queued || v[1] == PENDING_QUEUED;
}
