/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUFFER_H
#define SPE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer_ids.h"
#include "buffer_mode.h"
#include "bytemap.h"
#include "rec.h"
#include "region.h"
#include "spe/bits.h"
#include "spe/record.h"
#include "spe/story.h"
#include "spe/txn.h"

struct spe_model;
struct effect;
struct spe_decoder;

#define MAX_RECS   32
#define MAX_BURSTS 64
#define MAX_XL     16
#define MAX_EARLY  1024 /* words: four bursts of 256 */
#define MAX_MAYBE  8
#define MAX_OLD    4
/* A record that may have been offered, the tap does not say when, is lost after so many cycles. */
#define MAYBE_CYCLES 4096

struct burst {
    struct rec *rec;            /* NULL: stray, or the record is finished */
    uint64_t addr, va, offered; /* offered: or accepted, if the tap does not say */
    uint8_t id, len, size;
    unsigned beat;
    uint64_t order; /* of the selection of its record, 0: of no record */
    bool mapped;    /* va is known */
    bool w_done, b_done;
};

/* Write data accepted before the address of its burst (AXI4 permits it). */
struct early {
    struct spe_txn_w word[MAX_EARLY];
    uint32_t seq[MAX_EARLY];
    int n;
    uint64_t cycle; /* of the first one */
};

/* A translation that was answered. */
struct xl {
    bool used;
    uint64_t va_page, pa_page;   /* addresses >> 12 */
    uint64_t cycle, stale_cycle; /* of the answer; of the TLBI that ended it, 0: valid */
    uint64_t rec;                /* id of the record that it was asked for, 0: none */
    struct xl_ids ids;           /* that it was asked for with */
    uint64_t dsb_cycle;          /* a DSB was done before that record was written, 0: none */
    unsigned mode;
    uint8_t attr, pas;
    bool owned;   /* its mode held when the answer came, or later */
    bool at_once; /* answered in the cycle of its request, as a tap does where there is no port */
};

struct buffer {
    struct rec pool[MAX_RECS];
    struct rec *queue[MAX_RECS]; /* in the order of writing */
    int n;
    struct rec *doomed;
    struct burst burst[MAX_BURSTS]; /* oldest first */
    int n_bursts;
    struct early early;
    uint32_t w_seq; /* of the word that is being compared */
    struct xl xl[MAX_XL];
    int xl_next;
    bool xl_open;      /* a request waits for its response */
    unsigned xl_spare; /* answers to come for requests that a second one has replaced */
    struct spe_txn_xl_req xl_req;
    unsigned xl_mode; /* of it */
    struct modes modes;
    struct regions regions;            /* that requests may be for */
    uint64_t xl_req_cycle, tlbi_cycle; /* tlbi_cycle: of the last one, 0 none */
    uint64_t xl_rec;                   /* id of the record it was made for, 0 none */
    uint32_t xl_number;                /* of the buffer it was made in */
    struct buffer_ids ids;
    bool xl_ahead;    /* no record that may be written next has a byte there */
    bool stale_used;  /* the one AW that may have been offered before a TLBI was seen */
    bool offer_known; /* the AW that is judged was offered in cycle `offered` */
    uint64_t offered;
    uint64_t dsb_cycle;         /* in which the last DSB was done, 0: none */
    uint64_t fault_cycle;       /* of the last fault that is used, 0: none */
    struct rec *fault_rec;      /* that it ended, or NULL */
    enum rec_state fault_state; /* of it before */
    bool fault_open;            /* nobody knew whether it would be written (L1 to L15) */
    struct bytemap map;
    uint64_t base_ptr; /* account of the pointer: where it was written last */
    bool base_known;
    uint64_t bytes;       /* written since then, */
    uint64_t whole;       /* of these, without LIFE, those before a record that has not ended */
    uint32_t number;      /* of the buffer: new pointers so far */
    uint32_t head_number; /* the one in which the record at the head began, */
    uint64_t head_limit;  /* and its limit */
    bool moved;           /* PMBPTR_EL1 was written while the buffer was enabled */
    uint64_t old_rec;     /* id of the record that may begin at one of `old_ptr` as well, 0: none */
    uint64_t old_ptr[MAX_OLD];
    int n_old;
    uint64_t checked;  /* limit that the pointer was checked against */
    bool blocked;      /* the pointer breaks 3.4.1: nothing may be written, */
    bool blocked_high; /* because it is too near to the limit */
};

/** A free record slot, or NULL. */
struct rec *buffer_new(struct spe_model *m);

/** The record is lost (event, disabled buffer, reset). */
void buffer_lose(struct spe_model *m, struct rec *rec);

/** Take it out of the queue, or out of everything. */
void buffer_unqueue(struct spe_model *m, const struct rec *rec);
void buffer_free(struct spe_model *m, struct rec *rec);

/** Its own fault ended the record: it is lost; `late` if a burst of it may be on its way. */
void buffer_doom(struct spe_model *m, struct rec *rec, bool late);

/** Put a record at the end of the queue, and no more. */
void buffer_append(struct buffer *buf, struct rec *rec);

/** A record comes into the queue in the current cycle. */
void buffer_enqueue(struct spe_model *m, struct rec *rec);

/* buffer_check.c */
/** The pointer is checked against the rules of 3.4.1. `moved`: it need not be. */
void buffer_check_pointer(struct spe_model *m, bool moved);

/** A record that waits for room is lost with the disabled buffer, unless it had room (S2). */
void buffer_discard_waiting(struct spe_model *m, struct rec *rec);

/** The buffer is not enabled in this cycle: discard what was not offered (S2, B16, B17). */
void buffer_discard(struct spe_model *m);

