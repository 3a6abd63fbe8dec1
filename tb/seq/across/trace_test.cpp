// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "drive/driver.hpp"
#include "ops/trace_ops.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

constexpr uint64_t phase_ops = 250000;
constexpr uint64_t whole_run = 4000000; ///< operations from which the minima of a whole trace hold
constexpr unsigned buffer_pages = 8;

struct Phase {
    uint64_t pmsfcr, pmsevfr, pmslatfr;
    AxiPressure memory;
};

constexpr AxiPressure idle_memory = {2, 2, 0, 40};
/* Memory slower than the samples: records queue up, samples stay in flight, selections collide. */
constexpr AxiPressure busy_memory = {1500, 1500, 0, 1000};

/* Settings of a profiler, one after the other. Most of them collect everything. */
const Phase phases[] = {
    {0, 0, 0, idle_memory},
    {pmsfcr_ft | pmsfcr_ld | pmsfcr_st | pmsfcr_b, 0, 0, idle_memory},
    {0, 0, 0, busy_memory},
    {pmsfcr_fl, 0, 6, idle_memory},
    {0, 0, 0, idle_memory},
    {pmsfcr_fe, 1u << 1, 0, idle_memory}, // architecturally retired
    {pmsfcr_fe | pmsfcr_ft | pmsfcr_ld, 1u << 3, 0, idle_memory},
};

void set_phase(Driver &driver, const Phase &phase)
{
    driver.settings.pmsfcr = phase.pmsfcr;
    driver.settings.pmsevfr = phase.pmsevfr;
    driver.settings.pmslatfr = phase.pmslatfr;
}

/* One session: program, run, audit. The buffer goes on where the previous session ended. */
void session(Seq &seq, Driver &driver, const Phase &phase, uint64_t ops)
{
    const Context user = seq.context();

    set_phase(driver, phase);
    seq.bench.axi.set_pressure(phase.memory);
    driver.program();
    driver.enable(user);
    driver.play(ops);
    const Context interrupted = seq.context();
    const Audit a = driver.stop();
    const bool room = a.pmbptr + seq.record_bytes() <= driver.limit && !a.service();

    driver.place(room ? a.pmbptr : Driver::default_va, driver.limit);
    driver.wrap = Driver::default_va;
    seq.context(interrupted);
}

void require_whole(Seq &seq, const Driver &driver)
{
    seq.require(&spe_totals::ops, "ops", whole_run);
    seq.require(&spe_totals::records, "records", 3000);
    seq.require(&spe_totals::filtered, "filtered", 1);
    seq.require(&spe_totals::fulls, "fulls", 1);
    seq.expect(driver.fulls != 0, "no buffer full interrupt was taken");
    seq.expect(seq.bench.pe.level_changes() != 0, "no change of Exception level");
    seq.require(&spe_totals::collisions, "collisions", 1);
}

void play(Seq &seq, const Phase *phase, size_t n)
{
    if (seq.options.trace.empty())
        throw RunError(exit_usage, "test " + seq.options.test + " needs --trace FILE");
    TraceOps source(seq.options.trace, seq.cfg, seq.options.seed);
    Driver driver(seq);
    const uint64_t ops = seq.options.ops != 0 ? seq.options.ops : UINT64_MAX;

    seq.set_source(&source);
    driver.settings.interval = 2;
    driver.settings.rnd = true;
    driver.map(Driver::default_va, buffer_pages);
    driver.place(Driver::default_va, Driver::default_va + buffer_pages * 4096);
    seq.context(driver.user());
    for (unsigned i = 0; !source.finished() && seq.bench.pe.ops() < ops; i++) {
        const uint64_t left = ops - seq.bench.pe.ops();

        session(seq, driver, phase[i % n], left < phase_ops ? left : phase_ops);
    }
    seq.drain_life();
    driver.audit();
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::audits, "audits", 1);
    if (n > 1 && seq.bench.pe.ops() >= whole_run)
        require_whole(seq, driver);
}

void trace(Seq &seq)
{
    play(seq, phases, std::size(phases));
}

/* Every sample has a record, except collisions: a profile of the program (sim/profile.sh). */
void trace_plain(Seq &seq)
{
    play(seq, phases, 1);
}

const TestCase cases[] = {
    {"trace", "operations of a traced program (--trace FILE), profiled in sessions with filters",
     nullptr, trace},
    {"trace_plain", "the same without filters, to an idle memory (--trace FILE)", nullptr,
     trace_plain},
};

} // namespace

const TestList trace_tests = list_of(cases);

} // namespace tb
