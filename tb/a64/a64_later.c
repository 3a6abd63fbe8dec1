/* SPDX-License-Identifier: Apache-2.0 */
#include "a64/a64_later.h"
#include "a64/a64.h"

#define CR_CALL    0x08u
#define CR_RETURN  0x10u
#define CR_NEITHER 0x18u

#define OTHER_FP  0x02u
#define OTHER_ASE 0x04u

#define SVE_VECTOR    0x08u /* class Other and Load/store */
#define SVE_PREDICATE 0x04u
#define SVE_GATHER    0x80u
#define SVE_128_BITS  (2u << 4)

#define MEMORY_COPY 0x20u
#define MEMORY_SET  0x25u

/* SVE by bits 31:25: gathers, broadcasts and whole registers; contiguous loads;
 * gathers of 64 bits; stores. Anything else processes data. */
enum sve_group { SVE_LOAD32 = 0x42, SVE_LOAD = 0x52, SVE_LOAD64 = 0x62, SVE_STORE = 0x72 };
#define SVE_FP 0x32u

/* Bits 24:22 and 15:13 tell what a memory access is. */
static bool whole_register(uint32_t opcode, unsigned group)
{
    return (group == SVE_LOAD32 || group == SVE_STORE) && (opcode >> 22 & 7u) == 6 &&
           (opcode >> 13 & 5u) == 0;
}

static bool prefetch(uint32_t opcode, unsigned group)
{
    return group == SVE_LOAD32 && (opcode >> 22 & 7u) == 7 && (opcode >> 15 & 1u) == 0;
}

static bool gather_or_scatter(uint32_t opcode, unsigned group)
{
    bool broadcast = (opcode >> 22 & 1u) != 0 && (opcode >> 15 & 1u) != 0;
    unsigned form = opcode >> 13 & 7u;

    if (group == SVE_STORE) {
        return form >= 4 && form <= 6;
    }
    return group == SVE_LOAD64 || (group == SVE_LOAD32 && !broadcast);
}

static void sve_access(uint32_t opcode, unsigned group, struct spe_a64_later *out)
{
    out->op_class = SPE_A64_LOAD_STORE;
    out->payload |= group == SVE_STORE ? SPE_A64_PAYLOAD_ST : 0;
    if (whole_register(opcode, group)) {
        return;
    }
    out->payload |= SVE_PREDICATE;
    out->payload |= gather_or_scatter(opcode, group) ? SVE_GATHER : 0;
}

static void sve(uint32_t opcode, struct spe_a64_later *out)
{
    unsigned group = opcode >> 25;
    bool memory =
        group == SVE_LOAD32 || group == SVE_LOAD || group == SVE_LOAD64 || group == SVE_STORE;

    out->sve = true;
    out->payload = SVE_VECTOR | SVE_128_BITS;
    if (memory && !prefetch(opcode, group)) {
        sve_access(opcode, group, out);
        return;
    }
    out->simd = true;
    out->fp = group == SVE_FP;
    out->payload |= out->fp ? OTHER_FP : 0;
}

/* CPY* and SET*: bits 23:22 are 3 for SET. */
static bool memory_copy_or_set(uint32_t opcode, struct spe_a64_later *out)
{
    if ((opcode & 0xFB200C00) != 0x19000400) {
        return false;
    }
    out->mops = true;
    out->op_class = SPE_A64_LOAD_STORE;
    out->payload = (opcode >> 22 & 3u) == 3 ? MEMORY_SET : MEMORY_COPY;
    return true;
}

/* Advanced SIMD, three registers of the same type: opcodes from 0b11000 on are
 * floating-point; so is all that the scalar groups 0x1E and 0x1F have. */
static void vector(uint32_t opcode, struct spe_a64_later *out)
{
    bool scalar = (opcode >> 24 & 0x5Eu) == 0x1E;
    bool three_same = (opcode & 0x9F200400) == 0x0E200400;

    out->simd = !scalar;
    out->fp = scalar || (three_same && (opcode >> 11 & 31u) >= 24);
    out->payload |= out->simd ? OTHER_ASE : 0;
    out->payload |= out->fp ? OTHER_FP : 0;
}

void spe_a64_classify_later(uint32_t opcode, struct spe_a64_later *out)
{
    struct spe_a64_op op;

    *out = (struct spe_a64_later){0};
    if ((opcode >> 25 & 15u) == 2) {
        sve(opcode, out);
        return;
    }
    if (memory_copy_or_set(opcode, out)) {
        return;
    }
    spe_a64_classify(opcode, &op);
    out->op_class = op.op_class;
    out->payload = op.payload;
    if (op.op_class == SPE_A64_BRANCH) {
        out->payload |= op.flags & SPE_A64_CALL     ? CR_CALL
                        : op.flags & SPE_A64_RETURN ? CR_RETURN
                                                    : CR_NEITHER;
    } else if (op.op_class == SPE_A64_OTHER && (op.flags & SPE_A64_SIMD)) {
        vector(opcode, out);
    }
}
