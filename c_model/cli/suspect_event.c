/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "suspect_list.h"

/* Suspects for S, its syndrome and the outputs that follow S. They depend on the event that was
 * predicted last, and on what the registers show when they are read. */

#define NEAR 16u /* within so many cycles, a management event counts as the cause */

/* The next read of a PMBSR_ELx after the finding, or the finding itself. NULL: none. */
static const struct spe_journal_entry *next_read(const struct explain *e)
{
    for (size_t i = e->at > 0 ? e->at - 1 : 0; i < e->n_entries; i++) {
        const struct spe_journal_entry *entry = &e->entry[i];
        const bool bsr = entry->number == SPE_PMBSR || entry->number == SPE_PMBSR_EL2 ||
                         entry->number == SPE_PMBSR_EL3;
        if (entry->unit == SPE_UNIT_REGISTER && entry->kind == SPE_JOURNAL_COMPARE && bsr) {
            return entry;
        }
    }
    return NULL;
}

/* The last predicted management event, if it is near the finding. NULL: none. */
static const struct spe_journal_entry *last_event(const struct explain *e)
{
    const struct spe_journal_entry *event = explain_before(e, NULL, SPE_UNIT_DOUBT, 0, NULL);

    return event != NULL && event->now + NEAR >= explain_finding(e)->cycle ? event : NULL;
}

/* Which part of an SPU makes an event; the names are those in the journal. */
static const struct {
    const char *event;
    enum concern maker;
} makers[] = {
    {"fault", CONCERN_TRANSLATE},
    {"External abort", CONCERN_BUS},
    {"buffer full", CONCERN_WRITE},
    {"buffer full before the first record", CONCERN_WRITE},
    {"buffer larger than PMBIDR_EL1.MaxBuffSize", CONCERN_WRITE},
    {"PMBPTR_EL1 breaks 3.4.1", CONCERN_WRITE},
    {"Alignment fault of PMBPTR_EL1", CONCERN_WRITE},
    {"access not allowed", CONCERN_EVENT},
    {"IMPLEMENTATION DEFINED event", CONCERN_EVENT},
};

static enum concern maker(const char *event)
{
    for (size_t i = 0; i < sizeof(makers) / sizeof(makers[0]); i++) {
        if (strcmp(event, makers[i].event) == 0) {
            return makers[i].maker;
        }
    }
    return CONCERN_EVENT;
}

/* Which part of an SPU makes the event of a syndrome that nobody predicted. */
static enum concern maker_of(uint64_t bsr)
{
    const unsigned ec = (unsigned)(bsr >> SPE_PMBSR_EC_SHIFT & 0x3F);

    if ((bsr & SPE_PMBSR_EA) != 0) {
        return CONCERN_BUS;
    }
    if (ec == SPE_PMBSR_EC_STAGE1 || ec == SPE_PMBSR_EC_STAGE2 || ec == SPE_PMBSR_EC_GPC) {
        return CONCERN_TRANSLATE;
    }
    return CONCERN_WRITE;
}

static bool written_now(const struct explain *e)
{
    for (size_t i = 0; i < e->n_txns; i++) {
        const struct spe_txn *t = &e->txn[i];
        if (t->kind == SPE_TXN_SYSREG && t->u.sysreg.write != 0 &&
            t->cycle + 3 >= explain_finding(e)->cycle) {
            return true;
        }
    }
    return false;
}

static void of_route(struct suspect_list *list)
{
    suspect_add(list, CONCERN_ROUTE, "S or COLL is in another PMBSR_ELx than predicted");
    suspect_add(list, CONCERN_EVENT, "the event differs");
}

const struct spe_journal_entry *levels_compared(const struct explain *e)
{
    const struct spe_journal_entry *c = NULL;

    do {
        c = explain_before(e, c, SPE_UNIT_OUTPUT, UINT32_MAX, "levels");
    } while (c != NULL && c->kind != SPE_JOURNAL_COMPARE);
    return c;
}

bool only_taken_differs(const struct explain *e)
{
    const struct spe_journal_entry *c = levels_compared(e);
    const uint64_t differ = c != NULL ? (c->old ^ c->now) & c->mask : 0;

    return explain_finding(e)->check == SPE_CHECK_OUT_EXCEPTION && SPE_OUT_TAKE(differ) != 0 &&
           SPE_OUT_PENDING(differ) == 0 && (differ & SPE_OUT_PMBIRQ) == 0;
}

