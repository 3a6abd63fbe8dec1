/* SPDX-License-Identifier: Apache-2.0 */
#include "judge/journal_events.h"
#include "arch/filter.h"
#include "arch/interval.h"
#include "judge/journal.h"
#include "judge/tell.h"
#include "record/sample.h"
#include "spe/bits.h"
#include "spe/journal.h"
#include "state/model.h"
#include "story/story.h"

/* Single events: samples, filters, records, answers, comparisons, doubts. */

#define ALL UINT64_MAX

static void tell(struct spe_model *m, enum spe_unit unit, uint64_t number, const char *field,
                 uint64_t now, const char *rule)
{
    journal_tell(m, (struct spe_journal_entry){.unit = (uint8_t)unit,
                                               .number = (uint32_t)number,
                                               .field = field,
                                               .now = now,
                                               .mask = ALL,
                                               .rule = rule});
}

static void compare(struct spe_model *m, struct spe_journal_entry entry)
{
    entry.kind = SPE_JOURNAL_COMPARE;
    journal_tell(m, entry);
}

void journal_read(struct spe_model *m, enum spe_reg reg, uint64_t expected, uint64_t data,
                  uint64_t open)
{
    if (m->journal != NULL) {
        compare(m, (struct spe_journal_entry){.unit = SPE_UNIT_REGISTER,
                                              .number = reg,
                                              .field = spe_reg_name(reg),
                                              .old = expected,
                                              .now = data,
                                              .mask = ~open,
                                              .rule = "S4.1"});
    }
}

void journal_draw(struct spe_model *m, uint8_t value)
{
    if (m->journal != NULL) {
        tell(m, SPE_UNIT_INTERVAL, 0, "draw", value, "S3.1.2");
    }
}

void journal_counter(struct spe_model *m, const char *field, uint64_t before, const char *rule)
{
    if (m->journal != NULL) {
        journal_tell(m, (struct spe_journal_entry){.unit = SPE_UNIT_INTERVAL,
                                                   .field = field,
                                                   .old = before,
                                                   .now = m->spu->regs.v[SPE_PMSICR],
                                                   .mask = ALL,
                                                   .rule = rule});
    }
}

void journal_step(struct spe_model *m, uint64_t before, uint32_t members,
                  struct spe_interval_result res)
{
    if (m->journal == NULL) {
        return;
    }
    if ((before & SPE_PMSICR_COUNT) < members) {
        tell(m, SPE_UNIT_INTERVAL, 0, "reload", m->spu->regs.v[SPE_PMSIRR] & SPE_PMSIRR_INTERVAL,
             "P9");
    }
    if (res.selected) {
        tell(m, SPE_UNIT_INTERVAL, 0, "selection", m->spu->ops, "S2.2.1");
    }
}

void journal_selected(struct spe_model *m, bool good)
{
    if (m->journal != NULL) {
        const uint64_t expected = good ? m->spu->ops : journal_next_member(m);
        compare(m, (struct spe_journal_entry){.unit = SPE_UNIT_INTERVAL,
                                              .field = "member",
                                              .old = expected,
                                              .now = m->spu->ops,
                                              .mask = expected != 0 ? ALL : 0,
                                              .rule = "S2.2.1"});
    }
}

void journal_sample(struct spe_model *m, const struct tag *tag, unsigned number)
{
    const struct spe_story *s = &tag->story;

    if (m->journal == NULL) {
        return;
    }
    tell(m, SPE_UNIT_SAMPLE, tag->order, "tag", number, "S2.2.4");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "position", tag->pos, "S2.2.1");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "pc", s->pc, "S5.3.1");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "operation", s->op, "S5.3.8");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "flags", s->flags, "S5.3.8");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "context", s->ctx_state, "S3.3");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "CONTEXTIDR_EL1", s->contextidr_el1, "S5.3.3");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "CONTEXTIDR_EL2", s->contextidr_el2, "S5.3.3");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "PMSCR_EL1", s->pmscr_el1, "S3.3");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "PMSCR_EL2", s->pmscr_el2, "S3.3");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "CNTPCT", s->cntpct_select, "S5.3.10");
}

void journal_life(struct spe_model *m, const struct tag *tag, int kind)
{
    static const char *const name[SPE_LIFE_KINDS] = {
        [SPE_LIFE_ISSUE] = "issue",
        [SPE_LIFE_XLAT_START] = "translation start",
        [SPE_LIFE_XLAT_END] = "translation end",
        [SPE_LIFE_COMPLETE] = "complete",
    };

    if (m->journal != NULL) {
        const bool end = kind >= SPE_LIFE_RETIRE;
        tell(m, SPE_UNIT_SAMPLE, tag->order, end ? "end" : name[kind],
             end ? (uint64_t)kind : clock_active(&m->clock), end ? "S2.3.5" : "S5.3.4");
    }
}

