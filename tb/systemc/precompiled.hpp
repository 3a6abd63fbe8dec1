// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_PRECOMPILED_HPP
#define TB_SYSTEMC_PRECOMPILED_HPP

// Headers of Verilator and of the system that the bench includes, parsed once for all its files:
// they took two thirds of the time to compile one file. Each file still includes what it needs.
// verilated.h must be first: after <systemc> it would take its time from the kernel, in a namespace
// that verilated.h does not search.
#include "verilated.h"

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#endif
