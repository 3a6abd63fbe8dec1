/* SPDX-License-Identifier: Apache-2.0 */
#include "one.h"

static const int table[] = {1, 2};

/* Each line is mutated by the operators that its remark names. */
int one(struct pair *p, unsigned flags)
{
    int a = p->x;                /* dropped assignment, field */
    bool both = p->on && p->off; /* logical, field, dropped assignment */

    assert(a < 10);        /* none */
    if (flags & FLAG(1)) { /* condition, logical, constant */
        p->x = a + 2;      /* statement, field, arithmetic, off by one, constant */
    }
    while (a < p->y) { /* condition: what ends it; relational, field */
        a++;           /* statement, arithmetic */
    }
    switch (p->kind) {
    case KIND_B:             /* none */
        a = (int)sizeof(*p); /* statement */
        break;               /* statement */
    default:
        p->pair.z -= 1; /* statement, arithmetic, constant */
    }
    for (int i = 0; i != a; i++) { /* constant, condition, relational, arithmetic */
        swap(&p->x, p->y, a);      /* statement, field twice, argument */
    }
    return !both ? 0x10u : table[0]; /* condition, logical, constant */
}

bool two(enum kind kind)
{
    struct pair p = {.x = 7}; /* dropped assignment, constant */

    return p.x > 3 || kind == KIND_A; /* condition, logical, relational, constant, field */
}

bool four(void)
{
    const bool no = false; /* constant; no dropped assignment, as it is 0 */

    return no;
}

void five(int n, ...)
{
    va_list ap;

    va_start(ap, n);
    va_end(ap); /* none */
}
