/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arch/pmbsr.h"
#include "arch/section.h"
#include "judge/choices.h"
#include "judge/report.h"
#include "spe/edit.h"
#include "spe/regs.h"
#include "spe/status.h"
#include "state/model.h"

struct check_info {
    const char *name;
    unsigned taps, whole;
};

static const struct check_info infos[SPE_CHECKS] = {
#define SPE_CHECK(id, name, oracle, taps, whole, title) {name, taps, whole},
#include "spe/checks.def"
#undef SPE_CHECK
};

const char *spe_check_name(int check)
{
    return check >= 0 && check < SPE_CHECKS ? infos[check].name : NULL;
}

unsigned model_check_taps(int check)
{
    return infos[check].taps;
}

void model_text(char *dst, size_t bytes, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(dst, bytes, fmt, ap);
    va_end(ap);
}

/* Whether the format has other conversions than %s. */
static bool has_number(const char *fmt)
{
    const char *at = strchr(fmt, '%');

    while (at != NULL && at[1] == 's') {
        at = strchr(at + 2, '%');
    }
    return at != NULL;
}

void model_field(char *dst, size_t bytes, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    const int n = vsnprintf(dst, bytes, fmt, ap);
    va_end(ap);
    assert((n >= 0 && (size_t)n < bytes) || has_number(fmt));
}

struct spe_finding model_finding(const struct spe_model *m, enum spe_check check,
                                 const char *section)
{
    struct spe_finding f = {.check = (int)check};

    f.kind = check == SPE_CHECK_CONTRACT ? SPE_FINDING_MISUSE : SPE_FINDING_MISMATCH;
    f.cycle = m->clock.cycle + m->clock.skew;
    f.pos = m->spu->ops;
    f.seq = m->txn != NULL ? m->txn->seq : 0;
    f.section = section_of(&m->cfg, section);
    model_choices(m, (int)check, WHOLE, f.choices, sizeof(f.choices));
    fork_names(m, f.choices, sizeof(f.choices));
    return f;
}

struct spe_finding model_rec_finding(const struct spe_model *m, const struct rec *rec,
                                     enum spe_check check, const char *section)
{
    struct spe_finding f = model_finding(m, check, section);

    f.pos = rec->pos;
    return f;
}

void model_overflow(struct spe_model *m, const char *what, int limit)
{
    if (m->run.doubts) { /* a limit of the scoreboard does not show that the SPU is wrong */
        if (m->run.too_many == NULL) { /* the first limit of a step is reported */
            m->run.too_many = what;
            m->run.limit = limit;
        }
        return;
    }
    if (m->limit.what == what && m->limit.cycle == m->clock.cycle) {
        return; /* one report in a cycle */
    }
    m->limit.what = what;
    m->limit.cycle = m->clock.cycle;
    struct spe_finding f = model_finding(m, SPE_CHECK_CONTRACT, "dpi/README.md");
    FMT(f.where, "%s", what);
    FMT(f.expected, "at most %d", limit);
    FMT(f.actual, "more");
    FMT(f.text, "more than %d %s: the scoreboard cannot follow", limit, what);
    model_emit(m, &f);
}

static bool named(const struct obituaries *o, const struct spe_finding *f)
{
    for (int i = 0; i < o->n; i++) {
        if (o->at[i].check == f->check && strcmp(o->at[i].where, f->where) == 0 &&
            strcmp(o->at[i].expected, f->expected) == 0) {
            return true;
        }
    }
    return false;
}

/* A finding ends the hypothesis; the first finding of the run is kept as the reason. */
static void end_hypothesis(struct spe_model *m, const struct spe_finding *f)
{
    struct obituaries *o = m->obituaries;

    if (!m->run.ended && o->n < MAX_OBITUARIES && !named(o, f)) {
        struct obituary *one = &o->at[o->n++];
        one->check = f->check;
        one->answers = m->ledger->answers;
        one->choice = FORK_KINDS;
        FMT(one->where, "%s", f->where);
        FMT(one->expected, "%s", f->expected);
    }
    m->run.ended_by = m->run.ended ? m->run.ended_by : f->check;
    m->run.ended = true;
}

static bool of_register(int check)
{
    return check == SPE_CHECK_REG_READ || check == SPE_CHECK_FORK_SETTLED ||
           check == SPE_CHECK_EVENT_SYNDROME || check == SPE_CHECK_EVENT_ROUTE;
}

/* Whether both findings are about the same place. A read of a register is one place, whichever of
 * its fields differ. */
static bool same_place(const struct obituary *other, const struct spe_finding *f)
{
    const size_t n = strcspn(f->where, " ");

    if (of_register(other->check) && of_register(f->check)) {
        return n == strcspn(other->where, " ") && strncmp(f->where, other->where, n) == 0;
    }
    return other->check == f->check && strcmp(f->where, other->where) == 0;
}

static bool appended(const char *expected, const char *own, const struct obituary *other)
{
    char text[sizeof(other->expected) + 8];

    FMT(text, " or %s [", other->expected);
    return strstr(expected + strlen(own), text) != NULL;
}

/* Append the values that other hypotheses expected there, each with the choice that permits it.
 * @return whether another hypothesis expected another value. */
