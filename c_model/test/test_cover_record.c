/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bins that the packets of a record meet, by the tables of D18.2, and bins that need other
 * knowledge of the scoreboard.
 */
#include <stdlib.h>

#include "check.h"
#include "covered/cover_cross.h"
#include "covered/cover_record.h"
#include "spe/bits.h"
#include "spe/cover.h"
#include "spe/decode.h"
#include "spe/model.h"
#include "spe/status.h"
#include "state/model.h"

/* A record and its bins in their order, without the bins of every record (of_all()). */
static const struct {
    const char *bytes, *bins;
} rows[] = {
    /* Other, SVE, SME (D18.2.7) */
    {"4800", "operation other.retire, other none"},
    {"4801", "operation other.retire, other cond"},
    {"4802", "operation other.retire, other fp"},
    {"4807", "operation other.retire, other cond+fp+ase"},
    {"4808", "operation sve.retire, sve data.0.none"},
    {"481c", "operation sve.retire, sve data.1.pred"},
    {"486a", "operation sve.retire, sve data.6.fp_or_gather"},
    {"487e", "operation sve.retire, sve data.7.pred+fp_or_gather"},
    {"4888", "operation sme.retire, sme 0.integer"},
    {"488c", "operation sme.retire, sme 1.integer"},
    {"489a", "operation sme.retire, sme 2.fp"},
    {"48fe", "operation sme.retire, sme 15.fp"},
    /* Load/store */
    {"4900", "operation general.retire"},
    {"4901", "operation general.retire"},
    {"4904", "operation simd_fp.retire"},
    {"4905", "operation simd_fp.retire"},
    {"4910", "operation unspecified.retire"},
    {"4911", "operation unspecified.retire"},
    {"4914", "operation tag.retire"},
    {"4915", "operation tag.retire"},
    {"4930", "operation nv2.retire"},
    {"4931", "operation nv2.retire"},
    {"4902", "operation extended.retire, extended none"},
    {"4903", "operation extended.retire, extended store"},
    {"4906", "operation extended.retire, extended atomic"},
    {"490a", "operation extended.retire, extended exclusive"},
    {"4912", "operation extended.retire, extended acquire_release"},
    {"4917", "operation extended.retire, extended store+atomic+acquire_release"},
    {"4908", "operation sve_memory.retire, sve load.0.none"},
    {"4909", "operation sve_memory.retire, sve store.0.none"},
    {"492c", "operation sve_memory.retire, sve load.2.pred"},
    {"49d9", "operation sve_memory.retire, sve store.5.fp_or_gather"},
    {"49fd", "operation sve_memory.retire, sve store.7.pred+fp_or_gather"},
    {"4920", "operation copy.retire"},
    {"4921", "operation copy.retire"},
    {"4925", "operation set.retire"},
    {"4940", "operation gcs.retire"},
    {"4945", "operation gcs.retire"},
    {"4924", ""}, /* reserved */
    {"4960", ""},
    /* Branch */
    {"4a00", "operation branch.retire, branch not_recorded.none"},
    {"4a01", "operation branch.retire, branch not_recorded.cond"},
    {"4a0a", "operation branch.retire, branch call.indirect"},
    {"4a16", "operation branch.retire, branch return.indirect+gcs"},
    {"4a1b", "operation branch.retire, branch neither.cond+indirect"},
    /* Address: NS is bit 7, EL bits 6:5, NSE bit 4 of the top byte (D18.2.1) */
    {"b00000000000000000", "packet pc, state pc.secure, level pc.EL0"},
    {"b000000000000000a0", "packet pc, state pc.nonsecure, level pc.EL1"},
    {"b100000000000000f0", "packet target, state target.realm, level target.EL3"},
    {"b10000000000000050", "packet target, state target.root, level target.EL2"},
    {"b400000000000000c0", "packet previous, state previous.nonsecure, level previous.EL2"},
    {"b200000000000000ff", "packet va"},
    /* PA: CH is bit 6, PAT bits 3:0 */
    {"b30000000000000080", "packet pa, state pa.nonsecure, tag unchecked.0"},
    {"b3000000000000004f", "packet pa, state pa.secure, tag checked.15"},
    {"b300000000000000d5", "packet pa, state pa.realm, tag checked.5"},
    {"b600000000000000a0", ""}, /* IMPLEMENTATION DEFINED */
    /* Counters of 12 bits (D18.2.3) */
    {"980000", "packet total, counter total.0"},
    {"980100", "packet total, counter total.1"},
    {"990200", "packet issue, counter issue.between"},
    {"99fd0f", "packet issue, counter issue.between"},
    {"9afe0f", "packet translation, counter translation.max_less_1"},
    {"9aff0f", "packet translation, counter translation.max"},
    {"9c0100", "packet alternate, counter alternate.1"},
    {"9cff0f", "packet alternate, counter alternate.max"},
    /* Context, Data Source (D18.2.2, D18.2.4) */
    {"6478563412", "packet context_EL1"},
    {"6578563412", "packet context_EL2"},
    {"4300", "packet data_source, source 0"},
    {"4301", "packet data_source, source nibble"},
    {"430f", "packet data_source, source nibble"},
    {"4310", "packet data_source, source byte"},
    {"43ff", "packet data_source, source byte"},
    {"530001", "packet data_source, source wide"},
};

