/* SPDX-License-Identifier: Apache-2.0 */
/* Classification of A64 instructions against DDI 0586A 5.3.8; opcodes as the GNU assembler encodes
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "a64/a64.h"

struct expected {
    uint32_t opcode;
    const char *text;
};

#define CHECK_ALL(rows, klass, byte)                                                               \
    check_all(rows, sizeof(rows) / sizeof((rows)[0]), (klass), (byte))

static void check_all(const struct expected *row, size_t rows, unsigned op_class, unsigned payload)
{
    for (size_t i = 0; i < rows; i++) {
        struct spe_a64_op op;
        spe_a64_classify(row[i].opcode, &op);
        if (op.op_class != op_class || op.payload != payload) {
            fail_msg("0x%08x %s: class %u payload 0x%02x, expected %u 0x%02x", row[i].opcode,
                     row[i].text, op.op_class, op.payload, op_class, payload);
        }
    }
}

static void branches(void **state)
{
    (void)state;
    static const struct expected direct[] = {{0x14000000, "b"}, {0x94000000, "bl"}};
    static const struct expected conditional[] = {
        {0x54000001, "b.ne"},       {0xB4000001, "cbz x1"},       {0x3500001E, "cbnz w30"},
        {0x36280003, "tbz w3, #5"}, {0x37F80003, "tbnz w3, #31"},
    };
    static const struct expected indirect[] = {
        {0xD61F0220, "br x17"},   {0xD63F0100, "blr x8"},       {0xD65F03C0, "ret"},
        {0xD65F00A0, "ret x5"},   {0xD65F0BFF, "retaa"},        {0xD71F0822, "braa x1, x2"},
        {0xD61F0C3F, "brabz x1"}, {0xD73F087F, "blraa x3, sp"}, {0xD63F0C7F, "blrabz x3"},
        {0xD69F03E0, "eret"},     {0xD69F0BFF, "eretaa"},
    };
    CHECK_ALL(direct, 2, 0x00);
    CHECK_ALL(conditional, 2, 0x01);
    CHECK_ALL(indirect, 2, 0x02);
}

static void general_purpose(void **state)
{
    (void)state;
    static const struct expected load[] = {
        {0xF9400020, "ldr x0, [x1]"},
        {0xB9400420, "ldr w0, [x1, #4]"},
        {0x39400020, "ldrb"},
        {0x78627820, "ldrh w0, [x1, x2, lsl #1]"},
        {0xB8A26820, "ldrsw x0, [x1, x2]"},
        {0x38C01420, "ldrsb w0, [x1], #1"},
        {0x39800020, "ldrsb x0, [x1]"},
        {0x78DFEC20, "ldrsh w0, [x1, #-2]!"},
        {0xF85FD020, "ldur"},
        {0xF8400820, "ldtr"},
        {0x58000000, "ldr x0, literal"},
        {0x98000000, "ldrsw x0, literal"},
        {0xA8C107E0, "ldp x0, x1, [sp], #16"},
        {0x69400440, "ldpsw"},
        {0xA8400440, "ldnp"},
        {0xF8200420, "ldraa"},
    };
    static const struct expected store[] = {
        {0xF9000020, "str x0, [x1]"},
        {0xB8008C20, "str w0, [x1, #8]!"},
        {0x38001420, "strb, post"},
        {0x78226820, "strh, register"},
        {0xB81FD020, "stur"},
        {0x38000820, "sttrb"},
        {0xA9BE7BFD, "stp x29, x30, [sp, #-32]!"},
        {0x29000440, "stp w0, w1"},
        {0xA8000440, "stnp"},
    };
    CHECK_ALL(load, 1, 0x00);
    CHECK_ALL(store, 1, 0x01);
}

static void simd(void **state)
{
    (void)state;
    static const struct expected load[] = {
        {0x9C000000, "ldr q0, literal"},
        {0x5C000000, "ldr d0, literal"},
        {0x3DC00000, "ldr q0"},
        {0xFD400400, "ldr d0"},
        {0xBC616800, "ldr s0, register"},
        {0x7C402400, "ldr h0"},
        {0x3D400000, "ldr b0"},
        {0x3CDFF000, "ldur q0"},
        {0xAD400400, "ldp q0"},
        {0x6CC12408, "ldp d8, post"},
        {0x4C407000, "ld1"},
        {0x4CDF2000, "ld1 x4"},
        {0x0CC24000, "ld3, post"},
        {0x4C400800, "ld4"},
        {0x4D40C800, "ld1r"},
        {0x0D409000, "ld1 lane"},
        {0x0DFF0C00, "ld2 lane, post"},
    };
    static const struct expected store[] = {
        {0x3C810C00, "str q0, pre"},
        {0xFD000000, "str d0"},
        {0x3C216800, "str b0, register"},
        {0xBC1FF000, "stur s0"},
        {0x2D000400, "stp s0"},
        {0xAD810400, "stp q0, pre"},
        {0xAC000400, "stnp q0"},
        {0x4C9F7000, "st1"},
        {0x4C008000, "st2"},
        {0x4D008400, "st1 lane"},
        {0x0DA17000, "st4 lane, post"},
    };
    CHECK_ALL(load, 1, 0x04);
    CHECK_ALL(store, 1, 0x05);
}

static void exclusives_and_ordered(void **state)
{
    (void)state;
    static const struct expected ldxr[] = {
        {0xC85F7C20, "ldxr x0"}, {0x085F7C20, "ldxrb"}, {0xC87F0440, "ldxp"}};
    static const struct expected ldaxr[] = {{0x885FFC20, "ldaxr w0"}, {0x887F8440, "ldaxp"}};
    static const struct expected stxr[] = {
        {0xC8007C41, "stxr"}, {0x48007C41, "stxrh"}, {0xC8200861, "stxp"}};
    static const struct expected stlxr[] = {{0x8800FC41, "stlxr"}, {0x88208861, "stlxp"}};
    static const struct expected acquire[] = {
        {0xC8DFFC20, "ldar"},        {0x08DFFC20, "ldarb"},  {0xC8DF7C20, "ldlar"},
        {0xF8BFC020, "ldapr"},       {0xD9408020, "ldapur"}, {0x99800020, "ldapursw"},
        {0x19C00020, "ldapursb w0"},
    };
    static const struct expected release[] = {
        {0xC89FFC20, "stlr"},  {0x489FFC20, "stlrh"},  {0x889F7C20, "stllr"},
        {0x99000020, "stlur"}, {0x19000020, "stlurb"},
    };
    CHECK_ALL(ldxr, 1, 0x0A);
    CHECK_ALL(ldaxr, 1, 0x1A);
    CHECK_ALL(stxr, 1, 0x0B);
    CHECK_ALL(stlxr, 1, 0x1B);
    CHECK_ALL(acquire, 1, 0x12);
    CHECK_ALL(release, 1, 0x13);
}

static void atomics(void **state)
{
    (void)state;
    static const struct expected plain[] = {
        {0xC8A07C41, "cas"},
        {0x48A07C41, "cash"},
        {0x48207C82, "casp"},
        {0xF8200041, "ldadd"},
        {0x78201041, "ldclrh"},
        {0xF8202041, "ldeor"},
        {0xF8203041, "ldset"},
        {0xF8204041, "ldsmax"},
        {0xB8207041, "ldumin"},
        {0xF8208041, "swp"},
        {0xF820805F, "swp to xzr: still a swap"},
    };
    static const struct expected ordered[] = {
        {0x88E07C41, "casa"},     {0x88A0FC41, "casl"},
        {0x08E0FC41, "casalb"},   {0x0860FC82, "caspal"},
        {0xB8A00041, "ldadda"},   {0xB8600041, "ldaddl"},
        {0x38E00041, "ldaddalb"}, {0xF8A08041, "swpa"},
        {0x78E08041, "swpalh"},   {0xF8A0003F, "ldadda to xzr: acquire, no alias of stadd"},
    };
    static const struct expected no_return[] = {{0xF820003F, "stadd"}, {0x3820103F, "stclrb"}};
    static const struct expected no_return_release[] = {{0xB860003F, "staddl"}};
    CHECK_ALL(plain, 1, 0x06);
    CHECK_ALL(ordered, 1, 0x16);
    CHECK_ALL(no_return, 1, 0x07);
    CHECK_ALL(no_return_release, 1, 0x17);
}

static void other(void **state)
{
    (void)state;
    static const struct expected conditional[] = {
        {0x9A820020, "csel"},   {0x1A9F07E0, "cset"},        {0xDA82B020, "csinv"},
        {0x5A82C420, "csneg"},  {0xFA430804, "ccmp x0, #3"}, {0x7A411004, "ccmp w0, w1"},
        {0xBA418000, "ccmn"},   {0x1E620C20, "fcsel"},       {0x1E211400, "fccmp"},
        {0x1E611410, "fccmpe"},
    };
    static const struct expected plain[] = {
        {0x8B020020, "add"},
        {0xB1000420, "adds"},
        {0x9A020020, "adc"},
        {0xD28000A0, "mov"},
        {0x9AC20820, "udiv"},
        {0x9B020C20, "madd"},
        {0x9AC24C20, "crc32x"},
        {0x1E222820, "fadd"},
        {0x1F420C20, "fmadd"},
        {0x1E212000, "fcmp"},
        {0x4E22CC20, "fmla v"},
        {0x4E284820, "aese"},
        {0xD4000001, "svc"},
        {0xD4000022, "hvc"},
        {0xD4000003, "smc"},
        {0xD4200000, "brk"},
        {0xD503201F, "nop"},
        {0xD503207F, "wfi"},
        {0xD5033F9F, "dsb sy"},
        {0xD5033FDF, "isb"},
        {0xD503223F, "psb csync"},
        {0xD53BE040, "mrs"},
        {0xD51BD040, "msr"},
        {0xD5287100, "sysl"},
        /* 2.3.4: cache maintenance, prefetch and address translation are Other */
        {0xD50B7E22, "dc civac"},
        {0xD50B7423, "dc zva"},
        {0xD50B7520, "ic ivau"},
        {0xD5087804, "at s1e1r"},
        {0xF9800000, "prfm"},
        {0xF8A16813, "prfm, register"},
        {0xF89FF000, "prfum"},
        {0xD8000000, "prfm, literal"},
        {0x00000000, "udf"},
        {0xA400A000, "sve ld1b: out of scope"},
    };
    CHECK_ALL(conditional, 0, 0x01);
    CHECK_ALL(plain, 0, 0x00);
}

