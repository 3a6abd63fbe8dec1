/* SPDX-License-Identifier: Apache-2.0
 *
 * Misuse at the DPI edge.
 */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"

#include <stdlib.h>
#include <unistd.h>

#include "spe/config.h"
#include "spe/model.h"
#include "spe/session.h"
#include "spe_dpi.h"

static void no_config(void)
{
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", SPE_TAP_ALL, 0));
}

static void missing_config(void)
{
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "/nonexistent.cfg", "", SPE_TAP_ALL, 0));
}

static void other_major(void)
{
    assert_null(
        spe_dpi_open((SPE_DPI_VERSION_MAJOR + 1) << 16, 0, "spu", config_path, "", SPE_TAP_ALL, 0));
}

static void newer_minor(void)
{
    void *h = spe_dpi_open(SPE_DPI_VERSION + 1, 0, "spu", config_path, "", SPE_TAP_ALL, 0);

    assert_non_null(h);
    close_after_reset(h);
}

static void other_hash(void)
{
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0x1234, "spu", config_path, "", SPE_TAP_ALL, 0));
}

static void right_hash(void)
{
    struct spe_config *cfg;
    void *h;

    assert_int_equal(spe_config_create(&cfg), 0);
    h = spe_dpi_open(SPE_DPI_VERSION, (long long)spe_config_hash(cfg), "spu", config_path, "",
                     SPE_TAP_ALL, 0);
    spe_config_destroy(cfg);
    assert_non_null(h);
    close_after_reset(h);
}

static void null_handle(void)
{
    assert_int_equal(spe_dpi_pop(NULL, 0, 0, 0, 1, 0), 1);
}

static void wild_handle(void)
{
    void *h = open_default();

    spe_dpi_aw((char *)h + 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    close_after_reset(h);
}

static void closed_handle(void)
{
    void *h = open_default();

    close_after_reset(h);
    spe_dpi_reset(h, 2, 6, 1);
}

static void *open_named(const char *name)
{
    return spe_dpi_open(SPE_DPI_VERSION, 0, name, config_path, "", SPE_TAP_ALL, 0);
}

/* A closed session exists until the last session is closed, which frees all. */
static void reopened(void)
{
    void *a = open_named("a"), *b = open_named("b");

    close_after_reset(a);
    assert_null(open_named("a"));
    close_after_reset(b);
    spe_dpi_reset(a, 2, 6, 1);
}

static void closed_twice(void)
{
    void *h = open_default();

    close_after_reset(h);
    spe_dpi_close(h, 2, 6, 2, 0);
}

static void opened_twice(void)
{
    void *h = open_default();

    assert_null(open_default());
    close_after_reset(h);
}

static void out_of_range(void)
{
    void *h = open_default();

    spe_dpi_reset(h, 0, 0, 256);
    spe_dpi_close(h, 1, 5, 1, 0);
}

/* The session finds that a call is missing, not one whose value nobody has given. */
static void out_of_range_not_told(void)
{
    FILE *findings = tmpfile();
    struct spe_session_options options = {.config_path = config_path, .findings = findings};
    struct spe_session *session = NULL;
    char text[4096];
    void *h;

    assert_non_null(findings);
    assert_int_equal(spe_session_create(&session, "spu", &options), 0);
    assert_int_equal(spe_session_publish(session), 0);
    h = spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", SPE_TAP_ALL, 0);
    spe_dpi_reset(h, 0, 0, 0);
    assert_int_equal(spe_dpi_reset(h, 1, 1, 256), 1);
    spe_dpi_reset(h, 2, 2, 1);
    spe_dpi_close(h, 3, 5, 3, 0);
    rewind(findings);
    text[fread(text, 1, sizeof(text) - 1, findings)] = '\0';
    spe_session_destroy(session);
    fclose(findings);
    assert_non_null(strstr(text, "sequence number 2, expected 1"));
    assert_null(strstr(text, "reset.kind"));
}

static void gap(void)
{
    void *h = open_default();

    spe_dpi_reset(h, 1, 0, 0);
    spe_dpi_close(h, 2, 5, 1, 0);
}

static void cycle_back(void)
{
    void *h = open_default();

    spe_dpi_reset(h, 0, 7, 0);
    spe_dpi_close(h, 1, 5, 1, 0);
}

static void lost_call(void)
{
    void *h = open_default();

    spe_dpi_reset(h, 0, 0, 0);
    spe_dpi_close(h, 1, 5, 2, 0);
}

static void wrong_sum(void)
{
    void *h = open_default();

    spe_dpi_reset(h, 0, 0, 0);
    spe_dpi_close(h, 1, 5, 1, 99);
}

static void never_closed(void)
{
    spe_dpi_reset(open_default(), 0, 0, 0);
}

static void never_opened(void)
{
}

static void bench_timeout(void)
{
    void *h = open_default();

    spe_dpi_run("hang", 7, 0);
    spe_dpi_fail(3, "nothing moved");
    close_after_reset(h);
}

static void published(void)
{
    struct spe_session *session = NULL;
    struct spe_session_options options = {.config_path = config_path};

    assert_int_equal(spe_session_create(&session, "spu", &options), 0);
    assert_int_equal(spe_session_publish(session), 0);
    close_after_reset(spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", SPE_TAP_ALL, 0));
    spe_session_destroy(session);
}

/* The host frees its session too early: later calls of the monitors are misuse. */
static void published_destroyed(void)
{
    struct spe_session *session = NULL;
    struct spe_session_options options = {.config_path = config_path};
    void *h;

    assert_int_equal(spe_session_create(&session, "spu", &options), 0);
    assert_int_equal(spe_session_publish(session), 0);
    h = spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", SPE_TAP_ALL, 0);
    assert_non_null(h);
    spe_session_destroy(session);
    close_after_reset(h);
}

/* It makes a session of the same name, most often at the same address: that is another one. */
static void published_anew(void)
{
    struct spe_session_options options = {.config_path = config_path};
    struct spe_session *session = NULL;
    void *old, *h;

    assert_int_equal(spe_session_create(&session, "spu", &options), 0);
    assert_int_equal(spe_session_publish(session), 0);
    old = spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", SPE_TAP_ALL, 0);
    spe_session_destroy(session);
    assert_int_equal(spe_session_create(&session, "spu", &options), 0);
    assert_int_equal(spe_session_publish(session), 0);
    h = spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", SPE_TAP_ALL, 0);
    assert_non_null(h);
    spe_dpi_reset(old, 0, 0, 0); /* misuse */
    close_after_reset(h);
    spe_session_destroy(session);
}

/* The host must not free a session that spe_dpi_open() created, either. */
static void own_destroyed(void)
{
    void *a = open_named("a"), *b = open_named("b");

    close_after_reset(a);
    spe_session_destroy(spe_session_find("a"));
    close_after_reset(b);
}

/* The host frees the last open one, too: the verdict of the other one comes all the same. */
static void last_own_destroyed(void)
{
    void *a = open_named("a"), *b = open_named("b");

    close_after_reset(a);
    spe_session_destroy(spe_session_find("b"));
    close_after_reset(b);
}

static void published_open(int taps, int order_free)
{
    struct spe_session *session = NULL;
    struct spe_session_options options = {.config_path = config_path};

    assert_int_equal(spe_session_create(&session, "spu", &options), 0);
    assert_int_equal(spe_session_publish(session), 0);
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0, "spu", "", "", taps, order_free));
    spe_session_destroy(session);
}

