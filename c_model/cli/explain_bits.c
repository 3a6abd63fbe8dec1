/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_bits.h"

#include <stdio.h>
#include <string.h>

#include "reg_fields.h"

/* For each bit of a register that reads wrong: which transaction gave it the expected value. */

/* Whether all bits of the register are one number: the last count gave all bits their value. */
static bool is_number(enum spe_reg reg)
{
    return reg == SPE_PMSICR || reg == SPE_PMBPTR;
}

static void widen(const struct bits_view *view, struct bit_row *row, const struct bit_history *bits)
{
    const struct reg_field *field = reg_field_of(view->reg, row->low);
    const uint64_t mask = field != NULL ? SPE_MASK(field->high, field->low) : UINT64_MAX;

    row->low = 64;
    for (unsigned bit = 0; bit < 64; bit++) {
        if ((mask >> bit & 1) == 0) {
            continue;
        }
        row->low = bit < row->low ? bit : row->low;
        row->high = bit;
        if (bits->changed[bit].known && bits->changed[bit].cycle > row->changed.cycle) {
            row->changed = bits->changed[bit];
        }
        if (bits->right[bit].cycle < row->right.cycle) {
            row->right = bits->right[bit];
        }
    }
}

bool rule_of_write(const char *rule)
{
    return strncmp(rule, "S4.3", 4) == 0 || strncmp(rule, "T24", 3) == 0;
}

static bool same_when(const struct when *a, const struct when *b)
{
    return a->known == b->known && a->cycle == b->cycle && a->seq == b->seq;
}

bool bit_row_taken(const struct bit_row *row)
{
    return row->changed.known && strcmp(row->changed.rule, SPE_JOURNAL_SPU) == 0;
}

/* The cycle since which a bit can be wrong. The bit was right when it was read right, and when
 * software wrote it. For separate bits the last predicted change counts, too. A counter that counts
 * on from a wrong value stays wrong, so changes of a number do not count, except a value taken over
 * from the SPU. */
static uint64_t since(const struct bits_view *view, const struct bit_row *row,
                      const struct when *written)
{
    uint64_t cycle = row->right.cycle;

    if (written->known && written->cycle > cycle) {
        cycle = written->cycle;
    }
    const bool changed = !is_number(view->reg) || bit_row_taken(row);
    return changed && row->changed.cycle > cycle ? row->changed.cycle : cycle;
}

static void add_bit(struct bits_view *view, const struct explain *e, unsigned bit)
{
    const struct bit_history *history = &e->reg[view->reg];
    const struct reg_field *field = reg_field_of(view->reg, bit);
    struct bit_row *last = view->n > 0 ? &view->row[view->n - 1] : NULL;
    const char *name = field != NULL ? field->name : NULL;

    if (last != NULL && last->field == name && is_number(view->reg)) {
        return;
    }
    if (last != NULL && last->field == name && (name != NULL || last->high + 1 == bit) &&
        same_when(&last->changed, &history->changed[bit]) &&
        same_when(&last->right, &history->right[bit])) {
        last->high = bit;
        return;
    }
    struct bit_row *row = &view->row[view->n++];
    *row = (struct bit_row){.high = bit,
                            .low = bit,
                            .field = name,
                            .changed = history->changed[bit],
                            .right = history->right[bit]};
    if (is_number(view->reg)) {
        widen(view, row, history);
    }
    row->since = since(view, row, &e->written[view->reg]);
}

const struct spe_journal_entry *compared_last(const struct explain *e, enum spe_reg reg)
{
    const struct spe_journal_entry *read =
        reg == SPE_REGS ? NULL : explain_before(e, NULL, SPE_UNIT_REGISTER, reg, NULL);

    while (read != NULL && read->kind != SPE_JOURNAL_COMPARE) {
        read = explain_before(e, read, SPE_UNIT_REGISTER, reg, NULL);
    }
    return read;
}

void bits_view(const struct explain *e, struct bits_view *view)
{
    memset(view, 0, sizeof(*view));
    view->reg = explain_register(e);
    const struct spe_journal_entry *read = compared_last(e, view->reg);
    if (read == NULL) {
        view->reg = SPE_REGS;
        return;
    }
    view->expected = read->old;
    view->actual = read->now;
    for (unsigned bit = 0; bit < 64; bit++) {
        if (((read->old ^ read->now) & read->mask) >> bit & 1) {
            add_bit(view, e, bit);
        }
    }
    for (unsigned i = 0; i < view->n; i++) {
        struct bit_row *row = &view->row[i];
        const uint64_t mask = UINT64_MAX >> (63 - (row->high - row->low));
        row->expected = read->old >> row->low & mask;
        row->actual = read->now >> row->low & mask;
    }
}

void bits_name(const struct bit_row *row, char *dst, size_t bytes)
{
    if (row->field != NULL) {
        (void)snprintf(dst, bytes, "%s", row->field);
    } else if (row->high == row->low) {
        (void)snprintf(dst, bytes, "bit %u", row->low);
    } else {
        (void)snprintf(dst, bytes, "bits %u:%u", row->high, row->low);
    }
}
