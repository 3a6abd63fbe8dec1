// SPDX-License-Identifier: Apache-2.0
//
// Payloads as listed in D18.2.7. Some bits of Other and Branch are cleared by an SPU that lacks an
// option of the extension: PEs from SPEv1p1 on send them all the same (N13).

#include "ops/op_kinds.hpp"

#include "spe/txn.h"

namespace tb
{
namespace
{

using Bytes = std::vector<uint8_t>;

constexpr unsigned cond = 1, ind = 2, gcs = 4; // Branch
constexpr unsigned call = 1u << 3, procedure_return = 2u << 3, neither = 3u << 3;

void add(Bytes &list, unsigned payload)
{
    list.push_back(static_cast<uint8_t>(payload));
}

/* Load and store with the same payload: LDST is bit 0. */
void add_both(OpKinds &kinds, unsigned payload)
{
    add(kinds.load, payload);
    add(kinds.store, payload | 1u);
}

void base(OpKinds &kinds)
{
    kinds.load = {0x00, 0x00, 0x04, 0x02, 0x0a, 0x12, 0x1a, 0x06, 0x16};
    kinds.store = {0x01, 0x01, 0x05, 0x03, 0x0b, 0x13, 0x1b, 0x07, 0x17};
    kinds.branch = {0x00, 0x01, 0x02, 0x00};
    kinds.other = {0x00, 0x00, 0x00, 0x01};
}

/* Vector lengths: 32 to 2048 bits, and longer. */
unsigned vector_lengths(const struct spe_config &cfg)
{
    return cfg.spe_sme ? 8 : 7;
}

void data_processing(OpKinds &kinds, const struct spe_config &cfg)
{
    for (unsigned ase_fp = 1; ase_fp < 4; ase_fp++) {
        add(kinds.other, ase_fp << 1);
        add(kinds.other, ase_fp << 1 | cond);
    }
    for (unsigned evl = 0; cfg.sve && evl < vector_lengths(cfg); evl++) {
        for (unsigned pred_fp = 0; pred_fp < 4; pred_fp++)
            add(kinds.other, evl << 4 | 1u << 3 | pred_fp << 1);
    }
    for (unsigned ets = 0; cfg.spe_sme && ets < 16; ets++) {
        for (unsigned fp = 0; (ets < 12 || ets == 15) && fp < 2; fp++) // 12 to 14 are reserved
            add(kinds.other, 1u << 7 | (ets >> 1) << 4 | 1u << 3 | (ets & 1u) << 2 | fp << 1);
    }
}

void loads_and_stores(OpKinds &kinds, const struct spe_config &cfg)
{
    add_both(kinds, 0x10); // unspecified registers
    if (cfg.mte && cfg.pmsver >= 4)
        add_both(kinds, 0x14); // Allocation Tags
    if (cfg.nv == 2)
        add_both(kinds, 0x30); // System register access transformed
    for (unsigned evl = 0; (cfg.sve || cfg.sme) && evl < vector_lengths(cfg); evl++) {
        for (unsigned sg_pred = 0; sg_pred < 4; sg_pred++) {
            const unsigned vector = (sg_pred >> 1) << 7 | evl << 4 | 1u << 3 | (sg_pred & 1u) << 2;

            if (cfg.pmsver >= 3 || (sg_pred & 1u) == 0) // PRED of a load: SPEv1p2
                add(kinds.load, vector);
            add(kinds.store, vector | 1u);
        }
    }
    if (cfg.mops) {
        add_both(kinds, 0x20);  // Memory Copy
        add(kinds.store, 0x25); // Memory Set
    }
    for (unsigned common = 0; cfg.gcs && common < 2; common++)
        add_both(kinds, 0x40 | common << 2);
}

void branches(OpKinds &kinds, const struct spe_config &cfg)
{
    kinds.branch = {neither, neither | cond, neither | ind,
                    call,    call | ind,     procedure_return | ind};
    if (!cfg.crr) // the SPU does not record these bits
        kinds.branch.insert(kinds.branch.end(), {0, cond, ind});
    if (cfg.gcs) {
        add(kinds.branch, call | gcs);
        add(kinds.branch, call | gcs | ind);
        add(kinds.branch, procedure_return | gcs | ind);
    } else {
        add(kinds.branch, neither | gcs); // the SPU does not record this bit
    }
}

bool on_gcs(const LaneOp &op, unsigned cr)
{
    return op.op_class == class_branch && (op.subclass & (gcs | neither)) == (gcs | cr);
}

bool simd_fp_access(const LaneOp &op)
{
    return op.op_class == class_load_store && (op.subclass & 0xfe) == 0x04;
}

} // namespace

OpKinds::OpKinds(const struct spe_config &cfg)
{
    base(*this);
    if (cfg.pmsver < 2)
        return;
    data_processing(*this, cfg);
    loads_and_stores(*this, cfg);
    branches(*this, cfg);
}

bool accesses_memory(const LaneOp &op)
{
    return op.op_class == class_load_store || on_gcs(op, call) || on_gcs(op, procedure_return);
}

bool reads_memory(const LaneOp &op)
{
    return op.op_class == class_load_store ? (op.subclass & 1u) == 0 : on_gcs(op, procedure_return);
}

bool conditional_other(const LaneOp &op)
{
    return op.op_class == class_other && (op.subclass & 0xf9) == 0x01;
}

bool is_vector(const LaneOp &op)
{
    return op.op_class == class_other
               ? (op.subclass & 0x09) == 0x08
               : op.op_class == class_load_store && (op.subclass & 0x0a) == 0x08;
}

uint8_t op_flags(const LaneOp &op, unsigned choice)
{
    unsigned flags = on_gcs(op, call) ? SPE_OP_GCS_STORE : 0;

    flags |= on_gcs(op, procedure_return) ? SPE_OP_GCS_LOAD : 0;
    if (op.op_class == class_other) {
        flags |= is_vector(op) || (op.subclass & 0xfc) == 0x04 ? SPE_OP_SIMD : 0;
        flags |= (op.subclass & 2u) != 0 ? SPE_OP_FP : 0;
    } else if (is_vector(op) || simd_fp_access(op)) {
        flags |= (choice & 1u) != 0 ? SPE_OP_SIMD : 0;
        flags |= (choice & 2u) != 0 ? SPE_OP_FP : 0;
    }
    return static_cast<uint8_t>(flags);
}

} // namespace tb
