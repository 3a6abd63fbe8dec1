/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fault status codes of D24.7.5 (DDI 0586A 4.3.4) with their levels and Table D17-11, typed a
 * second time. Each code at both stages is the answer to a translation; syndrome and coverage must
 * agree.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "spe/cover.h"
#include "spe/log.h"
#include "text_table.h"
#include "text_world.h"
#include "txnlog.h"

/* Code, kind, level ("none", "level_m2" to "level_3"), and whether the code is an External abort on
 * a walk or update of a table, for which EA may be set (B23). */
static const char *const fsc_codes[] = {
    "0b000000 address_size       level_0  -",    "0b000001 address_size       level_1  -",
    "0b000010 address_size       level_2  -",    "0b000011 address_size       level_3  -",
    "0b000100 translation        level_0  -",    "0b000101 translation        level_1  -",
    "0b000110 translation        level_2  -",    "0b000111 translation        level_3  -",
    "0b001001 access_flag        level_1  -",    "0b001010 access_flag        level_2  -",
    "0b001011 access_flag        level_3  -",    "0b001000 access_flag        level_0  -",
    "0b001100 permission         level_0  -",    "0b001101 permission         level_1  -",
    "0b001110 permission         level_2  -",    "0b001111 permission         level_3  -",
    "0b010000 external_sync         none     -", "0b010001 external_async        none     -",
    "0b010010 walk_external      level_m2 WALK", "0b010011 walk_external      level_m1 WALK",
    "0b010100 walk_external      level_0  WALK", "0b010101 walk_external      level_1  WALK",
    "0b010110 walk_external      level_2  WALK", "0b010111 walk_external      level_3  WALK",
    "0b011011 walk_parity        level_m1 WALK", "0b100001 alignment          none     -",
    "0b100010 gpf_walk           level_m2 -",    "0b100011 gpf_walk           level_m1 -",
    "0b1001XX gpf_walk           level_?  -",    "0b101000 gpf                none     -",
    "0b101001 address_size       level_m1 -",    "0b101010 translation        level_m2 -",
    "0b101011 translation        level_m1 -",    "0b101100 address_size       level_m2 -",
    "0b110000 tlb_conflict       none     -",    "0b110001 atomic_update      none     -",
    "0b110101 unsupported_access none     -", /* only in DDI 0586A */
};

struct outcome {
    struct spe_model *model;
    char bin[96]; /* of the group "fault"; must be the only one with a count */
    unsigned bins;
    bool pass, refused;
};

static int on_header(void *user, const struct spe_log_header *header)
{
    struct spe_model_options options = {.taps = header->taps};

    return spe_model_create(&((struct outcome *)user)->model, header->cfg, &options);
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    assert_true(spe_model_apply(((struct outcome *)user)->model, txn) > 0);
    return 0;
}

/* Run the log `exc_fault` with a fault of this code and stage; its read of PMBSR_EL3 returns
 * `syndrome`. */
static void run_fault(struct outcome *out, unsigned fsc, unsigned stage, uint64_t syndrome)
{
    char answer[64], read[80];
    const struct txnlog_edit edits[] = {
        {"40 xl_rsp id=2 fault=1 stage2=1 fsc=0x0f mss2=0x100", answer},
        {"44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f", read},
        {NULL, NULL}};
    struct spe_log_error err;
    struct spe_log_run ignored;
    struct spe_totals totals;
    char *text;
    FILE *in;

    snprintf(answer, sizeof(answer), "40 xl_rsp id=2 fault=1 stage2=%u fsc=0x%02x", stage - 1, fsc);
    snprintf(read, sizeof(read), "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x%" PRIx64,
             syndrome);
    memset(out, 0, sizeof(*out));
    text = txnlog_text("exc_fault", edits);
    in = fmemopen(text, strlen(text), "r");
    assert_non_null(in);
    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, on_header, on_txn, out, &ignored, &err), 0);
    fclose(in);
    free(text);
    spe_model_totals(out->model, &totals);
    out->pass = totals.pass;
    out->refused = totals.misuses != 0;
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        if (spe_model_cover(out->model, bin)) {
            char name[96];

            assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
            if (!strncmp(name, "fault ", 6)) {
                snprintf(out->bin, sizeof(out->bin), "%s", name + 6);
                out->bins++;
            }
        }
    }
    spe_model_destroy(out->model);
}

