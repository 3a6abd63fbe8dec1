// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_MEMORY_MAP_HPP
#define TB_SYSTEMC_MEMORY_MAP_HPP

#include <cstdint>

namespace tb
{

/// Bits of a memory address that name the physical address space, {NSE, NS}; no two spaces share a
/// byte.
constexpr uint64_t nonsecure_space = UINT64_C(1) << 52;
constexpr uint64_t nse_space = UINT64_C(1) << 53;

} // namespace tb

#endif