/* buffer_denied.c */
/** In this cycle `lost` records of a disabled buffer are dropped; `doubt`, if not NULL, unless its
 * AW was offered before: access not allowed, as [disabled_record] says (W12). */
void buffer_denied(struct spe_model *m, int lost, const struct rec *doubt);
/** That event was taken. */
void buffer_denied_taken(struct spe_model *m, const struct effect *e);
/** A record that finds the buffer disabled (section 6). */
void buffer_disabled_record(struct spe_model *m, struct rec *rec);

/** S was set although the record being written has no fault of its own. */
void buffer_event_elsewhere(struct spe_model *m);

/** A PSB CSYNC of the selections up to `order` is complete: settle what may have been offered. */
void buffer_settle(struct spe_model *m, uint64_t order);

/** What may have been offered before `cycle` and never came is lost. */
void buffer_expire(struct spe_model *m, uint64_t cycle);

/** Everything is lost. */
void buffer_reset(struct spe_model *m);

/** The first AW or W shows that the record is being written, at PMBPTR_EL1. */
void buffer_start(struct spe_model *m, struct rec *rec);

/** The end of the run: data without an address. */
void buffer_close(struct spe_model *m);

/* buffer_aw.c */
void buffer_aw(struct spe_model *m, const struct spe_txn_aw *t);

/* buffer_bus.c */
/** Data accepted before the address of the burst that has just begun. */
void buffer_early(struct spe_model *m);
void buffer_w(struct spe_model *m, const struct spe_txn_w *t);
void buffer_b(struct spe_model *m, const struct spe_txn_b *t);
void buffer_xl_req(struct spe_model *m, const struct spe_txn_xl_req *t);
void buffer_xl_rsp(struct spe_model *m, const struct spe_txn_xl_rsp *t);
void buffer_tlbi(struct spe_model *m);

/** A DSB is done: the translation obtained for a queued record must not be used for it any more. */
void buffer_translated(struct spe_model *m);

/** A DSB is done: translations that a TLBI ended are gone (3.4.4). */
void buffer_dsb(struct spe_model *m);

/* buffer_done.c */
/** All bytes of the record are written (and acknowledged, by [record_done]). */
void buffer_done(struct spe_model *m, struct rec *rec);

/* buffer_pointer.c */
/** PMBPTR_EL1, `old` before, was written: a new buffer. */
void buffer_new_pointer(struct spe_model *m, uint64_t old, uint64_t ptr);
/** The record is done in this cycle: the pointer moves in the next one (B5), and the buffer may be
 * full. */
void buffer_advance(struct spe_model *m, const struct rec *rec);

/* buffer_find.c */
/** Usable translation of the page of `va` for a burst of the record, or NULL. */
struct xl *buffer_translate(struct spe_model *m, const struct rec *rec, uint64_t va);
/** Why there is none, behind "the page of ...". */
const char *buffer_untranslated(const struct spe_model *m, uint64_t va);
/** The translation of the byte at `va` of the record, if the first beat of the burst holds it. */
struct xl *buffer_translation_at(struct spe_model *m, const struct rec *rec, uint64_t va,
                                 const struct spe_txn_aw *t);
/** Whether the first beat of a burst holds the byte at which the next burst of `rec` begins. */
bool buffer_begins(struct spe_model *m, const struct rec *rec, const struct spe_txn_aw *t);
/** The same for a record that would go on at `va`. */
bool buffer_begins_at(struct spe_model *m, const struct rec *rec, uint64_t va,
                      const struct spe_txn_aw *t);

/* buffer_story.c */
/** All bytes are there: packet sets ([order_free]) and the story. *decoder: the bytes as packets.
 */
void buffer_compare_done(struct spe_model *m, struct rec *rec, struct spe_decoder *decoder);

/* buffer_state.c */
/** Whether data, address or response of a burst of the record is still to come. */
bool buffer_writing(const struct buffer *buf, const struct rec *rec);
/** Lowest byte of the record that is not written. */
int buffer_next_offset(const struct rec *rec);
/** Records that are queued and not done. */
int buffer_occupied(const struct buffer *buf);
/** Bursts that wait for data or for their response. */
int buffer_unfinished(const struct buffer *buf);
/** Whether records go to the queue: of an enabled buffer, or as [disabled_record] = write says. */
bool buffer_takes(const struct spe_model *m);
/** Whether a record of the disabled buffer may be written all the same ([disabled_record]). */
bool buffer_may_write(const struct spe_model *m);
/** Whether each burst waits for the response of the one before ([ext_abort], [abort_wait]). */
bool buffer_waits(const struct spe_model *m);
/** Whether an AW may use it in spite of a TLBI; `since`: when it could be offered first. */
bool buffer_fresh(const struct buffer *buf, const struct xl *x, uint64_t since);

/* buffer_compare.c */
/** Whether the byte was written. */
static inline bool buffer_have(const struct rec *rec, int offset)
{
    return (rec->got[offset / 64] >> (offset % 64) & 1) != 0;
}
/** Whether the byte may have any value. */
static inline bool buffer_byte_free(const struct rec *rec, int offset)
{
    return rec->ts_at >= 0 && offset >= rec->ts_at && offset < rec->ts_at + 8;
}
/** All data of the record was accepted, but not all of its bytes were written. */
void buffer_hole(struct spe_model *m, struct rec *rec);
/** Bytes of one word of record `rec`: first offset, data and strobes. */
void buffer_compare(struct spe_model *m, struct rec *rec, int offset, const struct spe_txn_w *t,
                    unsigned strb);

#endif