/* Whether the bin belongs to a group that every record of this test meets. */
static bool of_all(const char *bin)
{
    return strncmp(bin, "packet operation", 16) == 0 || strncmp(bin, "packet end", 10) == 0 ||
           strncmp(bin, "collect ", 8) == 0 || strncmp(bin, "place ", 6) == 0 ||
           strncmp(bin, "limit ", 6) == 0 || strncmp(bin, "region ", 7) == 0;
}

static size_t bytes_of(const char *hex, uint8_t *dst)
{
    size_t n = 0;

    for (; hex[2 * n] != '\0'; n++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(hex + 2 * n, "%2x", &byte), 1);
        dst[n] = (uint8_t)byte;
    }
    dst[n++] = 0x01; /* End */
    return n;
}

/* The names of the bins that the model has met, in the order of the groups. */
static void met(const struct spe_model *m, char *text, size_t room)
{
    size_t used = 0;
    char name[96];

    text[0] = '\0';
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
        if (spe_model_cover(m, bin) != 0 && !of_all(name)) {
            used += (size_t)snprintf(text + used, room - used, "%s%s", used == 0 ? "" : ", ", name);
        }
    }
}

static struct spe_model *new_model(bool wide)
{
    struct spe_model_options options = {.taps = SPE_TAP_ALL, .max_findings = 1};
    struct spe_config cfg;
    struct spe_model *m = NULL;

    spe_config_init(&cfg);
    if (wide) { /* counters of 16 bits */
        cfg.pmsver = 2;
        cfg.events |= SPE_BIT(11);
        cfg.event_bytes = 4;
        cfg.max_size = 7;
        cfg.count_size = 16;
    }
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    return m;
}

static void judge(struct spe_model *m, const struct rec *rec, const char *hex)
{
    const struct spe_decoded_record *decoded;
    struct spe_decoder decoder;
    uint8_t bytes[64];
    const size_t n = bytes_of(hex, bytes);

    spe_decoder_init(&decoder, NULL);
    assert_int_equal(spe_decoder_feed(&decoder, bytes, n), SPE_OK);
    assert_int_equal(spe_decoder_next(&decoder, &decoded), 1);
    cover_record(m, rec, &decoder);
}

static struct rec *new_rec(void)
{
    struct rec *rec = calloc(1, sizeof(*rec));

    assert_non_null(rec);
    rec->va = 0x10000;
    rec->limit = 0x20000;
    rec->len = 64;
    rec->story.end.kind = SPE_LIFE_RETIRE;
    return rec;
}

static void packets(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_model *m = new_model(false);
        struct rec *rec = new_rec();
        char text[256];
        judge(m, rec, rows[i].bytes);
        met(m, text, sizeof(text));
        if (strcmp(text, rows[i].bins) != 0) {
            fail_msg("%s: '%s', expected '%s'", rows[i].bytes, text, rows[i].bins);
        }
        free(rec);
        spe_model_destroy(m);
    }
}

