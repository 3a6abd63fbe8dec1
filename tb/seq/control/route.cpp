// SPDX-License-Identifier: Apache-2.0
//
// The PMBSR_ELx that records a management event: every row of Tables D17-5, D17-6 and D17-7 with
// every value that the row covers, in each Security state. Stage 2 with MDCR_EL2.E2PB 0b00 is left
// out: then EL2 is the owner, and has no stage 2.

#include "drive/driver.hpp"
#include "drive/pattern.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 2;

/* A row: the Effective controls, and the target register for each kind of event. */
struct Row {
    const char *pmsee, *scr, *ee, *e2pb, *hcr;
    unsigned target[3];
};

/* Table D17-5: SCR_EL3.GPF and HCR_EL2.GPF; GPF at stage 1, at stage 2, other GPC fault. */
constexpr Row table_d17_5[] = {
    {"00", "X", "XX", "XX", "X", {1, 1, 1}}, {"01", "X", "0X", "XX", "X", {1, 1, 1}},
    {"01", "X", "10", "00", "X", {2, 2, 2}}, {"01", "X", "10", "1X", "0", {1, 2, 2}},
    {"01", "X", "10", "1X", "1", {2, 2, 2}}, {"01", "X", "11", "XX", "X", {2, 2, 2}},
    {"10", "0", "0X", "XX", "X", {1, 1, 3}}, {"10", "0", "10", "00", "X", {2, 2, 3}},
    {"10", "0", "10", "1X", "0", {1, 2, 3}}, {"10", "0", "10", "1X", "1", {2, 2, 3}},
    {"10", "0", "11", "XX", "X", {2, 2, 3}}, {"10", "1", "XX", "XX", "X", {3, 3, 3}},
    {"11", "X", "XX", "XX", "X", {3, 3, 3}},
};

/* Table D17-6: SCR_EL3.EA and HCR_EL2.TEA; External abort at stage 1, at stage 2. */
constexpr Row table_d17_6[] = {
    {"00", "X", "XX", "XX", "X", {1, 1, 0}}, {"01", "X", "0X", "XX", "X", {1, 1, 0}},
    {"01", "X", "10", "00", "X", {2, 2, 0}}, {"01", "X", "10", "1X", "0", {1, 2, 0}},
    {"01", "X", "10", "1X", "1", {2, 2, 0}}, {"01", "X", "11", "XX", "X", {2, 2, 0}},
    {"10", "0", "0X", "XX", "X", {1, 1, 0}}, {"10", "0", "10", "00", "X", {2, 2, 0}},
    {"10", "0", "10", "1X", "0", {1, 2, 0}}, {"10", "0", "10", "1X", "1", {2, 2, 0}},
    {"10", "0", "11", "XX", "X", {2, 2, 0}}, {"10", "1", "XX", "XX", "X", {3, 3, 0}},
    {"11", "X", "XX", "XX", "X", {3, 3, 0}},
};

/* Table D17-7: other abort at stage 1, at stage 2, other event. */
constexpr Row table_d17_7[] = {
    {"00", "X", "XX", "XX", "X", {1, 1, 1}}, {"01", "X", "0X", "XX", "X", {1, 1, 1}},
    {"01", "X", "10", "00", "X", {2, 2, 1}}, {"01", "X", "10", "1X", "X", {1, 2, 1}},
    {"01", "X", "11", "XX", "X", {2, 2, 2}}, {"10", "X", "0X", "XX", "X", {1, 1, 1}},
    {"10", "X", "10", "00", "X", {2, 2, 1}}, {"10", "X", "10", "1X", "X", {1, 2, 1}},
    {"10", "X", "11", "XX", "X", {2, 2, 2}}, {"11", "X", "XX", "XX", "X", {3, 3, 3}},
};

enum class Table : uint8_t { Gpc, Abort, Other };

/* Values of the controls, and whether EL2 is enabled in the owner's state. */
struct Route {
    unsigned pmsee, scr, ee, e2pb, hcr;
    bool el2 = true;
};

template <size_t n> unsigned target_in(const Row (&table)[n], const Route &r, unsigned column)
{
    for (const Row &row : table) {
        if (matches(row.pmsee, r.pmsee) && matches(row.scr, r.scr) && matches(row.ee, r.ee) &&
            matches(row.e2pb, r.e2pb) && matches(row.hcr, r.hcr))
            return row.target[column];
    }
    return 0;
}

/* E2PB 0b01 has no row: it counts as 0b11 (Q3). Without EL2 the Effective PMSCR_EL2.EE is 0b01. */
unsigned target_of(Table table, Route r, unsigned column)
{
    r.e2pb = r.e2pb == 1 ? 3 : r.e2pb;
    r.ee = r.el2 ? r.ee : 1;
    switch (table) {
    case Table::Gpc:
        return target_in(table_d17_5, r, column);
    case Table::Abort:
        return target_in(table_d17_6, r, column);
    default:
        return target_in(table_d17_7, r, column);
    }
}

