/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "explain.h"

/* Finds the journal entries of the record, sample or register that a finding is about. */

static bool fits(const struct spe_journal_entry *entry, int unit, uint32_t number,
                 const char *field)
{
    return entry->unit == unit && (number == UINT32_MAX || entry->number == number) &&
           (field == NULL || strcmp(entry->field, field) == 0);
}

const struct spe_journal_entry *explain_before(const struct explain *e,
                                               const struct spe_journal_entry *from, int unit,
                                               uint32_t number, const char *field)
{
    size_t i = from == NULL ? e->at : (size_t)(from - e->entry);

    while (i > 0) {
        i--;
        if (fits(&e->entry[i], unit, number, field)) {
            return &e->entry[i];
        }
    }
    return NULL;
}

const struct spe_journal_entry *explain_after(const struct explain *e,
                                              const struct spe_journal_entry *from, int unit,
                                              uint32_t number, const char *field)
{
    size_t i = from == NULL ? e->at : (size_t)(from - e->entry) + 1;

    for (; i < e->n_entries; i++) {
        if (fits(&e->entry[i], unit, number, field)) {
            return &e->entry[i];
        }
    }
    return NULL;
}

const struct spe_journal_entry *explain_first(const struct explain *e, int unit, uint32_t number,
                                              const char *field)
{
    for (size_t i = 0; i < e->n_entries; i++) {
        if (fits(&e->entry[i], unit, number, field)) {
            return &e->entry[i];
        }
    }
    return NULL;
}

const struct spe_txn_ctx *explain_context_of(const struct explain *e, uint32_t sample)
{
    for (size_t i = e->n_picked; i > 0; i--) {
        if (e->picked[i - 1].number == sample) {
            const size_t said = e->picked[i - 1].context;
            return said != 0 ? &e->said[said - 1] : NULL;
        }
    }
    return NULL;
}

uint32_t finding_record(const struct spe_finding *f)
{
    static const char name[] = "record ";
    const char *named = strstr(f->where, name);

    if (named != NULL) {
        const char *digits = named + sizeof(name) - 1;
        char *end;
        const unsigned long number = strtoul(digits, &end, 10);
        if (end != digits && number <= UINT32_MAX) {
            return (uint32_t)number;
        }
    }
    return 0;
}

uint32_t explain_record(const struct explain *e)
{
    const struct spe_finding *f = explain_finding(e);
    const uint32_t named = finding_record(f);

    if (named != 0) {
        return named;
    }
    /* For a burst: the record that was begun or written last. */
    if (f->check == SPE_CHECK_BUF_ADDRESS || f->check == SPE_CHECK_BUS_PROTOCOL ||
        f->check == SPE_CHECK_BUF_LIMIT || f->check == SPE_CHECK_BUF_TWICE) {
        const struct spe_journal_entry *last =
            explain_before(e, NULL, SPE_UNIT_RECORD, UINT32_MAX, "state");
        return last != NULL ? last->number : 0;
    }
    return 0;
}

uint32_t explain_sample(const struct explain *e)
{
    const struct spe_finding *f = explain_finding(e);
    const uint32_t record = explain_record(e);

    if (record != 0) {
        const struct spe_journal_entry *of = explain_first(e, SPE_UNIT_RECORD, record, "selection");
        return of != NULL ? (uint32_t)of->now : 0;
    }
    if (f->check == SPE_CHECK_SEL_COLLIDED || f->check == SPE_CHECK_OUT_FEED ||
        f->check == SPE_CHECK_OUT_COLL) {
        const struct spe_journal_entry *last =
            explain_before(e, NULL, SPE_UNIT_SAMPLE, UINT32_MAX, "tag");
        return last != NULL ? last->number : 0;
    }
    return 0;
}

enum spe_reg finding_register(const struct spe_finding *f)
{
    for (int i = 0; i < SPE_REGS; i++) {
        const char *name = spe_reg_name((enum spe_reg)i);
        const size_t n = strlen(name);
        if (strncmp(f->where, name, n) == 0 && (f->where[n] == '\0' || f->where[n] == ' ')) {
            return (enum spe_reg)i;
        }
    }
    return SPE_REGS;
}

enum spe_reg explain_register(const struct explain *e)
{
    return finding_register(explain_finding(e));
}
