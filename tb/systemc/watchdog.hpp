// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_WATCHDOG_HPP
#define TB_SYSTEMC_WATCHDOG_HPP

#include <csignal>
#include <cstdint>

namespace tb
{

/// Cycle limit of the run, hang detector of waits, and progress on a terminal.
class Watchdog
{
  public:
    /// No wait for the SPU may last longer: translations, faults and the slowest handshake need
    /// far less. Most waits begin anew with each transfer on the bus, that for one DSB does not.
    static constexpr uint64_t hang_cycles = 200000;

    explicit Watchdog(uint64_t max_cycles);

    /// SIGTERM, SIGINT and (unless it is ignored) SIGHUP end the run at its next cycle, with a
    /// verdict and a log that is whole; one that comes a second later kills. Call it before the
    /// first log is made.
    static void catch_signals();

    /// Call in every cycle. @throws RunError(exit_timeout) at the limit, or after a signal.
    void tick(uint64_t cycle, uint64_t ops)
    {
        if (cycle >= next_ || signal_ != 0)
            act(cycle, ops);
    }

    /// Something has been waited for since cycle `since`, or the last progress since then.
    /// @throws RunError(exit_timeout) after hang_cycles.
    static void waiting(uint64_t cycle, uint64_t since, const char *what);

    ~Watchdog();

  private:
    static volatile std::sig_atomic_t signal_; // that has come, or 0

    void act(uint64_t cycle, uint64_t ops);

    uint64_t max_cycles_, next_;
    bool terminal_, reported_ = false;
};

} // namespace tb

#endif
