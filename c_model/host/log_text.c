/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "log_fields.h"
#include "log_header.h"
#include "spe/log.h"
#include "spe/regs.h"
#include "spe/status.h"

/* Longest line with its NUL; the longest that `spe log` prints has some 300 characters. */
#define LINE_BYTES 4096

struct text_reader {
    struct spe_log_header header;
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

/* Registers by name in `enc=`. */
static const struct {
    const char *name;
    uint16_t enc;
} registers[] = {
    {"PMSCR_EL1", SPE_ENC(3, 0, 9, 9, 0)},    {"PMSICR_EL1", SPE_ENC(3, 0, 9, 9, 2)},
    {"PMSIRR_EL1", SPE_ENC(3, 0, 9, 9, 3)},   {"PMSFCR_EL1", SPE_ENC(3, 0, 9, 9, 4)},
    {"PMSEVFR_EL1", SPE_ENC(3, 0, 9, 9, 5)},  {"PMSLATFR_EL1", SPE_ENC(3, 0, 9, 9, 6)},
    {"PMSIDR_EL1", SPE_ENC(3, 0, 9, 9, 7)},   {"PMBLIMITR_EL1", SPE_ENC(3, 0, 9, 10, 0)},
    {"PMBPTR_EL1", SPE_ENC(3, 0, 9, 10, 1)},  {"PMBSR_EL1", SPE_ENC(3, 0, 9, 10, 3)},
    {"PMBIDR_EL1", SPE_ENC(3, 0, 9, 10, 7)},  {"PMSCR_EL2", SPE_ENC(3, 4, 9, 9, 0)},
    {"PMSCR_EL12", SPE_ENC(3, 5, 9, 9, 0)},   {"PMSNEVFR_EL1", SPE_ENC(3, 0, 9, 9, 1)},
    {"PMSDSFR_EL1", SPE_ENC(3, 0, 9, 10, 4)}, {"PMBMAR_EL1", SPE_ENC(3, 0, 9, 10, 5)},
    {"PMBSR_EL2", SPE_ENC(3, 4, 9, 10, 3)},   {"PMBSR_EL12", SPE_ENC(3, 5, 9, 10, 3)},
    {"PMBSR_EL3", SPE_ENC(3, 6, 9, 10, 3)},
};

#define REGISTERS (sizeof(registers) / sizeof(registers[0]))

static const char *register_name(uint64_t enc)
{
    for (size_t i = 0; i < REGISTERS; i++) {
        if (registers[i].enc == enc) {
            return registers[i].name;
        }
    }
    return NULL;
}

static bool is_enc(const struct log_field *field)
{
    return strcmp(field->name, "enc") == 0;
}

static const char *value_name(const struct log_field *field, uint64_t value)
{
    for (uint64_t i = 0; field->values != NULL && field->values[i] != NULL; i++) {
        if (i == value) {
            return field->values[i];
        }
    }
    return is_enc(field) ? register_name(value) : NULL;
}

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
    } else { /* no such kind: misuse, which a replay must find again */
        fprintf(out, "%" PRIu64 " %u", txn->cycle, (unsigned)txn->kind);
    }
    fprintf(out, " seq=%" PRIu32, txn->seq);
    for (int i = 0; field != NULL && i < n; i++) {
        uint64_t value = log_field_get(&field[i], txn);
        const char *name = value_name(&field[i], value);
        if (name != NULL) {
            fprintf(out, " %s=%s", field[i].name, name);
        } else {
            fprintf(out, field[i].hex ? " %s=0x%" PRIx64 : " %s=%" PRIu64, field[i].name, value);
        }
    }
    fputc('\n', out);
}

/* Bits of a context's state (spe/txn.h). */
static const struct {
    const char *name;
    uint64_t bits;
} state_bits[] = {{"EL0", 0},
                  {"EL1", 1},
                  {"EL2", 2},
                  {"EL3", 3},
                  {"NS", 1u << 2},
                  {"A32", 1u << 3},
                  {"DBG", 1u << 4},
                  {"EL1A32", 1u << 5},
                  {"EL2A32", 1u << 6},
                  {"NSPB1", 1u << 7},
                  {"NSPB2", 2u << 7},
                  {"NSPB3", 3u << 7},
                  {"E2PB1", 1u << 9},
                  {"E2PB2", 2u << 9},
                  {"E2PB3", 3u << 9},
                  {"TPMS", 1u << 11},
                  {"TGE", 1u << 12},
                  {"E2H", 1u << 13},
                  {"TBI0", 1u << 14},
                  {"TBI1", 1u << 15},
                  {"CNTEN", 1u << 16},
                  {"NSE", 1u << 17},
                  {"EEL2", 1u << 18},
                  {"NSPBE", 1u << 19},
                  {"PMSEE1", 1u << 20},
                  {"PMSEE2", 2u << 20},
                  {"PMSEE3", 3u << 20},
                  {"ENPMSN", 1u << 22},
                  {"ENPMS3", 1u << 23},
                  {"ENPMS4", 1u << 24},
                  {"EA", 1u << 25},
                  {"SCRGPF", 1u << 26},
                  {"TEA", 1u << 27},
                  {"HCRGPF", 1u << 28},
                  {"NV", 1u << 29},
                  {"NV1", 1u << 30},
                  {"NV2", 1u << 31},
                  {"PM", UINT64_C(1) << 32},
                  {"SDD", UINT64_C(1) << 33}};

