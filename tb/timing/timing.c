/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/timing.h"
#include "timing/model.h"
#include <stdlib.h>
#include <string.h>

#define TICK_EPISODE_OPS 250u

void spe_timing_options_init(struct spe_timing_options *o)
{
    memset(o, 0, sizeof(*o));
    o->width = 4;
    o->speculative = true;
    o->rob = 128;
    o->tick_ops = 50000;
    o->el2_one_in = 4;
    o->svc_ops = 400;
}

static bool options_good(const struct spe_timing_options *o)
{
    return o->source && o->rnd && o->width >= 1 && o->width <= 8 && o->rob >= 8 &&
           o->rob <= SPE_PIPE_ROB_MAX;
}

static void next_tick(struct spe_timing *t)
{
    uint32_t mean = t->o.tick_ops;
    t->tick_left = mean ? mean / 2 + 1 + spe_draw(t, SPE_TIMING_RND_KERNEL) % mean : UINT64_MAX;
}

struct spe_timing *spe_timing_create(const struct spe_timing_options *o)
{
    if (!options_good(o)) {
        return NULL;
    }
    struct spe_timing *t = calloc(1, sizeof(*t));
    if (!t) {
        return NULL;
    }
    t->o = *o;
    int status = spe_memsys_init(&t->memory, spe_draw(t, SPE_TIMING_RND_REMOTE));
    status |= spe_code_init(&t->code);
    if (status) {
        spe_timing_destroy(t);
        return NULL;
    }
    spe_pipe_init(&t->pipe, o->width, o->rob);
    spe_branch_init(&t->branch);
    spe_episode_init(&t->episode, o->rnd, o->rnd_ctx[SPE_TIMING_RND_KERNEL]);
    next_tick(t);
    return t;
}

void spe_timing_destroy(struct spe_timing *t)
{
    if (!t) {
        return;
    }
    spe_memsys_free(&t->memory);
    spe_code_free(&t->code);
    free(t);
}

static bool enters_el2(struct spe_timing *t)
{
    return t->o.el2_one_in && spe_draw(t, SPE_TIMING_RND_KERNEL) % t->o.el2_one_in == 0;
}

static void start_episode(struct spe_timing *t, uint32_t mean_ops)
{
    spe_pipe_redirect(&t->pipe, t->pipe.retire_cycle + SPE_EXCEPTION);
    spe_episode_start(&t->episode, mean_ops, enters_el2(t), t->next_pc);
}

/* Decode the operation, and remember its access for wrong paths. A load or store for which the
 * emulator showed no access (a failed store-exclusive) is taken to have used the latest address. */
static void look_up(struct spe_timing *t, const struct spe_trace_op *op, struct spe_step *s)
{
    struct spe_code_insn *insn = spe_code_learn(&t->code, op->pc, op->opcode);
    if (insn->a64.op_class == SPE_A64_LOAD_STORE) {
        insn->addr = op->accesses ? op->addr : t->latest_addr;
        insn->bytes = op->accesses ? op->bytes : insn->a64.bytes;
        t->latest_addr = insn->addr;
    }
    s->insn = *insn;
}

/* Decide condition and branch. @return whether fetch went wrong; *predicted then says where it
 * went. */
static bool decide(struct spe_timing *t, const struct spe_trace_op *op, struct spe_step *s,
                   uint64_t *predicted)
{
    uint32_t flags = s->insn.a64.flags;
    if (s->insn.a64.op_class != SPE_A64_BRANCH) {
        bool failed = (flags & SPE_A64_COND) && (spe_draw(t, SPE_TIMING_RND_SELECT) & 1);
        s->events = failed ? SPE_EVENT_NOT_TAKEN : 0;
        return false;
    }
    if ((flags & SPE_A64_COND) && op->next_pc == op->pc + 4) {
        s->events = SPE_EVENT_NOT_TAKEN;
    }
    if (op->flags & SPE_TRACE_LAST) {
        return false; /* it is not known where the branch went */
    }
    struct spe_branch_op branch = {
        .pc = op->pc,
        .next = op->next_pc,
        .direct = spe_a64_target(op->opcode, op->pc),
        .flags = flags,
    };
    bool wrong = spe_branch_step(&t->branch, &branch, predicted);
    s->events |= wrong ? SPE_EVENT_MISPREDICTED : 0;
    return wrong;
}

/* What an operation does to the fetch of the next one. */
static void steer(struct spe_timing *t, const struct spe_trace_op *op, const struct spe_step *s)
{
    uint32_t flags = s->insn.a64.flags;
    if (flags & (SPE_A64_TRAP | SPE_A64_ERET)) {
        spe_pipe_redirect(&t->pipe, s->end + SPE_EXCEPTION);
    } else if ((op->opcode & 0xFFFFF0FF) == 0xD50330DF) { /* ISB */
        spe_pipe_redirect(&t->pipe, s->end + SPE_REFETCH);
    } else if (op->next_pc != op->pc + 4) {
        spe_pipe_redirect(&t->pipe, 0); /* one taken branch a cycle */
    }
}

static void process(struct spe_timing *t, const struct spe_trace_op *op, uint8_t el,
                    uint8_t next_el, uint16_t flags)
{
    struct spe_step s = {.op = op, .flags = flags, .el = el, .target_el = next_el};
    uint64_t predicted = 0;
    look_up(t, op, &s);
    bool wrong = decide(t, op, &s, &predicted);
    spe_place(t, &s);
    if (wrong) {
        if (t->o.speculative && !t->o.sample_retire) {
            spe_wrong_path(t, predicted, s.complete, el);
        }
        spe_pipe_redirect(&t->pipe, s.complete + SPE_REFETCH);
    }
    steer(t, op, &s);
}

static void step_episode(struct spe_timing *t)
{
    struct spe_trace_op op;
    uint8_t el;
    spe_episode_next(&t->episode, &op, &el);
    process(t, &op, el, t->episode.el, SPE_TIMING_SYNTHETIC);
}

static int step_program(struct spe_timing *t)
{
    struct spe_trace_op op;
    int status = t->o.source(t->o.source_ctx, &op);
    if (status <= 0) {
        return status;
    }
    t->ops++;
    t->next_pc = op.next_pc;
    t->tick_left--;
    process(t, &op, 0, 0, 0);
    bool last = op.flags & SPE_TRACE_LAST;
    if ((op.opcode & 0xFFE0001F) == 0xD4000001 && t->o.svc_ops && !last) {
        start_episode(t, t->o.svc_ops);
    }
    return 1;
}

int spe_timing_next(struct spe_timing *t, struct spe_timing_op *out)
{
    while (!t->queued) {
        if (spe_episode_active(&t->episode)) {
            step_episode(t);
        } else if (t->tick_left == 0) {
            next_tick(t);
            start_episode(t, TICK_EPISODE_OPS);
        } else {
            int status = step_program(t);
            if (status <= 0) {
                return status;
            }
        }
    }
    *out = t->queue[t->head];
    t->head = (t->head + 1) % SPE_QUEUE;
    t->queued--;
    return 1;
}
