/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "grow.h"
#include "narrow.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/replay.h"
#include "spe/status.h"

/* All transactions of a log. */
struct content {
    struct spe_txn *txn;
    size_t n, room;
};

static int append(struct content *c, const struct spe_txn *txn)
{
    struct spe_txn *grown = grow(c->txn, c->n, &c->room, sizeof(*grown));

    if (grown == NULL) {
        return SPE_ENOMEM;
    }
    c->txn = grown;
    c->txn[c->n++] = *txn;
    return SPE_OK;
}

static int bad(struct spe_log_error *err, const char *why)
{
    (void)snprintf(err->text, sizeof(err->text), "%s", why);
    return SPE_EBADMSG;
}

/* Read all transactions. A log with nothing but its close is refused, as it shows nothing. */
static int read_all(struct spe_log_reader *reader, struct content *c, struct spe_log_error *err)
{
    struct spe_txn txn;
    bool any = false;
    int status;

    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        any |= txn.kind != SPE_TXN_CLOSE;
        if (append(c, &txn) != SPE_OK) {
            (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
            return SPE_ENOMEM;
        }
    }
    return status == SPE_OK && !any ? bad(err, "the log holds no transaction but a close") : status;
}

static int apply_to_model(void *model, const struct spe_txn *txn)
{
    return spe_model_apply(model, txn);
}

/* Results of the sets so far. */
struct judged {
    bool any, found; /* any: there was a set; found: the log does not pass under some set */
};

/* Judge the log under the groups `taps`. @return 0, also if they make no legal set, or a status. */
static int judge_set(const struct spe_log_header *header, const struct content *c, unsigned taps,
                     struct narrow *narrow, const struct spe_replay_sets *sets,
                     struct judged *judged)
{
    const struct spe_model_options options = {.taps = taps, .order_free = header->order_free};
    struct spe_totals totals;
    struct spe_model *model;

    int status = spe_model_create(&model, header->cfg, &options);
    if (status != SPE_OK) {
        return status == SPE_EINVAL ? SPE_OK : status;
    }
    narrow_begin(narrow, taps, apply_to_model, model);
    for (size_t i = 0; i < c->n; i++) {
        narrow_txn(narrow, &c->txn[i]);
    }
    narrow_end(narrow);
    status = spe_model_status(model);
    if (status == SPE_OK) {
        spe_model_totals(model, &totals);
        judged->any = true;
        judged->found |= !totals.pass;
        sets->on_set(sets->user, taps, model);
    }
    spe_model_destroy(model);
    return status;
}

/* A run that broke off has not passed. It is refused if no set finds a reason. */
static int conclude(const struct spe_log_reader *reader, const struct judged *judged,
                    struct spe_log_error *err)
{
    if (!judged->any) {
        return bad(err, "its groups of taps make no set");
    }
    if (!judged->found && spe_log_run(reader)->exit_status != 0) {
        return bad(err, "the run of the log broke off");
    }
    return SPE_OK;
}

static int judge_all(struct spe_log_reader *reader, const struct spe_replay_sets *sets,
                     struct spe_log_error *err)
{
    const struct spe_log_header *header = spe_log_header(reader);
    struct narrow *narrow = malloc(sizeof(*narrow));
    struct judged judged = {.any = false};
    struct content c = {0};

    (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
    int status = narrow == NULL ? SPE_ENOMEM : read_all(reader, &c, err);
    for (unsigned taps = 1; status == SPE_OK && taps <= SPE_TAP_ALL; taps++) {
        if ((taps & ~header->taps) == 0) {
            status = judge_set(header, &c, taps, narrow, sets, &judged);
            (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(status));
        }
    }
    status = status == SPE_OK ? conclude(reader, &judged, err) : status;
    free(narrow);
    free(c.txn);
    return status;
}

int spe_replay_all_sets(const struct spe_replay_sets *sets)
{
    struct spe_log_reader *reader;
    struct spe_log_error err = {""};

    int status = spe_log_open(&reader, sets->path, &err);
    if (status == SPE_OK) {
        status = judge_all(reader, sets, &err);
        spe_log_close(reader);
    }
    if (status == SPE_OK) {
        return 0;
    }
    fprintf(stderr, "spe sets: %s: %s\n", sets->path, err.text);
    return spe_status_exit(status);
}
