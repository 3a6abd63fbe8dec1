/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STORY_STORY_H
#define SPE_STORY_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "spe/config.h"
#include "spe/decode.h"
#include "spe/model.h"
#include "spe/txn.h"

/**
 * Oracle (b): does a decoded record tell the story of the operation that the monitors saw, and
 * nothing else?
 *
 * The expected content is worked out here from raw observations, by the prose of DDI 0586A chapters
 * 2, 3.3 and 5, by dpi/timing.md (LF1 to LF7, SC1, SC2, FQ1, FQ2), and by dpi/rules.md. Nothing is
 * taken from the predictor's collection controls, record builder or encoder. The order of the
 * packets is not compared.
 */

/** One time stamp of a life: the count of active cycles up to and including the cycle of the event.
 */
struct story_stamp {
    bool seen;
    uint64_t active;
};

/**
 * One sampled operation as seen. Plain data: zero it, fill "selection" when the operation is
 * chosen, call story_stamp() for every life event, fill "ending" with the event that ends the
 * life.
 */
struct spe_story {
    /* Selection: the operation, its context and the registers at the start of the cycle. */
    uint64_t pc;
    uint16_t op;                             /* spe_txn_sel.op: CLASS << 8 | payload byte */
    uint8_t flags;                           /* SPE_OP_*, as in spe_txn_sel */
    uint64_t ctx_state;                      /* spe_txn_ctx.state of the lane's context */
    uint32_t contextidr_el1, contextidr_el2; /* of that context */
    uint64_t cntvoff, cntpoff;
    uint64_t cntpct_select;        /* CNTPCT_EL0 in the cycle of the selection */
    uint64_t pmscr_el1, pmscr_el2; /* as they read */

    /* Life: kept by story_stamp(). Only used with [sample_point] = dispatch. */
    struct story_stamp selected;
    struct story_stamp issue, xlat_start;  /* first */
    struct story_stamp xlat_end, complete; /* last */
    struct story_stamp ended;

    /* Ending: the transaction as sent, and what held in the cycle of the ending. */
    struct spe_txn_life end; /* kind SPE_LIFE_RETIRE or later */
    uint64_t cntpct_end;     /* CNTPCT_EL0 in that cycle; used with [ts_point] = complete */
    bool has_filters;        /* those below are known; otherwise filters are not judged */
    uint64_t pmsfcr, pmsevfr, pmsnevfr, pmslatfr, pmsdsfr; /* at the start of that cycle */
};

/**
 * Note a life event. `kind` is an enum spe_life_kind, or SPE_LIFE_KINDS for the selection itself.
 * First issue and xlat_start, last xlat_end and complete are kept; anything from SPE_LIFE_RETIRE on
 * is the ending.
 */
void story_stamp(struct spe_story *story, int kind, uint64_t active);

/* As a finding has: the whole text arrives there. */
#define STORY_TEXT sizeof(((struct spe_finding *)0)->expected)

/** One statement of the record that the story contradicts. Texts are valid only during the
 * callback. */
struct spe_story_mismatch {
    int packet;                /* enum spe_packet_kind; negative: the record as a whole */
    const char *where;         /* "events", "address.va", "counter.total", "record" */
    const char *section;       /* "DDI 0586A 5.3.1"; from SPEv1p1 on "Arm ARM D18.2.1" */
    const char *text;          /* one sentence */
    char expected[STORY_TEXT]; /* "absent", "0x..." */
    char actual[STORY_TEXT];
    unsigned bytes; /* only the payload of a packet differs: its bytes, else 0; */
    uint64_t at;    /* its place in the stream; */
    uint64_t value; /* what it should be, little-endian */
};

typedef void (*spe_story_fn)(void *user, const struct spe_story_mismatch *mismatch);

/**
 * Compare a complete record with the story.
 *
 * Checked: the operation is one that gives a record; every packet of 5.3 is there or not as the
 * story requires, with exactly the expected payload and payload size; there is no other packet and
 * no format error; the record passes the filters that were set; the record fits 2^MaxSize. Where an
 * outcome is UNKNOWN (Timestamp with the system counter stopped and [ts_stopped] = unknown) any
 * value is accepted.
 *
 * @param report  called once per mismatch; may be NULL.
 * @return number of mismatches; 0: the record says exactly what was seen.
 */
int story_check(const struct spe_config *cfg, const struct spe_story *story,
                const struct spe_decoded_record *record, spe_story_fn report, void *user);

#endif