/* A context's state by the names of its bits: "EL1+NS+NSPB3+E2PB3+CNTEN" */
static int parse_state(const char *text, uint64_t *value)
{
    *value = 0;
    while (*text != '\0') {
        size_t n = strcspn(text, "+"), i = 0;
        while (i < sizeof(state_bits) / sizeof(state_bits[0]) &&
               (strlen(state_bits[i].name) != n || strncmp(state_bits[i].name, text, n) != 0)) {
            i++;
        }
        if (i == sizeof(state_bits) / sizeof(state_bits[0])) {
            return SPE_EBADMSG;
        }
        *value |= state_bits[i].bits;
        text += n + (text[n] == '+');
    }
    return SPE_OK;
}

static int parse_value(const struct log_field *field, const char *text, uint64_t *value)
{
    for (uint64_t i = 0; field->values != NULL && field->values[i] != NULL; i++) {
        if (strcmp(field->values[i], text) == 0) {
            *value = i;
            return SPE_OK;
        }
    }
    for (size_t i = 0; is_enc(field) && i < REGISTERS; i++) {
        if (strcmp(registers[i].name, text) == 0) {
            *value = registers[i].enc;
            return SPE_OK;
        }
    }
    if (strcmp(field->name, "tag") == 0 && strcmp(text, "collided") == 0) {
        *value = SPE_TAG_COLLIDED;
        return SPE_OK;
    }
    if (log_number(text, UINT64_MAX, value)) {
        return SPE_OK;
    }
    return strcmp(field->name, "state") == 0 ? parse_state(text, value) : SPE_EBADMSG;
}

static int parse_field(struct spe_txn *txn, char *word, bool *calls, struct spe_log_error *err)
{
    char *text = strchr(word, '=');
    uint64_t value;

    if (text == NULL) {
        return log_error(err, SPE_EBADMSG, "'%.40s' is not field=value", word);
    }
    *text++ = '\0';
    if (strcmp(word, "seq") == 0) {
        bool good = log_number(text, UINT32_MAX, &value);
        txn->seq = (uint32_t)value;
        return good ? SPE_OK : log_error(err, SPE_EBADMSG, "bad value '%.40s' of seq", text);
    }
    const struct log_field *field = log_field_named(txn->kind, word);
    if (field == NULL) {
        return log_error(err, SPE_EBADMSG, "%s has no field '%.40s'",
                         txn->kind < SPE_TXN_KINDS ? spe_txn_name(txn->kind) : "the kind", word);
    }
    *calls |= txn->kind == SPE_TXN_CLOSE;
    if (parse_value(field, text, &value) != SPE_OK || !log_field_set(field, txn, value)) {
        return log_error(err, SPE_EBADMSG, "bad value '%.40s' of %s", text, word);
    }
    return SPE_OK;
}

/* A name, or the number of a kind that has none. */
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

/* What the fields say that the line leaves out. */
static void set_absent(struct spe_txn *txn, int kind)
{
    int n = 0;
    const struct log_field *field = log_fields(kind, &n);

    txn->kind = (uint8_t)kind;
    for (int i = 0; i < n; i++) {
        (void)log_field_set(&field[i], txn, field[i].absent);
    }
}

static int parse_txn(struct text_reader *r, char *line, struct spe_log_error *err)
{
    struct spe_txn txn;
    char *save = NULL;
    bool calls = false;

    memset(&txn, 0, sizeof(txn));
    char *word = strtok_r(line, " \t", &save);
    if (!log_number(word, UINT64_MAX, &txn.cycle)) {
        return log_error(err, SPE_EBADMSG, "'%.40s' is not a cycle", word);
    }
    word = strtok_r(NULL, " \t", &save);
    int kind = parse_kind(word);
    if (kind < 0) {
        return log_error(err, SPE_EBADMSG, "unknown transaction '%.40s'", word ? word : "");
    }
    set_absent(&txn, kind);
    txn.seq = r->seq;
    while ((word = strtok_r(NULL, " \t", &save)) != NULL) {
        int status = parse_field(&txn, word, &calls, err);
        if (status != SPE_OK) {
            return status;
        }
    }
    if (kind == SPE_TXN_CLOSE && !calls) {
        txn.u.close.calls = r->calls;
        txn.u.close.sum = r->sum;
    }
    r->seq = txn.seq + 1;
    r->calls++;
    r->sum = r->sum * 31 + txn.kind;
    return r->on_txn(r->user, &txn);
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
            return log_error(err, SPE_EBADMSG, "'@' lines stand before the first transaction");
        }
        return log_header_line(&r->header, r->run, LOG_LINES_TEXT, &r->seen, line, err);
    }
    if (!r->header_done) {
        r->header_done = true;
        int status = r->on_header(r->user, &r->header);
        if (status != SPE_OK) {
            return status;
        }
    }
    return parse_txn(r, line, err);
}

/* The next line without its end; *end: there is none. @return 0, SPE_EBADMSG, or of
 * spe_status_of_errno().
 */
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
    if (c == EOF && ferror(in)) { /* the rest is missing: what came before is no whole text */
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
    log_header_init(&r.header);
    for (int number = 1; status == SPE_OK && !end; number++) {
        struct spe_log_error why = {.text = ""};
        status = read_line(in, line, &end, &why);
        status = status == SPE_OK && !end ? parse_line(&r, line, &why) : status;
        if (why.text[0] != '\0') {
            (void)log_error(err, status, "%.60s:%d: %.90s", file, number, why.text);
        }
    }
    if (status == SPE_OK && !r.header_done) {
        return log_error(err, SPE_EBADMSG, "%.60s: no transaction", file);
    }
    return status;
}