/* Owners at EL1, or (`el2`) at EL2, in the three states in turn; EL2 is enabled in each state. */
Owner owner_for(const struct spe_config &cfg, bool el2, unsigned n)
{
    static const Owner el1[] = {Owner::NsEl1, Owner::RealmEl1, Owner::SecureEl1};
    static const Owner el2s[] = {Owner::NsEl2, Owner::RealmEl2Host, Owner::SecureEl2,
                                 Owner::NsEl2Host};
    const Owner owner = el2 ? el2s[n % 4] : el1[n % 3];

    if (!owner_possible(cfg, owner) || (owner == Owner::SecureEl1 && !cfg.sel2))
        return el2 ? Owner::NsEl2 : Owner::NsEl1;
    return owner;
}

Context profiled(const Driver &driver, const Route &r, Table table)
{
    Context c = driver.user();

    c.eel2 = !c.scr_ns && r.el2;
    c.e2pb = static_cast<uint8_t>(r.e2pb);
    c.scr_gpf = table == Table::Gpc ? r.scr != 0 : r.scr == 0; // the other table's control differs
    c.ea = table == Table::Abort ? r.scr != 0 : r.scr == 0;
    c.hcr_gpf = table == Table::Gpc ? r.hcr != 0 : r.hcr == 0;
    c.tea = table == Table::Abort ? r.hcr != 0 : r.hcr == 0;
    return c;
}

/* Whether the event of `column` is an abort of a stage 2 that the owner does not have. */
bool no_stage2(const Route &r, unsigned column)
{
    return column == 1 && r.e2pb == 0;
}

class Router
{
  public:
    explicit Router(Seq &seq) : seq_(seq), driver_(seq)
    {
        seq.take_exceptions(false);
    }

    void one(Table table, const Route &r, unsigned column, unsigned n);

    void columns(Table table, const Route &r, unsigned count, unsigned n);

    void collide(const Route &r, unsigned n);

  private:
    void write();

    void break_page(Table table, unsigned column, unsigned n);

    Seq &seq_;
    Driver driver_;
};

/* Raise the event of `column` with the controls of `r`. For some owners at EL1 the event comes
 * while the PE is at EL2 with HCR_EL2.TGE 1, which must not matter. */
void Router::one(Table table, const Route &r, unsigned column, unsigned n)
{
    const bool full = table == Table::Other && column == 2;

    driver_.settings.owner = r.el2 ? owner_for(seq_.cfg, r.e2pb == 0, n) : Owner::SecureEl1;
    driver_.settings.pmsee = static_cast<uint8_t>(r.pmsee);
    driver_.settings.pmscr_el1 = pmscr_all | pmscr_ee(n % 4);
    driver_.settings.pmscr_el2 = pmscr_all | pmscr_ee(r.ee);
    driver_.map(base, pages);
    if (!full)
        break_page(table, column, n);
    seq_.tlbi();
    driver_.place(full ? base + pages * 4096u - seq_.record_bytes() : base, base + pages * 4096u);
    driver_.program(1);
    driver_.enable(driver_.desk());
    Context at = profiled(driver_, r, table);
    seq_.context(at);
    seq_.run_samples(1, 100);
    if (r.el2 && r.e2pb != 0 && n % 3 == 2) {
        at = at.at(El::El2);
        at.tge = true;
        seq_.context(at);
    }
    write();
    const Audit a = driver_.stop();

    seq_.expect(a.service(), "no management event");
    seq_.expect_eq(a.target, target_of(table, r, column), "PMBSR_ELx of the event");
    driver_.settings.pmsee = 0;
}

void Router::columns(Table table, const Route &r, unsigned count, unsigned n)
{
    for (unsigned column = 0; column < count; column++) {
        if (!no_stage2(r, column))
            one(table, r, column, n + column);
    }
}

/* COLL is routed as an "other event" (Q4). */
void Router::collide(const Route &r, unsigned n)
{
    static const uint16_t registers[] = {0, PMBSR_EL1, PMBSR_EL2, PMBSR_EL3};

    driver_.settings.owner = owner_for(seq_.cfg, r.e2pb == 0, n);
    driver_.settings.pmsee = static_cast<uint8_t>(r.pmsee);
    driver_.settings.pmscr_el1 = pmscr_all | pmscr_ee(n % 4);
    driver_.settings.pmscr_el2 = pmscr_all | pmscr_ee(r.ee);
    driver_.map(base, pages);
    seq_.tlbi();
    driver_.place(base, base + pages * 4096u);
    driver_.program(1);
    driver_.enable(driver_.desk());
    seq_.context(profiled(driver_, r, Table::Other));
    seq_.bench.pe.life().hold(true);
    seq_.run(258 * (static_cast<unsigned>(seq_.cfg.inflight) + 1));
    seq_.bench.pe.life().hold(false);
    write();
    seq_.context(driver_.top());
    for (unsigned x = 1; x <= 3; x++)
        seq_.expect_eq((seq_.mrs(registers[x]) & pmbsr_coll) != 0,
                       x == target_of(Table::Other, r, 2), "PMBSR_ELx.COLL");
    driver_.stop();
    driver_.settings.pmsee = 0;
}

