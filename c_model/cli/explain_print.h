/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_PRINT_H
#define SPE_CLI_EXPLAIN_PRINT_H

#include <stdio.h>

#include "explain.h"
#include "explain_bits.h"
#include "explain_earlier.h"
#include "explain_record.h"
#include "explain_run.h"
#include "explain_story.h"
#include "explain_suspect.h"
#include "explain_xl.h"

/** All that is said about one finding. */
struct explanation {
    const struct explain *e;
    struct record_view record;
    struct run_count run; /* counts over the run of its packets */
    struct story story;
    struct bits_view bits;
    struct oracles oracles;
    struct suspect suspect[SUSPECTS];
    unsigned n_suspects;
    struct earlier earlier[EXPLAIN_ROWS]; /* for each row of the record */
    struct xl_view translations;
    bool more;    /* leave out nothing that is kept */
    FILE *beside; /* lines for the page, NULL: none; read once */
};

/** Lines of at most EXPLAIN_WIDTH columns. */
struct lines {
    char text[1024][EXPLAIN_WIDTH + 1];
    unsigned n;
};

/** Add a text on as many lines as it needs; lines after the first are indented by two more. */
__attribute__((format(printf, 2, 3))) void lines_add(struct lines *lines, const char *format, ...);

/** Number of characters of `text` that fit a line of `width` columns: up to a blank, if there is
 * one. */
size_t lines_cut(const char *text, size_t width);

/** What the oracles found around the finding; what follows from that ("": nothing). @{ */
#define ORACLES_TEXT 320
void oracles_text(const struct explanation *x, char *dst, size_t bytes);
const char *oracles_conclusion(const struct explanation *x);
/** @} */

/** What stands in place of the suspects, if there is none. */
const char *suspect_none(const struct explanation *x);

/** The sections of the text, each for its kind of finding; a section that does not apply adds
 * nothing. */
void lines_translations(struct lines *lines, const struct explanation *x);
void lines_record(struct lines *lines, const struct explanation *x);
void lines_run(struct lines *lines, const struct explanation *x);
void lines_earlier(struct lines *lines, const struct explanation *x);
void lines_story(struct lines *lines, const struct explanation *x);
void lines_bits(struct lines *lines, const struct explanation *x);
void lines_filter(struct lines *lines, const struct explanation *x);
void lines_counter(struct lines *lines, const struct explanation *x);
void lines_levels(struct lines *lines, const struct explanation *x);
void lines_events(struct lines *lines, const struct explanation *x);
void lines_forks(struct lines *lines, const struct explanation *x);

/** Print everything: as text of at most EXPLAIN_LINES lines (without limit with `more`), as JSON,
 * as an HTML page. A command longer than a page is printed in full. @return false: no memory, the
 * output is incomplete. @{ */
bool explain_print_text(const struct explanation *x, bool more);
bool explain_print_json(const struct explanation *x);
void explain_print_json_none(const struct explain *e); /* for a log without a finding */
bool explain_print_html(const struct explanation *x);
/** @} */

/** Add the last `n` transactions up to the finding, without fields that are 0. @return false: no
 * memory. */
bool lines_txns(struct lines *lines, const struct explain *e, size_t n);

/** One transaction as a line of a log, without the newline. @return false: no memory. */
#define TXN_TEXT 1024 /* enough for any transaction */
bool explain_txn_text(const struct spe_txn *txn, char *dst, size_t bytes);

/** Names of the bits that are set, a blank between them. */
#define BITS_NAMES 1024
void bits_names(uint64_t bits, const char *(*name)(unsigned bit), char *dst, size_t bytes);

/** " (LIMIT=0x20000 E=1)": fields of a register that are not 0; "": none has a name. */
#define REG_TEXT 256
void reg_text(enum spe_reg reg, uint64_t value, char *dst, size_t bytes);

#endif
