/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PAGE_HTML_H
#define NIGHT_PAGE_HTML_H

#include <stdio.h>

#include "db.h"
#include "section.h"

/** The page of the night that night_view() has prepared: one file that needs no other. */
void night_page_html(FILE *out, struct night_db *db);

/* Its parts. */

/** The style sheet. */
void night_page_style(FILE *out);

/** The buckets, each as a card, by state. */
void night_page_failures(FILE *out, struct night_db *db);

/** Plots over the nights, and the numbers below them. */
void night_page_trend(FILE *out, struct night_db *db);

/** A section as a table. */
void night_page_section(FILE *out, struct night_db *db, const struct night_section *section);

#endif
