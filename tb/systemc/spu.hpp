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
    /// Session, test and bench number `index` (seed and file names differ by it).
    /// @throws RunError when a file, the test or the configuration is wrong.
    /// @param whole  where steps are left out: what the whole run has shown. NULL: this is the
    /// whole run (seq/drive/steps.hpp).
    Spu(unsigned index, const Options &all, const Weights &weights, SparseMemory &storage,
        const std::vector<PeView> *whole);

    /// Close the monitors and judge the test's own conditions. Once, after the simulation.
    Ending end();

    struct spe_session *session() const
    {
        return session_.get();
    }

    uint64_t stim_hash() const
    {
        return bench_.stim_hash();
    }

    /// The open cases of the texts that the test has come into, by choice id.
    const std::set<std::string> &unpredictable() const
    {
        return seq_.unpredictable();
    }

    /// Assertions of the design are evaluated.
    bool has_sva() const
    {
        return bench_.has_sva();
    }

    const Steps &steps() const
    {
        return seq_.steps();
    }

    /// The test has not reached its end.
    bool fails() const
    {
        return bench_.error() != nullptr;
    }

    /// In a random session: the number of episodes that it has played.
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
    const Weights weights_; ///< including the settings that are drawn
    Bench bench_;
    Seq seq_;
};

} // namespace tb

#endif
