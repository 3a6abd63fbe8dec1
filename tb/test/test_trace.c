/* SPDX-License-Identifier: Apache-2.0 */
/* Operation traces: a written trace reads back; a missing, cut or damaged trace is refused, never a
 * crash. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/trace.h"
#include "trace/trace_format.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#define OPS 70000u /* more than two blocks */

static char path[] = "/tmp/test_trace.XXXXXX";
static const char *kept = "sim/traces/mix.trc";

static uint64_t random64(uint64_t *s)
{
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return *s * 0x2545F4914F6CDD1Du;
}

/* Operation i of a made-up program: loops, jumps, strides, random and backward addresses, odd
 * shapes. */
static struct spe_trace_op make(uint64_t i, uint64_t *s)
{
    uint64_t r = random64(s);
    struct spe_trace_op op = {.pc = 0x400000 + (i % 97) * 4,
                              .opcode = 0xF9400000u + (uint32_t)(i % 97)};
    if (r % 50 == 0) {
        op.pc = (r >> 8) << 2;
        op.opcode = (uint32_t)(r >> 3);
    }
    if (i % 3 == 0) {
        op.accesses = (uint8_t)(1 + (r % 31 == 0 ? r >> 60 : 0));
        op.bytes = r % 29 == 0 ? (uint32_t)(r >> 32) | 1 : 8;
        op.flags = (uint8_t)(1 + r % 3);
        op.addr = i % 2 ? 0x7000 + 8 * i : r % 7 == 0 ? r : 0x90000 - 24 * i;
    }
    return op;
}

static void write_ops(uint64_t n)
{
    struct spe_trace_writer *w;
    uint64_t s = 7;
    assert_int_equal(spe_trace_create(&w, path), 0);
    for (uint64_t i = 0; i < n; i++) {
        struct spe_trace_op op = make(i, &s);
        assert_int_equal(spe_trace_put(w, &op), 0);
    }
    assert_int_equal(spe_trace_finish(w), 0);
}

static void compare_all(struct spe_trace *t, uint64_t n)
{
    uint64_t s = 7;
    struct spe_trace_op want = make(0, &s), got;
    for (uint64_t i = 0; i < n; i++) {
        struct spe_trace_op after = {.pc = want.pc + 4};
        if (i + 1 < n) {
            after = make(i + 1, &s);
        }
        assert_int_equal(spe_trace_next(t, &got), 1);
        assert_true(got.pc == want.pc && got.opcode == want.opcode && got.addr == want.addr);
        assert_true(got.bytes == want.bytes && got.accesses == want.accesses);
        assert_int_equal(got.flags, want.flags | (i + 1 == n ? SPE_TRACE_LAST : 0));
        assert_true(got.next_pc == after.pc);
        want = after;
    }
    assert_int_equal(spe_trace_next(t, &got), 0);
    assert_int_equal(spe_trace_next(t, &got), 0);
}

static void round_trip(void **state)
{
    (void)state;
    static const uint64_t sizes[] = {1, 2, 32767, 32768, 32769, OPS};
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        struct spe_trace *t;
        struct spe_trace_info info;
        write_ops(sizes[k]);
        assert_int_equal(spe_trace_open(&t, path), 0);
        spe_trace_info(t, &info);
        assert_int_equal(info.ops, sizes[k]);
        compare_all(t, sizes[k]);
        spe_trace_close(t);
    }
}

static void rewind_starts_again(void **state)
{
    (void)state;
    struct spe_trace *t;
    struct spe_trace_op op;
    write_ops(OPS);
    assert_int_equal(spe_trace_open(&t, path), 0);
    for (int i = 0; i < 40000; i++) {
        assert_int_equal(spe_trace_next(t, &op), 1);
    }
    assert_int_equal(spe_trace_rewind(t), 0);
    compare_all(t, OPS);
    spe_trace_close(t);
}

static void empty_trace(void **state)
{
    (void)state;
    struct spe_trace *t;
    struct spe_trace_op op;
    write_ops(0);
    assert_int_equal(spe_trace_open(&t, path), 0);
    assert_int_equal(spe_trace_next(t, &op), 0);
    spe_trace_close(t);
}

static uint8_t *slurp(const char *name, size_t *bytes)
{
    FILE *f = fopen(name, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *bytes = (size_t)ftell(f);
    rewind(f);
    uint8_t *data = malloc(*bytes + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *bytes, f), *bytes);
    fclose(f);
    return data;
}

static void spill(const uint8_t *data, size_t bytes)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, bytes, f), bytes);
    assert_int_equal(fclose(f), 0);
}