static bool add_others(const struct spe_model *m, struct spe_finding *f)
{
    const struct obituaries *o = m->obituaries;
    char own[sizeof(f->expected)];
    bool any = false;

    memcpy(own, f->expected, sizeof(own));
    for (int i = 0; i < o->n; i++) {
        const struct obituary *other = &o->at[i];
        const size_t used = strlen(f->expected);
        if (other->choice != FORK_KINDS && same_place(other, f) &&
            strcmp(other->expected, own) != 0 && !appended(f->expected, own, other)) {
            model_text(f->expected + used, sizeof(f->expected) - used, " or %s [%s]",
                       other->expected, fork_kind_name(other->choice));
            any = true;
        }
    }
    return any;
}

static bool reads_pointer(const struct spe_txn *t)
{
    return t != NULL && t->kind == SPE_TXN_SYSREG && !t->u.sysreg.write &&
           t->u.sysreg.enc == SPE_ENC(3, 0, 9, 10, 1); /* PMBPTR_EL1 */
}

/* Whether the check depends on which records exist: on their bytes, on their places in the queue,
 * or on PMBPTR_EL1 after them. */
static bool of_records(int check, const struct spe_txn *t)
{
    switch (check) {
    case SPE_CHECK_SEL_COLLIDED:
    case SPE_CHECK_BUF_ADDRESS:
    case SPE_CHECK_BUF_DATA:
    case SPE_CHECK_BUF_LIMIT:
    case SPE_CHECK_BUF_TWICE:
    case SPE_CHECK_BUF_DISABLED:
    case SPE_CHECK_BUF_MISSING:
    case SPE_CHECK_STORY_RECORD:
        return true;
    case SPE_CHECK_REG_READ:
        return reads_pointer(t);
    default:
        return false;
    }
}

void model_emit(struct spe_model *m, struct spe_finding *f)
{
    struct filter_fork *fork = &m->spu->filter_fork;

    if (m->facts.checks.off[f->check]) {
        return;
    }
    if (fork->forgotten != 0 && of_records(f->check, m->txn)) {
        /* The SPU may have written a record for which the scoreboard had no room. */
        if (!fork->told) { /* once */
            fork->told = true;
            model_overflow(m, "records that are not settled", MAX_RECS);
        }
        return;
    }
    if (m->run.doubts) {
        end_hypothesis(m, f);
        return;
    }
    const bool unsure = add_others(m, f);
    m->facts.checks.fired[f->check]++;
    if (f->kind == SPE_FINDING_MISUSE) {
        m->facts.misuses++;
    } else {
        m->facts.mismatches++;
    }
    f->number = m->facts.mismatches + m->facts.misuses;
    m->obituaries->unsure = unsure ? f->number : m->obituaries->unsure;
    if (m->opt.on_finding != NULL && f->number <= m->opt.max_findings) {
        m->opt.on_finding(m->opt.user, f);
    }
}

void model_correct_at(struct spe_model *m, uint64_t finding, const struct spe_edit *edit)
{
    if (m->opt.on_edit == NULL || finding == 0 || finding > m->opt.max_findings ||
        finding == m->obituaries->unsure) {
        return;
    }
    if (m->run.doubts && !m->run.tells) { /* other hypotheses may have another correction */
        m->run.edits = true;
    } else {
        m->opt.on_edit(m->opt.user, finding, edit);
    }
}

void model_correct(struct spe_model *m, uint64_t finding, enum spe_edit_field field, uint64_t value,
                   uint64_t mask)
{
    const struct spe_edit edit = {m->txn->seq, field, value, mask};

    model_correct_at(m, finding, &edit);
}

void model_describe_bits(char *dst, size_t dst_bytes, enum spe_reg reg, uint64_t diff)
{
    static const struct {
        uint64_t mask;
        const char *name;
    } field[] = {{SPE_PMBSR_S, " S"},       {SPE_PMBSR_DL, " DL"}, {SPE_PMBSR_EA, " EA"},
                 {SPE_PMBSR_COLL, " COLL"}, {SPE_PMBSR_EC, " EC"}, {SPE_PMBSR_MSS, " MSS"},
                 {SPE_PMBSR_MSS2, " MSS2"}};
    size_t used = 0;

    dst[0] = '\0';
    for (size_t i = 0; pmbsr_index(reg) >= 0 && i < sizeof(field) / sizeof(field[0]); i++) {
        if ((diff & field[i].mask) != 0 && used < dst_bytes) {
            used += (size_t)snprintf(dst + used, dst_bytes - used, "%s", field[i].name);
        }
    }
}

int spe_model_check_counts(const struct spe_model *model, int check, uint64_t *evaluated,
                           uint64_t *fired)
{
    if (check < 0 || check >= SPE_CHECKS) {
        return SPE_EINVAL;
    }
    *evaluated = model->facts.checks.evals[check];
    *fired = model->facts.checks.fired[check];
    return SPE_OK;
}

bool spe_model_check_part(const struct spe_model *model, int check)
{
    return !spe_model_check_off(model, check) && (infos[check].whole & ~model->opt.taps) != 0;
}

bool spe_model_check_off(const struct spe_model *model, int check)
{
    return check < 0 || check >= SPE_CHECKS || model->facts.checks.off[check];
}

bool spe_model_rescue(const struct spe_model *model, int i, struct spe_rescue *rescue)
{
    const int kind = i / SPE_CHECKS, check = i % SPE_CHECKS;

    if (i < 0 || kind >= FORK_KINDS) {
        return false;
    }
    rescue->choice = fork_kind_name((enum fork_kind)kind);
    rescue->check = spe_check_name(check);
    rescue->n = model->facts.rescued[kind][check];
    return true;
}
