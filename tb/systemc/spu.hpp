// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_SPU_HPP
#define TB_SYSTEMC_SPU_HPP

#include <memory>
#include <string>

#include "bench.hpp"
#include "drive/seq.hpp"
#include "random/weights.hpp"
#include "registry.hpp"

namespace tb
{

struct SessionDeleter {
    void operator()(struct spe_session *session) const
    {
        spe_session_destroy(session);
    }
};
using Session = std::unique_ptr<struct spe_session, SessionDeleter>;

/// How a run ended, for the verdict.
struct Ending {
    int status = 0; ///< 0: the totals decide the status
    std::string why;
};

/// One SPU of the process: its session, its bench and the test that it plays in the bench's thread.
class Spu
{
  public:
    /// Make session, test and bench of the SPU `index`, which decides about seed and file names.
    /// @throws RunError when a file, the test or the configuration is wrong.
    /// @param whole  if steps are left out: the views of the whole run. NULL: this is the whole run
    /// (seq/drive/steps.hpp).
    Spu(unsigned index, const Options &all, const Weights &weights, SparseMemory &storage,
        const std::vector<PeView> *whole);

    /// Close the monitors and judge the test's own conditions. Call once, after the simulation.
    Ending end();

    struct spe_session *session() const
    {
        return session_.get();
    }

    uint64_t stim_hash() const
    {
        return bench_.stim_hash();
    }

    /// The cases, left open by the texts, that the test has met, by choice id.
    const std::set<std::string> &unpredictable() const
    {
        return seq_.unpredictable();
    }

    /// Whether assertions of the design are evaluated.
    bool has_sva() const
    {
        return bench_.has_sva();
    }

    const Steps &steps() const
    {
        return seq_.steps();
    }

    /// Whether the test has not reached its end.
    bool fails() const
    {
        return bench_.error() != nullptr;
    }

    /// The number of episodes that a random session has played.
    uint64_t episodes() const
    {
        return seq_.episodes();
    }

    /// Create and publish the session "spu<index>".
    static Session make_session(const Options &options, unsigned index);

  private:
    const Options options_;
    const Session session_;
    const TestCase &test_;
    const Weights weights_; ///< after draw_settings_alone()
    Bench bench_;
    Seq seq_;
};

} // namespace tb

#endif
