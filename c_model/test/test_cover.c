/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>

#include "config_members.h"
#include "cover/table.h"
#include "covered.h"
#include "spe/cover.h"
#include "spe/log.h"
#include "spe/regs.h"
#include "spe/session.h"
#include "spe/status.h"

/* Every bin has one group and one name, and the bin's values lead back to the bin. */
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
    const int room = spe_cover_name(0, name, sizeof(name)) + 1;
    memset(name, 0x5A, sizeof(name));
    assert_int_equal(spe_cover_name(0, name, (size_t)room - 1), SPE_ENOSPC);
    assert_int_equal(spe_cover_name(0, name, (size_t)room), room - 1);
    assert_int_equal(name[room - 1], 0);
    assert_int_equal(name[room], 0x5A); /* nothing beyond the room is written */
    free(cover);
}

/* No two bins have the same name. */
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

/* Bins that a configuration can and cannot meet, typed from the texts. */
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
    {{{"sel2", "1"}}, "profiled s_el20.EL1", true},
    {{{"sel2", "1"}, {"rme", "1"}}, "profiled r_el20.EL1", true},
    {{{"sel2", "1"}, {"rme", "1"}, {"vhe", "0"}}, "profiled r_el20.EL1", false},
    {{{"rme", "1"}}, "profiled s_el20.EL1", false},
    {{{NULL}}, "extended exclusive", true},
    {{{NULL}}, "extended atomic+exclusive", false},
    {{{NULL}}, "level target.EL2", true},
    {{{NULL}}, "level target.EL3", true},
    {{{"el2", "0"}}, "level target.EL2", true},
    {{{NULL}}, "level previous.EL3", false},
    {{{"pmsver", "3"}, {"pbt", "1"}}, "level previous.EL3", true},
    {{{NULL}}, "level pc.EL2", true},
    {{{NULL}}, "level pc.EL3", false},
    {{{"el2", "0"}}, "level pc.EL2", false},
    {{{NULL}}, "level pa.EL0", false},
    {{{NULL}}, "fault alignment.stage1.none", true},
    {{{NULL}}, "fault alignment.stage2.none", true},
    {{{"el2", "0"}}, "fault alignment.stage2.none", false},
    {{{NULL}}, "fault alignment.stage1.level_3", false},
    {{{NULL}}, "fault_at abort_stage1.second_page", true},
    {{{NULL}}, "fault_at abort_stage1.inner", false},
    {{{"max_size", "11"}, {"axi_bytes", "8"}}, "fault_at abort_stage1.inner", true},
    {{{"max_size", "11"}, {"axi_bytes", "16"}}, "fault_at abort_stage1.inner", false},
    {{{"max_size", "11"}, {"axi_bytes", "8"}, {"align", "2"}}, "fault_at abort_stage1.inner", true},
    {{{"max_size", "11"}, {"axi_bytes", "8"}, {"align", "3"}},
     "fault_at abort_stage1.inner",
     false},
    {{{NULL}}, "operation sve.retire", false},
    {{{NULL}}, "operation general.squash", false},
    {{{"misspec_record", "1"}}, "operation general.squash", true},
    {{{NULL}}, "events 0.1", true},
    {{{NULL}}, "events 10.0", true},
    {{{NULL}}, "events 10.1", false},
    {{{NULL}}, "events 16.0", false},
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
    {{{NULL}}, "type LD.on.1.rejected", true}, /* rejected by another filter */
    {{{NULL}}, "type LD.mask.0.kept", false},
    {{{NULL}}, "type FP.off.0.kept", false},
    {{{"pmsver", "5"}, {"eft", "1"}}, "type FP.off.0.kept", true},
    {{{"pmsver", "5"}, {"eft", "1"}}, "type LD.mask.1.kept", false},
    {{{"pmsver", "5"}, {"eft", "1"}}, "type LD.mask.1.rejected", true},
    {{{"pmsver", "5"}, {"eft", "1"}}, "type LD.on_mask.0.kept", false},
    {{{NULL}}, "branch not_recorded.cond+indirect", true},
    {{{NULL}}, "branch not_recorded.gcs", false},
    {{{"pmsver", "3"}, {"crr", "1"}}, "branch call.cond", false},
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
    {{{NULL}}, "bus 15.virtual", true},
    {{{NULL}}, "bus 15.physical", false},
    {{{"pmsver", "6"}, {"nvm", "1"}}, "bus 15.physical", true},
    {{{NULL}}, "region limit.end.virtual", true},
    {{{NULL}}, "region record.end.virtual", false},
    {{{"pmsver", "6"}, {"nvm", "1"}}, "region record.end.physical", false},
    {{{"pmsver", "6"}, {"nvm", "1"}}, "region record.wide.physical", true},
    {{{"pmsver", "6"}, {"nvm", "1"}}, "region record.upper.physical", false},
    {{{NULL}}, "interval 65536_up.random.selected", true},
    {{{"ernd", "1"}}, "interval 1.random.selected", false},
    {{{"ernd", "1"}}, "interval 1.random_after.counting", true},
    {{{NULL}}, "depth 0.2.sampled", true},
    {{{NULL}}, "depth 1.2.collided", true},
    {{{NULL}}, "depth 1.2.sampled", false},
    {{{NULL}}, "depth 0.3.sampled", false},
    {{{"inflight", "2"}}, "depth 1.0.sampled", true},
    {{{"sync_scope", "strict"}}, "depth 0.1.collided", true},
    {{{"sync_scope", "strict"}}, "depth 1.1.collided", false},
    {{{NULL}}, "order full.overtaken", false}, /* [abort_wait] */
    {{{"ext_abort", "serror"}}, "order full.overtaken", true},
    {{{"ext_abort", "serror"}, {"axi_one_id", "1"}}, "order full.overtaken", false},
    {{{"ext_abort", "serror"}}, "order full.kept", false}, /* [record_done] */
    {{{"ext_abort", "serror"}, {"record_done", "w"}}, "order full.kept", true},
    {{{"ext_abort", "serror"}, {"record_done", "w"}}, "order full.none", false},
    {{{"ext_abort", "serror"}, {"record_done", "w"}, {"event_max", "2"}}, "order full.none", true},
    {{{"ext_abort", "serror"}}, "order full.none", true},
    {{{NULL}}, "order abort_stage1.kept", false}, /* [abort_wait] */
    {{{"abort_wait", "0"}}, "order abort_stage1.kept", true},
    {{{"ext_abort", "serror"}}, "order abort_stage1.kept", true},
    {{{"ext_abort", "serror"}, {"align", "6"}}, "order abort_stage1.kept", false},
    {{{"pmsver", "2"}, {"impdef_event", "1"}}, "order impdef.kept", true},
    {{{"disabled_record", "event"}}, "order denied.kept", true},
    {{{"disabled_record", "event"}, {"sync_scope", "strict"}}, "order denied.kept", false},
    {{{NULL}}, "order gpc.none", false},
    {{{NULL}}, "barrier PSB.flight+queued+writing.on", true},
    {{{NULL}}, "barrier PSB.queued.stopped", false},
    {{{NULL}}, "barrier PSB.queued.off", false},
    {{{"disabled_record", "write"}}, "barrier PSB.queued.off", true},
    {{{"sync_scope", "strict"}}, "barrier PSB.flight+queued.on", false},
    {{{"sync_scope", "strict"}}, "barrier PSB.flight+writing.on", false},
    {{{"sync_scope", "strict"}, {"ext_abort", "async"}, {"record_done", "w"}},
     "barrier PSB.flight+writing.on",
     true},
    {{{"record_queue", "1"}}, "barrier PSB.queued+writing.on", false},
    {{{"record_queue", "1"}, {"ext_abort", "async"}}, "barrier PSB.queued+writing.on", true},
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
        CHECK(reachable[i].bin, can[covered_bin(reachable[i].bin)], reachable[i].possible);
    }
    free(can);
}

