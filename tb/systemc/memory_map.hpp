// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_MEMORY_MAP_HPP
#define TB_SYSTEMC_MEMORY_MAP_HPP

#include <cstdint>

namespace tb
{

/// Bit of a memory address that names the Non-secure physical address space; the two spaces share
/// no byte.
constexpr uint64_t nonsecure_space = UINT64_C(1) << 52;

} // namespace tb

#endif
