/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "log_fields.h"

/* Kind byte: bit 7 says that the sequence number is not the previous one plus 1. */
#define SEQ_JUMPS 0x80u

/* A kind that does not exist is misuse, which a replay must find again. So its number follows. */
#define KIND_OTHER 0x7Fu

void log_put32(uint8_t *dst, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        dst[i] = (uint8_t)(value >> (8 * i));
    }
}

void log_put64(uint8_t *dst, uint64_t value)
{
    log_put32(dst, (uint32_t)value);
    log_put32(dst + 4, (uint32_t)(value >> 32));
}

uint32_t log_get32(const uint8_t *src)
{
    return (uint32_t)src[0] | (uint32_t)src[1] << 8 | (uint32_t)src[2] << 16 |
           (uint32_t)src[3] << 24;
}

uint64_t log_get64(const uint8_t *src)
{
    return log_get32(src) | (uint64_t)log_get32(src + 4) << 32;
}

/* Checksum and varints are the same as in tb/trace/trace_format.c, written a second time. tb may
 * include only the configuration and the verdict of c_model, and the host library includes nothing
 * of tb. A third library for 40 lines is not worth its dependencies. */
uint32_t log_crc(const uint8_t *src, size_t bytes)
{
    static const uint32_t nibble[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                        0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                        0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = 0xFFFFFFFFu;

    for (size_t i = 0; i < bytes; i++) {
        crc ^= src[i];
        crc = crc >> 4 ^ nibble[crc & 15u];
        crc = crc >> 4 ^ nibble[crc & 15u];
    }
    return ~crc;
}

static uint8_t *put_varint(uint8_t *dst, uint64_t value)
{
    while (value >= 0x80) {
        *dst++ = (uint8_t)(value | 0x80u);
        value >>= 7;
    }
    *dst++ = (uint8_t)value;
    return dst;
}

static const uint8_t *get_long_varint(const uint8_t *src, const uint8_t *end, uint64_t *value)
{
    *value = 0;
    if (src == NULL) {
        return NULL;
    }
    end = end - src > 10 ? src + 10 : end; /* 64 bits */
    for (unsigned shift = 0; src < end; shift += 7) {
        *value |= (uint64_t)(*src & 0x7Fu) << shift;
        if ((*src++ & 0x80u) == 0) {
            return src;
        }
    }
    return NULL;
}

/* Most varints have one byte, so that case comes first. */
static inline const uint8_t *get_varint(const uint8_t *src, const uint8_t *end, uint64_t *value)
{
    if (src != NULL && src < end && *src < 0x80) {
        *value = *src;
        return src + 1;
    }
    return get_long_varint(src, end, value);
}

static uint64_t zigzag(uint64_t difference)
{
    return difference << 1 ^ (0 - (difference >> 63));
}

static uint64_t unzigzag(uint64_t coded)
{
    return coded >> 1 ^ (0 - (coded & 1));
}

/* Kind and its number, seq, cycle; each field as a varint of 64 bits. */
_Static_assert(1 + 2 + 5 + 10 + 10 * LOG_FIELDS_MAX <= LOG_TXN_MAX, "the longest transaction");

size_t log_encode(struct log_state *state, const struct spe_txn *txn, uint8_t *dst)
{
    int n = 0;
    const struct log_field *field = log_fields(txn->kind, &n);
    bool jumps = txn->seq != (uint32_t)state->seq;
    uint8_t *at = dst;

    *at++ = (uint8_t)((field != NULL ? txn->kind : KIND_OTHER) | (jumps ? SEQ_JUMPS : 0));
    if (field == NULL) {
        at = put_varint(at, txn->kind);
    }
    if (jumps) {
        at = put_varint(at, txn->seq);
    }
    at = put_varint(at, zigzag(txn->cycle - state->cycle));
    state->seq = (uint64_t)txn->seq + 1;
    state->cycle = txn->cycle;
    for (int i = 0; field != NULL && i < n; i++) {
        uint64_t value = log_field_get(&field[i], txn);
        uint64_t *last = &state->last[txn->kind][i];
        at = put_varint(at, field[i].delta ? zigzag(value - *last) : value);
        *last = value;
    }
    return (size_t)(at - dst);
}

/* Read the kind, and the flag in its byte. @return the next byte to read, or NULL. */
static const uint8_t *get_kind(const uint8_t *src, const uint8_t *end, uint8_t *kind, bool *jumps)
{
    uint64_t value = *src & ~SEQ_JUMPS & 0xFFu;

    *jumps = (*src++ & SEQ_JUMPS) != 0;
    if (value == KIND_OTHER) {
        src = get_varint(src, end, &value);
        if (value < SPE_TXN_KINDS || value > UINT8_MAX) {
            return NULL;
        }
    } else if (value >= SPE_TXN_KINDS) {
        return NULL;
    }
    *kind = (uint8_t)value;
    return src;
}

size_t log_decode(struct log_state *state, const uint8_t *src, size_t bytes, struct spe_txn *txn)
{
    const uint8_t *at = src, *end = src + bytes;
    uint64_t value = 0;
    int n = 0;

    memset(txn, 0, sizeof(*txn));
    if (bytes == 0) {
        return 0;
    }
    bool jumps;
    at = get_kind(at, end, &txn->kind, &jumps);
    if (at == NULL) {
        return 0;
    }
    const struct log_field *field = log_fields(txn->kind, &n); /* NULL, n = 0: no such kind */
    txn->seq = (uint32_t)state->seq;
    if (jumps) {
        at = get_varint(at, end, &value);
        if (value > UINT32_MAX) {
            return 0;
        }
        txn->seq = (uint32_t)value;
    }
    at = get_varint(at, end, &value);
    txn->cycle = state->cycle + unzigzag(value);
    state->seq = (uint64_t)txn->seq + 1;
    state->cycle = txn->cycle;
    for (int i = 0; i < n; i++) {
        uint64_t *last = &state->last[txn->kind][i];
        at = get_varint(at, end, &value);
        if (at != NULL && value == 0 && !field[i].delta) {
            continue; /* *txn is 0 already */
        }
        value = field[i].delta ? *last + unzigzag(value) : value;
        if (at == NULL || !log_field_set(&field[i], txn, value)) {
            return 0;
        }
        *last = value;
    }
    return at == NULL ? 0 : (size_t)(at - src);
}
