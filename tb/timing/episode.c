/* SPDX-License-Identifier: Apache-2.0 */
#include "timing/episode.h"
#include <string.h>

/* The data that an instruction of the text accesses. */
enum where { NOTHING = 0, STACK, TASK, ARRAY, RESULT, LOCK, COUNTER };

enum {
    AT_HVC_SKIP = 9,
    AT_HVC = 10,
    AT_ERET = 18,
    AT_HANDLER = 19,
    AT_LOOP = 21,
    AT_TEST = 23,
    AT_SKIPPED = 26,
    AT_LOOP_END = 31,
    AT_RETURN = 33,
    VECTOR_OPS = 22, /* instructions executed outside the loop */
    LOOP_OPS = 11
};

struct text {
    uint32_t opcode;
    uint8_t where, offset, bytes, store;
};

/* clang-format off */
static const struct text text[] = {
    {0xD10543FF, 0, 0, 0, 0},       /* sub sp, sp, #0x150 */
    {0xA90007E0, STACK, 0, 16, 1},  /* stp x0, x1, [sp] */
    {0xA9010FE2, STACK, 16, 16, 1}, /* stp x2, x3, [sp, #16] */
    {0xA9027BFD, STACK, 32, 16, 1}, /* stp x29, x30, [sp, #32] */
    {0xD5384036, 0, 0, 0, 0},       /* mrs x22, elr_el1 */
    {0xD5384017, 0, 0, 0, 0},       /* mrs x23, spsr_el1 */
    {0xA9035FF6, STACK, 48, 16, 1}, /* stp x22, x23, [sp, #48] */
    {0xD5385214, 0, 0, 0, 0},       /* mrs x20, esr_el1 */
    {0x9400000B, 0, 0, 0, 0},       /* bl handler */
    {0xB4000040, 0, 0, 0, 0},       /* cbz x0, over the next */
    {0xD4000002, 0, 0, 0, 0},       /* hvc #0 */
    {0xA9435FF6, STACK, 48, 16, 0}, /* ldp x22, x23, [sp, #48] */
    {0xD5184036, 0, 0, 0, 0},       /* msr elr_el1, x22 */
    {0xD5184017, 0, 0, 0, 0},       /* msr spsr_el1, x23 */
    {0xA94007E0, STACK, 0, 16, 0},  /* ldp x0, x1, [sp] */
    {0xA9410FE2, STACK, 16, 16, 0}, /* ldp x2, x3, [sp, #16] */
    {0xA9427BFD, STACK, 32, 16, 0}, /* ldp x29, x30, [sp, #32] */
    {0x910543FF, 0, 0, 0, 0},       /* add sp, sp, #0x150 */
    {0xD69F03E0, 0, 0, 0, 0},       /* eret */
    {0xA9BE7BFD, STACK, 96, 16, 1}, /* handler: stp x29, x30, [sp, #-32]! */
    {0xF9400003, TASK, 0, 8, 0},    /* ldr x3, [x0] */
    {0xF8408464, ARRAY, 0, 8, 0},   /* loop: ldr x4, [x3], #8 */
    {0x92401C85, 0, 0, 0, 0},       /* and x5, x4, #0xff */
    {0x37180064, 0, 0, 0, 0},       /* tbnz w4, #3, over the next two */
    {0x8B0500C6, 0, 0, 0, 0},       /* add x6, x6, x5 */
    {0xF9000826, RESULT, 16, 8, 1}, /* str x6, [x1, #16] */
    {0x88DFFC47, LOCK, 0, 4, 0},    /* ldar w7, [x2] */
    {0xF10014FF, 0, 0, 0, 0},       /* cmp x7, #5 */
    {0x9A85C0C8, 0, 0, 0, 0},       /* csel x8, x6, x5, gt */
    {0xF828013F, COUNTER, 0, 8, 1}, /* stadd x8, [x9] */
    {0xF1000673, 0, 0, 0, 0},       /* subs x19, x19, #1 */
    {0x54FFFEC1, 0, 0, 0, 0},       /* b.ne loop */
    {0xA8C27BFD, STACK, 96, 16, 0}, /* ldp x29, x30, [sp], #32 */
    {0xD65F03C0, 0, 0, 0, 0},       /* ret */
};
/* clang-format on */

