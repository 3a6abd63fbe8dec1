/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/trace.h"
#include "trace/trace_format.h"
#include "trace/trace_model.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#define PACK_LEVEL   19
#define PACK_WINDOW  23  /* log2: the decompressor of a default zstd accepts up to 27 */
#define EVENT_BYTES  64u /* one operation adds less than this to any stream */
#define STREAM_FLUSH (SPE_TRACE_STREAM_MAX - EVENT_BYTES)

struct bytes {
    uint8_t *data;
    size_t used;
};

struct spe_trace_writer {
    FILE *file;
    char *path, *part;
    ZSTD_CCtx *pack;
    struct spe_trace_model model;
    struct spe_trace_header head;
    struct bytes stream[SPE_STREAMS];
    uint8_t *packed;
    size_t packed_room;
    uint32_t *slot; /* open addressing: instruction number + 1 by hash of pc and opcode */
    uint32_t slots;
    uint32_t block_ops, run;
    int status;
};

static void put_byte(struct bytes *b, uint64_t v)
{
    b->data[b->used++] = (uint8_t)v;
}

static void put_varint(struct bytes *b, uint64_t v)
{
    for (; v >= 0x80; v >>= 7) {
        put_byte(b, v | 0x80);
    }
    put_byte(b, v);
}

static uint32_t hash_of(const struct spe_trace_writer *w, uint64_t pc, uint32_t opcode)
{
    uint64_t key = (pc >> 2 ^ (uint64_t)opcode << 32) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(key >> 32) & (w->slots - 1);
}

static uint32_t *find_slot(const struct spe_trace_writer *w, uint64_t pc, uint32_t opcode)
{
    uint32_t at = hash_of(w, pc, opcode);
    for (;; at = (at + 1) & (w->slots - 1)) {
        uint32_t id = w->slot[at];
        if (!id || (w->model.insn[id - 1].pc == pc && w->model.insn[id - 1].opcode == opcode)) {
            return &w->slot[at];
        }
    }
}

static int grow_slots(struct spe_trace_writer *w)
{
    uint32_t *old = w->slot;
    uint32_t slots = w->slots ? 2 * w->slots : 4096;
    w->slot = calloc(slots, sizeof(*w->slot));
    if (!w->slot) {
        w->slot = old;
        return SPE_TRACE_ENOMEM;
    }
    w->slots = slots;
    for (uint32_t id = 0; id < w->model.insns; id++) {
        *find_slot(w, w->model.insn[id].pc, w->model.insn[id].opcode) = id + 1;
    }
    free(old);
    return 0;
}

static int pack(struct spe_trace_writer *w, const void *data, size_t bytes, ZSTD_EndDirective end)
{
    ZSTD_inBuffer in = {data, bytes, 0};
    size_t left;
    do {
        ZSTD_outBuffer out = {w->packed, w->packed_room, 0};
        left = ZSTD_compressStream2(w->pack, &out, &in, end);
        if (ZSTD_isError(left)) {
            return SPE_TRACE_ENOMEM;
        }
        if (out.pos && fwrite(w->packed, 1, out.pos, w->file) != out.pos) {
            return SPE_TRACE_EWRITE;
        }
        w->head.body_crc = spe_trace_crc(w->head.body_crc, w->packed, out.pos);
        w->head.body_bytes += out.pos;
    } while (end == ZSTD_e_end ? left != 0 : in.pos < in.size);
    return 0;
}

static int flush_block(struct spe_trace_writer *w)
{
    uint8_t head[SPE_TRACE_BLOCK_BYTES];
    spe_trace_put_u32(head, w->block_ops);
    for (unsigned s = 0; s < SPE_STREAMS; s++) {
        spe_trace_put_u32(head + 4 + 4 * s, (uint32_t)w->stream[s].used);
    }
    int status = pack(w, head, sizeof(head), ZSTD_e_continue);
    for (unsigned s = 0; s < SPE_STREAMS && !status; s++) {
        status = pack(w, w->stream[s].data, w->stream[s].used, ZSTD_e_continue);
        w->stream[s].used = 0;
    }
    w->block_ops = 0;
    w->run = 0;
    return status;
}

