// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_AXI_SLAVE_HPP
#define TB_SYSTEMC_AXI_SLAVE_HPP

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "pins_fwd.hpp"
#include "record_file.hpp"
#include "rng.h"
#include "stim_hash.h"

namespace tb
{

/// Which channel the slave opens first. A slave may wait for the other channel (IHI 0022, A3.3.1).
enum class AxiOrder : uint8_t {
    any,           ///< each by its own wait
    after_wvalid,  ///< AWREADY only after WVALID was seen
    data_first,    ///< AWREADY only after the last beat was taken
    address_first, ///< WREADY only after the address was taken
    mixed          ///< one of the above, drawn for every burst
};

/// The distribution of waits between none and the maximum, and the level of READY before VALID.
enum class AxiPattern : uint8_t {
    even,   ///< all waits are equally likely; READY stays high or low until VALID rises
    rare,   ///< no wait, and for one handshake in eight the maximum
    toggle, ///< READY toggles while VALID is low (IHI 0022, A3.2.1); waits as with `even`
    mixed   ///< one of the above, drawn for every handshake
};

/// How slow the slave is. Waits count cycles of VALID without READY. B follows `b_min` to `b_max`
/// cycles after the answer of the memory (set_access()).
struct AxiPressure {
    unsigned aw_max = 0;
    unsigned w_max = 0;
    unsigned b_min = 0;
    unsigned b_max = 0;
    AxiOrder order = AxiOrder::any;
    AxiPattern pattern = AxiPattern::even;
};

/// One write burst as bytes from `address` (aligned to the bus); disabled bytes are not written.
struct Burst {
    uint64_t address = 0; ///< with nonsecure_space, nse_space
    std::vector<uint8_t> data;
    std::vector<bool> enabled;
};

/// Receives the complete bursts of the slave.
class BurstTarget
{
  public:
    virtual ~BurstTarget() = default;
    /// @return the BRESP of the answer.
    virtual uint8_t write(const Burst &burst) = 0;
};

/// The AXI4 write slave at the SPU's pins. Each complete burst goes to the target at once; B
/// carries the target's answer.
class AxiSlave
{
  public:
    AxiSlave(BurstTarget &target, RecordFile &records, unsigned bus_bytes, uint64_t seed,
             uint64_t poison_seed, struct tb_stim_hash *stim);

    void set_pressure(const AxiPressure &pressure);

    /// Memory answers a burst after `min` to `max` cycles; at the start both are 4. With 0, B is
    /// valid in the cycle after the last handshake of AW and W. These draws have their own stream.
    void set_access(unsigned min, unsigned max)
    {
        access_min_ = min;
        access_max_ = max;
    }

    /// From now on, draw from the streams of `seed`.
    void restart(uint64_t seed)
    {
        tb_rng_init(&rng_, seed, "axi");
        tb_rng_init(&memory_, seed, "memory");
    }

    const struct tb_rng &stream() const
    {
        return rng_;
    }

    const struct tb_rng &memory_stream() const
    {
        return memory_;
    }

    /// Drive the ready signals and B of this cycle.
    void drive(Pins &pins, uint64_t cycle);

    /// Sample the handshakes of this cycle; may call the target.
    void sample(const Pins &pins, uint64_t cycle);

    /// The SPU was reset: bursts that the SPU had begun never complete.
    void reset(Pins &pins);

    /// Bursts accepted and not yet answered.
    uint64_t outstanding() const
    {
        return accepted_ - answered_;
    }

    /// Addresses accepted since the start.
    uint64_t bursts() const
    {
        return accepted_;
    }

    /// Number of addresses accepted after the last beat of their data.
    uint64_t data_first() const
    {
        return data_first_;
    }

    /// Records that memory has taken, counted without reading their bytes. Each burst counts as one
    /// record, except a burst at the start of a page, which may continue the record of the page
    /// before.
    uint64_t records_taken() const
    {
        return records_taken_;
    }

    /// Whether the slave has taken beats but no address of theirs.
    bool waits_for_address() const
    {
        return addresses_.empty() && !beats_.empty();
    }

    /// Cycles in which an address or a beat was offered and not taken.
    uint64_t aw_stalls() const
    {
        return aw_.stalls;
    }

    uint64_t w_stalls() const
    {
        return w_.stalls;
    }

    /// Cycle of the last transfer on any channel; 0 before the first.
    uint64_t moved() const
    {
        return moved_;
    }

    /// Responses that were not OKAY.
    uint64_t errors() const
    {
        return errors_;
    }

  private:
    struct Address {
        uint8_t id;
        uint64_t addr;
        unsigned beats;
    };
    struct Beat {
        std::array<uint8_t, 64> data;
        uint64_t strobes;
    };
    struct Response {
        uint8_t id, resp;
        uint64_t due;
    };

    /// The READY signal of AW or W.
    struct Channel {
        bool open = true;   ///< the order of the channels permits it in the next cycle
        bool ready = true;  ///< READY is high before VALID rises
        bool waits = false; ///< VALID is high, READY stays low for `left` more cycles
        bool shown = false; ///< READY of this cycle
        unsigned left = 0;
        uint64_t stalls = 0;
        AxiPattern pattern = AxiPattern::even; ///< of the next handshake
    };

    unsigned wait_for(unsigned max);
    unsigned access();
    void prepare(Channel &channel, unsigned max);
    bool handshake(Channel &channel, unsigned max, bool valid);
    void choose_order();
    void choose_channels(const Pins &pins, bool offered);
    void take_address(const Pins &pins);
    void take_beat(const Pins &pins);
    void record();
    void gather(const Address &address);
    void complete(uint64_t cycle);

    BurstTarget &target_;
    RecordFile &records_;
    unsigned bus_bytes_;
    uint64_t poison_seed_;
    struct tb_rng rng_, memory_;
    unsigned access_min_ = 4, access_max_ = 4;
    struct tb_stim_hash *stim_;
    AxiPressure pressure_;
    AxiOrder order_ = AxiOrder::any; // of this burst
    Channel aw_, w_;
    std::deque<Address> addresses_;
    std::deque<Beat> beats_;
    std::deque<Response> responses_;
    size_t covered_ = 0;  // beats of the addresses in addresses_
    size_t recorded_ = 0; // beats of beats_ that are in the file of records
    Burst burst_;
    bool b_shown_ = false;
    uint64_t records_taken_ = 0;
    uint64_t accepted_ = 0, data_first_ = 0, answered_ = 0, errors_ = 0, moved_ = 0;
};

} // namespace tb

#endif