static void published_other_taps(void)
{
    published_open(SPE_TAP_ALL & ~SPE_TAP_SYNC, 0);
}

static void published_other_order(void)
{
    published_open(SPE_TAP_ALL, 1);
}

static void no_taps(void)
{
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0, "spu", config_path, "", 0, 0));
}

static void log_in_no_folder(void)
{
    assert_null(
        spe_dpi_open(SPE_DPI_VERSION, 0, "spu", config_path, "/nonexistent/log", SPE_TAP_ALL, 0));
}

/* Two sessions must not share a log, however the path is spelled. */
static void two_sessions_one_log(void)
{
    char path[] = "/tmp/test_dpi_logXXXXXX", again[64];
    void *h;

    close(mkstemp(path));
    snprintf(again, sizeof(again), "/tmp/..%s", path);
    h = spe_dpi_open(SPE_DPI_VERSION, 0, "a", config_path, path, SPE_TAP_ALL, 0);
    assert_non_null(h);
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0, "b", config_path, again, SPE_TAP_ALL, 0));
    close_after_reset(h);
    unlink(path);
}

static void two_sessions_no_log(void)
{
    void *a = spe_dpi_open(SPE_DPI_VERSION, 0, "a", config_path, "", SPE_TAP_ALL, 0);
    void *b = spe_dpi_open(SPE_DPI_VERSION, 0, "b", config_path, "", SPE_TAP_ALL, 0);

    assert_non_null(a);
    assert_non_null(b);
    close_after_reset(a);
    close_after_reset(b);
}

/* The log of an earlier run survives a refused call. */
static void refused_keeps_log(void)
{
    char path[] = "/tmp/test_dpi_logXXXXXX";
    int file = mkstemp(path);

    if (file < 0) {
        fail_msg("no file %s", path);
    }
    assert_int_equal(write(file, "kept", 4), 4);
    assert_null(spe_dpi_open(SPE_DPI_VERSION, 0x1234, "spu", config_path, path, SPE_TAP_ALL, 0));
    assert_int_equal(lseek(file, 0, SEEK_END), 4);
    close(file);
    unlink(path);
}

