// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_PE_AGENT_HPP
#define TB_PE_PE_AGENT_HPP

#include <cstdint>

#include "config_members.h"
#include "context.hpp"
#include "index_list.hpp"
#include "life_driver.hpp"
#include "op.hpp"
#include "pe_view.hpp"
#include "pins_fwd.hpp"
#include "prof_agent.hpp"
#include "rng.h"
#include "spe/txn.h"
#include "stim_hash.h"

namespace tb
{

/// The PE around the SPU: dispatches operations, follows those that the SPU selected, changes the
/// context, accesses System registers and waits at barriers. The bench calls drive() before and
/// sample() after the combinational evaluation of each cycle. Between cycles a sequence says what
/// happens in the next cycle.
class PeAgent
{
  public:
    PeAgent(const struct spe_config &cfg, uint64_t poison_seed, struct tb_stim_hash *stim,
            PopulationSink *population);

    /// Source of the operations; NULL: the lanes stay empty. Not owned.
    void set_source(OpSource *source)
    {
        source_ = source;
    }

    /// Put only these operations on the lanes (numbers of draws, from 0). Others take no cycle.
    void show_alone(const IndexList &ops)
    {
        shown_alone_ = ops;
    }

    /// The number of operations that may still be dispatched.
    void set_budget(uint64_t ops)
    {
        budget_ = ops;
    }

    void start_in(const Context &context); ///< before the first cycle
    /// Change the context in the next cycle, from lane `slot` on (8: all lanes of that cycle keep
    /// the old context).
    void change_context(const Context &to, unsigned slot);
    /// Change the context now, while the SPU's clock is stopped.
    void move_context(Pins &pins, const Context &to);

    const Context &context() const
    {
        return context_;
    }

    /// Access a System register in the next cycle; sysreg_result() has the answer after that cycle.
    /// `fgt`: a fine-grained trap to EL2 applies to the access.
    void access(uint16_t enc, bool write, uint64_t data, bool fgt = false);

    const SysregResult &sysreg_result() const
    {
        return sysreg_result_;
    }

    void pulse_cse()
    {
        cse_ = true;
    }

    uint32_t ids = 0; ///< VMID << 16 | ASID of the owning regime, delivered with each event

    void pulse_tlbi()
    {
        tlbi_ = true;
    }

    /// Raise a barrier request. The PE lowers the request in the cycle after done.
    void request_psb()
    {
        psb_ = true;
    }

    void request_dsb()
    {
        dsb_ = true;
    }

    bool psb_pending() const;
    bool dsb_pending() const;

    void set_thread_active(bool active)
    {
        thread_active_ = active;
    }

    /// Replace each random draw from the next cycle on by `value`; negative: the SPU draws itself.
    void inject_draw(int value)
    {
        inject_ = value;
    }

    /// Raise an IMPLEMENTATION DEFINED management event of the system in the next cycle.
    void impdef(uint16_t mss, uint32_t mss2)
    {
        impdef_ = true;
        impdef_mss_ = mss;
        impdef_mss2_ = mss2;
    }

    ProfAgent &prof()
    {
        return prof_;
    }

    /// The context in which the last SPE Profiling exception was taken.
    const Context &interrupted() const
    {
        return interrupted_;
    }

    /// What the PE has seen so far.
    PeView view() const;

    /// Leave out a step: drive nothing, but draw the operations of the step, and give the test the
    /// view `step` of the whole run. `budget` is that of the step, or (`each`) of each bundle.
    void leave_out(const PeView &step, OpSource &source, uint64_t budget, bool each);

    void drive(Pins &pins, uint64_t cycle);
    void sample(const Pins &pins, uint64_t cycle);

    /// The SPU is in reset: forget all requests to it.
    void reset(Pins &pins);

    bool irq() const
    {
        return irq_;
    }

    uint64_t ops() const
    {
        return ops_;
    }

    /// Number of operations drawn, on a lane or not. Steps that are left out do not count.
    uint64_t drawn() const
    {
        return drawn_;
    }

    uint64_t sampled() const
    {
        return sampled_;
    }

    uint64_t collided() const
    {
        return collided_;
    }

    /// Number of changes of Exception level that the source of operations asked for.
    uint64_t level_changes() const
    {
        return level_changes_;
    }

    uint64_t serrors() const
    {
        return serrors_;
    }

    const Seen &seen() const
    {
        return seen_;
    }

    LifeDriver &life()
    {
        return life_;
    }

  private:
    bool dispatching() const;
    void follow_level();
    void follow_exception();
    void drive_impdef(Pins &pins, uint64_t cycle);
    uint32_t shown_lanes();
    void next_bundle();
    void drive_lanes(Pins &pins, uint64_t cycle);
    void drive_context(Pins &pins, uint64_t cycle);
    void drive_sysreg(Pins &pins, uint64_t cycle);
    void drive_misc(Pins &pins, uint64_t cycle);
    void poison_lanes(Pins &pins, uint32_t lanes);
    void sample_lanes(const Pins &pins, uint64_t cycle);
    void note_lanes(const Pins &pins);
    void put_context(Pins &pins, unsigned index, const Context &context);
    uint32_t lane_context_bits() const;

    const struct spe_config &cfg_;
    struct tb_stim_hash *stim_;
    PopulationSink *population_; ///< NULL: no receiver
    struct tb_rng poison_;
    uint64_t poison_seed_;  ///< seed for values a context lacks: equal for equal contexts
    uint64_t absent_state_; ///< bits of SPE_CTX_* that the configuration lacks
    uint32_t absent_ops_;   ///< bits of SPE_OP_* that the configuration lacks, for every lane
    LifeDriver life_;

    OpSource *source_ = nullptr;
    uint64_t budget_ = 0;
    IndexList shown_alone_;
    uint64_t drawn_ = 0;
    Bundle bundle_;
    uint32_t shown_valid_ = 0;

    Context context_, next_context_, interrupted_;
    unsigned change_slot_ = 0;
    bool change_ = false, context_fresh_ = true, level_change_ = false;

    bool access_ = false, access_shown_ = false, access_write_ = false, access_fgt_ = false;
    uint16_t access_enc_ = 0;
    uint64_t access_data_ = 0;
    SysregResult sysreg_result_;

    bool cse_ = false, tlbi_ = false, psb_ = false, dsb_ = false, misc_fresh_ = true;
    uint32_t misc_shown_ = 0, ids_shown_ = 0;
    bool thread_active_ = true;
    int inject_ = -1;

    bool impdef_ = false, impdef_shown_ = false;
    uint16_t impdef_mss_ = 0;
    uint32_t impdef_mss2_ = 0;
    ProfAgent prof_;
    Seen seen_;
    bool irq_ = false;
    uint64_t bundles_ = 0, ops_ = 0, sampled_ = 0, collided_ = 0, serrors_ = 0, level_changes_ = 0;
};

} // namespace tb

#endif