/* RYZJQX: an exception has an implemented target, and is taken from the levels below the target;
 * with KE, also from EL1 and EL2 themselves. PMBIRQ is an interrupt level, and never taken. */
static void exceptions_have_their_levels(void **state)
{
    bool *can = calloc(spe_cover_bins(), sizeof(*can));

    (void)state;
    assert_non_null(can);
    for (unsigned i = 0; i < 8 * 4 * 4 * 2; i++) {
        const unsigned target = i / 32 % 4, level = i / 8 % 4;
        const bool exc = (i & 1) != 0, el[] = {true, true, (i & 2) != 0, (i & 4) != 0};
        const bool taken = i >= 128, one = (target == 0 || (exc && el[target])) && el[level];
        const bool from = target != 0 && (level < target || (level == target && target != 3));
        struct spe_config cfg;
        char bin[64], to[16];

        spe_config_init(&cfg);
        cfg.pmsver = 6;
        cfg.fne = true;
        cfg.exc = exc;
        cfg.el2 = el[2];
        cfg.el3 = el[3];
        (void)snprintf(to, sizeof(to), "to_EL%u", target);
        (void)snprintf(bin, sizeof(bin), "exception %s.%s.EL%u", target == 0 ? "PMBIRQ" : to,
                       taken ? "taken" : "pending", level);
        spe_cover_possible(&cfg, can);
        CHECK(bin, can[covered_bin(bin)], one && (!taken || from));
    }
    free(can);
}

