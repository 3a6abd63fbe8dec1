/* SPDX-License-Identifier: Apache-2.0 */
/* Files of functional coverage (spe/cover_file.h). */
#define _POSIX_C_SOURCE 200809L /* mkstemp */

#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "config_members.h"
#include "covered.h"
#include "spe/config_file.h"
#include "spe/cover.h"
#include "spe/cover_file.h"
#include "spe/regs.h"
#include "spe/session.h"
#include "spe/status.h"

/* A session with one access at EL0, which ends with `exit_status`. */
static void run_access(const char *path, int exit_status)
{
    struct spe_config cfg;
    struct spe_session *session;
    struct spe_txn txn[4] = {{0}};
    FILE *out = tmpfile();
    struct spe_run_info run = {
        .test = "cover", .allow_no_records = true, .exit_status = exit_status};

    assert_non_null(out);
    spe_config_init(&cfg);
    struct spe_session_options options = {.cfg = &cfg, .findings = out, .bins_path = path};
    assert_int_equal(spe_session_create(&session, "spu0", &options), SPE_OK);
    txn[0].kind = SPE_TXN_CLK;
    txn[0].u.clk = (struct spe_txn_clk){1, 1};
    txn[1].kind = SPE_TXN_CTX;
    txn[2].kind = SPE_TXN_SYSREG;
    txn[2].u.sysreg.enc = SPE_ENC(3, 0, 9, 10, 3);
    txn[2].u.sysreg.outcome = SPE_ACCESS_UNDEFINED;
    txn[3].kind = SPE_TXN_CLOSE;
    for (uint32_t i = 0; i < 4; i++) {
        txn[i].seq = i;
        txn[i].cycle = i + 1;
    }
    txn[3].u.close.calls = 3;
    txn[3].u.close.sum = (SPE_TXN_CLK * 31u + SPE_TXN_CTX) * 31u + SPE_TXN_SYSREG;
    for (int i = 0; i < 4; i++) {
        (void)spe_session_submit(session, &txn[i]);
    }
    assert_int_equal(spe_verdict_print(out, &session, 1, &run), exit_status);
    spe_session_destroy(session);
    fclose(out);
}

static void make_path(char *path, size_t bytes)
{
    (void)snprintf(path, bytes, "/tmp/spe_test_cover.XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
}

/* Only a run that passed has bins. */
static void files(void **state)
{
    struct spe_cover_reader *reader = spe_cover_reader_create();
    size_t bin = covered_bin("access PMBSR_EL1.read.EL0.undefined");
    struct spe_cover_run run;
    struct spe_log_error err;
    char path[64];

    (void)state;
    assert_non_null(reader);
    make_path(path, sizeof(path));
    run_access(path, 0);
    for (int i = 0; i < 2; i++) { /* the second time the reader knows the head */
        assert_int_equal(spe_cover_read(reader, path, &run, &err), SPE_OK);
        CHECK("passed", run.n_met, 1);
        CHECK("passed", run.met[0].bin, bin);
        CHECK("passed", run.met[0].count, 1);
        CHECK("status", run.run.status, 0);
        CHECK("hash", run.config_hash, spe_config_hash(run.header.cfg));
        assert_string_equal(run.run.test, "cover");
        assert_string_equal(run.header.name, "spu0");
    }
    run_access(path, 3);
    assert_int_equal(spe_cover_read(reader, path, &run, &err), SPE_OK);
    CHECK("failed", run.n_met, 0);
    CHECK("status", run.run.status, 3);
    unlink(path);
    assert_int_equal(spe_cover_read(reader, path, &run, &err), SPE_ENOENT);
    CHECK("nothing", run.n_met, 0);
    spe_cover_reader_destroy(reader);
    spe_cover_reader_destroy(NULL);
}

/* The table of names finds each bin by its name, and no other name. */
static void found_by_name(void **state)
{
    struct spe_cover_reader *reader = spe_cover_reader_create();
    static const char *const none[] = {"", "other", "other nothing", "other none 1", "Other none"};

    (void)state;
    assert_non_null(reader);
    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        CHECK("found", spe_cover_bin_find(reader, spe_cover_bin_name(reader, bin)), bin);
    }
    assert_null(spe_cover_bin_name(reader, spe_cover_bins()));
    for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
        CHECK(none[i], spe_cover_bin_find(reader, none[i]), spe_cover_bins());
    }
    spe_cover_reader_destroy(reader);
}

