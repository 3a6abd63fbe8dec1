/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_SECTION_H
#define NIGHT_SECTION_H

#include <stdbool.h>

#include "db.h"

/* How a cell is shown. In JSON a cell has the type of its value. */
enum night_cell {
    NIGHT_TEXT,
    NIGHT_CODE,    /* a name of the project, in a monospaced font */
    NIGHT_NUMBER,  /* with thousands separated */
    NIGHT_TIME,    /* milliseconds */
    NIGHT_STATE,   /* passed, failed ...: in colour */
    NIGHT_COMMAND, /* a shell command to be copied, folded */
    NIGHT_NAMES    /* a list of names, folded */
};

struct night_column {
    const char *title;
    enum night_cell cell;
};

/**
 * A table of the page: a query over the tables of view.h. Its columns are those of `columns`, in
 * that order (a NULL title ends them). The column names in the query are the keys in JSON.
 */
struct night_section {
    const char *key;   /* key in JSON, anchor in HTML */
    const char *group; /* heading of the group that begins here; NULL: the group goes on */
    const char *title; /* title of the table */
    const char *none;  /* text for an empty table; NULL: an empty table is not shown */
    const char *sql;
    int most;  /* rows in HTML; further ones are only counted there: see night.json */
    bool fold; /* HTML shows only the title until it is opened */
    struct night_column columns[11];
};

/** The sections after the failures, in the order of the page; NULL ends them. */
extern const struct night_section *const night_sections[];

/** Number of claims in night_section_integrity that do not hold. */
int64_t night_claims_failed(struct night_db *db);

/* The sections by subject, each in a section_*.c. */
extern const struct night_section night_section_bin_sums, night_section_bins_open,
    night_section_bins_lost, night_section_bins_won, night_section_bins_chance,
    night_section_played_less;
extern const struct night_section night_section_code_sums, night_section_code_lost,
    night_section_code_waivers;
extern const struct night_section night_section_checks_never, night_section_checks,
    night_section_forks, night_section_unpredictable;
extern const struct night_section night_section_plan, night_section_testpoints, night_section_rules;
extern const struct night_section night_section_integrity, night_section_twice,
    night_section_samples, night_section_few_records;
extern const struct night_section night_section_throughput, night_section_slowest,
    night_section_origins, night_section_models, night_section_failed;
extern const struct night_section night_section_quarantine;
extern const struct night_section night_section_soak;
extern const struct night_section night_section_survivors, night_section_survivors_known,
    night_section_mutants, night_section_slice;
extern const struct night_section night_section_kept, night_section_dropped,
    night_section_not_played;

#endif
