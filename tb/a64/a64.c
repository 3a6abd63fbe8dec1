/* SPDX-License-Identifier: Apache-2.0 */
#include "a64/a64.h"
#include "a64/a64_table.h"
#include <stdbool.h>
#include <stddef.h>

static unsigned bit(uint32_t opcode, unsigned n)
{
    return opcode >> n & 1u;
}

/* Table by bits 28:25, the first level of the A64 decode; NULL: reserved, SVE, SME. */
static const struct a64_row *table_of(uint32_t opcode)
{
    switch (opcode >> 25 & 15u) {
    case 8:
    case 9:
        return a64_integer_imm;
    case 10:
    case 11:
        return a64_branches;
    case 4:
    case 6:
    case 12:
    case 14:
        return a64_loads;
    case 5:
    case 13:
        return a64_integer_reg;
    case 7:
    case 15:
        return a64_vector;
    default:
        return NULL;
    }
}

static void load_or_store(struct spe_a64_op *out, bool load)
{
    out->flags |= load ? SPE_A64_LOAD | SPE_A64_WRITES_RD : SPE_A64_STORE;
}

static void atomic(struct spe_a64_op *out, bool returns)
{
    out->flags |= SPE_A64_ATOMIC | SPE_A64_STORE;
    out->flags |= returns ? SPE_A64_LOAD : SPE_A64_NO_RETURN;
}

static void ordered_if(struct spe_a64_op *out, unsigned condition)
{
    out->flags |= condition ? SPE_A64_ORDERED : 0;
}

/* Load/store exclusive, pair exclusive, load-acquire, store-release. */
static void exclusive(struct spe_a64_op *out, uint32_t opcode)
{
    load_or_store(out, bit(opcode, 22));
    if (bit(opcode, 23)) {
        out->flags |= SPE_A64_ORDERED; /* LDAR, STLR; LDLAR, STLLR order within a limited region */
    } else {
        out->flags |= SPE_A64_EXCLUSIVE | (bit(opcode, 21) ? SPE_A64_PAIR : 0);
        ordered_if(out, bit(opcode, 15));
    }
}

/* Atomic memory operations. ST<op> is LD<op> to the zero register without acquire: no value
 * returns. */
static void lse(struct spe_a64_op *out, uint32_t opcode)
{
    bool swap = bit(opcode, 15);
    bool returns = swap || bit(opcode, 23) || (opcode & 31) != 31;
    atomic(out, returns);
    out->flags |= returns ? SPE_A64_WRITES_RD : 0;
    ordered_if(out, bit(opcode, 23) | bit(opcode, 22));
}

static void pair(struct spe_a64_op *out, uint32_t opcode)
{
    load_or_store(out, bit(opcode, 22));
    out->flags |= bit(opcode, 23) ? SPE_A64_WRITEBACK : 0;
    if (bit(opcode, 26)) {
        out->flags |= SPE_A64_SIMD;
        out->bytes = (uint8_t)(4u << (opcode >> 30));
    } else {
        out->bytes = bit(opcode, 31) ? 8 : 4;
    }
}

static void register_form(struct spe_a64_op *out, uint32_t opcode)
{
    bool simd = bit(opcode, 26);
    load_or_store(out, simd ? bit(opcode, 22) : bit(opcode, 22) | bit(opcode, 23));
    if (!simd) {
        return;
    }
    out->flags |= SPE_A64_SIMD;
    if (bit(opcode, 23)) {
        out->bytes = 16;
    }
}

static void literal(struct spe_a64_op *out, uint32_t opcode)
{
    bool simd = bit(opcode, 26);
    load_or_store(out, true);
    out->flags |= simd ? SPE_A64_SIMD : 0;
    out->bytes = (uint8_t)(4u << (opcode >> 30 & (simd ? 3u : 1u)));
}

