/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "night.h"
#include "round.h"
#include "rundir.h"

/* What the batch says about one run. */
struct said {
    size_t mutant, play;
    int64_t cpu_ms;
    bool passed;
    char why[256];
};

/* The first check that fired, and whether there were other findings. After a broken contract, and
 * after an assertion (which ends the run), findings of checks do not count. */
struct findings {
    char check[64];
    int64_t cycle;
    bool assertion, misuse;
};

static void take_finding(void *user, const struct night_finding *finding)
{
    struct findings *f = user;

    if (strcmp(finding->check, "sva") == 0) {
        f->assertion = true;
    } else if (strcmp(finding->check, "contract") == 0) {
        f->misuse = true;
    } else if (f->check[0] == '\0' && !f->misuse && !f->assertion) {
        (void)snprintf(f->check, sizeof(f->check), "%s", finding->check);
        f->cycle = finding->cycle;
    }
    if (finding->first && f->check[0] == '\0') {
        f->cycle = finding->cycle;
    }
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Whether the bench has cut the run off. Then the scoreboard reports unfinished things, which is no
 * bug. But if the SPU has not answered for so long (`liveness`), that is a bug. */
static bool is_cut(const struct said *said, const struct findings *f, const char *why)
{
    return begins(said->why, "status 3,") &&
           !(begins(why, "hang: ") && strcmp(f->check, "liveness") == 0);
}

/* What a failed run has shown; `why` is the reason in its verdict. */
static enum qualify_kind why_failed(const struct said *said, const struct findings *f,
                                    const char *why)
{
    if (is_cut(said, f, why)) {
        return QUALIFY_HANG;
    }
    if (f->check[0] != '\0') {
        return QUALIFY_CHECK;
    }
    if (f->assertion) {
        return QUALIFY_ASSERTION;
    }
    if (f->misuse) {
        return QUALIFY_ERROR;
    }
    if (begins(said->why, "status 1,")) {
        return QUALIFY_EXPECTATION;
    }
    return begins(said->why, "no end after") || begins(said->why, "stalled") ? QUALIFY_TIMEOUT
                                                                             : QUALIFY_ERROR;
}

static void write_run(FILE *out, const struct qualify_book *b, const struct said *said,
                      const struct qualify_run *run)
{
    const struct qualify_play *play = &b->play[said->play];

    (void)fprintf(out, "%s\t%s\t%s\t%s\t%s\t%" PRId64 "\t%s\t%" PRId64 "\t%" PRId64 "\n",
                  qualify_hash_of(&b->model[play->model], said->mutant),
                  said->mutant == 0 ? "clean" : b->mutant[said->mutant].key, play->options,
                  qualify_kind_text[run->kind], run->check, run->cycle, run->result, run->cycles,
                  run->cpu_ms);
}

static int take_run(struct qualify_book *b, const struct said *said, FILE *out)
{
    struct findings findings = {.cycle = 0};
    struct night_result result;
    char dir[4096];

    if (said->mutant >= b->mutants || said->play >= b->plays) {
        return night_fail(NIGHT_EXIT_USAGE, "a round of another plan: m%zu.p%zu", said->mutant,
                          said->play);
    }
    (void)snprintf(dir, sizeof(dir), "%s/round/runs/m%zu.p%zu", b->dir, said->mutant, said->play);
    night_result_read(&result, dir);
    (void)night_findings_read(dir, 16, take_finding, &findings);
    const struct qualify_run *clean = qualify_run_of(b, 0, said->play);
    const bool same =
        said->mutant == 0 || (clean != NULL && strcmp(clean->result, result.result) == 0);
    const struct qualify_run run = {
        .kind = !said->passed ? why_failed(said, &findings, result.why)
                : same        ? QUALIFY_SAME
                              : QUALIFY_DIFFERS,
        .check = strdup(findings.check[0] != '\0' ? findings.check : "-"),
        .cycle = findings.cycle,
        .result = strdup(result.result[0] != '\0' ? result.result : "-"),
        .cycles = result.cycles,
        .cpu_ms = said->cpu_ms};
    if (said->mutant == 0 && !said->passed) {
        night_say("%s %s: the clean design fails: %s (%s)",
                  b->model[b->play[said->play].model].name, b->play[said->play].options, said->why,
                  dir);
        free(run.check);
        free(run.result);
        return NIGHT_EXIT_FOUND;
    }
    write_run(out, b, said, &run);
    return qualify_add(b, said->mutant, said->play, run);
}

/* Parse a name like "m12.p3". */
static bool parse_name(const char *name, struct said *said)
{
    char *end;

    if (name[0] != 'm') {
        return false;
    }
    said->mutant = strtoul(name + 1, &end, 10);
    if (end[0] != '.' || end[1] != 'p') {
        return false;
    }
    said->play = strtoul(end + 2, &end, 10);
    return *end == '\0';
}

/* Find why a run failed: the log of the chunk says "FAIL NAME: WHY". */
static void find_why(const char *log, const char *name, char why[256])
{
    char line[1024], begin[80];
    FILE *in = fopen(log, "r");

    (void)snprintf(begin, sizeof(begin), "FAIL %s: ", name);
    why[0] = '\0';
    while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
        if (begins(line, begin)) {
            (void)snprintf(why, 256, "%.255s", line + strlen(begin));
            why[strcspn(why, "\n")] = '\0';
        }
    }
    if (in != NULL) {
        (void)fclose(in);
    }
}

