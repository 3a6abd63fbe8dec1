/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATE_TAGS_H
#define SPE_STATE_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "record/life.h"
#include "record/sample.h"
#include "state/buffer.h"
#include "story/story.h"

struct spe_config;
struct spe_model;

#define MAX_TAGS 4

enum tag_state {
    TAG_FREE,
    TAG_FLIGHT, /* selected, not ended */
    TAG_WAIT    /* ended, its record waits for room in the queue */
};

/* One sampled operation in flight (2.2.4). */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded" /* hypotheses are compared byte by byte */
struct tag {
    uint64_t order; /* counts selections */
    uint64_t pos;   /* member of the population that was selected */
    enum tag_state state;
    uint8_t regime; /* of the owner in the context of the operation */
    uint8_t rec;    /* TAG_WAIT: number of its record */
    uint8_t none[2];
    uint64_t sel_cycle;
    uint64_t end_cycle;  /* of the last ending under this tag */
    uint64_t free_cycle; /* first cycle in which a selection finds it free */
    struct spe_life life;
    struct spe_sample sample;
    struct spe_story story; /* what the monitors saw, for oracle (b) */
};
#pragma GCC diagnostic pop

struct inflight {
    struct tag tag[MAX_TAGS];
    uint64_t orders;
    uint64_t records;    /* predicted so far; unlike the total it never steps back */
    uint64_t end_cycle;  /* last cycle in which samples ended, */
    uint64_t end_order;  /* and the oldest selection among these; 0: none since reset */
    int ended[MAX_TAGS]; /* tags that ended in the current cycle */
    int n_ended;
    int wait[MAX_TAGS]; /* tags in TAG_WAIT, first come first served */
    int n_wait;
    /* Numbers of the records that enter the queue in the next cycle, or later. A record that the
     * filters may have rejected enters after those that wait for room and ended before it. */
    uint8_t staged[MAX_RECS];
    int n_staged;
};

/** The tag that a selection in this cycle gets, or SPE_TAG_COLLIDED. */
unsigned inflight_predict(const struct spe_model *m);
/** Whether a selection of the cycle finds the tag free. */
bool inflight_is_free(const struct tag *tag, uint64_t now);
/** First cycle in which a selection finds the tag free after its last ending
 * ([collide_on_complete]). */
uint64_t inflight_free_from(const struct spe_config *cfg, const struct tag *tag);
/** Number of free tags. */
int inflight_free(const struct spe_model *m);
/** Number of samples in `state`. */
uint64_t inflight_in(const struct inflight *fl, enum tag_state state);
/** Number of samples selected up to `order` that are not written: in flight or waiting. */
int inflight_older(const struct inflight *fl, const struct buffer *buf, uint64_t order);
/** How many of these have ended, so that their record is to enter the queue. Records that the
 * filters may have rejected are not counted. */
int inflight_ended(const struct inflight *fl, const struct buffer *buf, uint64_t order);

#endif
