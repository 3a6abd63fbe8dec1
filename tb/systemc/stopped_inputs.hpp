// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_STOPPED_INPUTS_HPP
#define TB_SYSTEMC_STOPPED_INPUTS_HPP

#include <cstdint>
#include <vector>

#include "pins_fwd.hpp"
#include "rng.h"

namespace tb
{

/// The inputs that no clock edge takes while the SPU's clock stands still: accesses, lanes, lives,
/// translations, bus, barriers and events. Their values are kept, replaced by poison for some
/// cycles, and restored.
class StoppedInputs
{
  public:
    /// Keep the inputs of `pins`, which must outlive the object.
    explicit StoppedInputs(Pins &pins);

    /// Draw a value for each input.
    void poison(struct tb_rng &rng);

    /// Restore the values that were kept.
    void restore();

  private:
    Pins &pins_;
    std::vector<uint64_t> kept_;
};

} // namespace tb

#endif
