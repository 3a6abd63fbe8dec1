/* SPDX-License-Identifier: Apache-2.0
 *
 * The report of `spe decode --config` on a record that no SPU of the configuration writes: one
 * record for each rule, and the configuration under which the same bytes have no breach.
 */
#include "decode_conform.c"

#include "check.h"
#include "config_members.h"

/* A record of these packets. */
struct row {
    const char *bytes;       /* hexadecimal */
    const char *key, *value; /* the key under which the record is clean, over SPEv1p0 or SPEv1p5 */
    const char *text;        /* the breach without the key */
};

#define TAIL                                                                                       \
    "520200"                                                                                       \
    "01" /* Events: retired; End */

static const struct row rows[] = {
    {"52021001", "events", "0x10FF", "event 12 is not implemented [events]"},
    {"42020"
     "1",
     "event_bytes", "1", "Events packet of 1 bytes, not 2 [event_bytes]"},
    {"b40000000000000080" TAIL, "pbt", "1", "previous branch target without FEAT_SPE_PBT [pbt]"},
    {"b00000000000000090" TAIL, "rme", "1", "NSE is 1 without FEAT_RME [rme]"},
    {"b30000000000000090" TAIL, "rme", "1", "NSE is 1 without FEAT_RME [rme]"},
    {"b30000000000000040" TAIL, "mte", "1", "CH or PAT is not 0 without FEAT_MTE2 [mte]"},
    {"b30000000000000001" TAIL, "mte", "1", "CH or PAT is not 0 without FEAT_MTE2 [mte]"},
    {"9c0100" TAIL, "altclk", "1", "alternate clock issue latency [altclk]"},
    {"980010" TAIL, "count_size", "16", "a count of 4096 is beyond 12 bits [count_size]"},
    {"530100" TAIL, "ds_bytes", "2", "Data Source packet of 2 bytes, not 1 [ds_bytes]"},
    {"4920" TAIL, "mops", "1", "operation type 0x20 of class 1 is of a feature that is missing"},
    {"4908" TAIL, "sve", "1", "operation type 0x08 of class 1 is of a feature that is missing"},
    {"490e" TAIL, "pmsver", "2", "EXCL is 1 with AT 1 (DDI 0586A 5.3.8: RES0)"},
};

/* A PE of SPEv1p0 if the key is `pmsver`, else of SPEv1p5. */
static void configure(struct spe_config *cfg, const struct row *row, bool with)
{
    struct spe_config_error err;
    spe_config_init(cfg);
    if (strcmp(row->key, "pmsver") != 0) {
        assert_int_equal(spe_config_set(cfg, "pmsver", "6", &err), 0);
    }
    if (with) {
        assert_int_equal(spe_config_set(cfg, row->key, row->value, &err), 0);
    }
}

static size_t from_hex(const char *text, uint8_t *out)
{
    size_t n = 0;
    for (; text[0] != '\0'; text += 2) {
        unsigned byte;
        assert_int_equal(sscanf(text, "%2x", &byte), 1);
        out[n++] = (uint8_t)byte;
    }
    return n;
}

static void judge(const struct spe_config *cfg, const char *bytes, struct decode_breaches *out)
{
    uint8_t buf[256];
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder decoder;
    spe_decoder_init(&decoder, NULL);
    (void)spe_decoder_feed(&decoder, buf, from_hex(bytes, buf));
    assert_int_equal(spe_decoder_next(&decoder, &record), 1);
    decode_conform(cfg, record, out);
}

static void each_rule_fires_and_is_silent(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct decode_breaches is;
        struct spe_config cfg;
        configure(&cfg, &rows[i], false);
        judge(&cfg, rows[i].bytes, &is);
        CHECK(rows[i].text, is.n, 1);
        assert_string_equal(is.line[0].text, rows[i].text);
        configure(&cfg, &rows[i], true);
        judge(&cfg, rows[i].bytes, &is);
        CHECK(rows[i].text, is.n, 0);
    }
}

/* Keys that remove a feature. */
static void what_is_left_out_is_a_breach(void **state)
{
    (void)state;
    static const struct row without[] = {
        {"430001", "lds", "0", "Data Source packet without PMSIDR_EL1.LDS [lds]"},
        {"650000000001", "el2", "0", "CONTEXTIDR_EL2 without EL2 [el2]"},
    };
    for (size_t i = 0; i < sizeof(without) / sizeof(*without); i++) {
        struct decode_breaches is;
        struct spe_config cfg;
        configure(&cfg, &without[i], false);
        judge(&cfg, without[i].bytes, &is);
        CHECK(without[i].text, is.n, 0);
        configure(&cfg, &without[i], true);
        judge(&cfg, without[i].bytes, &is);
        CHECK(without[i].text, is.n, 1);
        assert_string_equal(is.line[0].text, without[i].text);
    }
}

/* 4.3.1, 4.3.11: place and size; and a great number of breaches. */
static void place_size_and_number(void **state)
{
    (void)state;
    struct spe_decoded_record record = {.offset = 32, .length = 65, .complete = true};
    struct decode_breaches is;
    struct spe_config cfg;
    spe_config_init(&cfg);
    cfg.align = 6;
    decode_conform(&cfg, &record, &is);
    CHECK("place and size", is.n, 2);
    assert_string_equal(is.line[0].text, "a record of 65 bytes, the largest has 64 [max_size]");
    assert_string_equal(is.line[1].text, "a record begins at no multiple of 64 bytes [align]");
    record.offset = 64;
    record.length = 64;
    decode_conform(&cfg, &record, &is);
    CHECK("at its place", is.n, 0);
    cfg.event_bytes = 8;
    judge(&cfg,
          "7200ff000000000000"
          "01",
          &is);
    CHECK("eight events", is.n, 6); /* 8 and 9 are implemented */
    judge(&cfg,
          "72ff0000ff0000ffff"
          "01",
          &is);
    CHECK("more than are told", is.n, 24); /* 24 to 31, 48 to 63 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_rule_fires_and_is_silent),
        cmocka_unit_test(what_is_left_out_is_a_breach),
        cmocka_unit_test(place_size_and_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
