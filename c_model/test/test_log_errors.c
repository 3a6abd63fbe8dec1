/* SPDX-License-Identifier: Apache-2.0
 *
 * Errors of the text form of a log: file, line, the token that is wrong, what is allowed there.
 * Its bytes: what does not fit is an error.
 */
#define _POSIX_C_SOURCE 200809L

/* Files of the command line, which no test links, before the macros of cmocka. */
#include "log_bytes.c"
#include "room.c"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "config_members.h"
#include "spe/log.h"
#include "spe/status.h"

struct seen {
    struct spe_log_header header;
    struct spe_config cfg; /* from the header */
    int n;
};

static int on_header(void *user, const struct spe_log_header *header)
{
    struct seen *s = user;

    s->cfg = *header->cfg;
    s->header = *header;
    s->header.cfg = &s->cfg;
    return SPE_OK;
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    (void)txn;
    ((struct seen *)user)->n++;
    return SPE_OK;
}

static int parse(const char *file, const char *text, struct seen *seen, struct spe_log_error *err)
{
    struct spe_log_run run;
    char *copy = strdup(text);
    FILE *in = fmemopen(copy, strlen(copy), "r");

    assert_non_null(in);
    memset(seen, 0, sizeof(*seen));
    int status = spe_log_parse(in, file, on_header, on_txn, seen, &run, err);
    (void)fclose(in);
    free(copy);
    return status;
}

#define TEXT64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define KINDS                                                                                      \
    "allowed behind the cycle: reset clk sysreg ctx pop rnd sel life xl_req xl_rsp aw w b sync "   \
    "out close or, without fields, 16 to 255"
#define CYCLE "allowed: a cycle, 0 to 18446744073709551615, or an '@' line"
#define WORDS "allowed: @name @taps @order_free @max_findings @key @config @run"
#define NAME  "allowed: 1 to 63 characters, no control character, no '#'"
#define STATE                                                                                      \
    "allowed: EL0 EL1 EL2 EL3 NS A32 DBG EL1A32 EL2A32 NSPB1 NSPB2 NSPB3 E2PB1 E2PB2 E2PB3 TPMS "  \
    "TGE E2H TBI0 TBI1 CNTEN NSE EEL2 NSPBE PMSEE1 PMSEE2 PMSEE3 ENPMSN ENPMS3 ENPMS4 EA SCRGPF "  \
    "TEA HCRGPF NV NV1 NV2 PM SDD joined by '+', or 0 to 0xffffffffffffffff"
#define REGISTERS                                                                                  \
    "allowed: PMSCR_EL1 PMSICR_EL1 PMSIRR_EL1 PMSFCR_EL1 PMSEVFR_EL1 PMSLATFR_EL1 PMSIDR_EL1 "     \
    "PMBLIMITR_EL1 PMBPTR_EL1 PMBSR_EL1 PMBIDR_EL1 PMSCR_EL2 PMSCR_EL12 PMSNEVFR_EL1 PMSDSFR_EL1 " \
    "PMBMAR_EL1 PMBSR_EL2 PMBSR_EL12 PMBSR_EL3 or 0 to 0xffff"
#define WHY "needed there: no_records=0 or 1, no_sva=0 or 1, or why=TEXT of at most 127 characters"

