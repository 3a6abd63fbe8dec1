/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <inttypes.h>

#include "bytes/correct.h"
#include "bytes/order_free.h"
#include "judge/choices.h"
#include "judge/report.h"
#include "spe/packet.h"
#include "state/model.h"
#include "state/queue.h"

/* Lists the packets of the predicted record. @return their number. */
static int predicted_packets(const struct rec *rec, struct spe_packet *packet, int max)
{
    int at = 0, n = 0;

    while (at < rec->len && n < max) {
        int bytes = spe_decode_packet(rec->bytes + at, (size_t)(rec->len - at), &packet[n]);
        assert(bytes > 0); /* the predictor has made whole packets */
        packet[n].offset = (uint64_t)at;
        n += packet[n].kind != SPE_PACKET_PADDING;
        at += bytes;
    }
    return n;
}

/* Compares two packets of the same kind and index. */
static bool same_packet(const struct rec *rec, const struct spe_packet *want,
                        const struct spe_packet *got)
{
    bool any_value = want->kind == SPE_PACKET_TIMESTAMP && rec->ts_at >= 0;

    return want->payload_bytes == got->payload_bytes &&
           (any_value || want->payload == got->payload);
}

static void differs(struct spe_model *m, struct rec *rec, const struct spe_packet *want,
                    const struct spe_packet *got)
{
    struct spe_finding f = model_rec_finding(m, rec, SPE_CHECK_BUF_DATA, "DDI 0586A 2.3, 5.3");
    const char *title = spe_packet_title(want != NULL ? want : got);

    rec->told.bad = true;
    model_choices(m, f.check, (int)(want != NULL ? want : got)->kind, f.choices, sizeof(f.choices));
    FMT(f.where, "record %" PRIu64, rec->id);
    if (want != NULL) {
        FMT(f.expected, "0x%" PRIx64, want->payload);
    } else {
        FMT(f.expected, "absent");
    }
    if (got != NULL) {
        FMT(f.actual, "0x%" PRIx64, got->payload);
    } else {
        FMT(f.actual, "absent");
    }
    FMT(f.text,
        "record %" PRIu64 " at 0x%" PRIx64 ": packet %s is %s; sampled operation at PC 0x%" PRIx64,
        rec->id, rec->va, title,
        want == NULL  ? "not predicted"
        : got == NULL ? "missing"
                      : "different",
        rec->story.pc);
    model_emit(m, &f);
    if (want != NULL && got != NULL && want->payload_bytes == got->payload_bytes) {
        buffer_correct_value(m, rec, f.number, (int)got->offset + got->header_bytes,
                             want->payload_bytes, want->payload);
    }
}

/* A packet that one record has, and the other does not have, or has with another payload. */
struct difference {
    struct spe_packet want, got;
    bool has_want, has_got;
};

/* @return whether there is a difference; *first: the first one. */
static bool find_difference(const struct rec *rec, const struct spe_decoded_record *actual,
                            struct difference *first)
{
    struct spe_packet want[SPE_RECORD_PACKETS];
    bool used[SPE_RECORD_PACKETS] = {false};
    int n = predicted_packets(rec, want, SPE_RECORD_PACKETS);

    for (int i = 0; i < n; i++) {
        const struct spe_packet *like = NULL;
        bool found = false;
        for (unsigned j = 0; j < actual->packets && !found; j++) {
            const struct spe_packet *got = &actual->packet[j];
            if (got->kind == want[i].kind && got->index == want[i].index) {
                assert(!used[j]); /* no two predicted packets are of one kind and index */
                like = got;
                found = same_packet(rec, &want[i], got);
                used[j] = true;
            }
        }
        if (!found) {
            *first = (struct difference){.want = want[i], .has_want = true};
            if (like != NULL) {
                first->got = *like;
                first->has_got = true;
            }
            return true;
        }
    }
    for (unsigned j = 0; j < actual->packets; j++) {
        if (!used[j]) {
            *first = (struct difference){.got = actual->packet[j], .has_got = true};
            return true;
        }
    }
    return false;
}

void order_free_compare(struct spe_model *m, struct rec *rec,
                        const struct spe_decoded_record *actual)
{
    struct difference d;

    (void)model_eval(m, SPE_CHECK_BUF_DATA);
    if (find_difference(rec, actual, &d)) {
        differs(m, rec, d.has_want ? &d.want : NULL, d.has_got ? &d.got : NULL);
    }
}

bool order_free_could_be(const struct rec *rec, const struct rec *other)
{
    const struct spe_decoded_record *actual;
    const int n = rec->got_bytes;
    struct spe_decoder decoder;
    struct difference d;

    for (int i = other->len; i < rec->len; i++) {
        if (buffer_have(rec, i)) {
            return false;
        }
    }
    if (n < rec->len && buffer_next_offset(rec) != n) {
        return true; /* bytes in front are still missing: nothing can be said */
    }
    spe_decoder_init(&decoder, NULL);
    (void)spe_decoder_feed(&decoder, rec->actual, (size_t)n);
    return spe_decoder_next(&decoder, &actual) == 1 ? !find_difference(other, actual, &d)
                                                    : n < other->len;
}
