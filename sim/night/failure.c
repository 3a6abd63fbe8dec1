/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "failure.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "night.h"
#include "view.h"

/* Columns, in the order in which night_failure_next() reads them. */
static const char query[] =
    "SELECT s.bucket, s.runs, s.state, s.held, s.reason, s.until, b.\"check\", b.field, b.stage,"
    " s.configs, s.tests, first.date, first.commit_id, seen.date, r.name, r.origin, r.status,"
    " ifnull(f.text, r.why), f.expected, f.actual, f.place, f.section, ifnull(r.cycles, -1),"
    " ifnull(f.cycle, iif(r.why GLOB 'cycle [0-9]*', cast(substr(r.why, 7) AS INTEGER), -1)),"
    " r.dir, " NIGHT_REPEAT ", good.date, good.commit_id, s.same,"
    " s.since, s.seen, s.good, ifnull(f.spu, CASE WHEN r.why GLOB '* [[]spu[0-9]*]'"
    "  THEN cast(substr(r.why, instr(r.why, ' [spu') + 5) AS INTEGER) ELSE 0 END), place.build, "
    "ifnull(r.args, ''), ifnull(r.unpredictable, ''), ifnull(s.also, ''),"
    " first.dirty <> 0, good.dirty <> 0, (SELECT dirty <> 0 FROM night JOIN tonight USING (id))"
    " FROM place JOIN standing s JOIN bucket b ON b.id = s.bucket JOIN night first ON first.id = "
    "s.since"
    " LEFT JOIN night seen ON seen.id = s.seen LEFT JOIN run r ON r.id = s.smallest"
    " LEFT JOIN finding f ON f.run = r.id AND " NIGHT_FIRST_FINDING
    " LEFT JOIN night good ON good.id = s.good"
    " ORDER BY s.state = 'gone', s.held, s.state = 'environment', s.state = 'known', s.runs DESC, "
    "s.bucket";

sqlite3_stmt *night_failures(struct night_db *db)
{
    return night_db_query(db, query, "");
}

bool night_failure_next(struct night_failure *f, struct night_db *db, sqlite3_stmt *stmt)
{
    const char **const texts[] = {
        [2] = &f->state,         [4] = &f->reason,         [5] = &f->until,
        [6] = &f->check,         [7] = &f->field,          [8] = &f->stage,
        [9] = &f->configs,       [10] = &f->tests,         [11] = &f->since_date,
        [12] = &f->since_commit, [13] = &f->seen_date,     [14] = &f->run,
        [15] = &f->origin,       [16] = &f->status,        [17] = &f->text,
        [18] = &f->expected,     [19] = &f->actual,        [20] = &f->place,
        [21] = &f->section,      [24] = &f->dir,           [25] = &f->command,
        [26] = &f->good_date,    [27] = &f->good_commit,   [33] = &f->build,
        [34] = &f->args,         [35] = &f->unpredictable, [36] = &f->also};

    if (!night_db_row(db, stmt)) {
        return false;
    }
    for (int i = 0; i < (int)(sizeof(texts) / sizeof(texts[0])); i++) {
        if (texts[i] != NULL) {
            *texts[i] = night_db_text(stmt, i);
        }
    }
    f->bucket = sqlite3_column_int64(stmt, 0);
    f->runs = sqlite3_column_int64(stmt, 1);
    f->held = sqlite3_column_int(stmt, 3) != 0;
    f->cycles = sqlite3_column_int64(stmt, 22);
    f->cycle = sqlite3_column_int64(stmt, 23);
    f->same = sqlite3_column_int(stmt, 28) != 0;
    f->since = sqlite3_column_int64(stmt, 29);
    f->seen = sqlite3_column_int64(stmt, 30);
    f->good = sqlite3_column_int64(stmt, 31);
    f->spu = sqlite3_column_int(stmt, 32);
    f->since_dirty = sqlite3_column_int(stmt, 37) != 0;
    f->good_dirty = sqlite3_column_int(stmt, 38) != 0;
    f->dirty = sqlite3_column_int(stmt, 39) != 0;
    return true;
}

/* Length of "cd TREE && " at the start of the run's command: the page may be read from any
 * directory. */
static int tree_of(const struct night_failure *f)
{
    const char *end = strstr(f->command, " && ");

    return strncmp(f->command, "cd ", 3) == 0 && end != NULL ? (int)(end + 4 - f->command) : 0;
}

/* Whether this is a row `!NAME` of the list: such a command may play something else than our
 * simulation. */
