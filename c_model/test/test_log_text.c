/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* fopencookie() */
#include <errno.h>
#include <stdlib.h>

#include "check.h"
#include "config_members.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/status.h"

struct seen {
    struct spe_log_header header;
    struct spe_config cfg; /* from the header */
    struct spe_txn txn[8];
    int n, headers;
};

static int on_header(void *user, const struct spe_log_header *header)
{
    struct seen *s = user;

    s->cfg = *header->cfg;
    s->header = *header;
    s->header.cfg = &s->cfg;
    s->headers++;
    return SPE_OK;
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    struct seen *s = user;

    if (s->n < 8) {
        s->txn[s->n++] = *txn;
    }
    return SPE_OK;
}

#define CONFIG "@config rtl/configs/v1p0_min.cfg\n"

/* Parse a text after its configuration, so that the text begins in line 2. */
static int parse(const char *text, struct seen *seen, struct spe_log_error *err)
{
    struct spe_log_run run;
    char copy[8192];
    int n = snprintf(copy, sizeof(copy), CONFIG "%s", text);
    FILE *in = fmemopen(copy, strlen(copy), "r");

    assert_true(n > 0 && (size_t)n < sizeof(copy));
    assert_non_null(in);
    memset(seen, 0, sizeof(*seen));
    int status = spe_log_parse(in, "t", on_header, on_txn, seen, &run, err);
    (void)fclose(in);
    return status;
}

static void words_and_numbers_are_read(void **state)
{
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_int_equal(parse("# comment\n@name x\n@taps 0x41\n@key width = 2\n\n"
                           "5 sysreg enc=PMBSR_EL1 write=write outcome=TRAP_EL2 data=0x12 # why\n"
                           "6 ctx id=2 state=EL1+NS+NSPB3+E2PB3+TBI1\n"
                           "6 sel seq=9 tag=collided op=0x101\n"
                           "7 life kind=replay tag=3\n"
                           "7 sync kind=dsb_done\n8 close\n",
                           &s, &err),
                     0);
    assert_int_equal(s.headers, 1);
    assert_int_equal(s.header.taps, SPE_TAP_BYTES | SPE_TAP_SYNC);
    assert_int_equal(s.cfg.width, 2);
    assert_string_equal(s.header.name, "x");
    assert_int_equal(s.n, 6);
    /* PMBSR_EL1 is op0 3, op1 0, CRn 9, CRm 10, op2 3 (Table 7). */
    assert_int_equal(s.txn[0].u.sysreg.enc, 3u << 14 | 9u << 7 | 10u << 3 | 3u);
    assert_int_equal(s.txn[0].u.sysreg.outcome, SPE_ACCESS_TRAP_EL2);
    assert_int_equal(s.txn[1].u.ctx.state, 1u | 1u << 2 | 3u << 7 | 3u << 9 | 1u << 15);
    assert_int_equal(s.txn[2].u.sel.tag, SPE_TAG_COLLIDED);
    assert_int_equal(s.txn[2].seq, 9);
    assert_int_equal(s.txn[3].seq, 10);
    assert_int_equal(s.txn[3].u.life.kind, SPE_LIFE_REPLAY);
    assert_int_equal(s.txn[5].u.close.calls, 5);
    /* h = h * 31 + kind over 2, 3, 6, 7, 13 */
    assert_int_equal(s.txn[5].u.close.sum, (((2u * 31 + 3) * 31 + 6) * 31 + 7) * 31 + 13);
}

/* A text of version 2 has the names `ns` and `pmbirq`. Fields that version 2 lacks are 0. */
static void texts_of_version_2_are_read(void **state)
{
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_int_equal(parse("5 xl_rsp id=1 ns=1 attr=0xff pa=0x80010000\n6 xl_rsp fault=1 fsc=7\n"
                           "7 out pmbirq=1 cti=1\n8 ctx id=2 state=0x1ffff\n"
                           "9 life kind=retire flags=0xff\n",
                           &s, &err),
                     0);
    assert_int_equal(s.txn[0].u.xl_rsp.pas, SPE_PAS_NONSECURE);
    assert_int_equal(s.txn[0].u.xl_rsp.mss2, 0);
    assert_int_equal(s.txn[1].u.xl_rsp.pas, SPE_PAS_SECURE);
    assert_int_equal(s.txn[1].u.xl_rsp.fault, SPE_XL_ABORT);
    assert_int_equal(s.txn[2].u.out.levels, SPE_OUT_PMBIRQ);
    assert_int_equal(s.txn[2].u.out.cti, 1);
    assert_int_equal(s.txn[3].u.ctx.state, 0x1FFFF);
    assert_int_equal(s.txn[3].u.ctx.cntpoff, 0);
    assert_int_equal(s.txn[4].u.life.flags, 0xFF);
    assert_int_equal(parse("5 xl_rsp pmbirq=1\n", &s, &err), SPE_EBADMSG);
    assert_int_equal(strncmp(err.text, "t:2: 'pmbirq=1': no field of xl_rsp: ", 37), 0);
    assert_int_equal(parse("5 out ns=1\n", &s, &err), SPE_EBADMSG);
}

