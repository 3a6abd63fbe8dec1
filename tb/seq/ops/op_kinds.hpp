// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_OPS_OP_KINDS_HPP
#define TB_SEQ_OPS_OP_KINDS_HPP

#include <cstdint>
#include <vector>

#include "config_members.h"
#include "op.hpp"

namespace tb
{

/// Payload bytes of the Operation Type packet (DDI 0586A 5.3.8, D18.2.7) that a PE of one
/// configuration can send, by class. Frequent ones stand more than once.
struct OpKinds {
    explicit OpKinds(const struct spe_config &cfg);

    std::vector<uint8_t> load, store, branch, other;
};

/// A load/store, or a branch that accesses the Guarded Control Stack.
bool accesses_memory(const LaneOp &op);

/// It reads memory: a load or an atomic that returns a value, or a return that reads that stack.
bool reads_memory(const LaneOp &op);

/// A conditional select or compare.
bool conditional_other(const LaneOp &op);

/// Data processing or load/store of SVE or SME.
bool is_vector(const LaneOp &op);

/// SPE_OP_* of an operation. Whether loads and stores of vector registers count as SIMD or FP is
/// the PE's choice (N9): bits 0 and 1 of `choice`.
uint8_t op_flags(const LaneOp &op, unsigned choice);

} // namespace tb

#endif