/* Every bin has a meaning with its section, and no two meanings are equal. */
static void meanings(void **state)
{
    size_t bins = spe_cover_bins();
    char(*all)[256] = calloc(bins, sizeof(*all));

    (void)state;
    assert_non_null(all);
    for (size_t bin = 0; bin < bins; bin++) {
        const int n = spe_cover_meaning(bin, all[bin], sizeof(all[bin]));
        assert_in_range(n, 20, 200);
        assert_int_equal(all[bin][n - 1], ')');
        assert_null(strpbrk(all[bin], "\"\\")); /* for JSON */
    }
    assert_string_equal(
        all[covered_bin("access PMSCR_EL1.read.EL1.ok")],
        "System register accesses by outcome: PMSCR_EL1, read, at EL1, done (D24.7, 4.1)");
    assert_string_equal(all[covered_bin("branch call.cond+indirect")],
                        "payload Branch: call, conditional and indirect (D18.2.7)");
    assert_string_equal(all[covered_bin("other none")], "payload Other: none (D18.2.7)");
    qsort(all, bins, sizeof(*all), by_text);
    for (size_t i = 1; i < bins; i++) {
        assert_string_not_equal(all[i - 1], all[i]);
    }
    CHECK("no bin", spe_cover_meaning(bins, all[0], sizeof(all[0])), SPE_EINVAL);
    CHECK("no room", spe_cover_meaning(0, all[0], 20), SPE_ENOSPC);
    free(all);
}

#define READ_EL3 "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x100940a000f"
#define LATE     E("@key b1_max = 1", "@key b1_max = 1\n@key irq_min = 4\n@key irq_max = 4")

#define TO_EL3(n) n " ctx id=2 state=EL3+NS+NSPB3+E2PB3+CNTEN+PMSEE3"

