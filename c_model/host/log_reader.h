/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_LOG_READER_H
#define SPE_LOG_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "log_fields.h"
#include "log_header.h"
#include "spe/log.h"

/* For the files that read a log: log_read.c one that is whole, log_salvage.c what is left of one.
 */

struct spe_log_reader {
    FILE *file;
    struct log_head head;
    struct spe_log_run run;
    uint8_t *body, *raw;
    size_t body_bytes, raw_bytes, raw_at;
    struct log_state state;
    uint8_t *index;
    off_t index_at;
    size_t entries, room, next; /* next: frame to read */
    uint8_t *begun;             /* the raw bytes of a frame that never ended, the last one */
    size_t begun_bytes;
    uint64_t begun_to; /* its last cycle */
    uint64_t transactions, delivered;
    bool sought;
};

/** Allocate a reader, open its file, and let `read` find what is there. @return 0 and *out, or a
 * status with *err filled. */
int log_reader_open(struct spe_log_reader **out, const char *path, struct spe_log_error *err,
                    int (*read)(struct spe_log_reader *r, struct spe_log_error *err));

/** Header, index, tail and run of a log that is whole. @return as above. */
int log_open_all(struct spe_log_reader *r, struct spe_log_error *err);

/** Magic and header. @return as above. */
int log_read_header(struct spe_log_reader *r, struct spe_log_error *err);

/** Read the section of this type at the current place into reader->body. @return as above. */
int log_read_section(struct spe_log_reader *r, const char *type, struct spe_log_error *err);

/** Nothing could be read there: because the file ends, SPE_ETRUNC, or with what errno says. */
int log_truncated(const struct spe_log_reader *r, struct spe_log_error *err);

#endif
