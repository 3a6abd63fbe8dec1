// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_PINS_FWD_HPP
#define TB_SYSTEMC_PINS_FWD_HPP

class Vspu_harness;

namespace tb
{

/// The flat ports of tb/sv/spu_harness.sv, the only part of the design that the bench sees. Headers
/// only name the type: a file that includes pins.hpp is compiled again for every configuration.
using Pins = Vspu_harness;

} // namespace tb

#endif
