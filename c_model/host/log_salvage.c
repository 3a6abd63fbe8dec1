/* SPDX-License-Identifier: Apache-2.0
 *
 * What is left of a log whose run was killed.
 */
#define _POSIX_C_SOURCE   200809L
#define _FILE_OFFSET_BITS 64 /* also if an address has 32 bits */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log_fields.h"
#include "log_header.h"
#include "log_reader.h"
#include "log_section.h"
#include "spe/log.h"
#include "spe/status.h"

/* Add a frame to the index; `head` begins with its first cycle and first seq. */
static int index_frame(struct spe_log_reader *r, const uint8_t *head, off_t at,
                       struct spe_log_error *err)
{
    if (r->entries == r->room) {
        size_t room = r->room == 0 ? 64 : 2 * r->room;
        uint8_t *index = realloc(r->index, room * LOG_INDEX_ENTRY);
        if (index == NULL) {
            return log_error(err, SPE_ENOMEM, "out of memory");
        }
        r->index = index;
        r->room = room;
    }
    uint8_t *entry = r->index + LOG_INDEX_ENTRY * r->entries++;
    memcpy(entry, head, 16);
    log_put64(entry + 16, (uint64_t)at);
    return SPE_OK;
}

/* Add the complete frames to the index, in the order of the file, up to the first incomplete one.
 * *at: the offset of that one. */
static int find_frames(struct spe_log_reader *r, off_t *at, struct spe_log_error *err)
{
    int status;

    *at = ftello(r->file);
    while ((status = log_read_section(r, "DATA", err)) == SPE_OK &&
           r->body_bytes >= LOG_DATA_HEAD) {
        status = index_frame(r, r->body, *at, err);
        if (status != SPE_OK) {
            return status;
        }
        *at = ftello(r->file);
    }
    return status == SPE_EIO || status == SPE_ENOMEM ? status : SPE_OK;
}

/* Append the part in reader->body to the parts before it. @return 0, SPE_ENOMEM, or SPE_EBADMSG if
 * the part belongs to another frame or is not the next one. */
static int take_part(struct spe_log_reader *r, struct spe_log_error *err)
{
    const size_t n = r->body_bytes - LOG_PART_HEAD;
    const uint8_t *of =
        r->begun_bytes == 0 ? r->body : r->index + LOG_INDEX_ENTRY * (r->entries - 1);

    if (n == 0 || log_get32(r->body + 24) != r->begun_bytes || memcmp(of, r->body, 16) != 0) {
        return SPE_EBADMSG;
    }
    uint8_t *begun = realloc(r->begun, r->begun_bytes + n);
    if (begun == NULL) {
        return log_error(err, SPE_ENOMEM, "out of memory");
    }
    memcpy(begun + r->begun_bytes, r->body + LOG_PART_HEAD, n);
    r->begun = begun;
    r->begun_bytes += n;
    r->begun_to = log_get64(r->body + 16);
    return SPE_OK;
}

/* Collect the parts of the frame that was not finished; it becomes the last entry of the index. */
static int find_parts(struct spe_log_reader *r, off_t at, struct spe_log_error *err)
{
    int status = SPE_OK;

    if (fseeko(r->file, at, SEEK_SET) != 0) {
        return log_truncated(r, err);
    }
    while (status == SPE_OK && (status = log_read_section(r, "PART", err)) == SPE_OK &&
           r->body_bytes > LOG_PART_HEAD) {
        const bool first = r->begun_bytes == 0;
        status = take_part(r, err);
        if (status == SPE_OK && first) {
            status = index_frame(r, r->body, at, err);
        }
    }
    return status == SPE_EIO || status == SPE_ENOMEM ? status : SPE_OK;
}

/* For a log of a run that was killed before its first part, or a copy that ends before the first
 * frame does. */
#define NOTHING "nothing of it can be read: it has no whole frame; play the run again"

/* Say how much there is of a log that has no end. */
static void say_part(const struct spe_log_reader *r, char *why, size_t bytes)
{
    const size_t whole = r->entries - (r->begun_bytes != 0);
    char begun[48] = "";

    if (r->begun_bytes != 0) {
        (void)snprintf(begun, sizeof(begun), ", the %s one up to cycle %" PRIu64,
                       whole == 0 ? "first" : "next", r->begun_to);
    }
    if (r->entries == 0) {
        (void)snprintf(why, bytes, "a part of a log: " NOTHING);
    } else if (whole == 0) {
        (void)snprintf(why, bytes, "a part of a log: no frame of it is whole%s", begun);
    } else {
        (void)snprintf(why, bytes, "a part of a log: %zu whole frame%s%s", whole,
                       whole == 1 ? "" : "s", begun);
    }
}

/* Read the header and the complete frames. The run counts as failed, as nothing says how it ended.
 */
static int open_part(struct spe_log_reader *r, struct spe_log_error *err)
{
    off_t at = 0;
    int status = log_read_header(r, err);

    status = status == SPE_OK ? find_frames(r, &at, err) : status;
    status = status == SPE_OK ? find_parts(r, at, err) : status;
    if (status != SPE_OK) {
        return status;
    }
    r->part = true;
    r->run = (struct spe_log_run){.present = true, .part = true, .failed = true, .exit_status = 4};
    (void)snprintf(r->run.test, sizeof(r->run.test), "salvage");
    say_part(r, r->run.why, sizeof(r->run.why));
    return SPE_OK;
}

int spe_log_salvage(struct spe_log_reader **out, const char *path, struct spe_log_error *err)
{
    struct spe_log_reader *whole = NULL, *part = NULL;
    struct spe_log_error why;
    int status = log_reader_open(&part, path, err, open_part);

    if (part == NULL) {
        return status;
    }
    status = log_reader_open(&whole, path, &why, log_open_all);
    if (status == SPE_EIO || status == SPE_ENOMEM) {
        *err = why;
        spe_log_close(part);
        return status;
    }
    /* A log that is damaged in the middle may still have a good end: then take the part. */
    if (whole != NULL && whole->entries == part->entries) {
        spe_log_close(part);
        *out = whole;
    } else {
        spe_log_close(whole);
        *out = part;
    }
    return SPE_OK;
}

const char *spe_log_advice(const char *path, int status)
{
    struct spe_log_reader *part = NULL;
    struct spe_log_error why;

    if (status != SPE_ETRUNC) {
        return "";
    }
    status = spe_log_salvage(&part, path, &why);
    const bool any = status == SPE_OK && part->entries != 0;
    spe_log_close(part);
    return any                                        ? "; --salvage reads what is whole"
           : status == SPE_OK || status == SPE_ETRUNC ? "; " NOTHING
                                                      : "";
}
