// SPDX-License-Identifier: Apache-2.0
//
// Barriers requested with each combination in progress (DDI 0586A 3.6, D17.9): samples in flight, a
// queued record, a record that is being written. The Profiling Buffer is enabled, disabled or
// stopped.

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t base = Driver::default_va;
constexpr unsigned pages = 4, late = 400; ///< cycles

/* The combinations as bit sets, as in the group `barrier` of the coverage. */
constexpr unsigned flight = 1, queued = 2, writing = 4, sets = 8;

enum class Buffer : uint8_t { on, off, stopped };

/* Whether a combination is possible: queued records are lost with the buffer, and in strict scope
 * there is only one sample or one record. */
bool possible(const struct spe_config &cfg, unsigned set, Buffer buffer)
{
    const bool record = (set & queued) != 0, behind = record && (set & writing) != 0;

    if (cfg.sync_scope == spe_cfg_sync_scope_strict && (set & (set - 1)) != 0)
        return false;
    if (behind && cfg.record_queue == 1 && cfg.record_done == spe_cfg_record_done_b)
        return false;
    return !record || buffer == Buffer::on;
}

class Pending
{
  public:
    explicit Pending(Seq &seq);

    /// Play one barrier with this combination in progress.
    void barrier(unsigned set, Buffer buffer, bool dsb);

  private:
    void sample();
    void write();
    void queue();
    void hold();
    void expect(unsigned set);
    void wait(bool dsb);

    Seq &seq_;
    FixedOps fixed_;
    Driver driver_;
};

Pending::Pending(Seq &seq) : seq_(seq), fixed_(seq.cfg), driver_(seq)
{
    seq.set_source(&fixed_);
    seq.take_exceptions(false);
    fixed_.one_load();
    driver_.map(base, pages);
}

void Pending::sample()
{
    seq_.msr(PMSICR_EL1, 1);
    seq_.run(1);
}

/* Write a record whose response is late. With [record_done] = b the record is not done before the
 * response. */
void Pending::write()
{
    seq_.bench.xlat.set_latency(1, 1, 0);
    seq_.bench.axi.set_pressure({0, 0, late, late});
    sample();
    seq_.drain_life();
    seq_.step_until("AWREADY", [this] { return seq_.bench.axi.outstanding() != 0; });
    if (seq_.cfg.record_done == spe_cfg_record_done_w)
        seq_.step_until("WLAST",
                        [this] { return (seq_.bench.states() & Bench::states_queued) == 0; });
}

/* Queue a record, whose translation is late or which waits for the record before it. */
void Pending::queue()
{
    seq_.bench.xlat.set_latency(late, late, 0);
    seq_.tlbi();
    sample();
    seq_.drain_life();
}

void Pending::hold()
{
    seq_.bench.pe.life().hold(true);
    sample();
}

void Pending::expect(unsigned set)
{
    const bool record = (seq_.bench.states() & Bench::states_queued) != 0;

    seq_.expect_eq(seq_.bench.pe.life().busy(), (set & flight) != 0, "samples in flight");
    seq_.expect_eq(seq_.bench.axi.outstanding() != 0, (set & writing) != 0, "bursts that wait");
    seq_.expect(record || (set & queued) == 0, "no record is queued");
}

void Pending::wait(bool dsb)
{
    PeAgent &pe = seq_.bench.pe;

    if (dsb)
        pe.request_dsb();
    else
        pe.request_psb();
    seq_.idle(2);
    pe.life().hold(false);
    seq_.step_until("the barrier", [&pe] { return !pe.psb_pending() && !pe.dsb_pending(); });
    seq_.drain_life();
}

void Pending::barrier(unsigned set, Buffer buffer, bool dsb)
{
    driver_.place(base, base + pages * 4096u);
    driver_.program();
    driver_.enable(driver_.kernel());
    if ((set & writing) != 0)
        write();
    if ((set & queued) != 0)
        queue();
    if ((set & flight) != 0)
        hold();
    if (buffer == Buffer::off)
        seq_.msr(PMBLIMITR_EL1, driver_.limit);
    if (buffer == Buffer::stopped)
        seq_.msr(PMBSR_EL1, pmbsr_s);
    expect(set);
    wait(dsb);
    driver_.stop();
}

void barrier_pending(Seq &seq)
{
    Pending pending(seq);
    uint64_t barriers = 0;

    for (unsigned n = 0; n < 2 * sets; n++) {
        for (Buffer buffer : {Buffer::on, Buffer::off, Buffer::stopped}) {
            if (!possible(seq.cfg, n / 2, buffer))
                continue;
            pending.barrier(n / 2, buffer, n % 2 != 0);
            barriers++;
        }
    }
    seq.require_check(SPE_CHECK_SYNC_PSB, barriers);
    seq.require_check(SPE_CHECK_SYNC_DSB, barriers);
    seq.require(&spe_totals::records, "records", 8);
}

/* Disable the buffer while the address of a record is held up on the bus, with `behind` records
 * queued. The queued ones are lost, with an event; the one on the bus is finished (W2, W12). */
bool disable_behind(Seq &seq, Driver &driver, int behind)
{
    const uint64_t stalls = seq.bench.axi.aw_stalls();

    driver.place(base, base + pages * 4096u);
    driver.sample_one();
    seq.step_until("an address that is held up",
                   [&seq, stalls] { return seq.bench.axi.aw_stalls() != stalls; });
    for (int n = 0; n < behind; n++) {
        seq.msr(PMSICR_EL1, 1);
        seq.run(1);
        seq.drain_life();
        seq.idle(2);
    }
    seq.msr(PMBLIMITR_EL1, driver.limit);
    const Audit a = driver.stop();

    return a.service() && pmbsr_ec(a.pmbsr) == ec_other && pmbsr_mss(a.pmbsr) == bsc_denied;
}

void denied_behind(Seq &seq)
{
    FixedOps fixed(seq.cfg);
    Driver driver(seq);

    seq.set_source(&fixed);
    fixed.one_load();
    driver.map(base, pages);
    for (int n = 0; n < 8 * seq.cfg.record_queue; n++) {
        const int behind = n % seq.cfg.record_queue;

        seq.bench.axi.set_pressure({400, 0, 0, 4});
        seq.expect(disable_behind(seq, driver, behind) == (behind != 0),
                   "an access that is not allowed, of records behind one on the bus");
    }
    seq.require(&spe_totals::records, "records", 8);
    seq.require(&spe_totals::lost, "lost", 8);
}

const TestCase cases[] = {
    {"barrier_pending", "PSB CSYNC and DSB over each set of what can be pending", nullptr,
     barrier_pending},
    {"denied_behind", "records behind one on the bus, of a buffer that is disabled",
     [](const struct spe_config &c) { return c.disabled_record == spe_cfg_disabled_record_event; },
     denied_behind},
};

} // namespace

const TestList pending_tests = list_of(cases);

} // namespace tb
