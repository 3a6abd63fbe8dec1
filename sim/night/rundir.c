/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "rundir.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "night.h"

static FILE *open_file(const char *dir, const char *name)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof(path), "%s/%s", dir, name) >= (int)sizeof(path)) {
        return NULL;
    }
    return fopen(path, "r");
}

static void copy(char *dst, size_t bytes, const char *from, size_t n)
{
    (void)snprintf(dst, bytes, "%.*s", (int)(n < bytes ? n : bytes), from);
}

/* The value of ` KEY=` in the line, and its length in *n. NULL: the key is missing. */
static const char *value_of(const char *line, const char *key, size_t *n)
{
    size_t bytes = strlen(key);

    for (const char *at = strchr(line, ' '); at != NULL; at = strchr(at + 1, ' ')) {
        if (strncmp(at + 1, key, bytes) == 0 && at[1 + bytes] == '=') {
            at += bytes + 2;
            *n = strcspn(at, " \n");
            return at;
        }
    }
    return NULL;
}

static void text_of(const char *line, const char *key, char *dst, size_t bytes)
{
    size_t n = 0;
    const char *value = value_of(line, key, &n);

    if (value != NULL) {
        copy(dst, bytes, value, n);
    }
}

static int64_t number_of(const char *line, const char *key)
{
    size_t n = 0;
    const char *value = value_of(line, key, &n);

    return value != NULL ? strtoll(value, NULL, 10) : 0;
}

static void take_result(struct night_result *out, const char *line)
{
    out->ended = true;
    out->passed = strncmp(line, "RESULT PASS ", 12) == 0;
    text_of(line, "stim", out->stim, sizeof(out->stim));
    text_of(line, "result", out->result, sizeof(out->result));
    text_of(line, "off", out->off, sizeof(out->off));
    text_of(line, "bench", out->bench, sizeof(out->bench));
#define X(name) out->name = number_of(line, #name);
    NIGHT_ACCOUNTS(X)
#undef X
}

void night_weights_of(char dst[80], const char *command)
{
    const char *at = strstr(command, " --weights-hash ");

    dst[0] = '\0';
    if (at != NULL) {
        at += strlen(" --weights-hash ");
        copy(dst, 80, at, strcspn(at, " \n"));
    }
}

static void read_command(struct night_result *out, const char *dir)
{
    FILE *in = open_file(dir, "command");

    if (in == NULL) {
        return;
    }
    if (fgets(out->command, sizeof(out->command), in) != NULL) {
        out->command[strcspn(out->command, "\n")] = '\0';
        night_weights_of(out->weights, out->command);
    }
    (void)fclose(in);
}

/* Read the first word of a file. */
static void read_word(char *dst, size_t bytes, const char *dir, const char *name)
{
    FILE *in = open_file(dir, name);

    if (in == NULL) {
        return;
    }
    if (fgets(dst, (int)bytes, in) != NULL) {
        dst[strcspn(dst, " \n")] = '\0';
    }
    (void)fclose(in);
}

/* Read the bench hash from its file if the verdict has none: a run that died left no verdict. A
 * hash of 0 means that the bench does not know it. */
static void read_bench(struct night_result *out, const char *dir)
{
    if (out->bench[0] == '\0') {
        read_word(out->bench, sizeof(out->bench), dir, "bench");
    }
    if (strspn(out->bench, "0") == strlen(out->bench)) {
        out->bench[0] = '\0';
    }
}

/* Note the SPU that the verdict is about. */
static void take_session(struct night_result *out, char *number)
{
    int64_t spu = 0;

    number[strcspn(number, "\n")] = '\0';
    if (night_number(number, &spu) == 0 && spu < NIGHT_SPUS) {
        out->spu = (int)spu;
    }
}

void night_result_read(struct night_result *out, const char *dir)
{
    char line[4096];
    FILE *in = open_file(dir, "verdict");

    memset(out, 0, sizeof(*out));
    while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
        if (strncmp(line, "RESULT ", 7) == 0) {
            take_result(out, line);
        } else if (strncmp(line, "why: ", 5) == 0 && out->why[0] == '\0') {
            copy(out->why, sizeof(out->why), line + 5, strcspn(line + 5, "\n"));
        } else if (strncmp(line, "session: ", 9) == 0) {
            take_session(out, line + 9);
        }
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    read_command(out, dir);
    read_bench(out, dir);
    read_word(out->unpredictable, sizeof(out->unpredictable), dir, "unpredictable");
}

/* The value of "KEY": in a line of findings.jsonl, after its quote if it has one. */
static const char *json(const char *line, const char *key)
{
    char name[32];

    (void)snprintf(name, sizeof(name), "\"%s\":", key);
    const char *at = strstr(line, name);
    if (at == NULL) {
        return NULL;
    }
    at += strlen(name);
    return *at == '"' ? at + 1 : at;
}

static void json_text(const char *line, const char *key, char *dst, size_t bytes)
{
    const char *at = json(line, key);
    size_t n = 0;

    for (; at != NULL && *at != '"' && *at != '\0' && n + 1 < bytes; at++) {
        if (at[0] == '\\' && at[1] == 'u') {
            dst[n++] = '?';
            at += strnlen(at, 5);
        } else if (at[0] == '\\' && at[1] != '\0') {
            dst[n++] = *++at;
        } else {
            dst[n++] = *at;
        }
        if (*at == '\0') {
            break;
        }
    }
    dst[n] = '\0';
}

static int64_t json_number(const char *line, const char *key, int64_t none)
{
    const char *at = json(line, key);

    return at != NULL ? (int64_t)strtoull(at, NULL, 0) : none;
}

static void parse_finding(struct night_finding *f, const char *line)
{
    f->number = json_number(line, "number", 0);
    f->seq = json_number(line, "seq", 0);
    f->cycle = json_number(line, "cycle", 0);
    f->follows = json_number(line, "follows", -1);
    json_text(line, "check", f->check, sizeof(f->check));
    json_text(line, "where", f->place, sizeof(f->place));
    json_text(line, "text", f->text, sizeof(f->text));
    json_text(line, "expected", f->expected, sizeof(f->expected));
    json_text(line, "actual", f->actual, sizeof(f->actual));
    json_text(line, "section", f->section, sizeof(f->section));
    json_text(line, "choices", f->choices, sizeof(f->choices));
}

/* Read the findings of one SPU. @return number of independent ones, or -1 without the file. */
static int read_findings(const char *dir, int spu, int most,
                         void (*use)(void *user, const struct night_finding *finding), void *user)
{
    struct night_finding finding = {.spu = spu};
    char line[4096], name[40];
    int n = 0;

    (void)snprintf(name, sizeof(name), spu == 0 ? "findings.jsonl" : "spu%d/findings.jsonl", spu);
    FILE *in = open_file(dir, name);
    if (in == NULL) {
        return -1;
    }
    while (n < most && fgets(line, sizeof(line), in) != NULL) {
        parse_finding(&finding, line);
        if (finding.check[0] != '\0') {
            /* The first finding is always independent; of later ones only those judged so. */
            finding.first = n == 0;
            finding.alone = finding.first || finding.follows == 0;
            use(user, &finding);
            n += finding.alone;
        }
    }
    (void)fclose(in);
    return n;
}

int night_findings_read(const char *dir, int most,
                        void (*use)(void *user, const struct night_finding *finding), void *user)
{
    int sum = 0;

    for (int spu = 0, n = 0; spu < NIGHT_SPUS && (spu < 2 || n >= 0); spu++) {
        n = read_findings(dir, spu, most, use, user);
        sum += n > 0 ? n : 0;
    }
    return sum;
}
