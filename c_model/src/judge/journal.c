/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "arch/interval.h"
#include "arch/regs.h"
#include "judge/journal.h"
#include "judge/tell.h"
#include "spe/journal.h"
#include "state/model.h"
#include "state/queue.h"

/* Lasting state: its changes since its last entry. */

/* One number of the lasting state. */
struct row {
    enum spe_unit unit;
    const char *field;
};

enum {
    ROW_NEXT,
    ROW_PROFILING,
    ROW_BUFFER,
    ROW_STOPPED,
    ROW_REGIME,
    ROW_CONTEXT,
    ROW_RECORDS,
    ROW_PSB,
    ROW_DSB,
    ROWS
};

static const struct row rows[ROWS] = {
    [ROW_NEXT] = {SPE_UNIT_INTERVAL, "next"},    [ROW_PROFILING] = {SPE_UNIT_ENABLE, "profiling"},
    [ROW_BUFFER] = {SPE_UNIT_ENABLE, "buffer"},  [ROW_STOPPED] = {SPE_UNIT_ENABLE, "stopped"},
    [ROW_REGIME] = {SPE_UNIT_ENABLE, "regime"},  [ROW_CONTEXT] = {SPE_UNIT_ENABLE, "context"},
    [ROW_RECORDS] = {SPE_UNIT_QUEUE, "records"}, [ROW_PSB] = {SPE_UNIT_QUEUE, "PSB"},
    [ROW_DSB] = {SPE_UNIT_QUEUE, "DSB"},
};

struct journal {
    bool applying; /* a transaction is applied; else cycles after `last` */
    uint32_t last; /* number of the last transaction */
    bool follows;  /* the prediction follows the SPU, after a mismatch */
    struct spe_regs regs;
    uint64_t unknown[SPE_REGS];
    uint64_t row[ROWS], row_mask[ROWS];
    uint64_t total[COUNTS];
    struct {
        uint64_t order;
        enum tag_state state;
    } tag[MAX_TAGS];
};

/* The rules for direct writes of a register. */
static const char *const register_rule[SPE_REGS] = {
    [SPE_PMSCR_EL1] = "S4.3.5",      [SPE_PMSCR_EL2] = "S4.3.7",     [SPE_PMSICR] = "S4.3.10",
    [SPE_PMSIRR] = "S4.3.12",        [SPE_PMSFCR] = "S4.3.9",        [SPE_PMSEVFR] = "S4.3.8",
    [SPE_PMSLATFR] = "S4.3.13",      [SPE_PMSIDR] = "S4.3.11",       [SPE_PMBLIMITR] = "S4.3.2",
    [SPE_PMBPTR] = "S4.3.3",         [SPE_PMBSR] = "S4.3.4",         [SPE_PMBIDR] = "S4.3.1",
    [SPE_PMSNEVFR] = "T24.PMSNEVFR", [SPE_PMSDSFR] = "T24.PMSDSFR",  [SPE_PMBMAR] = "T24.PMBMAR",
    [SPE_PMBSR_EL2] = "T24.PMBSR2",  [SPE_PMBSR_EL3] = "T24.PMBSR3",
};

const char *spe_unit_name(int unit)
{
#define SPE_UNIT_NAME(id, name, number) name,
    static const char *const names[SPE_UNITS] = {SPE_UNIT_LIST(SPE_UNIT_NAME)};
#undef SPE_UNIT_NAME

    return unit >= 0 && unit < SPE_UNITS ? names[unit] : NULL;
}

bool spe_journal_is_state(const struct spe_journal_entry *entry)
{
    return entry->kind == SPE_JOURNAL_CHANGE || entry->kind == SPE_JOURNAL_TAKEN;
}

bool journal_begin(struct spe_model *m)
{
    if (m->opt.on_journal == NULL) {
        return true;
    }
    m->journal = calloc(1, sizeof(*m->journal));
    if (m->journal == NULL) {
        return false;
    }
    memset(m->journal->row_mask, 0xFF, sizeof(m->journal->row_mask));
    for (int i = 0; i < SPE_REGS; i++) { /* an existing register has an entry, also if it is 0 */
        const enum spe_reg reg = (enum spe_reg)i;
        const bool has = (spe_reg_writable(&m->cfg, reg) | arch_reg_ones(&m->cfg, reg)) != 0;
        m->journal->unknown[i] = has ? UINT64_MAX : 0;
    }
    journal_changes(m, "S4.2");
    return true;
}

