// SPDX-License-Identifier: Apache-2.0
//
// Additions of SPEv1p1 to SPEv1p5 to a record (D18.2): payloads, tags, address spaces, the previous
// branch target, the alternate clock, 16-bit counters, events.

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

#include <algorithm>

namespace tb
{
namespace
{

constexpr unsigned pages = 4;
constexpr uint64_t base = Driver::default_va;

bool later(const struct spe_config &cfg)
{
    return cfg.pmsver >= 2;
}

/* Samples one operation; each record begins at the start of the buffer. */
class Shots
{
  public:
    explicit Shots(Seq &seq, Owner owner = Owner::NsEl1) : fixed(seq.cfg), driver(seq), seq_(seq)
    {
        driver.settings.owner = owner;
        driver.map(base, pages);
        seq.set_source(&fixed);
    }

    ~Shots()
    {
        seq_.set_source(&seq_.ops);
    }

    void one()
    {
        driver.place(base, base + pages * 4096u);
        driver.shot(1, 1);
    }

    void one_at(const Context &at)
    {
        driver.place(base, base + pages * 4096u);
        driver.program(1);
        driver.enable(at);
        seq_.run(1);
        seq_.drain_life();
        driver.stop();
    }

    const struct spe_config &cfg() const
    {
        return seq_.cfg;
    }

    FixedOps fixed;
    Driver driver;