static void name_bin(char *dst, size_t bytes, const struct text_table *t, int row, unsigned fsc,
                     unsigned stage)
{
    char level[12];

    snprintf(level, sizeof(level), "%s", text_table_word(t, row, 1));
    if (strchr(level, '?')) {
        *strchr(level, '?') = (char)('0' + (fsc & 3));
    }
    snprintf(dst, bytes, "%s.stage%u.%s", text_table_word(t, row, 0), stage, level);
}

/* EC, DL for a fault inside a record, S, and EA according to [walk_ea], which has its default here.
 */
static uint64_t syndrome_of(unsigned fsc, unsigned stage, bool walk)
{
    return (uint64_t)(stage == 2 ? 0x25 : 0x24) << 26 | 1 << 19 | (uint64_t)walk << 18 | 1 << 17 |
           fsc;
}

/* Whether D24.7.5, which applies to the log, reserves the code. D24.7.5 does not describe the one
 * code that only DDI 0586A has. */
static bool is_reserved(const struct text_table *t, int row)
{
    return row < 0 || (!strcmp(text_table_word(t, row, 0), "unsupported_access") &&
                       !strcmp(text_table_word(t, row, 1), "none") &&
                       !strcmp(text_table_word(t, row, 2), "-"));
}

/* Whether the model and the table agree on the fault, and the model refuses a reserved code.
 * `flip`: bits of the syndrome that are wrong in the log. */
static bool agrees(struct text_table *t, unsigned fsc, unsigned stage, uint64_t flip)
{
    int row = text_table_row(t, &fsc);
    bool walk = row >= 0 && !strcmp(text_table_word(t, row, 2), "WALK");
    struct outcome is;
    char bin[64];

    run_fault(&is, fsc, stage, syndrome_of(fsc, stage, walk) ^ flip);
    if (is_reserved(t, row)) {
        return is.refused && !is.pass;
    }
    name_bin(bin, sizeof(bin), t, row, fsc, stage);
    if (stage == 2 && !strcmp(text_table_word(t, row, 0), "gpf")) { /* stage 1 only (D17.8.3) */
        return is.refused && !is.pass;
    }
    return !is.refused && is.pass && is.bins == 1 && !strcmp(is.bin, bin);
}

static void read_table(struct text_table *t)
{
    text_table_read(t, "FSC", fsc_codes, sizeof(fsc_codes) / sizeof(*fsc_codes), 1, 3);
}

static void every_code_is_as_d24_7_5(void **state)
{
    struct text_table t;

    (void)state;
    read_table(&t);
    for (unsigned n = 0; n < 128; n++) {
        if (!agrees(&t, n % 64, 1 + n / 64, 0)) {
            fail_msg("FSC 0x%02x, stage %u", n % 64, 1 + n / 64);
        }
    }
    text_table_all_met(&t);
}

/* Whether an SPU can report the code at the stage. DDI 0586A has only levels 0 to 3 and one code of
 * its own. GPFs need FEAT_RME, and a GPF that is not on a walk is reported at stage 1 (D17.8.3).
 * The External aborts of the write itself do not come from a translation. 0b100001 has no condition
 * and no stage of its own in "MSS encoding for stage 1 or stage 2 Data Aborts"; "it is
 * IMPLEMENTATION DEFINED whether each of the Access Flag fault, ... Alignment fault, and TLB
 * Conflict abort values can be generated by the PE" (D24.7.5). */
static bool can_come(const struct spe_config *cfg, const struct text_table *t, int row,
                     unsigned fsc, unsigned stage)
{
    const char *kind = text_table_word(t, row, 0);

    if (!strcmp(kind, "external_sync")) {
        return stage == 1 && cfg->ext_abort == spe_cfg_ext_abort_sync;
    }
    if (!strcmp(kind, "external_async")) {
        return cfg->route_async || (stage == 1 && cfg->ext_abort == spe_cfg_ext_abort_async);
    }
    if (!strcmp(kind, "unsupported_access")) {
        return cfg->pmsver == 1;
    }
    if (!strcmp(text_table_word(t, row, 1), "level_m2") && cfg->pmsver <= 2) {
        return false; /* FEAT_D128 */
    }
    if (cfg->pmsver == 1 &&
        (!strcmp(kind, "atomic_update") || !strcmp(text_table_word(t, row, 1), "level_m1"))) {
        return false;
    }
    if (!strncmp(kind, "gpf", 3)) {
        return cfg->rme && (stage == 1 || fsc != 0x28);
    }
    return true;
}

