/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>

#include "config_members.h"
#include "spe/packet.h"
#include "words.h"

/* A sampled operation: its selection and its life. */

void words_add_events(struct words *w, uint64_t events)
{
    const char *before = "events ";

    for (unsigned bit = 0; bit < 64; bit++) {
        if ((events >> bit & 1) != 0) {
            words_add(w, "%s%s", before, spe_event_name(bit));
            before = "";
        }
    }
}

void words_operation(uint16_t op, char *dst, size_t bytes)
{
    const struct spe_packet packet = {.kind = SPE_PACKET_OPERATION,
                                      .header_bytes = 1,
                                      .payload_bytes = 1,
                                      .index = (uint8_t)(op >> 8),
                                      .payload = (uint8_t)op};
    struct spe_field field[SPE_PACKET_FIELDS];
    const char *name = spe_operation_name(op >> 8, (uint8_t)op);

    if (name == NULL) {
        (void)snprintf(dst, bytes, "reserved operation 0x%x", op);
        return;
    }
    int used = snprintf(dst, bytes, "%s", name);
    const int n = spe_packet_fields(&packet, field);
    for (int i = 0; i < n && used >= 0 && (size_t)used < bytes; i++) {
        if (field[i].text != NULL) {
            used += snprintf(dst + used, bytes - (size_t)used, ", %s", field[i].text);
        }
    }
}

static void say_selection(const struct words_state *state, const struct spe_txn_sel *t,
                          struct words *w)
{
    char text[160];

    if (t->tag == SPE_TAG_COLLIDED) {
        words_add(w, "member %" PRIu64 " is selected and collides:", state->members);
    } else {
        words_add(w, "member %" PRIu64 " is sampled under tag %u:", state->members, t->tag);
    }
    words_add(w, "PC 0x%" PRIx64, t->pc);
    words_operation(t->op, text, sizeof(text));
    words_add(w, "%s (op 0x%x)", text, t->op);
    if ((t->flags & 15) != 0) {
        words_add(w, "for the filter%s%s%s%s", (t->flags & SPE_OP_SIMD) != 0 ? " SIMD" : "",
                  (t->flags & SPE_OP_FP) != 0 ? " FP" : "",
                  (t->flags & SPE_OP_GCS_LOAD) != 0 ? " load of the GCS" : "",
                  (t->flags & SPE_OP_GCS_STORE) != 0 ? " store to the GCS" : "");
    }
    words_add(w, "context %u", t->ctx);
    if (t->ctx < 16 && state->known[t->ctx]) {
        struct spe_ctx ctx;
        spe_ctx_from_txn(&ctx, &state->context[t->ctx]);
        words_level(state->cfg, &ctx, text, sizeof(text));
        words_more(w, " (%s)", text);
    }
    words_add(w, "lane %u", t->slot);
}

static void say_addresses(const struct spe_txn_life *t, struct words *w)
{
    const uint32_t f = t->flags;

    if ((f & SPE_LIFE_VA) != 0) {
        words_add(w, "VA 0x%" PRIx64, t->va);
    }
    if ((f & SPE_LIFE_PA) != 0) {
        const unsigned pas =
            (unsigned)((f & SPE_LIFE_PA_NSE) != 0) << 1 | ((f & SPE_LIFE_PA_NS) != 0);
        words_add(w, "PA 0x%" PRIx64 " %s", t->pa, words_pas(pas));
        if ((f & SPE_LIFE_PA_CH) != 0) {
            words_more(w, " Tag Checked");
        }
        if (SPE_LIFE_PA_PAT(f) != 0) {
            words_more(w, " tag %u", SPE_LIFE_PA_PAT(f));
        }
    }
    if ((f & SPE_LIFE_TARGET) != 0) {
        const unsigned pas =
            (unsigned)((f & SPE_LIFE_TARGET_NSE) != 0) << 1 | ((f & SPE_LIFE_TARGET_NS) != 0);
        words_add(w, "target 0x%" PRIx64 " %s EL%u", t->target, words_pas(pas),
                  SPE_LIFE_TARGET_EL(f));
    }
    if ((f & SPE_LIFE_PREV) != 0) {
        const unsigned pas =
            (unsigned)((f & SPE_LIFE_PREV_NSE) != 0) << 1 | ((f & SPE_LIFE_PREV_NS) != 0);
        words_add(w, "previous target 0x%" PRIx64 " %s EL%u", t->prev, words_pas(pas),
                  SPE_LIFE_PREV_EL(f));
    }
    if ((f & SPE_LIFE_SOURCE) != 0) {
        words_add(w, "data source 0x%x", t->source);
    }
}

/* With the sample point at dispatch, the SPU counts: the PE delivers no latency. */
static void say_latencies(const struct spe_config *cfg, const struct spe_txn_life *t,
                          struct words *w)
{
    if (cfg->sample_point == spe_cfg_sample_point_retire) {
        words_add(w, "latency total %" PRIu32 ", issue %" PRIu32 ", translation %" PRIu32,
                  t->lat_total, t->lat_issue, t->lat_xlat);
    }
    if ((t->flags & SPE_LIFE_ALT) != 0) {
        words_add(w, "issue in alternate clocks %" PRIu32, t->lat_alt);
    }
}

static void say_life(const struct words_state *state, const struct spe_txn_life *t, struct words *w)
{
    static const char *const kinds[SPE_LIFE_KINDS] = {[SPE_LIFE_ISSUE] = "issues",
                                                      [SPE_LIFE_XLAT_START] = "begins translation",
                                                      [SPE_LIFE_XLAT_END] = "ends translation",
                                                      [SPE_LIFE_COMPLETE] = "completes",
                                                      [SPE_LIFE_RETIRE] = "retires",
                                                      [SPE_LIFE_EXCEPTION] = "takes an exception",
                                                      [SPE_LIFE_SQUASH] = "is squashed",
                                                      [SPE_LIFE_NONARCH] =
                                                          "ends, not architecturally executed",
                                                      [SPE_LIFE_REPLAY] = "ends, to be replayed"};

    words_add(w, "tag %u %s", t->tag,
              t->kind < SPE_LIFE_KINDS ? kinds[t->kind] : "does what has no name");
    if (state->tag[t->tag].known) {
        words_add(w, "PC 0x%" PRIx64, state->tag[t->tag].pc);
    }
    if (t->kind < SPE_LIFE_RETIRE) {
        return;
    }
    say_latencies(state->cfg, t, w);
    say_addresses(t, w);
    words_add_events(w, t->events & ~UINT64_C(3));
}

void words_say_operation(const struct words_state *state, const struct spe_txn *txn,
                         struct words *w)
{
    if (txn->kind == SPE_TXN_SEL) {
        say_selection(state, &txn->u.sel, w);
    } else {
        say_life(state, &txn->u.life, w);
    }
}
