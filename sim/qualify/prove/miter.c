/* SPDX-License-Identifier: Apache-2.0 */
#include "miter.h"

#include <stdlib.h>
#include <string.h>

#include "say.h"

static literal gate(struct miter *m, const literal *value, size_t number)
{
    const uint32_t *const in = m->design->gate[number];

    return aig_and(&m->aig, miter_of(value, in[0]), miter_of(value, in[1]));
}

/* Make nodes of inputs and latches, except the inputs that select a mutant. */
static void sources(struct miter *m)
{
    const struct aiger *const d = m->design;

    for (size_t i = 0; i < d->inputs + d->latches; i++) {
        m->clean[1 + i] = aig_input(&m->aig);
        if (i < d->inputs && strcmp(d->input[i].text, "qualify_i") == 0) {
            if (d->input[i].bit == 0) {
                m->first = (int)i; /* `seen`: any value, it selects nothing */
            } else {
                m->clean[1 + i] = AIG_FALSE;
            }
        }
        if (i < d->inputs && strcmp(d->input[i].text, "rst_ni") == 0) {
            m->reset_n = m->clean[1 + i];
        }
    }
}

static void assume(struct miter *m)
{
    for (size_t i = 0; i < m->design->constraints; i++) {
        m->assumed = aig_and(&m->aig, m->assumed, miter_of(m->clean, m->design->constraint[i]));
    }
}

static int fail(const struct miter *m)
{
    if (m->aig.full) {
        say("no memory");
        return STATUS_ENVIRONMENT;
    }
    if (m->first < 0 || m->reset_n == AIG_TRUE) {
        say("the design has no input qualify_i or rst_ni");
        return STATUS_USAGE;
    }
    return 0;
}

int miter_init(struct miter *m, const struct aiger *design)
{
    const size_t variables = 1 + design->inputs + design->latches;

    memset(m, 0, sizeof(*m));
    m->design = design;
    m->assumed = m->reset_n = AIG_TRUE;
    m->first = -1;
    m->clean = calloc(variables + design->gates, sizeof(*m->clean));
    m->mutated = calloc(variables + design->gates, sizeof(*m->mutated));
    m->own = calloc(design->latches + 1, sizeof(*m->own));
    aig_init(&m->aig);
    if (m->clean == NULL || m->mutated == NULL || m->own == NULL) {
        say("no memory");
        return STATUS_ENVIRONMENT;
    }
    sources(m);
    for (size_t i = 0; i < design->gates; i++) {
        m->clean[variables + i] = gate(m, m->clean, i);
    }
    assume(m);
    return fail(m);
}

void miter_free(struct miter *m)
{
    free(m->clean);
    free(m->mutated);
    free(m->own);
    aig_free(&m->aig);
}

/* Build the mutant's logic: only gates that the selection or an own latch reaches get new nodes. */
static void select_mutant(struct miter *m, int mutant)
{
    const struct aiger *const d = m->design;
    const size_t variables = 1 + d->inputs + d->latches;

    memcpy(m->mutated, m->clean, (variables + d->gates) * sizeof(*m->clean));
    m->mutated[1 + m->first + mutant] = AIG_TRUE;
    for (size_t i = 0; i < d->latches; i++) {
        if (m->own[i] != AIG_FALSE) {
            m->mutated[1 + d->inputs + i] = m->own[i];
        }
    }
    for (size_t i = 0; i < d->gates; i++) {
        const uint32_t a = d->gate[i][0], b = d->gate[i][1];

        if (miter_of(m->mutated, a) != miter_of(m->clean, a) ||
            miter_of(m->mutated, b) != miter_of(m->clean, b)) {
            m->mutated[variables + i] = gate(m, m->mutated, i);
        }
    }
}

static literal difference(struct miter *m, uint32_t aiger)
{
    return aig_xor(&m->aig, miter_of(m->clean, aiger), miter_of(m->mutated, aiger));
}

/* Give the mutant its own latch wherever the next value differs. */
static void give_latches(struct miter *m)
{
    const struct aiger *const d = m->design;

    for (size_t i = 0; i < d->latches; i++) {
        if (m->own[i] == AIG_FALSE &&
            miter_of(m->clean, d->next[i]) != miter_of(m->mutated, d->next[i])) {
            m->own[i] = aig_input(&m->aig);
            m->owned++;
        }
    }
}

literal miter_differs(struct miter *m, int mutant, int depth)
{
    const struct aiger *const d = m->design;
    literal any = AIG_FALSE;

    memset(m->own, 0, d->latches * sizeof(*m->own));
    m->owned = 0;
    select_mutant(m, mutant);
    for (int step = 0; step < depth; step++) {
        give_latches(m);
        select_mutant(m, mutant);
    }
    for (size_t i = 0; i < d->latches; i++) {
        if (m->own[i] == AIG_FALSE) {
            any = aig_or(&m->aig, any, difference(m, d->next[i]));
        }
    }
    for (size_t i = 0; i < d->outputs; i++) {
        any = aig_or(&m->aig, any, difference(m, d->output[i]));
    }
    return any;
}
