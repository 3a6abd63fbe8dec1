/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cover_magic.h"
#include "log_header.h"
#include "spe/cover_file.h"
#include "spe/status.h"

/* Reads files of bins. */

#define COUNT      "@count "
#define NAME_BYTES 96
#define SLOTS      16384   /* in the table of names: at least twice the number of bins */
#define COUNTS     512     /* lines `@count` of a file, at most */
#define MOST_BYTES 1048576 /* a longer file is no file of bins */

struct reading {
    struct log_seen seen;
    bool ended;
    int number; /* of the next line */
};

struct spe_cover_reader {
    char (*name)[NAME_BYTES];   /* of each bin */
    unsigned short slot[SLOTS]; /* number of a bin + 1, by hash of its name; 0: free */
    struct spe_cover_met *met;  /* room for each bin */
    struct spe_cover_count counts[COUNTS];
    char text[MOST_BYTES + 1]; /* of the file */
    size_t bytes;
    char *head; /* text of the head that `first` was read from; NULL: none */
    size_t head_bytes;
    struct log_head first; /* what `head` says */
    uint64_t config_hash;
    struct reading behind; /* state of the reading after the head */
};

_Static_assert(SLOTS / 2 <= USHRT_MAX, "a slot holds the number of any bin");

static unsigned slot_of(const char *name)
{
    uint32_t hash = 2166136261u;

    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return (hash ^ hash >> 16) % SLOTS;
}

static bool name_bins(struct spe_cover_reader *r)
{
    const size_t bins = spe_cover_bins();

    assert(2 * bins <= SLOTS); /* a search ends at a free slot */
    r->name = calloc(bins, sizeof(*r->name));
    r->met = calloc(bins, sizeof(*r->met));
    if (r->name == NULL || r->met == NULL) {
        return false;
    }
    for (size_t bin = 0; bin < bins; bin++) {
        (void)spe_cover_name(bin, r->name[bin], NAME_BYTES);
        unsigned slot = slot_of(r->name[bin]);
        while (r->slot[slot] != 0) {
            slot = (slot + 1) % SLOTS;
        }
        r->slot[slot] = (unsigned short)(bin + 1);
    }
    return true;
}

struct spe_cover_reader *spe_cover_reader_create(void)
{
    struct spe_cover_reader *r = calloc(1, sizeof(*r));

    if (r == NULL || !name_bins(r)) {
        spe_cover_reader_destroy(r);
        return NULL;
    }
    log_head_init(&r->first);
    return r;
}

void spe_cover_reader_destroy(struct spe_cover_reader *reader)
{
    if (reader != NULL) {
        free(reader->name);
        free(reader->met);
        free(reader->head);
        free(reader);
    }
}

const char *spe_cover_bin_name(const struct spe_cover_reader *reader, size_t bin)
{
    return bin < spe_cover_bins() ? reader->name[bin] : NULL;
}

size_t spe_cover_bin_find(const struct spe_cover_reader *reader, const char *name)
{
    unsigned slot = slot_of(name);

    while (reader->slot[slot] != 0 && strcmp(reader->name[reader->slot[slot] - 1], name) != 0) {
        slot = (slot + 1) % SLOTS;
    }
    return reader->slot[slot] != 0 ? reader->slot[slot] - 1u : spe_cover_bins();
}

/* Add a line "BIN COUNT" to the bins of *out. */
static int take_bin(struct spe_cover_reader *r, struct spe_cover_run *out, char *line,
                    struct spe_log_error *err)
{
    char *number = strrchr(line, ' ');
    uint64_t count;

    if (number == NULL || !log_number(number + 1, UINT64_MAX, &count) || count == 0) {
        return log_error(err, SPE_EBADMSG, "'%.80s': needed: BIN COUNT, @ lines, or 'end'", line);
    }
    *number = '\0';
    const size_t bin = spe_cover_bin_find(r, line);
    if (bin == spe_cover_bins()) {
        return log_error(err, SPE_EBADMSG, "'%.80s': no bin of this version", line);
    }
    if (out->n_met > 0 && r->met[out->n_met - 1].bin >= bin) {
        return log_error(err, SPE_EBADMSG, "'%.80s': stands twice, or out of order", line);
    }
    r->met[out->n_met++] = (struct spe_cover_met){bin, count};
    return SPE_OK;
}

