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

/* What shows nothing of a set passes under none: no more than a close, a run that broke off. */
static int read_all(struct spe_log_reader *reader, struct content *c, struct spe_log_error *err)
{
    struct spe_txn txn;
    bool any = false;
    int status;

    if (spe_log_run(reader)->exit_status != 0) {
        return bad(err, "the run of the log broke off");
    }
    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        any |= txn.kind != SPE_TXN_CLOSE;
        if (append(c, &txn) != SPE_OK) {
            (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
            return SPE_ENOMEM;
        }
    }
    return status == SPE_OK && !any ? bad(err, "the log holds no transaction but a close") : status;
}

static int apply(void *model, const struct spe_txn *txn)
{
    return spe_model_apply(model, txn);
}

/* @return 1 for a set that was judged, 0 for groups that make none, or a status. */
static int judge(const struct spe_log_header *header, const struct content *c, unsigned taps,
                 struct narrow *narrow, const struct spe_replay_sets *sets)
{
    const struct spe_model_options options = {.taps = taps, .order_free = header->order_free};
    struct spe_model *model;

    int status = spe_model_create(&model, &header->cfg, &options);
    if (status != SPE_OK) {
        return status == SPE_EINVAL ? SPE_OK : status;
    }
    narrow_begin(narrow, taps, apply, model);
    for (size_t i = 0; i < c->n; i++) {
        narrow_txn(narrow, &c->txn[i]);
    }
    narrow_end(narrow);
    status = spe_model_status(model);
    if (status == SPE_OK) {
        sets->on_set(sets->user, taps, model);
    }
    spe_model_destroy(model);
    return status == SPE_OK ? 1 : status;
}

static int judge_all(struct spe_log_reader *reader, const struct spe_replay_sets *sets,
                     struct spe_log_error *err)
{
    const struct spe_log_header *header = spe_log_header(reader);
    struct narrow *narrow = malloc(sizeof(*narrow));
    struct content c = {0};

    (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
    int status = narrow == NULL ? SPE_ENOMEM : read_all(reader, &c, err), judged = 0;
    for (unsigned taps = 1; status >= 0 && taps <= SPE_TAP_ALL; taps++) {
        if ((taps & ~header->taps) == 0) {
            status = judge(header, &c, taps, narrow, sets);
            judged += status > 0;
            (void)snprintf(err->text, sizeof(err->text), "%s",
                           spe_status_text(status < 0 ? status : SPE_OK));
        }
    }
    if (status >= 0) {
        status = judged == 0 ? bad(err, "its groups of taps make no set") : SPE_OK;
    }
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
    fprintf(stderr, "spe: %s: %s\n", sets->path, err.text);
    return spe_status_exit(status);
}
