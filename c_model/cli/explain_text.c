/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain_again.h"
#include "explain_print.h"
#include "explain_repeat.h"

/* The text page of one finding: what happened, whom to suspect, why, and how to see it again. */

#define LEAST 12u /* lines of the sections, however long the command is */

static void add_head(struct lines *lines, const struct explanation *x)
{
    const struct spe_finding *f = explain_finding(x->e);

    lines_add(lines, "finding %zu of %zu: %s %s, cycle %" PRIu64 ", seq %" PRIu32 ", %s",
              x->e->target + 1, x->e->n_findings, spe_check_name(f->check), f->where, f->cycle,
              f->seq, f->section);
    lines_add(lines, "  %s", f->text);
    if (strlen(f->expected) + strlen(f->actual) > 0) {
        lines_add(lines, "  expected %s, actual %s", f->expected, f->actual);
    }
}

const char *suspect_none(const struct explanation *x)
{
    return explain_finding(x->e)->check == SPE_CHECK_CONTRACT
               ? "suspect: the monitors or the bench, which break the contract; not the SPU"
               : "no suspect known";
}

static void add_suspects(struct lines *lines, const struct explanation *x)
{
    if (x->n_suspects == 0) {
        lines_add(lines, "%s", suspect_none(x));
    }
    for (unsigned i = 0; i < x->n_suspects; i++) {
        const enum concern c = x->suspect[i].concern;
        lines_add(lines, "suspect %u: %s (%s), %s: %s", i + 1, concern_name(c), concern_rule(c),
                  concern_title(c), x->suspect[i].why);
    }
}

const char *oracles_conclusion(const struct explanation *x)
{
    const struct oracles *o = &x->oracles;

    /* The two oracles share no code, but both take the operation, its latencies and its contexts
     * from the same taps. */
    if (o->story_agrees && explain_finding(x->e)->check == SPE_CHECK_STORY_RECORD) {
        return "its bytes are not those predicted, too: suspect the SPU, or a tap that both oracles"
               " read";
    }
    if (o->story_agrees) {
        return "the story of this record differs, too: suspect the SPU, or a tap that both oracles"
               " read";
    }
    if (o->story_quiet && x->record.number != 0 && x->record.written == x->record.length) {
        return "the story of this record holds: look at the prediction, too";
    }
    return "";
}

void oracles_text(const struct explanation *x, char *dst, size_t bytes)
{
    const struct oracles *o = &x->oracles;
    const char *conclusion = oracles_conclusion(x);
    char before[48] = "";

    if (o->before != 0) {
        (void)snprintf(before, sizeof(before), ", and %u of the same before", o->before);
    }
    (void)snprintf(dst, bytes,
                   "findings in the %u cycles from here on%s: predicted %u, story %u, accounts %u,"
                   " contract %u%s%s",
                   EXPLAIN_AFTER, before, o->by[0], o->by[1], o->by[2], o->by[3],
                   conclusion[0] != '\0' ? "; " : "", conclusion);
}

static void add_oracles(struct lines *lines, const struct explanation *x)
{
    char text[ORACLES_TEXT];

    oracles_text(x, text, sizeof(text));
    lines_add(lines, "oracles: %s", text);
}

void lines_forks(struct lines *lines, const struct explanation *x)
{
    bool first = true;

    for (size_t i = 0; i < x->e->state.n; i++) {
        const struct spe_journal_entry *d = &x->e->state.item[i].last;
        if (d->unit == SPE_UNIT_DOUBT && d->number != 0) {
            lines_add(lines, "%s%s since cycle %" PRIu64, first ? "open forks: " : "  ", d->field,
                      d->cycle);
            first = false;
        }
    }
}

/* Print a command on as many lines as it needs, ready to be pasted. */
static void print_command(FILE *out, const char *title, const char *command)
{
    while (*command != '\0') {
        const size_t width = EXPLAIN_WIDTH - 2 - strlen(title);
        size_t n = explain_word(command);
        for (size_t more; command[n] == ' '; n += more) {
            more = 1 + explain_word(command + n + 1);
            if (n + more > width) {
                break;
            }
        }
        const bool last = command[n] == '\0';
        fprintf(out, "%s%.*s%s\n", title, (int)n, command, last ? "" : " \\");
        command += n + (last ? 0 : 1);
        title = "  ";
    }
}

/* @return false: no memory. */
static bool print_repeat(FILE *out, const struct explanation *x)
{
    struct repeat repeat;
    const bool good = repeat_read(x->e, &repeat);

    if (good) {
        print_command(out, "state: ", repeat.state);
        print_command(out, repeat.runs ? "run: " : "replay: ", repeat.again);
    }
    repeat_free(&repeat);
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

/* Remove fields that are 0, and `seq`, which is printed before the line. */
static void leave_out_zeros(char *text)
{
    char *to = text;

    for (char *from = text; *from != '\0';) {
        const size_t n = strcspn(from, " ");
        const bool last = from[n] == '\0';
        const bool zero = (n >= 4 && strncmp(from + n - 4, "=0x0", 4) == 0) ||
                          (n >= 2 && strncmp(from + n - 2, "=0", 2) == 0);
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

bool lines_txns(struct lines *lines, const struct explain *e, size_t n)
{
    char text[TXN_TEXT];
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
    lines_translations(lines, x);
    lines_record(lines, x);
    lines_run(lines, x);
    lines_earlier(lines, x);
    lines_bits(lines, x);
    lines_filter(lines, x);
    lines_counter(lines, x);
    lines_events(lines, x);
    lines_story(lines, x);
    lines_forks(lines, x);
}

/* Lines left for the sections beside `tail`: at least LEAST, even if the command is long. */
static unsigned room_beside(const char *tail)
{
    unsigned n = 0;

    for (; *tail != '\0'; tail++) {
        n += *tail == '\n';
    }
    return n + LEAST < EXPLAIN_LINES ? EXPLAIN_LINES - n : LEAST;
}

/* Add as many of the last transactions as there is room for, at most eight. */
static bool add_last_transactions(struct lines *lines, const struct explain *e, unsigned room)
{
    const unsigned before = lines->n;

    for (size_t n = 8; n >= 2; n--) {
        const bool good = lines_txns(lines, e, n);
        if (!good || lines->n <= room) {
            return good;
        }
        lines->n = before;
    }
    return true;
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
    const bool good =
        more ? lines_txns(lines, x->e, EXPLAIN_TXNS) : add_last_transactions(lines, x->e, room);
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