static int open_status(const uint8_t *data, size_t bytes)
{
    struct spe_trace *t = (struct spe_trace *)&path;
    spill(data, bytes);
    int status = spe_trace_open(&t, path);
    assert_true((status == 0) == (t != NULL));
    spe_trace_close(t);
    return status;
}

static void not_a_trace(void **state)
{
    (void)state;
    struct spe_trace *t;
    assert_int_equal(spe_trace_open(&t, "/nonexistent/trace"), SPE_TRACE_EOPEN);
    assert_int_equal(spe_trace_open(&t, "/tmp"), SPE_TRACE_EOPEN);
    assert_int_equal(
        open_status((const uint8_t *)"# a text file, long enough to hold a header", 42),
        SPE_TRACE_EFORMAT);
    assert_int_equal(open_status((const uint8_t *)"", 0), SPE_TRACE_ECUT);
}

static void cut_anywhere(void **state)
{
    (void)state;
    size_t bytes;
    write_ops(3000);
    uint8_t *data = slurp(path, &bytes);
    for (size_t cut = 0; cut < bytes; cut += cut < 100 ? 1 : 97) {
        assert_int_equal(open_status(data, cut), SPE_TRACE_ECUT);
    }
    data[bytes] = 0;
    assert_int_equal(open_status(data, bytes + 1), SPE_TRACE_EDAMAGED);
    free(data);
}

/* Sizes are those of files, not of memory: 4 GiB more are not the same modulo 2^32. */
static void larger_than_an_address_of_32_bits(void **state)
{
    (void)state;
    struct spe_trace *t;
    size_t bytes;
    write_ops(3000);
    uint8_t *data = slurp(path, &bytes);
    spill(data, bytes);
    assert_int_equal(truncate(path, ((off_t)1 << 32) + (off_t)bytes), 0); /* without blocks */
    assert_int_equal(spe_trace_open(&t, path), SPE_TRACE_EDAMAGED);
    data[48 + 4] = 1; /* the header's bytes of the body: 4 GiB more */
    spe_trace_put_u32(data + 60, spe_trace_crc(0, data, 60));
    assert_int_equal(open_status(data, bytes), SPE_TRACE_ECUT);
    free(data);
}

static void damaged_anywhere(void **state)
{
    (void)state;
    size_t bytes;
    write_ops(3000);
    uint8_t *data = slurp(path, &bytes);
    for (size_t at = 0; at < bytes; at += at < 64 ? 1 : 131) {
        data[at] ^= 0x10;
        int expected = at < 8    ? SPE_TRACE_EFORMAT
                       : at < 12 ? SPE_TRACE_EVERSION
                                 : SPE_TRACE_EDAMAGED;
        assert_int_equal(open_status(data, bytes), expected);
        data[at] ^= 0x10;
    }
    assert_int_equal(open_status(data, bytes), 0);
    free(data);
}

/* A file with right checksums and wrong contents: `plain` is the body before compression. */
static void spill_body(const uint8_t *plain, size_t bytes, uint64_t ops)
{
    size_t room = SPE_TRACE_HEADER_BYTES + ZSTD_compressBound(bytes);
    uint8_t *file = malloc(room);
    assert_non_null(file);
    size_t body = ZSTD_compress(file + SPE_TRACE_HEADER_BYTES, room - SPE_TRACE_HEADER_BYTES, plain,
                                bytes, 1);
    assert_false(ZSTD_isError(body));
    struct spe_trace_header head = {
        .version = SPE_TRACE_VERSION,
        .insns = 5000,
        .ops = ops,
        .body_bytes = body,
        .body_crc = spe_trace_crc(0, file + SPE_TRACE_HEADER_BYTES, body),
    };
    spe_trace_header_pack(&head, file);
    spill(file, SPE_TRACE_HEADER_BYTES + body);
    free(file);
}

/* Read to the end or to the error. @return the last status. */
static int drain(uint64_t *ops)
{
    struct spe_trace *t;
    struct spe_trace_op op;
    *ops = 0;
    int status = spe_trace_open(&t, path);
    while (status == 0 && (status = spe_trace_next(t, &op)) == 1) {
        status = 0;
        ++*ops;
        if (*ops > 10000) {
            break;
        }
    }
    if (status < 0 && t) {
        assert_int_equal(spe_trace_next(t, &op), status);
    }
    spe_trace_close(t);
    return status;
}

