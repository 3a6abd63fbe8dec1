/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "bytes/correct.h"
#include "judge/report.h"
#include "spe/edit.h"
#include "spe/packet.h"
#include "state/model.h"

void buffer_note_word(struct spe_model *m, struct rec *rec, int offset, unsigned strb)
{
    for (int i = 0; m->opt.on_edit != NULL && i < 8; i++) {
        if ((strb & (1u << i)) != 0) {
            rec->word.seq[offset + i] = m->spu->buf.w_seq;
            rec->word.lane[offset + i] = (uint8_t)i;
        }
    }
}

int buffer_packet_at(const struct rec *rec, int offset, struct spe_packet *packet)
{
    int at = 0, n = spe_decode_packet(rec->bytes, (size_t)rec->len, packet);

    while (offset >= at + n) {
        assert(n > 0 && at + n < rec->len); /* the predictor has made whole packets */
        at += n;
        n = spe_decode_packet(rec->bytes + at, (size_t)(rec->len - at), packet);
    }
    return at;
}

int buffer_fix_end(const struct rec *rec, int offset)
{
    struct spe_packet packet;
    const int payload = buffer_packet_at(rec, offset, &packet) + (int)packet.header_bytes;

    return offset < payload ? rec->len : payload + (int)packet.payload_bytes;
}

void buffer_correct(struct spe_model *m, const struct rec *rec, uint64_t finding, int from, int end,
                    const uint8_t *want)
{
    struct spe_edit edit = {.field = SPE_EDIT_W_DATA};

    for (int i = from; m->opt.on_edit != NULL && i < end; i++) {
        if (!buffer_have(rec, i) || rec->actual[i] == want[i - from] || buffer_byte_free(rec, i)) {
            continue;
        }
        if (edit.mask != 0 && edit.seq != rec->word.seq[i]) {
            model_correct_at(m, finding, &edit);
            edit.value = edit.mask = 0;
        }
        edit.seq = rec->word.seq[i];
        edit.value |= (uint64_t)want[i - from] << (8 * rec->word.lane[i]);
        edit.mask |= (uint64_t)0xFF << (8 * rec->word.lane[i]);
    }
    if (edit.mask != 0) {
        model_correct_at(m, finding, &edit);
    }
}

void buffer_correct_value(struct spe_model *m, const struct rec *rec, uint64_t finding, int from,
                          int bytes, uint64_t value)
{
    uint8_t want[8];

    for (int i = 0; i < 8; i++) {
        want[i] = (uint8_t)(value >> (8 * i));
    }
    assert(from + bytes <= rec->len); /* the packet was decoded from these bytes */
    buffer_correct(m, rec, finding, from, from + bytes, want);
}
