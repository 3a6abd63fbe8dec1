/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* mkstemp */

#include "check.h"

#include <stdlib.h>
#include <unistd.h>

#include "cover_table.h"
#include "spe/config_file.h"
#include "spe/cover.h"
#include "spe/cover_file.h"
#include "spe/regs.h"
#include "spe/session.h"
#include "spe/status.h"
#include "txnlog.h"

static size_t bin_named(const char *name)
{
    char text[96];

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        assert_true(spe_cover_name(bin, text, sizeof(text)) > 0);
        if (strcmp(text, name) == 0) {
            return bin;
        }
    }
    fail_msg("no bin %s", name);
    return 0;
}

/* Every bin has one group and one name, and its values lead back to it. */
static void numbers(void **state)
{
    size_t bins = spe_cover_bins(), next = 0;
    struct spe_cover_group group;
    struct cover *cover = calloc(1, sizeof(*cover));
    char name[96], before[96] = "";

    (void)state;
    assert_non_null(cover);
    assert_true(bins <= COVER_BINS);
    cover_init(cover);
    for (size_t i = 0; i < spe_cover_groups(); i++) {
        assert_int_equal(spe_cover_group(i, &group), SPE_OK);
        CHECK(group.name, group.first, next);
        next += group.bins;
        for (size_t bin = group.first; bin < next; bin++) {
            unsigned v[COVER_AXES];
            enum cover_group g;
            assert_true(cover_values(bin, &g, v));
            CHECK(group.name, g, i);
            CHECK(group.name, cover_bin(cover, g, v[0], v[1], v[2], v[3]), bin);
            assert_true(spe_cover_name(bin, name, sizeof(name)) > 0);
            assert_string_not_equal(name, before);
            assert_true(strncmp(name, group.name, strlen(group.name)) == 0);
            memcpy(before, name, sizeof(before));
        }
    }
    assert_int_equal(next, bins);
    assert_int_equal(spe_cover_group(spe_cover_groups(), &group), SPE_EINVAL);
    assert_int_equal(spe_cover_name(bins, name, sizeof(name)), SPE_EINVAL);
    assert_int_equal(spe_cover_name(0, name, 4), SPE_ENOSPC);
    free(cover);
}

/* No two bins have one name. */
static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void names(void **state)
{
    size_t bins = spe_cover_bins();
    char(*all)[96] = calloc(bins, sizeof(*all));

    (void)state;
    assert_non_null(all);
    for (size_t bin = 0; bin < bins; bin++) {
        assert_true(spe_cover_name(bin, all[bin], sizeof(all[bin])) > 0);
    }
    qsort(all, bins, sizeof(*all), by_text);
    for (size_t bin = 1; bin < bins; bin++) {
        assert_string_not_equal(all[bin - 1], all[bin]);
    }
    free(all);
}

