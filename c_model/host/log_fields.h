/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_FIELDS_H
#define SPE_LOG_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spe/txn.h"

/* One field of a transaction. A table of fields drives both the binary log and its text form. */
struct log_field {
    const char *name;
    size_t offset; /* in struct spe_txn */
    unsigned bytes;
    bool delta;                /* coded as difference to the last value of this field */
    bool hex;                  /* printed as 0x... */
    const char *const *values; /* names of the values 0, 1 ..., NULL-terminated; or NULL */
    uint64_t absent;           /* value if a line of text leaves it out */
};

#define LOG_FIELDS_MAX 20

/** Field of a kind by its name in text, also a name of version 2; NULL if there is none. */
const struct log_field *log_field_named(int kind, const char *name);

/** Fields of a kind; *n is their number. NULL if the kind is out of range. */
const struct log_field *log_fields(int kind, int *n);

uint64_t log_field_get(const struct log_field *field, const struct spe_txn *txn);

/** @return whether the value fits the field. */
bool log_field_set(const struct log_field *field, struct spe_txn *txn, uint64_t value);

/** Last values, for the differences; zero at the start of a frame. */
struct log_state {
    uint64_t seq, cycle;
    uint64_t last[SPE_TXN_KINDS][LOG_FIELDS_MAX];
};

/* Longest coded transaction. */
#define LOG_TXN_MAX 224

/** @return bytes written to dst (LOG_TXN_MAX suffice). */
size_t log_encode(struct log_state *state, const struct spe_txn *txn, uint8_t *dst);

/** @return bytes used, or 0 if the input is malformed or too short. */
size_t log_decode(struct log_state *state, const uint8_t *src, size_t bytes, struct spe_txn *txn);

/** CRC-32 (IEEE 802.3). */
uint32_t log_crc(const uint8_t *src, size_t bytes);

void log_put32(uint8_t *dst, uint32_t value);
void log_put64(uint8_t *dst, uint64_t value);
uint32_t log_get32(const uint8_t *src);
uint64_t log_get64(const uint8_t *src);

#endif
