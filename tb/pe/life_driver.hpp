// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_LIFE_DRIVER_HPP
#define TB_PE_LIFE_DRIVER_HPP

#include <cstdint>

#include "config_members.h"
#include "op.hpp"
#include "pins_fwd.hpp"
#include "rng.h"
#include "stim_hash.h"

namespace tb
{

/// Drives the life of sampled operations on life_i, one slot per tag.
///
/// With the sample point at dispatch the pulses carry the times. At retire the ending carries
/// counts; the SPU ignores the pulses, so they are poisoned.
class LifeDriver
{
  public:
    LifeDriver(const struct spe_config &cfg, uint64_t poison_seed, struct tb_stim_hash *stim);

    /// Start the life of the operation that was given `tag` in cycle `cycle`.
    /// @throws RunError if no PE can give it this life.
    void start(unsigned tag, const OpLife &life, uint64_t cycle);

    /// Put the pulses of cycle `cycle` on the pins.
    void drive(Pins &pins, uint64_t cycle);

    /// Forget all tags after a reset of the SPU.
    void reset(Pins &pins);

    /// Stop the time of the sampled operations, or let it go on. The SPU's clock continues: the PE
    /// holds the operations back.
    void hold(bool on)
    {
        hold_ = on;
    }

    /// Hold each life in the cycle before its ending, or release the lives that are held. Released
    /// lives end together, as operations that retire in one cycle do.
    void gather(bool on)
    {
        gather_ = on;
    }

    /// Tags whose life ended in the last cycle.
    uint32_t ended_now() const
    {
        return ended_now_;
    }

    bool busy() const
    {
        return active_ != 0;
    }

    /// Tags whose life has not ended.
    uint32_t active() const
    {
        return active_;
    }

    /// Number of endings of this kind (end_e) so far.
    uint64_t ended(unsigned kind) const
    {
        return ended_[kind];
    }

  private:
    uint32_t pulses(unsigned tag) const;
    void deliver(Pins &pins, unsigned tag, uint64_t cycle);
    void poison(Pins &pins, unsigned tag);

    struct Slot {
        OpLife life;
        uint32_t age = 0;
    };

    bool at_retire_;
    uint32_t absent_; ///< bits of SPE_LIFE_* that the configuration lacks: poisoned
    bool hold_ = false, gather_ = false;
    Slot slot_[max_tags];
    uint32_t active_ = 0;
    uint32_t shown_ = 0; ///< tags whose pins are not at rest
    uint32_t ended_now_ = 0;
    uint64_t ended_[8] = {};
    struct tb_rng poison_;
    struct tb_stim_hash *stim_;
};

} // namespace tb

#endif