/* How control came to this operation. @return SPE_FLOW_*; *id is the instruction. */
static unsigned code_flow(struct spe_trace_writer *w, const struct spe_trace_op *op, uint32_t *id)
{
    struct spe_trace_model *m = &w->model;
    uint32_t expected = spe_trace_model_next(m);
    uint64_t fall = m->cur == SPE_TRACE_NO_INSN ? 4 : m->insn[m->cur].pc + 4;
    uint32_t *slot = find_slot(w, op->pc, op->opcode);
    if (!*slot) {
        struct bytes *b = &w->stream[SPE_STREAM_FLOW];
        *id = spe_trace_model_add(m, op->pc, op->opcode);
        if (*id == SPE_TRACE_NO_INSN) {
            return SPE_FLOW_NEW;
        }
        *slot = *id + 1;
        put_varint(b, spe_trace_zigzag((uint64_t)((int64_t)(op->pc - fall) / 4)));
        spe_trace_put_u32(b->data + b->used, op->opcode);
        b->used += 4;
        return SPE_FLOW_NEW;
    }
    *id = *slot - 1;
    if (*id == expected) {
        return SPE_FLOW_PREDICTED;
    }
    if (*id == spe_trace_model_other(m, expected)) {
        return SPE_FLOW_OTHER;
    }
    put_varint(&w->stream[SPE_STREAM_FLOW], *id);
    return SPE_FLOW_KNOWN;
}

static unsigned code_shape(struct spe_trace_writer *w, const struct spe_trace_op *op)
{
    struct spe_trace_insn *i = &w->model.insn[w->model.cur];
    uint8_t flags = op->flags & (SPE_TRACE_LOAD | SPE_TRACE_STORE);
    struct bytes *b = &w->stream[SPE_STREAM_DATA];
    if (i->accesses == op->accesses && i->flags == flags && i->bytes == op->bytes) {
        return 0;
    }
    i->accesses = op->accesses;
    i->flags = flags;
    i->bytes = op->bytes;
    put_byte(b, i->accesses);
    put_byte(b, i->flags);
    put_varint(b, i->bytes);
    return SPE_CODE_SHAPE;
}

static uint64_t magnitude(uint64_t v)
{
    return spe_trace_zigzag(v) >> 1;
}

static unsigned code_addr(struct spe_trace_writer *w, uint64_t addr)
{
    struct spe_trace_model *m = &w->model;
    struct bytes *b = &w->stream[SPE_STREAM_DATA];
    if (spe_trace_model_addr(m, spe_trace_model_best(m)) == addr) {
        return SPE_ADDR_BEST;
    }
    for (unsigned k = 0; k < SPE_ADDR_PREDICTORS; k++) {
        if (spe_trace_model_addr(m, k) == addr) {
            return k;
        }
    }
    uint64_t own = addr - m->insn[m->cur].last, near = addr - m->near;
    bool use_near = magnitude(near) < magnitude(own);
    put_varint(b, spe_trace_zigzag(use_near ? near : own));
    return use_near ? SPE_ADDR_NEAR : SPE_ADDR_OWN;
}

static int code_op(struct spe_trace_writer *w, const struct spe_trace_op *op)
{
    uint32_t id;
    unsigned code = code_flow(w, op, &id);
    if (id == SPE_TRACE_NO_INSN) {
        return SPE_TRACE_ENOMEM;
    }
    spe_trace_model_went(&w->model, id);
    code |= code_shape(w, op);
    unsigned addr = SPE_ADDR_BEST;
    if (op->accesses) {
        addr = code_addr(w, op->addr);
        spe_trace_model_accessed(&w->model, op->addr);
    }
    if (code == SPE_FLOW_PREDICTED && addr == SPE_ADDR_BEST) {
        w->run++;
        return 0;
    }
    put_varint(&w->stream[SPE_STREAM_RUN], w->run);
    put_byte(&w->stream[SPE_STREAM_CODE], code | addr << SPE_CODE_ADDR_SHIFT);
    w->run = 0;
    return 0;
}

static bool block_full(const struct spe_trace_writer *w)
{
    if (w->block_ops == SPE_TRACE_BLOCK_OPS) {
        return true;
    }
    for (unsigned s = 0; s < SPE_STREAMS; s++) {
        if (w->stream[s].used > STREAM_FLUSH) {
            return true;
        }
    }
    return false;
}

