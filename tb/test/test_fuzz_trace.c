/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A trace passes through the fuzz target of the trace reader, unchanged and with bytes changed.
 * With a folder as argument, the input is written there instead, for `make fuzz`.
 */
#include "fuzz_trace.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define OPS 200u /* the header of an input counts loads and stores in one byte each */

static uint8_t input[INPUT_MAX];
static size_t input_bytes;

static void put_ops(const char *path)
{
    struct spe_trace_writer *w;

    require(spe_trace_create(&w, path) == 0);
    for (uint64_t i = 0; i < OPS; i++) {
        struct spe_trace_op op = {.pc = 0x400000 + i % 23 * 4,
                                  .opcode = 0xF9400000u + (uint32_t)(i % 23)};
        op.next_pc = 0x400000 + (i + 1) % 23 * 4;
        if (i % 3 == 0) {
            op.flags = i % 2 == 0 ? SPE_TRACE_LOAD : SPE_TRACE_STORE;
            op.accesses = 1;
            op.bytes = 8;
            op.addr = i % 7 == 0 ? i * i * 64 : 0x7000 + 8 * i;
        }
        require(spe_trace_put(w, &op) == 0);
    }
    require(spe_trace_finish(w) == 0);
}

/* Load the input that makes the same file. */
static void load(void)
{
    static uint8_t file[INPUT_MAX];
    struct spe_trace_header head;
    char path[] = "/tmp/test_fuzz_trace.XXXXXX";
    int fd = mkstemp(path);

    require(fd >= 0 && close(fd) == 0);
    put_ops(path);
    FILE *in = fopen(path, "rb");
    require(in != NULL);
    size_t bytes = fread(file, 1, sizeof(file), in);
    require(fclose(in) == 0 && unlink(path) == 0);
    require(spe_trace_header_unpack(&head, file, bytes, bytes) == 0);
    require(head.ops == OPS && head.loads < 256 && head.stores < 256);
    const uint8_t start[FUZZ_TRACE_HEAD] = {0,
                                            (uint8_t)head.ops,
                                            0,
                                            0,
                                            (uint8_t)head.insns,
                                            0,
                                            (uint8_t)head.loads,
                                            (uint8_t)head.stores};
    memcpy(input, start, sizeof(start));
    size_t body = ZSTD_decompress(input + FUZZ_TRACE_HEAD, sizeof(input) - FUZZ_TRACE_HEAD,
                                  file + SPE_TRACE_HEADER_BYTES, head.body_bytes);
    require(!ZSTD_isError(body));
    input_bytes = FUZZ_TRACE_HEAD + body;
}

static void a_trace_is_read(void **state)
{
    (void)state;
    load();
    assert_int_equal(LLVMFuzzerTestOneInput(input, input_bytes), 0);
}

static void changed_bytes_are_harmless(void **state)
{
    uint64_t random = 1;

    (void)state;
    load();
    for (unsigned round = 0; round < 500; round++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        size_t at = (size_t)(random >> 33) % input_bytes;
        uint8_t was = input[at];
        input[at] = (uint8_t)(random >> 24);
        assert_int_equal(LLVMFuzzerTestOneInput(input, input_bytes), 0);
        input[at] = round % 4 == 0 ? input[at] : was;
    }
}

static int write_input(const char *folder)
{
    char path[4096];

    load();
    (void)snprintf(path, sizeof(path), "%s/ops", folder);
    FILE *out = fopen(path, "wb");
    if (out == NULL) {
        return 1;
    }
    size_t written = fwrite(input, 1, input_bytes, out);
    return fclose(out) == 0 && written == input_bytes ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_is_read),
        cmocka_unit_test(changed_bytes_are_harmless),
    };
    if (argc == 2) {
        return write_input(argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
