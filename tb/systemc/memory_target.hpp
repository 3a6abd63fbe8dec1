// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_MEMORY_TARGET_HPP
#define TB_SYSTEMC_MEMORY_TARGET_HPP

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>
#include <unordered_map>
#include <unordered_set>

#include "sparse_memory.hpp"

namespace tb
{

/// Loosely timed TLM-2.0 memory: b_transport and transport_dbg on one socket. Each initiator has
/// its own instance; all instances share one SparseMemory. Guard pages and failing pages answer
/// with an error and store nothing.
class MemoryTarget : public sc_core::sc_module
{
  public:
    tlm_utils::simple_target_socket<MemoryTarget> socket;

    MemoryTarget(sc_core::sc_module_name name, SparseMemory &memory);

    /// Make the 4 KB page of `addr` writable. Every other page is a guard page: a write to it
    /// answers TLM_ADDRESS_ERROR, stores nothing and is counted.
    void open(uint64_t addr)
    {
        open_.insert(addr / SparseMemory::page_bytes);
    }

    /// Make the page of `addr` a guard page again.
    void close(uint64_t addr)
    {
        open_.erase(addr / SparseMemory::page_bytes);
    }

    /// Make all pages guard pages again.
    void close_all()
    {
        open_.clear();
    }

    /// Writes to the page of `addr` answer `status` (TLM_GENERIC_ERROR or TLM_ADDRESS_ERROR).
    void fail(uint64_t addr, tlm::tlm_response_status status)
    {
        failing_[addr / SparseMemory::page_bytes] = status;
    }

    /// The n-th write from now on (1: the next) answers `status`.
    void fail_nth(unsigned n, tlm::tlm_response_status status);

    /// Forget failing pages and a pending fail_nth().
    void heal();

    uint64_t guard_hits() const
    {
        return guard_hits_;
    }

    uint64_t errors() const
    {
        return errors_;
    }

    uint64_t bytes_written() const
    {
        return bytes_written_;
    }

  private:
    void b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &delay);
    unsigned int transport_dbg(tlm::tlm_generic_payload &payload);
    tlm::tlm_response_status check(const tlm::tlm_generic_payload &payload);
    void store(const tlm::tlm_generic_payload &payload);
    void load(tlm::tlm_generic_payload &payload) const;

    SparseMemory &memory_;
    std::unordered_set<uint64_t> open_;
    std::unordered_map<uint64_t, tlm::tlm_response_status> failing_;
    unsigned fail_in_ = 0;
    tlm::tlm_response_status fail_status_ = tlm::TLM_OK_RESPONSE;
    uint64_t guard_hits_ = 0, errors_ = 0, bytes_written_ = 0;
};

} // namespace tb

#endif