/* Add a line "@count NAME NUMBER" to *out. The name is not copied: it stays in the text. */
static int take_count(struct spe_cover_reader *r, struct spe_cover_run *out, char *line,
                      struct spe_log_error *err)
{
    char *name = line + strlen(COUNT), *number = strrchr(name, ' ');
    uint64_t count;

    if (number == NULL || number == name || !log_number(number + 1, UINT64_MAX, &count) ||
        out->n_counts == COUNTS) {
        return log_error(err, SPE_EBADMSG, "'%.80s': needed: @count NAME NUMBER, at most %d", line,
                         COUNTS);
    }
    *number = '\0';
    r->counts[out->n_counts++] = (struct spe_cover_count){name, count};
    return SPE_OK;
}

/* The head, which is read once for files that share it, is in front of `@run`; the counts and bins
 * are behind it. @return NULL, or why the line may not stand where it does. */
static const char *misplaced(const struct spe_cover_run *out, const char *line)
{
    const bool count = strncmp(line, COUNT, strlen(COUNT)) == 0;
    const bool head = line[0] == '@' && !count && strncmp(line, "@run ", 5) != 0;

    if (head && out->run.present) {
        return "a line of the head behind '@run'";
    }
    return (count || line[0] != '@') && !out->run.present ? "stands before '@run'" : NULL;
}

static int take_line(struct spe_cover_reader *r, struct spe_cover_run *out, struct reading *at,
                     char *line, struct spe_log_error *err)
{
    if (at->ended) {
        return log_error(err, SPE_EBADMSG, "'%.80s': a line behind 'end'", line);
    }
    const char *why = misplaced(out, line);
    if (why != NULL) {
        return log_error(err, SPE_EBADMSG, "'%.80s': %s", line, why);
    }
    if (strncmp(line, COUNT, strlen(COUNT)) == 0) {
        return take_count(r, out, line, err);
    }
    if (line[0] == '@') {
        enum log_lines where = strncmp(line, "@run ", 5) == 0 ? LOG_LINES_RUN : LOG_LINES_HEAD;
        return log_header_line(&r->first, &out->run, where, &at->seen, line, err);
    }
    if (strcmp(line, "end") == 0) {
        at->ended = true;
        return SPE_OK;
    }
    return take_bin(r, out, line, err);
}

/* After the last line: whether all lines are there, and no bins of a run that did not pass. */
static int complete(const struct spe_cover_run *out, const struct reading *at,
                    struct spe_log_error *err)
{
    if (!at->ended || !out->run.present) {
        return log_error(err, SPE_EBADMSG, "it has no end: needed: @run and a last line 'end'");
    }
    if (log_header_complete(LOG_LINES_HEAD, &at->seen, err) != SPE_OK) {
        return SPE_EBADMSG;
    }
    /* A default in place of a missing key would be another configuration. */
    const char *missing = log_missing_key(&at->seen);
    if (missing != NULL) {
        return log_error(err, SPE_EBADMSG, "the file is damaged: no line '@key %s'", missing);
    }
    if ((out->n_met > 0 || out->n_counts > 0) && (!out->run.has_status || out->run.status != 0)) {
        return log_error(err, SPE_EBADMSG, "bins of a run that did not pass");
    }
    return SPE_OK;
}

