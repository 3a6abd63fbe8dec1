/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target of the trace reader. The input is FUZZ_TRACE_HEAD bytes for the header, then the body
 * before its compression: the checksums are always right, so the code after them is reached. If the
 * first byte is odd, the body is already compressed.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include "trace/trace.h"
#include "trace/trace_format.h"

#define FUZZ_TRACE_HEAD 8
#define INPUT_MAX       (1u << 16)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition) {
        abort();
    }
}

/* Make a file of `bytes`; `path` receives the name to open it by. */
static int make_file(const uint8_t *data, size_t bytes, char *path, size_t path_bytes)
{
    int file = memfd_create("trace", 0);

    require(file >= 0 && write(file, data, bytes) == (ssize_t)bytes);
    (void)snprintf(path, path_bytes, "/proc/self/fd/%d", file);
    return file;
}

/* Read all operations, as many as the header says, or up to a refusal. */
static uint64_t read_all(struct spe_trace *trace, int *status)
{
    struct spe_trace_op op;
    uint64_t n = 0;

    while ((*status = spe_trace_next(trace, &op)) > 0) {
        n++;
    }
    return n;
}

static void read_twice(const char *path)
{
    struct spe_trace *trace;
    struct spe_trace_info info;
    int first, second;

    if (spe_trace_open(&trace, path) != 0) {
        require(trace == NULL);
        return;
    }
    spe_trace_info(trace, &info);
    uint64_t n = read_all(trace, &first);
    require(first != 0 || n == info.ops);
    require(spe_trace_rewind(trace) == 0);
    require(read_all(trace, &second) == n && second == first);
    spe_trace_close(trace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t file[SPE_TRACE_HEADER_BYTES + 2 * INPUT_MAX];
    struct spe_trace_header head = {.version = SPE_TRACE_VERSION};
    uint8_t *body = file + SPE_TRACE_HEADER_BYTES;
    char path[64];

    if (size < FUZZ_TRACE_HEAD || size > INPUT_MAX) {
        return 0;
    }
    head.ops = (uint64_t)data[1] | (uint64_t)data[2] << 8 | (uint64_t)(data[3] == 0xFF) << 40;
    head.insns = (uint32_t)data[4] | (data[5] == 0xFF ? 0xFFFFFF00u : (uint32_t)data[5] << 8);
    head.loads = data[6];
    head.stores = data[7];
    head.body_bytes = size - FUZZ_TRACE_HEAD;
    if (data[0] & 1) {
        memcpy(body, data + FUZZ_TRACE_HEAD, size - FUZZ_TRACE_HEAD);
    } else {
        head.body_bytes =
            ZSTD_compress(body, 2 * INPUT_MAX, data + FUZZ_TRACE_HEAD, size - FUZZ_TRACE_HEAD, 1);
    }
    head.body_crc = spe_trace_crc(0, body, head.body_bytes);
    spe_trace_header_pack(&head, file);
    int fd = make_file(file, SPE_TRACE_HEADER_BYTES + head.body_bytes, path, sizeof(path));
    read_twice(path);
    (void)close(fd);
    return 0;
}
