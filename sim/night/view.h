/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_VIEW_H
#define NIGHT_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "db.h"

/*
 * What a page shows of one night. The database is only read: results go into temporary tables of
 * the connection, and the sections of a page are queries over both.
 *
 *   calendar    (id, nth, whole, counted)
 *               the nights of the same list up to this one, in order; whether each played its
 *               fixed list and the kept failures (with FAILED=1 it did not), and whether it
 *               counted the code that it met (COV=1)
 *   tonight     (id, nth, whole, counted, before, counted_before)
 *               the night, the last whole night before it, and the last of those that counted the
 *               code. 0: there is none, or the night is not whole, so its missing bins show nothing
 *   twice       (config, stim, runs, names)
 *               stimuli of the night that came of several tests or seeds
 *   failure     (run, bucket, reason, until)
 *               runs of the night that count as failed, without repeats that did the same as
 *               their run; `reason` is NULL unless the run is in quarantine
 *   quarantine  rows of sim/quarantine.tsv (quarantine.h)
 *   standing    the buckets of the night (standing.h)
 *   plan        rows of the test plan, judged (testplan.h)
 *   soak        fresh seeds of all nights (soak.h)
 *   qualified   mutants of the RTL that nights up to this one have played (mutants.h)
 *   place       (build, tree, root): output directory, tree and database for the commands
 */

/* SQL, for a row `r` of `run` and `place`: the command that repeats the run. It uses a new
 * directory, so that the files of the night stay. */
#define NIGHT_REPEAT                                                                               \
    "CASE WHEN r.args GLOB '!*' THEN " NIGHT_REPEAT_COMMAND                                        \
    " WHEN r.dir = '' THEN r.command ELSE replace(replace(r.command,"                              \
    "  ' --dir ''' || r.dir || '''', ' --dir ' || r.dir), ' --dir ' || r.dir,"                     \
    " ' --dir ' || place.build || '/again/' || r.name) END"

/* SQL, for a row `!NAME` of the list: its command, with the variables of its environment. */
#define NIGHT_REPEAT_COMMAND                                                                       \
    "printf('cd %s && mkdir -p %s/again/%s && SEED=%s BUILD=%s SPE_DIR=%s/again/%s bash -c '"      \
    " || '''%s''', place.tree, place.build, r.name, r.seed, place.build, place.build, r.name,"     \
    " replace(substr(r.args, 2), '''', '''\\'''''))"

/** Where to find the files of the tree, or other files that a test uses instead. */
struct night_sources {
    const char *tree;       /* the directory that contains sim/ */
    const char *quarantine; /* NULL: sim/quarantine.tsv of the tree */
    const char *build;      /* the output directory in commands of the page; NULL: build */
    const char *root;       /* the database, or its folder; NULL: BUILD/nightly */
};

/**
 * Make the tables for the night `which`: its id, its uuid, or "last".
 * @return 0, or NIGHT_EXIT_USAGE or NIGHT_EXIT_ENVIRONMENT after one line on stderr.
 */
int night_view(struct night_db *db, const char *which, const struct night_sources *sources);

/** The verdict of the night in one line, and its mood. */
enum night_mood { NIGHT_CLEAN, NIGHT_KNOWN, NIGHT_NEW, NIGHT_BROKEN };
struct night_headline {
    char text[512];
    enum night_mood mood;
};

/** Whether the night of `tonight` has ended: its bins are summed only at the end. */
bool night_has_ended(struct night_db *db);

void night_headline(struct night_headline *headline, struct night_db *db);

#endif
