/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "config_members.h"
#include "log_links.h"
#include "log_request.h"
#include "log_sql.h"
#include "reg_fields.h"
#include "spe/status.h"
#include "words.h"

#define NAME "log"

/* Prints a log as SQL, for sqlite3. */

struct import {
    const struct log_request *r;
    struct log_links links;
    struct log_story *story;
    struct words_state state;
    struct spe_log_header header;
    struct spe_config cfg; /* the configuration in the log's header */
    struct spe_log_run run;
    uint64_t at; /* place of the last transaction in the log */
};

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct import *m = user;

    m->cfg = *header->cfg;
    m->header = *header;
    m->header.cfg = &m->cfg;
    m->run = *run;
    words_begin(&m->state, m->header.cfg);
    struct sql_row row = log_sql_begin("log");
    log_sql_text(&row, header->name);
    log_sql_text(&row, header->cfg->name);
    log_sql_number(&row, header->taps);
    log_sql_text(&row, run->present ? run->test : NULL);
    log_sql_when(&row, run->present ? run->seed : SQL_NEVER);
    log_sql_end();
}

static void print_fields(uint64_t n, enum spe_reg reg, uint64_t value)
{
    const struct reg_field *field;
    char meaning[96];

    for (unsigned i = 0; (field = reg_field(reg, i)) != NULL; i++) {
        struct sql_row row = log_sql_begin("field");
        const uint64_t part = reg_field_value(field, value);
        log_sql_number(&row, n);
        log_sql_text(&row, field->name);
        if (field->address) {
            log_sql_address(&row, part);
        } else {
            log_sql_number(&row, part);
        }
        reg_field_meaning(field, value, meaning, sizeof(meaning));
        log_sql_text(&row, meaning[0] != '\0' ? meaning : NULL);
        log_sql_end();
    }
}

static void print_access(const struct import *m, uint64_t n, const struct spe_txn *txn)
{
    static const char *const outcomes[] = {"OK",       "UNDEFINED", "TRAP_EL1",
                                           "TRAP_EL2", "TRAP_EL3",  "MEMORY"};
    const struct spe_txn_sysreg *t = &txn->u.sysreg;
    const enum spe_reg reg = words_register(&m->state, t);
    struct sql_row row = log_sql_begin("access");

    log_sql_number(&row, n);
    log_sql_number(&row, txn->cycle);
    log_sql_number(&row, t->pos);
    log_sql_text(&row, spe_log_register_name(t->enc));
    log_sql_text(&row, t->write ? "write" : "read");
    log_sql_text(&row, t->outcome <= SPE_ACCESS_MEMORY ? outcomes[t->outcome] : NULL);
    log_sql_address(&row, t->data);
    log_sql_end();
    if (t->outcome == SPE_ACCESS_OK && reg != SPE_REGS) {
        print_fields(n, reg, t->data);
    }
}

static void print_txn(struct import *m, uint64_t n, const struct spe_txn *txn)
{
    struct words w;
    char line[sizeof(w.text)];
    size_t from = 0;

    words_say(&m->state, txn, &w);
    (void)words_line(&w, &from, sizeof(line), line, sizeof(line));
    struct sql_row row = log_sql_begin("txn");
    log_sql_number(&row, n);
    log_sql_number(&row, txn->cycle);
    log_sql_number(&row, txn->seq);
    log_sql_text(&row, spe_txn_name(txn->kind));
    log_sql_text(&row, line);
    log_sql_end();
    if (txn->kind == SPE_TXN_SYSREG) {
        print_access(m, n, txn);
    }
    words_take(&m->state, txn);
}

static void print_finding(const struct import *m, const struct spe_finding *f)
{
    const char *record = strncmp(f->where, "record ", 7) == 0 ? f->where + 7 : NULL;
    struct sql_row row = log_sql_begin("finding");

    log_sql_number(&row, f->number);
    log_sql_number(&row, m->at);
    log_sql_number(&row, f->cycle);
    log_sql_text(&row, spe_check_name(f->check));
    log_sql_text(&row, f->where);
    log_sql_text(&row, f->text);
    log_sql_text(&row, f->expected);
    log_sql_text(&row, f->actual);
    log_sql_text(&row, f->section);
    log_sql_when(&row, record != NULL ? strtoul(record, NULL, 10) : SQL_NEVER);
    log_sql_end();
}

static bool on_item(void *user, const struct log_item *item)
{
    struct import *m = user;

    if (item->txn != NULL) {
        m->at = item->index;
        print_txn(m, item->index, item->txn);
    } else if (item->entry != NULL) {
        log_story_take(m->story, item->entry);
    } else {
        print_finding(m, item->finding);
    }
    return !ferror(stdout);
}

static int import(struct import *m)
{
    const struct log_items items = {.path = m->r->path,
                                    .salvage = m->r->salvage,
                                    .on_header = on_header,
                                    .on_item = on_item,
                                    .user = m};

    puts("BEGIN;");
    fputs(log_sql_schema(), stdout);
    int status = log_items_read(&items);
    if (status != 0) {
        return status;
    }
    log_story_print(m->story, m->header.cfg);
    for (size_t i = 0; i < m->links.n_links; i++) {
        struct sql_row row = log_sql_begin("link");
        log_sql_number(&row, m->links.link[i].op);
        log_sql_number(&row, m->links.link[i].txn);
        log_sql_end();
    }
    puts("CREATE INDEX link_n ON link (n);\nCREATE INDEX link_operation ON link (operation);\n"
         "COMMIT;");
    return spe_cli_finish(NAME, SPE_EXIT_GOOD);
}

int log_sql(const struct log_request *r)
{
    struct import *m = calloc(1, sizeof(*m));

    if (m == NULL) {
        return spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s", spe_status_text(SPE_ENOMEM));
    }
    m->r = r;
    int status = log_links_read(&m->links, r->path, r->salvage);
    if (status == 0) {
        m->story = log_story_new(m->links.n_ops, m->links.n_records);
        status = m->story != NULL
                     ? import(m)
                     : spe_cli_fail(SPE_EXIT_ENVIRONMENT, NAME, "%s", spe_status_text(SPE_ENOMEM));
    }
    status = spe_cli_part(NAME, r->path, &m->run, status);
    log_story_free(m->story);
    log_links_free(&m->links);
    free(m);
    return status;
}
