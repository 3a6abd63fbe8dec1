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

/* For the files that read a log: log_read.c reads a complete log, log_salvage.c an incomplete one.
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
    size_t entries, room, next; /* next: number of the frame to read next */
    uint8_t *begun;             /* the raw bytes of the last frame, if it was never finished */
    size_t begun_bytes;
    uint64_t begun_to;                /* last cycle in `begun` */
    uint64_t transactions, delivered; /* in all; since the start or the last seek */
    bool part;   /* from spe_log_salvage(): the number of transactions is not known */
    bool sought; /* the last seek has passed over frames */
};

/** Allocate a reader, open its file, and call `read` to find the frames. @return 0 and *out, or a
 * status with *err filled. */
int log_reader_open(struct spe_log_reader **out, const char *path, struct spe_log_error *err,
                    int (*read)(struct spe_log_reader *r, struct spe_log_error *err));

/** Read header, index, tail and run of a complete log. @return 0, or a status with *err filled. */
int log_open_all(struct spe_log_reader *r, struct spe_log_error *err);

/** Read magic and header. @return as log_open_all(). */
int log_read_header(struct spe_log_reader *r, struct spe_log_error *err);

/** Read the section at the current place into reader->body; it must have the type `type`. @return
 * as log_open_all(). */
int log_read_section(struct spe_log_reader *r, const char *type, struct spe_log_error *err);

/** Fill *err after a failed read. @return SPE_ETRUNC if the file ends there, otherwise the status
 * for errno. */
int log_truncated(const struct spe_log_reader *r, struct spe_log_error *err);

#endif