void journal_end(struct spe_model *m)
{
    free(m->journal);
    m->journal = NULL;
}

void journal_tell(struct spe_model *m, struct spe_journal_entry entry)
{
    entry.cycle = entry.cycle != 0 ? entry.cycle : clock_real(&m->clock, m->clock.cycle);
    entry.seq = m->journal->applying ? m->txn->seq : m->journal->last;
    if (m->journal->follows && entry.kind == SPE_JOURNAL_CHANGE) {
        entry.kind = SPE_JOURNAL_TAKEN;
        entry.rule = SPE_JOURNAL_SPU;
    }
    m->opt.on_journal(m->opt.user, &entry);
}

static void change_in(struct spe_model *m, enum spe_unit unit, uint64_t number, const char *field,
                      uint64_t *old, uint64_t now, const char *rule)
{
    if (*old == now) {
        return;
    }
    journal_tell(m, (struct spe_journal_entry){.unit = (uint8_t)unit,
                                               .number = (uint32_t)number,
                                               .field = field,
                                               .old = *old,
                                               .now = now,
                                               .mask = UINT64_MAX,
                                               .rule = rule});
    *old = now;
}

static void registers(struct spe_model *m, const char *rule)
{
    struct journal *j = m->journal;

    for (int i = 0; i < SPE_REGS; i++) {
        if (j->regs.v[i] == m->spu->regs.v[i] && j->unknown[i] == m->spu->unknown.bits[i]) {
            continue;
        }
        journal_tell(m, (struct spe_journal_entry){.unit = SPE_UNIT_REGISTER,
                                                   .number = (uint32_t)i,
                                                   .field = spe_reg_name((enum spe_reg)i),
                                                   .old = j->regs.v[i],
                                                   .now = m->spu->regs.v[i],
                                                   .mask = ~m->spu->unknown.bits[i],
                                                   .rule = rule != NULL ? rule : register_rule[i]});
        j->regs.v[i] = m->spu->regs.v[i];
        j->unknown[i] = m->spu->unknown.bits[i];
    }
}

uint64_t journal_next_member(const struct spe_model *m)
{
    if (!m->spu->enabled.profiling || (m->opt.taps & SPE_TAP_POP) == 0) {
        return 0;
    }
    const int distance = interval_distance(&m->cfg, &m->spu->regs);
    return distance < SPE_BUDGET_MAX ? m->spu->ops + (uint64_t)distance : 0;
}

/* A buffer that is stopped or disabled may drop its records, or still write them. */
static uint64_t mask_of(const struct spe_model *m, int row, uint64_t now)
{
    const bool open =
        row == ROW_RECORDS && now != 0 && (model_stopped(m) || !m->spu->enabled.buffer);

    return open ? 0 : UINT64_MAX;
}

static void state_rows(struct spe_model *m, const char *rule)
{
    const uint64_t now[ROWS] = {
        [ROW_NEXT] = journal_next_member(m),
        [ROW_PROFILING] = m->spu->enabled.profiling,
        [ROW_BUFFER] = m->spu->enabled.buffer,
        [ROW_STOPPED] = model_stopped(m),
        [ROW_REGIME] = m->spu->buf.modes.of[m->spu->enabled.mode].regime,
        [ROW_CONTEXT] = (uint64_t)(m->spu->contexts.now + 1),
        [ROW_RECORDS] = (uint64_t)(buffer_occupied(&m->spu->buf) + m->spu->fl.n_staged),
        [ROW_PSB] = m->spu->barriers.psb_open,
        [ROW_DSB] = m->spu->barriers.dsb_open,
    };

    for (int i = 0; i < ROWS; i++) {
        const uint64_t mask = mask_of(m, i, now[i]);
        if (m->journal->row[i] != now[i] || m->journal->row_mask[i] != mask) {
            journal_tell(m, (struct spe_journal_entry){.unit = (uint8_t)rows[i].unit,
                                                       .field = rows[i].field,
                                                       .old = m->journal->row[i],
                                                       .now = now[i],
                                                       .mask = mask,
                                                       .rule = rule});
        }
        m->journal->row[i] = now[i];
        m->journal->row_mask[i] = mask;
    }
}

