/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64 /* also where addresses have 32 bits */
#include "trace/trace.h"
#include "trace/trace_format.h"
#include "trace/trace_model.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <zstd.h>

/* The unread part of one stream of the current block. */
struct cursor {
    const uint8_t *at, *end;
};

struct spe_trace {
    uint8_t *file; /* whole file */
    size_t file_bytes;
    struct spe_trace_header head;
    struct spe_trace_model model;
    ZSTD_DCtx *unpack;
    ZSTD_inBuffer in;
    uint8_t *block;
    size_t block_room;
    struct cursor stream[SPE_STREAMS];
    uint64_t run;       /* operations until the next event of this block */
    uint64_t decoded;   /* operations decoded, one ahead of those delivered */
    uint32_t block_ops; /* operations left in this block */
    struct spe_trace_op ahead;
    int status;
};

static int take_byte(struct cursor *c)
{
    return c->at < c->end ? *c->at++ : -1;
}

static bool take_varint(struct cursor *c, uint64_t *v)
{
    *v = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        int byte = take_byte(c);
        if (byte < 0) {
            return false;
        }
        *v |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return true;
        }
    }
    return false;
}

/* Fill `bytes` bytes of the unpacked body. */
static int unpack(struct spe_trace *t, void *dst, size_t bytes)
{
    ZSTD_outBuffer out = {dst, bytes, 0};
    while (out.pos < out.size) {
        size_t in_before = t->in.pos, out_before = out.pos;
        size_t r = ZSTD_decompressStream(t->unpack, &out, &t->in);
        if (ZSTD_isError(r) || (t->in.pos == in_before && out.pos == out_before)) {
            return SPE_TRACE_EDAMAGED;
        }
    }
    return 0;
}

static void next_run(struct spe_trace *t)
{
    struct cursor *c = &t->stream[SPE_STREAM_RUN];
    if (c->at == c->end || !take_varint(c, &t->run)) {
        t->run = UINT64_MAX; /* no event follows in this block */
    }
}

static int read_block(struct spe_trace *t)
{
    uint8_t head[SPE_TRACE_BLOCK_BYTES];
    uint32_t length[SPE_STREAMS];
    size_t total = 0;
    int status = unpack(t, head, sizeof(head));
    if (status) {
        return status;
    }
    t->block_ops = spe_trace_get_u32(head);
    for (unsigned s = 0; s < SPE_STREAMS; s++) {
        length[s] = spe_trace_get_u32(head + 4 + 4 * s);
        if (length[s] > SPE_TRACE_STREAM_MAX) {
            return SPE_TRACE_EDAMAGED;
        }
        total += length[s];
    }
    if (!t->block_ops || t->block_ops > SPE_TRACE_BLOCK_OPS) {
        return SPE_TRACE_EDAMAGED;
    }
    if (total > t->block_room) {
        free(t->block);
        t->block = malloc(total);
        t->block_room = t->block ? total : 0;
        if (!t->block) {
            return SPE_TRACE_ENOMEM;
        }
    }
    status = unpack(t, t->block, total);
    const uint8_t *at = t->block;
    for (unsigned s = 0; s < SPE_STREAMS; s++) {
        t->stream[s].at = at;
        at = total ? at + length[s] : at;
        t->stream[s].end = at;
    }
    next_run(t);
    return status;
}

static uint32_t new_insn(struct spe_trace *t)
{
    struct spe_trace_model *m = &t->model;
    struct cursor *c = &t->stream[SPE_STREAM_FLOW];
    uint64_t words;
    if (m->insns >= t->head.insns || !take_varint(c, &words) || c->end - c->at < 4) {
        return SPE_TRACE_NO_INSN;
    }
    uint64_t fall = m->cur == SPE_TRACE_NO_INSN ? 4 : m->insn[m->cur].pc + 4;
    uint32_t opcode = spe_trace_get_u32(c->at);
    c->at += 4;
    return spe_trace_model_add(m, fall + spe_trace_unzigzag(words) * 4, opcode);
}

