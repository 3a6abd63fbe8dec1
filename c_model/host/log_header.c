/* SPDX-License-Identifier: Apache-2.0 */
#include "log_header.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "spe/config_file.h"
#include "spe/model.h"
#include "spe/status.h"

int log_error(struct spe_log_error *err, int status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(err->text, sizeof(err->text), fmt, ap);
    va_end(ap);
    return status;
}

void log_header_init(struct spe_log_header *header)
{
    memset(header, 0, sizeof(*header));
    spe_config_init(&header->cfg);
    header->taps = SPE_TAP_ALL;
    header->max_findings = 100;
    (void)snprintf(header->name, sizeof(header->name), "spu");
}

void log_header_print(FILE *out, const struct spe_log_header *header)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);
    char value[256];

    fprintf(out, "@name %s\n@taps 0x%02x\n@order_free %d\n@max_findings %u\n", header->name,
            header->taps, header->order_free, header->max_findings);
    for (size_t i = 0; i < n; i++) {
        if (spe_config_format(&header->cfg, &keys[i], value, sizeof(value)) >= 0) {
            fprintf(out, "@key %s = %s\n", keys[i].name, value);
        }
    }
}

void log_run_print(FILE *out, const struct spe_log_run *run)
{
    if (run->present) {
        fprintf(out, "@run test=%s seed=0x%" PRIx64 " stim=0x%" PRIx64, run->test, run->seed,
                run->stim_hash);
        if (run->has_status) {
            fprintf(out, " status=%d", run->status);
        }
        fprintf(out, " failed=%d exit=%d %s%swhy=%s\n", run->failed, run->exit_status,
                run->allow_no_records ? "no_records=1 " : "", run->no_sva ? "no_sva=1 " : "",
                run->why);
    }
}

bool log_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value <= max;
}

/* Mark key `name` as seen. @return whether it came already, in a section that is no text. */
static bool key_again(struct log_seen *seen, enum log_lines where, const char *name)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    for (size_t i = 0; i < n && i < 64 * sizeof(seen->keys) / sizeof(seen->keys[0]); i++) {
        uint64_t bit = UINT64_C(1) << i % 64;
        if (strcmp(keys[i].name, name) == 0) {
            bool again = (seen->keys[i / 64] & bit) != 0;
            seen->keys[i / 64] |= bit;
            return again && where != LOG_LINES_TEXT;
        }
    }
    return false;
}

static int set_key(struct spe_log_header *header, enum log_lines where, struct log_seen *seen,
                   char *text, struct spe_log_error *err)
{
    struct spe_config_error why;
    char *value = strchr(text, '=');

    if (value == NULL) {
        return log_error(err, SPE_EBADMSG, "@key needs 'key = value'");
    }
    char *end = value;
    while (end > text && end[-1] == ' ') {
        end--;
    }
    *end = '\0';
    value++;
    value += strspn(value, " ");
    if (spe_config_set(&header->cfg, text, value, &why) != SPE_OK) {
        return log_error(err, SPE_EBADMSG, "%s", why.text);
    }
    if (key_again(seen, where, text)) {
        return log_error(err, SPE_EBADMSG, "a second line '@key %.40s'", text);
    }
    return SPE_OK;
}

/* The next word `name=value`, ended in place; *text moves behind it. @return the value, or NULL. */
static const char *take_word(char **text, const char *name)
{
    size_t n = strlen(name);

    if (strncmp(*text, name, n) != 0 || (*text)[n] != '=') {
        return NULL;
    }
    char *value = *text + n + 1;
    *text = value + strcspn(value, " ");
    if (**text != '\0') {
        *(*text)++ = '\0';
    }
    return value;
}

static bool take_number(char **text, const char *name, uint64_t max, uint64_t *value)
{
    const char *word = take_word(text, name);

    return word != NULL && log_number(word, max, value);
}

/* @return whether exit= is a status that a verdict takes over. */
static bool take_exit(char **text, int *status)
{
    uint64_t value;
    bool good = take_number(text, "exit", 4, &value) && value != 1;

    *status = good ? (int)value : 0;
    return good;
}

/* @return false if the word is there and no status. */
static bool take_status(char **text, struct spe_log_run *run)
{
    uint64_t value = 0;

    run->has_status = strncmp(*text, "status=", 7) == 0;
    bool good = !run->has_status || take_number(text, "status", 4, &value);
    run->status = (int)value;
    return good;
}

/* A word that need not be there, 0 or 1. @return false if it is there and neither. */
static bool take_flag(char **text, const char *name, bool *flag)
{
    const size_t n = strlen(name);
    uint64_t value = 0;
    bool good =
        strncmp(*text, name, n) != 0 || (*text)[n] != '=' || take_number(text, name, 1, &value);

    *flag = value != 0;
    return good;
}

