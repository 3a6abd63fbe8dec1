/* SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "explain.h"
#include "explain_bits.h"
#include "room.h"
#include "spe/replay.h"
#include "spe/status.h"

#define FINDINGS_MAX 1000u
#define ENTRIES_MAX  131072u /* when this is exceeded, only the newer half is kept */

static void on_header(void *user, const struct spe_log_header *header,
                      const struct spe_log_run *run)
{
    struct explain *e = user;

    e->cfg = *header->cfg;
    e->header = *header;
    e->header.cfg = &e->cfg;
    e->run = *run;
}

static void on_any_finding(void *user, const struct spe_finding *finding)
{
    struct explain *e = user;
    struct spe_finding *all =
        room_for(e->finding, e->n_findings, &e->finding_room, sizeof(*e->finding));

    if (all == NULL) {
        e->failed = true;
        return;
    }
    e->finding = all;
    e->finding[e->n_findings++] = *finding;
}

static void keep_entry(struct explain *e, const struct spe_journal_entry *entry)
{
    if (e->n_entries == ENTRIES_MAX && !e->reached) {
        e->n_entries /= 2;
        e->cut = true;
        memmove(e->entry, e->entry + e->n_entries, e->n_entries * sizeof(*e->entry));
    }
    struct spe_journal_entry *all =
        room_for(e->entry, e->n_entries, &e->entry_room, sizeof(*e->entry));
    if (all == NULL) {
        e->failed = true;
        return;
    }
    e->entry = all;
    e->entry[e->n_entries++] = *entry;
}

static struct when when_of(const struct spe_journal_entry *entry)
{
    return (struct when){true, entry->cycle, entry->seq, entry->rule};
}

static void note_bits(struct bit_history *bits, const struct spe_journal_entry *entry)
{
    const uint64_t diff = entry->old ^ entry->now;

    for (int i = 0; i < 64; i++) {
        const bool differs = (diff >> i & 1) != 0;
        const bool taken = entry->kind == SPE_JOURNAL_TAKEN; /* all bits were taken over */
        if (spe_journal_is_state(entry) && (differs || taken || !bits->changed[i].known)) {
            bits->changed[i] = when_of(entry);
        } else if (entry->kind == SPE_JOURNAL_COMPARE && !differs && (entry->mask >> i & 1) != 0) {
            bits->right[i] = when_of(entry);
        }
    }
}

/* Note when a write takes effect, for instance at a context synchronization after the write. */
static void note_effect(struct explain *e, const struct spe_journal_entry *entry)
{
    struct when *written = &e->written[entry->number];

    if (entry->kind == SPE_JOURNAL_CHANGE && rule_of_write(entry->rule)) {
        *written = when_of(entry);
    }
}

static void note_sample(struct explain *e, uint32_t number)
{
    struct explain_picked *all =
        room_for(e->picked, e->n_picked, &e->picked_room, sizeof(*e->picked));

    if (all == NULL) {
        e->failed = true;
        return;
    }
    e->picked = all;
    e->picked[e->n_picked++] = (struct explain_picked){number, e->ctx[e->picks]};
}

static void on_entry(void *user, const struct spe_journal_entry *entry)
{
    struct explain *e = user;

    keep_entry(e, entry);
    if (e->reached) {
        return;
    }
    journal_state_take(&e->state, entry);
    e->failed |= e->state.failed;
    if (entry->unit == SPE_UNIT_REGISTER && entry->number < SPE_REGS) {
        note_bits(&e->reg[entry->number], entry);
        note_effect(e, entry);
    } else if (entry->unit == SPE_UNIT_SAMPLE && strcmp(entry->field, "tag") == 0) {
        note_sample(e, entry->number);
    }
}

static void on_finding(void *user, const struct spe_finding *finding)
{
    struct explain *e = user;

    if (!e->reached && finding->number == explain_finding(e)->number) {
        e->reached = true;
        e->at = e->n_entries;
    }
}

