/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_header.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "spe/config_file.h"
#include "spe/model.h"
#include "spe/status.h"

int log_error(struct spe_log_error *err, int status, const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    (void)vsnprintf(err->text, sizeof(err->text), fmt, ap);
    va_end(ap);
    for (char *c = err->text; *c != '\0'; c++) { /* a token may hold anything */
        *c = iscntrl((unsigned char)*c) ? '?' : *c;
    }
    return status;
}

void log_head_init(struct log_head *head)
{
    struct spe_log_header *header = &head->header;

    memset(head, 0, sizeof(*head));
    spe_config_init(&head->cfg);
    header->cfg = &head->cfg;
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
        if (spe_config_format(header->cfg, &keys[i], value, sizeof(value)) >= 0) {
            fprintf(out, "@key %s = %s\n", keys[i].name, value);
        }
    }
}

bool log_number(const char *text, uint64_t max, uint64_t *value)
{
    char *end;

    errno = 0;
    *value = strtoull(text, &end, text[0] == '0' && (text[1] | 0x20) == 'x' ? 16 : 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && *value <= max;
}

/* One byte for each key. */
struct per_key {
#define SPE_CFG_BOOL(key, ...) char key;
#define SPE_CFG_INT(key, ...)  char key;
#define SPE_CFG_ENUM(key, ...) char key;
#define SPE_CFG_MASK(key, ...) char key;
#define SPE_CFG_TEXT(key, ...) char key;
#include "spe_config.def"
};
_Static_assert(sizeof(struct per_key) <= 8 * sizeof(((struct log_seen *)0)->keys),
               "a bit for each key");

/* Mark key `name` as seen. @return true if it came already, which only a text may do. */
static bool key_again(struct log_seen *seen, enum log_lines where, const char *name)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    for (size_t i = 0; i < n; i++) {
        uint64_t bit = UINT64_C(1) << i % 64;
        if (strcmp(keys[i].name, name) == 0) {
            bool again = (seen->keys[i / 64] & bit) != 0;
            seen->keys[i / 64] |= bit;
            return again && where != LOG_LINES_TEXT;
        }
    }
    return false;
}

bool log_name_is_readable(const char *name)
{
    bool good = name[0] != '\0' && name[0] != ' ' && strlen(name) < SPE_LOG_NAME_MAX;

    for (; good && *name != '\0'; name++) {
        good = !iscntrl((unsigned char)*name) && *name != '#';
    }
    return good;
}

/* What a line may change. */
struct target {
    struct spe_log_header *header;
    struct spe_config *cfg; /* of the header */
    struct spe_log_run *run;
    enum log_lines where;
    struct log_seen *seen;
};

static int take_name(const struct target *t, char *text, struct spe_log_error *err)
{
    if (!log_name_is_readable(text)) {
        return log_error(err, SPE_EBADMSG,
                         "'@name %.70s': allowed: 1 to %d characters, no control character, no '#'",
                         text, SPE_LOG_NAME_MAX - 1);
    }
    (void)snprintf(t->header->name, sizeof(t->header->name), "%s", text);
    return SPE_OK;
}

static int take_number(const char *word, const char *text, uint64_t min, uint64_t max,
                       uint64_t *value, struct spe_log_error *err)
{
    if (log_number(text, max, value) && *value >= min) {
        return SPE_OK;
    }
    return log_error(err, SPE_EBADMSG, "'%s %.60s': allowed: %" PRIu64 " to %" PRIu64, word, text,
                     min, max);
}

static int take_taps(const struct target *t, char *text, struct spe_log_error *err)
{
    uint64_t value = 0;
    int status = take_number("@taps", text, 1, SPE_TAP_ALL, &value, err);

    t->header->taps = (unsigned)value;
    return status;
}

static int take_order_free(const struct target *t, char *text, struct spe_log_error *err)
{
    uint64_t value = 0;
    int status = take_number("@order_free", text, 0, 1, &value, err);

    t->header->order_free = value != 0;
    return status;
}

static int take_max_findings(const struct target *t, char *text, struct spe_log_error *err)
{
    uint64_t value = 0;
    int status = take_number("@max_findings", text, 0, UINT_MAX, &value, err);

    t->header->max_findings = (unsigned)value;
    return status;
}

static int take_key(const struct target *t, char *text, struct spe_log_error *err)
{
    struct spe_config_error why;
    char *value = strchr(text, '=');

    if (value == NULL) {
        return log_error(err, SPE_EBADMSG, "'@key %.60s': needed: @key KEY = VALUE", text);
    }
    char *end = value;
    while (end > text && end[-1] == ' ') {
        end--;
    }
    *end = '\0';
    value++;
    value += strspn(value, " ");
    if (spe_config_set(t->cfg, text, value, &why) != SPE_OK) {
        return log_error(err, SPE_EBADMSG, "%s", why.text);
    }
    if (key_again(t->seen, t->where, text)) {
        return log_error(err, SPE_EBADMSG, "'@key %.60s': a second line of it", text);
    }
    return SPE_OK;
}

