/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "filter_endings.h"
#include "suspect_list.h"

/* Suspects for a wrong count of the filters. */

#define NEAR 128u /* a count can come so many cycles late */

/* The last write of a filter register while the last filtered sample was on its way. NULL: none. */
static const struct spe_journal_entry *filters_changed(const struct explain *e)
{
    static const enum spe_reg regs[] = {SPE_PMSFCR, SPE_PMSEVFR, SPE_PMSNEVFR, SPE_PMSLATFR,
                                        SPE_PMSDSFR};
    const struct spe_journal_entry *keep =
        explain_before(e, NULL, SPE_UNIT_FILTER, UINT32_MAX, "keep");
    const struct spe_journal_entry *taken =
        keep != NULL ? explain_before(e, keep, SPE_UNIT_SAMPLE, keep->number, "tag") : NULL;

    for (size_t i = 0; taken != NULL && i < sizeof(regs) / sizeof(regs[0]); i++) {
        const struct spe_journal_entry *c = keep;
        do {
            c = explain_before(e, c, SPE_UNIT_REGISTER, regs[i], NULL);
        } while (c != NULL && c->kind != SPE_JOURNAL_CHANGE);
        if (c > taken && c->old != c->now) {
            return c;
        }
    }
    return NULL;
}

/* The event filter register whose value differs from what the last decision used: some bits did not
 * count. SPE_REGS: none. */
static enum spe_reg bits_ignored(const struct explain *e)
{
    static const struct {
        const char *term;
        enum spe_reg reg;
    } terms[] = {{"FE", SPE_PMSEVFR}, {"FNE", SPE_PMSNEVFR}};

    for (size_t i = 0; i < sizeof(terms) / sizeof(terms[0]); i++) {
        const struct spe_journal_entry *term =
            explain_before(e, NULL, SPE_UNIT_FILTER, UINT32_MAX, terms[i].term);
        const struct spe_journal_entry *reg = journal_state_find(
            &e->state, SPE_UNIT_REGISTER, terms[i].reg, spe_reg_name(terms[i].reg));
        if (term != NULL && reg != NULL && term->cycle >= reg->cycle && term->old != reg->now) {
            return terms[i].reg;
        }
    }
    return SPE_REGS;
}

static void of_registers(struct suspect_list *list)
{
    const struct spe_journal_entry *write = filters_changed(list->e);
    const enum spe_reg ignored = bits_ignored(list->e);

    if (write != NULL) {
        suspect_add(list, CONCERN_CAPTURE, "%s of before its write in cycle %" PRIu64 " counts",
                    write->field, write->cycle);
    }
    if (ignored != SPE_REGS) {
        suspect_add(list, CONCERN_REGISTERS, "which bits of %s count", spe_reg_name(ignored));
    }
}

/* The last cycle in which the filters kept two samples or more. 0: none in the part of the journal.
 */
static uint64_t kept_together(const struct explain *e)
{
    const struct spe_journal_entry *later = NULL, *keep = NULL;

    while ((keep = explain_before(e, keep, SPE_UNIT_FILTER, UINT32_MAX, "keep")) != NULL) {
        if (keep->now != 0 && later != NULL && later->cycle == keep->cycle) {
            return keep->cycle;
        }
        later = keep->now != 0 ? keep : later;
    }
    return 0;
}

/* What the filters look at: events and type go into the record, too; the latency is counted. */
void suspect_filter(struct suspect_list *list)
{
    const uint64_t terms =
        SPE_PMSFCR_FE | SPE_PMSFCR_FT | SPE_PMSFCR_FL | SPE_PMSFCR_FNE | SPE_PMSFCR_FDS;
    const struct spe_journal_entry *fcr = journal_state_find(&list->e->state, SPE_UNIT_REGISTER,
                                                             SPE_PMSFCR, spe_reg_name(SPE_PMSFCR));
    const struct spe_finding *f = explain_finding(list->e);
    const bool fewer = strtoull(f->actual, NULL, 0) < strtoull(f->expected, NULL, 0);
    const uint64_t together = kept_together(list->e);
    const bool feed = f->check == SPE_CHECK_OUT_FEED_KIND;
    const bool latency = feed ? strcmp(f->where, "SAMPLE_FEED_LAT") == 0
                              : fcr != NULL && (fcr->now & terms) == SPE_PMSFCR_FL;
    const struct spe_journal_entry *lost = filter_not_captured(list->e);

    if (lost != NULL) {
        suspect_add(list, CONCERN_RECORD, "operation %" PRIu32 ", not captured, has a record",
                    lost->number);
        suspect_add(list, CONCERN_COUNTS, "operation %" PRIu32 ", not captured, is counted",
                    lost->number);
    }
    suspect_add(list, CONCERN_FILTER, "a sample more or fewer is counted");
    if (fewer && together != 0 && together + NEAR >= f->cycle) {
        suspect_add(list, CONCERN_COUNTS, "those that were kept together in cycle %" PRIu64,
                    together);
    }
    of_registers(list);
    suspect_add(list, latency ? CONCERN_LATENCY : CONCERN_RECORD,
                latency ? "the latency of the sample, the only term"
                        : "events and type that the filters look at");
}
