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
    /// The longest permitted wait for the SPU: translations, faults and the slowest handshake need
    /// far less. Most waits begin anew with each transfer on the bus; the wait for one DSB does
    /// not.
    static constexpr uint64_t hang_cycles = 200000;

    explicit Watchdog(uint64_t max_cycles);

    /// SIGTERM, SIGINT and SIGHUP (unless ignored) end the run at its next cycle, with a verdict
    /// and a complete log. A second signal, a second later, kills. Call it before the first log is
    /// made.
    static void catch_signals();

    /// Call in every cycle. @throws RunError(exit_timeout) at the limit, or after a signal.
    void tick(uint64_t cycle, uint64_t ops)
    {
        if (cycle >= next_ || signal_ != 0)
            act(cycle, ops);
    }

    /// Report a wait that began, or had its last progress, at cycle `since`.
    /// @throws RunError(exit_timeout) after hang_cycles.
    static void waiting(uint64_t cycle, uint64_t since, const char *what);

    ~Watchdog();

  private:
    static volatile std::sig_atomic_t signal_; // the signal received, or 0

    void act(uint64_t cycle, uint64_t ops);

    uint64_t max_cycles_, next_;
    bool terminal_, reported_ = false;
};

} // namespace tb

#endif
