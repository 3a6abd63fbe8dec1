/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain_again.h"
#include "explain_print.h"

/* The page of one finding: what, whom to suspect, why, and how to see it again. */

#define LEAST 12u /* lines of the finding, however long the command is */

void lines_add(struct lines *lines, const char *format, ...)
{
    va_list ap;

    if (lines->n == sizeof(lines->text) / sizeof(lines->text[0])) {
        return;
    }
    char *line = lines->text[lines->n++];
    va_start(ap, format);
    const int n = vsnprintf(line, EXPLAIN_WIDTH + 1, format, ap);
    va_end(ap);
    if (n > EXPLAIN_WIDTH) {
        memcpy(line + EXPLAIN_WIDTH - 3, "...", 3);
    }
}

/* A text of any length, cut between words into `most` lines; all but the first one, or
 * all, are indented. */
static void add_wrapped(struct lines *lines, const char *text, unsigned most, bool first)
{
    for (unsigned i = 0; i < most && *text != '\0'; i++) {
        const char *before = i == 0 && !first ? "" : "  ";
        const size_t width = EXPLAIN_WIDTH - strlen(before);
        size_t n = strlen(text);
        if (n > width) {
            n = width;
            while (i + 1 < most && n > width / 2 && text[n] != ' ') {
                n--;
            }
        }
        lines_add(lines, "%s%.*s", before, (int)n, text);
        text += n + (text[n] == ' ');
    }
}

static void add_head(struct lines *lines, const struct explanation *x)
{
    const struct spe_finding *f = explain_finding(x->e);

    lines_add(lines, "finding %zu of %zu: %s %s, cycle %" PRIu64 ", seq %" PRIu32 ", %s",
              x->e->target + 1, x->e->n_findings, spe_check_name(f->check), f->where, f->cycle,
              f->seq, f->section);
    add_wrapped(lines, f->text, 3, true);
    if (strlen(f->expected) + strlen(f->actual) > 0) {
        lines_add(lines, "  expected %s, actual %s", f->expected, f->actual);
    }
}

static void add_suspects(struct lines *lines, const struct explanation *x)
{
    char text[320];

    if (x->n_suspects == 0) {
        lines_add(lines,
                  "suspect: the monitors or the bench, which break the contract; not the SPU");
    }
    for (unsigned i = 0; i < x->n_suspects; i++) {
        const enum concern c = x->suspect[i].concern;
        (void)snprintf(text, sizeof(text), "suspect %u: %s (%s), %s: %s", i + 1, concern_name(c),
                       concern_rule(c), concern_title(c), x->suspect[i].why);
        add_wrapped(lines, text, 2, false);
    }
}

static void add_oracles(struct lines *lines, const struct explanation *x)
{
    const struct oracles *o = &x->oracles;
    const char *verdict = "";
    char text[320], before[48] = "";

    if (o->story_agrees && explain_finding(x->e)->check == SPE_CHECK_STORY_RECORD) {
        verdict = "; its bytes are not those predicted, too: the SPU is wrong";
    } else if (o->story_agrees) {
        verdict = "; the story of this record differs, too: the SPU is wrong";
    } else if (o->story_quiet && x->record.number != 0 && x->record.written == x->record.length) {
        verdict = "; the story of this record holds: look at the prediction, too";
    }
    if (o->before != 0) {
        (void)snprintf(before, sizeof(before), " and %u before of the same", o->before);
    }
    (void)snprintf(
        text, sizeof(text),
        "oracles: findings from here on%s, %u cycles: predicted %u, story %u, accounts %u,"
        " contract %u%s",
        before, EXPLAIN_AFTER, o->by[0], o->by[1], o->by[2], o->by[3], verdict);
    add_wrapped(lines, text, 2, false);
}

static void add_forks(struct lines *lines, const struct explanation *x)
{
    char text[80] = "";
    size_t used = 0;

    for (size_t i = 0; i < x->e->state.n; i++) {
        const struct spe_journal_entry *d = &x->e->state.item[i].last;
        if (d->unit == SPE_UNIT_DOUBT && d->number != 0 && used + 32 < sizeof(text)) {
            used += (size_t)snprintf(text + used, sizeof(text) - used, " %s since cycle %" PRIu64,
                                     d->field, d->cycle);
        }
    }
    if (used != 0) {
        lines_add(lines, "open forks:%s", text);
    }
}

/* A command on as many lines as it needs, to be pasted. */
static void print_command(FILE *out, const char *title, const char *command)
{
    while (*command != '\0') {
        size_t n = strlen(command);
        const size_t width = EXPLAIN_WIDTH - 2 - strlen(title);
        if (n > width) {
            n = width;
            while (n > 1 && command[n] != ' ') {
                n--;
            }
            n = n > 1 ? n : strcspn(command + 1, " ") + 1; /* a word longer than the line */
        }
        const bool last = command[n] == '\0';
        fprintf(out, "%s%.*s%s\n", title, (int)n, command, last ? "" : " \\");
        command += n + (last ? 0 : 1);
        title = "  ";
    }
}