static uint64_t count_of(const struct spe_model *m, const char *bin)
{
    char name[96] = "";
    size_t i = 0;

    for (; i < spe_cover_bins() && strcmp(name, bin) != 0; i++) {
        assert_true(spe_cover_name(i, name, sizeof(name)) > 0);
    }
    assert_string_equal(name, bin);
    return spe_model_cover(m, i - 1);
}

/* Each bit of the Events packet; the payload says which bits are 1. */
static void bits_of_events(void **state)
{
    struct spe_model *m = new_model(false);
    struct rec *rec = new_rec();
    char bin[32];

    (void)state;
    judge(m, rec, "522281");
    for (unsigned bit = 0; bit < 64; bit++) {
        const bool one = bit == 1 || bit == 5 || bit == 8 || bit == 15;
        for (unsigned value = 0; value < 2; value++) {
            (void)snprintf(bin, sizeof(bin), "events %u.%u", bit, value);
            CHECK(bin, count_of(m, bin), bit < 16 && one == (value == 1));
        }
    }
    free(rec);
    spe_model_destroy(m);
}

/* Values of 16-bit counters. */
static void counters_of_16_bits(void **state)
{
    struct spe_model *m = new_model(true);
    struct rec *rec = new_rec();

    (void)state;
    judge(m, rec, "98ff0f99feff9affff");
    CHECK("4095", count_of(m, "counter total.between"), 1);
    CHECK("65534", count_of(m, "counter issue.max_less_1"), 1);
    CHECK("65535", count_of(m, "counter translation.max"), 1);
    free(rec);
    spe_model_destroy(m);
}

/* Bins that do not come from the packets: the place of the record, and the collected data. */
static const struct {
    const char *row;
    uint64_t va, limit;
    int len;
    unsigned collected, timestamp;
    bool reads;
    const char *bins[5];
} places[] = {
    {"inside",
     0x10000,
     0x10080,
     64,
     0,
     0,
     false,
     {"place inside.virtual", "limit one_record", "collect none.none", "region record.low.virtual",
      "region limit.low.virtual"}},
    {"to the end",
     0x10fc0,
     0x11000,
     64,
     7,
     1,
     false,
     {"place to_end.virtual", "collect ctx1+ctx2+pa.virtual"}},
    {"across",
     0x10fc1,
     0x11040,
     64,
     2,
     2,
     false,
     {"place across.virtual", "limit less", "collect ctx2.physical", "sequence two_pages"}},
    {"one byte less than a record is left",
     0x10000,
     0x1007f,
     64,
     1,
     3,
     true,
     {"limit less", "collect ctx1.offset", "source absent"}},
    {"one byte more", 0x10000, 0x10081, 64, 4, 0, false, {"limit more", "collect pa.none"}},
    {"below 2^32",
     0xffffff00,
     0x100000000,
     64,
     0,
     0,
     false,
     {"region record.low.virtual", "region limit.middle.virtual"}},
    {"below 2^47",
     0x7fffffffff00,
     0x800000000000,
     64,
     0,
     0,
     false,
     {"region record.middle.virtual", "region limit.high.virtual"}},
    {"to 2^48",
     0xffffffffff00,
     0x1000000000000,
     64,
     0,
     0,
     false,
     {"region record.high.virtual", "region limit.end.virtual"}},
    {"from 2^48",
     0x1000000000000,
     0x1000000001000,
     64,
     0,
     0,
     false,
     {"region record.wide.virtual", "region limit.wide.virtual"}},
    {"below bit 55",
     0x7fffffffff0000,
     0x7fffffffffff00,
     64,
     0,
     0,
     false,
     {"region record.wide.virtual", "region limit.wide.virtual"}},
    {"bit 55",
     0x80000000000000,
     0xff80000000001000,
     64,
     0,
     0,
     false,
     {"region record.upper.virtual", "region limit.upper.virtual"}},
    {"a tag",
     0x100000000010000,
     0x100000000020000,
     64,
     0,
     0,
     false,
     {"region record.tagged.virtual", "region limit.tagged.virtual"}},
};

