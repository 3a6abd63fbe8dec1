// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_STEPS_HPP
#define TB_SEQ_DRIVE_STEPS_HPP

#include <cstdint>
#include <vector>

#include "index_list.hpp"
#include "pe_view.hpp"

namespace tb
{

/// What a step is, for who reads it: `psb`, `run 200`, `context EL1`, `msr PMBPTR_EL1 0x40`.
struct StepText {
    const char *what;
    const char *name = nullptr; ///< of a register or an Exception level
    bool valued = false;        ///< decimal without a name
    uint64_t value = 0;
};

/// The steps of a test: its calls of Seq that take time (operations, register accesses, barriers,
/// changes of context, resets ...), numbered from 0 in the order in which they come. A list of them
/// leaves out all others, so that any test can be made smaller by who knows nothing of it.
///
/// A step that is left out takes no time, and shows the test what it has shown in the whole run
/// (PeView): it goes on as it did there, with the same operations, and numbers stay those of the
/// whole run. So that is played before, by a process of its own (systemc/whole_run.hpp).
class Steps
{
  public:
    /// @param list   of every number, all steps are played; else these alone.
    /// @param whole  with a list: what each step has shown in the whole run. NULL: this is that
    ///               run, which plays everything up to the last one of the list.
    /// @param print  print each that is played on stderr, as `step 7 cycle 12 psb`.
    Steps(const IndexList &list, const std::vector<PeView> *whole, bool print)
        : list_(list), whole_(whole), print_(print)
    {
    }

    /// The next step comes in `cycle`. @return whether it is to be played.
    /// @throws TestOver behind the last one of the list.
    bool begin(uint64_t cycle, const StepText &text);

    /// The step that is left out, in the whole run.
    const PeView &left_out() const
    {
        return (*whole_)[count_ - 1];
    }

    /// This is the whole run, of which somebody wants to know.
    bool telling() const
    {
        return list_.given() && whole_ == nullptr;
    }

    /// A step of it has been played.
    void tell(const PeView &view)
    {
        told_.back() = view;
    }

    /// All of them.
    const std::vector<PeView> &told() const
    {
        return told_;
    }

    /// The test is over: what comes is no step of it, and is played.
    void end()
    {
        over_ = true;
    }

    bool over() const
    {
        return over_;
    }

    /// @throws RunError(exit_usage) if the list goes beyond the test.
    void check() const;

  private:
    IndexList list_;
    const std::vector<PeView> *whole_;
    std::vector<PeView> told_;
    bool print_, over_ = false;
    uint64_t count_ = 0;
};

/// The name of a register by its encoding (regs.hpp).
const char *sysreg_name(uint16_t enc);

} // namespace tb

#endif
