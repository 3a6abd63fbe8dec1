/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/model.h"

static uint64_t min64(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Everything absolute about one member. */
struct placed {
    struct spe_pipe_times time;
    struct spe_memsys_result access;
    uint64_t va;
    uint64_t xlat_end; /* cycle; 0: no access made */
};

static void execute(struct spe_timing *t, const struct spe_step *s, const struct spe_uop *u,
                    struct placed *p)
{
    struct spe_pipe_times *time = &p->time;
    spe_pipe_dispatch(&t->pipe, time);
    spe_pipe_issue(&t->pipe, s->insn.opcode, &u->op, time);
    /* An operation that was not issued when its wrong path ended accesses nothing. */
    bool made = !s->squash || time->issue < s->squash;
    if (u->op.op_class != SPE_A64_LOAD_STORE) {
        time->complete = time->issue + spe_pipe_latency(&u->op);
    } else if (made && u->bytes) {
        p->va = s->insn.addr + u->offset;
        spe_memsys_access(&t->memory, time->issue, p->va, u->bytes, &p->access);
        p->xlat_end = time->issue + p->access.xlat;
        /* A store completes when it is accepted; its line may still be on the way (5.3.4). */
        time->complete = p->xlat_end + (u->op.flags & SPE_A64_LOAD ? p->access.data : 1);
    } else {
        time->complete = time->issue + 1;
    }
}

static void end_life(struct spe_timing *t, const struct spe_step *s, const struct spe_uop *u,
                     struct placed *p)
{
    struct spe_pipe_times *time = &p->time;
    if (!s->squash) {
        spe_pipe_finish(&t->pipe, s->insn.opcode, &u->op, time);
        return;
    }
    /* Wrong-path results reach only wrong-path operations: wrong.c puts the registers back. */
    spe_pipe_squash(&t->pipe, s->insn.opcode, &u->op, time->complete, s->squash);
    if (p->xlat_end > s->squash) {
        p->xlat_end = 0;
    }
    time->issue = min64(time->issue, s->squash);
    time->complete = min64(time->complete, s->squash);
    time->end = s->squash;
}

static void fill_times(const struct spe_timing *t, const struct placed *p, struct spe_timing_op *m)
{
    const struct spe_pipe_times *time = &p->time;
    m->lat_issue = (uint32_t)(time->issue - time->dispatch);
    m->lat_total = (uint32_t)(time->complete - time->dispatch);
    m->lat_xlat = p->xlat_end ? (uint32_t)(p->xlat_end - time->issue) : 0;
    if (t->o.sample_retire) {
        m->lane = time->retire_lane;
        m->at_end = 1;
        return;
    }
    m->lane = time->lane;
    m->at_issue = m->lat_issue;
    m->at_complete = m->lat_total;
    m->at_end = (uint32_t)(time->end - time->dispatch);
    if (p->xlat_end) {
        m->at_xlat_start = m->at_issue;
        m->at_xlat_end = m->at_issue + m->lat_xlat;
    }
}

static void fill_memory(const struct spe_uop *u, const struct placed *p, struct spe_timing_op *m)
{
    m->flags |= SPE_TIMING_VA | SPE_TIMING_PA | SPE_TIMING_XLAT;
    m->va = p->va;
    m->pa = p->access.pa;
    m->events |= p->access.events;
    /* 5.3.5, R19, R20: loads and atomics that return a value have a data source, stores have none.
     */
    if (u->op.flags & SPE_A64_LOAD) {
        m->flags |= SPE_TIMING_SOURCE;
        m->source = p->access.source;
    }
}

static void fill_branch(const struct spe_step *s, const struct placed *p, struct spe_timing_op *m)
{
    if (s->squash && p->time.complete >= s->squash) {
        return; /* not resolved when it was squashed */
    }
    m->events |= s->events;
    m->flags |= SPE_TIMING_TARGET;
    m->target = s->op->next_pc;
    m->target_el = s->target_el;
    if (s->op->next_pc != s->op->pc + 4) {
        m->flags |= SPE_TIMING_TAKEN;
    }
}

static void fill_kind(const struct spe_step *s, const struct spe_uop *u, struct spe_timing_op *m)
{
    uint32_t flags = u->op.flags;
    m->end_kind = s->squash              ? SPE_TIMING_SQUASH
                  : flags & SPE_A64_TRAP ? SPE_TIMING_EXCEPTION
                                         : SPE_TIMING_RETIRE;
    m->flags |= flags & SPE_A64_SVC ? SPE_TIMING_SVC : 0;
    m->flags |= flags & SPE_A64_BARRIER ? SPE_TIMING_BARRIER : 0;
    m->op_class = u->op.op_class;
    m->subclass = u->op.payload;
}

static void queue(struct spe_timing *t, const struct spe_step *s, const struct spe_uop *u,
                  const struct placed *p, uint16_t flags)
{
    struct spe_timing_op *m = &t->queue[(t->head + t->queued) % SPE_QUEUE];
    uint64_t cycle = t->o.sample_retire ? p->time.end : p->time.dispatch;
    *m = (struct spe_timing_op){
        .pc = s->op->pc,
        .opcode = s->op->opcode,
        .index = t->ops - 1,
        .gap = (uint32_t)(cycle - t->emitted),
        .el = s->el,
        .flags = s->flags | flags,
    };
    t->emitted = cycle;
    t->queued++;
    fill_kind(s, u, m);
    fill_times(t, p, m);
    if (p->xlat_end) {
        fill_memory(u, p, m);
    }
    if (u->op.op_class == SPE_A64_BRANCH) {
        fill_branch(s, p, m);
    } else if (u->op.flags & SPE_A64_COND) {
        m->events |= s->events;
    }
}

void spe_place(struct spe_timing *t, struct spe_step *s)
{
    struct spe_uop part[SPE_UOPS_MAX];
    uint32_t bytes = s->insn.bytes;
    unsigned n = t->o.micro_ops ? spe_uop_split(&s->insn.a64, bytes, part)
                                : spe_uop_whole(&s->insn.a64, bytes, part);
    for (unsigned i = 0; i < n; i++) {
        if (s->squash && spe_pipe_peek(&t->pipe) >= s->squash) {
            return; /* the correction comes between the parts of an instruction */
        }
        struct placed p = {0};
        execute(t, s, &part[i], &p);
        end_life(t, s, &part[i], &p);
        s->complete = p.time.complete;
        s->end = p.time.end;
        queue(t, s, &part[i], &p, i ? SPE_TIMING_UOP : 0);
    }
}