static int set_run(struct spe_log_run *run, char *text, struct spe_log_error *err)
{
    uint64_t failed;

    memset(run, 0, sizeof(*run));
    const char *test = take_word(&text, "test");
    if (test == NULL || test[0] == '\0' || strlen(test) >= sizeof(run->test) ||
        !take_number(&text, "seed", UINT64_MAX, &run->seed) ||
        !take_number(&text, "stim", UINT64_MAX, &run->stim_hash) || !take_status(&text, run) ||
        !take_number(&text, "failed", 1, &failed) || !take_exit(&text, &run->exit_status) ||
        !take_flag(&text, "no_records", &run->allow_no_records) ||
        !take_flag(&text, "no_sva", &run->no_sva) || strncmp(text, "why=", 4) != 0 ||
        strlen(text + 4) >= sizeof(run->why)) {
        return log_error(err, SPE_EBADMSG, "@run needs test= seed= stim= failed= exit= why=");
    }
    run->present = true;
    run->failed = failed != 0;
    (void)snprintf(run->test, sizeof(run->test), "%s", test);
    (void)snprintf(run->why, sizeof(run->why), "%s", text + 4);
    return SPE_OK;
}

static int load_config(struct spe_log_header *header, const char *path, struct spe_log_error *err)
{
    struct spe_config_error why;
    char text[256];

    int status = spe_config_load(&header->cfg, path, &why);
    if (status == SPE_OK) {
        return SPE_OK;
    }
    (void)spe_config_error_format(&why, text, sizeof(text));
    return log_error(err, status == SPE_ECONFIG ? SPE_EBADMSG : status, "%s", text);
}

static bool set_number(struct spe_log_header *header, const char *word, const char *text)
{
    uint64_t value;

    if (strcmp(word, "@taps") == 0 && log_number(text, SPE_TAP_ALL, &value) && value != 0) {
        header->taps = (unsigned)value;
    } else if (strcmp(word, "@order_free") == 0 && log_number(text, 1, &value)) {
        header->order_free = value != 0;
    } else if (strcmp(word, "@max_findings") == 0 && log_number(text, UINT_MAX, &value)) {
        header->max_findings = (unsigned)value;
    } else {
        return false;
    }
    return true;
}

/* The words of the lines. A log that somebody hands over names no file to open: @config is for text
 * only. */
static const struct {
    const char *name;
    unsigned places; /* LOG_LINES_* */
    bool repeated;
} words[] = {
    {"@name", LOG_LINES_TEXT | LOG_LINES_HEAD, false},
    {"@taps", LOG_LINES_TEXT | LOG_LINES_HEAD, false},
    {"@order_free", LOG_LINES_TEXT | LOG_LINES_HEAD, false},
    {"@max_findings", LOG_LINES_TEXT | LOG_LINES_HEAD, false},
    {"@key", LOG_LINES_TEXT | LOG_LINES_HEAD, true},
    {"@config", LOG_LINES_TEXT, true},
    {"@run", LOG_LINES_TEXT | LOG_LINES_RUN, false},
};

#define WORDS (sizeof(words) / sizeof(words[0]))

/* @return the number of the word if it has a place in `where`, else WORDS. */
static size_t find_word(const char *word, enum log_lines where)
{
    size_t i = 0;

    while (i < WORDS && ((words[i].places & where) == 0 || strcmp(words[i].name, word) != 0)) {
        i++;
    }
    return i;
}

bool log_name_is_readable(const char *name)
{
    bool good = name[0] != '\0' && name[0] != ' ' && strlen(name) < SPE_LOG_NAME_MAX;

    for (; good && *name != '\0'; name++) {
        good = !iscntrl((unsigned char)*name) && *name != '#';
    }
    return good;
}

static bool set_name(struct spe_log_header *header, const char *text)
{
    if (!log_name_is_readable(text)) {
        return false;
    }
    (void)snprintf(header->name, sizeof(header->name), "%s", text);
    return true;
}

int log_header_line(struct spe_log_header *header, struct spe_log_run *run, enum log_lines where,
                    struct log_seen *seen, const char *line, struct spe_log_error *err)
{
    char copy[512];

    if (strlen(line) >= sizeof(copy)) {
        return log_error(err, SPE_EBADMSG, "a line of %zu characters", strlen(line));
    }
    (void)snprintf(copy, sizeof(copy), "%s", line);
    char *rest = copy + strcspn(copy, " ");
    if (*rest != '\0') {
        *rest++ = '\0';
        rest += strspn(rest, " ");
    }
    size_t word = find_word(copy, where);
    if (word < WORDS && !words[word].repeated && (seen->lines >> word & 1u) != 0) {
        return log_error(err, SPE_EBADMSG, "a second line '%s'", copy);
    }
    seen->lines |= word < WORDS ? 1u << word : 0;
    if (word < WORDS && strcmp(copy, "@config") == 0) {
        return load_config(header, rest, err);
    }
    if (word < WORDS && strcmp(copy, "@key") == 0) {
        return set_key(header, where, seen, rest, err);
    }
    if (word < WORDS && strcmp(copy, "@run") == 0) {
        return set_run(run, rest, err);
    }
    if (word < WORDS &&
        (strcmp(copy, "@name") == 0 ? set_name(header, rest) : set_number(header, copy, rest))) {
        return SPE_OK;
    }
    return log_error(err, SPE_EBADMSG, "unknown or bad line '%.40s %.40s'", copy, rest);
}

int log_header_complete(enum log_lines where, const struct log_seen *seen,
                        struct spe_log_error *err)
{
    for (size_t i = 0; i < WORDS; i++) {
        if ((words[i].places & where) != 0 && !words[i].repeated && (seen->lines >> i & 1u) == 0) {
            return log_error(err, SPE_EBADMSG, "the log is damaged: no line '%s'", words[i].name);
        }
    }
    return SPE_OK;
}
