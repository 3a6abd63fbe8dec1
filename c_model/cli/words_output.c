/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "words.h"

/* Barriers, output signals, and the end. */

static void say_sync(const struct spe_txn_sync *t, struct words *w)
{
    static const char *const kinds[SPE_SYNC_KINDS] = {
        [SPE_SYNC_CSE] = "context synchronization event",
        [SPE_SYNC_PSB_REQ] = "PSB CSYNC begins",
        [SPE_SYNC_PSB_DONE] = "PSB CSYNC is done",
        [SPE_SYNC_DSB_REQ] = "DSB begins",
        [SPE_SYNC_DSB_DONE] = "DSB is done",
        [SPE_SYNC_TLBI] = "TLBI",
        [SPE_SYNC_IMPDEF] = "IMPLEMENTATION DEFINED management event"};

    words_add(w, "%s", t->kind < SPE_SYNC_KINDS ? kinds[t->kind] : "no kind of a barrier");
    if (t->kind == SPE_SYNC_IMPDEF) {
        words_add(w, "MSS 0x%x", (unsigned)(t->data & 0xFFFF));
        words_add(w, "MSS2 0x%x", (unsigned)(t->data >> 16));
    }
    if (t->kind == SPE_SYNC_CSE && t->data != 0) {
        words_add(w, "ASID 0x%x", SPE_SYNC_ASID(t->data));
        words_add(w, "VMID 0x%x", SPE_SYNC_VMID(t->data));
    }
    words_add(w, "behind member %" PRIu64, t->pos);
}

void words_say_levels(unsigned levels, struct words *w)
{
    static const struct {
        unsigned bit;
        const char *name;
    } level[] = {{SPE_OUT_PMBIRQ, "PMBIRQ"},
                 {1u << 1, "exception to EL1 pending"},
                 {1u << 2, "exception to EL2 pending"},
                 {1u << 3, "exception to EL3 pending"},
                 {1u << 4, "exception to EL1 to be taken"},
                 {1u << 5, "exception to EL2 to be taken"},
                 {1u << 6, "exception to EL3 to be taken"},
                 {SPE_OUT_FREEZE, "PMU counters frozen"}};

    if (levels == 0) {
        words_add(w, "all levels low");
    }
    for (size_t i = 0; i < sizeof(level) / sizeof(level[0]); i++) {
        if ((levels & level[i].bit) != 0) {
            words_add(w, "%s", level[i].name);
        }
    }
}

void words_levels(uint64_t levels, char *dst, size_t bytes)
{
    struct words w;
    size_t from = 0;

    words_init(&w);
    words_say_levels((unsigned)levels, &w);
    (void)words_line(&w, &from, bytes, dst, bytes);
}

static void say_counts(const struct spe_txn_out *t, struct words *w)
{
    static const char *const feeds[SPE_FEED_KINDS] = {"BR", "LD",    "ST",  "FP", "SIMD",
                                                      "OP", "EVENT", "LAT", "DS"};
    const struct {
        const char *name;
        uint32_t n;
    } counts[] = {{"SAMPLE_POP", t->pop},
                  {"SAMPLE_FEED", t->feed},
                  {"SAMPLE_FILTRATE", t->filtrate},
                  {"SAMPLE_COLLISION", t->collision},
                  {"CTI trigger", t->cti},
                  {"SAMPLE_BUFFER_FULL", t->full},
                  {"SError", t->serror}};

    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        if (counts[i].n != 0) {
            words_add(w, "%s +%" PRIu32, counts[i].name, counts[i].n);
        }
    }
    for (int i = 0; i < SPE_FEED_KINDS; i++) {
        if (t->feed_kind[i] != 0) {
            words_add(w, "SAMPLE_FEED_%s +%" PRIu32, feeds[i], t->feed_kind[i]);
        }
    }
}

void words_say_output(const struct spe_txn *txn, struct words *w)
{
    if (txn->kind == SPE_TXN_SYNC) {
        say_sync(&txn->u.sync, w);
    } else if (txn->kind == SPE_TXN_OUT) {
        words_say_levels(txn->u.out.levels, w);
        say_counts(&txn->u.out, w);
    } else {
        words_add(w, "end of the log, %" PRIu64 " transactions before it", txn->u.close.calls);
    }
}
