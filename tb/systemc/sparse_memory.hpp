// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_SPARSE_MEMORY_HPP
#define TB_SYSTEMC_SPARSE_MEMORY_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace tb
{

/// Plain byte memory in pages of 4 KB, made when they are first written; unwritten bytes read as 0.
class SparseMemory
{
  public:
    static constexpr uint64_t page_bytes = 4096;

    void write(uint64_t addr, uint8_t byte);
    uint8_t read(uint64_t addr) const;

  private:
    using Page = std::array<uint8_t, page_bytes>;

    std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
    uint64_t last_number_ = UINT64_MAX;
    Page *last_ = nullptr; ///< page written last: writes are mostly sequential
};

} // namespace tb

#endif
