// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_SEQ_HPP
#define TB_SEQ_DRIVE_SEQ_HPP

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "bench.hpp"
#include "drive/regs.hpp"
#include "drive/steps.hpp"
#include "ops/random_ops.hpp"
#include "spe/session.h"

namespace tb
{

class Weights;

/// The sequence API: what the PE does, one blocking call after the other, in the bench's thread.
/// Each call that takes time is a step of the test, and may be left out (steps.hpp).
/// The run fails when an expect() fails, when a required minimum is missed or none was required, or
/// when the bench saw a write to a guard page; the scoreboard judges everything else.
class Seq
{
  public:
    /// @param whole  the views of the whole run, if steps are left out (steps.hpp).
    Seq(Bench &bench, const Options &options, const Weights &weights, struct spe_session *session,
        const std::vector<PeView> *whole);

    Bench &bench;
    const Options &options;
    const Weights &weights; ///< for random sessions
    const struct spe_config &cfg;
    RandomOps ops;     ///< random operations; run() plays them if no other source is set
    struct tb_rng rng; ///< the sequence's own choices

    // Time
    void idle(uint64_t cycles); ///< cycles without operations
    /// Play up to n operations. Stops early when PMBIRQ rises (if it was low at the start), when an
    /// SPE Profiling exception is taken, or when the source ends.
    /// @return operations played.
    uint64_t run(uint64_t n);
    /// Play operations until the SPU has selected `samples` more of them, or `most` were played.
    void run_samples(uint64_t samples, uint64_t most = 1000000);
    /// Step until the PE has no sampled operation in flight.
    void drain_life();
    void step_until(const char *what, const std::function<bool()> &done);
    void set_source(OpSource *source);
    /// Whether run() takes SPE Profiling exceptions; otherwise they stay pending. At first it does.
    void take_exceptions(bool on)
    {
        taking_ = on;
    }

    // Context
    void context(const Context &to); ///< in a cycle without operations, with synchronization
    void context_in_bundle(const Context &to,
                           unsigned slot); ///< in the next cycle, from lane `slot` on
    const Context &context() const
    {
        return bench.pe.context();
    }

    /// Whether a PE without EL3 is in Secure state; it is so for the whole run.
    bool secure_alone() const;

    // System registers. read() and write() return the outcome; mrs() and msr() expect it to be OK.
    /// `fgt`: a fine-grained trap to EL2 applies.
    SysregResult read(uint16_t enc, bool fgt = false);
    SysregResult write(uint16_t enc, uint64_t data, bool fgt = false);
    uint64_t mrs(uint16_t enc);
    void msr(uint16_t enc, uint64_t data);
    /// Write a register in a cycle that also carries operations of the current source.
    void msr_among_ops(uint16_t enc, uint64_t data);
    /// Read a register in such a cycle. @return the answer.
    SysregResult read_among_ops(uint16_t enc);

    // Synchronization
    void isb();
    void psb();
    void dsb();
    void tlbi();

    /// Step one cycle with operations of the current source, and with all requests to the PE for
    /// that cycle.
    void step_among_ops();
    /// Wait for the requested barriers while operations go on.
    /// @return cycles that it took; `most` if the barriers were not done by then.
    uint64_t barriers_among_ops(uint64_t most);

    /// Request DSB and wait for it with operations in every cycle; it counts as a hang even if the
    /// bus moves.
    /// @return cycles that it took.
    uint64_t dsb_among_ops();

    // Reset and memory
    void reset(unsigned cycles, bool stopped = false);             ///< Bench::reset()
    void stop_clock(uint64_t cycles, const Context *to = nullptr); ///< Bench::stop_clock()

    /// Note that the run has met a case that the texts leave open, named by its choice id. The
    /// configuration settles what happens.
    void unpredictable(const char *choice)
    {
        unpredictable_.insert(choice);
    }

    /// The choice ids of all such cases so far.
    const std::set<std::string> &unpredictable() const
    {
        return unpredictable_;
    }

    /// Begin the next episode of a random session.
    void begin_episode()
    {
        episodes_++;
    }

