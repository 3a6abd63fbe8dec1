// SPDX-License-Identifier: Apache-2.0
#include "bench.hpp"

#include "dut.hpp"
#include "pins.hpp"
#include "stopped_inputs.hpp"

namespace tb
{

Bench::Bench(sc_core::sc_module_name name, unsigned index, const Options &options,
             const struct spe_config &cfg, SparseMemory &storage)
    : sc_core::sc_module(name), records_(options.records), population_(options.population),
      memory("memory", storage), port("port"),
      axi(port, records_, static_cast<unsigned>(cfg.axi_bytes), options.seed, options.poison_seed,
          &stim_),
      xlat(cfg, options.seed, options.poison_seed, &stim_),
      pe(cfg, options.poison_seed, &stim_, population_.wanted() ? &population_ : nullptr),
      dut_(std::make_unique<Dut>(options, index, cfg)), watchdog_(options.max_cycles),
      until_(options.until)
{
    SC_HAS_PROCESS(Bench);
    SC_THREAD(thread);
    port.socket.bind(memory.socket);
    pe.show_alone(options.only_ops);
    tb_rng_init(&stopped_, options.poison_seed, "poison stopped");
}

Bench::~Bench() = default;

uint64_t Bench::cycle() const
{
    return dut_->cycle();
}

bool Bench::has_sva() const
{
    return dut_->has_sva();
}

void Bench::thread()
{
    try {
        body_();
    } catch (...) {
        error_ = std::current_exception();
    }
}

void Bench::yield(uint64_t cycles)
{
    since_yield_ += cycles;
    if (since_yield_ < quantum)
        return;
    check_finished();
    if (look_)
        look_();
    wait(sc_core::sc_time(static_cast<double>(since_yield_), sc_core::SC_NS));
    since_yield_ = 0;
}

/* Drive the system counter of this cycle, and advance it. */
void Bench::count()
{
    dut_->set_counter(counter_);
    counter_ += counter_step_;
}

void Bench::step()
{
    Pins &pins = dut_->pins();
    const uint64_t now = dut_->cycle();

    count();
    pe.drive(pins, now);
    axi.drive(pins, now);
    xlat.drive(pins, now);
    dut_->settle();
    pe.sample(pins, now);
    axi.sample(pins, now);
    xlat.sample(pins, now);
    dut_->edge();
    watchdog_.tick(now, pe.ops());
    yield(1);
    if (until_ != 0 && now >= until_) {
        until_ = 0;
        throw TestOver();
    }
}

void Bench::stop_clock(uint64_t n, const Context *to)
{
    StoppedInputs inputs(dut_->pins());

    tb_stim_add(&stim_, cycle() ^ n << 32);
    dut_->pins().running_i = 0;
    if (to != nullptr)
        pe.move_context(dut_->pins(), *to);
    for (uint64_t i = 0; i < n; i++) {
        count();
        inputs.poison(stopped_);
        dut_->settle();
        dut_->edge();
        yield(1);
    }
    inputs.restore();
    dut_->pins().running_i = 1;
}

void Bench::advance_counter(uint64_t by)
{
    counter_ += by;
    tb_stim_add(&stim_, counter_);
}

uint32_t Bench::states() const
{
    dut_->complete();
    return dut_->pins().fsm_o;
}

void Bench::reset(unsigned n, bool stopped)
{
    Pins &pins = dut_->pins();

    for (unsigned bit = 0; bit < reset_states_.size() && cycle() != 0; bit++)
        reset_states_[bit] += states() >> bit & 1u; // before any reset the states mean nothing
    tb_stim_add(&stim_, dut_->cycle() ^ static_cast<uint64_t>(n) << 48);
    pe.reset(pins);
    axi.reset(pins);
    xlat.reset(pins);
    dut_->assert_reset();
    for (unsigned i = 0; i < n + stopped; i++) {
        pins.running_i = !stopped || i == n; // the release is synchronous: it needs an edge
        count();
        dut_->settle();
        dut_->edge();
        yield(1);
    }
    dut_->release_reset();
    pe.set_budget(0);
    step(); // a PE out of reset fetches before it can access a register
}

/* The monitors end the simulation if they cannot open their session, and have then printed why. */
void Bench::check_finished() const
{
    if (dut_->finished())
        throw RunError(exit_internal, "the design ended the simulation by itself");
}

void Bench::finish()
{
    check_finished();
    dut_->finish();
}

void Bench::close_waves()
{
    dut_->close_waves();
}

} // namespace tb