/* What a configuration rules in and out, typed from the texts. */
static const struct {
    const char *set[4][2];
    const char *bin;
    bool possible;
} reachable[] = {
    {{{NULL}}, "access PMSCR_EL1.read.EL1.ok", true},
    {{{NULL}}, "access PMSCR_EL1.read.EL0.ok", false},
    {{{NULL}}, "access PMSCR_EL1.read.EL0.undefined", true},
    {{{NULL}}, "access PMSIDR_EL1.write.EL3.ok", false},
    {{{NULL}}, "access PMBSR_EL3.read.EL3.ok", false},
    {{{"pmsver", "6"}, {"fne", "1"}, {"exc", "1"}}, "access PMBSR_EL3.read.EL3.ok", true},
    {{{NULL}}, "access PMSCR_EL1.write.EL1.memory", false},
    {{{"nv", "2"}}, "access PMSCR_EL1.write.EL1.memory", true},
    {{{NULL}}, "profiled ns_el2.EL2", true},
    {{{NULL}}, "profiled ns_el10.EL2", false},
    {{{NULL}}, "profiled s_el2.EL2", false},
    {{{"sel2", "1"}}, "profiled s_el2.EL2", true},
    {{{"sel2", "1"}}, "profiled s_el20.EL2", true},
    {{{"sel2", "1"}}, "profiled s_el20.EL1", false},
    {{{"sel2", "1"}, {"rme", "1"}}, "profiled r_el20.EL1", false},
    {{{NULL}}, "extended exclusive", true},
    {{{NULL}}, "extended atomic+exclusive", false},
    {{{NULL}}, "level target.EL2", true},
    {{{NULL}}, "level target.EL3", false},
    {{{NULL}}, "fault_at abort_stage1.second_page", true},
    {{{NULL}}, "fault_at abort_stage1.last", false},
    {{{NULL}}, "operation sve.retire", false},
    {{{NULL}}, "operation general.squash", false},
    {{{"misspec_record", "1"}}, "operation general.squash", true},
    {{{NULL}}, "events 0.1", true},
    {{{NULL}}, "events 63.1", false},
    {{{NULL}}, "event full.PMBSR_EL1", true},
    {{{NULL}}, "event full.PMBSR_EL2", false},
    {{{NULL}}, "event denied.PMBSR_EL1", false},
    {{{NULL}}, "event wrong_pointer.PMBSR_EL1", true},
    {{{NULL}}, "access PMSCR_EL1.read.EL3.undefined", false},
    {{{NULL}}, "packet context_EL2", true},
    {{{"el2", "0"}}, "packet context_EL2", false},
    {{{NULL}}, "packet alternate", false},
    {{{"pmsver", "5"}, {"altclk", "1"}}, "packet alternate", true},
    {{{NULL}}, "packet padding", false},
    {{{"align", "2"}}, "packet padding", true},
    {{{NULL}}, "counter total.0", true},
    {{{"latency_rule", "inclusive"}}, "counter total.0", false},
    {{{"latency_rule", "inclusive"}}, "counter translation.0", true},
    {{{NULL}}, "type B.off.1.kept", true},
    {{{"ft_zero", "nothing"}}, "type B.off.1.kept", false},
    {{{NULL}}, "limit 0", false},
    {{{"pmsver", "2"}, {"event_bytes", "4"}}, "limit 0", true},
    {{{NULL}}, "limit less", true},
    {{{"align", "6"}}, "limit less", false},
    {{{NULL}}, "fault translation.stage1.level_m1", false},
    {{{"pmsver", "2"}, {"sve", "1"}}, "sve load.0.pred", false},
    {{{"pmsver", "2"}, {"sve", "1"}}, "sve load.0.none", true},
    {{{"pmsver", "2"}, {"sve", "1"}}, "sve store.0.pred", true},
    {{{"pmsver", "3"}, {"sve", "1"}}, "sve load.0.pred", true},
    {{{"pmsver", "2"}}, "fault translation.stage1.level_m1", true},
    {{{"pmsver", "2"}}, "fault translation.stage1.level_m2", false},
    {{{NULL}}, "fault unsupported_access.stage2.none", true},
    {{{"pmsver", "2"}}, "fault unsupported_access.stage2.none", false},
    {{{"pmsver", "2"}}, "fault walk_parity.stage1.level_m1", true},
    {{{NULL}}, "fault external_sync.stage1.none", true},
    {{{NULL}}, "fault external_async.stage1.none", false},
    {{{NULL}}, "fault other.stage1.none", false},
    {{{"el2", "0"}}, "fault permission.stage2.level_3", false},
    {{{"pmsver", "5"}, {"rme", "1"}}, "fault gpf.stage1.none", true},
    {{{"pmsver", "5"}, {"rme", "1"}}, "fault gpf.stage2.none", false},
    {{{"pmsver", "6"}, {"the", "1"}}, "permission TopLevel.stage2", true},
    {{{"pmsver", "6"}, {"the", "1"}}, "permission TopLevel.stage1", false},
    {{{NULL}}, "permission Overlay.stage1", false},
    {{{"ext_abort", "async"}}, "fault_at external.first", false},
    {{{"ext_abort", "async"}}, "syndrome external.EA", false},
    {{{"dl_boundary", "one"}}, "syndrome abort_stage1.none", false},
    {{{"ext_abort", "ignored"}, {"walk_ea", "0"}}, "syndrome full.EA", false},
    {{{"ext_abort", "serror"}}, "syndrome full.EA", true},
    {{{"dl_boundary", "one"}}, "syndrome full.none", true},
    {{{"dl_boundary", "zero"}, {"align", "6"}}, "syndrome abort_stage1.DL", false},
    {{{"wrong_pointer", "full_dl"}}, "syndrome wrong_pointer.none", false},
    {{{NULL}}, "output SError", false},
    {{{"ext_abort", "serror"}}, "output SError", true},
    {{{NULL}}, "output SAMPLE_FEED_DS", false},
    {{{NULL}}, "sequence wait_for_room", true},
    {{{"sync_scope", "strict"}}, "sequence wait_for_room", false},
    {{{"sync_scope", "strict"}}, "sequence event_in_flight", false},
    {{{"disabled_record", "event"}}, "event denied.PMBSR_EL1", true},
    {{{"disabled_record", "any"}}, "event denied.PMBSR_EL1", true},
    {{{"disabled_record", "write"}}, "event denied.PMBSR_EL1", false},
    {{{NULL}}, "filter none.rejected", false},
    {{{NULL}}, "filter FE+FT+FL.rejected", true},
    {{{NULL}}, "filter FnE.kept", false},
    {{{NULL}}, "sequence discard_mode", false},
};

