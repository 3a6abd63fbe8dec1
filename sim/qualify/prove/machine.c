/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stdlib.h>

#include "say.h"

/* The machine's inputs are those of the design, and an initial value for each latch of the design.
 * Its latches are: `begun`, 1 from the second cycle on; `broken`, 1 once the environment has broken
 * an assumption; then the latches of the design, and those of the mutant. */

enum { BEGUN, BROKEN, LATCHES };

struct machine {
    const struct miter *miter;
    literal *of; /* by node of the miter: its literal in the machine */
    struct aig aig;
    size_t inputs, latches; /* of the machine: nodes 1 to inputs + latches */
    literal *next;
    literal output;
};

static literal mapped(const struct machine *m, literal a)
{
    return m->of[a / 2] ^ (a & 1u);
}

static literal latch(const struct machine *m, size_t number)
{
    return (literal)(2 * (1 + m->inputs + number));
}

/* The value of the latch `held`: in the first cycle `initial`, later its own. */
static literal begins(struct machine *m, size_t held, literal initial)
{
    return aig_choose(&m->aig, latch(m, BEGUN), latch(m, held), initial);
}

static void sources(struct machine *m)
{
    const struct aiger *const d = m->miter->design;
    size_t own = LATCHES + d->latches;

    m->of[0] = AIG_FALSE;
    for (size_t i = 1; i <= m->inputs + m->latches; i++) {
        const literal made = aig_input(&m->aig);

        if (i <= m->inputs) {
            m->of[i] = made;
        }
    }
    for (size_t i = 0; i < d->latches; i++) {
        literal *const of = &m->of[1 + d->inputs + i];
        const literal initial = *of;

        *of = begins(m, LATCHES + i, initial);
        if (m->miter->own[i] != AIG_FALSE) {
            m->of[m->miter->own[i] / 2] = begins(m, own++, initial);
        }
    }
    literal *const reset_n = &m->of[m->miter->reset_n / 2];
    *reset_n = aig_and(&m->aig, latch(m, BEGUN), *reset_n);
}

static void logic(struct machine *m)
{
    const struct aig *const from = &m->miter->aig;

    for (uint32_t n = 1; n < from->nodes; n++) {
        if (!aig_is_input(from, n)) {
            m->of[n] = aig_and(&m->aig, mapped(m, from->gate[n][0]), mapped(m, from->gate[n][1]));
        }
    }
}

static void steps(struct machine *m, literal property)
{
    const struct miter *const from = m->miter;
    const struct aiger *const d = from->design;
    const literal keeps = mapped(m, from->assumed), broken = latch(m, BROKEN);
    const literal counts = aig_and(&m->aig, aig_not(broken), keeps);
    size_t own = LATCHES + d->latches;

    m->next[BEGUN] = AIG_TRUE;
    m->next[BROKEN] = aig_or(&m->aig, broken, aig_and(&m->aig, latch(m, BEGUN), aig_not(keeps)));
    for (size_t i = 0; i < d->latches; i++) {
        m->next[LATCHES + i] = mapped(m, miter_of(from->clean, d->next[i]));
        if (from->own[i] != AIG_FALSE) {
            m->next[own++] = mapped(m, miter_of(from->mutated, d->next[i]));
        }
    }
    m->output = aig_and(&m->aig, latch(m, BEGUN), aig_and(&m->aig, counts, mapped(m, property)));
}

static void delta(FILE *out, uint32_t value)
{
    for (; value > 0x7f; value >>= 7) {
        (void)putc((int)(0x80 | (value & 0x7f)), out);
    }
    (void)putc((int)value, out);
}

static void print(const struct machine *m, FILE *out)
{
    const size_t head = m->inputs + m->latches;

    (void)fprintf(out, "aig %zu %zu %zu 1 %zu\n", m->aig.nodes - 1, m->inputs, m->latches,
                  m->aig.nodes - 1 - head);
    for (size_t i = 0; i < m->latches; i++) {
        (void)fprintf(out, "%u\n", m->next[i]);
    }
    (void)fprintf(out, "%u\n", m->output);
    for (size_t n = 1 + head; n < m->aig.nodes; n++) {
        const literal *const in = m->aig.gate[n];

        delta(out, (uint32_t)(2 * n) - in[1]);
        delta(out, in[1] - in[0]);
    }
}

static int save(const struct machine *m, const char *path)
{
    FILE *const out = fopen(path, "wb");

    if (out == NULL) {
        say("cannot write %s", path);
        return STATUS_ENVIRONMENT;
    }
    print(m, out);
    const bool bad = ferror(out) != 0;
    if (fclose(out) != 0 || bad) {
        say("no room for %s", path);
        return STATUS_ENVIRONMENT;
    }
    return 0;
}

int machine_write(struct miter *miter, literal property, const char *path)
{
    const struct aiger *const d = miter->design;
    struct machine m = {.miter = miter,
                        .inputs = d->inputs + d->latches,
                        .latches = LATCHES + d->latches + miter->owned};
    int status = STATUS_ENVIRONMENT;

    m.of = calloc(miter->aig.nodes, sizeof(*m.of));
    m.next = calloc(m.latches, sizeof(*m.next));
    aig_init(&m.aig);
    if (m.of != NULL && m.next != NULL) {
        sources(&m);
        logic(&m);
        steps(&m, property);
    }
    if (m.of == NULL || m.next == NULL || m.aig.full || miter->aig.full) {
        say("no memory for %s", path);
    } else {
        status = save(&m, path);
    }
    free(m.of);
    free(m.next);
    aig_free(&m.aig);
    return status;
}