void journal_ended(struct spe_model *m, const struct tag *tag)
{
    const struct spe_sample *s = &tag->sample;

    if (m->journal == NULL) {
        return;
    }
    tell(m, SPE_UNIT_SAMPLE, tag->order, "CNTPCT at the end", tag->story.cntpct_end, "S5.3.10");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "events", s->events, "S5.3.7");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "total latency", s->lat.total, "S5.3.4");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "issue latency", s->lat.issue, "S5.3.4");
    tell(m, SPE_UNIT_SAMPLE, tag->order, "translation latency", s->lat.xlat, "S5.3.4");
}

/* Whether the sample passes this term of the filters alone. */
static bool term_holds(const struct spe_config *cfg, const struct spu *spu, uint64_t term,
                       const struct spe_filtered *seen)
{
    struct spe_regs alone = spu->regs;

    alone.v[SPE_PMSFCR] &=
        ~(SPE_PMSFCR_FE | SPE_PMSFCR_FT | SPE_PMSFCR_FL | SPE_PMSFCR_FNE | SPE_PMSFCR_FDS);
    alone.v[SPE_PMSFCR] |= term;
    return filter_keep(cfg, &alone, seen);
}

void journal_filter(struct spe_model *m, const struct tag *tag, const struct spe_filtered *seen,
                    bool kept)
{
    const uint64_t *v = m->spu->regs.v;
    const uint64_t types = SPE_FIELD(v[SPE_PMSFCR], 20, 16) | SPE_FIELD(v[SPE_PMSFCR], 52, 48)
                                                                  << 8; /* and the masks */
    const struct {
        uint64_t term;
        const char *name;
        uint64_t asked, there;
    } terms[] = {
        {SPE_PMSFCR_FE, "FE", v[SPE_PMSEVFR] & filter_events(&m->cfg), seen->events},
        {SPE_PMSFCR_FNE, "FNE", v[SPE_PMSNEVFR] & filter_inverse_events(&m->cfg), seen->events},
        {SPE_PMSFCR_FT, "FT", types, seen->types},
        {SPE_PMSFCR_FL, "FL", v[SPE_PMSLATFR], seen->latency},
        {SPE_PMSFCR_FDS, "FDS", v[SPE_PMSDSFR], seen->has_source ? seen->source : ALL},
    };

    for (size_t i = 0; m->journal != NULL && i < sizeof(terms) / sizeof(terms[0]); i++) {
        if ((v[SPE_PMSFCR] & terms[i].term) != 0) {
            journal_tell(m, (struct spe_journal_entry){
                                .kind = SPE_JOURNAL_TERM,
                                .unit = SPE_UNIT_FILTER,
                                .number = (uint32_t)tag->order,
                                .field = terms[i].name,
                                .old = terms[i].asked,
                                .now = terms[i].there,
                                .mask = term_holds(&m->cfg, m->spu, terms[i].term, seen),
                                .rule = "S3.2.2"});
        }
    }
    if (m->journal != NULL) {
        tell(m, SPE_UNIT_FILTER, tag->order, "keep", kept, "S3.2.3");
    }
}

/* Eight bytes from `at`; *known: those that the record has, and whose value is known. */
static uint64_t bytes_at(const struct rec *rec, int at, uint64_t *known)
{
    uint64_t value = 0;

    *known = 0;
    for (int i = 0; i < 8 && at + i < rec->len; i++) {
        value |= (uint64_t)rec->bytes[at + i] << 8 * i;
        *known |= buffer_byte_free(rec, at + i) ? 0 : (uint64_t)0xFF << 8 * i;
    }
    return value;
}

void journal_record(struct spe_model *m, const struct rec *rec)
{
    if (m->journal == NULL) {
        return;
    }
    tell(m, SPE_UNIT_RECORD, rec->id, "selection", rec->order, "S5.1.2");
    tell(m, SPE_UNIT_RECORD, rec->id, "length", (uint64_t)rec->len, "S5.1.2");
    for (int at = 0; at < rec->len; at += 8) {
        struct spe_journal_entry e = {.unit = SPE_UNIT_RECORD,
                                      .number = (uint32_t)rec->id,
                                      .at = (uint32_t)at,
                                      .field = "expected",
                                      .rule = "S5.1.1"};
        e.now = bytes_at(rec, at, &e.mask);
        journal_tell(m, e);
    }
    tell(m, SPE_UNIT_RECORD, rec->id, "state", SPE_RECORD_MADE, "S2.2.1");
}