static void where_it_stands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
        struct spe_model *m = new_model(false);
        struct rec *rec = new_rec();
        rec->va = places[i].va;
        rec->limit = places[i].limit;
        rec->len = places[i].len;
        rec->cover.collected = (uint8_t)places[i].collected;
        rec->cover.timestamp = (uint8_t)places[i].timestamp;
        rec->cover.reads = places[i].reads;
        judge(m, rec, "");
        for (int k = 0; k < 5 && places[i].bins[k] != NULL; k++) {
            CHECK(places[i].row, count_of(m, places[i].bins[k]), 1);
        }
        CHECK(places[i].row, count_of(m, "sequence two_pages"), i == 2);
        CHECK(places[i].row, count_of(m, "source absent"), places[i].reads);
        free(rec);
        spe_model_destroy(m);
    }
}

/* Facts that the model keeps of a sample: collected data, level, owner, whether the operation
 * reads. */
static void notes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 64; i++) {
        struct tag tag = {.regime = SPE_REGIME_S_EL10};
        struct rec *rec = new_rec();
        const bool access = (i & 8) != 0, store = (i & 16) != 0;
        char row[16];
        tag.sample.collect.ctx1 = (i & 1) != 0;
        tag.sample.collect.ctx2 = (i & 2) != 0;
        tag.sample.collect.pa = (i & 4) != 0;
        tag.sample.op = (uint16_t)((access ? 0x100 : 0x200) | store);
        tag.sample.el = i >> 5;
        cover_note(rec, &tag);
        (void)snprintf(row, sizeof(row), "row %u", i);
        CHECK(row, rec->cover.collected, i & 7);
        CHECK(row, rec->cover.reads, access && !store);
        CHECK(row, rec->cover.level, i >> 5);
        CHECK(row, rec->cover.regime, SPE_REGIME_S_EL10);
        free(rec);
    }
}

/* A load with a Data Source; padding; a record whose buffer changed its owner since the selection.
 */
static void beside_the_packets(void **state)
{
    struct spe_model *m = new_model(false);
    struct rec *rec = new_rec();

    (void)state;
    rec->cover.reads = true;
    rec->cover.level = 1;
    rec->cover.regime = SPE_REGIME_NS_EL10;
    rec->story.end.kind = SPE_LIFE_EXCEPTION;
    rec->cover.tops = 0x8001;
    judge(m, rec, "4300490000");
    CHECK("with a source", count_of(m, "source absent"), 0);
    CHECK("ending", count_of(m, "operation general.exception"), 1);
    CHECK("padding", count_of(m, "packet padding"), 1);
    CHECK("end", count_of(m, "packet end"), 1);
    CHECK("mode not known", count_of(m, "profiled ns_el10.EL1"), 0);
    CHECK("top bits", count_of(m, "bus 0.virtual") + count_of(m, "bus 15.virtual"), 2);
    CHECK("no others", count_of(m, "bus 1.virtual") + count_of(m, "bus 14.virtual"), 0);

    rec->modes.known = true;
    rec->modes.mode = 1;
    m->spu->buf.modes.of[1].regime = SPE_REGIME_NS_EL10;
    m->spu->buf.modes.of[1].nvm = true;
    judge(m, rec, "");
    CHECK("owner", count_of(m, "profiled ns_el10.EL1"), 1);
    CHECK("physical", count_of(m, "place inside.physical"), 1);
    CHECK("physical", count_of(m, "region record.low.physical"), 1);
    CHECK("physical", count_of(m, "bus 15.physical"), 1);

    m->spu->buf.modes.of[1].regime = SPE_REGIME_EL2;
    judge(m, rec, "");
    CHECK("another owner", count_of(m, "profiled ns_el10.EL1"), 1);
    CHECK("nobody of it", count_of(m, "profiled ns_el2.EL1"), 0);
    free(rec);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets),
        cmocka_unit_test(bits_of_events),
        cmocka_unit_test(counters_of_16_bits),
        cmocka_unit_test(where_it_stands),
        cmocka_unit_test(beside_the_packets),
        cmocka_unit_test(notes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
