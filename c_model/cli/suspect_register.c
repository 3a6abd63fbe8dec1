/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <string.h>

#include "explain_bits.h"
#include "suspect_list.h"

/* Suspects for a register that reads wrong: the part of an SPU that had to give it the expected
 * value, by the rule in the journal, and the part that keeps the register. */

/* Which part of an SPU a rule is about that changes a register. */
static const struct {
    const char *rule;
    enum concern concern;
} givers[] = {
    {"S3.1.4", CONCERN_EVENT},  {"S3.1.2", CONCERN_COUNTER}, {"S3.1", CONCERN_COUNTER},
    {"S3.2.1", CONCERN_ENABLE}, {"S3.4", CONCERN_WRITE},     {"S3.5", CONCERN_EVENT},
    {"A17.8", CONCERN_EVENT},   {"B5", CONCERN_WRITE},       {"S4", CONCERN_REGISTERS},
    {"T24", CONCERN_REGISTERS},
};

static enum concern giver_of(const char *rule)
{
    for (size_t i = 0; i < sizeof(givers) / sizeof(givers[0]); i++) {
        if (strncmp(rule, givers[i].rule, strlen(givers[i].rule)) == 0) {
            return givers[i].concern;
        }
    }
    return CONCERNS;
}

bool given_read(const struct explain *e, struct given *given)
{
    const enum spe_reg reg = explain_register(e);
    const struct spe_journal_entry *c = NULL;

    *given = (struct given){.concern = CONCERNS};
    const struct spe_journal_entry *read = compared_last(e, reg);
    if (read == NULL) {
        return false;
    }
    const uint64_t differ = (read->old ^ read->now) & read->mask;
    do {
        c = explain_before(e, c, SPE_UNIT_REGISTER, reg, NULL);
    } while (c != NULL && c->kind != SPE_JOURNAL_TAKEN &&
             (c->kind != SPE_JOURNAL_CHANGE || ((c->old ^ c->now) & differ) == 0));
    if (c == NULL || c->kind == SPE_JOURNAL_TAKEN) {
        return false;
    }
    const struct spe_journal_entry *event = explain_before(e, NULL, SPE_UNIT_DOUBT, 0, NULL);
    *given = (struct given){.concern = giver_of(c->rule),
                            .by = c,
                            .missed = ((c->old ^ read->now) & differ) == 0,
                            .written = rule_of_write(c->rule),
                            .event_since = event > c};
    return true;
}

static void of_pointer(struct suspect_list *list)
{
    struct given g;

    if (!given_read(list->e, &g)) {
        suspect_add(list, CONCERN_WRITE, "the pointer moves differently");
        suspect_add(list, CONCERN_FORMAT, "the record has another length");
        return;
    }
    const unsigned long long cycle = g.by->cycle;
    if (g.concern == CONCERN_WRITE || g.concern == CONCERNS) {
        suspect_add(list, CONCERN_WRITE, "%s of cycle %llu gives another pointer", g.by->rule,
                    cycle);
        if (g.missed) {
            suspect_add(list, CONCERN_REGISTERS, "the register does not keep where it is moved to");
        }
        suspect_add(list, CONCERN_FORMAT, "the record has another length");
        return;
    }
    if (g.missed) {
        suspect_add(list, g.concern, "the pointer is that of before cycle %llu: %s is missing",
                    cycle, g.by->rule);
    }
    suspect_add(list, CONCERN_WRITE, "the pointer moves differently");
    suspect_add(list, g.concern, "%s of cycle %llu gives another pointer", g.by->rule, cycle);
}

static void suspect_counter(struct suspect_list *list)
{
    struct given g;

    suspect_add(list, CONCERN_COUNTER, "the counter stands elsewhere");
    if (given_read(list->e, &g) && g.written && g.missed) {
        suspect_add(list, CONCERN_REGISTERS, "what software wrote in cycle %llu is lost",
                    (unsigned long long)g.by->cycle);
    }
    suspect_add(list, CONCERN_ENABLE, "the counter runs while it should not");
}

static void of_other(struct suspect_list *list)
{
    struct given g;

    if (given_read(list->e, &g) && g.concern < CONCERNS && g.concern != CONCERN_REGISTERS) {
        suspect_add(list, g.concern, "%s of cycle %llu gives another value", g.by->rule,
                    (unsigned long long)g.by->cycle);
    }
    if (explain_register(list->e) == SPE_PMBIDR) { /* P, AddrMode depend on the owner */
        suspect_add(list, CONCERN_REGISTERS, "a constant of the register");
        suspect_add(list, CONCERN_ENABLE, "P and AddrMode tell who owns the buffer");
        return;
    }
    suspect_add(list, CONCERN_REGISTERS, "the register does not hold what was written");
    suspect_add(list, CONCERN_ACCESS, "the access reaches another register");
}

void suspect_register(struct suspect_list *list)
{
    switch ((int)explain_register(list->e)) {
    case SPE_PMSICR:
        suspect_counter(list);
        break;
    case SPE_PMBPTR:
        of_pointer(list);
        break;
    case SPE_PMBSR:
    case SPE_PMBSR_EL2:
    case SPE_PMBSR_EL3:
        suspect_event(list);
        break;
    default:
        of_other(list);
        break;
    }
}