static const struct {
    const char *text, *why;
} rows[] = {
    /* Lines. */
    {"", "t: no transaction"},
    {"# nothing\n", "t: no transaction"},
    {"@name x\n", "t: no transaction"},
    {"1 clk\n", "t: 'name' is not given: needed: @config FILE, or @key of all keys"},
    {"@key name = a\n1 clk\n",
     "t: 'pmsver' is not given: needed: @config FILE, or @key of all keys"},
    {"x pop n=1\n", "t:1: 'x': " CYCLE},
    {"-1 pop\n", "t:1: '-1': " CYCLE},
    {"18446744073709551616 pop\n", "t:1: '18446744073709551616': " CYCLE},
    {"pop n=1\n", "t:1: 'pop': " CYCLE},
    {"1\n", "t:1: the line ends: " KINDS},
    {"1 poop n=1\n", "t:1: 'poop': " KINDS},
    {"1 15 calls=1\n", "t:1: '15': " KINDS}, /* has a name: close */
    {"1 256\n", "t:1: '256': " KINDS},
    /* Fields. */
    {"1 pop n\n", "t:1: 'n': needed: FIELD=VALUE, of: seq ctx n slot"},
    {"12 aw lenn=3\n",
     "t:1: 'lenn=3': no field of aw: allowed: seq id len size burst prot cache addr offered"},
    {"\n1 pop m=1\n", "t:2: 'm=1': no field of pop: allowed: seq ctx n slot"},
    {"1 200 n=1\n", "t:1: 'n=1': no field of this kind: allowed: seq"},
    {"1 pop n=1 =2\n", "t:1: '=2': no field of pop: allowed: seq ctx n slot"},
    {"1 pop n=1 ctx=2 n=1\n", "t:1: 'n=1': stands twice in the line"},
    {"1 pop seq=1 n=1 seq=1\n", "t:1: 'seq=1': stands twice in the line"},
    {"1 xl_rsp ns=1 pas=1\n", "t:1: 'pas=1': stands twice in the line"},
    /* Values. */
    {"1 pop n=0x100000000\n", "t:1: 'n=0x100000000': allowed: 0 to 0xffffffff"},
    {"1 pop n=-1\n", "t:1: 'n=-1': allowed: 0 to 0xffffffff"},
    {"1 pop n=0x\n", "t:1: 'n=0x': allowed: 0 to 0xffffffff"},
    {"1 pop n=\n", "t:1: 'n=': allowed: 0 to 0xffffffff"},
    {"1 pop n=1=2\n", "t:1: 'n=1=2': allowed: 0 to 0xffffffff"},
    {"1 aw len=256\n", "t:1: 'len=256': allowed: 0 to 255"},
    {"1 clk seq=4294967296\n", "t:1: 'seq=4294967296': allowed: 0 to 4294967295"},
    {"1 life kind=retired\n", "t:1: 'kind=retired': allowed: issue xlat_start xlat_end complete "
                              "retire exception squash nonarch replay or 0 to 255"},
    {"1 sel tag=collide\n", "t:1: 'tag=collide': allowed: collided or 0 to 255"},
    {"1 pop slot=none\n", "t:1: 'slot=none': allowed: unknown or 0 to 255"},
    {"1 sel slot=unknown\n", "t:1: 'slot=unknown': allowed: 0 to 255"},
    {"1 aw offered=none\n", "t:1: 'offered=none': allowed: unknown or 0 to 18446744073709551615"},
    {"1 sysreg enc=PMFOO_EL1\n", "t:1: 'enc=PMFOO_EL1': " REGISTERS},
    {"1 sysreg write=yes\n", "t:1: 'write=yes': allowed: read write or 0 to 255"},
    {"1 ctx state=EL9\n", "t:1: 'state=EL9': " STATE},
    {"1 ctx state=EL1+EL9+NS\n", "t:1: 'EL9' in 'state=EL1+EL9+NS': " STATE},
    {"1 ctx state=EL1+\n", "t:1: '' in 'state=EL1+': " STATE},
    {"1 ctx state=\n", "t:1: 'state=': " STATE},
    {"1 pop n=\001\033\n", "t:1: 'n=?"
                           "?': allowed: 0 to 0xffffffff"},
    /* Head lines. */
    {"@colour red\n1 clk\n", "t:1: '@colour': " WORDS},
    {"@version 1\n1 clk\n", "t:1: '@version': " WORDS},
    {"@\n1 clk\n", "t:1: '@': " WORDS},
    {"1 clk\n@name x\n", "t:2: '@name x': behind a transaction: of '@' lines only @run may"},
    {"@name a\n@name b\n1 clk\n", "t:2: '@name': a second line of it"},
    {"@taps 1\n@taps 1\n1 clk\n", "t:2: '@taps': a second line of it"},
    {"@name\n1 clk\n", "t:1: '@name ': " NAME},
    {"@name a\tb\n1 clk\n", "t:1: '@name a?b': " NAME},
    {"@name " TEXT64 "\n1 clk\n", "t:1: '@name " TEXT64 "': " NAME},
    {"@name " TEXT64 TEXT64 TEXT64 TEXT64 TEXT64 TEXT64 TEXT64 TEXT64 "\n1 clk\n",
     "t:1: '@name 0123456789abcd...' has 518 characters: allowed: 511"},
    {"@taps 0x80\n1 clk\n", "t:1: '@taps 0x80': allowed: 1 to 127"},
    {"@taps 0\n1 clk\n", "t:1: '@taps 0': allowed: 1 to 127"},
    {"@taps\n1 clk\n", "t:1: '@taps ': allowed: 1 to 127"},
    {"@order_free 2\n1 clk\n", "t:1: '@order_free 2': allowed: 0 to 1"},
    {"@max_findings x\n1 clk\n", "t:1: '@max_findings x': allowed: 0 to 4294967295"},
    {"@key width\n1 clk\n", "t:1: '@key width': needed: @key KEY = VALUE"},
    {"@key width = 9\n1 clk\n", "t:1: width = '9': allowed: 1 to 8"},
    {"@key lanes = 9\n1 clk\n", "t:1: 'lanes' is no key; `spe config --doc` lists all keys"},
    {"@config /no/such.cfg\n1 clk\n",
     "t:1: '@config /no/such.cfg': /no/such.cfg: cannot be read as "
     "a configuration: No such file or directory"},
    {"@config\n1 clk\n", "t:1: '@config': needed: @config FILE"},
    /* The run. */
    {"@run\n1 clk\n", "t:1: @run ends: needed there: test=NAME of 1 to 63 characters"},
    {"@run \n1 clk\n", "t:1: @run ends: needed there: test=NAME of 1 to 63 characters"},
    {"@run seed=0\n1 clk\n", "t:1: 'seed=0': needed there: test=NAME of 1 to 63 characters"},
    {"@run test= seed=0\n1 clk\n", "t:1: 'test=': needed there: test=NAME of 1 to 63 characters"},
    {"@run test=" TEXT64 " seed=0\n1 clk\n", "t:1: 'test=0123456789abcdef0123456789abcdef0123456789"
                                             "abcdef0123456': needed there: test=NAME of 1 to 63 "
                                             "characters"},
    {"@run test=a\n1 clk\n", "t:1: @run ends: needed there: seed=0 to 2^64 - 1"},
    {"@run test=a seed=1x stim=0\n1 clk\n", "t:1: 'seed=1x': needed there: seed=0 to 2^64 - 1"},
    {"@run test=a seed=0 failed=0\n1 clk\n", "t:1: 'failed=0': needed there: stim=0 to 2^64 - 1"},
    {"@run test=a seed=0 stim=\n1 clk\n", "t:1: 'stim=': needed there: stim=0 to 2^64 - 1"},
    {"@run test=a seed=0 stim=0 bench=g failed=0\n1 clk\n",
     "t:1: 'bench=g': needed there: bench=0 to 2^64 - 1"},
    {"@run test=a seed=0 stim=0 status=5 failed=0\n1 clk\n",
     "t:1: 'status=5': needed there: status=0 to 4"},
    {"@run test=a seed=0 stim=0 status= failed=0\n1 clk\n",
     "t:1: 'status=': needed there: status=0 to 4"},
    {"@run test=a seed=0 stim=0 failed=2 exit=0\n1 clk\n",
     "t:1: 'failed=2': needed there: failed=0 or 1"},
    {"@run test=a seed=0 stim=0 failed=0 exit=1 why=\n1 clk\n",
     "t:1: 'exit=1': needed there: exit=0, 2, 3 or 4"},
    {"@run test=a seed=0 stim=0 failed=0 exit=5 why=\n1 clk\n",
     "t:1: 'exit=5': needed there: exit=0, 2, 3 or 4"},
    {"@run test=a seed=0 stim=0 failed=0 exit=0 no_records=2 why=\n1 clk\n",
     "t:1: 'no_records=2': needed there: no_records=0 or 1"},
    {"@run test=a seed=0 stim=0 failed=0 exit=0 no_sva=2 why=\n1 clk\n",
     "t:1: 'no_sva=2': needed there: no_sva=0 or 1"},
    {"@run test=a seed=0 stim=0 failed=0 exit=0 no_sva why=\n1 clk\n", "t:1: 'no_sva': " WHY},
    {"@run test=a seed=0 stim=0 failed=0 exit=0\n1 clk\n",
     "t:1: @run ends: needed there: no_records=0 or 1, no_sva=0 or 1, or why=TEXT of at most 127 "
     "characters"},
    {"@run test=a seed=0 stim=0 failed=0 exit=0 why=" TEXT64 TEXT64 "\n1 clk\n",
     "t:1: 'why=0123456789abcdef0123456789abcdef0123456789abcdef01234567': " WHY},
    {"1 clk\n@run test=a seed=0 stim=0 failed=0 exit=0 why=\n2 clk\n"
     "@run test=a seed=0 stim=0 failed=0 exit=0 why=\n",
     "t:4: '@run': a second line of it"},
};

