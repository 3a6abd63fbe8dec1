// SPDX-License-Identifier: Apache-2.0
#include "sparse_memory.hpp"

namespace tb
{

void SparseMemory::write(uint64_t addr, uint8_t byte)
{
    const uint64_t number = addr / page_bytes;

    if (number != last_number_) {
        std::unique_ptr<Page> &page = pages_[number];

        if (!page)
            page = std::make_unique<Page>(Page{});
        last_ = page.get();
        last_number_ = number;
    }
    (*last_)[addr % page_bytes] = byte;
}

uint8_t SparseMemory::read(uint64_t addr) const
{
    const auto found = pages_.find(addr / page_bytes);

    return found == pages_.end() ? 0 : (*found->second)[addr % page_bytes];
}

} // namespace tb