static void possible(void **state)
{
    bool *can = calloc(spe_cover_bins(), sizeof(*can));

    (void)state;
    assert_non_null(can);
    for (size_t i = 0; i < sizeof(reachable) / sizeof(reachable[0]); i++) {
        struct spe_config cfg;
        struct spe_config_error err;
        spe_config_init(&cfg);
        for (size_t k = 0; k < 4 && reachable[i].set[k][0] != NULL; k++) {
            assert_int_equal(
                spe_config_set(&cfg, reachable[i].set[k][0], reachable[i].set[k][1], &err), SPE_OK);
        }
        spe_cover_possible(&cfg, can);
        CHECK(reachable[i].bin, can[bin_named(reachable[i].bin)], reachable[i].possible);
    }
    free(can);
}

/* A session that sees one access of EL0, and ends with `exit_status`. */
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
    struct spe_cover_run run = {.count = calloc(spe_cover_bins(), sizeof(uint64_t))};
    size_t bin = bin_named("access PMBSR_EL1.read.EL0.undefined");
    struct spe_log_error err;
    char path[64];

    (void)state;
    assert_non_null(run.count);
    make_path(path, sizeof(path));
    run_access(path, 0);
    assert_int_equal(spe_cover_read(&run, path, &err), SPE_OK);
    CHECK("passed", run.count[bin], 1);
    CHECK("status", run.run.status, 0);
    assert_string_equal(run.run.test, "cover");
    run_access(path, 3);
    assert_int_equal(spe_cover_read(&run, path, &err), SPE_OK);
    CHECK("failed", run.count[bin], 0);
    CHECK("status", run.run.status, 3);
    unlink(path);
    assert_int_equal(spe_cover_read(&run, path, &err), SPE_ENOENT);
    free(run.count);
}

/* A session that comes to no verdict leaves no file of an earlier one. */
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

/* What is no file of bins is left alone, as is what another output of the run is written to. */
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
    {"spe-bins 1\nend\n", "no end"},
    {"spe-bins 1\n@run test=a seed=1 stim=0 status=0 failed=0 exit=0 why=\nend\nend\n",
     "line 4: 'end': a line behind 'end'"},
    {"spe-bins 1\nother none 1\nother none 1\n",
     "line 3: 'other none': stands twice, or out of order"},
    {"spe-bins 1\nother none x\n", "line 2: 'other none x': needed: BIN COUNT, @ lines, or 'end'"},
    {"spe-bins 1\nnone\n", "line 2: 'none': needed: BIN COUNT, "},
    {"spe-bins 1\nother nothing 1\n", "line 2: 'other nothing': no bin of this version"},
    {"spe-bins 1\n@config /etc/passwd\n", "'@config': allowed: @name @taps "},
    {"spe-bins 1\n@key width = 99\n", "line 2: width = '99': allowed: 1 to 8"},
    {"spe-bins 1\nother none 1", "line 2: 'other none 1': it has no end: the file is cut"},
    {"spe-bins 1\n" RUN "end\n", "the file is damaged: no line '@name'"},
    {"spe-bins 1\n" HEAD RUN "end\n", "the file is damaged: no line '@key name'"},
    {"spe-bins 1\n" HEAD "@key name = a\n" RUN "other none 1\nend\n",
     "the file is damaged: no line '@key pmsver'"},
};

static void damage(void **state)
{
    struct spe_cover_run run = {.count = calloc(spe_cover_bins(), sizeof(uint64_t))};
    struct spe_log_error err;
    char path[64];

    (void)state;
    assert_non_null(run.count);
    make_path(path, sizeof(path));
    for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); i++) {
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        fputs(damaged[i].text, f);
        fclose(f);
        CHECK(damaged[i].text, spe_cover_read(&run, path, &err) == SPE_EBADMSG, true);
        if (strstr(err.text, damaged[i].says) == NULL) {
            fail_msg("'%s' says '%s'", damaged[i].text, err.text);
        }
    }
    unlink(path);
    free(run.count);
}

