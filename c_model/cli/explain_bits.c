/* SPDX-License-Identifier: Apache-2.0 */
#include "explain_bits.h"

#include <stdio.h>
#include <string.h>

#include "reg_fields.h"

/* Of each bit of a register that reads wrong: which transaction gave the expected value. */

/* Of a number all bits are one: what counted it last gave them all. */
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

static bool same_when(const struct when *a, const struct when *b)
{
    return a->known == b->known && a->cycle == b->cycle && a->seq == b->seq;
}

bool bit_row_taken(const struct bit_row *row)
{
    return row->changed.known && strcmp(row->changed.rule, SPE_JOURNAL_SPU) == 0;
}

static void add_bit(struct bits_view *view, const struct bit_history *history, unsigned bit)
{
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
    row->since = row->changed.cycle > row->right.cycle ? row->changed.cycle : row->right.cycle;
    if (is_number(view->reg)) {
        widen(view, row, history);
        /* What counts on from a wrong value stays wrong: but a direct write gives all of it, and
         * what is taken over is the SPU's. */
        const bool written = row->changed.known && strncmp(row->changed.rule, "S4", 2) == 0;
        row->since = (written || bit_row_taken(row)) && row->changed.cycle > row->right.cycle
                         ? row->changed.cycle
                         : row->right.cycle;
    }
}

void bits_view(const struct explain *e, struct bits_view *view)
{
    memset(view, 0, sizeof(*view));
    view->reg = explain_register(e);
    const struct spe_journal_entry *read =
        view->reg == SPE_REGS ? NULL : explain_before(e, NULL, SPE_UNIT_REGISTER, view->reg, NULL);
    while (read != NULL && read->kind != SPE_JOURNAL_COMPARE) {
        read = explain_before(e, read, SPE_UNIT_REGISTER, view->reg, NULL);
    }
    if (read == NULL) {
        view->reg = SPE_REGS;
        return;
    }
    view->expected = read->old;
    view->actual = read->now;
    for (unsigned bit = 0; bit < 64; bit++) {
        if (((read->old ^ read->now) & read->mask) >> bit & 1) {
            add_bit(view, &e->reg[view->reg], bit);
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
