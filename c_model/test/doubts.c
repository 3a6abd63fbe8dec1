/* SPDX-License-Identifier: Apache-2.0 */
#include "doubts.h"

#include "check.h"
#include "doubt/choose.h"
#include "judge/report.h"
#include "model/hypotheses.h"
#include "spe/model.h"
#include "spe/status.h"
#include "state/model.h"

/* The actions of one step. */
struct doubt {
    bool asks;      /* ask a choice of two; otherwise the step cannot ask */
    bool overtakes; /* after the usual answers: two choices, and only the unusual ones are right */
    bool settles;   /* all but the usual answers are wrong */
    uint64_t page;  /* after the usual answers a byte is written here, if no step runs twice */
};

static void wrong(struct spe_model *m)
{
    struct spe_finding f = model_finding(m, SPE_CHECK_REG_READ, "test");

    model_emit(m, &f);
}

static void doubted(struct spe_model *m, const void *what)
{
    const struct doubt *doubt = what;

    if (doubt->asks) {
        m->spu->ops = 2 * m->spu->ops + choose(m, FORK_B10, 2);
    }
    if (doubt->overtakes && m->spu->ops == 0 &&
        choose(m, FORK_B10, 2) + choose(m, FORK_B11, 2) != 2) {
        wrong(m);
    }
    m->spu->events.n = doubt->asks;
    if (doubt->page != 0 && m->spu->ops == 0 && m->opt.on_journal == NULL) {
        (void)bytemap_mark(&m->spu->buf.map, doubt->page);
    }
    if (doubt->settles && m->spu->ops != 0) {
        wrong(m);
    }
}

static int make(const struct doubt *steps, size_t n,
                void (*on_journal)(void *, const struct spe_journal_entry *))
{
    const struct spe_model_options options = {.taps = SPE_TAP_ALL, .on_journal = on_journal};
    struct spe_model *model = NULL;
    struct spe_hypotheses counts;
    struct spe_config cfg;

    spe_config_init(&cfg);
    int status = spe_model_create(&model, &cfg, &options);
    if (status != SPE_OK) {
        return status;
    }
    clock_told(&model->clock, &(struct spe_txn_clk){.running = 0}); /* each stop is kept */
    model->spu->events.n = 1;                                       /* the first step may ask */
    for (size_t i = 0; i < n; i++) {
        hypotheses_step(model, STEP_OTHER, doubted, &steps[i]);
    }
    spe_model_hypotheses(model, &counts); /* one is left in each step, without memory, too */
    CHECK("steps", counts.steps, n);
    assert_in_range(counts.sum, n, n * MAX_LIVE);
    status = spe_model_status(model);
    spe_model_destroy(model);
    return status;
}

int doubts(void (*on_journal)(void *, const struct spe_journal_entry *))
{
    static const struct doubt steps[] = {
        {.asks = true},
        {.asks = true},
        {.page = 0x10000},
        {.settles = true},
    };

    return make(steps, sizeof(steps) / sizeof(steps[0]), on_journal);
}

int doubts_overtaken(void (*on_journal)(void *, const struct spe_journal_entry *))
{
    static const struct doubt steps[] = {{.asks = true}, {.overtakes = true}, {.page = 0x10000}};

    return make(steps, sizeof(steps) / sizeof(steps[0]), on_journal);
}