/* More sessions than handles, one after the other: a closed handle is free again. */
static void many_published(void)
{
    for (int i = 0; i < 40; i++) {
        published();
    }
}

/* Out of reset, running, with a context: the next call has the sequence number 4. */
static void *started(void)
{
    void *h = open_default();

    spe_dpi_reset(h, 0, 0, 0);
    spe_dpi_reset(h, 1, 1, 1);
    spe_dpi_clk(h, 2, 1, 1, 1);
    spe_dpi_ctx(h, 3, 1, 0, 0x1018D, 0, 0, 0, 0, 0);
    return h;
}

/* One call whose last or named argument exceeds its field, or the configuration. */
#define RANGE(name, call)                                                                          \
    static void range_##name(void)                                                                 \
    {                                                                                              \
        void *h = started();                                                                       \
        call;                                                                                      \
        spe_dpi_close(h, 5, 9, 5, 0);                                                              \
    }

RANGE(fgt, spe_dpi_sysreg(h, 4, 2, 0, 0xC4C8, 0, 1, 2, 0))
RANGE(outcome, spe_dpi_sysreg(h, 4, 2, 0, 0xC4C8, 0, 6, 0, 0))
RANGE(state, spe_dpi_ctx(h, 4, 2, 1, 1LL << 34, 0, 0, 0, 0, 0))
RANGE(sel_flags, spe_dpi_sel(h, 4, 2, 0, 0, 0, 16, 0, 0))
RANGE(life_flags, spe_dpi_life(h, 4, 2, 0, 4, 1 << 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
RANGE(prev, spe_dpi_life(h, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0))
RANGE(lat_alt, spe_dpi_life(h, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
RANGE(regime, spe_dpi_xl_req(h, 4, 2, 0, 16, 0, 0, 0, 0))
RANGE(nvm, spe_dpi_xl_req(h, 4, 2, 0, 0, 2, 0, 0, 0))
RANGE(req_sh, spe_dpi_xl_req(h, 4, 2, 0, 0, 0, 0, 4, 0))
RANGE(req_attr, spe_dpi_xl_req(h, 4, 2, 0, 0, 0, 256, 0, 0))
RANGE(fault, spe_dpi_xl_rsp(h, 4, 2, 0, 3, 0, 0, 0, 1, 0, 0, 0))
RANGE(fault_gpc, spe_dpi_xl_rsp(h, 4, 2, 0, SPE_XL_GPC, 0, 0, 0, 1, 0, 0, 0))
RANGE(mss2, spe_dpi_xl_rsp(h, 4, 2, 0, 1, 0, 0, 0x10, 1, 0, 0, 0))
RANGE(pas, spe_dpi_xl_rsp(h, 4, 2, 0, 0, 0, 0, 0, 4, 0, 0, 0))
RANGE(pas_root, spe_dpi_xl_rsp(h, 4, 2, 0, 0, 0, 0, 0, SPE_PAS_ROOT, 0, 0, 0))
RANGE(pas_realm, spe_dpi_xl_rsp(h, 4, 2, 0, 0, 0, 0, 0, SPE_PAS_REALM, 0, 0, 0))
RANGE(prot, spe_dpi_aw(h, 4, 2, 0, 0, 0, 3, 1, 16, 0, -1))
RANGE(impdef, spe_dpi_sync(h, 4, 2, SPE_SYNC_IMPDEF, 0, 0))
RANGE(sync_data, spe_dpi_sync(h, 4, 2, SPE_SYNC_CSE, 0, 1))
RANGE(levels, spe_dpi_out(h, 4, 2, 256, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
RANGE(full, spe_dpi_out(h, 4, 2, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0))
RANGE(feed_br, spe_dpi_out(h, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 20, 0, 0, 0, 0, 0, 0, 0, 0))
RANGE(feed_ds, spe_dpi_out(h, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1 << 20))

/* All arguments at their limits: no misuse, whatever the model says about the operation. */
static void limits(void)
{
    void *h = started();

    spe_dpi_ctx(h, 4, 2, 1, (1LL << 34) - 1, -1, -1, -1, -1, -1);
    spe_dpi_sysreg(h, 5, 3, 0, 0xC4C8, 0, 5, 1, 0);
    spe_dpi_xl_req(h, 6, 3, 0, SPE_REGIME_S_EL10, 0, 255, 3, -1);
    spe_dpi_xl_rsp(h, 7, 4, 0, SPE_XL_ABORT, 1, 0x30, SPE_MSS2_ALL, 1, 255, 3, -1);
    spe_dpi_sync(h, 8, 4, SPE_SYNC_TLBI, 0, 0);
    spe_dpi_out(h, 9, 4, 255, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    spe_dpi_close(h, 10, 9, 10, 198335971);
}

/* A run without a compared record does not pass: here, a run that broke no rule has status 1. */
static struct run_case cases[] = {
    {"no configuration", no_config, 2, "no +spe_config=FILE"},
    {"missing configuration", missing_config, 2, "/nonexistent.cfg"},
    {"other major version", other_major, 2, "major version"},
    {"newer minor version", newer_minor, 1, "no record was compared"},
    {"other configuration hash", other_hash, 2, "another configuration"},
    {"right configuration hash", right_hash, 1, "RESULT FAIL"},
    {"NULL handle", null_handle, 4, "not open"},
    {"wild handle", wild_handle, 4, "not open"},
    {"closed handle", closed_handle, 4, "not open"},
    {"closed twice", closed_twice, 4, "not open"},
    {"opened twice", opened_twice, 4, "already connected"},
    {"closed and opened again", reopened, 4, "already connected"},
    {"argument out of range", out_of_range, 4,
     "spe_dpi_reset: argument kind = 256 out of range (seq 0)"},
    {"argument out of range is not told", out_of_range_not_told, 4, "out of range"},
    {"gap in the sequence", gap, 4, "contract"},
    {"cycle steps back", cycle_back, 4, "contract"},
    {"call lost", lost_call, 4, "contract"},
    {"wrong sum", wrong_sum, 4, "contract"},
    {"never closed", never_closed, 4, ""},
    {"never opened", never_opened, 4, ""},
    {"bench gives up", bench_timeout, 3, "nothing moved"},
    {"published session", published, 0, ""},
    {"published session destroyed early", published_destroyed, 4, "destroyed before its handle"},
    {"published session made anew", published_anew, 4, "destroyed before its handle"},
    {"own session destroyed", own_destroyed, 1, "no record was compared"},
    {"last own session destroyed", last_own_destroyed, 4, "RESULT FAIL config=dpi "},
    {"published with other taps", published_other_taps, 2, "other taps"},
    {"published with other order", published_other_order, 2, "another order_free"},
    {"no taps", no_taps, 2, "no taps"},
    {"log that cannot be created", log_in_no_folder, 4, "cannot be created"},
    {"two sessions with one log", two_sessions_one_log, 2, "another session writes this"},
    {"two sessions without a log", two_sessions_no_log, 1, "no record was compared"},
    {"refused open keeps the log", refused_keeps_log, 2, "another configuration"},
    {"sysreg.fgt 2", range_fgt, 4, "sysreg.fgt"},
    {"sysreg.outcome 6", range_outcome, 4, "sysreg.outcome"},
    {"ctx.state bit 34", range_state, 4, "ctx.state"},
    {"sel.flags 16", range_sel_flags, 4, "sel.flags"},
    {"life.flags bit 21", range_life_flags, 4, "life.flags"},
    {"life.prev without an ending", range_prev, 4, "payload of a life event"},
    {"life.lat_alt without an ending", range_lat_alt, 4, "payload of a life event"},
    {"xl_req.regime 16", range_regime, 4, "xl_req.regime"},
    {"xl_req.nvm 2", range_nvm, 4, "xl_req.nvm"},
    {"xl_req.sh 4", range_req_sh, 4, "xl_req.sh"},
    {"xl_req.attr 256", range_req_attr, 4, "out of range"},
    {"xl_rsp.fault 3", range_fault, 4, "xl_rsp.fault"},
    {"xl_rsp.fault GPC", range_fault_gpc, 4, "xl_rsp.fault"},
    {"xl_rsp.mss2 bit 4", range_mss2, 4, "xl_rsp.mss2"},
    {"xl_rsp.pas 4", range_pas, 4, "xl_rsp.pas"},
    {"xl_rsp.pas Root", range_pas_root, 4, "Root address space"},
    {"xl_rsp.pas Realm", range_pas_realm, 4, "xl_rsp.pas"},
    {"aw.prot 16", range_prot, 4, "aw.prot"},
    {"sync IMPDEF", range_impdef, 4, "sync.kind"},
    {"sync.data of a CSE", range_sync_data, 4, "sync.data"},
    {"out.levels 256", range_levels, 4, "out.levels"},
    {"out.full negative", range_full, 4, "out of range"},
    {"out.feed_br", range_feed_br, 4, "out.feed_kind"},
    {"out.feed_ds", range_feed_ds, 4, "out.feed_kind"},
    {"new arguments at their limits", limits, 1, "RESULT FAIL"},
    {"many published sessions", many_published, 0, ""},
};

int main(void)
{
    return run_cases(cases, sizeof(cases) / sizeof(cases[0]));
}
