// SPDX-License-Identifier: Apache-2.0
//
// Owners in Secure and Realm state, reserved owners, Debug state, and the kinds of timestamps that
// the owners' controls choose (DDI 0586A 3.2.1, 3.3, 3.4.2; D17.4, Tables D17-1 and D17-2).

#include "drive/driver.hpp"
#include "drive/handover.hpp"
#include "legal.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 4;

/* Give every regime its own pages: a record in a wrong regime then hits a guard page. */
void map_regimes(Seq &seq)
{
    Driver driver(seq);

    for (Owner owner : every_owner) {
        driver.settings.owner = owner;
        driver.map(base, pages);
    }
}

void quick_loads(Seq &seq, FixedOps &fixed)
{
    fixed.one_load();
    fixed.each.xlat_start = 4;
    fixed.each.xlat_end = 8;
    fixed.each.va_valid = fixed.each.pa_valid = true;
    fixed.each.va = 0x0000123456789abc;
    fixed.each.pa = 0x00000fedcba98765;
    seq.set_source(&fixed);
}

void prepare(Driver &driver, Owner owner)
{
    driver.settings.owner = owner;
    driver.place(base, base + pages * 4096u);
}

/* Visits levels in states, and counts the visits with and without profiling. */
struct Visit {
    Seq &seq;
    Driver &driver;
    uint64_t profiled = 0, silent = 0;

    /* Play one operation that would be selected at once, then enough for another selection. */
    void at(const Context &wanted)
    {
        const Context c = legal(seq.cfg, wanted);
        const uint64_t before = seq.bench.pe.sampled();

        change_owner(seq, c);
        seq.run(20);
        write_records(seq);
        (seq.bench.pe.sampled() != before ? profiled : silent)++;
    }
};

/* From its kernel, an owner profiles each level below it in its own state, and none in other
 * states, with different enables of the levels. */
void visit_levels(Seq &seq, Owner owner, Visit &visit, bool with_el2)
{
    Driver &driver = visit.driver;

    prepare(driver, owner);
    for (unsigned n = 0; n < 48; n++) {
        static const Owner others[] = {Owner::NsEl1, Owner::SecureEl1, Owner::RealmEl1};
        const Context home = driver.kernel();
        Context there = home.at(static_cast<El>(n % 4));

        driver.settings.pmscr_el1 = n / 4 % 3 == 0 ? pmscr_all : tb_rng_u64(&seq.rng) & pmscr_all;
        driver.settings.pmscr_el2 = n / 4 % 3 == 0 ? pmscr_all : tb_rng_u64(&seq.rng) & pmscr_all;
        driver.program(1 + n % 3);
        if (with_el2)
            there.eel2 = true;
        there.tge = there.tge && there.el != El::El1; // a host's guest
        driver.enable(driver.kernel());
        visit.at(there);
        const Context other = owner_context(others[n / 4 % 3]);

        there.scr_ns = other.scr_ns;
        there.nse = other.nse;
        there.eel2 = (n & 1) != 0;
        if (owner_possible(seq.cfg, others[n / 4 % 3]))
            visit.at(there);
        visit.at(home);
        driver.stop();
        prepare(driver, owner);
    }
}

void visit_owners(Seq &seq, const Owner *owners, unsigned n)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    Visit visit{seq, driver};

    map_regimes(seq);
    quick_loads(seq, fixed);
    for (unsigned i = 0; i < n; i++) {
        if (!owner_possible(seq.cfg, owners[i]))
            continue;
        visit_levels(seq, owners[i], visit, false);
        if (owners[i] == Owner::SecureEl1 && seq.cfg.sel2)
            visit_levels(seq, owners[i], visit, true); // below a Secure EL2
    }
    seq.expect(visit.profiled >= 40 && visit.silent >= 40, "levels with and without profiling");
    seq.require(&spe_totals::samples, "samples", 40);
    seq.require(&spe_totals::records, "records", 40);
}

void owner_secure_el2(Seq &seq)
{
    static const Owner owners[] = {Owner::SecureEl1, Owner::SecureEl2, Owner::SecureEl2Host,
                                   Owner::NsEl2};

    visit_owners(seq, owners, 4);
}

void owner_realm(Seq &seq)
{
    static const Owner owners[] = {Owner::RealmEl1, Owner::RealmEl2, Owner::RealmEl2Host,
                                   Owner::SecureEl1, Owner::NsEl1};

    visit_owners(seq, owners, 5);
}

