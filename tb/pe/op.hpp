// SPDX-License-Identifier: Apache-2.0
#ifndef TB_PE_OP_HPP
#define TB_PE_OP_HPP

#include <cstddef>
#include <cstdint>

namespace tb
{

constexpr unsigned max_lanes = 8;
constexpr unsigned max_tags = 4;

enum OpClass : uint8_t { class_other = 0, class_load_store = 1, class_branch = 2 };

/// end_e of rtl/spe_pkg.sv.
enum OpEnd : uint8_t {
    end_retire = 0,
    end_exception = 1,
    end_squash = 2,
    end_nonarch = 3,
    end_replay = 4
};

/// The part of an operation that its lane carries.
struct LaneOp {
    uint64_t pc = 0;
    uint8_t op_class = class_other;
    uint8_t subclass = 0;
    uint8_t flags = 0;       ///< SPE_OP_* of spe/txn.h, for the type filter
    bool wrong_path = false; ///< on a mispredicted path: the operation cannot retire
    uint64_t index = 0;      ///< the source's own number of this operation
};

/// The rest of an operation's life, used only if the operation is sampled. Times are cycles after
/// the cycle of the lane; 0 means that the step does not happen.
struct OpLife {
    uint32_t issue = 1;
    uint32_t xlat_start = 0;
    uint32_t xlat_end = 0;
    uint32_t complete = 2;
    uint32_t end = 3;
    uint32_t again =
        0; ///< nonzero: every pulse is repeated so many cycles later, but not after `end`
    uint32_t lat_issue = 0, lat_xlat = 0,
             lat_total = 0; ///< for the sample point at retire: the PE's own counts
    uint8_t end_kind = end_retire;
    uint64_t events = 0;
    bool va_valid = false, pa_valid = false, pa_ns = true;
    bool target_valid = false, target_ns = true, source_valid = false;
    uint8_t target_el = 0;
    uint16_t source = 0;
    uint64_t va = 0, pa = 0, target = 0;

    // Fields that later versions added; ignored if the configuration lacks them.
    bool pa_nse = false, target_nse = false; ///< with the ns above: Realm if both are 1
    bool pa_ch = false;                      ///< Tag Checked
    uint8_t pa_pat = 0;                      ///< Physical Address Tag
    bool prev_valid = false, prev_ns = true, prev_nse = false;
    uint8_t prev_el = 0;
    uint64_t prev = 0; ///< target of the previous taken branch
    bool alt_valid = false;
    uint32_t lat_alt = 0; ///< issue latency in cycles of the alternate clock
};

/// Operations of one bundle. Lane i is valid if bit i of `valid` is set.
struct Bundle {
    LaneOp lane[max_lanes];
    uint32_t valid = 0;
};

/// A source of operations: random mixes, fixed lists, traces.
class OpSource
{
  public:
    virtual ~OpSource() = default;

    /// Fill `bundle` with at most `budget` (>= 1) operations on `width` lanes. It may stay empty (a
    /// bubble).
    virtual void next(Bundle &bundle, unsigned width, uint64_t budget) = 0;

    /// Give the life of an operation in the bundle that next() filled last.
    virtual void life(const LaneOp &op, OpLife &life) = 0;

    /// Exception level of the next operation; -1: the PE's current level. If the level differs, the
    /// PE changes its level in a cycle without operations before it asks for the next bundle.
    virtual int level() const
    {
        return -1;
    }

    /// Whether the source has no further operation.
    virtual bool finished() const
    {
        return false;
    }
};

/// Receives every operation of the population.
class PopulationSink
{
  public:
    virtual ~PopulationSink() = default;

    /// Take the next member: program counter, CLASS << 8 | payload byte of its Operation Type
    /// packet.
    virtual void take(uint64_t pc, uint16_t op) = 0;
};

} // namespace tb

#endif