/* Take the lines `WORD p f s NAME CPU WALL` of a chunk. */
static int take_chunk(struct qualify_book *b, const char *chunk, FILE *out)
{
    char path[4096], log[4096], line[512];
    int status = 0;

    (void)snprintf(path, sizeof(path), "%s/round/%s.results", b->dir, chunk);
    (void)snprintf(log, sizeof(log), "%s/round/%s.log", b->dir, chunk);
    FILE *in = fopen(path, "r");
    while (in != NULL && status == 0 && fgets(line, sizeof(line), in) != NULL) {
        struct said said = {.mutant = 0};
        char *word[6];
        if (night_words(line, word, 6) != 6 || !parse_name(word[4], &said) ||
            night_number(word[5], &said.cpu_ms) != 0) {
            continue;
        }
        said.passed = strcmp(word[0], "PASS") == 0;
        if (!said.passed) {
            find_why(log, word[4], said.why);
        }
        status = take_run(b, &said, out);
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return status;
}

/* Open the table to append to it. A last line without its newline is cut off, as its writer was
 * stopped: what is appended would continue it, and no row would be read any more. NULL: errno. */
static FILE *open_end(const char *path)
{
    FILE *out = fopen(path, "a+");
    long end = -1, whole = -1;

    if (out != NULL && fseek(out, 0, SEEK_END) == 0) {
        end = whole = ftell(out);
    }
    while (whole > 0 && fseek(out, whole - 1, SEEK_SET) == 0 && getc(out) != '\n') {
        whole--;
    }
    if (out != NULL && (end < 0 || (whole != end && ftruncate(fileno(out), whole) != 0) ||
                        fseek(out, 0, SEEK_END) != 0)) {
        (void)fclose(out);
        return NULL;
    }
    return out;
}

int qualify_take(struct qualify_book *b)
{
    char path[4096], folder[4096];
    int status = 0;

    (void)snprintf(folder, sizeof(folder), "%s/round", b->dir);
    (void)snprintf(path, sizeof(path), "%s/runs.tsv", b->dir);
    DIR *dir = opendir(folder);
    FILE *out = open_end(path);
    const struct dirent *entry;
    while (dir != NULL && out != NULL && status == 0 && (entry = readdir(dir)) != NULL) {
        char chunk[64];
        const size_t n = strlen(entry->d_name);
        if (n > 5 && n < sizeof(chunk) && strcmp(entry->d_name + n - 5, ".rows") == 0) {
            (void)snprintf(chunk, sizeof(chunk), "%.*s", (int)(n - 5), entry->d_name);
            status = take_chunk(b, chunk, out);
        }
    }
    if (dir != NULL) {
        (void)closedir(dir);
    }
    const int closed = night_file_close(out, path);
    return status == 0 ? closed : status;
}