static void wrong_content_is_refused(void **state)
{
    (void)state;
    size_t bytes;
    uint64_t s = 99, ops;
    unsigned refused = 0;
    write_ops(2000);
    uint8_t *data = slurp(path, &bytes);
    uint8_t *plain = malloc(1u << 20);
    assert_non_null(plain);
    ZSTD_DCtx *d = ZSTD_createDCtx();
    ZSTD_inBuffer in = {data, bytes, SPE_TRACE_HEADER_BYTES};
    ZSTD_outBuffer out = {plain, 1u << 20, 0};
    assert_int_equal(ZSTD_decompressStream(d, &out, &in), 0);
    ZSTD_freeDCtx(d);
    for (int i = 0; i < 1500; i++) {
        size_t at = i < 200 ? (size_t)i % 40 : random64(&s) % out.pos;
        uint8_t before = plain[at];
        plain[at] ^= (uint8_t)(1u << random64(&s) % 8);
        spill_body(plain, out.pos, 2000);
        int status = drain(&ops);
        assert_true(status == SPE_TRACE_EDAMAGED || (status == 0 && ops == 2000));
        refused += status != 0;
        plain[at] = before;
    }
    assert_true(refused > 100);
    spill_body(plain, out.pos, 2001); /* the header promises one operation more than there is */
    assert_int_equal(drain(&ops), SPE_TRACE_EDAMAGED);
    spill_body(plain, out.pos, 2000);
    assert_int_equal(drain(&ops), 0);
    assert_int_equal(ops, 2000);
    free(plain);
    free(data);
}

/* Two operations typed by hand: a new instruction, then instruction number `id`. */
static int by_number(uint8_t id)
{
    const uint8_t code_new = SPE_FLOW_NEW | SPE_ADDR_BEST << SPE_CODE_ADDR_SHIFT;
    const uint8_t code_known = SPE_FLOW_KNOWN | SPE_ADDR_BEST << SPE_CODE_ADDR_SHIFT;
    const uint8_t plain[] = {2, 0, 0,        0,          2, 0,    0,    0,    2,    0,
                             0, 0, 6,        0,          0, 0,    0,    0,    0,    0,
                             0, 0, code_new, code_known, 0, 0x1F, 0x20, 0x03, 0xD5, id};
    uint64_t ops;
    spill_body(plain, sizeof(plain), 2);
    return drain(&ops);
}

static void unknown_instruction_number(void **state)
{
    (void)state;
    assert_int_equal(by_number(0), 0);
    assert_int_equal(by_number(1), SPE_TRACE_EDAMAGED);
    assert_int_equal(by_number(0x80), SPE_TRACE_EDAMAGED); /* an unfinished varint */
}

static void unwritable(void **state)
{
    (void)state;
    struct spe_trace_writer *w;
    assert_int_equal(spe_trace_create(&w, "/nonexistent/trace"), SPE_TRACE_EWRITE);
    assert_null(w);
    assert_int_equal(spe_trace_finish(NULL), 0);
}

/* The trace that runs play: at least 5,000,000 operations in at most 2 MiB, every one readable. */
static void kept_trace(void **state)
{
    (void)state;
    struct spe_trace *t;
    struct spe_trace_info info;
    struct spe_trace_op op;
    uint64_t ops = 0, loads = 0, stores = 0, pc = 0;
    int status = spe_trace_open(&t, kept);
    if (status) {
        fail_msg("%s: %s", kept, spe_trace_strerror(status));
    }
    spe_trace_info(t, &info);
    assert_true(info.ops >= 5000000);
    assert_true(info.file_bytes <= 2u << 20);
    while ((status = spe_trace_next(t, &op)) == 1) {
        assert_true(ops == 0 || op.pc == pc);
        pc = op.next_pc;
        ops++;
        loads += (op.flags & SPE_TRACE_LOAD) != 0;
        stores += (op.flags & SPE_TRACE_STORE) != 0;
    }
    assert_int_equal(status, 0);
    assert_int_equal(ops, info.ops);
    assert_int_equal(loads, info.loads);
    assert_int_equal(stores, info.stores);
    spe_trace_close(t);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(rewind_starts_again),
        cmocka_unit_test(empty_trace),
        cmocka_unit_test(not_a_trace),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(larger_than_an_address_of_32_bits),
        cmocka_unit_test(damaged_anywhere),
        cmocka_unit_test(wrong_content_is_refused),
        cmocka_unit_test(unknown_instruction_number),
        cmocka_unit_test(unwritable),
        cmocka_unit_test(kept_trace),
    };
    int fd = mkstemp(path);
    if (fd < 0) {
        return 4;
    }
    close(fd);
    if (argc > 1) {
        kept = argv[1];
    }
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove(path);
    return failed;
}
