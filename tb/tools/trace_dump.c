/* SPDX-License-Identifier: Apache-2.0 */
/* trace_dump FILE [FIRST [COUNT]]: print operations of a trace, one per line. */
#include "trace/trace.h"
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_op(uint64_t index, const struct spe_trace_op *op)
{
    printf("%" PRIu64 " pc=0x%" PRIx64 " opcode=0x%08" PRIx32 " next=0x%" PRIx64, index, op->pc,
           op->opcode, op->next_pc);
    if (op->accesses) {
        printf(" %s%s=0x%" PRIx64 " bytes=%" PRIu32 " accesses=%u",
               op->flags & SPE_TRACE_LOAD ? "load" : "", op->flags & SPE_TRACE_STORE ? "store" : "",
               op->addr, op->bytes, op->accesses);
    }
    putchar('\n');
}

static int dump(struct spe_trace *t, uint64_t first, uint64_t count)
{
    struct spe_trace_op op;
    for (uint64_t i = 0; i < first || i - first < count; i++) {
        int status = spe_trace_next(t, &op);
        if (status <= 0) {
            return status;
        }
        if (i >= first) {
            print_op(i, &op);
        }
    }
    return 0;
}

static int parse(const char *text, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' ? 0 : -1;
}

int main(int argc, char **argv)
{
    uint64_t first = 0, count = UINT64_MAX;
    if (argc < 2 || argc > 4 || (argc > 2 && parse(argv[2], &first) != 0) ||
        (argc > 3 && parse(argv[3], &count) != 0)) {
        fprintf(stderr, "usage: trace_dump FILE [FIRST [COUNT]]\n");
        return 2;
    }
    struct spe_trace *t;
    int status = spe_trace_open(&t, argv[1]);
    if (status == SPE_TRACE_OK) {
        status = dump(t, first, count);
    }
    spe_trace_close(t);
    if (status != SPE_TRACE_OK) {
        fprintf(stderr, "trace_dump: %s: %s\n", argv[1], spe_trace_strerror(status));
        return 2;
    }
    return ferror(stdout) || fflush(stdout) != 0 ? 4 : 0;
}
