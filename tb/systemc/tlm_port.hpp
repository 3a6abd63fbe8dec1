// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_TLM_PORT_HPP
#define TB_SYSTEMC_TLM_PORT_HPP

#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "axi_slave.hpp"

namespace tb
{

/// Adapter from the pins to TLM-2.0: each burst becomes one b_transport, the response status
/// becomes BRESP. Call write() only from an SC_THREAD.
class TlmPort : public sc_core::sc_module, public BurstTarget
{
  public:
    tlm_utils::simple_initiator_socket<TlmPort> socket;

    explicit TlmPort(sc_core::sc_module_name name);

    uint8_t write(const Burst &burst) override;

  private:
    std::vector<uint8_t> data_, enables_;
};

} // namespace tb

#endif
