// SPDX-License-Identifier: Apache-2.0
//
// SPE Profiling exceptions and PMBIRQ: every row of Tables D17-8, D17-9 and D17-10 with every value
// that the row covers; the time at which an exception is taken (RNXPMV); handlers at each level;
// PMU counters that stop with the buffer (PMBLIMITR_EL1.PMFZ).

#include "drive/driver.hpp"
#include "drive/pattern.hpp"
#include "legal.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 2;

/* The cells: '-' no exception; '1' to '3' taken to that level; 'B' masked by PSTATE.PM; 'C' masked
 * whatever PSTATE.PM is, because the level is above the target, or is the target and masks
 * exceptions to itself; 'n' not applicable. Masked exceptions are pending. */
struct Row8 {
    const char *pmsee, *ee2, *tge, *ee, *ke, *pm;
    bool irq;
    const char *from; ///< EL0, EL1, EL2, EL3
};

/* Table D17-8: PMBSR_EL1.S is 1. `ee` and `ke` are PMSCR_EL1.{EE, KE}, `ee2` is PMSCR_EL2.EE. */
constexpr Row8 table_d17_8[] = {
    {"00", "XX", "0", "XX", "X", "X", true, "----"},
    {"00", "XX", "1", "XX", "X", "X", true, "-n--"},
    {"!00", "00", "0", "XX", "X", "X", true, "----"},
    {"!00", "00", "1", "XX", "X", "X", true, "-n--"},
    {"!00", "!00", "0", "0X", "X", "X", true, "----"},
    {"!00", "!00", "0", "1X", "0", "X", false, "1CCC"},
    {"!00", "!00", "0", "1X", "1", "0", false, "11CC"},
    {"!00", "!00", "0", "1X", "1", "1", false, "1BCC"},
    {"!00", "!00", "1", "0X", "X", "X", true, "-n--"},
    {"!00", "!00", "1", "1X", "X", "X", false, "2nCC"},
};

/* Table D17-9: PMBSR_EL2.S is 1. `ee2` and `ke` are PMSCR_EL2.{EE, KE}. */
struct Row9 {
    const char *pmsee, *ee2, *ke, *tge, *pm;
    const char *from;
};
constexpr Row9 table_d17_9[] = {
    {"00", "XX", "X", "0", "X", "----"},  {"00", "XX", "X", "1", "X", "-n--"},
    {"!00", "0X", "X", "0", "X", "----"}, {"!00", "0X", "X", "1", "X", "-n--"},
    {"!00", "10", "X", "0", "X", "22CC"}, {"!00", "10", "X", "1", "X", "2nCC"},
    {"!00", "11", "0", "0", "X", "22CC"}, {"!00", "11", "0", "1", "X", "2nCC"},
    {"!00", "11", "1", "0", "0", "222C"}, {"!00", "11", "1", "0", "1", "22BC"},
    {"!00", "11", "1", "1", "0", "2n2C"}, {"!00", "11", "1", "1", "1", "2nBC"},
};

/* Table D17-10: PMBSR_EL3.S is 1. */
struct Row10 {
    const char *pmsee, *tge;
    const char *from;
};
constexpr Row10 table_d17_10[] = {
    {"0X", "0", "----"}, {"0X", "1", "-n--"}, {"10", "0", "333C"},
    {"10", "1", "3n3C"}, {"11", "0", "333C"}, {"11", "1", "3n3C"},
};

/* Values of the controls, and the Exception level. Bits 0, 1 and 2 of `s` are S of PMBSR_EL1, of
 * PMBSR_EL2 and of PMBSR_EL3. */
struct Case {
    unsigned pmsee, ee2, ee1, tge, ke, pm, el, s;
};

struct Levels {
    bool irq = false;
    unsigned pending = 0, take = 0;
};

/* Add the cell of a row for this level. `target` is the level of the exception if it is masked. */
void add_cell(Levels &l, char cell, unsigned target)
{
    if (cell == '-')
        return;
    l.pending |= 1u << (target - 1);
    if (cell >= '1' && cell <= '3')
        l.take |= 1u << (cell - '1');
}

Levels expected(const struct spe_config &cfg, const Case &asked)
{
    Case c = asked;
    Levels l;

    if (cfg.nv == 0 && cfg.ee_reserved == spe_cfg_ee_reserved_off && (c.ee1 == 1 || c.ee1 == 2))
        c.ee1 = 0; // the reserved value, Q1

    for (const Row8 &row : table_d17_8) {
        if ((c.s & 1) != 0 && matches(row.pmsee, c.pmsee) && matches(row.ee2, c.ee2) &&
            matches(row.tge, c.tge) && matches(row.ee, c.ee1) && matches(row.ke, c.ke) &&
            matches(row.pm, c.pm)) {
            l.irq = row.irq;
            add_cell(l, row.from[c.el], c.tge != 0 ? 2 : 1);
        }
    }
    for (const Row9 &row : table_d17_9) {
        if ((c.s & 2) != 0 && matches(row.pmsee, c.pmsee) && matches(row.ee2, c.ee2) &&
            matches(row.tge, c.tge) && matches(row.ke, c.ke) && matches(row.pm, c.pm))
            add_cell(l, row.from[c.el], 2);
    }
    for (const Row10 &row : table_d17_10) {
        if ((c.s & 4) != 0 && matches(row.pmsee, c.pmsee) && matches(row.tge, c.tge))
            add_cell(l, row.from[c.el], 3);
    }
    return l;
}

