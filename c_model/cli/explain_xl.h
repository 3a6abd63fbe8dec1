/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_EXPLAIN_XL_H
#define SPE_CLI_EXPLAIN_XL_H

#include "explain.h"

/**
 * The translations that a finding about an address is about, as the log tells them: requests,
 * answers, and the transactions that decide whether an answer may still be used. Nothing is judged.
 */

#define XL_PAGES 16 /* named by the finding, or translated to such a page */
#define XL_ROWS  64 /* when this is exceeded, half of them is dropped */
#define XL_TEXT  320

struct xl_row {
    struct spe_txn txn;
    uint64_t va;      /* of a request, and of its answer */
    const char *rule; /* of dpi/timing.md: what this does to translations; NULL: it is a request, an
                         answer, or the burst of the finding */
    unsigned more;    /* like this one, since the request or answer before it; not in the list */
    uint64_t first;   /* cycle of the first one of these */
    char text[XL_TEXT];
};

struct xl_view {
    uint64_t page[XL_PAGES];    /* numbers: address / 4096; the first `named` are of the finding */
    unsigned named, n_pages;    /* named 0: the finding names no address */
    struct xl_row row[XL_ROWS]; /* up to the finding, the oldest first */
    unsigned n;
    unsigned dropped; /* older rows that are not kept */
    bool elsewhere;   /* no such page was requested: the rows are of all other pages */
};

/** Read the log up to the finding. @return 0, or the exit status after one line on stderr, which
 * begins with `command`. */
int xl_view_read(const struct explain *e, const char *command, struct xl_view *view);

/** A bit for each kind of row: of transaction, of `sync`. */
static inline unsigned xl_row_kind(const struct xl_row *row)
{
    return row->txn.kind == SPE_TXN_SYNC ? 1u << (SPE_TXN_KINDS + row->txn.u.sync.kind)
                                         : 1u << row->txn.kind;
}

static inline bool xl_row_translates(const struct xl_row *row)
{
    return row->txn.kind == SPE_TXN_XL_REQ || row->txn.kind == SPE_TXN_XL_RSP;
}

#endif
