/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzz target of the model: for any input, the model carries on, returns a budget and reports in
 * readable lines. Input: FUZZ_MODEL_HEAD bytes that choose taps and configuration, then
 * transactions as in a frame of the binary log. test_fuzz_model.c replays the hand-written logs
 * through this target.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config_lines.h"
#include "config_members.h"
#include "log_fields.h"
#include "log_inputs.h"
#include "spe/model.h"
#include "spe/status.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

#define V6 "pmsver = 6\nevents = 0xBFF\nfne = 1\nfds = 1\next_abort = serror\nflag_updates = 1\n"

#define ALTCLK                                                                                     \
    "pmsver = 2\nevents = 0xBFF\naltclk = 15\nmax_size = 7\n"                                      \
    "layout = ctx1 ctx2 tot issue alt xlat pc tgt va pa ds type ev end"

/* Bit i of the bytes after the first sets key i. If two set the same key, the later one wins. */
static const char *const toggles[] = {
    "width = 8",
    "inflight = 4",
    "sample_point = retire",
    "speculative = 0",
    "record_queue = 4",
    "record_done = w",
    "ext_abort = serror",
    "ernd = 1",
    "lds = 0",
    "el2 = 0",
    "sync_scope = strict",
    "reset_value = unknown",
    "align = 6",
    "rnd_source = inferred",
    "el3 = 0",
    "max_size = 11",
    "record_order = population",
    "record_order = any",
    "tag_order = any",
    "release_max = 8",
    "event_max = 8",
    "irq_max = 16",
    "read_lag_max = 4",
    "collide_on_complete = 1",
    V6,
    V6 "exc = 1",
    V6 "exc = 1\nimpdef_event = 1\nthe = 1\npoe = 1\npie = 1",
    V6 "nvm = 1\nsel2 = 1\nrme = 1",
    V6 "nv = 2\nfgt = 1\nsdd_priority = 1\ne2spe_hidden = 1\necv = 2",
    V6 "feed_point = complete\npmu_feed = 1\npmu_full = 1\neft = 1\ncount_size = 16",
    V6 "max_buff_size = 1",
    "pmsver = 3\nevents = 0xBFF\nfne = 1\next_abort = ignored\nea_described = 1",
    V6 "mte = 1\nmops = 1\ngcs = 1\ncrr = 1\nfpf = 1\nmax_size = 7",
    "disabled_record = any",
    "disabled_record = event",
    "disabled_record = write",
    "wrong_pointer = any",
    "dl_boundary = any",
    "misaligned = as_wrong\ndebug_stops = 1",
    "fe_zero = any",
    "ft_zero = any",
    "fl_zero = any",
    V6 "fne_zero = any",
    V6 "fe_overlap = any",
    ALTCLK,
};

/* Bits of the last byte, after the keys: options of a replay. */
#define WITH_EDITS   0x40u
#define WITH_JOURNAL 0x80u

_Static_assert(sizeof(toggles) / sizeof(toggles[0]) <= 8 * (FUZZ_MODEL_HEAD - 1) - 2,
               "a bit for each");

static void check_text(const char *text, size_t room)
{
    require(memchr(text, '\0', room) != NULL);
    for (; *text != '\0'; text++) {
        require((unsigned char)*text >= ' ');
    }
}

static void on_finding(void *user, const struct spe_finding *f)
{
    unsigned *count = user;

    (*count)++;
    require(f->check >= 0 && f->check < SPE_CHECKS && spe_check_name(f->check) != NULL);
    check_text(f->where, sizeof(f->where));
    check_text(f->expected, sizeof(f->expected));
    check_text(f->actual, sizeof(f->actual));
    check_text(f->text, sizeof(f->text));
    require(f->section != NULL);
}

static void on_edit(void *user, uint64_t number, const struct spe_edit *edit)
{
    (void)user;
    require(number != 0 && edit->field >= 0 && edit->field < SPE_EDIT_FIELDS && edit->mask != 0);
}

static void on_journal(void *user, const struct spe_journal_entry *entry)
{
    (void)user;
    require(entry->kind <= SPE_JOURNAL_TAKEN && spe_unit_name(entry->unit) != NULL);
    require(entry->field != NULL && entry->rule != NULL);
}

static struct spe_model *make_model(const uint8_t *head, unsigned *findings)
{
    struct spe_config cfg;
    struct spe_config_error why;
    struct spe_model *model = NULL;
    struct spe_model_options options = {.taps = head[0] & SPE_TAP_ALL,
                                        .order_free = (head[0] & 0x80u) != 0,
                                        .max_findings = 50,
                                        .on_finding = on_finding,
                                        .user = findings};

    if ((head[FUZZ_MODEL_HEAD - 1] & WITH_EDITS) != 0) {
        options.on_edit = on_edit;
    }
    if ((head[FUZZ_MODEL_HEAD - 1] & WITH_JOURNAL) != 0) {
        options.on_journal = on_journal;
    }
    spe_config_init(&cfg);
    for (size_t i = 0; i < sizeof(toggles) / sizeof(toggles[0]); i++) {
        if ((head[1 + i / 8] >> i % 8 & 1) != 0) {
            require(config_lines(&cfg, toggles[i], &why) == SPE_OK);
        }
    }
    return spe_model_create(&model, &cfg, &options) == SPE_OK ? model : NULL;
}

static void check_totals(const struct spe_model *model, unsigned findings)
{
    struct spe_totals t;

    spe_model_totals(model, &t);
    require(findings <= 50 && findings <= t.mismatches + t.misuses);
    require(!t.pass || (t.closed && t.mismatches == 0 && t.misuses == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct log_state state;
    struct spe_txn txn;
    unsigned findings = 0;
    size_t at = FUZZ_MODEL_HEAD, n;

    if (size < FUZZ_MODEL_HEAD) {
        return 0;
    }
    struct spe_model *model = make_model(data, &findings);
    if (model == NULL) {
        return 0;
    }
    memset(&state, 0, sizeof(state));
    while ((n = log_decode(&state, data + at, size - at, &txn)) != 0) {
        int budget = spe_model_apply(model, &txn);
        require(budget >= 1 && budget <= SPE_BUDGET_MAX);
        at += n;
    }
    check_totals(model, findings);
    spe_model_destroy(model);
    return 0;
}