/* MDCR_EL2.E2PB 0b01 is reserved and taken as 0b11 (E1): EL1 owns the buffer, and accesses are not
 * trapped. */
void reserved_e2pb(Seq &seq)
{
    Driver driver(seq);

    seq.ops.mix.slow = 0;
    seq.ops.mix.usual_latency = 16;
    seq.ops.mix.nonarch = seq.ops.mix.replay = seq.ops.mix.mispredict = 0;
    driver.map(base, pages);
    prepare(driver, Owner::NsEl1);
    for (unsigned i = 0; i < 16; i++) {
        Context at = driver.kernel();

        driver.program(1 + i);
        driver.enable(driver.kernel());
        at.e2pb = i % 4 == 3 ? 3 : 1;
        seq.context(at.at(El::El2));
        seq.context(at);
        seq.expect_eq(seq.mrs(PMBPTR_EL1), driver.first, "PMBPTR_EL1");
        seq.expect_eq(seq.read(PMBIDR_EL1).data >> 4 & 1u, 0, "PMBIDR_EL1.P");
        seq.run(60);
        seq.context(at.at(El::El0));
        seq.run(60);
        seq.drain_life();
        seq.psb();
        driver.stop();
        driver.place(base, driver.limit);
    }
}

/* MDCR_EL3.{NSPBE, NSPB} has a reserved value. Either [nspb_reserved] names the owner, or there is
 * no owner, nothing is sampled, and PMBIDR_EL1.P reads 0 (RQJWVQ, Table D17-1; D24.7.1). */
void reserved_nspb(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    const bool owned = seq.cfg.nspb_reserved != spe_cfg_nspb_reserved_none;
    uint64_t reserved = 0, prohibited = 0;

    map_regimes(seq);
    quick_loads(seq, fixed);
    for (unsigned n = 0; n < 36; n++) {
        static const Owner owners[] = {Owner::NsEl1, Owner::RealmEl1, Owner::SecureEl1,
                                       Owner::NsEl2, Owner::RealmEl2, Owner::SecureEl2};
        Context c = owner_context(owners[n % 6]);

        if (!owner_possible(seq.cfg, owners[n % 6]))
            continue;
        prepare(driver, owners[n % 6]);
        driver.program(1);
        driver.enable(driver.kernel());
        // Without Secure state, 0b0 is reserved, too.
        c.nspbe = seq.cfg.secure || n / 12 % 2 == 0;
        c.nspb = n / 6 % 2;
        change_owner(seq, c);
        const uint64_t before = seq.bench.pe.sampled();

        prohibited += seq.read(PMBIDR_EL1).data >> 4 & 1u;
        seq.run_samples(1, 40);
        change_owner(seq, c.at(El::El0));
        seq.run(30);
        write_records(seq);
        reserved += seq.bench.pe.sampled() - before;
        change_owner(seq, driver.kernel());
        seq.run(20); // the owner is valid again
        write_records(seq);
        driver.stop();
    }
    seq.expect((reserved != 0) == owned, "operations sampled with a reserved value");
    seq.expect((prohibited != 0) == owned, "PMBIDR_EL1.P with a reserved value");
}

/* The operation ends at EL3, where SCR_EL3.{NSE, NS} may be 0b10, a value that no lower level has.
 * With a reserved MDCR_EL3.{NSPBE, NSPB} that names no owner, this state is not the owner, either.
 */
void reserved_root(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    quick_loads(seq, fixed);
    for (Owner owner : {Owner::NsEl1, Owner::RealmEl1, Owner::NsEl2, Owner::RealmEl2}) {
        prepare(driver, owner);
        driver.program(1);
        driver.enable(driver.kernel());
        seq.bench.pe.life().hold(true);
        seq.run_samples(1, 40);
        Context c = driver.kernel().at(El::El3);

        c.nspbe = c.nse = true;
        c.nspb = c.scr_ns = 0;
        seq.context(c);
        seq.bench.pe.life().hold(false);
        seq.drain_life();
        seq.idle(60);
        driver.stop();
    }
}

void owner_reserved(Seq &seq)
{
    reserved_e2pb(seq);
    if (seq.cfg.rme)
        reserved_nspb(seq);
    if (seq.cfg.rme && seq.cfg.secure) // without Secure state SCR_EL3.NS is 1
        reserved_root(seq);
    seq.require(&spe_totals::records, "records", 16);
}

