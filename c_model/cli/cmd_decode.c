/* SPDX-License-Identifier: Apache-2.0
 *
 * `spe decode`: print a stream of sample records.
 */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "decode_print.h"
#include "spe/status.h"

#define NAME "decode"

struct arguments {
    const char *file;
    const struct decode_printer *printer;
    struct spe_decode_options options;
};

struct input {
    int fd;
    const char *name;
    uint64_t bytes; /* of a regular file that is shown as progress, otherwise 0 */
    unsigned percent;
};

static int take_number(const char *option, const char *text, struct arguments *args)
{
    uint64_t value = 0;
    const bool record = strcmp(option, "--max-record") == 0;
    if (!text)
        return spe_cli_misuse(NAME, option, "needs a number");
    if (!spe_cli_number(text, &value) || (record && value > UINT32_MAX))
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s '%s': not a number from 0 to 2^%d - 1",
                            option, text, record ? 32 : 64);
    if (record)
        args->options.record_limit = (uint32_t)value;
    else if (strcmp(option, "--base") == 0)
        args->options.base = value;
    else
        args->options.limit = value;
    return SPE_EXIT_GOOD;
}

static bool is_number_option(const char *text)
{
    return strcmp(text, "--base") == 0 || strcmp(text, "--limit") == 0 ||
           strcmp(text, "--max-record") == 0;
}

static int parse_arguments(int argc, char **argv, struct arguments *args)
{
    int status = SPE_EXIT_GOOD;
    for (int i = 1; i < argc && status == SPE_EXIT_GOOD; i++) {
        if (strcmp(argv[i], "--json") == 0)
            args->printer = &decode_json;
        else if (strcmp(argv[i], "--alignment") == 0)
            args->options.alignment = true;
        else if (is_number_option(argv[i])) {
            status = take_number(argv[i], argv[i + 1], args);
            i++;
        } else if (argv[i][0] == '-' && argv[i][1] != '\0')
            status = spe_cli_misuse(NAME, "unknown option", argv[i]);
        else if (args->file)
            status = spe_cli_misuse(NAME, "more than one input:", argv[i]);
        else
            args->file = argv[i];
    }
    if (status != SPE_EXIT_GOOD || args->file)
        return status;
    (void)spe_cli_misuse(NAME, "no input", "");
    return SPE_EXIT_USAGE;
}

static bool open_input(const char *file, struct input *in)
{
    struct stat st;
    const bool standard = strcmp(file, "-") == 0;
    *in = (struct input){.fd = STDIN_FILENO, .name = standard ? "standard input" : file};
    if (!standard)
        in->fd = open(file, O_RDONLY);
    if (in->fd >= 0 && isatty(STDERR_FILENO) && fstat(in->fd, &st) == 0 && S_ISREG(st.st_mode))
        in->bytes = (uint64_t)st.st_size;
    return in->fd >= 0;
}

static void show_progress(struct input *in, uint64_t done)
{
    if (in->bytes == 0)
        return;
    const unsigned percent = done < in->bytes ? (unsigned)(done * 100 / in->bytes) : 100;
    if (percent == in->percent && percent < 100)
        return;
    in->percent = percent;
    fprintf(stderr, "\rspe decode: %u%%%s", percent, percent == 100 ? "\n" : "");
}

static ssize_t read_some(int fd, uint8_t *buf, size_t bytes)
{
    ssize_t n;
    do {
        n = read(fd, buf, bytes);
    } while (n < 0 && errno == EINTR);
    return n;
}

/* @return whether the output still takes what is printed. */
static bool print_window(struct spe_decoder *decoder, const struct decode_printer *printer)
{
    const struct spe_decoded_record *record = NULL;
    while (spe_decoder_next(decoder, &record) > 0 && !ferror(stdout))
        printer->record(stdout, record);
    return !ferror(stdout);
}

static int finish(struct spe_decoder *decoder, const struct decode_printer *printer)
{
    const struct spe_decoded_record *record = NULL;
    if (spe_decoder_end(decoder, &record) > 0)
        printer->record(stdout, record);
    const struct spe_decode_totals *totals = spe_decoder_totals(decoder);
    printer->totals(stdout, totals);
    int status = SPE_EXIT_GOOD;
    for (int i = 0; i < SPE_PROBLEMS; i++)
        if (totals->problem[i] > 0 && spe_problem_is_error(i))
            status = SPE_EXIT_FOUND;
    return spe_cli_finish(NAME, status);
}

static int unreadable(const struct input *in)
{
    int why = errno;

    return spe_cli_fail(spe_status_exit(spe_status_of_errno(why)), NAME, "cannot read %s: %s",
                        in->name, strerror(why));
}

static int decode_input(struct input *in, const struct arguments *args)
{
    static uint8_t buf[1 << 16];
    struct spe_decoder decoder;
    ssize_t n;
    spe_decoder_init(&decoder, &args->options);
    while ((n = read_some(in->fd, buf, sizeof(buf))) > 0) {
        (void)spe_decoder_feed(&decoder, buf, (size_t)n);
        if (!print_window(&decoder, args->printer))
            return spe_cli_finish(NAME, SPE_EXIT_ENVIRONMENT);
        show_progress(in, spe_decoder_totals(&decoder)->bytes);
    }
    if (n < 0)
        return unreadable(in);
    if (spe_decoder_totals(&decoder)->bytes == 0)
        return spe_cli_fail(SPE_EXIT_USAGE, NAME, "%s is empty", in->name);
    return finish(&decoder, args->printer);
}

static int run(int argc, char **argv)
{
    struct arguments args = {.printer = &decode_text};
    struct input in;
    const int status = parse_arguments(argc, argv, &args);
    if (status != SPE_EXIT_GOOD)
        return status;
    if (!open_input(args.file, &in))
        return unreadable(&in);
    const int result = decode_input(&in, &args);
    if (in.fd != STDIN_FILENO)
        (void)close(in.fd);
    return result;
}

const struct spe_command spe_command_decode = {
    NAME, "decode a stream of sample records",
    "usage: spe decode [--json] [--alignment] [--base ADDR] [--limit BYTES]\n"
    "                  [--max-record BYTES] FILE|-\n"
    "  --json              one object per record and line, then one with totals\n"
    "  --alignment         accept Alignment commands (DDI 0586A 5.3.2)\n"
    "  --base ADDR         address of the first byte, for Alignment commands\n"
    "  --limit BYTES       report data at and after this offset\n"
    "  --max-record BYTES  report longer records (2048)\n"
    "Padding alone, which is zeros, is clean too: the totals say 0 records.\n"
    "Status: 0 clean, 1 the stream has errors, 2 bad usage or input that is unreadable or empty,\n"
    "4 cannot write, or a read fails.\n",
    run};
