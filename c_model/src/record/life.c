/* SPDX-License-Identifier: Apache-2.0
 *
 * Latencies of a sampled operation: DDI 0586A 5.3.4; dpi/timing.md, LF2 to LF7.
 */
#include "record/life.h"
#include "config_members.h"

void life_begin(struct spe_life *life, uint64_t active_now)
{
    *life = (struct spe_life){.selected = active_now};
}

static void mark(uint64_t *when, bool *seen, bool first_counts, uint64_t now)
{
    if (*seen && first_counts) {
        return;
    }
    *when = now;
    *seen = true;
}

/* LF3: which pulse counts. */
void life_event(struct spe_life *life, int kind, uint64_t active_now)
{
    switch (kind) {
    case SPE_LIFE_ISSUE:
        mark(&life->issue, &life->has_issue, true, active_now);
        break;
    case SPE_LIFE_XLAT_START:
        mark(&life->xlat_start, &life->has_xlat_start, true, active_now);
        break;
    case SPE_LIFE_XLAT_END:
        if (life->has_xlat_start) { /* an end before the first start does not count */
            mark(&life->xlat_end, &life->has_xlat_end, false, active_now);
        }
        break;
    case SPE_LIFE_COMPLETE:
        mark(&life->complete, &life->has_complete, false, active_now);
        break;
    default:
        mark(&life->ended, &life->has_ended, true, active_now);
    }
}

/* LF6: counters saturate. */
unsigned latency_saturate(const struct spe_config *cfg, uint64_t count)
{
    uint64_t max = (UINT64_C(1) << cfg->count_size) - 1;

    return (unsigned)(count < max ? count : max);
}

/* Active cycles c with from < c <= to, one more with inclusive end points (choice R44). */
static unsigned span(const struct spe_config *cfg, uint64_t from, uint64_t to)
{
    uint64_t count = to > from ? to - from : 0;

    return latency_saturate(cfg, count + (cfg->latency_rule == spe_cfg_latency_rule_inclusive));
}

/* LF2: what a latency counts. LF4: pulses that are missing. */
struct spe_latencies life_latencies(const struct spe_config *cfg, const struct spe_life *life)
{
    uint64_t complete = life->has_complete ? life->complete : life->ended;
    uint64_t issue = life->has_issue ? life->issue : complete;
    bool translated = life->has_xlat_start && life->has_xlat_end;

    return (struct spe_latencies){
        .total = span(cfg, life->selected, complete),
        .issue = span(cfg, life->selected, issue),
        .xlat = translated ? span(cfg, life->xlat_start, life->xlat_end) : 0,
    };
}

/* LF5, LF7: counts that the PE gives. */
struct spe_latencies life_delivered(const struct spe_config *cfg, const struct spe_txn_life *end)
{
    return (struct spe_latencies){
        .total = latency_saturate(cfg, end->lat_total),
        .issue = latency_saturate(cfg, end->lat_issue),
        .xlat = latency_saturate(cfg, end->lat_xlat),
    };
}
