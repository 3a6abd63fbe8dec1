/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "arch/filter.h"
#include "doubt/filter_note.h"
#include "judge/report.h"
#include "state/model.h"

/* The filters of PMSFCR_EL1. FE and FnE with an event in both are ignored, or reject all (L15). */
enum { BOTH = 2 };

static const struct {
    const char *name;
    uint64_t enables;
} filters[] = {
    {"FE (events)", SPE_PMSFCR_FE},
    {"FnE (inverted events)", SPE_PMSFCR_FNE},
    [BOTH] = {"FE and FnE (events and inverted events)", SPE_PMSFCR_FE | SPE_PMSFCR_FNE},
    {"FT (type)", SPE_PMSFCR_FT},
    {"FL (latency)", SPE_PMSFCR_FL},
    {"FDS (source)", SPE_PMSFCR_FDS},
};
#define ENABLES (SPE_PMSFCR_FE | SPE_PMSFCR_FNE | SPE_PMSFCR_FT | SPE_PMSFCR_FL | SPE_PMSFCR_FDS)

static bool overlap(const struct spe_config *cfg, const struct spe_regs *regs)
{
    const uint64_t *v = regs->v;
    const uint64_t both = filters[BOTH].enables;

    return (v[SPE_PMSFCR] & both) == both &&
           (v[SPE_PMSEVFR] & v[SPE_PMSNEVFR] & filter_inverse_events(cfg)) != 0;
}

static bool rejects(const struct spe_config *cfg, struct spe_regs regs, uint64_t enables,
                    const struct spe_filtered *seen)
{
    regs.v[SPE_PMSFCR] &= ~ENABLES | enables;
    return !filter_keep(cfg, &regs, seen);
}

/* The first filter that rejects the sample alone. */
static const char *rejecting(const struct spe_config *cfg, const struct spu *spu,
                             const struct spe_filtered *seen)
{
    size_t i = overlap(cfg, &spu->regs) ? BOTH : 0;

    while (!rejects(cfg, spu->regs, filters[i].enables, seen)) {
        i++;
        assert(i < sizeof(filters) / sizeof(filters[0]));
    }
    return filters[i].name;
}

/* Write the short names of the enabled filters into `dst`, which is empty. */
static void passed(const struct spe_regs *regs, char *dst, size_t dst_bytes)
{
    size_t used = 0;

    for (size_t i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
        const uint64_t enables = filters[i].enables;
        if ((enables & (enables - 1)) == 0 && (regs->v[SPE_PMSFCR] & enables) != 0) {
            used += (size_t)snprintf(dst + used, dst_bytes - used, "%s%.*s", used == 0 ? "" : ", ",
                                     (int)strcspn(filters[i].name, " "), filters[i].name);
            assert(used < dst_bytes); /* all names fit */
        }
    }
}

void filter_note(struct spe_model *m, const struct tag *tag, const struct spe_filtered *seen,
                 bool kept)
{
    const uint64_t number = m->spu->acc.count[COUNT_FILTRATE].total + 1;
    struct filter_note *note =
        kept ? &m->spu->acc.notes.kept[number % NOTES] : &m->spu->acc.notes.rejected;

    *note = (struct filter_note){.number = number,
                                 .pc = tag->story.pc,
                                 .selected = tag->sel_cycle,
                                 .ended = m->clock.cycle,
                                 .least = m->spu->regs.v[SPE_PMSLATFR],
                                 .latency = seen->latency,
                                 .timed = (m->spu->regs.v[SPE_PMSFCR] & SPE_PMSFCR_FL) != 0,
                                 .tag = (unsigned)(tag - m->spu->fl.tag)};
    if (kept) {
        passed(&m->spu->regs, note->term, sizeof(note->term));
    } else {
        FMT(note->term, "%s", rejecting(&m->cfg, m->spu, seen));
    }
}

static void sample(const struct clock *clock, const struct filter_note *note, const char *verb,
                   char *dst, size_t dst_bytes)
{
    char timed[64] = "";

    if (note->timed) {
        FMT(timed, ", total latency %u, MINLAT %" PRIu64, note->latency, note->least);
    }
    model_text(dst, dst_bytes,
               "; the filters %s the sample of tag %u, PC 0x%" PRIx64 ", selected in cycle %" PRIu64
               ", ended in %" PRIu64 "%s; PMSFCR_EL1: %s",
               verb, note->tag, note->pc, clock_real(clock, note->selected),
               clock_real(clock, note->ended), timed,
               note->term[0] != '\0' ? note->term : "none is enabled");
}

void filter_note_rejected(const struct spe_model *m, char *dst, size_t dst_bytes)
{
    dst[0] = '\0';
    if (m->spu->acc.notes.rejected.number != 0) {
        sample(&m->clock, &m->spu->acc.notes.rejected, "last rejected", dst, dst_bytes);
    }
}

void filter_note_kept(const struct spe_model *m, uint64_t number, char *dst, size_t dst_bytes)
{
    const struct filter_note *note = &m->spu->acc.notes.kept[number % NOTES];

    dst[0] = '\0';
    assert(number != 0);
    if (note->number == number) {
        sample(&m->clock, note, "keep", dst, dst_bytes);
    }
}
