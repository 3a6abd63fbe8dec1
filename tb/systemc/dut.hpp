// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_DUT_HPP
#define TB_SYSTEMC_DUT_HPP

#include <memory>
#include <string>

#include "options.hpp"
#include "pins_fwd.hpp"
#include "spe/config.h"
#include "waves.hpp"

class VerilatedContext;

namespace tb
{

/// The Verilated SPU, evaluated directly. One cycle: drive the pins, settle(), sample the pins,
/// edge().
class Dut
{
  public:
    /// Make a model now, for the first Dut of a child that will be forked. Runs differ only in the
    /// random values of their models; these are drawn when the Dut is made.
    static void prepare();

    /// The monitors will look for the session "spu<index>".
    /// @throws RunError(exit_usage) if this executable was built for another configuration than
    /// `cfg`.
    Dut(const Options &options, unsigned index, const struct spe_config &cfg);
    ~Dut();

    Pins &pins()
    {
        return *pins_;
    }

    /// Apply the rising edge that is due, then evaluate the combinational logic with the present
    /// inputs; clock low.
    void settle();

    /// End the cycle: a rising edge is due, which takes the inputs of the next cycle.
    void edge();

    /// Apply the edge that is due now. Afterwards the state is that of the next cycle, but the
    /// inputs are still those of the last one.
    void complete();

    void set_counter(uint64_t cntpct);

    /// Cycles completed.
    uint64_t cycle() const
    {
        return cycle_;
    }

    /// Assert reset asynchronously, evaluated at once; the release is synchronous, after the edge.
    void assert_reset();
    void release_reset();

    /// Whether assertions of the design are evaluated.
    bool has_sva() const;

    /// Whether the design has called $finish.
    bool finished() const;

    /// Run the design's final blocks and write the counts of the cover properties, if asked for. No
    /// evaluation may follow.
    void finish();

    /// Complete the waves. @throws RunError(exit_internal) if they could not be written.
    void close_waves()
    {
        waves_.close();
    }

  private:
    void evaluate(uint64_t half_cycle);
    void end_cycle(bool load);

    std::unique_ptr<VerilatedContext> context_;
    std::unique_ptr<Pins> pins_;
    bool inherited_; ///< the parent process made the context and the pins
    Waves waves_;
    std::string covers_;
    uint64_t cycle_ = 0;
    bool edge_due_ = false;
    bool in_reset_ = false;
};

} // namespace tb

#endif
