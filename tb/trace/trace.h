/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TRACE_H
#define SPE_TRACE_H

#include <stddef.h>
#include <stdint.h>

/**
 * Operation traces: the instructions of one thread of a real AArch64 program, in program order,
 * with the data addresses they accessed. tb/trace/README.md describes the file format.
 *
 * Actions return 0 or a positive count, or a negative enum spe_trace_status. No function prints.
 * Handles are used by one thread at a time; distinct handles are independent.
 */
#ifdef __cplusplus
extern "C" {
#endif

#define SPE_TRACE_VERSION 1u

enum spe_trace_status {
    SPE_TRACE_OK = 0,
    SPE_TRACE_EOPEN = -1,    /* the file cannot be opened or read; errno says why */
    SPE_TRACE_EFORMAT = -2,  /* not an operation trace */
    SPE_TRACE_EVERSION = -3, /* a version of the format that this reader does not know */
    SPE_TRACE_ECUT = -4,     /* shorter than its header says: cut, or recording was interrupted */
    SPE_TRACE_EDAMAGED = -5, /* a checksum or the coding is wrong */
    SPE_TRACE_ENOMEM = -6,   /* out of memory */
    SPE_TRACE_EWRITE = -7    /* the file cannot be written; errno says why */
};

/** @return one static English phrase for a negative status, for "FILE: phrase". Never NULL. */
const char *spe_trace_strerror(int status);

/* Bits of spe_trace_op.flags. An atomic that loads and stores has both. */
#define SPE_TRACE_LOAD  0x01u
#define SPE_TRACE_STORE 0x02u
#define SPE_TRACE_LAST  0x04u /* last operation of the trace: next_pc is pc + 4, whatever it did */

/* One architecturally executed instruction. */
struct spe_trace_op {
    uint64_t pc;      /* virtual address of the instruction, multiple of 4 */
    uint64_t next_pc; /* of the next operation: a branch was taken when this is not pc + 4 */
    uint64_t addr;    /* lowest data address accessed; 0 without access */
    uint32_t opcode;  /* A64 instruction word */
    uint32_t bytes;   /* from the lowest to the highest byte accessed; 0 without access */
    uint8_t accesses; /* single accesses as the emulator made them; 0 to 255 (saturates) */
    uint8_t flags;    /* SPE_TRACE_LOAD, _STORE, _LAST */
};

/* What a trace holds, from its header. */
struct spe_trace_info {
    uint32_t version;
    uint32_t insns;         /* distinct instructions (pc, opcode) */
    uint64_t ops;           /* operations */
    uint64_t loads, stores; /* operations with SPE_TRACE_LOAD, SPE_TRACE_STORE */
    uint64_t file_bytes;    /* size of the file */
};

struct spe_trace;

/**
 * Open a trace and verify the whole file: size, version, checksums. Memory: the file plus about 6
 * MiB.
 *
 * @param out  receives the handle on success, NULL otherwise; free it with spe_trace_close().
 * @return 0, or EOPEN, EFORMAT, EVERSION, ECUT, EDAMAGED, ENOMEM.
 */
int spe_trace_open(struct spe_trace **out, const char *path);

/** Facts about the trace; `info` is the caller's. */
void spe_trace_info(const struct spe_trace *t, struct spe_trace_info *info);

/**
 * Read the next operation.
 *
 * @return 1 and *op filled; 0 at the end, *op unchanged; EDAMAGED or ENOMEM, and the same again
 * until rewind.
 */
int spe_trace_next(struct spe_trace *t, struct spe_trace_op *op);

/** As spe_trace_next(), with the handle as `void *`: an operation source for spe_timing_create().
 */
int spe_trace_source(void *t, struct spe_trace_op *op);

/** Start again at the first operation. @return 0 or ENOMEM. */
int spe_trace_rewind(struct spe_trace *t);

/** Free the handle; NULL is accepted. */
void spe_trace_close(struct spe_trace *t);

struct spe_trace_writer;

/**
 * Create a trace. Bytes go to `path`.part, renamed to `path` by a successful finish.
 *
 * @return 0, or EWRITE, ENOMEM; *out is NULL then.
 */
int spe_trace_create(struct spe_trace_writer **out, const char *path);

/**
 * Append one operation. next_pc and SPE_TRACE_LAST are ignored: the next put says where the program
 * went.
 *
 * @return 0; EWRITE or ENOMEM (the trace is lost; finish frees it).
 */
int spe_trace_put(struct spe_trace_writer *w, const struct spe_trace_op *op);

/**
 * Write what is left, close and free. NULL is accepted.
 *
 * @return 0, or the first error of this or an earlier call (then `path` was not touched).
 */
int spe_trace_finish(struct spe_trace_writer *w);

#ifdef __cplusplus
}
#endif
#endif