static int begin(void *user, const struct spe_log_header *header)
{
    struct spe_model_options options = {.taps = header->taps, .max_findings = 100};

    return spe_model_create(user, &header->cfg, &options);
}

static int apply(void *user, const struct spe_txn *txn)
{
    (void)spe_model_apply(*(struct spe_model **)user, txn);
    return SPE_OK;
}

/* How often a log (c_model/test/logs) with these edits counts a bin. */
static uint64_t counted(const char *log, const struct txnlog_edit *edits, const char *bin)
{
    char *text = txnlog_text(log, edits);
    FILE *in = tmpfile();
    struct spe_model *model = NULL;
    struct spe_log_error err;
    struct spe_log_run run;

    assert_non_null(in);
    (void)fputs(text, in);
    rewind(in);
    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, begin, apply, &model, &run, &err), SPE_OK);
    uint64_t n = spe_model_cover(model, bin_named(bin));
    spe_model_destroy(model);
    (void)fclose(in);
    free(text);
    return n;
}

#define READ_EL3 "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f"
#define LATE     E("@key b1_max = 1", "@key b1_max = 1\n@key irq_min = 4\n@key irq_max = 4")

#define TO_EL3(n) n " ctx id=2 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3"

/* An event counts when a read has shown it, levels when they were compared. */
static const struct {
    const char *row, *bin;
    struct txnlog_edit edit[4];
    uint64_t n;
} seen[] = {
    {"read", "event abort_stage2.PMBSR_EL3", {{0}}, 1},
    {"not read", "event abort_stage2.PMBSR_EL3", {E(READ_EL3, NULL)}, 0},
    {"read twice", "event abort_stage2.PMBSR_EL3", {E(READ_EL3, READ_EL3 "\n" READ_EL3)}, 1},
    {"read wrong",
     "event abort_stage2.PMBSR_EL3",
     {E(READ_EL3, "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000e")},
     0},
    {"written before the read",
     "event abort_stage2.PMBSR_EL3",
     {E("43 out levels=0x08",
        "43 sysreg enc=PMBSR_EL3 write=write pos=3 data=0x100940a000f\n43 out levels=0x08")},
     0},
    {"place", "fault_at abort_stage2.second_page", {{0}}, 1},
    {"place not read", "fault_at abort_stage2.second_page", {E(READ_EL3, NULL)}, 0},
    {"level", "exception to_EL3.taken.EL1", {{0}}, 1},
    {"level with two changes in its cycle", /* it is the level of the state before them */
     "exception to_EL3.taken.EL1",
     {E("41 out levels=0x48", "41 ctx id=3 state=EL2+NS+NSPB3+E2PB3+CNTEN+PMSEE3\n" TO_EL3(
                                  "41") "\n41 out levels=0x48\n42 out levels=0x08"),
      E(TO_EL3("42"), NULL), E("43 out levels=0x08", NULL)},
     1},
    {"level too early", "exception to_EL3.taken.EL1", {LATE}, 0},
    {"level not judged",
     "exception to_EL3.taken.EL1",
     {E("@key b1_max = 1", "@key b1_max = 1\n@taps 0x4f")},
     0},
};

/* A level that stays counts once. */
#define IRQ  "41 out pmbirq=1"
#define ONCE "exception PMBIRQ.pending.EL1"

static void levels_that_stay(void **state)
{
    static const struct txnlog_edit stays[4] = {E(IRQ, IRQ "\n42 out pmbirq=1")};
    static const struct txnlog_edit none[4] = {{0}};

    (void)state;
    CHECK("once", counted("fault", none, ONCE), 1);
    CHECK("it stays", counted("fault", stays, ONCE), 1);
}

static void only_what_was_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++) {
        CHECK(seen[i].row, counted("exc_fault", seen[i].edit, seen[i].bin), seen[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),          cmocka_unit_test(names),
        cmocka_unit_test(possible),         cmocka_unit_test(files),
        cmocka_unit_test(damage),           cmocka_unit_test(broken_off),
        cmocka_unit_test(left_alone),       cmocka_unit_test(only_what_was_seen),
        cmocka_unit_test(levels_that_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
