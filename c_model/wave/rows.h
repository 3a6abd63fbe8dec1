/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_ROWS_H
#define SPE_WAVE_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "row_list.h"
#include "spe/regs.h"

/*
 * The rows of the view, and which value they show from which cycle on. units.c, txns.c, beats.c and
 * compare.c put values, in any order of cycles; write.c writes them.
 */

enum row_format {
    ROW_TEXT,
    ROW_HEX,
    ROW_DEC,
    ROW_BIN,
    ROW_SAMPLE, /* this and the following have names of names.h, in a translate file */
    ROW_LIFE_STEP,
    ROW_RECORD_STEP,
    ROW_REGIME_NAME,
    ROW_HEADER
};

#define ROW_ENUM(id, group, name, bits, format) ROW_##id,
enum row { ROW_LIST(ROW_ENUM) ROWS_FIXED };
#undef ROW_ENUM

#define ROW_TAGS    4  /* samples in flight */
#define ROW_OUTPUTS 24 /* counts of the outputs */
#define ROW_PROBES  96 /* fields of the map */

/* What is shown of the sample under each tag. */
enum row_tag { TAG_SAMPLE, TAG_STATE, TAG_LIFE, TAG_PC, TAG_OPERATION, ROW_OF_TAG };

/* Rows that exist several times, after the fixed ones: predicted registers, tags, counts, and the
 * SPU's values of the fields of the map, in the order of the map. */
enum {
    ROW_REGISTERS = ROWS_FIXED,
    ROW_TAG_0 = ROW_REGISTERS + SPE_REGS,
    ROW_OUTPUT_0 = ROW_TAG_0 + ROW_TAGS * ROW_OF_TAG,
    ROW_PROBE_0 = ROW_OUTPUT_0 + ROW_OUTPUTS,
    ROWS = ROW_PROBE_0 + ROW_PROBES
};

struct row_info {
    const char *group;
    char name[80];
    unsigned bits;
    enum row_format format;
    bool used; /* it has a value */
};

/* A row shows this from `cycle` on. */
struct change {
    uint64_t cycle, order;
    uint64_t value, known; /* value of a text: its offset in the pool */
    uint16_t row;
};

struct rows {
    struct row_info info[ROWS];
    struct change *change;
    size_t n, room;
    char *pool;
    size_t pool_bytes, pool_room;
    uint64_t from, to;        /* the window: cycles that are wanted */
    struct change last[ROWS]; /* the last change of each row before `from` */
    bool has_last[ROWS];
    size_t text_at[ROWS]; /* index + 1 of the change with the last text of a row */
    bool failed;          /* no memory */
};

void rows_init(struct rows *rows, uint64_t from, uint64_t to);
void rows_free(struct rows *rows);

/** Name one of the rows that exist several times. */
void rows_name(struct rows *rows, unsigned row, const char *group, const char *name, unsigned bits,
               enum row_format format);

/** `row` shows `value` from `cycle` on; bits that are not in `known` may be anything. */
void rows_put_known(struct rows *rows, uint64_t cycle, unsigned row, uint64_t value,
                    uint64_t known);

static inline void rows_put(struct rows *rows, uint64_t cycle, unsigned row, uint64_t value)
{
    rows_put_known(rows, cycle, row, value, UINT64_MAX);
}

/** The same for a text, which is copied. Two texts of a row in one cycle are joined. */
void rows_text(struct rows *rows, uint64_t cycle, unsigned row, const char *text);
__attribute__((format(printf, 4, 5))) void rows_print(struct rows *rows, uint64_t cycle,
                                                      unsigned row, const char *format, ...);

/** Sort the changes by cycle; changes of one cycle keep their order. The value that a row had
 * before `from` becomes a change at `from`. */
void rows_sort(struct rows *rows);

/** The text of a change, for a row of texts. */
const char *rows_text_of(const struct rows *rows, const struct change *change);

#endif
