/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "log_fields.h"
#include "log_header.h"
#include "log_names.h"
#include "spe/log.h"
#include "spe/status.h"

/* Longest line with its NUL; the longest that `spe log` prints has some 300 characters. */
#define LINE_BYTES 4096

struct text_reader {
    struct log_head head;
    struct log_seen seen;
    struct spe_log_run *run;
    int (*on_header)(void *user, const struct spe_log_header *);
    spe_log_text_fn on_txn;
    void *user;
    bool header_done;
    uint32_t seq;
    uint64_t calls;
    uint32_t sum;
};

void spe_log_print_header(FILE *out, const struct spe_log_header *header,
                          const struct spe_log_run *run)
{
    log_header_print(out, header);
    if (run != NULL) {
        log_run_print(out, run);
    }
}

void spe_log_print_txn(FILE *out, const struct spe_txn *txn)
{
    int n = 0;
    const struct log_field *field = log_fields(txn->kind, &n);

    if (field != NULL) {
        fprintf(out, "%" PRIu64 " %s", txn->cycle, spe_txn_name(txn->kind));
    } else { /* there is no such kind: a misuse, which a replay must find again */
        fprintf(out, "%" PRIu64 " %u", txn->cycle, (unsigned)txn->kind);
    }
    fprintf(out, " seq=%" PRIu32, txn->seq);
    for (int i = 0; field != NULL && i < n; i++) {
        uint64_t value = log_field_get(&field[i], txn);
        const char *name = log_value_name(&field[i], value);
        if (name != NULL) {
            fprintf(out, " %s=%s", field[i].name, name);
        } else {
            fprintf(out, field[i].hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, field[i].name, value);
        }
    }
    fputc('\n', out);
}

/* One line, and which of its fields came already. */
struct line {
    struct spe_txn txn;
    uint32_t came; /* bit = number of the field; the last one is `seq` */
};

#define CAME_SEQ (UINT32_C(1) << 31)
_Static_assert(LOG_FIELDS_MAX < 31, "a bit for each field");

static int bad_field(const struct spe_txn *txn, const char *name, const char *text,
                     struct spe_log_error *err)
{
    char fields[LOG_NAMES_BYTES];

    log_field_names(txn->kind, fields, sizeof(fields));
    if (text == NULL) {
        return log_error(err, SPE_EBADMSG, "'%.60s': needed: FIELD=VALUE, of: %s", name, fields);
    }
    return log_error(err, SPE_EBADMSG, "'%.60s=%.60s': no field of %s: allowed: %s", name, text,
                     txn->kind < SPE_TXN_KINDS ? spe_txn_name(txn->kind) : "this kind", fields);
}

static int set_field(struct line *line, const struct log_field *field, const char *name,
                     const char *text, struct spe_log_error *err)
{
    char expected[LOG_NAMES_BYTES];
    const char *bad = text;
    uint64_t value;

    if (log_value_parse(field, text, &value, &bad) && log_field_set(field, &line->txn, value)) {
        return SPE_OK;
    }
    const size_t n = strcspn(bad, "+");
    log_value_expected(field, expected, sizeof(expected));
    if (bad == text && bad[n] == '\0') {
        return log_error(err, SPE_EBADMSG, "'%.40s=%.60s': allowed: %s", name, text, expected);
    }
    return log_error(err, SPE_EBADMSG, "'%.*s' in '%.40s=%.60s': allowed: %s", (int)n, bad, name,
                     text, expected);
}

static int set_seq(struct line *line, const char *text, struct spe_log_error *err)
{
    uint64_t value;

    if (!log_number(text, UINT32_MAX, &value)) {
        return log_error(err, SPE_EBADMSG, "'seq=%.60s': allowed: 0 to %" PRIu32, text, UINT32_MAX);
    }
    line->txn.seq = (uint32_t)value;
    return SPE_OK;
}

/* Parse FIELD=VALUE. */
static int parse_field(struct line *line, char *word, struct spe_log_error *err)
{
    char *text = strchr(word, '=');
    int n;

    if (text != NULL) {
        *text++ = '\0';
    }
    const bool is_seq = strcmp(word, "seq") == 0;
    const struct log_field *field = is_seq ? NULL : log_field_named(line->txn.kind, word);
    if (text == NULL || (field == NULL && !is_seq)) {
        return bad_field(&line->txn, word, text, err);
    }
    const uint32_t bit =
        is_seq ? CAME_SEQ : UINT32_C(1) << (field - log_fields(line->txn.kind, &n));
    if ((line->came & bit) != 0) {
        return log_error(err, SPE_EBADMSG, "'%.40s=%.60s': stands twice in the line", word, text);
    }
    line->came |= bit;
    return is_seq ? set_seq(line, text, err) : set_field(line, field, word, text, err);
}

/* Parse a kind: its name, or the number of a kind without name. */
static int parse_kind(const char *word)
{
    uint64_t number;

    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        if (word != NULL && strcmp(word, spe_txn_name(kind)) == 0) {
            return kind;
        }
    }
    if (word != NULL && log_number(word, UINT8_MAX, &number) && number >= SPE_TXN_KINDS) {
        return (int)number;
    }
    return -1;
}