/* A relative path starts at the folder of the text, unless the text is no regular file: a pipe. */
static int take_config(const struct target *t, char *name, struct spe_log_error *err)
{
    const char *slash = strrchr(t->seen->file, '/');
    struct spe_config_error why;
    char path[512], text[512];
    struct stat st;

    const bool relative = name[0] != '/' && slash != NULL;
    const bool piped = stat(t->seen->file, &st) == 0 && !S_ISREG(st.st_mode);
    const int folder = relative && !piped ? (int)(slash - t->seen->file) + 1 : 0;
    if (name[0] == '\0') {
        return log_error(err, SPE_EBADMSG, "'@config': needed: @config FILE");
    }
    int n = snprintf(path, sizeof(path), "%.*s%s", folder, t->seen->file, name);
    if (n < 0 || (size_t)n >= sizeof(path)) {
        return log_error(err, SPE_EBADMSG, "'@config %.60s': the path is too long", name);
    }
    int status = spe_config_load(t->cfg, path, &why);
    if (status == SPE_OK) {
        memset(t->seen->keys, 0xFF, sizeof(t->seen->keys));
        return SPE_OK;
    }
    (void)spe_config_error_format(&why, text, sizeof(text));
    return log_error(err, status == SPE_ECONFIG ? SPE_EBADMSG : status, "'@config %.60s': %.400s",
                     name, text);
}

static int take_run(const struct target *t, char *text, struct spe_log_error *err)
{
    return log_run_read(t->run, text, err);
}

/* The words of the lines. @config is for text only: a binary log must not make its reader open a
 * file. */
static const struct {
    const char *name;
    unsigned places; /* LOG_LINES_* */
    bool repeated;
    int (*take)(const struct target *t, char *text, struct spe_log_error *err);
} words[] = {
    {"@name", LOG_LINES_TEXT | LOG_LINES_HEAD, false, take_name},
    {"@taps", LOG_LINES_TEXT | LOG_LINES_HEAD, false, take_taps},
    {"@order_free", LOG_LINES_TEXT | LOG_LINES_HEAD, false, take_order_free},
    {"@max_findings", LOG_LINES_TEXT | LOG_LINES_HEAD, false, take_max_findings},
    {"@key", LOG_LINES_TEXT | LOG_LINES_HEAD, true, take_key},
    {"@config", LOG_LINES_TEXT, true, take_config},
    {"@run", LOG_LINES_TEXT | LOG_LINES_RUN, false, take_run},
};

#define WORDS (sizeof(words) / sizeof(words[0]))

/* @return the number of the word if it is allowed in `where`, else WORDS. */
static size_t find_word(const char *word, enum log_lines where)
{
    size_t i = 0;

    while (i < WORDS && ((words[i].places & where) == 0 || strcmp(words[i].name, word) != 0)) {
        i++;
    }
    return i;
}

static int unknown_word(enum log_lines where, const char *word, struct spe_log_error *err)
{
    char all[128] = "";

    for (size_t i = 0; i < WORDS; i++) {
        if ((words[i].places & where) != 0) {
            const size_t used = strlen(all);
            (void)snprintf(all + used, sizeof(all) - used, " %s", words[i].name);
        }
    }
    return log_error(err, SPE_EBADMSG, "'%.60s': allowed:%s", word, all);
}

int log_header_line(struct log_head *head, struct spe_log_run *run, enum log_lines where,
                    struct log_seen *seen, const char *line, struct spe_log_error *err)
{
    const struct target target = {&head->header, &head->cfg, run, where, seen};
    char copy[512];

    if (strlen(line) >= sizeof(copy)) {
        return log_error(err, SPE_EBADMSG, "'%.20s...' has %zu characters: allowed: %zu", line,
                         strlen(line), sizeof(copy) - 1);
    }
    (void)snprintf(copy, sizeof(copy), "%s", line);
    char *rest = copy + strcspn(copy, " ");
    if (*rest != '\0') {
        *rest++ = '\0';
        rest += strspn(rest, " ");
    }
    size_t word = find_word(copy, where);
    if (word == WORDS) {
        return unknown_word(where, copy, err);
    }
    if (!words[word].repeated && (seen->lines >> word & 1u) != 0) {
        return log_error(err, SPE_EBADMSG, "'%.40s': a second line of it", copy);
    }
    seen->lines |= 1u << word;
    return words[word].take(&target, rest, err);
}

const char *log_missing_key(const struct log_seen *seen)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    for (size_t i = 0; i < n; i++) {
        if ((seen->keys[i / 64] >> i % 64 & 1) == 0) {
            return keys[i].name;
        }
    }
    return NULL;
}

int log_header_complete(enum log_lines where, const struct log_seen *seen,
                        struct spe_log_error *err)
{
    for (size_t i = 0; i < WORDS; i++) {
        if ((words[i].places & where) != 0 && !words[i].repeated && (seen->lines >> i & 1u) == 0) {
            return log_error(err, SPE_EBADMSG, "the file is damaged: no line '%s'", words[i].name);
        }
    }
    return SPE_OK;
}
