/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe decode`: print streams of sample records.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "decode_input.h"
#include "decode_options.h"
#include "decode_resync.h"
#include "spe/status.h"

/* Everything that one call of `spe decode` needs. */
struct job {
    struct decode_request request;
    struct decode_input in;
    struct spe_decoder decoder;
    struct decode_more more;
    struct decode_breaches breaches;
    struct decode_sums sums;
    uint64_t number; /* of the record in its stream */
    uint64_t size;   /* bytes of input for the progress display, otherwise 0 */
    unsigned percent;
    bool lost;     /* in at least one of several streams no record begins */
    bool numbered; /* a record with a number that --record asks for was seen */
    struct out out;
};

static void show_progress(struct job *job)
{
    const uint64_t done = job->sums.totals.bytes + spe_decoder_totals(&job->decoder)->bytes;
    if (job->size == 0) {
        return;
    }
    const unsigned percent = done < job->size ? (unsigned)(done * 100 / job->size) : 100;
    if (percent == job->percent && percent < 100) {
        return;
    }
    job->percent = percent;
    fprintf(stderr, "\rspe decode: %u%%%s", percent, percent == 100 ? "\n" : "");
}

static void show_record(struct job *job, const struct spe_decoded_record *record)
{
    const struct decode_request *r = &job->request;
    job->number++;
    job->numbered |= r->filter.number.first <= job->number && job->number <= r->filter.number.last;
    if (r->config) {
        job->breaches.n = 0;
        decode_conform(&r->cfg, record, &job->breaches);
        job->sums.breaches += job->breaches.n;
    }
    if (!job->sums.filtered ||
        decode_filter_shows(&r->filter, record, job->number, job->breaches.n > 0)) {
        const struct decode_shown shown = {.number = job->number,
                                           .record = record,
                                           .more = &job->more,
                                           .breaches = &job->breaches,
                                           .names = &r->names};
        job->sums.shown++;
        r->printer->record(&job->out, &shown);
    }
    decode_more_clear(&job->more);
}

/* Decode these bytes and print their records. @return whether the output still accepts data. */
static bool show_window(struct job *job, const uint8_t *buf, size_t bytes)
{
    const struct spe_decoded_record *record = NULL;
    (void)spe_decoder_feed(&job->decoder, buf, bytes);
    while (job->out.error == 0 && spe_decoder_next(&job->decoder, &record) > 0) {
        show_record(job, record);
    }
    show_progress(job);
    return job->out.error == 0;
}

static void add_totals(struct spe_decode_totals *sum, const struct spe_decode_totals *more)
{
    sum->bytes += more->bytes;
    sum->records += more->records;
    sum->packets += more->packets;
    sum->padding += more->padding;
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        sum->problem[i] += more->problem[i];
    }
}

static void end_stream(struct job *job)
{
    const struct spe_decoded_record *record = NULL;
    if (spe_decoder_end(&job->decoder, &record) > 0) {
        show_record(job, record);
    }
    add_totals(&job->sums.totals, spe_decoder_totals(&job->decoder));
}

/* Read as many bytes as the input has, up to `room`. @return their number, or -1. */
static long fill_window(struct decode_input *in, uint8_t *buf, size_t room)
{
    size_t done = 0;
    long n = 1;
    while (done < room && n > 0) {
        n = decode_input_read(in, buf + done, room - done);
        done += n > 0 ? (size_t)n : 0;
    }
    return n < 0 ? -1 : (long)done;
}

/* Start the decoder; offsets still count from the first byte of the stream. */
static void begin_decoder(struct job *job, size_t skipped)
{
    struct spe_decode_options options = job->request.options;
    options.on_more = decode_more_add;
    options.user = &job->more;
    spe_decoder_init(&job->decoder, &options);
    job->decoder.offset = skipped;
    job->number = 0;
    job->sums.skipped += skipped;
}

/* No record begins in the stream, so nothing can be decoded. The other queues of a perf.data are
 * separate streams, so decoding continues with them. @return as decode_stream(). */
static int lost(struct job *job, uint8_t *buf, size_t room, size_t bytes)
{
    out_flush(&job->out);
    const int status =
        spe_cli_fail(SPE_EXIT_FOUND, DECODE_COMMAND, "%s: no record begins in the first %zu bytes",
                     job->in.name, bytes);
    if (job->in.kind != DECODE_PERF) {
        return status;
    }
    long n = (long)bytes;
    for (; n > 0; n = decode_input_read(&job->in, buf, room)) {
        job->sums.skipped += (uint64_t)n;
        job->sums.totals.bytes += (uint64_t)n;
    }
    job->lost = true;
    return n < 0 ? -1 : 0;
}

/* Decode one stream to its end. @return 0, the exit status after one line on stderr, or -1 if the
 * stream cannot be read. */
static int decode_stream(struct job *job)
{
    static uint8_t buf[1 << 16];
    long n = job->request.resync ? fill_window(&job->in, buf, DECODE_RESYNC)
                                 : decode_input_read(&job->in, buf, sizeof(buf));
    const size_t skipped =
        n > 0 && job->request.resync ? decode_resync(buf, (size_t)n, &job->request.options) : 0;
    if (n > 0 && skipped == (size_t)n) {
        return lost(job, buf, sizeof(buf), skipped);
    }
    begin_decoder(job, skipped);
    job->sums.totals.bytes += skipped;
    bool good = n <= 0 || show_window(job, buf + skipped, (size_t)n - skipped);
    while (good && n > 0 && (n = decode_input_read(&job->in, buf, sizeof(buf))) > 0) {
        good = show_window(job, buf, (size_t)n);
    }
    if (n < 0) {
        return -1;
    }
    end_stream(job);
    return 0;
}

static int verdict(const struct job *job)
{
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        if (job->sums.totals.problem[i] > 0 && spe_problem_is_error(i)) {
            return SPE_EXIT_FOUND;
        }
    }
    return job->lost || job->sums.breaches > 0 ? SPE_EXIT_FOUND : SPE_EXIT_GOOD;
}

/* A log may hold cut records: the bytes of the next record follow directly, and nothing in the
 * bytes shows the cut. */
static int of_log(const struct job *job, int status)
{
    if (status == SPE_EXIT_FOUND && job->in.log.cuts != 0) {
        return spe_cli_fail(status, DECODE_COMMAND,
                            "%s: faults, aborts or resets in it (%" PRIu64
                            ") may have cut records: what"
                            " follows is read on into them; spe replay knows where records begin",
                            job->in.name, job->in.log.cuts);
    }
    return status;
}

static int unreadable(struct job *job)
{
    const int why = errno;
    out_flush(&job->out);
    return spe_cli_fail(spe_status_exit(spe_status_of_errno(why)), DECODE_COMMAND,
                        "cannot read %s: %s", job->in.name, strerror(why));
}

static int decode_all(struct job *job)
{
    const struct decode_printer *printer = job->request.printer;
    if (printer->begin) {
        printer->begin(&job->out);
    }
    while (job->out.error == 0 && decode_input_stream(&job->in)) {
        uint64_t bytes = 0;
        unsigned cpu = 0;
        if (job->in.kind == DECODE_PERF && printer->buffer) {
            decode_input_where(&job->in, &cpu, &bytes);
            printer->buffer(&job->out, cpu, bytes);
        }
        const int status = decode_stream(job);
        if (status != SPE_EXIT_GOOD) {
            return status < 0 ? unreadable(job) : status;
        }
    }
    if (job->out.error == 0 && job->sums.totals.bytes == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND, "%s is empty", job->in.name);
    }
    if (printer->totals) {
        printer->totals(&job->out, &job->sums);
    }
    const int status = of_log(job, out_finish(&job->out, DECODE_COMMAND, verdict(job)));
    if (job->request.filter.number.given && !job->numbered && status <= SPE_EXIT_FOUND) {
        return spe_cli_fail(SPE_EXIT_USAGE, DECODE_COMMAND,
                            "%s: no record has a number of --record: %" PRIu64 " records, from 1",
                            job->in.name, job->sums.totals.records);
    }
    return status;
}

static int run(int argc, char **argv)
{
    static struct job job;
    int status = decode_options_parse(argc, argv, &job.request);
    if (status == SPE_EXIT_GOOD) {
        status = decode_input_open(&job.in, DECODE_COMMAND, job.request.file);
    }
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    out_init(&job.out);
    job.sums.filtered = decode_filter_given(&job.request.filter);
    job.size = isatty(STDERR_FILENO) ? decode_input_size(&job.in) : 0;
    status = decode_all(&job);
    decode_input_close(&job.in);
    decode_more_end(&job.more);
    return status;
}

const struct spe_command spe_command_decode = {
    DECODE_COMMAND, "decode streams of sample records",
    "usage: spe decode [--json | --table | --summary] [--config FILE] [--resync]\n"
    "                  [--pc RANGE] [--va RANGE] [--event NAME,...] [--latency RANGE]\n"
    "                  [--record RANGE] [--errors] [--alignment] [--base ADDR]\n"
    "                  [--limit BYTES] [--max-record BYTES] [--] FILE|-\n"
    "  FILE                bytes of a Profiling Buffer, a transaction log, or a perf.data,\n"
    "                      of which the SPE buffers are taken queue by queue\n"
    "  --json              one object per record and line, then one with totals\n"
    "  --table             one line of columns per record; the first line names them\n"
    "  --summary           counts by event, operation, level, context and data source\n"
    "  --config FILE       report what no SPU of this configuration writes; FILE with .names for\n"
    "                      .cfg names IMPLEMENTATION DEFINED events and data sources\n"
    "  --resync            begin with the first record behind an end of one: for bytes that\n"
    "                      begin inside a record; a queue without one is skipped (status 1)\n"
    "  --pc, --va RANGE    only records of these addresses; RANGE is N, N-M or N-\n"
    "  --event NAME,...    only records with these events; !NAME: without it\n"
    "  --latency RANGE     only records of this total latency, in cycles\n"
    "  --record RANGE      only these records of each stream, counted from 1 as they stand in it;\n"
    "                      record N of a finding of a log: spe log --op record=N LOG\n"
    "  --errors            only records with an error\n"
    "  --alignment         accept Alignment commands (DDI 0586A 5.3.2)\n"
    "  --base ADDR         address of the first byte, for Alignment commands\n"
    "  --limit BYTES       report data at and after this offset\n"
    "  --max-record BYTES  report longer records (2048, or what the configuration says)\n"
    "Totals are those of all records. Padding alone, which is zeros, is clean too: the totals say\n"
    "0 records. Status: 0 clean, 1 the stream has errors, 2 bad usage, a --record that is not\n"
    "there, or input that is unreadable or empty, 4 cannot write, or a read fails.\n",
    run};