/* @return "FORMAT" filled in, to be freed; NULL: no memory. */
static __attribute__((format(printf, 1, 2))) char *text_of(const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    const int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    char *text = malloc((size_t)n + 1);
    if (text != NULL) {
        va_start(ap, format);
        (void)vsnprintf(text, (size_t)n + 1, format, ap);
        va_end(ap);
    }
    return text;
}

/* The command that stands beside the log, to be freed. NULL: none. */
static char *command_beside(const char *log)
{
    const char *slash = strrchr(log, '/');
    char *path = text_of("%.*scommand", slash == NULL ? 0 : (int)(slash - log) + 1, log);
    FILE *in = path != NULL ? fopen(path, "r") : NULL;
    char *line = NULL;
    size_t room = 0;

    free(path);
    if (in == NULL) {
        return NULL;
    }
    const bool read = getline(&line, &room, in) > 0;
    (void)fclose(in);
    if (!read) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* The commands that show it again, that of the run if the log is still in its directory: what that
 * holds stays as it is. @return false: no memory. */
static bool print_repeat(FILE *out, const struct explanation *x)
{
    char *state =
        text_of("spe replay --until %" PRIu64 " %s", explain_finding(x->e)->cycle, x->e->path);
    char *replay = text_of("spe replay %s", x->e->path);
    char *run = command_beside(x->e->path);
    char *again = run != NULL ? explain_again(run) : NULL;
    const bool good = state != NULL && replay != NULL && (run == NULL || again != NULL);

    if (good) {
        print_command(out, "state: ", state);
        print_command(out, run != NULL ? "run: " : "replay: ", run != NULL ? again : replay);
    }
    free(state);
    free(replay);
    free(run);
    free(again);
    return good;
}

bool explain_txn_text(const struct spe_txn *txn, char *dst, size_t bytes)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    dst[0] = '\0';
    if (out == NULL) {
        return false;
    }
    spe_log_print_txn(out, txn);
    const bool good = fclose(out) == 0;
    if (good) {
        (void)snprintf(dst, bytes, "%.*s", (int)strcspn(text, "\n"), text);
    }
    free(text);
    return good;
}

/* Fields that are 0 say little on one line; the number stands before it. */
static void leave_out_zeros(char *text)
{
    char *to = text;

    for (char *from = text; *from != '\0';) {
        const size_t n = strcspn(from, " ");
        const bool last = from[n] == '\0';
        const bool zero = n >= 4 && strncmp(from + n - 4, "=0x0", 4) == 0;
        if (!zero && strncmp(from, "seq=", 4) != 0) {
            if (to != text) {
                *to++ = ' ';
            }
            memmove(to, from, n);
            to += n;
        }
        from += n + !last;
    }
    *to = '\0';
}

static bool add_txns(struct lines *lines, const struct explain *e, size_t n)
{
    char text[512];
    bool good = true;

    n = n < e->n_txns ? n : e->n_txns;
    if (n < 2) {
        return true;
    }
    lines_add(lines, "last %zu transactions, seq: cycle kind fields that are not 0:", n);
    for (size_t i = e->n_txns - n; i < e->n_txns; i++) {
        good &= explain_txn_text(&e->txn[i], text, sizeof(text));
        leave_out_zeros(text);
        lines_add(lines, "  %" PRIu32 ": %s", e->txn[i].seq, text);
    }
    return good;
}

static void add_sections(struct lines *lines, const struct explanation *x)
{
    add_head(lines, x);
    add_suspects(lines, x);
    add_oracles(lines, x);
    lines_record(lines, x);
    lines_run(lines, x);
    lines_bits(lines, x);
    lines_filter(lines, x);
    lines_counter(lines, x);
    lines_events(lines, x);
    lines_story(lines, x);
    add_forks(lines, x);
}

/* Lines that the sections have beside those of `tail`: a long command leaves them some. */
static unsigned room_beside(const char *tail)
{
    unsigned n = 0;

    for (; *tail != '\0'; tail++) {
        n += *tail == '\n';
    }
    return n + LEAST < EXPLAIN_LINES ? EXPLAIN_LINES - n : LEAST;
}

static bool print_page(struct lines *lines, const struct explanation *x, const char *tail,
                       bool more)
{
    const unsigned room = room_beside(tail);

    add_sections(lines, x);
    if (!more && lines->n > room) {
        lines->n = room - 1;
        lines_add(lines, "... --more prints all");
    }
    const size_t left = more ? EXPLAIN_TXNS : room - lines->n > 2 ? room - lines->n - 1 : 0;
    const bool good = add_txns(lines, x->e, left < 8 || more ? left : 8);
    for (unsigned i = 0; i < lines->n; i++) {
        puts(lines->text[i]);
    }
    fputs(tail, stdout);
    return good;
}

bool explain_print_text(const struct explanation *x, bool more)
{
    struct lines *lines = calloc(1, sizeof(*lines));
    char *tail = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&tail, &n);
    bool good = out != NULL && print_repeat(out, x);

    good &= out != NULL && fclose(out) == 0 && lines != NULL;
    good = good && print_page(lines, x, tail, more);
    free(lines);
    free(tail);
    return good;
}
