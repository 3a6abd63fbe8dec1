// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_WAVES_HPP
#define TB_SYSTEMC_WAVES_HPP

#include <cstdint>
#include <memory>
#include <string>

#include "pins_fwd.hpp"

namespace tb
{

/// A window of cycles written as FST. In a build without tracing, asking for waves is an error.
class Waves
{
  public:
    /// @param file empty: no waves.
    Waves(const std::string &file, uint64_t from, uint64_t to);
    ~Waves();

    /// Call before the first evaluation.
    void attach(Pins &pins);

    /// Half a cycle has been evaluated; `time` in ps, 1000 to a cycle.
    void dump(uint64_t time)
    {
        if (time >= next_)
            write(time);
    }

  private:
    struct File;

    void write(uint64_t time);

    std::string name_;
    [[maybe_unused]] uint64_t to_; ///< in builds with waves
    uint64_t next_;
    std::unique_ptr<File> file_;
};

} // namespace tb

#endif