/* Write the registers that all cases with these EE, KE and S share. */
void write_controls(Seq &seq, const Context &top, unsigned ee1, unsigned ee2, unsigned ke,
                    unsigned s)
{
    static const uint16_t registers[] = {PMBSR_EL1, PMBSR_EL2, PMBSR_EL3};

    seq.context(top);
    seq.msr(PMSCR_EL1, pmscr_ee(ee1) | (ke != 0 ? pmscr_ke : 0));
    seq.msr(PMSCR_EL2, pmscr_ee(ee2) | (ke != 0 ? pmscr_ke : 0));
    for (unsigned i = 0; i < 3; i++)
        seq.msr(registers[i], (s >> i & 1u) != 0 ? pmbsr_s : 0);
}

void one_case(Seq &seq, const Context &home, const Case &c)
{
    Context at = home.at(static_cast<El>(c.el));

    at.pmsee = static_cast<uint8_t>(c.pmsee);
    at.tge = c.tge != 0;
    at.pm = c.pm != 0;
    if (at != legal(seq.cfg, at))
        return; // "n/a"
    seq.context(at);
    seq.idle(static_cast<uint64_t>(seq.cfg.irq_max) + 1);
    const ProfAgent &prof = seq.bench.pe.prof();
    const Levels l = expected(seq.cfg, c);
    const std::string what = " EL" + std::to_string(c.el) + " PMSEE " + std::to_string(c.pmsee) +
                             " EE " + std::to_string(c.ee2) + std::to_string(c.ee1) + " TGE " +
                             std::to_string(c.tge) + " KE " + std::to_string(c.ke) + " PM " +
                             std::to_string(c.pm) + " S " + std::to_string(c.s);

    seq.expect_eq(seq.bench.pe.irq(), l.irq, "PMBIRQ" + what);
    seq.expect_eq(prof.pending(), l.pending, "pending" + what);
    seq.expect_eq(prof.to_take(), l.take, "taken" + what);
}

/* Visit other contexts: another Security state, EL2 not enabled, nested virtualization, and Debug
 * state, in which no exception is taken. */
void elsewhere(Seq &seq)
{
    for (unsigned n = 0; n < 600; n++) {
        const uint64_t r = tb_rng_u64(&seq.rng);

        if (n % 6 == 0)
            write_controls(seq, owner_context(Owner::NsEl1).at(El::El3), r & 3u, r >> 2 & 3u,
                           r >> 4 & 1u, r >> 5 & 7u);
        Context c = any_context(seq.cfg, seq.rng);

        c.debug = n % 4 == 0;
        seq.context(c);
        seq.idle(static_cast<uint64_t>(seq.cfg.irq_max) + 1);
        if (c.debug)
            seq.expect_eq(seq.bench.pe.prof().to_take(), 0, "exceptions taken in Debug state");
    }
}

/* Every set of S bits with every value of the controls, in the owning state, with EL2 enabled. The
 * digits of n, from the lowest: ee1 (4 values), ee2 (4), ke (2), s (8). The digits of m: el (4),
 * pmsee (4), tge (2), pm (2). */
void prof_tables(Seq &seq)
{
    static const Owner owners[] = {Owner::NsEl1, Owner::RealmEl1, Owner::SecureEl1};

    for (unsigned n = 0; n < 4 * 4 * 2 * 8; n++) {
        const Owner owner = owners[n % 3];
        Context home = owner_context(owner_possible(seq.cfg, owner) ? owner : Owner::NsEl1);

        home.eel2 = !home.scr_ns;
        write_controls(seq, home.at(El::El3), n % 4, n / 4 % 4, n / 16 % 2, n / 32);
        for (unsigned m = 0; m < 4 * 2 * 2 * 4; m++)
            one_case(seq, home,
                     {m / 4 % 4, n / 4 % 4, n % 4, m / 16 % 2, n / 16 % 2, m / 32, m % 4, n / 32});
    }
    elsewhere(seq);
    seq.require_check(SPE_CHECK_OUT_IRQ, 100);
    seq.require_check(SPE_CHECK_OUT_EXCEPTION, 400);
}

/* How S becomes visible before the context synchronization event, after which the exception comes.
 */
