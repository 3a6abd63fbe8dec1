/* SPDX-License-Identifier: Apache-2.0
 *
 * Files of a configuration. The last line of a file is a mark, so a file that is cut anywhere is
 * refused. A configuration gives every key, or says that the others have their defaults.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "config_members.h"
#include "spe/status.h"

#define MAX_DEPTH  8
#define MAX_FILES  64
#define PATH_BYTES 512

/* The number of keys: each line of spe_config.def adds 1. */
enum {
    KEYS = 0
#define SPE_CFG_BOOL(...) +1
#define SPE_CFG_INT(...)  +1
#define SPE_CFG_ENUM(...) +1
#define SPE_CFG_MASK(...) +1
#define SPE_CFG_TEXT(...) +1
#include "spe_config.def"
};

/* The file that the caller asked for, together with all files that it includes. */
struct whole {
    struct spe_config *cfg;
    spe_config_include_fn include;
    void *user;
    struct spe_config_error *err;
    int included;
    bool given[KEYS];
    bool others; /* keys that are not given have their defaults */
};

/* One file. */
struct parser {
    struct whole *whole;
    const char *file;
    int line;
    int depth;
    bool seen[KEYS];
    bool others;
    bool ended;
};

static int parse_text(struct parser *p, const char *text);

/* err->text is already filled: add file and line. */
static int blame(const struct parser *p)
{
    snprintf(p->whole->err->file, sizeof p->whole->err->file, "%s", p->file);
    p->whole->err->line = p->line;
    return SPE_ECONFIG;
}

static int refuse_text(const struct parser *p, const char *what, const char *why)
{
    snprintf(p->whole->err->text, sizeof p->whole->err->text, "'%.64s' %s", what, why);
    return blame(p);
}

/* The path of an included file: relative names start at the folder of the including one. */
static bool join_path(char path[PATH_BYTES], const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    int folder = *name != '/' && slash ? (int)(slash - from) + 1 : 0;
    int n = snprintf(path, PATH_BYTES, "%.*s%s", folder, from, name);

    return n < PATH_BYTES;
}

static int parse_include(struct parser *p, const char *name)
{
    char path[PATH_BYTES];
    struct whole *whole = p->whole;
    struct parser inner = {.whole = whole, .file = path, .depth = p->depth + 1};
    char *text;
    int status;

    if (inner.depth > MAX_DEPTH) {
        return refuse_text(p, name, "is included too deeply: allowed: 8 levels");
    }
    if (++whole->included > MAX_FILES) {
        return refuse_text(p, name, "is one include too many: allowed: 64");
    }
    if (!whole->include || !join_path(path, p->file, name) ||
        !(text = whole->include(whole->user, path))) {
        return refuse_text(p, name, "cannot be read");
    }
    status = parse_text(&inner, text);
    free(text);
    return status;
}

static int parse_others(struct parser *p, const char *value)
{
    if (strcmp(value, "default") != 0) {
        snprintf(p->whole->err->text, sizeof p->whole->err->text,
                 "others = '%.64s': allowed: default", value);
        return blame(p);
    }
    if (p->others) {
        return refuse_text(p, "others", "is set twice in this file");
    }
    p->others = p->whole->others = true;
    return 0;
}

static int parse_key(struct parser *p, const char *name, const char *value)
{
    const struct spe_config_key *keys;
    const struct spe_config_key *found = config_find_key(name);
    struct spe_config unused;
    /* The `name` of an included file names that file only, not this configuration. */
    bool dropped = p->depth > 0 && strcmp(name, "name") == 0;

    if (strcmp(name, "name") == 0 && strchr(value, '+') != NULL) {
        return refuse_text(p, value, "is no name: '+' marks a replay under other keys");
    }
    if (spe_config_set(dropped ? &unused : p->whole->cfg, name, value, p->whole->err) < 0) {
        return blame(p);
    }
    spe_config_keys(&keys);
    if (p->seen[found - keys]) {
        return refuse_text(p, name, "is set twice in this file");
    }
    p->seen[found - keys] = true;
    p->whole->given[found - keys] |= !dropped;
    return 0;
}

static int parse_pair(struct parser *p, const char *name, const char *value)
{
    if (strcmp(name, "include") == 0) {
        return parse_include(p, value);
    }
    if (strcmp(name, "others") == 0) {
        return parse_others(p, value);
    }
    return parse_key(p, name, value);
}

/* Remove a comment and surrounding space; returns the first character that remains. */
static char *trim(char *text)
{
    char *end;

    text[strcspn(text, "#")] = '\0';
    while (isspace((unsigned char)*text)) {
        text++;
    }
    end = text + strlen(text);
    while (end > text && isspace((unsigned char)end[-1])) {
        *--end = '\0';
    }
    return text;
}

static int parse_line(struct parser *p, char *line)
{
    char *key = trim(line);
    char *equals = strchr(key, '=');

    if (*key == '\0') {
        return 0;
    }
    if (p->ended) {
        return refuse_text(p, key, "stands after `end`: allowed: comments");
    }
    if (strcmp(key, "end") == 0) {
        p->ended = true;
        return 0;
    }
    if (!equals) {
        return refuse_text(p, key, "is no `key = value` and not `end`");
    }
    *equals = '\0';
    return parse_pair(p, trim(key), trim(equals + 1));
}

/* The file ends without `end`. The error names its last line, or line 0 if the file is empty. */
static int unended(struct parser *p)
{
    p->line--;
    snprintf(p->whole->err->text, sizeof p->whole->err->text,
             "the file is %s: its last line must be `end`", p->line == 0 ? "empty" : "cut");
    return blame(p);
}

static int parse_text(struct parser *p, const char *text)
{
    char line[PATH_BYTES];

    for (p->line = 1; *text; p->line++) {
        size_t length = strcspn(text, "\n");

        if (length >= sizeof line) {
            snprintf(line, sizeof line, "%.20s...", text);
            return refuse_text(p, line, "is a line too long: allowed: 511 characters");
        }
        memcpy(line, text, length);
        line[length] = '\0';
        if (parse_line(p, line) < 0) {
            return SPE_ECONFIG;
        }
        text += length + (text[length] == '\n');
    }
    return p->ended ? 0 : unended(p);
}

/* Every key must be given, unless `others = default` is. `name` has no default and must always be
 * given. */
static int check_given(struct parser *top)
{
    const struct spe_config_key *keys;
    const struct whole *whole = top->whole;
    size_t n = spe_config_keys(&keys);

    top->line = 0;
    for (size_t i = 0; i < n; i++) {
        if (whole->given[i]) {
            continue;
        }
        if (strcmp(keys[i].name, "name") == 0) {
            return refuse_text(top, "name", "is not given: needed: `name = NAME` in this file");
        }
        if (!whole->others) {
            return refuse_text(top, keys[i].name,
                               "is not given: needed: all keys, or `others = default`");
        }
    }
    return 0;
}

int spe_config_parse(struct spe_config *cfg, const char *text, const char *file,
                     spe_config_include_fn include, void *user, struct spe_config_error *err)
{
    struct whole whole = {.cfg = cfg, .include = include, .user = user, .err = err};
    struct parser top = {.whole = &whole, .file = file};
    int status = parse_text(&top, text);

    return status < 0 ? status : check_given(&top);
}
