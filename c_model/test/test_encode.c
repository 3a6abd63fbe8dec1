/* SPDX-License-Identifier: Apache-2.0
 *
 * Bytes of records, written by hand from chapter 5 of DDI 0586A.
 */
#include "check.h"
#include "config/layout.h"
#include "config_members.h"
#include "record/encode.h"
#include "record/record.h"
#include "spe/record.h"
#include "spe/status.h"

#define HEX_BYTES (3 * 160)

static void put(struct spe_record *r, enum spe_layout_kind kind, uint64_t value)
{
    r->packet[kind].present = true;
    r->packet[kind].value = value;
}

/* A load in Non-secure EL1 with everything collected. */
static struct spe_record full_load(void)
{
    struct spe_record r = {.ts_unknown = false};

    put(&r, SPE_LAYOUT_CTX1, 0x11223344);
    put(&r, SPE_LAYOUT_CTX2, 0x55667788);
    put(&r, SPE_LAYOUT_TOT, 0xFFF);
    put(&r, SPE_LAYOUT_ISSUE, 0x012);
    put(&r, SPE_LAYOUT_XLAT, 0x003);
    put(&r, SPE_LAYOUT_PC, 0xA0FF800012345678);
    put(&r, SPE_LAYOUT_VA, 0x007FAABBCCDDEEF0);
    put(&r, SPE_LAYOUT_PA, 0x8000001234567890);
    put(&r, SPE_LAYOUT_DS, 0x0D);
    put(&r, SPE_LAYOUT_TYPE, 0x100);
    put(&r, SPE_LAYOUT_EV, 0x03D2);
    put(&r, SPE_LAYOUT_TS, 0x0123456789ABCDEF);
    return r;
}

/* A conditional branch from Secure EL0 to Secure EL1 without anything optional. */
static struct spe_record small_branch(void)
{
    struct spe_record r = {.ts_unknown = false};

    put(&r, SPE_LAYOUT_TOT, 9);
    put(&r, SPE_LAYOUT_ISSUE, 1);
    put(&r, SPE_LAYOUT_PC, 0x0000000000400100);
    put(&r, SPE_LAYOUT_TGT, 0x2000000000400200);
    put(&r, SPE_LAYOUT_TYPE, 0x201);
    put(&r, SPE_LAYOUT_EV, 0x82);
    put(&r, SPE_LAYOUT_END, 0);
    return r;
}

static struct spe_record other(void)
{
    struct spe_record r = small_branch();

    r.packet[SPE_LAYOUT_TGT].present = false;
    put(&r, SPE_LAYOUT_TYPE, 0x000);
    return r;
}

/* Packets of D18.2.1 and D18.2.3: previous branch target, alternate clock; calls and returns. */
static struct spe_record next_branch(void)
{
    struct spe_record r = small_branch();

    put(&r, SPE_LAYOUT_TYPE, 0x20E);
    put(&r, SPE_LAYOUT_TOT, 0xFFFF);
    put(&r, SPE_LAYOUT_PBT, 0xB000000000400300);
    put(&r, SPE_LAYOUT_ALT, 0x1234);
    return r;
}

#define NEOVERSE                                                                                   \
    "pc@0 ctx1@9 ctx2@14 type@19 ev@21 issue@24 tot@27 va@30 tgt@30 xlat@39 pa@42 ds@51 ts@55 "    \
    "end@63"
#define KUNPENG "pc issue tot ev type va tgt pad/4+0 xlat pa ds ctx1 ctx2 pad/4+1 ts end"

