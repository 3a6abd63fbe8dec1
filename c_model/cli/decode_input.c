/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "decode_input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "spe/log.h"
#include "spe/status.h"

static ssize_t read_some(int fd, uint8_t *buf, size_t bytes)
{
    ssize_t n;
    do {
        n = read(fd, buf, bytes);
    } while (n < 0 && errno == EINTR);
    return n;
}

static int unreadable(const char *command, const char *name, int why)
{
    return spe_cli_fail(spe_status_exit(spe_status_of_errno(why)), command, "cannot read %s: %s",
                        name, strerror(why));
}

static bool begins_with(const struct decode_input *in, const char *magic)
{
    return in->head_bytes == sizeof(in->head) && memcmp(in->head, magic, sizeof(in->head)) == 0;
}

/* Read the first bytes, as many as there are. @return 0 or -1. */
static int read_head(struct decode_input *in)
{
    while (in->head_bytes < sizeof(in->head)) {
        const ssize_t n =
            read_some(in->fd, in->head + in->head_bytes, sizeof(in->head) - in->head_bytes);
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        in->head_bytes += (size_t)n;
    }
    return 0;
}

static int open_log(struct decode_input *in, const char *command, const char *file)
{
    struct spe_log_error err;
    const int status = record_bytes_read(file, &in->log, &err);
    in->kind = DECODE_LOG;
    if (status == SPE_OK) {
        return SPE_EXIT_GOOD;
    }
    return spe_cli_fail(spe_status_exit(status), command, "%s: %s", in->name, err.text);
}

static int open_perf(struct decode_input *in, const char *command)
{
    const char *why = NULL;
    const int status = perf_read_buffers(in->fd, &in->perf, &why);
    in->kind = DECODE_PERF;
    if (status == SPE_OK) {
        return SPE_EXIT_GOOD;
    }
    return spe_cli_fail(spe_status_exit(status), command, "%s %s", in->name, why);
}

int decode_input_open(struct decode_input *in, const char *command, const char *file)
{
    const bool standard = strcmp(file, "-") == 0;
    *in = (struct decode_input){.fd = STDIN_FILENO, .name = standard ? "standard input" : file};
    if (!standard) {
        in->fd = open(file, O_RDONLY);
    }
    if (in->fd < 0 || read_head(in) < 0) {
        const int why = errno;
        decode_input_close(in);
        return unreadable(command, in->name, why);
    }
    int status = SPE_EXIT_GOOD;
    const bool log = begins_with(in, SPE_LOG_MAGIC);
    if ((log || begins_with(in, PERF_MAGIC)) && lseek(in->fd, 0, SEEK_CUR) < 0) {
        status = spe_cli_fail(SPE_EXIT_USAGE, command, "%s: a %s is read from a file, not a pipe",
                              in->name, log ? "transaction log" : "perf.data");
    } else if (log) {
        status = open_log(in, command, standard ? "/dev/stdin" : file);
    } else if (begins_with(in, PERF_MAGIC)) {
        status = open_perf(in, command);
    }
    if (status != SPE_EXIT_GOOD) {
        decode_input_close(in);
    }
    return status;
}

/* Go to the first buffer of the next queue. */
static bool next_queue(struct decode_input *in)
{
    const struct perf_buffers *perf = &in->perf;
    while (in->begun && in->buffer < perf->n &&
           perf->buffer[in->buffer].queue == perf->buffer[in->buffer - 1].queue) {
        in->buffer++;
    }
    if (in->buffer == perf->n) {
        return false;
    }
    in->left = perf->buffer[in->buffer].bytes;
    in->buffer++;
    return lseek(in->fd, (off_t)perf->buffer[in->buffer - 1].offset, SEEK_SET) >= 0;
}

bool decode_input_stream(struct decode_input *in)
{
    const bool another = in->kind == DECODE_PERF ? next_queue(in) : !in->begun;
    in->begun = true;
    return another;
}

void decode_input_where(const struct decode_input *in, unsigned *cpu, uint64_t *bytes)
{
    const struct perf_buffer *first = &in->perf.buffer[in->buffer - 1];
    *cpu = first->cpu;
    *bytes = 0;
    for (size_t i = in->buffer - 1; i < in->perf.n && in->perf.buffer[i].queue == first->queue;
         i++) {
        *bytes += in->perf.buffer[i].bytes;
    }
}

uint64_t decode_input_size(const struct decode_input *in)
{
    struct stat st;
    if (in->kind == DECODE_LOG) {
        return in->log.n;
    }
    if (in->kind == DECODE_PERF || fstat(in->fd, &st) != 0 || !S_ISREG(st.st_mode)) {
        return 0;
    }
    return (uint64_t)st.st_size;
}

static long read_perf(struct decode_input *in, uint8_t *buf, size_t room)
{
    const struct perf_buffers *perf = &in->perf;
    while (in->left == 0) {
        if (in->buffer == perf->n ||
            perf->buffer[in->buffer].queue != perf->buffer[in->buffer - 1].queue) {
            return 0;
        }
        in->left = perf->buffer[in->buffer].bytes;
        if (lseek(in->fd, (off_t)perf->buffer[in->buffer++].offset, SEEK_SET) < 0) {
            return -1;
        }
    }
    const ssize_t n = read_some(in->fd, buf, in->left < room ? (size_t)in->left : room);
    if (n > 0) {
        in->left -= (uint64_t)n;
    }
    return n;
}

long decode_input_read(struct decode_input *in, uint8_t *buf, size_t room)
{
    const uint8_t *held = in->kind == DECODE_LOG ? in->log.bytes : in->head;
    const size_t end = in->kind == DECODE_LOG ? in->log.n : in->head_bytes;
    size_t *done = in->kind == DECODE_LOG ? &in->log_done : &in->head_done;
    if (in->kind == DECODE_PERF) {
        return read_perf(in, buf, room);
    }
    if (*done == end) {
        return in->kind == DECODE_LOG ? 0 : read_some(in->fd, buf, room);
    }
    const size_t n = end - *done < room ? end - *done : room;
    memcpy(buf, held + *done, n);
    *done += n;
    return (long)n;
}

void decode_input_close(struct decode_input *in)
{
    if (in->fd > STDIN_FILENO) {
        (void)close(in->fd);
    }
    free(in->log.bytes);
    in->log.bytes = NULL;
    perf_buffers_end(&in->perf);
}
