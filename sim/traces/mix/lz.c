/* SPDX-License-Identifier: Apache-2.0 */
/* LZ-style compressor and decompressor, round trip compared: unaligned loads, copies, bit work. */
#include "mix.h"

#define SOURCE 16000u
#define HASHES 4096u

static uint8_t source[SOURCE], packed[SOURCE + SOURCE / 8 + 64], back[SOURCE + 16];
static uint32_t seen[HASHES];

static uint32_t word_at(const uint8_t *p)
{
    uint32_t w;
    __builtin_memcpy(&w, p, sizeof(w));
    return w;
}

/* Token: 0 length literals... | 1..255 match length, two bytes distance. */
static size_t compress(void)
{
    size_t out = 0, at = 0;
    while (at < SOURCE) {
        size_t length = 0, from = 0;
        if (at + 4 <= SOURCE) {
            uint32_t *slot = &seen[(word_at(&source[at]) * 2654435761u) >> 20];
            from = *slot;
            *slot = (uint32_t)at;
            if (from < at && at - from < 65536) {
                while (length < 255 && at + length < SOURCE &&
                       source[from + length] == source[at + length]) {
                    length++;
                }
            }
        }
        if (length >= 4) {
            packed[out++] = (uint8_t)length;
            packed[out++] = (uint8_t)(at - from);
            packed[out++] = (uint8_t)((at - from) >> 8);
            at += length;
        } else {
            packed[out++] = 0;
            packed[out++] = source[at++];
        }
    }
    return out;
}

static size_t decompress(size_t bytes)
{
    size_t at = 0, in = 0;
    while (in < bytes) {
        size_t length = packed[in++];
        if (length == 0) {
            back[at++] = packed[in++];
            continue;
        }
        size_t distance = packed[in] | (size_t)packed[in + 1] << 8;
        in += 2;
        for (; length; length--, at++) {
            back[at] = back[at - distance];
        }
    }
    return at;
}

static bool same(void)
{
    uint32_t different = 0;
    for (uint32_t i = 0; i < SOURCE; i++) {
        different += source[i] != back[i];
    }
    return different == 0;
}

bool mix_lz(uint64_t *digest)
{
    uint64_t state = *digest | 1;
    for (uint32_t i = 0; i < SOURCE;) {
        uint64_t r = mix_random(&state);
        uint32_t length = 3 + (uint32_t)(r >> 8) % 40, from = (uint32_t)(r >> 20) % (i + 1);
        for (; length && i < SOURCE; length--, i++) {
            source[i] = (r & 7) < 6 && from + length < i ? source[from++] : (uint8_t)(r >> length);
        }
    }
    size_t bytes = compress(), restored = decompress(bytes);
    *digest = *digest * 31 + bytes + (uint64_t)__builtin_popcountll(state);
    return restored == SOURCE && same();
}