static void put(const char *path, const char *text, size_t bytes)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}

/* A file that is cut after any byte but the last is refused, whether the reader knows its head or
 * not. */
static void cut_anywhere(void **state)
{
    struct spe_cover_reader *fresh, *reader = spe_cover_reader_create();
    struct spe_cover_run run;
    struct spe_log_error err;
    static char text[8192];
    char path[64];

    (void)state;
    assert_non_null(reader);
    make_path(path, sizeof(path));
    run_access(path, 0);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    const size_t bytes = fread(text, 1, sizeof(text), f);
    (void)fclose(f);
    assert_in_range(bytes, 1000, sizeof(text) - 1);
    assert_int_equal(spe_cover_read(reader, path, &run, &err), SPE_OK);
    for (size_t n = 0; n < bytes; n++) {
        put(path, text, n);
        CHECK("head known", spe_cover_read(reader, path, &run, &err), SPE_EBADMSG);
        fresh = n % 64 == 0 ? spe_cover_reader_create() : NULL;
        CHECK("head new", fresh == NULL ? SPE_EBADMSG : spe_cover_read(fresh, path, &run, &err),
              SPE_EBADMSG);
        spe_cover_reader_destroy(fresh);
    }
    put(path, text, bytes);
    CHECK("whole", spe_cover_read(reader, path, &run, &err), SPE_OK);
    CHECK("whole", run.n_met, 1);
    unlink(path);
    spe_cover_reader_destroy(reader);
}

/* A session without a verdict leaves no file of an earlier session. */
static void broken_off(void **state)
{
    struct spe_config cfg;
    struct spe_session *session;
    char path[64];

    (void)state;
    make_path(path, sizeof(path));
    spe_config_init(&cfg);
    struct spe_session_options options = {.cfg = &cfg, .bins_path = path};
    run_access(path, 0);
    assert_int_equal(spe_session_create(&session, "spu0", &options), SPE_OK);
    spe_session_destroy(session);
    CHECK("a file of bins", access(path, F_OK), -1);
}

/* A file that is not a file of bins stays as it is. The path of another output of the run is
 * refused. */
static void left_alone(void **state)
{
    struct spe_config cfg;
    struct spe_session *session, *other;
    char path[64], line[16] = "";

    (void)state;
    make_path(path, sizeof(path));
    spe_config_init(&cfg);
    struct spe_session_options options = {.cfg = &cfg, .bins_path = path};
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs("spe-bin\n", file) >= 0 && fclose(file) == 0);
    CHECK("text", spe_session_create(&session, "spu0", &options), SPE_EINVAL);
    file = fopen(path, "r");
    assert_non_null(fgets(line, sizeof(line), file));
    assert_string_equal(line, "spe-bin\n");
    (void)fclose(file);
    (void)unlink(path);
    assert_int_equal(spe_session_create(&session, "spu0", &options), SPE_OK);
    CHECK("of another session", spe_session_create(&other, "spu1", &options), SPE_EINVAL);
    spe_session_destroy(session);
    options.log_path = path;
    CHECK("the log", spe_session_create(&session, "spu0", &options), SPE_EINVAL);
    (void)unlink(path);
    file = fopen(path, "w");
    assert_true(fprintf(file, "name = %s\nothers = default\nend\n", strrchr(path, '/') + 1) > 0);
    assert_int_equal(fclose(file), 0);
    options = (struct spe_session_options){.config_path = path, .bins_path = path};
    CHECK("the configuration", spe_session_create(&session, "spu0", &options), SPE_EINVAL);
    (void)unlink(path);
}

#define HEAD "@name spu\n@taps 0x7f\n@order_free 0\n@max_findings 100\n"
#define RUN  "@run test=a seed=1 stim=0 status=0 failed=0 exit=0 why=\n"