/* clang-format off */
static const struct {
    const char *name;
    const char *layout; /* NULL: the default */
    int align, event_bytes, ds_bytes;
    struct spe_record (*record)(void);
    const char *hex; /* one blank between bytes */
} rows[] = {
    {"default layout, load", NULL, 0, 2, 1, full_load,
     "64 44 33 22 11 65 88 77 66 55 98 ff 0f 99 12 00 9a 03 00 b0 78 56 34 12 00 80 ff a0 "
     "b2 f0 ee dd cc bb aa 7f 00 b3 90 78 56 34 12 00 00 80 43 0d 49 00 52 d2 03 "
     "71 ef cd ab 89 67 45 23 01"},
    {"default layout, branch, one event byte", NULL, 0, 1, 1, small_branch,
     "98 09 00 99 01 00 b0 00 01 40 00 00 00 00 00 b1 00 02 40 00 00 00 00 20 4a 01 42 82 01"},
    {"padded to words", NULL, 2, 4, 1, small_branch,
     "98 09 00 99 01 00 b0 00 01 40 00 00 00 00 00 b1 00 02 40 00 00 00 00 20 4a 01 "
     "62 82 00 00 00 01"},
    {"padded to 8 bytes, 8 event bytes", NULL, 3, 8, 1, small_branch,
     "98 09 00 99 01 00 b0 00 01 40 00 00 00 00 00 b1 00 02 40 00 00 00 00 20 4a 01 "
     "72 82 00 00 00 00 00 00 00 01 00 00 00 00"},
    {"data source of two bytes", "ds type ev pc issue tot va xlat tgt pa ctx1 ctx2 end", 0, 1, 2, full_load,
     "53 0d 00 49 00 42 d2 b0 78 56 34 12 00 80 ff a0 99 12 00 98 ff 0f "
     "b2 f0 ee dd cc bb aa 7f 00 9a 03 00 b3 90 78 56 34 12 00 00 80 "
     "64 44 33 22 11 65 88 77 66 55 71 ef cd ab 89 67 45 23 01"},
    {"fixed slots, load", NEOVERSE, 6, 2, 1, full_load,
     "b0 78 56 34 12 00 80 ff a0 64 44 33 22 11 65 88 77 66 55 49 00 52 d2 03 99 12 00 98 ff 0f "
     "b2 f0 ee dd cc bb aa 7f 00 9a 03 00 b3 90 78 56 34 12 00 00 80 43 0d 00 00 "
     "71 ef cd ab 89 67 45 23 01"},
    {"fixed slots, branch", NEOVERSE, 6, 2, 1, small_branch,
     "b0 00 01 40 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 4a 01 52 82 00 99 01 00 98 09 00 "
     "b1 00 02 40 00 00 00 00 20 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
     "00 00 00 00 00 00 00 00 01"},
    {"compact with pads, load", KUNPENG, 2, 2, 1, full_load,
     "b0 78 56 34 12 00 80 ff a0 99 12 00 98 ff 0f 52 d2 03 49 00 b2 f0 ee dd cc bb aa 7f 00 00 00 00 "
     "9a 03 00 b3 90 78 56 34 12 00 00 80 43 0d 64 44 33 22 11 65 88 77 66 55 00 00 00 "
     "71 ef cd ab 89 67 45 23 01"},
    {"previous target, alternate clock", "ctx1 ctx2 tot issue alt xlat pc tgt va pa pbt ds type ev end", 0, 4, 1, next_branch,
     "98 ff ff 99 01 00 9c 34 12 b0 00 01 40 00 00 00 00 00 b1 00 02 40 00 00 00 00 20 "
     "b4 00 03 40 00 00 00 00 b0 4a 0e 62 82 00 00 00 01"},
    {"compact with pads, other", KUNPENG, 2, 2, 1, other,
     "b0 00 01 40 00 00 00 00 00 99 01 00 98 09 00 52 82 00 48 00 00 00 00 01"},
};
/* clang-format on */

static void to_hex(char *hex, const uint8_t *bytes, int n)
{
    hex[0] = '\0';
    for (int i = 0; i < n; i++) {
        sprintf(hex + 3 * i, "%02x%s", bytes[i], i + 1 < n ? " " : "");
    }
}