static void tag_state(struct spe_model *m, uint64_t order, uint64_t old, enum tag_state now)
{
    static const enum spe_sample_state state[] = {[TAG_FREE] = SPE_SAMPLE_FREE,
                                                  [TAG_FLIGHT] = SPE_SAMPLE_FLIGHT,
                                                  [TAG_WAIT] = SPE_SAMPLE_WAIT};
    uint64_t was = state[old];

    change_in(m, SPE_UNIT_SAMPLE, order, "state", &was, state[now], "S2.2.4");
}

static void tags(struct spe_model *m)
{
    for (int i = 0; i < m->cfg.inflight; i++) {
        const struct tag *tag = &m->spu->fl.tag[i];
        const uint64_t order = m->journal->tag[i].order;
        const enum tag_state state = m->journal->tag[i].state;
        if (order != tag->order) {
            tag_state(m, order, state, TAG_FREE);
        }
        tag_state(m, tag->order, order == tag->order ? state : TAG_FREE, tag->state);
        m->journal->tag[i].order = tag->order;
        m->journal->tag[i].state = tag->state;
    }
}

void journal_applies(struct spe_model *m)
{
    m->journal->applying = true;
}

void journal_written(struct spe_model *m, uint32_t seq)
{
    if (m->journal != NULL) {
        const uint32_t last = m->journal->last;
        m->journal->last = seq;
        journal_changes(m, NULL);
        m->journal->last = last;
    }
}

void journal_changes(struct spe_model *m, const char *rule)
{
    const char *state_rule = rule != NULL ? rule : "S3.2.3";

    if (m->journal == NULL) {
        return;
    }
    registers(m, rule);
    state_rows(m, state_rule);
    tags(m);
    for (int i = 0; i < COUNTS; i++) {
        change_in(m, SPE_UNIT_OUTPUT, (uint64_t)i, count_name(i), &m->journal->total[i],
                  m->spu->acc.count[i].total, "S2.6");
    }
}

/* The rule by which a transaction changes state when it is applied. */
static const char *txn_rule(const struct spe_model *m)
{
    static const char *const rule[SPE_TXN_KINDS] = {
        [SPE_TXN_RESET] = "S4.2",  [SPE_TXN_CLK] = "S2.8",    [SPE_TXN_SYSREG] = "S4.2",
        [SPE_TXN_CTX] = "S3.2.1",  [SPE_TXN_POP] = "S3.1",    [SPE_TXN_RND] = "S3.1.2",
        [SPE_TXN_SEL] = "S2.2.1",  [SPE_TXN_LIFE] = "S2.2.1", [SPE_TXN_XL_REQ] = "S3.4",
        [SPE_TXN_XL_RSP] = "S3.4", [SPE_TXN_AW] = "S3.4",     [SPE_TXN_W] = "S3.4",
        [SPE_TXN_B] = "S3.4",      [SPE_TXN_SYNC] = "S3.6",   [SPE_TXN_OUT] = "IGRLRX",
        [SPE_TXN_CLOSE] = "S3.5",
    };

    return rule[m->txn->kind];
}

void journal_follow(struct spe_model *m)
{
    journal_changes(m, txn_rule(m));
    if (m->journal != NULL) {
        m->journal->follows = true;
    }
}

void journal_followed(struct spe_model *m)
{
    if (m->journal != NULL) {
        journal_changes(m, SPE_JOURNAL_SPU);
        m->journal->follows = false;
    }
}

void journal_txn(struct spe_model *m)
{
    journal_changes(m, txn_rule(m));
    m->journal->follows = false;
    m->journal->applying = false;
    m->journal->last = m->txn->seq;
}

const char *journal_event_rule(const struct effect *e)
{
    if (e->rank != RANK_RECORD) {
        return e->rank == RANK_DENIED ? "A17.8.5" : "A17.8.6";
    }
    if (e->asynchronous || e->ea) {
        return "S3.5.4";
    }
    return e->full ? "S3.5.2" : "S3.5.3";
}