static const struct {
    const char *text, *says;
} damaged[] = {
    {"", "not a file of bins"},
    {"spe-bins 2\n", "not a file of bins"},
    {"spe-bins 1\n", "no end"},
    {"spe-bins 1\nend\n", "line 2: 'end': stands before '@run'"},
    {"spe-bins 1\n" HEAD RUN, "no end"},
    {"spe-bins 1\n" RUN "end\nend\n", "line 4: 'end': a line behind 'end'"},
    {"spe-bins 1\n" RUN "other none 1\nother none 1\n",
     "line 4: 'other none': stands twice, or out of order"},
    {"spe-bins 1\n" RUN "other none 0\n",
     "line 3: 'other none 0': needed: BIN COUNT, @ lines, or 'end'"},
    {"spe-bins 1\n" RUN "other none x\n",
     "line 3: 'other none x': needed: BIN COUNT, @ lines, or 'end'"},
    {"spe-bins 1\n" RUN "none\n", "line 3: 'none': needed: BIN COUNT, "},
    {"spe-bins 1\n" RUN "other nothing 1\n", "line 3: 'other nothing': no bin of this version"},
    {"spe-bins 1\n@config /etc/passwd\n", "'@config': allowed: @name @taps "},
    {"spe-bins 1\n@key width = 99\n", "line 2: width = '99': allowed: 1 to 8"},
    {"spe-bins 1\n" RUN "@count 3\n", "line 3: '@count 3': needed: @count NAME NUMBER"},
    {"spe-bins 1\n" RUN "@count check a x\n",
     "line 3: '@count check a x': needed: @count NAME NUMBER"},
    {"spe-bins 1\n" RUN "other none 1", "line 3: 'other none 1': it has no end: the file is cut"},
    {"spe-bins 1\nother none 1\n" RUN "end\n", "line 2: 'other none 1': stands before '@run'"},
    {"spe-bins 1\n@count check a 1\n" RUN "end\n",
     "line 2: '@count check a 1': stands before '@run'"},
    {"spe-bins 1\n" HEAD RUN "@key width = 8\nend\n",
     "line 7: '@key width = 8': a line of the head behind '@run'"},
    {"spe-bins 1\n" HEAD RUN "@name b\nend\n",
     "line 7: '@name b': a line of the head behind '@run'"},
    {"spe-bins 1\n" HEAD RUN RUN "end\n", "line 7: '@run': a second line of it"},
    {"spe-bins 1\n" RUN "end\n", "the file is damaged: no line '@name'"},
    {"spe-bins 1\n" HEAD RUN "end\n", "the file is damaged: no line '@key name'"},
    {"spe-bins 1\n" HEAD "@key name = a\n" RUN "other none 1\nend\n",
     "the file is damaged: no line '@key pmsver'"},
};

static void damage(void **state)
{
    struct spe_cover_reader *reader = spe_cover_reader_create();
    struct spe_cover_run run;
    struct spe_log_error err;
    char path[64];

    (void)state;
    assert_non_null(reader);
    make_path(path, sizeof(path));
    for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
        put(path, damaged[i].text, strlen(damaged[i].text));
        CHECK(damaged[i].text, spe_cover_read(reader, path, &run, &err), SPE_EBADMSG);
        CHECK(damaged[i].text, run.n_met, 0);
        if (strstr(err.text, damaged[i].says) == NULL) {
            fail_msg("'%s' says '%s'", damaged[i].text, err.text);
        }
    }
    unlink(path);
    spe_cover_reader_destroy(reader);
}

/* A file also has the count of each enabled check, even if nothing evaluated the check. The file of
 * a failed run has no counts. */
static void counts(void **state)
{
    struct spe_cover_reader *reader = spe_cover_reader_create();
    struct spe_cover_run run;
    struct spe_log_error err;
    unsigned never = 0, some = 0;
    char path[64];

    (void)state;
    assert_non_null(reader);
    make_path(path, sizeof(path));
    run_access(path, 0);
    CHECK("passed", spe_cover_read(reader, path, &run, &err), SPE_OK);
    for (size_t i = 0; i < run.n_counts; i++) {
        assert_int_equal(strncmp(run.counts[i].name, "check ", 6), 0);
        never += run.counts[i].count == 0;
        some += run.counts[i].count != 0;
    }
    CHECK("some", some != 0, true);
    CHECK("never", never > some, true);
    run_access(path, 1);
    CHECK("failed", spe_cover_read(reader, path, &run, &err), SPE_OK);
    CHECK("failed", run.n_counts, 0);
    unlink(path);
    spe_cover_reader_destroy(reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),  cmocka_unit_test(found_by_name), cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(damage), cmocka_unit_test(broken_off),    cmocka_unit_test(left_alone),
        cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
