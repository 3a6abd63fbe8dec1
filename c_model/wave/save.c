/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "save.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "names.h"
#include "save_groups.h"
#include "write.h"

/* Flags of a trace of GTKWave (analyzer.h), in hexadecimal in the file. */
#define FLAG_HEX        0x22u /* text aligned to the right */
#define FLAG_DEC        0x24u
#define FLAG_BIN        0x28u
#define FLAG_TRANSLATED 0x2000u
#define FLAG_BEGIN      0x800200u
#define FLAG_END        0x1000200u
#define FLAG_CLOSED     0x400000u

enum color { COLOR_DIFFER = 1, COLOR_ACTUAL = 2, COLOR_PLAIN = 3, COLOR_EXPECTED = 4 };

#define WIDE    1500 /* pixels of the window */
#define HIGH    950
#define SIGNALS 330   /* pixels of the column of names */
#define FRAME   200.0 /* pixels in which a zoom of z shows 2^-z units of time */
#define NAME    90.0  /* pixels of the name of a mark */
#define LOOK    200u  /* most cycles that are shown before the finding */

struct save {
    const struct view *view;
    FILE *out;
    const char *base;
    const char *stem; /* of base, without its folder */
    bool done[ROWS];
    bool done_show[PROBE_SHOWS];
    struct save_files *files;
};

/* Names of files are relative to the folder of the save file, which the file itself calls /view. */
#define PLACE "/view/"

static unsigned flags_of(enum row_format format)
{
    switch (format) {
    case ROW_DEC:
        return FLAG_DEC;
    case ROW_BIN:
        return FLAG_BIN;
    case ROW_HEX:
    case ROW_TEXT:
        return FLAG_HEX;
    default:
        return FLAG_HEX | FLAG_TRANSLATED;
    }
}

/* Open a translate file. It has one line per value: the value as GTKWave shows it, and its name. */
static FILE *open_names(struct save *s, const char *what, char *path, size_t bytes)
{
    (void)snprintf(path, bytes, "%s-%s.txt", s->base, what);
    return save_files_open(s->files, path);
}

/* Close a translate file, and name it in the save file. */
static void close_names(struct save *s, const char *what, const char *path, FILE *out)
{
    save_files_close(s->files, path, out);
    fprintf(s->out, "^1 " PLACE "%s-%s.txt\n", s->stem, what);
}

static void put_names(struct save *s, const char *what, const char *const *name, size_t n,
                      unsigned bits)
{
    char path[4200];
    FILE *out = open_names(s, what, path, sizeof(path));

    if (out == NULL) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "%0*zX %s\n", (int)(bits + 3) / 4, i, name[i]);
    }
    close_names(s, what, path, out);
}

static void put_headers(struct save *s)
{
    char path[4200];
    FILE *out = open_names(s, "header", path, sizeof(path));

    if (out == NULL) {
        return;
    }
    for (unsigned header = 1; header < 0x4000; header++) {
        const char *name = names_header(header);
        if (name != NULL) {
            fprintf(out, "%04X %s\n", header, name);
        }
    }
    close_names(s, "header", path, out);
}

static void put_translation(struct save *s, const struct row_info *info)
{
    static const char *const what[] = {[ROW_SAMPLE] = "sample",
                                       [ROW_LIFE_STEP] = "life",
                                       [ROW_RECORD_STEP] = "record",
                                       [ROW_REGIME_NAME] = "regime"};
    size_t n;
    const char *const *name = names_of(info->format, &n);

    if (info->format == ROW_HEADER) {
        put_headers(s);
    } else if (name != NULL) {
        put_names(s, what[info->format], name, n, info->bits);
    }
}

static enum color color_of(const struct row_info *info, unsigned row)
{
    const char *end = strrchr(info->name, '_');

    if (row == ROW_DIFFER || row == ROW_DIVERGENCE || row == ROW_FINDING ||
        row == ROW_BYTES_DIFFER) {
        return COLOR_DIFFER;
    }
    if (row >= ROW_PROBE_0 || (end != NULL && strcmp(end, "_actual") == 0)) {
        return COLOR_ACTUAL;
    }
    return strcmp(info->group, "transactions") == 0 ? COLOR_PLAIN : COLOR_EXPECTED;
}

/* Print the alias of a row: its name with blanks for `_`, and "predicted" or "SPU" if the view has
 * both rows of a field. */