int spe_trace_put(struct spe_trace_writer *w, const struct spe_trace_op *op)
{
    if (w->status) {
        return w->status;
    }
    if (block_full(w)) {
        w->status = flush_block(w);
    }
    if (!w->status && 2 * w->model.insns >= w->slots) {
        w->status = grow_slots(w);
    }
    if (!w->status) {
        w->status = code_op(w, op);
    }
    if (w->status) {
        return w->status;
    }
    w->block_ops++;
    w->head.ops++;
    w->head.loads += (op->flags & SPE_TRACE_LOAD) != 0;
    w->head.stores += (op->flags & SPE_TRACE_STORE) != 0;
    return 0;
}

static void writer_free(struct spe_trace_writer *w)
{
    if (w->file) {
        fclose(w->file);
    }
    ZSTD_freeCCtx(w->pack);
    spe_trace_model_free(&w->model);
    for (unsigned s = 0; s < SPE_STREAMS; s++) {
        free(w->stream[s].data);
    }
    free(w->packed);
    free(w->slot);
    free(w->path);
    free(w->part);
    free(w);
}

/* Take memory first, then make the file: nothing is left on disk when memory is short. */
static int writer_init(struct spe_trace_writer *w, const char *path)
{
    size_t length = strlen(path);
    w->path = malloc(length + 1);
    w->part = malloc(length + sizeof(".part"));
    w->packed_room = ZSTD_CStreamOutSize();
    w->packed = malloc(w->packed_room);
    w->pack = ZSTD_createCCtx();
    bool ok = w->path && w->part && w->packed && w->pack;
    for (unsigned s = 0; s < SPE_STREAMS; s++) {
        ok &= (w->stream[s].data = malloc(SPE_TRACE_STREAM_MAX)) != NULL;
    }
    if (spe_trace_model_init(&w->model) != 0 || !ok) {
        return SPE_TRACE_ENOMEM;
    }
    memcpy(w->path, path, length + 1);
    memcpy(w->part, path, length);
    memcpy(w->part + length, ".part", sizeof(".part"));
    ZSTD_CCtx_setParameter(w->pack, ZSTD_c_compressionLevel, PACK_LEVEL);
    ZSTD_CCtx_setParameter(w->pack, ZSTD_c_windowLog, PACK_WINDOW);
    ZSTD_CCtx_setParameter(w->pack, ZSTD_c_checksumFlag, 1);
    w->head.version = SPE_TRACE_VERSION;
    static const uint8_t no_header[SPE_TRACE_HEADER_BYTES];
    w->file = fopen(w->part, "wb");
    if (!w->file || fwrite(no_header, 1, sizeof(no_header), w->file) != sizeof(no_header)) {
        return SPE_TRACE_EWRITE;
    }
    return 0;
}

int spe_trace_create(struct spe_trace_writer **out, const char *path)
{
    *out = NULL;
    struct spe_trace_writer *w = calloc(1, sizeof(*w));
    if (!w) {
        return SPE_TRACE_ENOMEM;
    }
    int status = writer_init(w, path);
    if (status) {
        writer_free(w);
        return status;
    }
    *out = w;
    return 0;
}

static int write_header(struct spe_trace_writer *w)
{
    uint8_t raw[SPE_TRACE_HEADER_BYTES];
    w->head.insns = w->model.insns;
    spe_trace_header_pack(&w->head, raw);
    bool ok = fseek(w->file, 0, SEEK_SET) == 0;
    ok = ok && fwrite(raw, 1, sizeof(raw), w->file) == sizeof(raw);
    ok = fclose(w->file) == 0 && ok;
    w->file = NULL;
    return ok && rename(w->part, w->path) == 0 ? 0 : SPE_TRACE_EWRITE;
}

int spe_trace_finish(struct spe_trace_writer *w)
{
    if (!w) {
        return 0;
    }
    if (!w->status && w->block_ops) {
        w->status = flush_block(w);
    }
    if (!w->status) {
        w->status = pack(w, NULL, 0, ZSTD_e_end);
    }
    if (!w->status) {
        w->status = write_header(w);
    }
    int status = w->status;
    if (status) {
        remove(w->part);
    }
    writer_free(w);
    return status;
}