/* Give all fields the values that they have if a line leaves them out. */
static void set_absent(struct spe_txn *txn, int kind)
{
    int n = 0;
    const struct log_field *field = log_fields(kind, &n);

    txn->kind = (uint8_t)kind;
    for (int i = 0; i < n; i++) {
        (void)log_field_set(&field[i], txn, field[i].absent);
    }
}

/* Parse the first two words of a line: cycle and kind. */
static int parse_begin(struct line *line, const char *cycle, const char *word,
                       struct spe_log_error *err)
{
    char kinds[LOG_NAMES_BYTES];

    memset(line, 0, sizeof(*line));
    if (!log_number(cycle, UINT64_MAX, &line->txn.cycle)) {
        return log_error(err, SPE_EBADMSG,
                         "'%.60s': allowed: a cycle, 0 to %" PRIu64 ", or an '@' line", cycle,
                         UINT64_MAX);
    }
    int kind = parse_kind(word);
    if (kind < 0) {
        const char *quote = word != NULL ? "'" : "";
        log_kind_names(kinds, sizeof(kinds));
        return log_error(err, SPE_EBADMSG, "%s%.60s%s: allowed behind the cycle: %s", quote,
                         word != NULL ? word : "the line ends", quote, kinds);
    }
    set_absent(&line->txn, kind);
    return SPE_OK;
}

static int parse_txn(struct text_reader *r, char *text, struct spe_log_error *err)
{
    struct line line;
    char *save = NULL, *word;
    const char *cycle = strtok_r(text, " \t", &save);

    int status = parse_begin(&line, cycle, strtok_r(NULL, " \t", &save), err);
    line.txn.seq = r->seq;
    while (status == SPE_OK && (word = strtok_r(NULL, " \t", &save)) != NULL) {
        status = parse_field(&line, word, err);
    }
    if (status != SPE_OK) {
        return status;
    }
    if (line.txn.kind == SPE_TXN_CLOSE && (line.came & ~CAME_SEQ) == 0) {
        line.txn.u.close.calls = r->calls;
        line.txn.u.close.sum = r->sum;
    }
    r->seq = line.txn.seq + 1;
    r->calls++;
    r->sum = r->sum * 31 + line.txn.kind;
    return r->on_txn(r->user, &line.txn);
}

static int parse_line(struct text_reader *r, char *line, struct spe_log_error *err)
{
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    if (strncmp(line, "@run ", 5) != 0) {
        line[strcspn(line, "#")] = '\0';
    }
    if (*line == '\0') {
        return SPE_OK;
    }
    if (*line == '@') {
        if (r->header_done && strncmp(line, "@run", 4) != 0) {
            return log_error(err, SPE_EBADMSG,
                             "'%.60s': behind a transaction: of '@' lines only @run may", line);
        }
        return log_header_line(&r->head, r->run, LOG_LINES_TEXT, &r->seen, line, err);
    }
    if (!r->header_done) {
        r->header_done = true;
        int status = r->on_header(r->user, &r->head.header);
        if (status != SPE_OK) {
            return status;
        }
    }
    return parse_txn(r, line, err);
}

/* Read the next line, without its newline. *end: there is no line any more. @return 0, SPE_EBADMSG,
 * or a status of spe_status_of_errno(). */
static int read_line(FILE *in, char line[LINE_BYTES], bool *end, struct spe_log_error *err)
{
    int n = 0, c;

    while ((c = getc(in)) != EOF && c != '\n') {
        if (c == '\0') {
            return log_error(err, SPE_EBADMSG, "a NUL in the text");
        }
        if (n == LINE_BYTES - 1) {
            return log_error(err, SPE_EBADMSG, "a line of more than %d characters", n);
        }
        line[n++] = (char)c;
    }
    line[n] = '\0';
    *end = c == EOF && n == 0;
    if (c == EOF && ferror(in)) { /* the rest of the text is missing */
        int why = errno;
        return log_error(err, spe_status_of_errno(why), "cannot be read: %s", strerror(why));
    }
    return SPE_OK;
}

int spe_log_parse(FILE *in, const char *file,
                  int (*on_header)(void *user, const struct spe_log_header *),
                  spe_log_text_fn on_txn, void *user, struct spe_log_run *run,
                  struct spe_log_error *err)
{
    struct text_reader r = {.run = run, .on_header = on_header, .on_txn = on_txn, .user = user};
    char line[LINE_BYTES];
    bool end = false;
    int status = SPE_OK;

    memset(run, 0, sizeof(*run));
    memset(err, 0, sizeof(*err));
    r.seen.file = file;
    log_head_init(&r.head);
    for (int number = 1; status == SPE_OK && !end; number++) {
        struct spe_log_error why = {.text = ""};
        status = read_line(in, line, &end, &why);
        status = status == SPE_OK && !end ? parse_line(&r, line, &why) : status;
        if (why.text[0] != '\0') {
            (void)log_error(err, status, "%.120s:%d: %.500s", file, number, why.text);
        }
    }
    if (status != SPE_OK) {
        return status;
    }
    const char *missing = log_missing_key(&r.seen);
    if (!r.header_done) {
        return log_error(err, SPE_EBADMSG, "%.120s: no transaction", file);
    }
    if (missing != NULL) { /* a default is no value that somebody has chosen */
        return log_error(err, SPE_EBADMSG,
                         "%.120s: '%s' is not given: needed: @config FILE, or"
                         " @key of all keys",
                         file, missing);
    }
    return SPE_OK;
}