static void words_of_version_3_are_read(void **state)
{
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_int_equal(parse("5 sysreg enc=PMBSR_EL3 outcome=MEMORY fgt=1\n"
                           "6 ctx id=2 state=EL2+NSE+EEL2+PMSEE3+ENPMS4+HCRGPF+NV2+PM+SDD\n"
                           "7 xl_req regime=8 nvm=1 sh=2 attr=0x44\n"
                           "8 xl_rsp fault=2 pas=3 mss2=0x1e0\n"
                           "9 sync kind=impdef data=0xff00000001\n"
                           "10 out levels=0xff full=1 feed_br=2 feed_ds=3\n",
                           &s, &err),
                     0);
    /* PMBSR_EL3 is op0 3, op1 6, CRn 9, CRm 10, op2 3. */
    assert_int_equal(s.txn[0].u.sysreg.enc, 3u << 14 | 6u << 11 | 9u << 7 | 10u << 3 | 3u);
    assert_int_equal(s.txn[0].u.sysreg.outcome, SPE_ACCESS_MEMORY);
    assert_int_equal(s.txn[0].u.sysreg.fgt, 1);
    assert_true(s.txn[1].u.ctx.state == UINT64_C(0x391360002));
    assert_int_equal(s.txn[2].u.xl_req.regime, SPE_REGIME_R_EL20);
    assert_int_equal(s.txn[3].u.xl_rsp.mss2, SPE_MSS2_ALL);
    assert_int_equal(s.txn[4].u.sync.kind, SPE_SYNC_IMPDEF);
    assert_true(s.txn[4].u.sync.data == UINT64_C(0xFF00000001));
    assert_int_equal(SPE_OUT_PENDING(s.txn[5].u.out.levels), 7);
    assert_int_equal(s.txn[5].u.out.feed_kind[SPE_FEED_BR], 2);
    assert_int_equal(s.txn[5].u.out.feed_kind[SPE_FEED_DS], 3);
}

/* An omitted field means what the contract meant before it had the field. */
static void fields_left_out_have_a_meaning(void **state)
{
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_int_equal(parse("1 pop n=1\n1 aw len=2\n1 aw burst=2 prot=0x4 offered=1\n", &s, &err),
                     0);
    assert_int_equal(s.txn[0].u.pop.slot, SPE_SLOT_UNKNOWN);
    assert_int_equal(s.txn[1].u.aw.burst, SPE_AW_INCR);
    assert_int_equal(s.txn[1].u.aw.prot, SPE_AW_PRIVILEGED);
    assert_true(s.txn[1].u.aw.offered == SPE_OFFERED_UNKNOWN);
    assert_int_equal(s.txn[2].u.aw.burst, 2);
    assert_int_equal(s.txn[2].u.aw.prot, SPE_AW_INSTRUCTION);
    assert_int_equal(s.txn[2].u.aw.offered, 1);
}

struct source {
    const char *text;
    size_t bytes, at;
    int error; /* at the end of the text; 0: none */
};

static ssize_t give(void *cookie, char *dst, size_t bytes)
{
    struct source *s = cookie;
    size_t n = s->bytes - s->at < bytes ? s->bytes - s->at : bytes;

    memcpy(dst, s->text + s->at, n);
    s->at += n;
    errno = s->error;
    return n == 0 && s->error != 0 ? -1 : (ssize_t)n;
}

static int parse_source(struct source *source, struct seen *seen, struct spe_log_error *err)
{
    struct spe_log_run run;
    FILE *in = fopencookie(source, "r", (cookie_io_functions_t){.read = give});

    assert_non_null(in);
    memset(seen, 0, sizeof(*seen));
    int status = spe_log_parse(in, "t", on_header, on_txn, seen, &run, err);
    (void)fclose(in);
    return status;
}

