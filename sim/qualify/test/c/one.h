/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ONE_H
#define ONE_H

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>

#define FLAG(n) (1u << (n))

enum kind { KIND_A, KIND_B, KIND_C, KIND_ALSO_C = KIND_C };

/* Members of one type are x and y; on and off; z has no partner. */
struct pair {
    int x;
    bool on;
    enum kind kind;
    int y;
    bool off;
    struct {
        int z;
    } pair;
};

void swap(int *to, int first, int second);

static inline int three(int a)
{
    return a * 3; /* arithmetic, constant */
}

int first(const int row[4]); /* none: the bound of a parameter has no effect */

#endif
