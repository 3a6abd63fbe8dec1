/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_SAID_H
#define SPE_TEST_SAID_H

#include "check.h"
#include "config_members.h"
#include "spe/model.h"

/* Calls that are misuse after `clk` and context 0 of cycle 0, and the texts of their findings. */

/* The misuse findings of a run. */
struct said {
    unsigned misuses;
    char where[64], text[320], expected[96], actual[96]; /* of the last finding */
    const char *looked_for;                              /* a field, or NULL */
    bool found;                                          /* a finding blamed that field */
};

/* Whether the text is about a range, not a rule that values in range may break: ids count up, an
 * operation is in flight, resets alternate. */
static inline bool is_of_range(const char *text)
{
    return strstr(text, "ids count up") == NULL && strstr(text, "is in flight") == NULL &&
           strstr(text, "reset is released") == NULL;
}

static inline void on_finding(void *user, const struct spe_finding *f)
{
    struct said *said = user;

    if (f->kind != SPE_FINDING_MISUSE) {
        return;
    }
    said->misuses++;
    (void)snprintf(said->where, sizeof(said->where), "%s", f->where);
    (void)snprintf(said->text, sizeof(said->text), "%s", f->text);
    (void)snprintf(said->expected, sizeof(said->expected), "%s", f->expected);
    (void)snprintf(said->actual, sizeof(said->actual), "%s", f->actual);
    said->found |=
        said->looked_for != NULL && strcmp(f->where, said->looked_for) == 0 && is_of_range(f->text);
}

/* clang-format off */
#define TXN(KIND, ...) {.kind = SPE_TXN_##KIND, __VA_ARGS__}
/* clang-format on */

static inline void rich(struct spe_config *cfg)
{
    cfg->pmsver = 6;
    cfg->events = 0xBFF;
    cfg->ext_abort = spe_cfg_ext_abort_serror;
    cfg->fne = cfg->fds = cfg->flag_updates = cfg->exc = true;
    cfg->sel2 = cfg->rme = cfg->nvm = cfg->impdef_event = true;
}

static inline struct spe_model *create_model(struct said *said, bool is_rich)
{
    struct spe_model_options options = {
        .taps = SPE_TAP_ALL, .max_findings = 1000, .on_finding = on_finding, .user = said};
    struct spe_model *model;
    struct spe_config cfg;

    spe_config_init(&cfg);
    cfg.inflight = 4;
    cfg.width = 4;
    cfg.axi_bytes = 64;
    if (is_rich) {
        rich(&cfg);
    }
    assert_int_equal(spe_model_create(&model, &cfg, &options), 0);
    return model;
}

static inline struct spe_model *begin(struct said *said, bool is_rich)
{
    static const struct spe_txn start[] = {TXN(CLK, .u.clk = {1, 1}),
                                           TXN(CTX, .seq = 1, .u.ctx = {.state = 0x10785})};
    struct spe_model *model = create_model(said, is_rich);

    for (int i = 0; i < 2; i++) {
        (void)spe_model_apply(model, &start[i]);
    }
    assert_int_equal(said->misuses, 0);
    return model;
}

#endif