/* An event counts once a read has shown it; levels count once they were compared. */
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
    {"level with two changes in its cycle", /* compared with the state before both changes */
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

static int open_session(void *user, const struct spe_log_header *header)
{
    struct spe_session_options options = {.cfg = header->cfg};

    return spe_session_create(user, "spu0", &options);
}

static int submit(void *user, const struct spe_txn *txn)
{
    (void)spe_session_submit(*(struct spe_session **)user, txn);
    return SPE_OK;
}

/* @return the exit status of a run with this log. `said`: the text of the verdict. */
static int verdict_of(const char *log, const struct txnlog_edit *edits, char *said, size_t bytes)
{
    const struct spe_run_info info = {.test = "cover", .allow_no_records = true};
    char *text = txnlog_text(log, edits);
    FILE *in = tmpfile(), *out = tmpfile();
    struct spe_session *session = NULL;
    struct spe_log_error err;
    struct spe_log_run run;

    assert_true(in != NULL && out != NULL && fputs(text, in) >= 0);
    rewind(in);
    assert_int_equal(spe_log_parse(in, TXNLOG_FILE, open_session, submit, &session, &run, &err),
                     SPE_OK);
    const int status = spe_verdict_print(out, &session, 1, &info);
    spe_session_destroy(session);
    rewind(out);
    said[fread(said, 1, bytes - 1, out)] = '\0';
    (void)fclose(in);
    (void)fclose(out);
    free(text);
    return status;
}

/* All comparisons match, but a translation reports a fault that only a write can have (D17.8.4).
 * The run fails and names the bin. */
static void met_and_impossible(void **state)
{
    static const struct txnlog_edit none[4] = {{0}};
    static const struct txnlog_edit sync[4] = {
        E("40 xl_rsp id=2 fault=1 stage2=1 fsc=0x0f mss2=0x100",
          "40 xl_rsp id=2 fault=1 stage2=1 fsc=0x10"),
        E(READ_EL3, "44 sysreg enc=PMBSR_EL3 write=read pos=3 data=0x940a0010")};
    /* EL3 in AArch32 state: such a PE has no SPE (3.2.3, UsingAArch32()). */
    static const struct txnlog_edit a32[4] = {
        E("60 close", "56 ctx id=3 state=EL3+A32+NS+NSPB3+E2PB3+CNTEN+PMSEE3\n"
                      "58 sysreg enc=PMSCR_EL1 write=read pos=3 outcome=UNDEFINED\n60 close")};
    char said[1024];

    (void)state;
    CHECK("possible", verdict_of("exc_fault", none, said, sizeof(said)), 0);
    assert_null(strstr(said, "why: "));
    CHECK("impossible", verdict_of("exc_fault", sync, said, sizeof(said)), 1);
    assert_non_null(strstr(said, "why: cycle 44: the run has met a bin of coverage that its "
                                 "configuration cannot meet: fault external_sync.stage2.none: "
                                 "faults by stage and level: "));
    assert_non_null(strstr(said, " mismatches=0 "));
    CHECK("access", verdict_of("exc_fault", a32, said, sizeof(said)), 1);
    assert_non_null(strstr(said, "why: cycle 58: "));
    assert_non_null(strstr(said, "cannot meet: access PMSCR_EL1.read.EL3.undefined: "));
}

/* A level that does not change counts once. */
#define IRQ  "41 out pmbirq=1"
#define ONCE "exception PMBIRQ.pending.EL1"

static void levels_that_stay(void **state)
{
    static const struct txnlog_edit stays[4] = {E(IRQ, IRQ "\n42 out pmbirq=1")};
    static const struct txnlog_edit none[4] = {{0}};

    (void)state;
    CHECK("once", covered_count("fault", none, ONCE), 1);
    CHECK("it stays", covered_count("fault", stays, ONCE), 1);
}

static void only_what_was_seen(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++) {
        CHECK(seen[i].row, covered_count("exc_fault", seen[i].edit, seen[i].bin), seen[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(names),
        cmocka_unit_test(meanings),
        cmocka_unit_test(possible),
        cmocka_unit_test(exceptions_have_their_levels),
        cmocka_unit_test(only_what_was_seen),
        cmocka_unit_test(levels_that_stay),
        cmocka_unit_test(met_and_impossible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
