/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_PRINT_H
#define SPE_CLI_EXPLAIN_PRINT_H

#include "explain.h"
#include "explain_bits.h"
#include "explain_record.h"
#include "explain_run.h"
#include "explain_story.h"
#include "explain_suspect.h"

/** All that is said of one finding. */
struct explanation {
    const struct explain *e;
    struct record_view record;
    struct run_count run; /* of its packets */
    struct story story;
    struct bits_view bits;
    struct oracles oracles;
    struct suspect suspect[SUSPECTS];
    unsigned n_suspects;
};

/** Lines of at most EXPLAIN_WIDTH columns. */
struct lines {
    char text[256][EXPLAIN_WIDTH + 1];
    unsigned n;
};

__attribute__((format(printf, 2, 3))) void lines_add(struct lines *lines, const char *format, ...);

/** The sections of the text, each for its kind of finding; nothing where it does not apply. */
void lines_record(struct lines *lines, const struct explanation *x);
void lines_run(struct lines *lines, const struct explanation *x);
void lines_story(struct lines *lines, const struct explanation *x);
void lines_bits(struct lines *lines, const struct explanation *x);
void lines_filter(struct lines *lines, const struct explanation *x);
void lines_counter(struct lines *lines, const struct explanation *x);
void lines_events(struct lines *lines, const struct explanation *x);

/** Entries of the journal that are of a count of the filters: "keep" of each sample since the count
 * was right. `fn` gets them from the last one back. @return false: earlier ones may be, which are
 * not kept. */
bool filter_candidates(const struct explain *e,
                       void (*fn)(void *user, const struct spe_journal_entry *keep), void *user);

/** Print everything: at most EXPLAIN_LINES lines, without limit with `more`; as JSON;
 * as a page. A command that is longer than a page is printed whole. @return false: no memory, what
 * is printed is not all. @{ */
bool explain_print_text(const struct explanation *x, bool more);
bool explain_print_json(const struct explanation *x);
bool explain_print_html(const struct explanation *x);
/** @} */

/** One transaction as a line of a log, without the newline. @return false: no memory. */
bool explain_txn_text(const struct spe_txn *txn, char *dst, size_t bytes);

#endif
