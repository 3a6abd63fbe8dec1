/* SPDX-License-Identifier: Apache-2.0 */
#include "log_bytes.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "spe/status.h"

static bool hold(struct log_bytes *b, const struct spe_txn *txn)
{
    struct spe_txn *held = room_for(b->held, b->n, &b->room, sizeof(*held));

    if (held == NULL) {
        return false;
    }
    b->held = held;
    b->held[b->n++] = *txn;
    return true;
}

/* A stream in memory that cannot grow has no error indicator: only fputc() says so. */
static bool put_word(const struct spe_txn_w *w, FILE *out)
{
    bool good = true;

    for (unsigned i = 0; i < 8; i++) {
        if ((w->strb >> i & 1) != 0) {
            good &= fputc((int)(w->data >> 8 * i & 0xFF), out) != EOF;
        }
    }
    return good;
}

/* Write the data whose address has come; data may come before the address (IHI 0022 A3.3.1).
 * @return whether all was written. */
static bool print_addressed(struct log_bytes *b, FILE *out)
{
    bool good = true;
    size_t i = 0;

    for (; i < b->n && b->owed != 0; i++) {
        good &= put_word(&b->held[i].u.w, out);
        b->owed -= b->held[i].u.w.last_word != 0;
    }
    b->n -= i;
    if (i != 0 && b->n != 0) {
        memmove(b->held, b->held + i, b->n * sizeof(*b->held));
    }
    return good;
}

int log_bytes_put(struct log_bytes *bytes, const struct spe_txn *txn, FILE *out)
{
    if (txn->kind == SPE_TXN_RESET && txn->u.reset.kind == 0) {
        bytes->n = 0;
        bytes->owed = 0;
    } else if (txn->kind == SPE_TXN_AW) {
        bytes->owed += txn->u.aw.len + 1u;
    } else if (txn->kind == SPE_TXN_W && !hold(bytes, txn)) {
        return SPE_ENOMEM;
    }
    return print_addressed(bytes, out) ? SPE_OK : SPE_EIO;
}

void log_bytes_end(struct log_bytes *bytes)
{
    free(bytes->held);
    *bytes = (struct log_bytes){.n = 0};
}
