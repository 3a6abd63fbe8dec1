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

/// The PE around the SPU: dispatches operations, tracks those that the SPU chose, changes context,
/// accesses System registers and waits at barriers. The bench calls drive() before and sample()
/// after the combinational evaluation of each cycle; in between, a sequence says what the next
/// cycle shall hold.
class PeAgent
{
  public:
    PeAgent(const struct spe_config &cfg, uint64_t poison_seed, struct tb_stim_hash *stim,
            PopulationSink *population);

    /// Operations of the next cycles; NULL: the lanes stay empty. Not owned.
    void set_source(OpSource *source)
    {
        source_ = source;
    }

    /// Of the operations that are drawn, numbered from 0, only these reach the lanes; no cycle
    /// passes for the others.
    void show_alone(const IndexList &ops)
    {
        shown_alone_ = ops;
    }

    /// How many operations may still be dispatched.
    void set_budget(uint64_t ops)
    {
        budget_ = ops;
    }

    /// Context of the next cycle's lanes from lane `slot` on (8: all lanes of that cycle still see
    /// the old one).
    void change_context(const Context &to, unsigned slot);

    const Context &context() const
    {
        return context_;
    }

    /// One System register access in the next cycle; the answer stands in sysreg_result() after it.
    /// `fgt`: a fine-grained trap to EL2 applies to it.
    void access(uint16_t enc, bool write, uint64_t data, bool fgt = false);

    const SysregResult &sysreg_result() const
    {
        return sysreg_result_;
    }

    void pulse_cse()
    {
        cse_ = true;
    }

    uint32_t ids = 0; ///< VMID << 16 | ASID of the owning regime, told with each event

    void pulse_tlbi()
    {
        tlbi_ = true;
    }

    /// Raise a barrier request; it falls by itself after the cycle with done.
    void request_psb()
    {
        psb_ = true;
    }

    void request_dsb()
    {
        dsb_ = true;
    }

    bool psb_pending() const
    {
        return psb_;
    }

    bool dsb_pending() const
    {
        return dsb_;
    }

    void set_thread_active(bool active)
    {
        thread_active_ = active;
    }

    /// Replace every random draw of the next cycles by `value`; negative: the SPU's own generator.
    void inject_draw(int value)
    {
        inject_ = value;
    }

    /// An IMPLEMENTATION DEFINED management event of the system in the next cycle.
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

    /// Where the SPE Profiling exception was taken last.
    const Context &interrupted() const
    {
        return interrupted_;
    }

    /// What was seen so far.
    PeView view() const;

    /// A step is left out: nothing is driven, but its operations are drawn, and the test sees what
    /// the step has shown. Bundles were asked for with `budget` for all, or again for each.
    void leave_out(const PeView &step, OpSource &source, uint64_t budget, bool each);

    void drive(Pins &pins, uint64_t cycle);
    void sample(const Pins &pins, uint64_t cycle);

    /// The SPU is in reset: forget what it was asked.
    void reset(Pins &pins);

    bool irq() const
    {
        return irq_;
    }

    uint64_t ops() const
    {
        return ops_;
    }

    /// Operations that were drawn, shown or not, but those of steps that are left out.
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

    /// Changes of Exception level that the source of operations asked for.
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
    PopulationSink *population_; ///< NULL: nobody wants to know
    struct tb_rng poison_;
    uint64_t poison_seed_;  ///< of what a context lacks: the same for equal contexts
    uint64_t absent_state_; ///< bits of SPE_CTX_* that the configuration lacks
    uint32_t absent_ops_;   ///< those of SPE_OP_*, for every lane
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
