/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_PAGE_HTML_H
#define NIGHT_PAGE_HTML_H

#include <stdio.h>

#include "db.h"
#include "section.h"

/** Write the page of the night that night_view() has prepared: one file that needs no other. */
void night_page_html(FILE *out, struct night_db *db);

/* Parts of the page. */

/** Write the style sheet. */
void night_page_style(FILE *out);

/** Write the buckets, each as a card, ordered by state. */
void night_page_failures(FILE *out, struct night_db *db);

/** Write plots over the nights, and the numbers below the plots. */
void night_page_trend(FILE *out, struct night_db *db);

/** Write a section as a table. */
void night_page_section(FILE *out, struct night_db *db, const struct night_section *section);

#endif
