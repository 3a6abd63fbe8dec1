/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe perf`: the records as a file for Linux perf.
 */
#define _XOPEN_SOURCE 700 /* realpath() */

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "elf_maps.h"
#include "options.h"
#include "part_file.h"
#include "perf_data.h"
#include "record_bytes.h"
#include "spe/decode.h"
#include "spe/status.h"

#define NAME "perf"

/* At most this many values of CONTEXTIDR get the name and the maps of the program. perf also shows
 * records with other values, without symbols. */
#define PROCESSES 4096u

struct request {
    const char *in, *out, *program;
    uint64_t load;
    bool loaded; /* --load was given */
};

/* Facts gathered from the records. */
struct survey {
    uint64_t records, errors;
    uint32_t process[PROCESSES];
    size_t processes;
    bool more;
};

static int take_load(void *user, const char *option, const char *value)
{
    struct request *r = user;

    if (!spe_cli_number(value, &r->load)) {
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s '%s': not a number from 0 to 2^64 - 1",
                            option, value);
    }
    r->loaded = true;
    return SPE_EXIT_GOOD;
}

static int take_input(void *user, const char *word)
{
    struct request *r = user;

    return cli_options_one(NAME, &r->in, "input", word);
}

static int parse(int argc, char **argv, struct request *r)
{
    const struct cli_option option[] = {{.name = "-o", .text = &r->out},
                                        {.name = "--elf", .text = &r->program},
                                        {.name = "--load", .take = take_load}};
    const struct cli_options options = {NAME, option, sizeof(option) / sizeof(option[0]),
                                        take_input, r};
    const int status = cli_options_take(&options, argc, argv);

    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    if (!r->in || !r->out) {
        return spe_cli_misuse(NAME, r->in ? "no output: -o FILE is needed" : "no input", "");
    }
    return r->loaded && !r->program ? spe_cli_misuse(NAME, "--load needs --elf", "") : status;
}

/* Note a process id; the list is in order and without duplicates. */
static void note_process(struct survey *s, uint32_t process)
{
    size_t at = 0;
    while (at < s->processes && s->process[at] < process) {
        at++;
    }
    if (at < s->processes && s->process[at] == process) {
        return;
    }
    if (s->processes == PROCESSES) {
        s->more = true;
        return;
    }
    memmove(&s->process[at + 1], &s->process[at], (s->processes - at) * sizeof(*s->process));
    s->process[at] = process;
    s->processes++;
}

static uint64_t count_errors(const struct spe_decode_totals *totals)
{
    uint64_t n = 0;
    for (int i = 0; i < SPE_PROBLEMS; i++) {
        n += spe_problem_is_error(i) ? totals->problem[i] : 0;
    }
    return n;
}

static void look_through(const struct record_bytes *bytes, struct survey *s)
{
    const struct spe_decoded_record *record = NULL;
    struct spe_decoder decoder;
    spe_decoder_init(&decoder, NULL);
    (void)spe_decoder_feed(&decoder, bytes->bytes, bytes->n);
    while (spe_decoder_next(&decoder, &record) > 0) {
        s->records++;
        for (unsigned i = 0; i < record->packets; i++) {
            if (record->packet[i].kind == SPE_PACKET_CONTEXT) {
                note_process(s, (uint32_t)record->packet[i].payload);
            }
        }
    }
    (void)spe_decoder_end(&decoder, &record);
    s->errors = count_errors(spe_decoder_totals(&decoder));
    if (s->processes == 0) {
        note_process(s, PERF_DATA_PROCESS);
    }
}

static int cannot_write(const char *path, int why)
{
    return spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s: %s", path, strerror(why));
}

/* Write the file. @return 0, or errno. */
static int write_bytes(const char *path, const struct perf_image *image)
{
    FILE *out = fopen(path, "wb");
    if (!out) {
        return errno;
    }
    const int status = perf_data_write(out, image);
    int why = status == SPE_OK ? 0 : errno != 0 ? errno : EIO;
    if (fclose(out) != 0 && why == 0) {
        why = errno;
    }
    return why;
}

static int write_image(const char *path, const struct perf_image *image)
{
    struct part_file part;
    if (!part_file_choose(&part, path)) {
        return cannot_write(path, ENAMETOOLONG);
    }
    int why = part_file_make(&part);
    why = why == 0 ? write_bytes(part.name, image) : why;
    why = why == 0 ? part_file_place(&part) : why;
    part_file_drop(&part);
    return why == 0 ? SPE_EXIT_GOOD : cannot_write(path, why);
}

static int report(const struct request *r, const struct record_bytes *bytes, const struct survey *s)
{
    printf("%s: %" PRIu64 " records in %zu bytes, %s%zu process%s\n", r->out, s->records, bytes->n,
           s->more ? "more than " : "", s->processes, s->processes == 1 ? "" : "es");
    const int status = spe_cli_finish(NAME, SPE_EXIT_GOOD);
    if (status != SPE_EXIT_GOOD || s->errors == 0) {
        return status;
    }
    return spe_cli_fail(SPE_EXIT_FOUND, NAME,
                        "%s: %" PRIu64 " errors, of which perf says nothing: spe decode --errors",
                        r->in, s->errors);
}

/* @return the exit status, after one line if it is not 0. */
static int convert(const struct request *r, const struct record_bytes *bytes)
{
    static struct survey survey;
    struct perf_map map[ELF_MAPS];
    char program[PATH_MAX];
    const char *why = NULL;
    unsigned maps = 0;
    struct perf_image image = {.records = bytes->bytes, .bytes = bytes->n, .map = map};
    look_through(bytes, &survey);
    if (survey.records == 0) {
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s: holds no record", r->in);
    }
    if (r->program) {
        const int status = elf_maps(r->program, r->load, map, &maps, &why);
        if (status != SPE_OK) {
            return spe_cli_fail(spe_status_exit(status), NAME, "%s: %s", r->program, why);
        }
        image.program = realpath(r->program, program);
        if (!image.program) {
            return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s: %s", r->program, strerror(errno));
        }
    }
    image.maps = maps;
    image.process = survey.process;
    image.processes = survey.processes;
    const int status = write_image(r->out, &image);
    return status == SPE_EXIT_GOOD ? report(r, bytes, &survey) : status;
}

static int run(int argc, char **argv)
{
    struct request r = {.in = NULL};
    struct record_bytes bytes;
    struct spe_log_error err;
    int status = parse(argc, argv, &r);
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    if (spe_cli_same_file(r.out, r.in) || spe_cli_same_file(r.out, r.program)) {
        return spe_cli_misuse(NAME, "-o is a file that is read:", r.out);
    }
    status = record_bytes_read(r.in, &bytes, &err);
    if (status != SPE_OK) {
        return spe_cli_fail(spe_status_exit(status), NAME, "%s: %s", r.in, err.text);
    }
    status = convert(&r, &bytes);
    free(bytes.bytes);
    return status;
}

const struct spe_command spe_command_perf = {
    NAME, "write the records as a perf.data that Linux perf opens",
    "usage: spe perf [--elf PROGRAM [--load ADDR]] -o FILE LOG|BYTES|-\n"
    "  LOG|BYTES      a transaction log, or bytes of a Profiling Buffer (spe log --bytes)\n"
    "  -o FILE        the perf.data to write\n"
    "  --elf PROGRAM  the traced program, for symbols; perf opens it when it reports\n"
    "  --load ADDR    where a position-independent program was loaded (0)\n"
    "Then, with perf 6.1 or later on any host:\n"
    "  perf report -D -i FILE                every packet\n"
    "  perf script --itrace=i1i -i FILE      a line for each record\n"
    "  perf report --itrace=i1i -i FILE      by symbol\n"
    "  perf report --mem-mode --sort=mem,sym --itrace=M -i FILE\n"
    "perf takes the value of a Context packet as process id; the program is known under each.\n"
    "Status: 0 good, 1 the bytes have errors (spe decode says which; the file is written all the\n"
    "same), 2 bad usage, or input that cannot be read or holds no record, 4 cannot write.\n",
    run};
