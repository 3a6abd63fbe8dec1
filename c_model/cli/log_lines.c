/* SPDX-License-Identifier: Apache-2.0 */
#include "log_lines.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "words_entry.h"

#define WIDTH 92 /* columns for the words: a line has 116 in all */

void log_lines_begin(struct log_lines *lines, bool decode, const struct spe_config *cfg)
{
    lines->decode = decode;
    words_begin(&lines->state, cfg);
}

void log_lines_remark(const char *format, ...)
{
    va_list ap;

    fputs("# ", stdout);
    va_start(ap, format);
    (void)vprintf(format, ap);
    va_end(ap);
    fputc('\n', stdout);
}

static void print_words(uint64_t cycle, uint32_t seq, const char *kind, const struct words *w)
{
    char line[sizeof(w->text)];
    size_t from = 0;

    while (words_line(w, &from, WIDTH, line, sizeof(line))) {
        printf("%8" PRIu64 " %7" PRIu32 " %-6s %s\n", cycle, seq, kind, line);
        kind = "+";
    }
}

static void print_txn(const struct log_lines *lines, const struct spe_txn *txn)
{
    const char *kind = spe_txn_name(txn->kind);
    struct words w;

    if (lines->decode) {
        words_say(&lines->state, txn, &w);
        print_words(txn->cycle, txn->seq, kind != NULL ? kind : "?", &w);
    } else {
        spe_log_print_txn(stdout, txn);
    }
}

static void print_entry(const struct log_lines *lines, const struct spe_journal_entry *e)
{
    struct words w;
    char line[sizeof(w.text)];
    size_t from = 0;

    if (!words_say_entry(e, &w)) {
        return;
    }
    if (lines->decode) {
        print_words(e->cycle, e->seq, "=", &w);
    } else if (words_line(&w, &from, sizeof(line), line, sizeof(line))) {
        log_lines_remark("%" PRIu64 " predicted: %s", e->cycle, line);
    }
}

static void print_finding(const struct spe_finding *f)
{
    const char *name = spe_check_name(f->check);

    const bool values = f->expected[0] != '\0' || f->actual[0] != '\0';

    log_lines_remark("finding %" PRIu64 ", cycle %" PRIu64 ", seq %" PRIu32 ": %s %s: %s%s%s%s%s%s",
                     f->number, f->cycle, f->seq, name != NULL ? name : "-", f->where, f->text,
                     values ? " (expected " : "", values ? f->expected : "",
                     values ? ", actual " : "", values ? f->actual : "", values ? ")" : "");
}

void log_lines_state(const struct log_lines *lines)
{
    const struct words_state *state = &lines->state;
    struct words w;
    char line[sizeof(w.text)];
    size_t from = 0;

    words_init(&w);
    if (state->has_current) {
        words_say_context(state->cfg, &state->context[state->current], NULL, &w);
    }
    while (words_line(&w, &from, WIDTH, line, sizeof(line))) {
        log_lines_remark("%s", line);
    }
}

void log_lines_print(const struct log_lines *lines, const struct log_item *item)
{
    if (item->txn != NULL) {
        print_txn(lines, item->txn);
    } else if (item->entry != NULL) {
        print_entry(lines, item->entry);
    } else {
        print_finding(item->finding);
    }
}

void log_lines_take(struct log_lines *lines, const struct log_item *item)
{
    if (item->txn != NULL) {
        words_take(&lines->state, item->txn);
    }
}