static uint32_t decode_flow(struct spe_trace *t, unsigned code)
{
    uint32_t expected = spe_trace_model_next(&t->model);
    uint64_t id;
    switch (code & SPE_CODE_FLOW) {
    case SPE_FLOW_PREDICTED:
        return expected;
    case SPE_FLOW_OTHER:
        return spe_trace_model_other(&t->model, expected);
    case SPE_FLOW_KNOWN:
        if (!take_varint(&t->stream[SPE_STREAM_FLOW], &id) || id >= t->model.insns) {
            return SPE_TRACE_NO_INSN;
        }
        return (uint32_t)id;
    default:
        return new_insn(t);
    }
}

static bool decode_shape(struct spe_trace *t)
{
    struct spe_trace_insn *i = &t->model.insn[t->model.cur];
    struct cursor *c = &t->stream[SPE_STREAM_DATA];
    int accesses = take_byte(c), flags = take_byte(c);
    uint64_t bytes;
    if (accesses < 0 || flags < 0 || ((unsigned)flags & ~(SPE_TRACE_LOAD | SPE_TRACE_STORE)) != 0 ||
        !take_varint(c, &bytes) || bytes > UINT32_MAX) {
        return false;
    }
    i->accesses = (uint8_t)accesses;
    i->flags = (uint8_t)flags;
    i->bytes = (uint32_t)bytes;
    return true;
}

static bool decode_addr(struct spe_trace *t, unsigned code, uint64_t *addr)
{
    const struct spe_trace_model *m = &t->model;
    unsigned how = (code & SPE_CODE_ADDR) >> SPE_CODE_ADDR_SHIFT;
    uint64_t delta;
    if (how == SPE_ADDR_BEST) {
        how = spe_trace_model_best(m);
    }
    if (how < SPE_ADDR_PREDICTORS) {
        *addr = spe_trace_model_addr(m, how);
        return true;
    }
    if (how > SPE_ADDR_NEAR || !take_varint(&t->stream[SPE_STREAM_DATA], &delta)) {
        return false;
    }
    *addr = spe_trace_unzigzag(delta) + (how == SPE_ADDR_OWN ? m->insn[m->cur].last : m->near);
    return true;
}

static bool decode_event(struct spe_trace *t, unsigned *code)
{
    *code = SPE_FLOW_PREDICTED | SPE_ADDR_BEST << SPE_CODE_ADDR_SHIFT;
    if (t->run-- > 0) {
        return true;
    }
    int byte = take_byte(&t->stream[SPE_STREAM_CODE]);
    next_run(t);
    *code = (unsigned)byte;
    return byte >= 0 && ((unsigned)byte & SPE_CODE_ZEROS) == 0;
}

/* Decode one operation into t->ahead. */
static int decode_op(struct spe_trace *t)
{
    struct spe_trace_op *op = &t->ahead;
    unsigned code;
    int status = t->block_ops ? 0 : read_block(t);
    if (status) {
        return status;
    }
    if (!decode_event(t, &code)) {
        return SPE_TRACE_EDAMAGED;
    }
    uint32_t id = decode_flow(t, code);
    if (id == SPE_TRACE_NO_INSN) {
        return SPE_TRACE_EDAMAGED;
    }
    spe_trace_model_went(&t->model, id);
    if ((code & SPE_CODE_SHAPE) && !decode_shape(t)) {
        return SPE_TRACE_EDAMAGED;
    }
    const struct spe_trace_insn *i = &t->model.insn[id];
    *op = (struct spe_trace_op){.pc = i->pc, .opcode = i->opcode};
    if (i->accesses) {
        if (!decode_addr(t, code, &op->addr)) {
            return SPE_TRACE_EDAMAGED;
        }
        op->bytes = i->bytes;
        op->accesses = i->accesses;
        op->flags = i->flags;
        spe_trace_model_accessed(&t->model, op->addr);
    }
    t->block_ops--;
    t->decoded++;
    return 0;
}