static void configure(struct spe_config *cfg, const char *layout, int align, int event_bytes,
                      int ds_bytes)
{
    struct spe_config_error err;

    spe_config_init(cfg);
    if (layout) {
        assert_int_equal(spe_config_set(cfg, "layout", layout, &err), 0);
    }
    cfg->align = align;
    cfg->event_bytes = event_bytes;
    cfg->ds_bytes = ds_bytes;
}

static void bytes_of_records(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct spe_record record = rows[i].record();
        uint8_t bytes[SPE_RECORD_MAX];
        char hex[HEX_BYTES];
        struct spe_config cfg;
        int n;

        configure(&cfg, rows[i].layout, rows[i].align, rows[i].event_bytes, rows[i].ds_bytes);
        memset(bytes, 0xEE, sizeof bytes);
        n = record_encode(&cfg, &record, bytes, sizeof bytes);
        assert_in_range(n, 1, 159);
        to_hex(hex, bytes, n);
        if (strcmp(hex, rows[i].hex) != 0) {
            print_error("%s:\n", rows[i].name);
        }
        assert_string_equal(hex, rows[i].hex);
        CHECK("nothing beyond", bytes[n], 0xEE);
    }
}

static void room_is_checked(void **state)
{
    struct spe_record record = small_branch();
    struct spe_config cfg;
    uint8_t bytes[32];

    (void)state;
    configure(&cfg, NULL, 0, 1, 1);
    memset(bytes, 0xEE, sizeof bytes);
    CHECK("one byte short", record_encode(&cfg, &record, bytes, 28), SPE_ENOSPC);
    CHECK("unchanged", bytes[0], 0xEE);
    CHECK("exact", record_encode(&cfg, &record, bytes, 29), 29);
    CHECK("nothing beyond", bytes[29], 0xEE);
    cfg.align = 5;
    CHECK("padding counts", record_encode(&cfg, &record, bytes, 31), SPE_ENOSPC);
    configure(&cfg, "pc@0 tot@3 end", 0, 1, 1);
    CHECK("overlap", record_encode(&cfg, &record, bytes, 32), SPE_ECONFIG);
    configure(&cfg, "nonsense", 0, 1, 1);
    CHECK("no layout", record_encode(&cfg, &record, bytes, 32), SPE_ECONFIG);
}

static void timestamp_offset(void **state)
{
    struct spe_record load = full_load(), branch = small_branch();
    struct spe_config cfg;

    (void)state;
    configure(&cfg, NULL, 0, 2, 1);
    CHECK("at the end", record_ts_offset(&cfg, &load), 54);
    CHECK("none", record_ts_offset(&cfg, &branch), -1);
    configure(&cfg, NEOVERSE, 6, 2, 1);
    CHECK("own slot", record_ts_offset(&cfg, &load), 56);
    configure(&cfg, KUNPENG, 2, 2, 1);
    CHECK("aligned", record_ts_offset(&cfg, &load), 60);
    configure(&cfg, "nonsense", 0, 1, 1);
    CHECK("no layout", record_ts_offset(&cfg, &load), -1);
}

/* The encoder and record_ts_offset() give the same offset of the timestamp. */
static void timestamp_offset_of_an_encoding(void **state)
{
    const struct spe_record records[] = {full_load(), small_branch()};
    uint8_t bytes[SPE_RECORD_MAX];
    struct spe_config_error err;
    struct layout layout;
    struct spe_config cfg;
    int at = 7;

    (void)state;
    configure(&cfg, KUNPENG, 2, 2, 1);
    layout.n = spe_layout_parse(&cfg, layout.item, &err);
    for (int i = 0; i < 2; i++) {
        CHECK("encoded", layout_encode(&cfg, &layout, &records[i], bytes, sizeof(bytes), &at) > 0,
              true);
        CHECK("offset", at, i == 0 ? 60 : -1);
        CHECK("as asked for alone", at, record_ts_offset(&cfg, &records[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_of_records),
        cmocka_unit_test(room_is_checked),
        cmocka_unit_test(timestamp_offset),
        cmocka_unit_test(timestamp_offset_of_an_encoding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