/* Enter and leave Debug state at each level, with a sample in flight and records queued. Nothing is
 * sampled in Debug state. [debug_stops] says whether queued records are written (E2). */
void debug_state(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    map_regimes(seq);
    quick_loads(seq, fixed);
    seq.bench.axi.set_pressure({8, 8, 0, 20});
    for (unsigned n = 0; n < 4 * 27; n++) {
        const Owner owner = every_owner[n % 9];

        if (!owner_possible(seq.cfg, owner))
            continue;
        prepare(driver, owner);
        driver.program(1);
        driver.enable(driver.kernel());
        seq.run_samples(1 + n % 2, 600);
        seq.idle(n / 9 * 3);
        Context c = seq.context();

        c.debug = true;
        c.sdd = seq.cfg.exc && (n & 1) != 0 && c.scr_ns;
        seq.context(c);
        const uint64_t before = seq.bench.pe.sampled();

        seq.run(600);
        seq.context(c.at(n % 4 == 0 && !c.sdd && seq.cfg.el3 ? El::El3 : c.el));
        seq.run(60);
        seq.expect_eq(seq.bench.pe.sampled(), before, "operations sampled in Debug state");
        seq.context(driver.kernel());
        seq.drain_life();
        driver.stop();
    }
    seq.require(&spe_totals::samples, "samples", 12);
    seq.require(&spe_totals::records, "records", 10);
}

/* Take one record with a timestamp of the kind that both PCT fields select for this owner and
 * level. */
void one_stamp(Seq &seq, Driver &driver, const Context &at)
{
    driver.program(1);
    driver.enable(driver.kernel());
    seq.context(at);
    seq.run(1);
    write_records(seq); // the regime may change behind it (IPDDCL)
    driver.stop();
    driver.place(base, driver.limit);
}

/* Every PCT of both registers, for each owner and each level that it profiles, in a host or not.
 * The offsets have distinct bytes; CNTVOFF_EL2 is subtracted in Secure state, too (3.3, T1; N3). */
void ts_kinds(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    map_regimes(seq);
    quick_loads(seq, fixed);
    for (unsigned n = 0; n < 9 * 16 * 4; n++) {
        const Owner owner = every_owner[n / 64];
        const uint64_t one = n % 4, two = n / 4 % 4;

        if (!owner_possible(seq.cfg, owner) || (seq.cfg.ecv == 0 && (one | two) > 1))
            continue;
        prepare(driver, owner);
        driver.settings.pmscr_el1 = (pmscr_all & ~pmscr_pct) | one << 6;
        driver.settings.pmscr_el2 = (pmscr_all & ~pmscr_pct) | two << 6;
        Context at = driver.kernel().at(static_cast<El>(n / 16 % 3));

        // A fourth case: EL2 in host, whoever owns the buffer.
        if (n / 16 % 4 == 3) {
            at.el = El::El2;
            at.e2h = seq.cfg.vhe != 0;
        }
        at.eel2 = at.eel2 || (owner == Owner::SecureEl1 && (n & 1) != 0);
        at.cntvoff = 0x0000112233445566;
        at.cntpoff = 0x0000000000aabbcc;
        at = legal(seq.cfg, at);
        if (at.el <= driver.kernel().el)
            one_stamp(seq, driver, at);
    }
    seq.require(&spe_totals::records, "records", 12);
}

const TestCase cases[] = {
    {"owner_secure_el2", "owners in Secure state, with and without an EL2",
     [](const struct spe_config &c) { return c.sel2 && c.el3; }, owner_secure_el2},
    {"owner_realm", "owners in Realm state", [](const struct spe_config &c) { return c.rme != 0; },
     owner_realm},
    {"owner_reserved", "reserved values of MDCR_EL2.E2PB and MDCR_EL3.{NSPBE, NSPB}",
     [](const struct spe_config &c) { return c.el2 != 0; }, owner_reserved},
    {"debug_state", "Debug state at each level, samples and records on their way", nullptr,
     debug_state},
    {"ts_kinds", "kinds of timestamps by owner, level and PCT", nullptr, ts_kinds},
};

} // namespace

const TestList state_tests = list_of(cases);

} // namespace tb