static bool is_command(const struct night_failure *f)
{
    return f->args[0] == '!';
}

/* Whether the run was ended from outside: then its log may lack an end. */
static bool was_ended(const struct night_failure *f)
{
    static const char *const ended[] = {"crashed", "cpu", "memory", "stalled"};

    for (size_t i = 0; i < sizeof(ended) / sizeof(ended[0]); i++) {
        if (strcmp(f->status, ended[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Write `make TARGET` for the directory of the smallest run, in the tree that the run's command
 * names. */
static void make_command(char *command, size_t bytes, const struct night_failure *f,
                         const char *target)
{
    const bool usual = strcmp(f->build, "build") == 0;

    (void)snprintf(command, bytes, "%.*smake %s%s%s RUN=%s", tree_of(f), f->command, target,
                   usual ? "" : " O=", usual ? "" : f->build, f->dir);
}

/* Whether an assertion has ended the run: its log has no finding; played without assertions, the
 * run goes on. */
static bool was_asserted(const struct night_failure *f)
{
    return strcmp(f->check, "sva") == 0 && !is_command(f) && !was_ended(f);
}

/* The log of the SPU that has the first finding. */
static void name_log(char *log, size_t bytes, const struct night_failure *f)
{
    char spu[16] = "";

    if (f->spu != 0) {
        (void)snprintf(spu, sizeof(spu), "/spu%d", f->spu);
    }
    (void)snprintf(log, bytes, "%s%s/txnlog", f->dir, spu);
}

/* Write a call of `spe` on that log, with `words` before its name. */
static void spe_command(char *command, size_t bytes, const struct night_failure *f,
                        const char *name, const char *words)
{
    char log[4096];

    name_log(log, sizeof(log), f);
    (void)snprintf(command, bytes, "%.*s%s/bin/spe %s%s%s %s", tree_of(f), f->command, f->build,
                   name, was_ended(f) ? " --salvage" : "", words, log);
}

/* Whether there can be a log: a run's own directory suffices; for a command of the list the file
 * must exist. */
static bool may_have_log(const struct night_failure *f)
{
    char log[4096];

    name_log(log, sizeof(log), f);
    return f->dir[0] != '\0' && (!is_command(f) || access(log, R_OK) == 0);
}

static void open_command(char *command, size_t bytes, const struct night_failure *f)
{
    command[0] = '\0';
    if (f->dir[0] != '\0' && was_asserted(f)) {
        make_command(command, bytes, f, "debug");
    } else if (may_have_log(f)) {
        spe_command(command, bytes, f, "replay", " --primary");
    }
}

/* Whether it failed tonight, and not only by the environment. */
static bool has_failed(const struct night_failure *f)
{
    return strcmp(f->state, "gone") != 0 && strcmp(f->state, NIGHT_BROKEN_RUN) != 0;
}

static void explain_command(char *command, size_t bytes, const struct night_failure *f)
{
    command[0] = '\0';
    if (has_failed(f) && may_have_log(f) && f->section[0] != '\0' && !was_asserted(f)) {
        spe_command(command, bytes, f, "explain", "");
    }
}

static void play_command(char *command, size_t bytes, const struct night_failure *f,
                         const char *target)
{
    const bool opens = was_asserted(f) && strcmp(target, "debug") == 0; /* `open` does that */

    command[0] = '\0';
    if (has_failed(f) && f->dir[0] != '\0' && !is_command(f) && !opens) {
        make_command(command, bytes, f, target);
    }
}

static bool can_bisect(const struct night_failure *f)
{
    return strcmp(f->state, "gone") != 0 && f->dir[0] != '\0' && !is_command(f);
}

const char *night_failure_no_bisect(const struct night_failure *f)
{
    return can_bisect(f) && f->dirty
               ? "the tree of this night had changed files, or got some while it "
                 "went on, which no commit holds: commit them, play the run again "
                 "and bisect that"
               : "";
}

static void bisect_command(char *command, size_t bytes, const struct night_failure *f)
{
    command[0] = '\0';
    if (can_bisect(f) && !f->dirty) {
        make_command(command, bytes, f, "bisect");
    }
}

void night_failure_commands(struct night_commands *c, const struct night_failure *f)
{
    open_command(c->open, sizeof(c->open), f);
    explain_command(c->explain, sizeof(c->explain), f);
    play_command(c->debug, sizeof(c->debug), f, "debug");
    play_command(c->shrink, sizeof(c->shrink), f, "shrink");
    bisect_command(c->bisect, sizeof(c->bisect), f);
}