/* Whether an exception is taken depends on what is pending, and on the context. */
static void of_taken(struct suspect_list *list)
{
    suspect_add(list, CONCERN_LEVELS,
                "what is pending is right, and so is S: only what is taken"
                " differs");
    suspect_add(list, CONCERN_REGISTERS, "KE of PMSCR_ELx, which masks it, too");
}

static void of_level(struct suspect_list *list)
{
    const struct explain *e = list->e;
    const struct spe_journal_entry *read = next_read(e), *event = last_event(e);
    const bool s_right = read != NULL && ((read->old ^ read->now) & SPE_PMBSR_S) == 0;

    if (list->oracles->fired[SPE_CHECK_EVENT_ROUTE]) {
        of_route(list);
    } else if (only_taken_differs(e)) {
        of_taken(list);
    } else if (read != NULL && s_right) {
        suspect_add(list, CONCERN_LEVELS, "S reads as predicted in cycle %" PRIu64, read->cycle);
        if (event != NULL) {
            suspect_add(list, maker(event->field), "\"%s\" comes late", event->field);
        } else if (written_now(e)) {
            suspect_add(list, CONCERN_ACCESS, "what software has just written reaches another one");
        }
        suspect_add(list, CONCERN_EVENT, "S was another one for a while");
    } else if (event != NULL && !written_now(e)) {
        suspect_add(list, maker(event->field), "\"%s\" is predicted, the SPU does not show it",
                    event->field);
        suspect_add(list, CONCERN_EVENT, "the event is not recorded");
    } else if (read != NULL && event == NULL && (read->now & SPE_PMBSR_S) != 0) {
        suspect_add(list, maker_of(read->now), "nobody predicts the event that 0x%" PRIx64 " tells",
                    read->now);
        suspect_add(list, CONCERN_EVENT, "S was set without an event");
    } else {
        suspect_add(list, CONCERN_EVENT, "S itself differs");
        if (event != NULL) {
            suspect_add(list, maker(event->field), "\"%s\" is predicted", event->field);
        } else {
            suspect_add(list, CONCERN_LEVELS, "only the outputs that follow S differ");
        }
    }
    suspect_add(list, CONCERN_LEVELS, "the outputs that follow S");
}

static void suspect_syndrome(struct suspect_list *list)
{
    const struct spe_journal_entry *event = explain_before(list->e, NULL, SPE_UNIT_DOUBT, 0, NULL);
    const char *where = explain_finding(list->e)->where;
    const size_t n = strlen(where);
    struct given g;

    const bool given = given_read(list->e, &g);
    if (given && g.written && !g.event_since) {
        suspect_add(list, CONCERN_REGISTERS, "what software wrote in cycle %" PRIu64 " is lost",
                    g.by->cycle);
    }

    if (n > 5 && strcmp(where + n - 5, " COLL") == 0) {
        suspect_add(list, CONCERN_EVENT, "COLL is lost, or set by nothing");
        suspect_add(list, CONCERN_SELECTION, "the collision that sets COLL");
        return;
    }

    suspect_add(list, CONCERN_EVENT, "what the event leaves in PMBSR_ELx");
    if (given && g.written) {
        suspect_add(list, CONCERN_REGISTERS, "what software wrote in cycle %" PRIu64 " is lost",
                    g.by->cycle);
    }
    suspect_add(list, event != NULL ? maker(event->field) : CONCERN_WRITE, "who reports it: %s",
                event != NULL ? event->field : "no event is known");
}

void suspect_event(struct suspect_list *list)
{
    switch (explain_finding(list->e)->check) {
    case SPE_CHECK_EVENT_ROUTE:
        of_route(list);
        break;
    case SPE_CHECK_EVENT_SYNDROME:
    case SPE_CHECK_REG_READ:
    case SPE_CHECK_FORK_SETTLED:
        suspect_syndrome(list);
        break;
    case SPE_CHECK_OUT_FREEZE:
        suspect_add(list, CONCERN_LEVELS, "the freeze of the PMU counters");
        suspect_add(list, CONCERN_ENABLE, "whether the buffer is stopped");
        break;
    default:
        of_level(list);
        break;
    }
}