int spe_trace_next(struct spe_trace *t, struct spe_trace_op *op)
{
    if (t->status) {
        return t->status;
    }
    if (t->decoded > t->head.ops || !t->head.ops) {
        return 0;
    }
    struct spe_trace_op now = t->ahead;
    if (t->decoded == t->head.ops) {
        now.next_pc = now.pc + 4;
        now.flags |= SPE_TRACE_LAST;
        t->decoded++;
    } else {
        t->status = decode_op(t);
        if (t->status) {
            return t->status;
        }
        now.next_pc = t->ahead.pc;
    }
    *op = now;
    return 1;
}

int spe_trace_source(void *t, struct spe_trace_op *op)
{
    return spe_trace_next(t, op);
}

int spe_trace_rewind(struct spe_trace *t)
{
    ZSTD_DCtx_reset(t->unpack, ZSTD_reset_session_only);
    t->in = (ZSTD_inBuffer){t->file, t->file_bytes, SPE_TRACE_HEADER_BYTES};
    spe_trace_model_reset(&t->model);
    t->decoded = 0;
    t->block_ops = 0;
    t->status = t->head.ops ? decode_op(t) : 0;
    return t->status;
}

static int read_file(struct spe_trace *t, FILE *f)
{
    uint8_t head[SPE_TRACE_HEADER_BYTES];
    size_t got = fread(head, 1, sizeof(head), f);
    if (ferror(f) || fseeko(f, 0, SEEK_END) != 0) {
        return SPE_TRACE_EOPEN;
    }
    off_t size = ftello(f);
    if (size < 0 || fseeko(f, 0, SEEK_SET) != 0) {
        return SPE_TRACE_EOPEN;
    }
    int status = spe_trace_header_unpack(&t->head, head, got, (uint64_t)size);
    if (status) {
        return status;
    }
    if ((uint64_t)size > SIZE_MAX) {
        return SPE_TRACE_ENOMEM; /* more than an address can reach */
    }
    t->file_bytes = (size_t)size;
    t->file = malloc(t->file_bytes);
    if (!t->file) {
        return SPE_TRACE_ENOMEM;
    }
    if (fread(t->file, 1, t->file_bytes, f) != t->file_bytes) {
        return SPE_TRACE_EOPEN;
    }
    uint32_t crc =
        spe_trace_crc(0, t->file + SPE_TRACE_HEADER_BYTES, t->file_bytes - SPE_TRACE_HEADER_BYTES);
    return crc == t->head.body_crc ? 0 : SPE_TRACE_EDAMAGED;
}

static int open_parts(struct spe_trace *t, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        return SPE_TRACE_EOPEN;
    }
    int status = read_file(t, f);
    fclose(f);
    if (status) {
        return status;
    }
    t->unpack = ZSTD_createDCtx();
    if (spe_trace_model_init(&t->model) != 0 || !t->unpack) {
        return SPE_TRACE_ENOMEM;
    }
    return spe_trace_rewind(t);
}

int spe_trace_open(struct spe_trace **out, const char *path)
{
    *out = NULL;
    struct spe_trace *t = calloc(1, sizeof(*t));
    if (!t) {
        return SPE_TRACE_ENOMEM;
    }
    int status = open_parts(t, path);
    if (status) {
        spe_trace_close(t);
        return status;
    }
    *out = t;
    return 0;
}

void spe_trace_info(const struct spe_trace *t, struct spe_trace_info *info)
{
    *info = (struct spe_trace_info){
        .version = t->head.version,
        .insns = t->head.insns,
        .ops = t->head.ops,
        .loads = t->head.loads,
        .stores = t->head.stores,
        .file_bytes = t->file_bytes,
    };
}

void spe_trace_close(struct spe_trace *t)
{
    if (!t) {
        return;
    }
    ZSTD_freeDCtx(t->unpack);
    spe_trace_model_free(&t->model);
    free(t->block);
    free(t->file);
    free(t);
}
