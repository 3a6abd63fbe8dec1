/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "bytes/correct.h"
#include "bytes/order_free.h"
#include "bytes/whole_record.h"
#include "doubt/filter_fork.h"
#include "judge/choices.h"
#include "judge/report.h"
#include "spe/packet.h"
#include "state/model.h"
#include "story/story.h"

/* Whole records against the story of their operations (oracle b). */

/* A record whose bytes are compared with its story. */
struct telling {
    struct spe_model *m;
    const struct rec *rec;
    bool told; /* a difference was reported */
};

static void story_differs(void *user, const struct spe_story_mismatch *mismatch)
{
    struct telling *t = user;
    struct spe_model *m = t->m;

    if (t->told) {
        return; /* one finding for each record */
    }
    t->told = true;
    struct spe_finding f = model_rec_finding(m, t->rec, SPE_CHECK_STORY_RECORD, mismatch->section);
    model_choices(m, f.check, mismatch->packet < 0 ? WHOLE : mismatch->packet, f.choices,
                  sizeof(f.choices));
    FMT(f.where, "record %" PRIu64 " %s", t->rec->id, mismatch->where);
    FMT(f.expected, "%s", mismatch->expected);
    FMT(f.actual, "%s", mismatch->actual);
    FMT(f.text, "%s", mismatch->text);
    model_emit(m, &f);
    if (mismatch->bytes != 0) {
        buffer_correct_value(m, t->rec, f.number, (int)mismatch->at, (int)mismatch->bytes,
                             mismatch->value);
    }
}

static void format_wrong(struct spe_model *m, const struct rec *rec, const char *text, uint64_t at)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_STORY_FORMAT, "DDI 0586A 5.1, 5.2");

    FMT(f.where, "record %" PRIu64 " +%" PRIu64, rec->id, at);
    FMT(f.expected, "one well-formed record");
    FMT(f.actual, "%s", text);
    FMT(f.text, "the bytes of record %" PRIu64 " at 0x%" PRIx64 " are malformed: %s", rec->id,
        rec->va, text);
    model_emit(m, &f);
}

/* Decode what was written; it must be one record, then only padding. */
static void tell_story(struct spe_model *m, struct rec *rec, struct spe_decoder *decoder)
{
    struct telling telling = {.m = m, .rec = rec};
    const struct spe_decoded_record *decoded, *more;

    (void)spe_decoder_feed(decoder, rec->actual, (size_t)rec->len);
    (void)model_eval(m, SPE_CHECK_STORY_FORMAT);
    if (spe_decoder_next(decoder, &decoded) != 1) {
        format_wrong(m, rec, "no End or Timestamp packet", (uint64_t)rec->len);
        return;
    }
    for (int problem = 0; problem < SPE_PROBLEMS; problem++) {
        if ((decoded->problems & SPE_PROBLEM_BIT(problem)) != 0 && spe_problem_is_error(problem)) {
            format_wrong(m, rec, spe_problem_text(problem), decoded->offset);
            return;
        }
    }
    if (m->opt.order_free) {
        order_free_compare(m, rec, decoded);
    }
    (void)model_eval(m, SPE_CHECK_STORY_RECORD);
    (void)story_check(filter_fork_story(m), &rec->story, decoded, story_differs, &telling);
    uint64_t end = decoded->offset + decoded->length;
    if (spe_decoder_next(decoder, &more) == 1 || spe_decoder_end(decoder, &more) == 1) {
        format_wrong(m, rec, "more packets after the last one", end);
    }
}

void buffer_compare_done(struct spe_model *m, struct rec *rec, struct spe_decoder *decoder)
{
    const struct spe_decode_options options = {.record_limit = 1u << m->cfg.max_size};

    assert(rec->len > 0 && rec->len <= SPE_RECORD_MAX);
    spe_decoder_init(decoder, &options);
    if (!rec->told.misplaced) {
        tell_story(m, rec, decoder);
    }
}
