/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUFFER_H
#define SPE_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer_types.h"
#include "spe/txn.h"

struct spe_model;
struct effect;
struct spe_decoder;

/** A free record slot, or NULL. */
struct rec *buffer_new(struct buffer *buf);

/** The record is lost (event, disabled buffer, reset). */
void buffer_lose(struct spe_model *m, struct rec *rec);

/** Take it out of the queue, or out of everything. */
void buffer_unqueue(struct buffer *buf, const struct rec *rec);
void buffer_free(struct buffer *buf, struct rec *rec);

/** Its own fault ended the record: it is lost; `late` if a burst of it may be on its way. */
void buffer_doom(struct spe_model *m, struct rec *rec, bool late);

/** Put a record at the end of the queue, or at its head, and no more. @{ */
void buffer_append(struct buffer *buf, struct rec *rec);
void buffer_prepend(struct buffer *buf, struct rec *rec);
/** @} */

/** A record comes into the queue in the current cycle. */
void buffer_enqueue(struct spe_model *m, struct rec *rec);

/* buffer_check.c */
/** The pointer is checked against the rules of 3.4.1. `moved`: it need not be. */
void buffer_check_pointer(struct spe_model *m, bool moved);

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
