/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "bus/page.h"
#include "judge/barriers.h"
#include "judge/report.h"
#include "state/model.h"

/* Checks which pages the SPU requests translations of (3.4, D17.8.3): those of the Profiling
 * Buffer. */

static void page_of_no_record(struct spe_model *m, uint64_t va)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_BUF_ADDRESS, "DDI 0586A 3.4");

    FMT(f.where, "translation request");
    FMT(f.expected, "page of 0x%" PRIx64, m->spu->regs.v[SPE_PMBPTR]);
    FMT(f.actual, "0x%" PRIx64, va);
    FMT(f.text,
        "the page of 0x%" PRIx64 " is requested, no byte of the record lies in it, and it is"
        " no page between PMBPTR_EL1 and the limit of an enabled buffer",
        va);
    model_emit(m, &f);
}

/* Reports a request for a page that no reading of the texts permits (S12). */
static void page_of_no_buffer(struct spe_model *m, uint64_t va)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_XL_REGIME, "DDI 0586A 3.4");
    const struct regions *r = &m->spu->buf.regions;

    FMT(f.where, "translation request");
    if (r->on) {
        FMT(f.expected, "a page from 0x%" PRIx64 " to 0x%" PRIx64, r->now.first << 12,
            r->now.last << 12);
    } else {
        FMT(f.expected, "none: PMBLIMITR_EL1.E is 0");
    }
    FMT(f.actual, "0x%" PRIx64, va);
    FMT(f.text,
        "the page of 0x%" PRIx64 " is requested, which is no page of the Profiling Buffer nor of"
        " one before it from which a request may be on its way [S12]",
        va);
    model_emit(m, &f);
}

/* Only one request is outstanding at a time. So once nothing is left of earlier buffers, all later
 * requests are for the present buffer. Where records are not predicted, some may always be left. */
void buffer_page(struct spe_model *m, uint64_t va, bool of_record, bool placed)
{
    (void)model_eval(m, SPE_CHECK_BUF_ADDRESS);
    if (!placed) {
        page_of_no_record(m, va);
    }
    if (placed && !of_record && !m->facts.checks.off[SPE_CHECK_XL_REGIME] &&
        !regions_hold(&m->spu->buf.regions, va)) {
        page_of_no_buffer(m, va);
    }
    if (m->records && sync_drained(m) && m->clock.cycle > 2) {
        regions_forget(&m->spu->buf.regions, m->clock.cycle - 2);
    }
}
