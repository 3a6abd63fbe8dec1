/* SPDX-License-Identifier: Apache-2.0 */
#include "until.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli.h"
#include "journal_state.h"
#include "spe/replay.h"
#include "spe/status.h"

/* spe replay --until CYCLE: collects the state from the journal up to a cycle. */

struct until {
    uint64_t cycle;
    bool past; /* a transaction of a later cycle was seen */
    bool any;
    uint64_t last_cycle; /* last transaction up to the cycle: its cycle */
    uint32_t last_seq;   /* and its number */
    struct spe_log_run run;
    struct journal_state state;
    struct journal_state behind; /* state taken over in the cycle, after `state` was compared */
};

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct until *u = user;

    (void)header;
    u->run = *run;
}

static bool on_txn(void *user, const struct spe_txn *txn)
{
    struct until *u = user;

    if (u->past) {
        return false;
    }
    u->past = txn->cycle > u->cycle;
    if (!u->past) {
        u->any = true;
        u->last_cycle = txn->cycle;
        u->last_seq = txn->seq;
    }
    return true;
}

/* Whether the entry is taken over from the SPU after a mismatch in this cycle: it is not what was
 * compared in the cycle. */
static bool is_behind(const struct until *u, const struct spe_journal_entry *e)
{
    return e->cycle == u->cycle &&
           (e->kind == SPE_JOURNAL_TAKEN ||
            journal_state_find(&u->behind, e->unit, e->number, e->field) != NULL);
}

static void on_entry(void *user, const struct spe_journal_entry *entry)
{
    struct until *u = user;

    if (entry->cycle <= u->cycle) {
        journal_state_take(is_behind(u, entry) ? &u->behind : &u->state, entry);
    }
}

static void print_value(const struct spe_journal_entry *e)
{
    if (e->unit == SPE_UNIT_DOUBT && e->number == 0) {
        printf("due in %" PRIu64 " .. %" PRIu64, e->old, e->now);
    } else if (e->unit == SPE_UNIT_REGISTER) {
        printf("0x%016" PRIx64, e->now);
    } else {
        printf(e->now < 65536 ? "%" PRIu64 : "0x%" PRIx64, e->now);
    }
    if (e->mask == 0) {
        printf(" (unknown)");
    } else if (e->mask != UINT64_MAX) {
        printf(" (bits 0x%" PRIx64 " unknown)", ~e->mask);
    }
}

static void print_item(const struct spe_journal_entry *e, const char *when)
{
    char name[40];

    if (e->unit == SPE_UNIT_REGISTER || e->unit == SPE_UNIT_OUTPUT || e->number == 0) {
        (void)snprintf(name, sizeof(name), "%s", spe_unit_name(e->unit));
    } else {
        (void)snprintf(name, sizeof(name), "%s %" PRIu32, spe_unit_name(e->unit), e->number);
    }
    printf("%-14s %-20s ", name, e->field);
    print_value(e);
    printf("  %s cycle %" PRIu64 ", seq %" PRIu32 ", %s\n", when, e->cycle, e->seq, e->rule);
}

static void print_unit(const struct until *u, const struct journal_state *state, int unit,
                       const char *when)
{
    for (size_t i = 0; i < state->n; i++) {
        const struct spe_journal_entry *e = &state->item[i].last;
        const bool past = e->unit == SPE_UNIT_DOUBT && e->number == 0 && e->now < u->cycle;
        if (e->unit == unit && !past) {
            print_item(e, when);
        }
    }
}

static void print_state(const struct until *u)
{
    printf("predicted at the end of cycle %" PRIu64 "; last transaction seq %" PRIu32
           " in cycle %" PRIu64 "%s\n",
           u->cycle, u->last_seq, u->last_cycle, u->past ? "" : ", the end of the log");
    for (int unit = 0; unit < SPE_UNITS; unit++) {
        print_unit(u, &u->state, unit, "since");
        print_unit(u, &u->behind, unit, "behind");
    }
}

int until_print(const char *path, uint64_t cycle, bool salvage)
{
    struct until u = {.cycle = cycle};
    const struct spe_journal_reader reader = {.path = path,
                                              .salvage = salvage,
                                              .on_header = on_header,
                                              .on_txn = on_txn,
                                              .on_entry = on_entry,
                                              .user = &u};

    int status = spe_replay_journal(&reader, "replay");
    if (status == 0 && (u.state.failed || u.behind.failed)) {
        status = spe_cli_fail(SPE_EXIT_ENVIRONMENT, "replay", "%s", spe_status_text(SPE_ENOMEM));
    } else if (status == 0 && !u.any) {
        status = spe_cli_fail(SPE_EXIT_USAGE, "replay", "%s: no transaction up to cycle %" PRIu64,
                              path, cycle);
    } else if (status == 0) {
        print_state(&u);
        status = spe_cli_part("replay", path, &u.run, spe_cli_finish("replay", 0));
    }
    journal_state_free(&u.state);
    journal_state_free(&u.behind);
    return status;
}
