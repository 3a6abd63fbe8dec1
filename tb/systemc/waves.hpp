// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_WAVES_HPP
#define TB_SYSTEMC_WAVES_HPP

#include <cstdint>
#include <memory>
#include <string>

#include "pins_fwd.hpp"

namespace tb
{

/// Writes a window of cycles as FST. In a build without tracing, asking for waves is an error. The
/// file is made anew; for a symbolic link, that is the file it leads to.
class Waves
{
  public:
    /// @param file empty: no waves.
    Waves(const std::string &file, uint64_t from, uint64_t to);
    ~Waves();

    /// Call before the first evaluation.
    void attach(Pins &pins);

    /// Call after each half cycle is evaluated; `time` in ps, 1000 to a cycle.
    /// @throws RunError(exit_internal) if the file cannot be written.
    void dump(uint64_t time)
    {
        if (time >= next_)
            write(time);
    }

    /// Complete the file. If the run did not reach the window, there is no file, and stderr says
    /// so.
    /// @throws RunError(exit_internal) if a part of it could not be written.
    void close();

  private:
    struct File;

    void write(uint64_t time);
    template <class Action> void watched(Action action);

    std::string name_;
    [[maybe_unused]] uint64_t from_, to_; ///< in builds with waves
    uint64_t next_;
    std::unique_ptr<File> file_;
};

} // namespace tb

#endif