enum class Cause : uint8_t { Write, Read, Psb };

class Handler
{
  public:
    Handler(Seq &seq, Owner owner, unsigned target);

    Driver &driver()
    {
        return driver_;
    }

    void start(const Context &at);

    void service();

  private:
    Seq &seq_;
    Driver driver_;
    unsigned target_;
};

Handler::Handler(Seq &seq, Owner owner, unsigned target) : seq_(seq), driver_(seq), target_(target)
{
    Settings &s = driver_.settings;

    s.owner = owner;
    s.pmsee = target == 3 ? 3 : 1;
    s.pmscr_el1 = pmscr_all | pmscr_ee(3) | pmscr_ke;
    s.pmscr_el2 = pmscr_all | pmscr_ee(target == 2 ? 3 : 1) | pmscr_ke;
    driver_.map(base, pages);
    seq.tlbi();
}

/* Start with a buffer that one record fills. */
void Handler::start(const Context &at)
{
    driver_.place(base + pages * 4096u - seq_.record_bytes(), base + pages * 4096u);
    driver_.program(1);
    driver_.enable(driver_.desk());
    seq_.context(at);
}

/* Handle the exception at its level: expect the syndrome, make room, clear S, and return. */
void Handler::service()
{
    const PeAgent &pe = seq_.bench.pe;
    const bool host = pe.context().e2h && pe.context().el == El::El2;
    const uint16_t pmbsr = target_ == 3   ? PMBSR_EL3
                           : target_ == 2 ? PMBSR_EL2
                           : host         ? PMBSR_EL12
                                          : PMBSR_EL1;

    seq_.bench.pe.prof().handled();
    seq_.psb();
    seq_.expect((seq_.mrs(pmbsr) & pmbsr_s) != 0, "PMBSR_ELx.S in the handler");
    seq_.msr(PMBPTR_EL1, base);
    seq_.msr(pmbsr, 0);
    seq_.isb();
    seq_.context(pe.interrupted());
}

/* Whether the PE takes an exception with this target from this level. */
bool taken_from(Owner owner, unsigned target, El el)
{
    if (target == 3)
        return el != El::El3;
    if (target == 2)
        return true; // KE is 1
    return !owned_by_el2(owner) ? el <= El::El1 : el == El::El0;
}

/* At the present level, write S, or wait until a read of `pmbsr` or PSB CSYNC shows the event of a
 * sample; then synchronize. */
void cause(Seq &seq, Cause kind, uint16_t pmbsr)
{
    if (kind == Cause::Psb) {
        seq.run_samples(1, 100);
        seq.drain_life();
        seq.psb();
    } else if (kind == Cause::Write) {
        seq.msr(pmbsr, pmbsr_s);
    } else {
        seq.run_samples(1, 100);
        seq.drain_life();
        for (unsigned i = 0; i < 200 && (seq.mrs(pmbsr) & pmbsr_s) == 0; i++)
            seq.idle(1);
    }
    seq.isb();
    seq.idle(static_cast<uint64_t>(seq.cfg.irq_max)); // the event's shortest duration: EX4
}

/* RNXPMV: a read sees S, a write sets S, or PSB CSYNC is done; a context synchronization event
 * follows. The exception is taken before the next instruction. */
void prof_timing(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    uint64_t taken = 0;

    fixed.one_load();
    seq.set_source(&fixed);
    for (unsigned n = 0; n < 9 * 3 * 3; n++) {
        const Owner owner = every_owner[n % 9];
        const unsigned target = 1 + n / 9 % 3;
        const Cause kind = static_cast<Cause>(n / 27);

        if (!owner_possible(seq.cfg, owner) ||
            (target == 2 && (owner == Owner::SecureEl1 || kind != Cause::Psb)) ||
            (target == 3 && kind != Cause::Psb) || !taken_from(owner, target, El::El1))
            continue; // only PSB CSYNC is an instruction at every level
        Handler handler(seq, owner, target);
        Context at = handler.driver().kernel();

        handler.start(at);
        cause(seq, kind, PMBSR_EL1);
        seq.expect(seq.bench.pe.prof().to_take() == 1u << (target - 1),
                   "no exception before the instruction after the synchronization event");
        const uint64_t before = seq.bench.pe.prof().count();

        seq.run(200);
        seq.expect_eq(seq.bench.pe.prof().count(), before + 1, "exceptions taken");
        seq.expect_eq(static_cast<unsigned>(seq.context().el), target, "level of the handler");
        taken++;
        handler.service();
        seq.run(50);
        seq.drain_life();
        handler.driver().stop();
    }
    seq.expect(taken >= 6, "exceptions taken");
    seq.require(&spe_totals::records, "records", taken / 2);
}

/* Exceptions are taken at once while operations go on, from each level below the target, and
 * handled at the target. A later record makes the buffer full again. */