static void the_token_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_log_error err;
        struct seen s;
        CHECK(rows[i].text, parse("t", rows[i].text, &s, &err), SPE_EBADMSG);
        assert_string_equal(err.text, rows[i].why);
    }
}

/* Paths start at the folder of the text, not at the working directory. */
static void paths_start_at_the_folder_of_the_text(void **state)
{
    char folder[] = "/tmp/spe_test_log_XXXXXX", text[300], cfg[300], here[512];
    struct spe_log_error err;
    struct seen s;

    (void)state;
    assert_non_null(mkdtemp(folder));
    (void)snprintf(text, sizeof(text), "%s/sub", folder);
    assert_int_equal(mkdir(text, 0700), 0);
    (void)snprintf(text, sizeof(text), "%s/sub/a.txnlog", folder);
    (void)snprintf(cfg, sizeof(cfg), "%s/near.cfg", folder);
    FILE *file = fopen(cfg, "w");
    assert_non_null(file);
    (void)fputs("name = near\nothers = default\nwidth = 7\nend\n", file);
    (void)fclose(file);

    assert_int_equal(parse(text, "@config ../near.cfg\n1 clk\n", &s, &err), SPE_OK);
    assert_int_equal(s.cfg.width, 7);
    assert_non_null(getcwd(here, sizeof(here)));
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(parse(text, "@config ../near.cfg\n1 clk\n", &s, &err), SPE_OK);
    assert_int_equal(s.cfg.width, 7);
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(parse("sub/a.txnlog", "@config ../near.cfg\n1 clk\n", &s, &err), SPE_OK);
    assert_int_equal(parse(text, "@config near.cfg\n1 clk\n", &s, &err), SPE_EBADMSG);
    /* If the text is no file, paths start at the working directory. */
    assert_int_equal(parse("/dev/null", "@config near.cfg\n1 clk\n", &s, &err), SPE_OK);
    assert_int_equal(chdir(here), 0);
    (void)unlink(cfg);
    (void)snprintf(text, sizeof(text), "%s/sub", folder);
    assert_int_equal(rmdir(text) | rmdir(folder), 0);
}

