/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "edge.h"

#define ROWS_OF_GROUP (EDGE_FRAME + LOG_FIELDS_MAX)

static const char *const frame[EDGE_FRAME] = {"dropped", "doubled", "swapped", "cycle", "seq"};

int edge_group(const struct spe_txn *txn)
{
    return txn->kind == SPE_TXN_SYSREG && txn->u.sysreg.write != 0 ? SPE_TXN_KINDS : txn->kind;
}

const char *edge_group_name(int group)
{
    return group == SPE_TXN_KINDS    ? "sysreg.write"
           : group == SPE_TXN_SYSREG ? "sysreg.read"
                                     : spe_txn_name(group);
}

int edge_row_group(size_t row)
{
    return (int)(row / ROWS_OF_GROUP);
}

static const struct log_field *fields_of(int group, int *n)
{
    return log_fields(group == SPE_TXN_KINDS ? SPE_TXN_SYSREG : group, n);
}

size_t edge_row(int group, const struct edge_fault *fault)
{
    const size_t row = (size_t)group * ROWS_OF_GROUP;
    int n = 0;
    const struct log_field *field = fields_of(group, &n);

    if (fault->op != EDGE_FLIP) {
        return row + (size_t)fault->op - EDGE_DROP;
    }
    for (int i = 0; i < n; i++) {
        if (fault->field == &field[i]) {
            return row + EDGE_FRAME + (size_t)i;
        }
    }
    return row + (strcmp(fault->field->name, "cycle") == 0 ? 3 : 4);
}

const char *edge_row_name(size_t row)
{
    int n = 0;
    const struct log_field *field = fields_of(edge_row_group(row), &n);

    row %= ROWS_OF_GROUP;
    if (row < EDGE_FRAME) {
        return frame[row];
    }
    return field != NULL && row - EDGE_FRAME < (size_t)n ? field[row - EDGE_FRAME].name : NULL;
}

/* Bits of which `every` all, or else some, flips were missed: "3,12-15". */
static void print_bits(FILE *out, const struct edge_row *row, bool every)
{
    const char *comma = "";
    bool wanted[65] = {false};

    for (unsigned bit = 0; bit < 64; bit++) {
        const bool some = row->caught[bit] < row->flips[bit];
        wanted[bit] = some && (row->caught[bit] == 0) == every;
    }
    for (unsigned bit = 0, to; bit < 64; bit = to + 1) {
        to = bit;
        while (wanted[bit] && wanted[to + 1]) {
            to++;
        }
        if (wanted[bit]) {
            fprintf(out, to > bit ? "%s%u-%u" : "%s%u", comma, bit, to);
            comma = ",";
        }
    }
    fputs(*comma != '\0' ? "" : "-", out);
}

static unsigned percent(const struct edge_row *row)
{
    return 100 * (row->faults - row->end[EDGE_MISSED]) / row->faults;
}

static void print_by(FILE *out, const struct edge_row *row)
{
    for (unsigned i = 0; i < EDGE_BY; i++) {
        if (row->by[i].n != 0) {
            fprintf(out, "%s%s %u", i != 0 ? ", " : "", row->by[i].name, row->by[i].n);
        }
    }
}

void edge_print(FILE *out, const struct edge_score *score)
{
    fprintf(out, "call\twhat\tfaults\t%%\tmisuse\tmismatch\tverdict\tmissed\tof these another "
                 "hash\tbits never\tbits at times\tby\n");
    for (size_t i = 0; i < EDGE_ROWS; i++) {
        const struct edge_row *row = &score->row[i];
        if (row->faults == 0) {
            continue;
        }
        fprintf(out, "%s\t%s\t%u\t%u\t%u\t%u\t%u\t%u\t%u\t", edge_group_name(edge_row_group(i)),
                edge_row_name(i), row->faults, percent(row), row->end[EDGE_MISUSE],
                row->end[EDGE_MISMATCH], row->end[EDGE_VERDICT], row->end[EDGE_MISSED], row->seen);
        print_bits(out, row, true);
        fputc('\t', out);
        print_bits(out, row, false);
        fputc('\t', out);
        print_by(out, row);
        fputc('\n', out);
    }
}
