/* SPDX-License-Identifier: Apache-2.0 */
#include "model/hypothesis.h"

#include <assert.h>
#include <stdlib.h>

#include "model/spu_value.h"

#define MAX_SPARE 32 /* some 24 MB; a step with more runs asks for memory again */

static void destroy(struct hypothesis *h)
{
    spu_free(&h->spu);
    free(h);
}

struct hypothesis *hypothesis_first(void)
{
    struct hypothesis *h = calloc(1, sizeof(*h));

    if (h != NULL) {
        h->spu.buf.map.most = BYTEMAP_LEAVES;
    }
    return h;
}

void hypothesis_release(struct hypothesis_list *spare, struct hypothesis *h)
{
    if (spare->n < MAX_SPARE) {
        spu_free(&h->spu); /* else a live one would copy what it shares with this one */
        spare->at[spare->n++] = h;
    } else {
        destroy(h);
    }
}

void hypothesis_release_all(struct hypothesis_list *spare, struct hypothesis_list *list)
{
    for (int i = 0; i < list->n; i++) {
        hypothesis_release(spare, list->at[i]);
    }
    list->n = 0;
}

void hypothesis_free_all(struct hypothesis_list *list)
{
    for (int i = 0; i < list->n; i++) {
        destroy(list->at[i]);
    }
    list->n = 0;
}

struct hypothesis *hypothesis_born(struct hypothesis_list *spare, const struct hypothesis *of)
{
    struct hypothesis *h =
        spare->n > 0 ? spare->at[--spare->n] : calloc(1, sizeof(struct hypothesis));

    if (h == NULL) {
        return NULL;
    }
    spu_copy(&h->spu, &of->spu);
    ledger_clear(&h->ledger);
    h->rank = h->events = 0;
    h->parent = 0;
    h->budget = of->budget;
    return h;
}

struct hypothesis *hypothesis_copy(struct hypothesis_list *spare, const struct hypothesis *of)
{
    struct hypothesis *h = hypothesis_born(spare, of);

    if (h != NULL) {
        ledger_copy(&h->ledger, &of->ledger);
        h->rank = of->rank;
        h->events = of->events;
    }
    return h;
}

void hypothesis_append(struct hypothesis_list *list, struct hypothesis *h)
{
    assert(list->n < MAX_RUNS);
    list->at[list->n++] = h;
}

int hypothesis_best(const struct hypothesis_list *list)
{
    int best = 0;

    assert(list->n > 0);
    for (int i = 1; i < list->n; i++) {
        best = list->at[i]->rank < list->at[best]->rank ? i : best;
    }
    return best;
}

struct hypothesis *hypothesis_take(struct hypothesis_list *list, int n)
{
    assert(n >= 0 && n < list->n);
    struct hypothesis *h = list->at[n];
    list->n--;
    for (int i = n; i < list->n; i++) { /* in the order of their birth */
        list->at[i] = list->at[i + 1];
    }
    return h;
}

struct hypothesis *hypothesis_take_worst(struct hypothesis_list *list)
{
    int worst = 0;

    assert(list->n > 0);
    for (int i = 1; i < list->n; i++) {
        worst = list->at[i]->rank >= list->at[worst]->rank ? i : worst;
    }
    return hypothesis_take(list, worst);
}

struct hypothesis *hypothesis_like(const struct hypothesis_list *list, const struct spu *spu)
{
    for (int i = 0; i < list->n; i++) {
        if (spu_same(&list->at[i]->spu, spu)) {
            return list->at[i];
        }
    }
    return NULL;
}
