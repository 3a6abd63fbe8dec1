/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/trace_model.h"
#include <stdlib.h>
#include <string.h>

#define TABLE_BITS 16u
#define TABLE_ROOM (1u << TABLE_BITS)
#define SCORE_MAX  15u

static uint32_t fold(uint64_t key)
{
    return (uint32_t)((key * 0x9E3779B97F4A7C15u) >> (64 - TABLE_BITS));
}

int spe_trace_model_init(struct spe_trace_model *m)
{
    memset(m, 0, sizeof(*m));
    m->next = malloc(TABLE_ROOM * sizeof(*m->next));
    m->delta_after = malloc(TABLE_ROOM * sizeof(*m->delta_after));
    m->addr_after = malloc(TABLE_ROOM * sizeof(*m->addr_after));
    if (!m->next || !m->delta_after || !m->addr_after) {
        return -1;
    }
    spe_trace_model_reset(m);
    return 0;
}

void spe_trace_model_free(struct spe_trace_model *m)
{
    free(m->insn);
    free(m->next);
    free(m->delta_after);
    free(m->addr_after);
}

void spe_trace_model_reset(struct spe_trace_model *m)
{
    m->insns = 0;
    m->cur = SPE_TRACE_NO_INSN;
    m->path = 0;
    m->near = 0;
    memset(m->next, 0, TABLE_ROOM * sizeof(*m->next));
    memset(m->delta_after, 0, TABLE_ROOM * sizeof(*m->delta_after));
    memset(m->addr_after, 0, TABLE_ROOM * sizeof(*m->addr_after));
}

uint32_t spe_trace_model_add(struct spe_trace_model *m, uint64_t pc, uint32_t opcode)
{
    if (m->insns == m->room) {
        uint32_t room = m->room ? 2 * m->room : 1024;
        void *p = realloc(m->insn, room * sizeof(*m->insn));
        if (!p) {
            return SPE_TRACE_NO_INSN;
        }
        m->insn = p;
        m->room = room;
    }
    struct spe_trace_insn *i = &m->insn[m->insns];
    memset(i, 0, sizeof(*i));
    i->pc = pc;
    i->opcode = opcode;
    i->succ[0] = SPE_TRACE_NO_INSN;
    i->succ[1] = SPE_TRACE_NO_INSN;
    return m->insns++;
}

static uint32_t path_slot(const struct spe_trace_model *m)
{
    return fold(m->path << 20 ^ m->cur);
}

uint32_t spe_trace_model_next(const struct spe_trace_model *m)
{
    if (m->cur == SPE_TRACE_NO_INSN) {
        return SPE_TRACE_NO_INSN;
    }
    const struct spe_trace_insn *i = &m->insn[m->cur];
    if (i->succ[1] == SPE_TRACE_NO_INSN) {
        return i->succ[0];
    }
    uint32_t known = m->next[path_slot(m)];
    /* The table is shared by hash: its entry may name an instruction that is not a successor of
     * this one. */
    return known ? known - 1 : i->succ[0];
}

uint32_t spe_trace_model_other(const struct spe_trace_model *m, uint32_t predicted)
{
    if (m->cur == SPE_TRACE_NO_INSN) {
        return SPE_TRACE_NO_INSN;
    }
    const struct spe_trace_insn *i = &m->insn[m->cur];
    return i->succ[0] == predicted ? i->succ[1] : i->succ[0];
}

void spe_trace_model_went(struct spe_trace_model *m, uint32_t id)
{
    if (m->cur != SPE_TRACE_NO_INSN) {
        struct spe_trace_insn *i = &m->insn[m->cur];
        if (i->succ[0] != id) {
            i->succ[1] = i->succ[0];
            i->succ[0] = id;
        }
        if (i->succ[1] != SPE_TRACE_NO_INSN) {
            m->next[path_slot(m)] = id + 1;
            m->path = (m->path << 3) ^ id;
        }
    }
    m->cur = id;
}

static uint32_t delta_slot(const struct spe_trace_model *m, const struct spe_trace_insn *i)
{
    return fold(i->delta[0] * 0x2545F491u ^ i->delta[1] * 0x61C88647u ^ (uint64_t)m->cur << 40);
}

static uint32_t addr_slot(const struct spe_trace_model *m, const struct spe_trace_insn *i)
{
    return fold(i->last ^ (uint64_t)m->cur << 44);
}

uint64_t spe_trace_model_addr(const struct spe_trace_model *m, unsigned k)
{
    const struct spe_trace_insn *i = &m->insn[m->cur];
    switch (k) {
    case 0:
        return i->last + i->stride;
    case 1:
        return i->last + m->delta_after[delta_slot(m, i)];
    default:
        return m->addr_after[addr_slot(m, i)];
    }
}

unsigned spe_trace_model_best(const struct spe_trace_model *m)
{
    const uint8_t *score = m->insn[m->cur].score;
    unsigned best = 0;
    for (unsigned k = 1; k < SPE_ADDR_PREDICTORS; k++) {
        if (score[k] > score[best]) {
            best = k;
        }
    }
    return best;
}

void spe_trace_model_accessed(struct spe_trace_model *m, uint64_t addr)
{
    struct spe_trace_insn *i = &m->insn[m->cur];
    for (unsigned k = 0; k < SPE_ADDR_PREDICTORS; k++) {
        if (spe_trace_model_addr(m, k) != addr) {
            i->score[k] >>= 1;
        } else if (i->score[k] < SCORE_MAX) {
            i->score[k]++;
        }
    }
    uint64_t delta = addr - i->last;
    m->delta_after[delta_slot(m, i)] = delta;
    m->addr_after[addr_slot(m, i)] = addr;
    if (delta == i->delta[0]) {
        i->stride = delta;
    }
    i->delta[1] = i->delta[0];
    i->delta[0] = delta;
    i->last = addr;
    m->near = addr;
}
