// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_BENCH_HPP
#define TB_SYSTEMC_BENCH_HPP

#include <array>
#include <exception>
#include <functional>
#include <memory>
#include <systemc>

#include "axi_slave.hpp"
#include "memory_target.hpp"
#include "options.hpp"
#include "pe_agent.hpp"
#include "population_file.hpp"
#include "record_file.hpp"
#include "tlm_port.hpp"
#include "watchdog.hpp"
#include "xlat_agent.hpp"

namespace tb
{

class Dut;

/// The test has played up to the cycle of --until.
class TestOver
{
};

/// One SPU with its agents. The Verilated class is evaluated directly in this module's thread,
/// `quantum` cycles (1 ns each) per SystemC wake-up; only the memory is reached through TLM.
class Bench : public sc_core::sc_module
{
  public:
    static constexpr uint64_t quantum = 1024;

  private:
    struct tb_stim_hash stim_ = {}; // constructed before the agents, which keep its address

    RecordFile records_;
    PopulationFile population_;

  public:
    MemoryTarget memory;
    TlmPort port;
    AxiSlave axi;
    XlatAgent xlat;
    PeAgent pe;

    /// @param index which SPU of the process; its session is "spu<index>".
    Bench(sc_core::sc_module_name name, unsigned index, const Options &options,
          const struct spe_config &cfg, SparseMemory &storage);
    ~Bench() override;

    /// Set what the thread does. An exception that it throws is kept in error().
    void play(std::function<void()> body)
    {
        body_ = std::move(body);
    }

    /// Call `look` every `quantum` cycles; an exception that it throws ends the thread.
    void watch(std::function<void()> look)
    {
        look_ = std::move(look);
    }

    /// The test is over: --until no longer ends the run.
    void end_test()
    {
        until_ = 0;
    }

    /// Play one clock cycle. @throws TestOver, once.
    void step();

    /// Stop the clock of the SPU, the PE, the translation and the bus for n cycles; transfers on
    /// their ports wait. The system counter goes on. Meanwhile the inputs are poison, which no
    /// clock edge may take. The context may become `to` meanwhile (NULL: it stays):
    /// then the next cycle counts as one in which it changes, and must have no access (RG2).
    void stop_clock(uint64_t n, const Context *to = nullptr);

    /// Assert reset now, in the middle of any activity, for n >= 1 cycles. If `stopped`, the SPU's
    /// clock stands still for these cycles and for one more.
    void reset(unsigned n, bool stopped = false);

    /// How often reset() was called in each state, by bit of fsm_o (tb/sv/spu_harness.sv).
    using StateCounts = std::array<uint64_t, 24>;
    const StateCounts &reset_states() const
    {
        return reset_states_;
    }

    static constexpr uint32_t states_tag_live = 02222u << 12;  ///< a sampled operation is in flight
    static constexpr uint32_t states_tag_waits = 04444u << 12; ///< a record waits for room
    static constexpr uint32_t states_outstanding = 1u << 9, states_queued = 1u << 10;

    /// The present state bits, as reset() would count them.
    uint32_t states() const;

    /// Let the system counter increase by `step` every cycle; with 0 it stands still.
    void set_counter_step(uint64_t step)
    {
        counter_step_ = step;
    }

    /// Let the system counter jump by `by`.
    void advance_counter(uint64_t by);

    uint64_t cycle() const;

    uint64_t stim_hash() const
    {
        return stim_.value;
    }

    struct tb_stim_hash &stim()
    {
        return stim_;
    }

    /// Why the thread ended early; empty if it did not.
    std::exception_ptr error() const
    {
        return error_;
    }

    /// Whether assertions of the design are evaluated.
    bool has_sva() const;

    /// Run the final blocks of the design: the monitors close their handle. No step() may follow.
    void finish();

    /// Complete the file of records. @throws RunError(exit_internal) if it could not be written.
    void close_records()
    {
        records_.close();
    }

    /// Complete the file of the population. @throws RunError(exit_internal) if it could not be
    /// written.
    void close_population()
    {
        population_.close();
    }

    /// Complete the waves. @throws RunError(exit_internal) if they could not be written.
    void close_waves();

  private:
    void thread();
    void count();
    void yield(uint64_t cycles);
    void check_finished() const;

    std::unique_ptr<Dut> dut_;
    struct tb_rng stopped_; ///< poison while the clock stands still
    Watchdog watchdog_;
    uint64_t until_; ///< 0: no bound, or the bound has passed
    StateCounts reset_states_ = {};
    std::function<void()> body_, look_;
    std::exception_ptr error_;
    uint64_t counter_ = 0x100000000u, counter_step_ = 1, since_yield_ = 0;
};

} // namespace tb

#endif