/* The faults that the coverage expects of a configuration, one name a line. */
static void possible_faults(const struct spe_config *cfg, char *names, size_t bytes)
{
    bool *possible = calloc(spe_cover_bins(), sizeof(*possible));
    size_t used = 0;

    assert_non_null(possible);
    names[0] = '\0';
    spe_cover_possible(cfg, possible);
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        char is[96];

        assert_true(spe_cover_name(bin, is, sizeof(is)) > 0);
        if (possible[bin] && !strncmp(is, "fault ", 6)) {
            used += (size_t)snprintf(names + used, bytes - used, "%s\n", is + 6);
        }
        assert_true(used < bytes);
    }
    free(possible);
}

/* Configuration `n` of SPEv1p0, v1p1 or v1p5, with FEAT_RME and External aborts of both kinds. */
static void set_version(struct spe_config *cfg, unsigned n)
{
    struct spe_config_error err;

    if (n % 3 == 2) {
        assert_true(text_config(6, cfg));
    } else {
        spe_config_init(cfg);
        cfg->pmsver = (int)(1 + n % 3);
        cfg->events |= n % 3 ? 0x800 : 0;
        cfg->ext_abort = n / 6 ? spe_cfg_ext_abort_async : spe_cfg_ext_abort_sync;
    }
    cfg->rme = n / 3 % 2;
    cfg->align = n / 3 % 2 ? 4 : 0;
    cfg->route_async = n == 11;
    assert_int_equal(spe_config_check(cfg, &err), 0);
}

/* The coverage of a configuration expects exactly these codes. */
static void every_code_that_can_come_is_asked_for(void **state)
{
    static char names[8192];
    struct spe_config cfg;
    struct text_table t;

    (void)state;
    read_table(&t);
    for (unsigned n = 0; n < 12; n++) {
        size_t length = 0;

        set_version(&cfg, n);
        possible_faults(&cfg, names, sizeof(names));
        for (unsigned i = 0; i < 128; i++) {
            unsigned fsc = i % 64, stage = 1 + i / 64;
            int row = text_table_row(&t, &fsc);
            char bin[64];

            if (row < 0 || !can_come(&cfg, &t, row, fsc, stage)) {
                continue;
            }
            name_bin(bin, sizeof(bin) - 1, &t, row, fsc, stage);
            strcat(bin, "\n");
            if (!strstr(names, bin)) {
                fail_msg("configuration %u: %s is not asked for", n, bin);
            }
            length += strlen(bin);
        }
        if (strlen(names) != length) {
            fail_msg("configuration %u is asked for more than the texts have:\n%s", n, names);
        }
    }
}

/* The test finds a wrong kind, level or remark in any row, and a wrong syndrome. */
static void a_wrong_row_is_seen(void **state)
{
    static const char *const wrong[] = {"other", "level_9", "WALK"};
    struct text_table t;

    (void)state;
    for (unsigned fsc = 0; fsc < 64; fsc++) {
        int row;

        read_table(&t);
        row = text_table_row(&t, &fsc);
        for (unsigned column = 0; column < 3 && row >= 0; column++) {
            read_table(&t);
            text_table_spoil(&t, (unsigned)row, column,
                             strcmp(text_table_word(&t, row, column), wrong[column]) ? wrong[column]
                                                                                     : "-");
            if (agrees(&t, fsc, 1 + fsc % 2, 0)) {
                fail_msg("FSC 0x%02x, column %u may be wrong", fsc, column);
            }
        }
        read_table(&t);
        assert_true(is_reserved(&t, row) || !agrees(&t, fsc, 1 + fsc % 2, (uint64_t)1 << fsc % 6));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_is_as_d24_7_5),
        cmocka_unit_test(every_code_that_can_come_is_asked_for),
        cmocka_unit_test(a_wrong_row_is_seen),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
