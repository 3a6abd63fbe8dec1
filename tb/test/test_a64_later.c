/* SPDX-License-Identifier: Apache-2.0 */
/* Payloads of the Arm ARM's D18.2.7 for A64 instructions; opcodes as an
 * assembler encodes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "a64/a64.h"
#include "a64/a64_later.h"

enum { SVE = 1, MOPS = 2, SIMD = 4, FP = 8 };

struct row {
    uint32_t opcode;
    uint8_t op_class, payload, kinds;
    const char *text;
};

static void check_all(const struct row *row, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        struct spe_a64_later out;

        spe_a64_classify_later(row[i].opcode, &out);
        unsigned kinds = (out.sve ? SVE : 0u) | (out.mops ? MOPS : 0u) | (out.simd ? SIMD : 0u) |
                         (out.fp ? FP : 0u);
        if (out.op_class != row[i].op_class || out.payload != row[i].payload ||
            kinds != row[i].kinds) {
            fail_msg("0x%08x %s: class %u payload 0x%02x kinds %u, expected %u 0x%02x %u",
                     row[i].opcode, row[i].text, out.op_class, out.payload, kinds, row[i].op_class,
                     row[i].payload, row[i].kinds);
        }
    }
}

#define CHECK_ALL(rows) check_all(rows, sizeof(rows) / sizeof((rows)[0]))

static void branches(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0x14000000, 2, 0x18, 0, "b"},    {0x94000000, 2, 0x08, 0, "bl"},
        {0xD63F0100, 2, 0x0A, 0, "blr"},  {0xD65F03C0, 2, 0x12, 0, "ret"},
        {0xD61F0220, 2, 0x1A, 0, "br"},   {0x54000001, 2, 0x19, 0, "b.ne"},
        {0xD69F03E0, 2, 0x1A, 0, "eret"},
    };
    CHECK_ALL(rows);
}

static void data_processing(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0x1E622820, 0, 0x02, FP, "fadd d0, d1, d2"},
        {0x1F420C20, 0, 0x02, FP, "fmadd"},
        {0x9E780020, 0, 0x02, FP, "fcvtzs x0, d1"},
        {0x4E22D420, 0, 0x06, SIMD | FP, "fadd v0.4s"},
        {0x6E62DC20, 0, 0x06, SIMD | FP, "fmul v0.2d"},
        {0x4EA28420, 0, 0x04, SIMD, "add v0.4s"},
        {0x4E040C20, 0, 0x04, SIMD, "dup v0.4s, w1"},
        {0x8B020020, 0, 0x00, 0, "add x0, x1, x2"},
        {0x9A820020, 0, 0x01, 0, "csel"},
        {0x04E20020, 0, 0x28, SVE | SIMD, "add z0.d"},
        {0x65C20020, 0, 0x2A, SVE | SIMD | FP, "fadd z0.d"},
        {0x65E20420, 0, 0x2A, SVE | SIMD | FP, "fmla z0.d, p1/m"},
        {0x85C06440, 0, 0x28, SVE | SIMD, "prfd"},
    };
    CHECK_ALL(rows);
}

static void memory(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {0xA4004000, 1, 0x2C, SVE, "ld1b, contiguous"},
        {0xA541A441, 1, 0x2C, SVE, "ld1w, immediate"},
        {0xA580E441, 1, 0x2C, SVE, "ldnt1d"},
        {0xC5C3C441, 1, 0xAC, SVE, "ld1d, gather"},
        {0x85034441, 1, 0xAC, SVE, "ld1w, gather"},
        {0x8540C441, 1, 0x2C, SVE, "ld1rw"},
        {0x85C0E441, 1, 0x2C, SVE, "ld1rd"},
        {0x85804883, 1, 0x28, SVE, "ldr z3"},
        {0x85800083, 1, 0x28, SVE, "ldr p3"},
        {0xE5804883, 1, 0x29, SVE, "str z3"},
        {0xE5E0E441, 1, 0x2D, SVE, "st1d, contiguous"},
        {0xE583A441, 1, 0xAD, SVE, "st1d, scatter"},
        {0x1D010440, 1, 0x20, MOPS, "cpyp"},
        {0x19410440, 1, 0x20, MOPS, "cpyfm"},
        {0x1D810440, 1, 0x20, MOPS, "cpye"},
        {0x19C20420, 1, 0x25, MOPS, "setp"},
        {0xF9400020, 1, 0x00, 0, "ldr x"},
        {0x3DC00000, 1, 0x04, 0, "ldr q"},
        {0x885FFC20, 1, 0x1A, 0, "ldaxr"},
    };
    CHECK_ALL(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches),
        cmocka_unit_test(data_processing),
        cmocka_unit_test(memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