/* A text that cannot be read to its end is refused, however good its beginning. */
static void a_text_that_breaks_off_is_refused(void **state)
{
    static const char nul[] = "1 clk\n2 clk\0 running=1\n";
    struct source failing = {"1 clk\n2 clk\n", 12, 0, EIO},
                  whole = {CONFIG "1 clk\n2 clk", sizeof(CONFIG) + 10, 0, 0},
                  with_nul = {nul, sizeof(nul) - 1, 0, 0}, with_long = {.bytes = 0};
    char line[5002];
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_int_equal(parse_source(&whole, &s, &err), 0);
    assert_int_equal(s.n, 2);
    assert_int_equal(parse_source(&failing, &s, &err), SPE_EIO);
    assert_string_equal(err.text, "t:3: cannot be read: Input/output error");
    assert_int_equal(parse_source(&with_nul, &s, &err), SPE_EBADMSG);
    assert_string_equal(err.text, "t:2: a NUL in the text");
    memset(line, ' ', sizeof(line));
    memcpy(line, CONFIG "1 clk", sizeof(CONFIG) + 4);
    with_long = (struct source){line, sizeof(CONFIG) - 1 + 4095, 0, 0};
    assert_int_equal(parse_source(&with_long, &s, &err), 0);
    with_long = (struct source){line, sizeof(CONFIG) - 1 + 4096, 0, 0};
    assert_int_equal(parse_source(&with_long, &s, &err), SPE_EBADMSG);
    assert_string_equal(err.text, "t:2: a line of more than 4095 characters");
}

static void a_leading_zero_is_decimal(void **state)
{
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_int_equal(parse("1 pop n=010\n1 pop n=0X10\n", &s, &err), 0);
    assert_int_equal(s.txn[0].u.pop.n, 10);
    assert_int_equal(s.txn[1].u.pop.n, 16);
}

/* A printed transaction is read back unchanged. */
static void text_survives_a_round(void **state)
{
    static const char text[] = "@name a\n1 aw id=1 len=2 size=3 prot=0x3 cache=0xf addr=0x8000\n"
                               "1 w word=0 strb=0xff last_word=1 last=0 data=0xffffffffffffffff\n"
                               "2 sysreg enc=PMBPTR_EL1 write=read pos=0x3 data=0x10015\n"
                               "3 sysreg enc=0x1234 outcome=UNDEFINED\n"
                               "4 life kind=exception tag=1 flags=0x87 va=0xff00000000000001\n";
    struct spe_log_error err;
    struct seen first, second;
    char *printed = NULL;
    size_t n = 0;

    (void)state;
    assert_int_equal(parse(text, &first, &err), 0);
    FILE *out = open_memstream(&printed, &n);
    assert_non_null(out);
    spe_log_print_header(out, &first.header, NULL);
    for (int i = 0; i < first.n; i++) {
        spe_log_print_txn(out, &first.txn[i]);
    }
    (void)fclose(out);
    assert_int_equal(parse(printed, &second, &err), 0);
    assert_memory_equal(first.txn, second.txn, sizeof(first.txn));
    assert_memory_equal(&first.cfg, &second.cfg, sizeof(first.cfg));
    free(printed);
}

/* A special value, such as unknown, is printed by its name, and the name is read as the value. */
static void what_is_unknown_has_a_name(void **state)
{
    static const char text[] = "1 pop seq=0 ctx=0 n=0x1 slot=unknown\n"
                               "1 sel seq=1 ctx=0 slot=255 tag=collided flags=0x0 pc=0x0 op=0x0\n"
                               "2 aw seq=2 id=0 len=0 size=0 burst=1 prot=0x1 cache=0x0 addr=0x0 "
                               "offered=unknown\n";
    struct spe_log_error err;
    char *printed = NULL;
    struct seen s;
    size_t n = 0;

    (void)state;
    assert_int_equal(parse(text, &s, &err), 0);
    assert_int_equal(s.txn[0].u.pop.slot, SPE_SLOT_UNKNOWN);
    assert_int_equal(s.txn[1].u.sel.tag, SPE_TAG_COLLIDED);
    assert_true(s.txn[2].u.aw.offered == SPE_OFFERED_UNKNOWN);
    FILE *out = open_memstream(&printed, &n);
    assert_non_null(out);
    for (int i = 0; i < s.n; i++) {
        spe_log_print_txn(out, &s.txn[i]);
    }
    (void)fclose(out);
    assert_string_equal(printed, text);
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_and_numbers_are_read),
        cmocka_unit_test(texts_of_version_2_are_read),
        cmocka_unit_test(words_of_version_3_are_read),
        cmocka_unit_test(fields_left_out_have_a_meaning),
        cmocka_unit_test(text_survives_a_round),
        cmocka_unit_test(what_is_unknown_has_a_name),
        cmocka_unit_test(a_text_that_breaks_off_is_refused),
        cmocka_unit_test(a_leading_zero_is_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
