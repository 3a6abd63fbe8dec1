/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "explain_print.h"

/* The translations in the text: few lines, whatever the log holds. */

#define SHOWN 8u /* rows: as many as there are kinds */

/* Choose the last row of each kind, and as many of the newest rows as fit beside these. @return how
 * many. */
static unsigned choose_rows(const struct xl_view *view, unsigned most, bool chosen[XL_ROWS])
{
    unsigned n = 0, seen = 0;

    for (unsigned i = view->n; i > 0; i--) {
        const unsigned kind = xl_row_kind(&view->row[i - 1]);
        chosen[i - 1] = (seen & kind) == 0;
        n += chosen[i - 1];
        seen |= kind;
    }
    for (unsigned i = view->n; i > 0 && n < most; i--) {
        n += !chosen[i - 1];
        chosen[i - 1] = true;
    }
    return n;
}

/* "the pages of 0x11000, 0x80020000". */
static void pages_text(const struct xl_view *view, char *dst, size_t bytes)
{
    size_t used = (size_t)snprintf(dst, bytes, "the page%s of", view->named == 1 ? "" : "s");

    for (unsigned i = 0; i < view->named; i++) {
        used += (size_t)snprintf(dst + used, bytes - used, "%s 0x%" PRIx64, i == 0 ? "" : ",",
                                 view->page[i] << 12);
    }
}

static void add_row(struct lines *lines, const struct xl_row *row)
{
    char rule[16] = "", more[64] = "";

    if (row->rule != NULL) {
        (void)snprintf(rule, sizeof(rule), " [%s]", row->rule);
    }
    if (row->more != 0) {
        (void)snprintf(more, sizeof(more), "; the last of %u since cycle %" PRIu64, row->more + 1,
                       row->first);
    }
    lines_add(lines, "  %" PRIu64 " (%" PRIu32 ") %s: %s%s%s", row->txn.cycle, row->txn.seq,
              spe_txn_name(row->txn.kind), row->text, rule, more);
}

void lines_translations(struct lines *lines, const struct explanation *x)
{
    const struct xl_view *view = &x->translations;
    char pages[XL_PAGES * 24], others[48] = "";
    bool chosen[XL_ROWS];

    if (view->named == 0) {
        return;
    }
    const unsigned shown = choose_rows(view, x->more ? XL_ROWS : SHOWN, chosen);
    const unsigned left_out = view->dropped + view->n - shown;
    pages_text(view, pages, sizeof(pages));
    if (left_out != 0) {
        (void)snprintf(others, sizeof(others), "; %u other%s not shown", left_out,
                       left_out == 1 ? "" : "s");
    }
    if (view->elsewhere) {
        lines_add(lines, "translations of %s: none up to here", pages);
    }
    if (view->n != 0) {
        lines_add(lines, "translations of %s, and what may end one; cycle (seq)%s:",
                  view->elsewhere ? "other pages" : pages, others);
    }
    for (unsigned i = 0; i < view->n; i++) {
        if (chosen[i]) {
            add_row(lines, &view->row[i]);
        }
    }
}