void Router::write()
{
    seq_.drain_life();
    seq_.psb();
    seq_.idle(2);
}

void Router::break_page(Table table, unsigned column, unsigned n)
{
    static const uint8_t gpf[] = {0x28, 0x24, 0x25, 0x26, 0x27, 0x23, 0x22};
    static const uint8_t abort[] = {0x14, 0x15, 0x16, 0x17, 0x13, 0x12, 0x1b, 0x11};
    static const uint8_t other[] = {0x07, 0x0f, 0x0b, 0x04, 0x30};
    PageEntry entry = driver_.entry_for(base);

    entry.fault = true;
    entry.stage2 = column == 1;
    entry.gpc = table == Table::Gpc && column == 2;
    entry.fsc = table == Table::Gpc     ? gpf[column == 1 ? 1 + (n + n / 6) % 6 : n % 7]
                : table == Table::Abort ? abort[n % (seq_.cfg.route_async ? 8 : 7)] // N4
                                        : other[n % 5];
    seq_.bench.xlat.map(driver_.regime(), base, entry);
}

/* Call `use` for all values of the controls. */
template <class F> void every_route(F use)
{
    static const unsigned e2pb[] = {0, 2, 3, 0, 2, 3, 1, 1};
    static const unsigned hcr[] = {0, 0, 0, 1, 1, 1, 0, 1};

    for (unsigned n = 0; n < 4 * 2 * 4 * 8; n++)
        use(Route{n % 4, n / 4 % 2, n / 8 % 4, e2pb[n / 32], hcr[n / 32]}, n);
}

void route_tables(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Router router(seq);

    fixed.one_load();
    seq.set_source(&fixed);
    every_route([&](const Route &r, unsigned n) {
        router.columns(Table::Gpc, r, seq.cfg.rme ? 3 : 0, n);
        router.columns(Table::Abort, r, 2, n);
        if (r.scr != 0 || r.hcr != 0)
            return; // Table D17-7 does not have these controls
        router.columns(Table::Other, r, 3, n);
        router.collide(r, n);
    });
    for (unsigned n = 0; n < 4 * 4 * 4 && owner_possible(seq.cfg, Owner::SecureEl1); n++) {
        const Route r{n / 4 % 4, 0, n / 16, 3, 0, false};

        router.one(Table::Abort, r, 0, n);
        router.one(Table::Other, r, 2, n);
    }
    seq.require(&spe_totals::records, "records", 40);
    seq.require(&spe_totals::faults, "faults", 400);
}

/* Raise an event of the system whose syndrome holds each code of a fault. The event is routed as an
 * "other event", even if the fault with that code is routed elsewhere (RT2, RT3). */
void impdef_codes(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    fixed.one_load();
    seq.take_exceptions(false);
    driver.map(base, pages);
    driver.place(base, base + pages * 4096u);
    driver.settings.pmsee = 2;
    driver.settings.pmscr_el2 = pmscr_all | pmscr_ee(2);
    for (unsigned code = 0; code < 64; code++) {
        driver.program(1);
        Context at = driver.user();

        at.ea = at.scr_gpf = at.tea = at.hcr_gpf = true;
        driver.enable(at);
        seq.bench.pe.impdef(static_cast<uint16_t>(code), 0);
        seq.idle(4);
        const Audit a = driver.stop();

        seq.expect(a.service() && a.target == 1, "PMBSR_ELx of an event of the system");
    }
    driver.program(1);
    driver.enable(driver.user());
    seq.run(1);
    seq.drain_life();
    driver.stop();
    seq.require(&spe_totals::records, "records", 1);
}

const TestCase cases[] = {
    {"route_tables", "the PMBSR_ELx of each management event, Tables D17-5 to D17-7",
     [](const struct spe_config &c) { return c.exc && c.el3 && c.el2; }, route_tables},
    {"impdef_codes", "events of the system with codes of faults",
     [](const struct spe_config &c) { return c.exc && c.el3 && c.el2 && c.impdef_event; },
     impdef_codes},
};

} // namespace

const TestList route_tests = list_of(cases);

} // namespace tb