/* Text and data by Exception level: a kernel's upper half, a hypervisor's lower half. */
static const uint64_t text_base[3] = {0, 0xFFFF800010081000u, 0x0000400000201000u};
static const uint64_t data_base[3] = {0, 0xFFFF000008000000u, 0x0000400008000000u};

static uint64_t data_at(const struct spe_episode *e, const struct text *i)
{
    uint64_t base = data_base[e->el];
    switch ((enum where)i->where) {
    case STACK:
        return base + 0x3D00 + i->offset;
    case TASK:
        return base + 0x10000;
    case ARRAY:
        return e->level[e->el].cursor;
    case RESULT:
        return base + 0x11000 + i->offset;
    case LOCK:
        return base + 0x12040;
    case COUNTER:
        return base + 0x13080;
    default:
        return 0;
    }
}

void spe_episode_init(struct spe_episode *e, uint64_t (*rnd)(void *), void *rnd_ctx)
{
    memset(e, 0, sizeof(*e));
    e->rnd = rnd;
    e->rnd_ctx = rnd_ctx;
}

static void enter(struct spe_episode *e, uint8_t el, uint32_t loops)
{
    e->el = el;
    e->level[el].at = 0;
    e->level[el].loops = loops;
    /* Eight bytes at one of 64 Ki places of a 4 MiB array: cold at first, warm later. */
    e->level[el].cursor = data_base[el] + 0x100000 + (e->rnd(e->rnd_ctx) & 0xFFFF) * 64;
}

void spe_episode_start(struct spe_episode *e, uint32_t mean_ops, bool calls_el2, uint64_t return_pc)
{
    uint32_t mean = mean_ops > VECTOR_OPS ? (mean_ops - VECTOR_OPS) / LOOP_OPS : 1;
    uint32_t spread = mean > 1 ? 2 * mean - 1 : 1;
    e->calls_el2 = calls_el2;
    e->return_pc = return_pc;
    enter(e, 1, 1 + (uint32_t)(e->rnd(e->rnd_ctx) % spread));
}

static uint64_t pc_of(uint8_t el, unsigned at)
{
    return text_base[el] + 4u * at;
}

/* Leave the level by ERET. @return the address where execution continues. */
static uint64_t leave(struct spe_episode *e)
{
    e->el--;
    return e->el == 0 ? e->return_pc : pc_of(e->el, e->level[e->el].at);
}

/* The address after instruction `at` of the current level; the episode moves to it. */
static uint64_t advance(struct spe_episode *e, unsigned at)
{
    struct spe_episode_level *level = &e->level[e->el];
    unsigned next = at + 1;
    switch (at) {
    case AT_HVC_SKIP - 1:
        next = AT_HANDLER;
        break;
    case AT_HVC_SKIP:
        next = e->el == 1 && e->calls_el2 ? AT_HVC : AT_HVC + 1;
        break;
    case AT_HVC:
        level->at = next;
        enter(e, 2, 1 + (uint32_t)(e->rnd(e->rnd_ctx) % 4));
        return pc_of(2, 0);
    case AT_ERET:
        return leave(e);
    case AT_TEST:
        next = e->rnd(e->rnd_ctx) % 4 == 0 ? AT_SKIPPED : next;
        break;
    case AT_LOOP_END:
        level->cursor += 8;
        next = --level->loops ? AT_LOOP : next;
        break;
    case AT_RETURN:
        next = AT_HVC_SKIP;
        break;
    default:
        break;
    }
    level->at = next;
    return pc_of(e->el, next);
}

void spe_episode_next(struct spe_episode *e, struct spe_trace_op *op, uint8_t *el)
{
    unsigned at = e->level[e->el].at;
    const struct text *i = &text[at];
    *el = e->el;
    *op = (struct spe_trace_op){
        .pc = pc_of(e->el, at),
        .opcode = i->opcode,
        .addr = data_at(e, i),
        .bytes = i->bytes,
        .accesses = i->where != NOTHING,
    };
    if (i->where != NOTHING) {
        op->flags = i->store ? SPE_TRACE_STORE : SPE_TRACE_LOAD;
    }
    op->next_pc = advance(e, at);
}