/* Read the lines from `line` to `end`; the text is changed in place. */
static int take_lines(struct spe_cover_reader *r, struct spe_cover_run *out, struct reading *at,
                      char *line, const char *end, struct spe_log_error *err)
{
    for (; line < end; at->number++) {
        char *newline = memchr(line, '\n', (size_t)(end - line));
        struct spe_log_error why;
        if (newline == NULL || memchr(line, '\0', (size_t)(newline - line)) != NULL) {
            return log_error(err, SPE_EBADMSG, "line %d: '%.40s': it has no end: the file is cut",
                             at->number, line);
        }
        *newline = '\0';
        int status = take_line(r, out, at, line, &why);
        if (status != SPE_OK) {
            return log_error(err, status, "line %d: %.600s", at->number, why.text);
        }
        line = newline + 1;
    }
    return SPE_OK;
}

/* Bytes before the line `@run`: the head. The line of the run differs from file to file. */
static size_t head_bytes(const struct spe_cover_reader *r)
{
    const char *run = strstr(r->text, "\n@run ");

    return run != NULL ? (size_t)(run + 1 - r->text) : strlen(COVER_MAGIC);
}

/* Read the head, unless it is equal to that of the previous file. */
static int take_head(struct spe_cover_reader *r, struct spe_cover_run *out, struct reading *at,
                     size_t bytes, struct spe_log_error *err)
{
    if (r->head != NULL && bytes == r->head_bytes && memcmp(r->head, r->text, bytes) == 0) {
        out->config_hash = r->config_hash;
        *at = r->behind;
        return SPE_OK;
    }
    log_head_init(&r->first);
    free(r->head);
    r->head = strndup(r->text, bytes);
    r->head_bytes = bytes;
    int status = r->head == NULL
                     ? log_error(err, SPE_ENOMEM, "out of memory")
                     : take_lines(r, out, at, r->text + strlen(COVER_MAGIC), r->text + bytes, err);
    if (status != SPE_OK) {
        free(r->head);
        r->head = NULL;
        return status;
    }
    out->config_hash = spe_config_hash(&r->first.cfg);
    r->config_hash = out->config_hash;
    r->behind = *at;
    return SPE_OK;
}

static int take_text(struct spe_cover_reader *r, struct spe_cover_run *out,
                     struct spe_log_error *err)
{
    struct reading at = {.number = 2};
    const size_t head = head_bytes(r);
    int status = take_head(r, out, &at, head, err);

    if (status == SPE_OK) {
        status = take_lines(r, out, &at, r->text + head, r->text + r->bytes, err);
    }
    return status == SPE_OK ? complete(out, &at, err) : status;
}

/* A file cannot be read; errno says why. */
static int unreadable(struct spe_log_error *err)
{
    return log_error(err, spe_status_of_errno(errno), "%s", strerror(errno));
}

/* Read the whole file into r->text, if it begins like a file of bins. */
static int take_file(struct spe_cover_reader *r, FILE *in, struct spe_log_error *err)
{
    const size_t magic = strlen(COVER_MAGIC);

    r->bytes = fread(r->text, 1, magic, in);
    const bool is_one = r->bytes == magic && memcmp(r->text, COVER_MAGIC, magic) == 0;
    if (is_one) {
        r->bytes += fread(r->text + magic, 1, MOST_BYTES - magic, in);
    }
    if (ferror(in)) {
        return unreadable(err);
    }
    if (!is_one) {
        return log_error(err, SPE_EBADMSG, "not a file of bins: needed: a first line 'spe-bins 1'");
    }
    r->text[r->bytes] = '\0';
    return r->bytes == MOST_BYTES ? log_error(err, SPE_EBADMSG, "too long for a file of bins")
                                  : SPE_OK;
}

int spe_cover_read(struct spe_cover_reader *reader, const char *path, struct spe_cover_run *out,
                   struct spe_log_error *err)
{
    *out = (struct spe_cover_run){
        .header = reader->first.header, .met = reader->met, .counts = reader->counts};
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        return unreadable(err);
    }
    int status = take_file(reader, in, err);
    (void)fclose(in);
    if (status == SPE_OK) {
        status = take_text(reader, out, err);
    }
    out->header = reader->first.header;
    if (status != SPE_OK) {
        out->n_met = out->n_counts = 0;
    }
    return status;
}