struct flag_row {
    uint32_t opcode, set, clear;
    unsigned bytes;
    const char *text;
};

static void flags(void **state)
{
    (void)state;
    static const struct flag_row row[] = {
        {0x54000001, SPE_A64_COND | SPE_A64_READS_FLAGS, SPE_A64_INDIRECT, 0, "b.ne"},
        {0xB4000001, SPE_A64_COND, SPE_A64_READS_FLAGS, 0, "cbz"},
        {0x94000000, SPE_A64_CALL, SPE_A64_RETURN | SPE_A64_COND, 0, "bl"},
        {0xD63F0100, SPE_A64_CALL | SPE_A64_INDIRECT, SPE_A64_RETURN, 0, "blr"},
        {0xD65F03C0, SPE_A64_RETURN | SPE_A64_INDIRECT, SPE_A64_CALL, 0, "ret"},
        {0xD69F03E0, SPE_A64_ERET | SPE_A64_INDIRECT, SPE_A64_RETURN, 0, "eret"},
        {0xD4000001, SPE_A64_TRAP | SPE_A64_SVC, 0, 0, "svc"},
        {0xD4000022, SPE_A64_TRAP, SPE_A64_SVC, 0, "hvc"},
        {0xD5033BBF, SPE_A64_BARRIER, 0, 0, "dmb ish"},
        {0xD503223F, SPE_A64_BARRIER, 0, 0, "psb csync"},
        {0xD5033F5F, 0, SPE_A64_BARRIER, 0, "clrex"},
        {0xD503201F, 0, SPE_A64_BARRIER, 0, "nop"},
        {0xD50B7423, SPE_A64_CACHE, SPE_A64_LOAD | SPE_A64_STORE, 0, "dc zva"},
        {0xD508871F, SPE_A64_SYSTEM, SPE_A64_CACHE, 0, "tlbi"},
        {0xF9800000, SPE_A64_PREFETCH, SPE_A64_LOAD, 0, "prfm"},
        {0xF9400020, SPE_A64_LOAD | SPE_A64_WRITES_RD, SPE_A64_STORE, 8, "ldr x"},
        {0xF9000020, SPE_A64_STORE, SPE_A64_LOAD | SPE_A64_WRITES_RD, 8, "str x"},
        {0x38001420, SPE_A64_STORE | SPE_A64_WRITEBACK, SPE_A64_PAIR, 1, "strb, post"},
        {0xB9000020, SPE_A64_STORE, SPE_A64_WRITEBACK, 4, "str w"},
        {0xA8C107E0, SPE_A64_LOAD | SPE_A64_PAIR | SPE_A64_WRITEBACK, 0, 8, "ldp, post"},
        {0x69400440, SPE_A64_LOAD | SPE_A64_PAIR, SPE_A64_WRITEBACK, 4, "ldpsw"},
        {0xAD400400, SPE_A64_LOAD | SPE_A64_PAIR | SPE_A64_SIMD, 0, 16, "ldp q"},
        {0x3DC00000, SPE_A64_LOAD | SPE_A64_SIMD, SPE_A64_PAIR, 16, "ldr q"},
        {0x7C402400, SPE_A64_LOAD | SPE_A64_SIMD | SPE_A64_WRITEBACK, 0, 2, "ldr h, post"},
        {0x4CDF2000, SPE_A64_LOAD | SPE_A64_STRUCTURE | SPE_A64_WRITEBACK, 0, 16, "ld1 x4, post"},
        {0xF8200041, SPE_A64_ATOMIC | SPE_A64_LOAD | SPE_A64_STORE, SPE_A64_NO_RETURN, 8, "ldadd"},
        {0xF820003F, SPE_A64_ATOMIC | SPE_A64_STORE | SPE_A64_NO_RETURN, SPE_A64_LOAD, 8, "stadd"},
        {0xF820805F, SPE_A64_ATOMIC | SPE_A64_LOAD, SPE_A64_NO_RETURN, 8, "swp to xzr"},
        {0x48207C82, SPE_A64_ATOMIC | SPE_A64_PAIR, SPE_A64_EXCLUSIVE, 8, "casp x"},
        {0xC8200861, SPE_A64_EXCLUSIVE | SPE_A64_PAIR | SPE_A64_STORE, SPE_A64_LOAD, 8, "stxp"},
        {0x885FFC20, SPE_A64_EXCLUSIVE | SPE_A64_ORDERED | SPE_A64_LOAD, SPE_A64_STORE, 4, "ldaxr"},
        {0x9AC20820, SPE_A64_DIVIDE, SPE_A64_MULTIPLY, 0, "udiv"},
        {0x9B020C20, SPE_A64_MULTIPLY, SPE_A64_DIVIDE, 0, "madd"},
        {0x1E61C020, SPE_A64_DIVIDE | SPE_A64_SIMD, 0, 0, "fsqrt"},
        {0x6B01001F, SPE_A64_SETS_FLAGS, SPE_A64_READS_FLAGS, 0, "cmp"},
        {0xFA430804, SPE_A64_SETS_FLAGS | SPE_A64_READS_FLAGS | SPE_A64_COND, 0, 0, "ccmp"},
    };
    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        struct spe_a64_op op;
        spe_a64_classify(row[i].opcode, &op);
        if ((op.flags & row[i].set) != row[i].set || (op.flags & row[i].clear) != 0 ||
            op.bytes != row[i].bytes) {
            fail_msg("0x%08x %s: flags 0x%08x bytes %u, expected 0x%08x set, 0x%08x clear, %u",
                     row[i].opcode, row[i].text, op.flags, op.bytes, row[i].set, row[i].clear,
                     row[i].bytes);
        }
    }
}

/* No word may leave the table or give a payload that 5.3.8 reserves. */
static void every_payload_is_defined(void **state)
{
    (void)state;
    uint32_t opcode = 1;
    for (unsigned i = 0; i < 2000000; i++) {
        struct spe_a64_op op;
        opcode = opcode * 1664525u + 1013904223u;
        spe_a64_classify(opcode ^ opcode >> 16, &op);
        switch (op.op_class) {
        case SPE_A64_OTHER:
            assert_true(op.payload <= 1);
            break;
        case SPE_A64_BRANCH:
            assert_true(op.payload <= 3);
            break;
        default:
            assert_int_equal(op.op_class, SPE_A64_LOAD_STORE);
            assert_true(op.payload <= 1 || (op.payload & 0xFE) == 0x04 ||
                        (op.payload & 0xE2) == 0x02);
            assert_true((op.payload & 0x0E) != 0x0E);
            assert_in_range(op.bytes, 1, 16);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches), cmocka_unit_test(general_purpose),
        cmocka_unit_test(simd),     cmocka_unit_test(exclusives_and_ordered),
        cmocka_unit_test(atomics),  cmocka_unit_test(other),
        cmocka_unit_test(flags),    cmocka_unit_test(every_payload_is_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
