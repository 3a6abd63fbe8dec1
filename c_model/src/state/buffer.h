/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_BUFFER_H
#define SPE_STATE_BUFFER_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "parts/bytemap.h"
#include "parts/region.h"
#include "spe/txn_bus.h"
#include "state/modes.h"
#include "state/rec.h"
#include "state/xl_ids.h"

/* The Profiling Buffer: queue of records, bursts, translations, and where it is written. */

#define MAX_RECS   32
#define MAX_BURSTS 64
#define MAX_XL     16
#define MAX_EARLY  1024 /* words: four bursts of 256 */
/* Records in doubt (written or not), each a fork (S2). An SPU holds twelve at once: eight in its
 * queue (one of these on the bus), and one for each of four tags. There are more only if some of
 * them are already lost. */
#define MAX_MAYBE 16
#define MAX_OLD   4
/* If the tap does not give the cycle of an offer: a record that may have been offered counts as
 * lost after so many cycles. */
#define MAYBE_CYCLES 4096

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct burst {
    uint64_t addr, va, offered; /* cycle of the offer; of acceptance if the tap does not say */
    uint64_t order;             /* of the selection of its record, 0: of no record */
    uint16_t beat;
    uint8_t earlier; /* its record may also be of a selection so many before (P26), 255: of any */
    bool unsure;     /* its record need not be there: it may be of a later selection (S2) */
    uint8_t rec;     /* number of its record, 0: stray, or the record is finished */
    uint8_t id, len, size;
    bool mapped;         /* va is known */
    bool w_done, b_done; /* b_done: its response has come, and the burst leaves the list */
    bool told;           /* the tap says when it was offered */
    uint32_t ahead;      /* a DSB requested after cycle `offered - ahead` waits for it */
};

/* The last fault of a translation that the SPU uses. */
struct xl_fault {
    uint64_t cycle;       /* 0: none */
    enum rec_state state; /* of its record, before the fault */
    uint8_t rec;          /* number of the record that the fault ended, 0: none */
    uint8_t behind;       /* number of records that were behind that one in the queue */
    bool open;            /* it was open whether that record would be written (L1 to L15) */
    bool known;           /* whether the account of the pointer was known */
};

/* The record that is being written, if a TLBI has ended a translation that it was written with. */
struct xl_cut {
    uint64_t tlbi; /* cycle of the first such TLBI, 0: none */
    bool passed;   /* a DSB that had to wait for the record is done, */
    bool behind;   /* which was behind a PSB CSYNC: barriers.dsb_passed is of the same DSB */
    uint8_t none[6];
};
#pragma GCC diagnostic pop

/* Write data accepted before the address of its burst (AXI4 permits it). */
struct early {
    struct spe_txn_w word[MAX_EARLY];
    uint32_t seq[MAX_EARLY];
    int n;
    uint64_t cycle; /* of the first word since the list was empty; AWs may have taken that word */
};

/* A translation that was answered. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct xl {
    uint64_t va_page, pa_page;   /* addresses >> 12 */
    uint64_t cycle, stale_cycle; /* of the answer; of the TLBI that ended it, 0: valid */
    uint64_t rec;                /* id of the record that it was requested for, 0: none */
    struct xl_ids ids;           /* ASID and VMID that it was requested with */
    uint8_t mode, attr, pas;
    bool used;
    bool owned;   /* its mode was the current one when the answer came, or later */
    bool at_once; /* answered in the cycle of its request, as a tap does where there is no port */
    uint8_t none[2];
};
#pragma GCC diagnostic pop

/* The last translation that was asked for. */
struct xl_asked {
    struct spe_txn_xl_req txn;
    uint64_t cycle;
    bool open;       /* it waits for its response */
    bool ahead;      /* no record that may be written next has a byte in its page */
    unsigned spare;  /* number of answers still to come for requests that a later one replaced */
    unsigned mode;   /* of the request */
    uint32_t number; /* number of the buffer in which it was made */
    uint64_t rec;    /* id of the record it was made for, 0: none */
};

/* PMBPTR_EL1 against the bytes written. */
struct pointer_account {
    uint64_t from;  /* value at which the account begins, */
    bool known;     /* if it has begun */
    uint64_t bytes; /* written since then, */
    uint64_t whole; /* of these, without LIFE, the bytes before a record that has not ended */
};

/* Old values of PMBPTR_EL1 at which a record may begin as well. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct old_pointers {
    uint64_t rec; /* its id, 0: none */
    uint64_t ptr[MAX_OLD];
    int n;
    uint8_t none[4];
};
#pragma GCC diagnostic pop

struct buffer {
    struct rec pool[MAX_RECS];
    uint8_t queue[MAX_RECS]; /* numbers of records, in the order of writing */
    int n;
    uint8_t doomed; /* number of the last record that its own fault has ended, 0: none */
    bool late_open; /* it is open whether that record had offered an AW by then */
    struct burst burst[MAX_BURSTS]; /* oldest first */
    int n_bursts;
    uint32_t w_seq; /* number of the transaction of the word that is being compared */
    struct early early;
    struct xl xl[MAX_XL];
    struct xl_asked asked;
    struct modes modes;
    struct regions regions; /* pages that requests may be for */
    uint64_t tlbi_cycle;    /* of the last TLBI, 0: none */
    struct buffer_ids ids;
    int xl_next;      /* place of the next translation in `xl` */
    bool stale_used;  /* the one AW that may predate the last TLBI was accepted */
    bool offer_known; /* the AW that is judged was offered in cycle `offered` */
    uint64_t offered;
    uint64_t dsb_cycle; /* in which the last DSB was done, 0: none */
    uint64_t aw_next;   /* first cycle in which the address after the last one may be offered */
    struct xl_fault fault;
    struct xl_cut cut;
    struct bytemap map;
    struct pointer_account account;
    uint32_t number;      /* number of the buffer: new pointers so far */
    uint32_t head_number; /* number of the buffer in which the record at the head began, */
    uint64_t head_limit;  /* and its limit */
    uint64_t on_cycle; /* first cycle of the enabled buffer; the greatest number: it is disabled */
    struct old_pointers old;
    uint64_t checked;  /* limit that the pointer was checked against */
    bool moved;        /* PMBPTR_EL1 was written while the buffer was enabled */
    bool blocked;      /* the pointer breaks 3.4.1: nothing may be written, */
    bool blocked_high; /* because it is too near to the limit */
};

/* Records are named by numbers, so that a copy of a model holds its own: 1 to MAX_RECS, 0: none. */
static inline uint8_t rec_number(const struct buffer *buf, const struct rec *rec)
{
    assert(rec >= buf->pool && rec < buf->pool + MAX_RECS);
    return (uint8_t)(rec - buf->pool + 1);
}

static inline struct rec *rec_of(struct buffer *buf, uint8_t number)
{
    assert(number <= MAX_RECS);
    return number == 0 ? NULL : &buf->pool[number - 1];
}

/** The same for a model that is only read. */
static inline const struct rec *rec_seen(const struct buffer *buf, uint8_t number)
{
    assert(number <= MAX_RECS);
    return number == 0 ? NULL : &buf->pool[number - 1];
}

/** The i-th record of the queue. @{ */
static inline struct rec *queue_at(struct buffer *buf, int i)
{
    assert(i >= 0 && i < buf->n);
    return rec_of(buf, buf->queue[i]);
}

static inline const struct rec *queue_seen(const struct buffer *buf, int i)
{
    assert(i >= 0 && i < buf->n);
    return rec_seen(buf, buf->queue[i]);
}
/** @} */

#endif
