/* SPDX-License-Identifier: Apache-2.0
 *
 * The sample interval counter: DDI 0586A 3.1. dpi/timing.md, LN5 has the order of the steps of one
 * operation.
 */

#include <assert.h>

#include "arch/interval.h"
#include "config_members.h"
#include "spe/status.h"

#define DRAW_MAX 255u

/* PMSICR_EL1 and PMSIRR_EL1 as separate fields. */
struct counter {
    uint32_t count, ecount;
    uint32_t reload; /* INTERVAL << 8 */
    bool rnd;
    bool ernd; /* RND counts in ECOUNT; false also while RND is 0 (ECOUNT is frozen, choice P14) */
};

static struct counter unpack(const struct spe_config *cfg, const struct spe_regs *regs)
{
    uint64_t icr = regs->v[SPE_PMSICR];
    uint64_t irr = regs->v[SPE_PMSIRR];
    bool rnd = irr & SPE_PMSIRR_RND;

    return (struct counter){
        .count = (uint32_t)(icr & SPE_PMSICR_COUNT),
        .ecount = (uint32_t)SPE_FIELD(icr, 63, 56),
        .reload = (uint32_t)(irr & SPE_PMSIRR_INTERVAL),
        .rnd = rnd,
        .ernd = rnd && cfg->ernd,
    };
}

static void pack(struct spe_regs *regs, const struct counter *c)
{
    regs->v[SPE_PMSICR] = (uint64_t)c->ecount << 56 | c->count;
}

/* Whether the next operation reloads COUNT and draws for it (3.1.2, ERnd 0, RND 1). */
static bool reload_draws(const struct counter *c)
{
    return c->count == 0 && c->rnd && !c->ernd;
}

/* Operations up to and including the next zero event of COUNT. If COUNT is 0, the next operation
 * reloads it and does not decrement it (P9). */
static uint64_t zero_distance(const struct counter *c)
{
    return c->count ? c->count : (uint64_t)c->reload + 1;
}

/* LN3, LN4: only a zero counter is loaded, on enabling or at a register write. */
bool interval_load_due(const struct spe_regs *regs)
{
    return regs->v[SPE_PMSICR] == 0;
}

bool interval_load_draws(const struct spe_config *cfg, const struct spe_regs *regs)
{
    struct counter c = unpack(cfg, regs);

    return c.rnd && !c.ernd;
}

bool interval_load(const struct spe_config *cfg, struct spe_regs *regs, spe_draw_fn draw,
                   void *user)
{
    struct counter c = unpack(cfg, regs);
    bool draws = interval_load_draws(cfg, regs);

    if (!interval_load_due(regs)) {
        return false;
    }
    c.count = c.reload | (draws ? draw(user) : 0u);
    pack(regs, &c);
    return draws;
}

int interval_distance(const struct spe_config *cfg, const struct spe_regs *regs)
{
    struct counter c = unpack(cfg, regs);
    uint64_t distance = zero_distance(&c);

    if (reload_draws(&c)) {
        return 1;
    }
    if (c.ernd && c.ecount && c.ecount < distance) {
        distance = c.ecount;
    }
    return distance < SPE_BUDGET_MAX ? (int)distance : SPE_BUDGET_MAX;
}

/* LN7: with INTERVAL 0, too, the steps of LN5 give the draws. */
bool interval_draws(const struct spe_config *cfg, const struct spe_regs *regs)
{
    struct counter c = unpack(cfg, regs);

    if (c.ernd) {
        return zero_distance(&c) == (uint64_t)interval_distance(cfg, regs);
    }
    return reload_draws(&c);
}

/* Step COUNT by n operations. The first one reloads a COUNT of 0 and does not decrement it (P9). */
static void step_count(struct counter *c, uint32_t n, uint32_t draw)
{
    if (c->count) {
        c->count -= n;
    } else {
        c->count = (c->reload | draw) - (n - 1);
    }
}

/* LN5: step ECOUNT by n operations. @return true if it became 0. */
static bool step_ecount(struct counter *c, uint32_t n)
{
    if (!c->ernd || c->ecount == 0) {
        return false;
    }
    c->ecount -= n;
    return c->ecount == 0;
}

struct spe_interval_result interval_advance(const struct spe_config *cfg, struct spe_regs *regs,
                                            int n, spe_draw_fn draw, void *user)
{
    struct counter c = unpack(cfg, regs);
    struct spe_interval_result res = {false, reload_draws(&c)};

    assert(n >= 1 && n <= interval_distance(cfg, regs));
    step_count(&c, (uint32_t)n, res.drew ? draw(user) : 0u);
    res.selected = step_ecount(&c, (uint32_t)n);
    if (c.count == 0) {
        if (c.ernd) {
            c.ecount = draw(user);
            res.drew = true;
            res.selected = res.selected || c.ecount == 0; /* P13 */
        } else {
            res.selected = true;
        }
    }
    pack(regs, &c);
    return res;
}

/* The counter that a draw went into. */
static uint32_t *drawn(const struct spe_config *cfg, struct counter *c)
{
    return cfg->ernd ? &c->ecount : &c->count;
}

int interval_infer(const struct spe_config *cfg, struct spe_regs *regs, bool open)
{
    struct counter c = unpack(cfg, regs);
    uint32_t *left = drawn(cfg, &c);
    uint32_t draw;

    /* ECOUNT selects nothing while it is frozen. */
    if (!open || *left > DRAW_MAX || (cfg->ernd && !c.ernd)) {
        return SPE_EBADMSG;
    }
    draw = DRAW_MAX - *left;
    *left = 0;
    pack(regs, &c);
    return (int)draw;
}

int interval_reveal(const struct spe_config *cfg, struct spe_regs *regs, uint64_t value)
{
    struct counter model = unpack(cfg, regs);
    struct counter real;
    struct spe_regs read = *regs;
    uint32_t ahead;
    bool loaded;

    read.v[SPE_PMSICR] = value;
    real = unpack(cfg, &read);
    ahead = *drawn(cfg, &model) - *drawn(cfg, &real);
    *drawn(cfg, &model) = *drawn(cfg, &real);
    pack(&read, &model);
    /* The other counter must be as predicted. The drawn counter cannot be 0, as it would have
     * selected an operation, unless it was loaded with 0: INTERVAL and the draw were 0
     * (P10, P15). */
    loaded = !cfg->ernd && ahead == DRAW_MAX && (regs->v[SPE_PMSIRR] & SPE_PMSIRR_INTERVAL) == 0;
    if (ahead > DRAW_MAX || (*drawn(cfg, &real) == 0 && !loaded) || read.v[SPE_PMSICR] != value) {
        return SPE_EBADMSG;
    }
    regs->v[SPE_PMSICR] = value;
    return (int)(DRAW_MAX - ahead);
}