    /// Number of episodes begun.
    uint64_t episodes() const
    {
        return episodes_;
    }

    // Verdict
    void expect(bool ok, const std::string &what);
    void expect_eq(uint64_t actual, uint64_t expected, const std::string &what);
    /// The scoreboard's total must be at least `least` at the end of the run.
    void require(uint64_t spe_totals::*total, const char *name, uint64_t least);
    /// The check must have been evaluated at least `least` times at the end of the run.
    void require_check(enum spe_check check, uint64_t least);
    /// The test has ended early, or some of its steps were left out: let everything in progress
    /// end, and audit as far as PSB CSYNC and DSB do. No minimum is judged.
    /// @throws RunError(exit_usage) if --steps goes beyond the test.
    void abandon();
    /// Judge the minima by the final totals, and the guard pages. @return the first failure; empty:
    /// none.
    std::string verdict(const struct spe_totals &totals);

    const Steps &steps() const
    {
        return steps_;
    }

    /// Totals of the scoreboard. They depend on the connected taps, so stimulus must not depend on
    /// them.
    struct spe_totals totals() const;

    bool at_retire() const;

    /// An ending without commitment. With the sample point at retire no operation is squashed
    /// (dpi/README.md, "life").
    OpEnd dropped() const;

    uint64_t align_bytes() const;
    uint64_t record_bytes() const; ///< largest record

    /// Upper bound of a record's bytes: the end of its last packet, or 64 bytes, which hold all
    /// packets without padding.
    uint64_t usual_bytes() const
    {
        return usual_bytes_;
    }

    /// Pages of a buffer that `records` records do not fill; at least `least`.
    unsigned pages_for(unsigned records, unsigned least) const
    {
        const uint64_t bytes = records * usual_bytes() + record_bytes();

        return std::max(least, static_cast<unsigned>((bytes + 4095) / 4096));
    }

    /// Unit of PMBLIMITR_EL1.LIMIT in bytes.
    uint64_t granule_bytes() const
    {
        return UINT64_C(1) << cfg.granule;
    }

    /// `va`, or the next address that PMBLIMITR_EL1.LIMIT can hold.
    uint64_t limit_from(uint64_t va) const
    {
        return (va + granule_bytes() - 1) & ~(granule_bytes() - 1);
    }

    /// The most beats of a record beyond eight: it takes that many cycles longer than usual ones.
    unsigned more_beats() const
    {
        const uint64_t beats = usual_bytes() / static_cast<unsigned>(cfg.axi_bytes);

        return beats <= 8 ? 0 : static_cast<unsigned>(beats - 8);
    }

    /// A wait before each beat: as given if a record has at most eight beats, otherwise shorter, so
    /// that all waits together take no longer.
    unsigned beat_wait(unsigned cycles) const
    {
        return cycles * 8 / (8 + more_beats());
    }

  private:
    struct Minimum {
        uint64_t spe_totals::*total;
        const char *name;
        uint64_t least;
    };

    struct CheckMinimum {
        enum spe_check check;
        uint64_t least;
    };

    /// The most that a step draws from the source: as a whole, or (each) in each cycle.
    struct Draws {
        uint64_t budget = 0;
        bool each = false;
    };

    void judge_checks();
    template <class Body> void step(const StepText &text, const Draws &draws, Body body);
    void play(uint64_t n);
    void wait_until(const char *what, const std::function<bool()> &done);
    void among_ops();
    void waiting(uint64_t since, const char *what) const;

    struct spe_session *session_;
    OpSource *source_;
    Steps steps_;
    uint64_t episodes_ = 0;
    bool taking_ = true;
    bool abandoned_ = false;
    uint64_t usual_bytes_;
    bool told(const Minimum &m) const; ///< whether the connected taps tell this total
    std::vector<Minimum> minima_;
    std::vector<CheckMinimum> check_minima_;
    std::set<std::string> unpredictable_;
    std::string failure_;
};

/// Registers of SPEv1p0, and registers of later versions if the configuration can have them.
std::vector<uint16_t> sysregs_of(const struct spe_config &cfg);

} // namespace tb

#endif
