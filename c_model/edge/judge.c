/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "edge.h"
#include "spe/cover.h"
#include "spe/status.h"

struct judge {
    struct spe_model *model;
    bool framed;
    uint32_t calls, sum;
    struct edge_outcome *outcome;
};

static void on_finding(void *user, const struct spe_finding *finding)
{
    struct edge_outcome *outcome = user;
    const bool misuse = finding->kind == SPE_FINDING_MISUSE;

    if (outcome->end == EDGE_MISSED) {
        outcome->end = misuse ? EDGE_MISUSE : EDGE_MISMATCH;
        (void)snprintf(outcome->by, sizeof(outcome->by), "%s%s%.40s",
                       spe_check_name(finding->check), misuse ? " " : "",
                       misuse ? finding->where : "");
    }
}

/* The frame of the contract as of a monitor that has made these calls and no others. */
static void reframe(struct judge *judge, struct spe_txn *txn)
{
    txn->seq = judge->calls++;
    if (txn->kind == SPE_TXN_CLOSE) {
        txn->u.close = (struct spe_txn_close){.calls = txn->seq, .sum = judge->sum};
    } else {
        judge->sum = judge->sum * 31 + txn->kind;
    }
}

static void emit(struct judge *judge, const struct spe_txn *txn, uint64_t cycle)
{
    struct spe_txn sent = *txn;

    if (judge->framed) {
        sent.cycle = cycle;
        reframe(judge, &sent);
    }
    (void)spe_model_apply(judge->model, &sent);
}

static void emit_flipped(struct judge *judge, const struct spe_txn *txn,
                         const struct edge_fault *fault)
{
    struct spe_txn sent = *txn;

    judge->calls++;
    judge->sum = judge->sum * 31 + txn->kind;
    (void)log_field_set(fault->field, &sent,
                        log_field_get(fault->field, txn) ^ UINT64_C(1) << fault->bit);
    (void)spe_model_apply(judge->model, &sent);
}

/* The faulty place. @return how many calls of the log it has used. */
static size_t emit_fault(struct judge *judge, const struct spe_txn *txn,
                         const struct edge_fault *fault)
{
    switch (fault->op) {
    case EDGE_DROP:
        return 1;
    case EDGE_DOUBLE:
        emit(judge, txn, txn->cycle);
        emit(judge, txn, txn->cycle);
        return 1;
    case EDGE_SWAP:
        emit(judge, txn + 1, txn->cycle);
        emit(judge, txn, txn[1].cycle);
        return 2;
    case EDGE_FLIP:
        emit_flipped(judge, txn, fault);
        return 1;
    default:
        emit(judge, txn, txn->cycle);
        return 1;
    }
}

/* What the verdict of a run holds against it although nothing was found (spe_verdict_print()). */
static const char *verdict(const struct spe_model *model, bool no_records)
{
    struct spe_totals totals;
    uint64_t cycle;

    spe_model_totals(model, &totals);
    return !totals.closed                                                  ? "not closed"
           : totals.pending != 0                                           ? "pending"
           : !totals.pass                                                  ? "accounts"
           : totals.records == 0 && !no_records                            ? "no record"
           : !totals.audited && !no_records                                ? "unaudited"
           : spe_model_cover_impossible(model, &cycle) != spe_cover_bins() ? "impossible bin"
                                                                           : NULL;
}

static void conclude(const struct edge_log *log, struct judge *judge)
{
    struct spe_totals totals;
    const char *why = verdict(judge->model, log->no_records);

    spe_model_totals(judge->model, &totals);
    judge->outcome->hash = totals.result_hash;
    if (judge->outcome->end == EDGE_MISSED && why != NULL) {
        judge->outcome->end = EDGE_VERDICT;
        (void)snprintf(judge->outcome->by, sizeof(judge->outcome->by), "verdict: %s", why);
    }
}

int edge_judge(const struct edge_log *log, const struct edge_fault *fault, bool framed,
               struct edge_outcome *outcome)
{
    struct judge judge = {.framed = framed, .outcome = outcome};
    const struct spe_model_options options = {.taps = log->header.taps,
                                              .order_free = log->header.order_free,
                                              .max_findings = 1,
                                              .on_finding = on_finding,
                                              .user = outcome};

    memset(outcome, 0, sizeof(*outcome));
    int status = spe_model_create(&judge.model, log->header.cfg, &options);
    if (status != SPE_OK) {
        return status;
    }
    for (size_t i = 0; i < log->n && outcome->end == EDGE_MISSED;) {
        if (fault->op != EDGE_NONE && i == fault->at) {
            i += emit_fault(&judge, &log->txn[i], fault);
        } else {
            emit(&judge, &log->txn[i], log->txn[i].cycle);
            i++;
        }
    }
    conclude(log, &judge);
    status = spe_model_status(judge.model);
    spe_model_destroy(judge.model);
    return status;
}
