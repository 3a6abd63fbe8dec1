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
/// configuration can send, by class. Frequent ones are listed several times.
struct OpKinds {
    explicit OpKinds(const struct spe_config &cfg);

    std::vector<uint8_t> load, store, branch, other;
};

/// Whether the operation is a load/store, or a branch that accesses the Guarded Control Stack.
bool accesses_memory(const LaneOp &op);

/// Whether the operation reads memory: a load, an atomic that returns a value, or a return that
/// reads the Guarded Control Stack.
bool reads_memory(const LaneOp &op);

/// Whether the operation is a conditional select or compare.
bool conditional_other(const LaneOp &op);

/// Whether the operation is data processing or load/store of SVE or SME.
bool is_vector(const LaneOp &op);

/// SPE_OP_* of an operation. The PE chooses whether loads and stores of vector registers count as
/// SIMD or FP (N9): bits 0 and 1 of `choice`.
uint8_t op_flags(const LaneOp &op, unsigned choice);

} // namespace tb

#endif