static void put_alias(const struct save *s, const struct row_info *info, unsigned row)
{
    const struct probes *p = &s->view->probes;
    bool above = row >= ROW_PROBE_0;

    for (unsigned i = 0; i < p->n_probes; i++) {
        above |= p->probe[i].row == row;
    }
    fprintf(s->out, "+{");
    for (const char *c = info->name; *c != '\0'; c++) {
        (void)fputc(*c == '_' && strcmp(info->group, "registers") != 0 ? ' ' : *c, s->out);
    }
    fprintf(s->out, "%s} ", !above ? "" : row >= ROW_PROBE_0 ? " SPU" : " predicted");
}

static void put_row(struct save *s, unsigned row)
{
    const struct row_info *info = &s->view->rows.info[row];
    char name[256];

    if (!info->used || s->done[row]) {
        return;
    }
    s->done[row] = true;
    fprintf(s->out, "@%x\n[color] %d\n", flags_of(info->format), color_of(info, row));
    put_translation(s, info);
    write_row_name(&s->view->rows, row, name, sizeof(name));
    put_alias(s, info, row);
    fprintf(s->out, "%s\n", name);
    for (unsigned i = 0; i < s->view->probes.n_probes; i++) {
        if (s->view->probes.probe[i].row == row) {
            put_row(s, ROW_PROBE_0 + i);
        }
    }
}

static void put_show(struct save *s, unsigned i)
{
    const struct show *show = &s->view->probes.show[i];
    const unsigned bits = show->net.high - show->net.low + 1;
    const bool named = show->line->n_names != 0;
    char name[512], what[32];

    if (s->done_show[i]) {
        return;
    }
    s->done_show[i] = true;
    fprintf(s->out, "@%x\n[color] %d\n", FLAG_HEX | (named ? FLAG_TRANSLATED : 0u), COLOR_ACTUAL);
    if (named) {
        (void)snprintf(what, sizeof(what), "spu%u", i);
        put_names(s, what, (const char *const *)show->line->names, show->line->n_names, bits);
    }
    write_show_name(show, name, sizeof(name));
    fprintf(s->out, "%s\n", name);
}

__attribute__((format(printf, 3, 4))) static void begin_group(struct save *s, bool closed,
                                                              const char *format, ...)
{
    va_list ap;

    fprintf(s->out, "@%x\n-", FLAG_BEGIN | (closed ? FLAG_CLOSED : 0u));
    va_start(ap, format);
    (void)vfprintf(s->out, format, ap);
    va_end(ap);
    (void)fputc('\n', s->out);
}

static void end_group(struct save *s, bool closed, const char *name)
{
    fprintf(s->out, "@%x\n-%s\n", FLAG_END | (closed ? FLAG_CLOSED : 0u), name);
}

/* Whether `what` names this row: "group.name", or "group." for all rows of a group. */
static bool is_named(const struct row_info *info, const char *what)
{
    const char *dot = strchr(what, '.');
    const size_t n = (size_t)(dot - what);

    return strlen(info->group) == n && strncmp(info->group, what, n) == 0 &&
           (dot[1] == '\0' || strcmp(info->name, dot + 1) == 0);
}

/* Add the rows of a list that ends with NULL, if they have a value and are not there yet. */
static void put_named_rows(struct save *s, const char *const *what)
{
    for (; *what != NULL; what++) {
        for (unsigned row = 0; row < ROW_PROBE_0; row++) {
            const struct row_info *info = &s->view->rows.info[row];
            if (info->used && is_named(info, *what)) {
                put_row(s, row);
            }
        }
    }
}

static void put_group(struct save *s, const char *title, const char *const *what, bool closed)
{
    begin_group(s, closed, "%s", title);
    put_named_rows(s, what);
    end_group(s, closed, title);
}

/* A signal of a tag is shown if the operation has this tag, or if its tag is not known. */
static bool is_of(const struct about *a, const struct map_line *line)
{
    return line->tag < 0 || a->tag < 0 || line->tag == a->tag;
}

/* Add the rows and signals of suspect `i`. */
static void put_suspect(struct save *s, unsigned i)
{
    const struct about *a = &s->view->about;
    const enum concern concern = a->suspect[i].concern;
    const char *const *row = save_rows_of(concern);

    begin_group(s, false, "suspect %u: %s", i + 1, concern_name(concern));
    if (i == 0 && a->reg != SPE_REGS) {
        put_row(s, ROW_REGISTERS + a->reg);
    }
    put_named_rows(s, row);
    for (unsigned k = 0; k < s->view->probes.n_shows; k++) {
        const struct map_line *line = s->view->probes.show[k].line;
        if (strcmp(line->what, concern_name(concern)) == 0 && is_of(a, line)) {
            put_show(s, k);
        }
    }
    end_group(s, false, concern_name(concern));
}

