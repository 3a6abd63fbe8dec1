// SPDX-License-Identifier: Apache-2.0
#include "memory_target.hpp"

namespace tb
{
namespace
{

bool enabled(const tlm::tlm_generic_payload &payload, unsigned i)
{
    const unsigned n = payload.get_byte_enable_length();

    return n == 0 || payload.get_byte_enable_ptr()[i % n] == TLM_BYTE_ENABLED;
}

} // namespace

MemoryTarget::MemoryTarget(sc_core::sc_module_name name, SparseMemory &memory)
    : sc_core::sc_module(name), socket("socket"), memory_(memory)
{
    socket.register_b_transport(this, &MemoryTarget::b_transport);
    socket.register_transport_dbg(this, &MemoryTarget::transport_dbg);
}

void MemoryTarget::fail_nth(unsigned n, tlm::tlm_response_status status)
{
    fail_in_ = n;
    fail_status_ = status;
}

void MemoryTarget::heal()
{
    failing_.clear();
    fail_in_ = 0;
}

/* Check one page only: a burst does not cross 4 KB. */
tlm::tlm_response_status MemoryTarget::check(const tlm::tlm_generic_payload &payload)
{
    const uint64_t page = payload.get_address() / SparseMemory::page_bytes;
    const auto failing = failing_.find(page);

    if (open_.count(page) == 0) {
        guard_hits_++;
        return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    if (fail_in_ != 0 && --fail_in_ == 0)
        return fail_status_;
    return failing != failing_.end() ? failing->second : tlm::TLM_OK_RESPONSE;
}

void MemoryTarget::store(const tlm::tlm_generic_payload &payload)
{
    for (unsigned i = 0; i < payload.get_data_length(); i++) {
        if (!enabled(payload, i))
            continue;
        memory_.write(payload.get_address() + i, payload.get_data_ptr()[i]);
        bytes_written_++;
    }
}

void MemoryTarget::load(tlm::tlm_generic_payload &payload) const
{
    for (unsigned i = 0; i < payload.get_data_length(); i++)
        payload.get_data_ptr()[i] = memory_.read(payload.get_address() + i);
}

/* Annotate no delay: the delay of B is drawn at the pins (AxiSlave::set_access()). */
void MemoryTarget::b_transport(tlm::tlm_generic_payload &payload, sc_core::sc_time &)
{
    tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;

    if (payload.is_write()) {
        status = check(payload);
        if (status == tlm::TLM_OK_RESPONSE)
            store(payload);
    } else if (payload.is_read()) {
        load(payload);
    }
    errors_ += status != tlm::TLM_OK_RESPONSE;
    payload.set_response_status(status);
}

unsigned int MemoryTarget::transport_dbg(tlm::tlm_generic_payload &payload)
{
    if (!payload.is_read())
        return 0;
    load(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return payload.get_data_length();
}

} // namespace tb