void prof_handlers(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    uint64_t served = 0;

    fixed.one_load();
    seq.set_source(&fixed);
    for (unsigned n = 0; n < 9 * 3 * 3; n++) {
        const Owner owner = every_owner[n % 9];
        const unsigned target = 1 + n / 9 % 3;
        const El el = static_cast<El>(n / 27);

        if (!owner_possible(seq.cfg, owner) || (target == 2 && owner == Owner::SecureEl1))
            continue;
        Handler handler(seq, owner, target);
        const Context at = legal(seq.cfg, handler.driver().kernel().at(el));

        if (at.el > handler.driver().kernel().el || !taken_from(owner, target, at.el) ||
            (target == 1 && owned_by_el2(owner)))
            continue; // EL1 may not access a buffer of EL2
        handler.start(at);
        seq.run(4000);
        seq.expect(seq.bench.pe.prof().taken() == target, "the exception was not taken");
        if (seq.bench.pe.prof().taken() != target)
            continue;
        served++;
        handler.service();
        seq.run(600);
        seq.drain_life();
        handler.driver().stop();
    }
    seq.expect(served >= 12, "exceptions served");
    seq.require(&spe_totals::records, "records", served);
}

bool has_exceptions(const struct spe_config &cfg)
{
    return cfg.exc && cfg.el3 && cfg.el2;
}

/* S of PMBSR_EL2 or of PMBSR_EL3 stops the SPU while exceptions from that register are enabled. */
void freeze_above(Seq &seq)
{
    Driver driver(seq);

    driver.settings.pmblimitr = pmblimitr_pmfz;
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    for (unsigned n = 0; n < 2 * 4 * 4; n++) {
        const unsigned pmsee = n % 4, ee2 = n / 4 % 4;
        const bool el3 = n / 16 != 0;

        driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(ee2);
        driver.settings.pmsee = static_cast<uint8_t>(pmsee);
        driver.program(1);
        seq.context(driver.top());
        seq.msr(el3 ? PMBSR_EL3 : PMBSR_EL2, pmbsr_s);
        seq.context(driver.kernel());
        seq.idle(static_cast<uint64_t>(seq.cfg.irq_max) + 1);
        seq.expect_eq(seq.bench.pe.prof().freeze(), el3 ? pmsee >= 2 : pmsee != 0 && ee2 >= 2,
                      "PMU counters stop");
        driver.stop();
    }
    driver.settings.pmsee = 0;
    driver.settings.pmblimitr = 0;
}

/* Set PMBLIMITR_EL1.{E, PMFZ}, and stop the SPU by software or by an event. PMU counters stop
 * exactly while E, PMFZ and S are 1. */
void freeze(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);
    uint64_t frozen = 0;

    fixed.one_load();
    seq.set_source(&fixed);
    driver.map(base, pages);
    for (unsigned n = 0; n < 16; n++) {
        const bool e = (n & 1) != 0, pmfz = (n & 2) != 0, s = (n & 4) != 0;
        const uint64_t off = driver.limit;

        driver.settings.pmblimitr = pmfz ? pmblimitr_pmfz : 0;
        driver.place((n & 8) != 0 ? base + pages * 4096u - seq.record_bytes() : base,
                     base + pages * 4096u);
        driver.program(1);
        driver.enable(driver.kernel());
        seq.run_samples(1, 100);
        seq.drain_life();
        seq.psb();
        if ((n & 8) == 0)
            seq.msr(PMBSR_EL1, s ? pmbsr_s : 0);
        else if (!s)
            seq.msr(PMBSR_EL1, 0);
        if (!e)
            seq.msr(PMBLIMITR_EL1, off | driver.settings.pmblimitr);
        seq.idle(static_cast<uint64_t>(seq.cfg.irq_max) + 1);
        seq.expect_eq(seq.bench.pe.prof().freeze(), e && pmfz && s, "PMU counters stop");
        frozen += seq.bench.pe.prof().freeze();
        driver.stop();
    }
    driver.settings.pmblimitr = 0;
    if (has_exceptions(seq.cfg))
        freeze_above(seq);
    seq.expect(frozen != 0, "counters never stop");
    seq.require(&spe_totals::records, "records", 8);
}

const TestCase cases[] = {
    {"prof_tables", "PMBIRQ and SPE Profiling exceptions, Tables D17-8 to D17-10", has_exceptions,
     prof_tables},
    {"prof_timing", "exceptions before the instruction after a synchronization event",
     has_exceptions, prof_timing},
    {"prof_handlers", "exceptions taken from each level, served at their target", has_exceptions,
     prof_handlers},
    {"freeze", "PMBLIMITR_EL1.PMFZ with E and S",
     [](const struct spe_config &c) { return c.pmsver >= 3; }, freeze},
};

} // namespace

const TestList prof_tests = list_of(cases);

} // namespace tb
