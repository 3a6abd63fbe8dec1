/* SPDX-License-Identifier: Apache-2.0 */
#include "both.h"
#include "log_fields.h"
#include "spe/log.h"
#include "spe/status.h"

#define RATE 300 /* one of so many transactions is changed */

/* A log that is written with changes. */
struct change {
    struct spe_log_writer *log;
    int status; /* of the log */
    uint64_t state;
    uint32_t calls, sum;
    struct spe_txn late; /* written after the next transaction, if has_late */
    bool has_late;
    uint64_t before[UINT16_MAX + 1]; /* by encoding: data of the last access to the register */
};

/* Draw a number from 0 to n - 1. */
static unsigned draw(struct change *c, unsigned n)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(c->state >> 33) % n;
}

/* Write a transaction with a correct sequence number and checksum of the contract, so they do not
 * show that one is lost or doubled. */
static void emit(struct change *c, const struct spe_txn *txn)
{
    struct spe_txn t = *txn;

    t.seq = c->calls++;
    if (t.kind == SPE_TXN_CLOSE) {
        t.u.close = (struct spe_txn_close){.calls = t.seq, .sum = c->sum};
    } else {
        c->sum = c->sum * 31 + t.kind;
    }
    if (c->status == SPE_OK) {
        c->status = spe_log_append(c->log, &t);
    }
}

/* Invert one bit of one field. */
static void change_bit(struct change *c, struct spe_txn *t)
{
    int n = 0;
    const struct log_field *field = log_fields(t->kind, &n);

    if (field != NULL && n > 0) {
        field += draw(c, (unsigned)n);
        const uint64_t bit = UINT64_C(1) << draw(c, 8 * field->bytes);
        (void)log_field_set(field, t, log_field_get(field, t) ^ bit);
    }
}

/* Write a transaction with a change that no SPU and no monitor makes. */
static void emit_changed(struct change *c, const struct spe_txn *txn)
{
    struct spe_txn t = *txn;

    switch (draw(c, 8)) {
    case 0: /* the transaction is lost */
        return;
    case 1:
        emit(c, &t);
        break;
    case 2:
        c->late = t;
        c->has_late = true;
        return;
    case 3:
        t.cycle++;
        break;
    case 4: /* a register returns the data of its last access */
        if (t.kind == SPE_TXN_SYSREG) {
            t.u.sysreg.data = c->before[t.u.sysreg.enc];
        }
        break;
    default:
        change_bit(c, &t);
        break;
    }
    emit(c, &t);
}

static void take_txn(struct change *c, const struct spe_txn *txn, bool changes)
{
    const bool late = c->has_late;

    if (changes && txn->kind != SPE_TXN_CLOSE && !late) {
        emit_changed(c, txn);
    } else {
        emit(c, txn);
    }
    if (late) {
        emit(c, &c->late);
        c->has_late = false;
    }
    if (txn->kind == SPE_TXN_SYSREG) {
        c->before[txn->u.sysreg.enc] = txn->u.sysreg.data;
    }
}

static int copy(struct change *c, struct spe_log_reader *reader, struct spe_log_error *err)
{
    const unsigned sure = 40 + draw(c, 60); /* a short log is changed at least here */
    struct spe_txn txn;
    unsigned n = 0;
    int status;

    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        take_txn(c, &txn, draw(c, RATE) == 0 || ++n == sure);
    }
    return status;
}

int both_change(uint64_t seed, const char *from, const char *to)
{
    static struct change c;
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;

    c = (struct change){.state = seed};
    int status = spe_log_open(&reader, from, &err);
    if (status == SPE_OK) {
        status = spe_log_create(&c.log, to, spe_log_header(reader), &err);
    }
    if (status == SPE_OK) {
        status = copy(&c, reader, &err);
        const int written = spe_log_finish(c.log, spe_log_run(reader));
        c.status = c.status == SPE_OK ? written : c.status;
        if (status == SPE_OK && c.status != SPE_OK) {
            status = c.status;
            (void)snprintf(err.text, sizeof(err.text), "%s", spe_status_text(status));
        }
    }
    spe_log_close(reader);
    if (status != SPE_OK) {
        fprintf(stderr, "spe-both: %s: %s\n", from, err.text);
        return spe_status_exit(status);
    }
    return 0;
}
