// SPDX-License-Identifier: Apache-2.0
#include "drive/seq.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "legal.hpp"

namespace tb
{
namespace
{

std::string hex(uint64_t value)
{
    char text[24];

    std::snprintf(text, sizeof text, "0x%" PRIx64, value);
    return text;
}

/* Bytes of a record whose last packet has a fixed place; 0 if the last packet has none. */
uint64_t fixed_bytes(const struct spe_config &cfg)
{
    constexpr int timestamp_bytes = 9;
    struct spe_layout_item items[SPE_LAYOUT_MAX];
    struct spe_config_error err;
    const int n = spe_layout_parse(&cfg, items, &err);
    bool stamped = false;

    for (int i = 0; i < n; i++)
        stamped |= items[i].kind == SPE_LAYOUT_TS;
    if (n <= 0 || items[n - 1].offset < 0)
        return 0;
    return static_cast<uint64_t>(items[n - 1].offset + (stamped ? 1 : timestamp_bytes));
}

} // namespace

Seq::Seq(Bench &b, const Options &o, const Weights &w, struct spe_session *session,
         const std::vector<PeView> *whole)
    : bench(b), options(o), weights(w), cfg(*spe_session_config(session)), ops(cfg, o.seed),
      session_(session), source_(&ops), steps_(o.steps, whole, o.print_steps),
      usual_bytes_(std::max({UINT64_C(64), align_bytes(), fixed_bytes(cfg)}))
{
    tb_rng_init(&rng, o.seed, "test");
}

/* Play one step, or leave the step out and give the test the step's view of the whole run. */
template <class Body> void Seq::step(const StepText &text, const Draws &draws, Body body)
{
    PeAgent &pe = bench.pe;

    if (steps_.over()) {
        body();
    } else if (!steps_.begin(bench.cycle(), text)) {
        pe.leave_out(steps_.left_out(), *source_, draws.budget, draws.each);
    } else if (steps_.telling()) {
        const PeView before = pe.view();

        body();
        steps_.tell(pe.view().since(before));
    } else {
        body();
    }
}

void Seq::idle(uint64_t cycles)
{
    step({"idle", nullptr, true, cycles}, {}, [&] {
        bench.pe.set_budget(0);
        for (uint64_t i = 0; i < cycles; i++)
            bench.step();
    });
}

uint64_t Seq::run(uint64_t n)
{
    const uint64_t start = bench.pe.ops();

    step({"run", nullptr, true, n}, {n}, [&] { play(n); });
    return bench.pe.ops() - start;
}

void Seq::play(uint64_t n)
{
    PeAgent &pe = bench.pe;
    const uint64_t start = pe.ops(), since = bench.cycle();
    const bool was_high = pe.irq();

    pe.set_source(source_);
    pe.set_budget(n);
    pe.prof().set_taking(taking_);
    while (pe.ops() - start < n && (was_high || !pe.irq()) && pe.prof().taken() == 0 &&
           !source_->finished()) {
        bench.step();
        if (pe.ops() == start)
            waiting(since, "an operation from the source");
    }
    pe.set_budget(0);
    pe.prof().set_taking(false);
}

void Seq::run_samples(uint64_t samples, uint64_t most)
{
    const auto width = static_cast<uint64_t>(cfg.width);

    step({"run_samples", nullptr, true, samples}, {width}, [&] {
        PeAgent &pe = bench.pe;
        const uint64_t sampled = pe.sampled(), ops_then = pe.ops();

        while (pe.sampled() - sampled < samples && pe.ops() - ops_then < most && !pe.irq() &&
               pe.prof().taken() == 0)
            play(width);
    });
}

void Seq::drain_life()
{
    step({"drain_life"}, {}, [this] {
        wait_until("the end of a sampled operation", [this] { return !bench.pe.life().busy(); });
    });
}

void Seq::step_until(const char *what, const std::function<bool()> &done)
{
    step({"wait"}, {}, [&] { wait_until(what, done); });
}

void Seq::wait_until(const char *what, const std::function<bool()> &done)
{
    const uint64_t since = bench.cycle();

    bench.pe.set_budget(0);
    while (!done()) {
        bench.step();
        waiting(since, what);
    }
}

/* Only a bus without progress is a hang: earlier records may keep the bus busy for a long time. */
void Seq::waiting(uint64_t since, const char *what) const
{
    Watchdog::waiting(bench.cycle(), std::max(since, bench.axi.moved()), what);
}

void Seq::set_source(OpSource *source)
{
    source_ = source;
}

/* A step even if the PE is already in that context: with other steps left out, it may not be. */
void Seq::context(const Context &to)
{
    static const char *const levels[] = {"EL0", "EL1", "EL2", "EL3"};

    step({"context", levels[static_cast<unsigned>(to.el)]}, {}, [&] {
        if (to == context())
            return;
        bench.pe.set_budget(0);
        bench.pe.change_context(to, max_lanes);
        bench.pe.pulse_cse();
        bench.step();
    });
}

void Seq::context_in_bundle(const Context &to, unsigned slot)
{
    step({"context_in_bundle", nullptr, true, slot}, {max_lanes}, [&] {
        bench.pe.change_context(to, slot);
        among_ops();
    });
}

SysregResult Seq::read(uint16_t enc, bool fgt)
{
    step({"mrs", sysreg_name(enc)}, {}, [&] {
        bench.pe.set_budget(0);
        bench.pe.access(enc, false, 0, fgt);
        bench.step();
    });
    return bench.pe.sysreg_result();
}

SysregResult Seq::write(uint16_t enc, uint64_t data, bool fgt)
{
    step({"msr", sysreg_name(enc), true, data}, {}, [&] {
        bench.pe.set_budget(0);
        bench.pe.access(enc, true, data, fgt);
        bench.step();
    });
    return bench.pe.sysreg_result();
}

uint64_t Seq::mrs(uint16_t enc)
{
    const SysregResult r = read(enc);

    expect_eq(r.outcome, SPE_ACCESS_OK, "outcome of MRS " + hex(enc));
    return r.data;
}

void Seq::msr(uint16_t enc, uint64_t data)
{
    expect_eq(write(enc, data).outcome, SPE_ACCESS_OK, "outcome of MSR " + hex(enc));
}

void Seq::step_among_ops()
{
    step({"step_among_ops"}, {max_lanes}, [this] { among_ops(); });
}

void Seq::among_ops()
{
    bench.pe.set_source(source_);
    bench.pe.set_budget(max_lanes);
    bench.step();
    bench.pe.set_budget(0);
}

void Seq::msr_among_ops(uint16_t enc, uint64_t data)
{
    step({"msr_among_ops", sysreg_name(enc), true, data}, {max_lanes}, [&] {
        bench.pe.access(enc, true, data);
        among_ops();
    });
}

SysregResult Seq::read_among_ops(uint16_t enc)
{
    step({"mrs_among_ops", sysreg_name(enc)}, {max_lanes}, [&] {
        bench.pe.access(enc, false, 0);
        among_ops();
    });
    return bench.pe.sysreg_result();
}

void Seq::isb()
{
    step({"isb"}, {}, [this] {
        bench.pe.set_budget(0);
        bench.pe.pulse_cse();
        bench.step();
    });
}

void Seq::psb()
{
    step({"psb"}, {}, [this] {
        bench.pe.request_psb();
        wait_until("psb_done_o", [this] { return !bench.pe.psb_pending(); });
    });
}

void Seq::dsb()
{
    step({"dsb"}, {}, [this] {
        bench.pe.request_dsb();
        wait_until("dsb_done_o", [this] { return !bench.pe.dsb_pending(); });
    });
}

uint64_t Seq::barriers_among_ops(uint64_t most)
{
    uint64_t cycles = 0;

    step({"barriers_among_ops"}, {max_lanes, true}, [&] {
        for (; cycles < most && (bench.pe.psb_pending() || bench.pe.dsb_pending()); cycles++)
            among_ops();
    });
    return cycles;
}

uint64_t Seq::dsb_among_ops()
{
    uint64_t cycles = 0;

    step({"dsb_among_ops"}, {max_lanes, true}, [&] {
        const uint64_t since = bench.cycle();

        bench.pe.request_dsb();
        while (bench.pe.dsb_pending()) {
            among_ops();
            Watchdog::waiting(bench.cycle(), since, "dsb_done_o");
        }
        cycles = bench.cycle() - since;
    });
    return cycles;
}

void Seq::tlbi()
{
    step({"tlbi"}, {}, [this] {
        bench.pe.set_budget(0);
        bench.pe.pulse_tlbi();
        bench.step();
    });
}

void Seq::reset(unsigned cycles, bool stopped)
{
    step({"reset", nullptr, true, cycles}, {}, [&] { bench.reset(cycles, stopped); });
}

void Seq::stop_clock(uint64_t cycles, const Context *to)
{
    step({"stop_clock", nullptr, true, cycles}, {}, [&] { bench.stop_clock(cycles, to); });
}

void Seq::expect(bool ok, const std::string &what)
{
    if (ok || options.leaves_out())
        return; // a part of a test need not meet its expectations
    const std::string text = "cycle " + std::to_string(bench.cycle()) + ": " + what;

    std::fprintf(stderr, "test: %s\n", text.c_str());
    if (failure_.empty())
        failure_ = text;
}

void Seq::expect_eq(uint64_t actual, uint64_t expected, const std::string &what)
{
    expect(actual == expected, what + ": " + hex(actual) + ", expected " + hex(expected));
}

void Seq::require(uint64_t spe_totals::*total, const char *name, uint64_t least)
{
    minima_.push_back({total, name, least});
}

void Seq::require_check(enum spe_check check, uint64_t least)
{
    check_minima_.push_back({check, least});
}

void Seq::judge_checks()
{
    for (const CheckMinimum &m : check_minima_) {
        uint64_t evaluated = 0, fired = 0;

        spe_model_check_counts(spe_session_model(session_), m.check, &evaluated, &fired);
        expect(evaluated >= m.least, std::string(spe_check_name(m.check)) + " was evaluated " +
                                         std::to_string(evaluated) +
                                         " times, the test needs at least " +
                                         std::to_string(m.least));
    }
}

void Seq::abandon()
{
    abandoned_ = true;
    steps_.check();
    steps_.end();
    bench.end_test();
    set_source(&ops); // the test's own source no longer exists
    bench.pe.set_source(&ops);
    bench.pe.life().hold(false);
    bench.pe.life().gather(false);
    bench.pe.set_thread_active(true);
    drain_life();
    psb();
    dsb();
}

/* Whether the connected taps tell this total. Without the tap of barriers no audits are counted;
 * without the tap of sampled operations, no samples. */
bool Seq::told(const Minimum &m) const
{
    const struct spe_model *model = spe_session_model(session_);

    if (m.total == &spe_totals::audits)
        return !spe_model_check_off(model, SPE_CHECK_SYNC_DSB);
    if (m.total == &spe_totals::samples || m.total == &spe_totals::filtered)
        return !spe_model_check_off(model, SPE_CHECK_SEL_COLLIDED);
    return true;
}

std::string Seq::verdict(const struct spe_totals &totals)
{
    expect_eq(bench.memory.guard_hits(), 0, "writes to guard pages");
    if (abandoned_)
        return failure_;
    expect(!minima_.empty() || !check_minima_.empty(), "the test ended without a minimum");
    judge_checks();
    for (const Minimum &m : minima_)
        expect(!told(m) || totals.*m.total >= m.least,
               std::string(m.name) + "=" + std::to_string(totals.*m.total) +
                   ", the test needs at least " + std::to_string(m.least));
    return failure_;
}

bool Seq::secure_alone() const
{
    return !cfg.el3 && !context().scr_ns;
}

bool Seq::at_retire() const
{
    return cfg.sample_point == spe_cfg_sample_point_retire;
}

OpEnd Seq::dropped() const
{
    return at_retire() ? end_replay : end_squash;
}

uint64_t Seq::align_bytes() const
{
    return UINT64_C(1) << cfg.align;
}

uint64_t Seq::record_bytes() const
{
    return UINT64_C(1) << cfg.max_size;
}

struct spe_totals Seq::totals() const
{
    struct spe_totals t = {};

    spe_model_totals(spe_session_model(session_), &t);
    return t;
}

std::vector<uint16_t> sysregs_of(const struct spe_config &cfg)
{
    std::vector<uint16_t> list(std::begin(all_sysregs), std::end(all_sysregs));

    if (later(cfg))
        list.insert(list.end(), std::begin(later_sysregs), std::end(later_sysregs));
    return list;
}

} // namespace tb