static void keep_txn(struct explain *e, const struct spe_txn *txn)
{
    if (e->n_txns == EXPLAIN_TXNS) {
        e->n_txns--;
        memmove(&e->txn[0], &e->txn[1], e->n_txns * sizeof(e->txn[0]));
    }
    e->txn[e->n_txns++] = *txn;
}

static void say_context(struct explain *e, const struct spe_txn_ctx *ctx)
{
    struct spe_txn_ctx *all = room_for(e->said, e->n_said, &e->said_room, sizeof(*e->said));

    if (all == NULL) {
        e->failed = true;
        return;
    }
    e->said = all;
    e->said[e->n_said++] = *ctx;
    e->ctx[ctx->id % EXPLAIN_CONTEXTS] = e->n_said;
}

/* Note a direct write: from then on the bits that software writes are right. */
static void note_write(struct explain *e, const struct spe_txn *txn)
{
    const char *name = spe_log_register_name(txn->u.sysreg.enc);

    for (int i = 0; name != NULL && i < SPE_REGS; i++) {
        if (strcmp(name, spe_reg_name((enum spe_reg)i)) == 0) {
            e->written[i] = (struct when){true, txn->cycle, txn->seq, "S4.1"};
        }
    }
}

static bool on_txn(void *user, const struct spe_txn *txn)
{
    struct explain *e = user;

    if (e->reached) {
        return txn->cycle <= explain_finding(e)->cycle + EXPLAIN_AFTER;
    }
    keep_txn(e, txn);
    if (txn->kind == SPE_TXN_RESET && txn->u.reset.kind == 1) {
        e->released = txn->cycle;
    } else if (txn->kind == SPE_TXN_CTX) {
        say_context(e, &txn->u.ctx);
    } else if (txn->kind == SPE_TXN_SEL) {
        e->picks = txn->u.sel.ctx % EXPLAIN_CONTEXTS;
    } else if (txn->kind == SPE_TXN_SYSREG && txn->u.sysreg.write != 0 &&
               txn->u.sysreg.outcome == SPE_ACCESS_OK) {
        note_write(e, txn);
    }
    return true;
}

/* There is no finding: for instance an assertion of the SPU ended the run. */
static int nothing_found(const struct explain *e, const char *command)
{
    const bool told = e->run.present && e->run.why[0] != '\0';

    return spe_cli_fail(SPE_EXIT_USAGE, command, "%s: a replay has no finding%s%s", e->path,
                        told ? "; the run failed: " : "", told ? e->run.why : "");
}

static int no_finding(const struct explain *e, const char *command, uint64_t n)
{
    if (e->n_findings == 0) {
        return nothing_found(e, command);
    }
    return spe_cli_fail(SPE_EXIT_USAGE, command, "%s: no finding %" PRIu64 ", a replay has %zu%s",
                        e->path, n, e->n_findings, e->n_findings == FINDINGS_MAX ? " or more" : "");
}

int explain_read(struct explain *e, const char *command, uint64_t n)
{
    struct spe_journal_reader reader = {.path = e->path,
                                        .salvage = e->salvage,
                                        .max_findings = FINDINGS_MAX,
                                        .on_header = on_header,
                                        .on_finding = on_any_finding,
                                        .user = e};

    int status = spe_replay_journal(&reader, command);
    if (status != 0) {
        return status;
    }
    if (e->failed) {
        return spe_cli_no_memory(command);
    }
    e->counted = true;
    if (n == 0 || n > e->n_findings) {
        return no_finding(e, command, n);
    }
    e->target = (size_t)n - 1;
    reader.on_entry = on_entry;
    reader.on_finding = on_finding;
    reader.on_txn = on_txn;
    status = spe_replay_journal(&reader, command);
    return status == 0 && e->failed ? spe_cli_no_memory(command) : status;
}

void explain_free(struct explain *e)
{
    free(e->finding);
    free(e->entry);
    free(e->said);
    free(e->picked);
    journal_state_free(&e->state);
}
