// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_DRIVE_STEPS_HPP
#define TB_SEQ_DRIVE_STEPS_HPP

#include <cstdint>
#include <vector>

#include "index_list.hpp"
#include "pe_view.hpp"

namespace tb
{

/// A step as text for a reader: `psb`, `run 200`, `context EL1`, `msr PMBPTR_EL1 0x40`.
struct StepText {
    const char *what;
    const char *name = nullptr; ///< name of a register or an Exception level
    bool valued = false;        ///< there is a value; decimal without a name
    uint64_t value = 0;
};

/// The steps of a test: its calls of Seq that take time (operations, register accesses, barriers,
/// changes of context, resets ...), numbered from 0 in order. With a list of steps all others are
/// left out, so any test can be made smaller without knowledge of it.
///
/// A step that is left out takes no time, and the test reads the view (PeView) of that step of the
/// whole run. So the test goes on as in the whole run, with the same operations and the same
/// numbers. For this, a separate process plays the whole run first (systemc/whole_run.hpp).
class Steps
{
  public:
    /// @param list   if given, play only its steps; otherwise play all steps.
    /// @param whole  with a list: the view of each step of the whole run. NULL: this is the whole
    /// run; play everything up to the last step of the list.
    /// @param print  print each played step on stderr, as `step 7 cycle 12 psb`.
    Steps(const IndexList &list, const std::vector<PeView> *whole, bool print)
        : list_(list), whole_(whole), print_(print)
    {
    }

    /// Begin the next step, in `cycle`. @return whether it is to be played.
    /// @throws TestOver after the last step of the list.
    bool begin(uint64_t cycle, const StepText &text);

    /// The view of the left-out step in the whole run.
    const PeView &left_out() const
    {
        return (*whole_)[count_ - 1];
    }

    /// Whether this is the whole run, whose views another process needs.
    bool telling() const
    {
        return list_.given() && whole_ == nullptr;
    }

    /// Note the view of a played step of the whole run.
    void tell(const PeView &view)
    {
        told_.back() = view;
    }

    /// The views of all steps.
    const std::vector<PeView> &told() const
    {
        return told_;
    }

    /// The test is over: later calls are not steps, and are always played.
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
