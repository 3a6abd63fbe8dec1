// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_PINS_HPP
#define TB_SYSTEMC_PINS_HPP

#include "Vspu_harness.h"
#include "pins_fwd.hpp"

#endif