  private:
    Seq &seq_;
};

constexpr uint64_t not_taken = UINT64_C(1) << 6;

/* A life in which everything happens that can happen. */
OpLife full_life(const LaneOp &op, uint8_t end_kind)
{
    OpLife life;

    life.issue = 2;
    life.complete = 9;
    life.end = 12;
    life.end_kind = end_kind;
    life.events = UINT64_MAX;
    if (accesses_memory(op)) {
        life.xlat_start = 3;
        life.xlat_end = 6;
        life.va_valid = life.pa_valid = true;
        life.source_valid = true; // a store has no packet for it
        life.source = 0xa55a;
        life.va = 0xa5001122334455ee;
        life.pa = 0x0009887766554433;
        life.pa_ch = true;
        life.pa_pat = 0xa;
    }
    if (op.op_class == class_branch) {
        life.target_valid = true;
        life.target = 0x00005a5a12345678;
    }
    life.prev_valid = true;
    life.prev = 0x0000c3c387654320;
    life.prev_el = 1;
    life.alt_valid = true;
    life.lat_alt = 77;
    return life;
}

/* The endings to play: those that leave a record in this configuration, and those that the sample
 * point permits; of several that have the same effect, one. */
std::vector<uint8_t> endings_of(const struct spe_config &cfg)
{
    if (cfg.sample_point == spe_cfg_sample_point_retire)
        return {end_retire, end_exception, end_nonarch, end_replay};
    if (cfg.misspec_record)
        return {end_retire, end_exception, end_squash, end_nonarch, end_replay};
    return {end_retire, end_exception, end_squash};
}

/* @return how many shots leave a record. */
uint64_t kind_shots(Shots &shots, uint8_t op_class, const std::vector<uint8_t> &payloads)
{
    uint64_t records = 0;

    for (uint8_t payload : payloads) {
        shots.fixed.op.op_class = op_class;
        shots.fixed.op.subclass = payload;
        for (uint8_t ending : endings_of(shots.cfg())) {
            shots.fixed.each = full_life(shots.fixed.op, ending);
            shots.one();
            records += shots.cfg().misspec_record || ending <= end_exception;
        }
        shots.fixed.each = full_life(shots.fixed.op, end_exception);
        if (!shots.fixed.each.va_valid)
            continue;
        shots.fixed.each.va_valid = shots.fixed.each.pa_valid = false;
        shots.fixed.each.events &= ~access_events;
        shots.one();
        records++;
    }
    return records;
}

/* Every payload that a PE of this configuration can send, with each of endings_of(). An operation
 * that ends with an exception may have no address, although its translation had begun (CT2). */
void packet_payloads(Seq &seq)
{
    const OpKinds kinds(seq.cfg);
    Shots shots(seq);
    uint64_t records = 0;

    records += kind_shots(shots, class_other, kinds.other);
    records += kind_shots(shots, class_load_store, kinds.load);
    records += kind_shots(shots, class_load_store, kinds.store);
    records += kind_shots(shots, class_branch, kinds.branch);
    seq.require(&spe_totals::records, "records", records);
}

/* Sample one operation at EL1. Whoever owns the buffer, PMSCR_EL2 is as in the settings (E2SPE). */
void nv2_shot(Seq &seq, Driver &driver)
{
    driver.place(base, base + pages * 4096u);
    driver.program(1);
    seq.context(driver.kernel().at(El::El2));
    seq.msr(PMSCR_EL2, driver.settings.pmscr_el2);
    driver.enable(driver.kernel().at(El::El1));
    seq.run(1);
    seq.drain_life();
    driver.stop();
}

/* A System register access that FEAT_NV2 made a load or store, at EL1, with EL2 profiled and not
 * profiled. Both PMSCR_ELx permit a PA, and the access was translated; but without EL2 the record
 * has neither address (RC7), and [xlat_without_va] decides about the latency (CT2). */
void packet_nv2(Seq &seq)
{
    for (Owner owner : {Owner::NsEl1, Owner::NsEl2}) {
        Shots shots(seq, owner);

        for (unsigned n = 0; n < 8; n++) {
            shots.fixed.op.op_class = class_load_store;
            shots.fixed.op.subclass = static_cast<uint8_t>(n % 4 < 2 ? 0x30 | (n & 1u) : n & 1u);
            shots.fixed.each = full_life(shots.fixed.op, end_retire);
            shots.driver.settings.pmscr_el2 = n < 4 ? pmscr_all : pmscr_all & ~pmscr_e1; // E2SPE
            nv2_shot(seq, shots.driver);
        }
    }
    seq.require(&spe_totals::records, "records", 16);
}

/* Tag Checked and Physical Address Tag of loads and stores. */
void packet_tags(Seq &seq)
{
    Shots shots(seq);

    for (unsigned n = 0; n < 64; n++) {
        shots.fixed.op.op_class = class_load_store;
        shots.fixed.op.subclass = n & 1u;
        shots.fixed.each = full_life(shots.fixed.op, end_retire);
        shots.fixed.each.pa_ch = (n & 2u) != 0;
        shots.fixed.each.pa_pat = static_cast<uint8_t>(n >> 2);
        shots.one();
    }
    seq.require(&spe_totals::records, "records", 64);
}

/* {NSE, NS} of PC, data, target and previous target, in each Security state. */
void packet_states(Seq &seq)
{
    uint64_t records = 0;

    for (Owner owner : every_owner) {
        const unsigned state = owner_state(owner);

        if (!owner_possible(seq.cfg, owner))
            continue;
        Shots shots(seq, owner);

        const Context kernel = shots.driver.kernel();

        for (unsigned n = 0; n < 6; n++, records++) {
            // Secure and Realm state access their own memory and Non-secure memory.
            const unsigned space = n % 2 != 0 ? state : 1u;
            OpLife &l = shots.fixed.each;

            shots.fixed.op.op_class = n < 4 ? class_load_store : class_branch;
            shots.fixed.op.subclass = 0;
            l = full_life(shots.fixed.op, end_retire);
            l.pa_ns = (space & 1u) != 0;
            l.pa_nse = (space & 2u) != 0;
            l.target_ns = l.prev_ns = (state & 1u) != 0;
            l.target_nse = l.prev_nse = (state & 2u) != 0;
            l.prev_el = static_cast<uint8_t>(n % 3);
            l.target_el = std::min(l.prev_el, static_cast<uint8_t>(kernel.el)); // no branch goes up
            l.events &= ~not_taken; // otherwise there is no previous target
            shots.one_at(n < 3 ? shots.driver.user() : kernel);
        }
    }
    seq.require(&spe_totals::records, "records", records);
}

/* Prepare the n-th operation of a class: it retires or ends with an exception, is taken or not
 * taken, and has a previous target that is known or not known. */
void prev_shot(Shots &shots, uint8_t op_class, unsigned n)
{
    OpLife &l = shots.fixed.each;

    shots.fixed.op.op_class = op_class;
    shots.fixed.op.subclass = 0;
    l = full_life(shots.fixed.op, (n & 1) != 0 ? end_exception : end_retire);
    l.events = (n & 2) != 0 ? not_taken : 0;
    l.target_valid = l.target_valid && l.events == 0;
    l.prev_valid = (n & 4) == 0;
}

/* Each case of prev_shot(); then extreme addresses, with each level from which an operation of EL2
 * can have been reached by a branch. */
void packet_prev(Seq &seq)
{
    static const uint64_t values[] = {0, 4, 0x00007ffffffff000, 0x00ffffffffffffff,
                                      0x0080000000000000};
    Shots shots(seq, seq.cfg.el2 ? Owner::NsEl2 : Owner::NsEl1);
    const Context at = shots.driver.kernel();
    uint64_t records = 0;

    for (uint8_t op_class : {class_other, class_load_store, class_branch}) {
        for (unsigned n = 0; n < 8; n++, records++) {
            prev_shot(shots, op_class, n);
            shots.one_at(at);
        }
        prev_shot(shots, op_class, 0);
        shots.fixed.each.end_kind = seq.dropped();
        shots.one_at(at);
    }
    for (uint64_t value : values) {
        for (unsigned el = 0; el <= static_cast<unsigned>(at.el); el++, records++) {
            prev_shot(shots, class_branch, 0);
            shots.fixed.each.prev = value;
            shots.fixed.each.prev_el = static_cast<uint8_t>(el);
            shots.one_at(at);
        }
    }
    seq.require(&spe_totals::records, "records", records);
}

/* Illegal exception returns: the context recorded with the target may be the one in the SPSR, at
 * any level, implemented or not (DDI 0586A 2.3.1). */
void illegal_return(Seq &seq)
{
    Shots shots(seq, seq.cfg.el2 ? Owner::NsEl2 : Owner::NsEl1);

    for (uint8_t level = 0; level < 4; level++) {
        shots.fixed.op.op_class = class_branch;
        shots.fixed.op.subclass = 2; // indirect
        shots.fixed.each = full_life(shots.fixed.op, end_retire);
        shots.fixed.each.events &= ~not_taken;
        shots.fixed.each.target_el = level;
        shots.fixed.each.prev_el = static_cast<uint8_t>(3 - level);
        shots.one_at(shots.driver.kernel());
    }
    seq.require(&spe_totals::records, "records", 4);
}

/* Alternate clock issue latency around saturation, counted and not counted, with each class. */
void packet_alt(Seq &seq)
{
    const uint32_t most = (1u << seq.cfg.count_size) - 1;
    const uint32_t values[] = {0,        1,          0x0fff,  0x1000,    most - 1,  most,
                               most + 1, UINT32_MAX, 0x10005, 0x1000005, 0x80000005};
    constexpr unsigned count = 3 * sizeof(values) / sizeof(values[0]);
    Shots shots(seq);

    for (unsigned n = 0; n < count; n++) {
        shots.fixed.op.op_class = static_cast<uint8_t>(n % 3);
        shots.fixed.op.subclass = 0;
        shots.fixed.each = full_life(shots.fixed.op, n % 5 == 4 ? end_exception : end_retire);
        shots.fixed.each.alt_valid = n % 7 != 6;
        shots.fixed.each.lat_alt = values[n / 3];
        shots.one();
    }
    seq.require(&spe_totals::records, "records", count);
}

/* A life with one latency of `total` cycles; the others are as long as possible, or short. */
OpLife long_life(uint32_t total, unsigned kind)
{
    OpLife l;

    l.complete = l.end = total;
    l.issue = kind == 0 ? 1 : total;
    l.xlat_start = kind == 1 ? total : 1;
    l.issue = l.xlat_start < l.issue ? l.xlat_start : l.issue;
    l.xlat_end = total;
    l.va_valid = l.pa_valid = true;
    return l;
}

/* A latency and a minimum, of which only one has the highest bit set. */
void minimum_top(Seq &seq, Shots &shots)
{
    static const struct {
        uint32_t total, minlat;
    } pairs[] = {{4096, 0x8001}, {0x8001, 0x7fff}};

    for (const auto &p : pairs) {
        shots.fixed.each = long_life(p.total, 0);
        shots.driver.settings.pmsfcr = pmsfcr_fl;
        shots.driver.settings.pmslatfr = p.minlat;
        shots.one();
    }
    // [latency_rule] inclusive counts one more, so one sample fewer is below the minimum (R44).
    const bool inclusive = seq.cfg.latency_rule == spe_cfg_latency_rule_inclusive;

    seq.require(&spe_totals::filtered, "filtered", inclusive ? 4 : 5);
}

/* Counters and PMSLATFR_EL1.MINLAT with 16 bits: values around the end of 12 bits, and around
 * saturation. */
void counters16(Seq &seq)
{
    static const uint32_t totals[] = {4095, 4096, 4097, 65534, 65535, 65536, 65540};
    Shots shots(seq);
    unsigned n = 0;

    shots.fixed.op.op_class = class_load_store;
    for (uint32_t total : totals) {
        for (unsigned kind = 0; kind < (total < 5000 || seq.at_retire() ? 2u : 1u); kind++, n++) {
            shots.fixed.each = long_life(total, kind);
            shots.driver.settings.pmsfcr = 0;
            shots.one();
        }
        if (!seq.at_retire() && total > 65534)
            continue;
        for (uint32_t minlat : {total - 1, total, total + 1, total + 2}) {
            shots.fixed.each = long_life(total, 0);
            shots.driver.settings.pmsfcr = pmsfcr_fl;
            shots.driver.settings.pmslatfr = minlat & 0xffff;
            shots.one();
        }
    }
    minimum_top(seq, shots);
    seq.require(&spe_totals::records, "records", n + 9);
}

/* Latencies counted by the PE, with one bit beyond a packet's bits and some low bits: they
 * saturate, whatever the low bits are (D18.2.3). */
void counters_wide(Seq &seq)
{
    Shots shots(seq);

    shots.fixed.op.op_class = class_load_store;
    for (unsigned bit = 12; bit < 32; bit++) {
        for (unsigned kind = 0; kind < 2; kind++) {
            shots.fixed.each = long_life(1u << bit | 5, kind);
            shots.one();
        }
    }
    seq.require(&spe_totals::records, "records", 40);
}

/* Each of the 64 event bits alone, and all bits except it; also bits that no version defines. */
void packet_events(Seq &seq)
{
    Shots shots(seq);

    for (unsigned bit = 0; bit < 64; bit++) {
        shots.fixed.op.op_class = static_cast<uint8_t>(bit % 2);
        shots.fixed.op.subclass = 0;
        shots.fixed.each = full_life(shots.fixed.op, end_retire);
        shots.fixed.each.events = UINT64_C(1) << bit;
        shots.one();
        shots.fixed.each.events = ~(UINT64_C(1) << bit);
        shots.one();
    }
    seq.require(&spe_totals::records, "records", 128);
}

/* Data sources with every value of the bits that the filter uses, and with bits above them. */
void packet_source16(Seq &seq)
{
    Shots shots(seq);

    for (unsigned n = 0; n < 16; n++) {
        shots.fixed.op.op_class = class_load_store;
        shots.fixed.op.subclass = 0;
        shots.fixed.each = full_life(shots.fixed.op, end_retire);
        shots.fixed.each.source = static_cast<uint16_t>(1u << n);
        shots.one();
    }
    seq.require(&spe_totals::records, "records", 16);
}

const TestCase cases[] = {
    {"packet_payloads", "every payload of D18.2.7 that the configuration has", later,
     packet_payloads},
    {"packet_nv2", "accesses that FEAT_NV2 redirects, EL2 profiled or not",
     [](const struct spe_config &c) { return c.nv == 2; }, packet_nv2},
    {"packet_tags", "Tag Checked and Physical Address Tag",
     [](const struct spe_config &c) { return c.mte != 0; }, packet_tags},
    {"packet_states", "addresses of each Security state", later, packet_states},
    {"packet_prev", "previous branch target with every class and ending",
     [](const struct spe_config &c) { return c.pbt != 0; }, packet_prev},
    {"illegal_return", "illegal exception returns to each level, implemented or not", nullptr,
     illegal_return},
    {"packet_alt", "alternate clock issue latency",
     [](const struct spe_config &c) { return c.altclk != 0; }, packet_alt},
    {"counters16", "16-bit latencies and minimum latency around 12 bits and saturation",
     [](const struct spe_config &c) { return c.count_size == 16; }, counters16},
    {"counters_wide", "latencies of the PE with each bit above those of a packet",
     [](const struct spe_config &c) { return c.sample_point == spe_cfg_sample_point_retire; },
     counters_wide},
    {"packet_events", "each event alone, and all but it", later, packet_events},
    {"packet_source16", "each bit of a data source of 16 bits",
     [](const struct spe_config &c) { return later(c) && c.ds_bytes == 2; }, packet_source16},
};

} // namespace

const TestList packet_tests = list_of(cases);

} // namespace tb