void journal_record_state(struct spe_model *m, const struct rec *rec, enum spe_record_state state,
                          const char *rule)
{
    if (m->journal == NULL) {
        return;
    }
    if (state == SPE_RECORD_STARTED) {
        tell(m, SPE_UNIT_RECORD, rec->id, "va", rec->va, "S3.4");
    }
    tell(m, SPE_UNIT_RECORD, rec->id, "state", state, rule);
}

void journal_burst(struct spe_model *m, const struct rec *rec, const struct burst *b)
{
    if (m->journal != NULL) {
        journal_tell(m, (struct spe_journal_entry){.unit = SPE_UNIT_RECORD,
                                                   .number = (uint32_t)rec->id,
                                                   .at = (uint32_t)(b->va - rec->va),
                                                   .field = "burst",
                                                   .old = b->va,
                                                   .now = b->addr,
                                                   .mask = ALL,
                                                   .rule = "S3.4"});
    }
}

void journal_data(struct spe_model *m, const struct rec *rec, int offset, uint64_t data,
                  unsigned strb)
{
    struct spe_journal_entry e = {
        .unit = SPE_UNIT_RECORD, .number = (uint32_t)rec->id, .field = "data", .rule = "S5.1.1"};
    const int skip = offset < 0 ? -offset : 0; /* the word begins before the record */
    uint64_t known;

    if (m->journal == NULL || skip >= 8) {
        return;
    }
    e.at = (uint32_t)(offset + skip);
    e.now = data >> 8 * skip;
    for (int i = skip; i < 8; i++) {
        e.mask |= (strb >> i & 1) != 0 ? (uint64_t)0xFF << 8 * (i - skip) : 0;
    }
    e.old = bytes_at(rec, offset + skip, &known);
    compare(m, e);
}

void journal_translated(struct spe_model *m, uint64_t va, const struct spe_txn_xl_rsp *t)
{
    const bool fault = t->fault != 0;

    if (m->journal != NULL) {
        journal_tell(m, (struct spe_journal_entry){.unit = SPE_UNIT_BUFFER,
                                                   .field = fault ? "fault" : "translation",
                                                   .old = va,
                                                   .now = fault ? t->fsc : t->pa,
                                                   .mask = ALL,
                                                   .rule = fault ? "S3.5.3" : "S3.4.3"});
    }
}

void journal_response(struct spe_model *m, uint64_t order, unsigned resp)
{
    if (m->journal != NULL) {
        tell(m, SPE_UNIT_BUFFER, order, "response", resp, "S3.5.4");
    }
}

void journal_count(struct spe_model *m, int which, uint64_t least, uint64_t most, uint64_t seen)
{
    if (m->journal != NULL) {
        compare(m, (struct spe_journal_entry){.unit = SPE_UNIT_OUTPUT,
                                              .number = (uint32_t)which,
                                              .at = (uint32_t)(most - least),
                                              .field = count_name(which),
                                              .old = most,
                                              .now = seen,
                                              .mask = ALL,
                                              .rule = "S2.6"});
    }
}

void journal_levels(struct spe_model *m, uint64_t cycle, unsigned ones, unsigned certain,
                    unsigned shown)
{
    if (m->journal != NULL) {
        compare(m, (struct spe_journal_entry){.cycle = clock_real(&m->clock, cycle),
                                              .unit = SPE_UNIT_OUTPUT,
                                              .number = COUNTS,
                                              .field = "levels",
                                              .old = ones,
                                              .now = shown,
                                              .mask = certain,
                                              .rule = "RTSJRP"});
    }
}

void journal_fork(struct spe_model *m, int fork, const char *choice, bool open, int branch)
{
    if (m->journal != NULL) {
        journal_tell(m, (struct spe_journal_entry){.unit = SPE_UNIT_DOUBT,
                                                   .number = (uint32_t)fork,
                                                   .at = (uint32_t)(branch + 1),
                                                   .field = choice,
                                                   .old = !open,
                                                   .now = open,
                                                   .mask = ALL,
                                                   .rule = choice});
    }
}

void journal_event(struct spe_model *m, const struct effect *e)
{
    if (m->journal != NULL) {
        journal_tell(m, (struct spe_journal_entry){.unit = SPE_UNIT_DOUBT,
                                                   .field = model_cause(e->cause),
                                                   .old = clock_real(&m->clock, e->lo),
                                                   .now = clock_real(&m->clock, e->hi),
                                                   .mask = ALL,
                                                   .rule = journal_event_rule(e)});
    }
}
