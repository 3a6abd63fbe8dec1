/* SPDX-License-Identifier: Apache-2.0 */
#include "model/pending_facts.h"

#include <string.h>

#include "state/model.h"

static bool same(const struct note *a, const struct note *b)
{
    return a->what == b->what && a->which == b->which && a->n == b->n && a->question == b->question;
}

static struct pending_fact *add(struct pending_facts *p, const struct note *note)
{
    if (p->n == MAX_PENDING) {
        return NULL;
    }
    p->at[p->n] = (struct pending_fact){.note = *note};
    return &p->at[p->n++];
}

/* Only whether nothing can tell any more which answer was taken. */
static void lose(struct pending_facts *p, const struct note *note)
{
    struct pending_fact *lost = note->question != 0 ? add(p, note) : NULL;

    if (lost != NULL) {
        lost->merged = true;
    }
}

static int find(const struct notes *notes, const struct note *note, uint64_t taken[])
{
    for (int i = 0; i < notes->n; i++) {
        if ((taken[i / 64] >> i % 64 & 1) == 0 && same(&notes->at[i], note)) {
            taken[i / 64] |= (uint64_t)1 << i % 64;
            return i;
        }
    }
    return -1;
}

void heir_begin(struct heir *heir, unsigned from, const struct notes *notes)
{
    heir->from = (uint64_t)1 << from;
    heir->notes.n = notes->n;
    memcpy(heir->notes.at, notes->at, (size_t)notes->n * sizeof(notes->at[0]));
}

void pending_merge(struct pending_facts *p, struct heir *heir, const struct heir *other)
{
    uint64_t taken[(MAX_NOTES + 63) / 64] = {0};
    int kept = 0;

    for (int i = 0; i < heir->notes.n; i++) {
        const struct note note = heir->notes.at[i];
        if (find(&other->notes, &note, taken) >= 0) {
            heir->notes.at[kept++] = note;
        } else {
            lose(p, &note);
        }
    }
    for (int i = 0; i < other->notes.n; i++) {
        if ((taken[i / 64] >> i % 64 & 1) == 0) {
            lose(p, &other->notes.at[i]);
        }
    }
    heir->notes.n = kept;
    heir->from |= other->from;
}

/* Those that came before: who comes out of several holds what all of them did. */
static void inherit(struct pending_fact *fact, struct heir *const *heir, int n)
{
    uint64_t held = 0;

    for (int i = 0; i < n; i++) {
        const uint64_t by = fact->held & heir[i]->from;
        held |= (uint64_t)(by != 0 && by == heir[i]->from) << i;
        fact->merged |= by != 0 && by != heir[i]->from;
    }
    fact->held = held;
}

/* What the i-th has found in this step; `first`: where the facts of the step begin. */
static void find_out(struct pending_facts *p, int first, const struct heir *heir, int i)
{
    const uint64_t bit = (uint64_t)1 << i;

    for (int k = 0; k < heir->notes.n; k++) {
        const struct note *note = &heir->notes.at[k];
        struct pending_fact *fact = NULL;
        for (int at = first; fact == NULL && at < p->n; at++) {
            fact = (p->at[at].held & bit) == 0 && p->at[at].held != 0 && same(&p->at[at].note, note)
                       ? &p->at[at]
                       : NULL;
        }
        fact = fact != NULL ? fact : add(p, note);
        if (fact != NULL) {
            fact->held |= bit;
        }
    }
}

/* Nobody holds one of its answers any more. */
static bool closed(const struct pending_facts *p, uint64_t question)
{
    for (int i = 0; i < p->n; i++) {
        const struct pending_fact *fact = &p->at[i];
        if (fact->note.question == question && fact->held != 0) {
            return false;
        }
    }
    return true;
}

/* What became of the i-th; a choice that nothing can tell any more is counted once, with the last
 * of its answers. */
static void settle(struct spe_model *m, struct pending_facts *p, int i, uint64_t all)
{
    struct pending_fact *fact = &p->at[i];
    const unsigned kind = fact->note.which / FORK_BRANCHES;

    if (fact->held == all) {
        facts_count(m, &fact->note);
    } else if (fact->merged && fact->note.question != 0 && closed(p, fact->note.question)) {
        const struct note unseen = {.what = FACT_UNSEEN, .which = kind, .n = 1};
        facts_count(m, &unseen);
        for (int k = i; k < p->n; k++) {
            p->at[k].merged &= p->at[k].note.question != fact->note.question;
        }
    }
}

static void count_choices(struct facts *facts, const struct pending_facts *p)
{
    for (int kind = 0; kind < FORK_KINDS; kind++) {
        facts->open[kind] = 0;
    }
    for (int i = 0; i < p->n; i++) {
        bool before = false;
        for (int k = 0; k < i; k++) {
            before |= p->at[k].note.question == p->at[i].note.question;
        }
        if (p->at[i].note.question != 0 && !before) {
            facts->open[p->at[i].note.which / FORK_BRANCHES]++;
        }
    }
}

enum fork_kind pending_choice(const struct pending_facts *p, unsigned a, unsigned b)
{
    for (int i = 0; i < p->n; i++) {
        const struct pending_fact *fact = &p->at[i];
        if (fact->note.question != 0 && (fact->held >> a & 1) != 0 && (fact->held >> b & 1) == 0) {
            return (enum fork_kind)(fact->note.which / FORK_BRANCHES);
        }
    }
    return FORK_KINDS;
}

void pending_give_up(struct spe_model *m, struct pending_facts *p)
{
    int kept = 0;

    for (int kind = 0; kind < FORK_KINDS; kind++) {
        const struct note unseen = {.what = FACT_UNSEEN, .which = (unsigned)kind};
        struct note n = unseen;
        n.n = m->facts.open[kind];
        facts_count(m, &n);
    }
    for (int i = 0; i < p->n; i++) {
        if (p->at[i].note.question == 0) {
            p->at[kept++] = p->at[i];
        }
    }
    p->n = kept;
}

void pending_step(struct spe_model *m, struct pending_facts *p, struct heir *const *heir, int n)
{
    const uint64_t all = n == MAX_LIVE ? UINT64_MAX : ((uint64_t)1 << n) - 1;
    const int first = p->n;
    int kept = 0;

    for (int i = 0; i < first; i++) {
        inherit(&p->at[i], heir, n);
    }
    for (int i = 0; i < n; i++) {
        find_out(p, first, heir[i], i);
    }
    for (int i = 0; i < p->n; i++) {
        if (p->at[i].held == 0 || p->at[i].held == all) {
            settle(m, p, i, all);
        }
    }
    for (int i = 0; i < p->n; i++) {
        if (p->at[i].held != 0 && p->at[i].held != all) {
            p->at[kept++] = p->at[i];
        }
    }
    p->n = kept;
    count_choices(&m->facts, p);
}
