// SPDX-License-Identifier: Apache-2.0
#include "tlm_port.hpp"

namespace tb
{
namespace
{

constexpr uint8_t resp_okay = 0, resp_slverr = 2, resp_decerr = 3;

uint8_t axi_response(tlm::tlm_response_status status)
{
    if (status == tlm::TLM_OK_RESPONSE)
        return resp_okay;
    return status == tlm::TLM_ADDRESS_ERROR_RESPONSE ? resp_decerr : resp_slverr;
}

} // namespace

TlmPort::TlmPort(sc_core::sc_module_name name) : sc_core::sc_module(name), socket("socket")
{
}

uint8_t TlmPort::write(const Burst &burst)
{
    tlm::tlm_generic_payload payload;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const unsigned n = static_cast<unsigned>(burst.data.size());

    data_ = burst.data;
    enables_.clear();
    for (bool enabled : burst.enabled)
        enables_.push_back(enabled ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED);
    payload.set_command(tlm::TLM_WRITE_COMMAND);
    payload.set_address(burst.address);
    payload.set_data_ptr(data_.data());
    payload.set_data_length(n);
    payload.set_streaming_width(n);
    payload.set_byte_enable_ptr(enables_.data());
    payload.set_byte_enable_length(n);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    socket->b_transport(payload, delay);
    return axi_response(payload.get_response_status());
}

} // namespace tb