static void read_fields(struct spe_a64_op *out, uint32_t opcode, enum a64_form form)
{
    out->bytes = (uint8_t)(1u << (opcode >> 30));
    switch (form) {
    case A64_EXCLUSIVE:
        exclusive(out, opcode);
        break;
    case A64_CASP:
        out->bytes = bit(opcode, 30) ? 8 : 4;
        out->flags |= SPE_A64_PAIR;
        /* fall through */
    case A64_CAS:
        atomic(out, true);
        ordered_if(out, bit(opcode, 22) | bit(opcode, 15));
        break;
    case A64_LSE:
        lse(out, opcode);
        break;
    case A64_ORDERED:
        load_or_store(out, bit(opcode, 22) | bit(opcode, 23));
        out->flags |= SPE_A64_ORDERED;
        break;
    case A64_LITERAL:
        literal(out, opcode);
        break;
    case A64_PAIR:
        pair(out, opcode);
        break;
    case A64_REGISTER:
        register_form(out, opcode);
        break;
    case A64_STRUCTURE:
        load_or_store(out, bit(opcode, 22));
        out->flags |= SPE_A64_STRUCTURE | (bit(opcode, 23) ? SPE_A64_WRITEBACK : 0);
        out->bytes = 16;
        break;
    case A64_PLAIN:
        break;
    }
}

/* Payload of the Operation Type packet, class Load/store. LDST is 0 for "load or swap". */
static uint8_t memory_payload(uint32_t flags)
{
    uint8_t p = (uint8_t)(flags & SPE_A64_LOAD ? 0 : SPE_A64_PAYLOAD_ST);
    if (flags & SPE_A64_SIMD) {
        return (uint8_t)(p | SPE_A64_PAYLOAD_SIMD);
    }
    if (!(flags & (SPE_A64_ATOMIC | SPE_A64_EXCLUSIVE | SPE_A64_ORDERED))) {
        return p;
    }
    p |= SPE_A64_PAYLOAD_EXTENDED;
    p |= flags & SPE_A64_ATOMIC ? SPE_A64_PAYLOAD_AT : 0;
    p |= flags & SPE_A64_EXCLUSIVE ? SPE_A64_PAYLOAD_EXCL : 0;
    p |= flags & SPE_A64_ORDERED ? SPE_A64_PAYLOAD_AR : 0;
    return p;
}

void spe_a64_classify(uint32_t opcode, struct spe_a64_op *out)
{
    *out = (struct spe_a64_op){0};
    const struct a64_row *row = table_of(opcode);
    if (!row) {
        return;
    }
    while ((opcode & row->mask) != row->value) {
        row++;
    }
    out->op_class = row->op_class;
    out->flags = row->flags;
    switch (out->op_class) {
    case SPE_A64_LOAD_STORE:
        read_fields(out, opcode, (enum a64_form)row->form);
        out->payload = memory_payload(out->flags);
        break;
    case SPE_A64_BRANCH:
        out->payload |= out->flags & SPE_A64_COND ? SPE_A64_PAYLOAD_COND : 0;
        out->payload |= out->flags & SPE_A64_INDIRECT ? SPE_A64_PAYLOAD_IND : 0;
        break;
    default:
        out->payload = out->flags & SPE_A64_COND ? SPE_A64_PAYLOAD_CONDITIONAL : 0;
    }
}

static uint64_t offset(uint32_t opcode, unsigned low, unsigned bits)
{
    uint64_t field = opcode >> low & ((1u << bits) - 1);
    uint64_t sign = 1ull << (bits - 1);
    return ((field ^ sign) - sign) * 4;
}

uint64_t spe_a64_target(uint32_t opcode, uint64_t pc)
{
    if ((opcode & 0x7C000000) == 0x14000000) { /* B, BL */
        return pc + offset(opcode, 0, 26);
    }
    if ((opcode & 0x7E000000) == 0x36000000) { /* TBZ, TBNZ */
        return pc + offset(opcode, 5, 14);
    }
    if ((opcode & 0xFF000000) == 0x54000000 || (opcode & 0x7E000000) == 0x34000000) {
        return pc + offset(opcode, 5, 19); /* B.cond, CBZ, CBNZ */
    }
    return 0;
}