static void put_rest(struct save *s)
{
    static const char *const group[] = {
        "finding.", "transactions.", "compared.", "registers.", "samples.", "interval.", "enable.",
        "filter.",  "queue.",        "record.",   "buffer.",    "outputs.", "doubt."};
    char title[24];

    for (unsigned i = 0; i < sizeof(group) / sizeof(group[0]); i++) {
        (void)snprintf(title, sizeof(title), "%.*s%s", (int)strlen(group[i]) - 1, group[i],
                       i < 3 ? ", more" : "");
        const char *const row[] = {group[i], NULL};
        put_group(s, title, row, s->view->about.any || i < 3);
    }
    if (s->view->probes.n_shows != 0) {
        begin_group(s, true, "spu");
        for (unsigned k = 0; k < s->view->probes.n_shows; k++) {
            put_show(s, k);
        }
        end_group(s, true, "spu");
    }
}

/* Names of marks that would overlap are not all printed. The finding keeps its name, then the later
 * mark does; another mark has only its letter. */
static void put_mark_names(const struct save *s, double cycles)
{
    const struct about *a = &s->view->about;
    static const enum mark order[MARKS] = {MARK_FINDING,   MARK_DIVERGENCE, MARK_COMPLETION,
                                           MARK_SELECTION, MARK_LOSS,       MARK_BURST,
                                           MARK_BARRIER};
    bool named[MARKS];

    for (int k = 0; k < MARKS; k++) {
        const enum mark mark = order[k];
        named[mark] = a->marked[mark];
        for (int i = 0; i < k; i++) {
            const double apart = fabs((double)a->mark[order[i]] - (double)a->mark[mark]);
            named[mark] &= !named[order[i]] || apart * (WIDE - SIGNALS - 60) / cycles > NAME;
        }
        if (named[mark]) {
            fprintf(s->out, "[markername] %c%s\n", 'A' + (int)mark, about_mark(mark));
        }
    }
}

/* The part that is seen first: from the first mark to after the finding, but not too much. */
static void put_place(const struct save *s)
{
    const struct about *a = &s->view->about;
    const uint64_t last = s->view->units.last_cycle;
    uint64_t from = s->view->rows.from, to = from + LOOK < last ? from + LOOK : last;

    if (a->any) {
        const uint64_t finding = a->mark[MARK_FINDING];
        from = a->from + LOOK < finding ? finding - LOOK : a->from;
        from = from < s->view->rows.from ? s->view->rows.from : from;
        to = a->to;
    }
    const double cycles = to > from ? (double)(to - from) : 1.0;
    fprintf(s->out,
            "[timestart] %" PRIu64 "\n[size] %d %d\n[sst_width] 0\n[signals_width] %d\n"
            "[sst_expanded] 0\n",
            from, WIDE, HIGH, SIGNALS);
    fprintf(s->out, "*%f", -log2(cycles * FRAME / (WIDE - SIGNALS - 60)));
    fprintf(s->out, " %" PRId64, a->any ? (int64_t)a->mark[MARK_FINDING] : -1);
    for (int i = 0; i < MARKS; i++) {
        fprintf(s->out, " %" PRId64, a->marked[i] ? (int64_t)a->mark[i] : -1);
    }
    (void)fputc('\n', s->out);
    put_mark_names(s, cycles);
}

static void put_all(struct save *s)
{
    const struct about *a = &s->view->about;

    put_place(s);
    put_group(s, "finding", save_first_rows(), false);
    put_group(s, "transactions", save_transactions(), false);
    put_group(s, "expected over actual", save_compared(a->any ? a->name : ""), false);
    for (unsigned i = 0; i < a->n_suspects && i < 2; i++) {
        put_suspect(s, i);
    }
    put_rest(s);
}

bool save_write(const struct view *view, const char *base, const char *fst,
                struct save_files *files)
{
    const char *slash = strrchr(base, '/');
    const char *name = strrchr(fst, '/');
    struct save s = {
        .view = view, .base = base, .stem = slash != NULL ? slash + 1 : base, .files = files};
    char path[4200];

    (void)snprintf(path, sizeof(path), "%s.gtkw", base);
    s.out = save_files_open(files, path);
    if (s.out == NULL) {
        return false;
    }
    fprintf(
        s.out, "[*] spe wave: %s\n[dumpfile] \"" PLACE "%s\"\n[savefile] \"" PLACE "%s.gtkw\"\n",
        view->about.any ? view->about.name : "no finding", name != NULL ? name + 1 : fst, s.stem);
    put_all(&s);
    save_files_close(files, path, s.out);
    return files->why == 0;
}
