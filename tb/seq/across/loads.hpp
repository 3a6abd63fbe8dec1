// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_ACROSS_LOADS_HPP
#define TB_SEQ_ACROSS_LOADS_HPP

#include "drive/driver.hpp"
#include "ops/fixed_ops.hpp"

namespace tb
{

/// Loads, sampled one at a time, into a buffer of three pages; exceptions are not taken.
class Loads
{
  public:
    static constexpr uint64_t base = Driver::default_va;
    static constexpr unsigned pages = 3;

    explicit Loads(Seq &seq) : driver(seq), seq_(seq), fixed_(seq.cfg)
    {
        seq.set_source(&fixed_);
        fixed_.one_load();
        seq.take_exceptions(false);
        place();
    }

    void place()
    {
        driver.map(base, pages);
        driver.place(base, base + pages * 4096u);
    }

    void begin()
    {
        driver.program(1);
        driver.enable(driver.kernel());
        seq_.run(1);
    }

    Audit end()
    {
        seq_.drain_life();
        seq_.idle(100);
        return driver.stop();
    }

    Driver driver;

  private:
    Seq &seq_;
    FixedOps fixed_;
};

} // namespace tb

#endif