static void a_long_path_is_refused(void **state)
{
    struct spe_log_error err;
    struct seen s;
    char file[600];

    (void)state;
    memset(file, 'a', sizeof(file));
    memcpy(file + sizeof(file) - 3, "/t", 3);
    assert_int_equal(parse(file, "@config x.cfg\n1 clk\n", &s, &err), SPE_EBADMSG);
    assert_non_null(strstr(err.text, ":1: '@config x.cfg': the path is too long"));
}

/* The bytes of a log go to a stream in memory, which may be unable to grow. */
static void bytes_that_do_not_fit(void **state)
{
    const struct spe_txn aw = {.kind = SPE_TXN_AW};
    const struct spe_txn w = {.kind = SPE_TXN_W, .u.w = {.strb = 0xFF, .last_word = 1}};
    struct log_bytes bytes = {.n = 0};
    char room[8 + 4]; /* two words need 16 */
    FILE *out = fmemopen(room, sizeof(room), "w");

    (void)state;
    assert_non_null(out);
    setbuf(out, NULL);
    for (int i = 0; i < 2; i++) {
        CHECK("address", log_bytes_put(&bytes, &aw, out), SPE_OK);
        CHECK("data", log_bytes_put(&bytes, &w, out), i == 0 ? SPE_OK : SPE_EIO);
    }
    log_bytes_end(&bytes);
    (void)fclose(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_token_is_named),
        cmocka_unit_test(paths_start_at_the_folder_of_the_text),
        cmocka_unit_test(a_long_path_is_refused),
        cmocka_unit_test(bytes_that_do_not_fit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
