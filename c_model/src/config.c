/* SPDX-License-Identifier: Apache-2.0
 *
 * Defaults, single keys and files of a configuration.
 */
#include "spe/config.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config_rules.h"
#include "spe/status.h"

#define MAX_DEPTH  8
#define MAX_FILES  64
#define PATH_BYTES 512

/* One for each key of the table. */
enum {
    KEYS = 0
#define SPE_CFG_BOOL(...) +1
#define SPE_CFG_INT(...)  +1
#define SPE_CFG_ENUM(...) +1
#define SPE_CFG_MASK(...) +1
#define SPE_CFG_TEXT(...) +1
#include "spe/spe_config.def"
};

const struct spe_config_key *config_find_key(const char *name)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    for (size_t i = 0; i < n; i++)
        if (strcmp(keys[i].name, name) == 0)
            return &keys[i];
    return NULL;
}

static bool set_number(int *member, const char *value, int64_t min, int64_t max)
{
    char *end;
    long long number;

    errno = 0;
    number = strtoll(value, &end, 10);
    if (!isdigit((unsigned char)*value) || *end || errno || number < min || number > max)
        return false;
    *member = (int)number;
    return true;
}

static bool set_mask(uint64_t *member, const char *value, uint64_t allowed)
{
    char *end;
    uint64_t mask;

    errno = 0;
    mask = strtoull(value, &end, value[0] == '0' && (value[1] | 0x20) == 'x' ? 16 : 10);
    if (!isdigit((unsigned char)*value) || *end || errno || (mask & ~allowed))
        return false;
    *member = mask;
    return true;
}

static bool set_enum(int *member, const char *value, const char *const *values)
{
    for (int i = 0; values[i]; i++) {
        if (strcmp(values[i], value) == 0) {
            *member = i;
            return true;
        }
    }
    return false;
}

static bool set_bool(bool *member, const char *value)
{
    int number;

    if (!set_number(&number, value, 0, 1))
        return false;
    *member = number;
    return true;
}

static bool set_text(char *member, const char *value, size_t bytes)
{
    if (strlen(value) >= bytes)
        return false;
    memset(member, 0, bytes);
    snprintf(member, bytes, "%s", value);
    return true;
}

static bool set_key(struct spe_config *cfg, const struct spe_config_key *key, const char *value)
{
    void *member = (char *)cfg + key->offset;

    switch (key->kind) {
    case SPE_CONFIG_BOOL:
        return set_bool(member, value);
    case SPE_CONFIG_INT:
        return set_number(member, value, key->min, key->max);
    case SPE_CONFIG_ENUM:
        return set_enum(member, value, key->values);
    case SPE_CONFIG_MASK:
        return set_mask(member, value, key->allowed);
    default:
        return set_text(member, value, key->bytes);
    }
}

void spe_config_init(struct spe_config *cfg)
{
    const struct spe_config_key *keys;
    size_t n = spe_config_keys(&keys);

    memset(cfg, 0, sizeof *cfg);
    for (size_t i = 0; i < n; i++)
        set_key(cfg, &keys[i], keys[i].def);
}

int spe_config_set(struct spe_config *cfg, const char *key, const char *value,
                   struct spe_config_error *err)
{
    const struct spe_config_key *found = config_find_key(key);
    char allowed[128];

    if (!found) {
        snprintf(err->text, sizeof err->text,
                 "'%.64s' is no key; `spe config --doc` lists all keys", key);
        return SPE_ECONFIG;
    }
    if (!set_key(cfg, found, value)) {
        spe_config_allowed(found, allowed, sizeof allowed);
        snprintf(err->text, sizeof err->text, "%s = '%.64s': allowed: %s", key, value, allowed);
        return SPE_ECONFIG;
    }
    return 0;
}

/* What parsing carries along: one per file. */
struct parser {
    struct spe_config *cfg;
    spe_config_include_fn include;
    void *user;
    struct spe_config_error *err;
    const char *file;
    int line;
    int depth;
    int *files; /* included so far, in all */
    bool seen[KEYS];
};

static int parse_text(struct parser *p, const char *text);

/* err->text is filled; say where. */
static int blame(const struct parser *p)
{
    snprintf(p->err->file, sizeof p->err->file, "%s", p->file);
    p->err->line = p->line;
    return SPE_ECONFIG;
}

static int refuse(const struct parser *p, const char *what, const char *why)
{
    snprintf(p->err->text, sizeof p->err->text, "'%.64s' %s", what, why);
    return blame(p);
}

/* The path of an included file: relative names start at the folder of the including one. */
static bool join(char path[PATH_BYTES], const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    int folder = *name != '/' && slash ? (int)(slash - from) + 1 : 0;
    int n = snprintf(path, PATH_BYTES, "%.*s%s", folder, from, name);

    return n > 0 && n < PATH_BYTES;
}

static int parse_include(struct parser *p, const char *name)
{
    char path[PATH_BYTES];
    struct parser inner = {.cfg = p->cfg,
                           .include = p->include,
                           .user = p->user,
                           .err = p->err,
                           .file = path,
                           .depth = p->depth + 1,
                           .files = p->files};
    char *text;
    int status;

    if (inner.depth > MAX_DEPTH)
        return refuse(p, name, "is included too deeply: allowed: 8 levels");
    if (++*p->files > MAX_FILES)
        return refuse(p, name, "is one include too many: allowed: 64");
    if (!p->include || !join(path, p->file, name) || !(text = p->include(p->user, path)))
        return refuse(p, name, "cannot be read");
    status = parse_text(&inner, text);
    free(text);
    return status;
}

static int parse_pair(struct parser *p, const char *key, const char *value)
{
    const struct spe_config_key *keys;
    const struct spe_config_key *found = config_find_key(key);

    if (strcmp(key, "include") == 0)
        return parse_include(p, value);
    if (spe_config_set(p->cfg, key, value, p->err) < 0)
        return blame(p);
    spe_config_keys(&keys);
    if (p->seen[found - keys])
        return refuse(p, key, "is set twice in this file");
    p->seen[found - keys] = true;
    return 0;
}

/* Cut comment and surrounding space; returns the first character that is left. */
static char *trim(char *text)
{
    char *end;

    text[strcspn(text, "#")] = '\0';
    while (isspace((unsigned char)*text))
        text++;
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

static int parse_line(struct parser *p, char *line)
{
    char *key = trim(line);
    char *equals = strchr(key, '=');

    if (*key == '\0')
        return 0;
    if (!equals)
        return refuse(p, key, "is no `key = value`");
    *equals = '\0';
    return parse_pair(p, trim(key), trim(equals + 1));
}

static int parse_text(struct parser *p, const char *text)
{
    char line[PATH_BYTES];

    for (p->line = 1; *text; p->line++) {
        size_t length = strcspn(text, "\n");

        if (length >= sizeof line)
            return refuse(p, "line", "is too long: allowed: 511 characters");
        memcpy(line, text, length);
        line[length] = '\0';
        if (parse_line(p, line) < 0)
            return SPE_ECONFIG;
        text += length + (text[length] == '\n');
    }
    return 0;
}

int spe_config_parse(struct spe_config *cfg, const char *text, const char *file,
                     spe_config_include_fn include, void *user, struct spe_config_error *err)
{
    int files = 0;
    struct parser p = {
        .cfg = cfg, .include = include, .user = user, .err = err, .file = file, .files = &files};

    return parse_text(&p, text);
}
