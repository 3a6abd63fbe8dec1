/* SPDX-License-Identifier: Apache-2.0 */
/* Quicksort with an insertion-sort tail and a heap sort: data-dependent branches, calls through a
 * pointer. */
#include "mix.h"

#define KEYS 1900

static uint32_t keys[KEYS], copy[KEYS];

static bool less_value(uint32_t a, uint32_t b)
{
    return a < b;
}

static bool less_reversed(uint32_t a, uint32_t b)
{
    return b < a;
}

static void insertion(uint32_t *a, size_t n, bool (*less)(uint32_t, uint32_t))
{
    for (size_t i = 1; i < n; i++) {
        uint32_t v = a[i];
        size_t j = i;
        for (; j && less(v, a[j - 1]); j--) {
            a[j] = a[j - 1];
        }
        a[j] = v;
    }
}

static void quick(uint32_t *a, size_t n, bool (*less)(uint32_t, uint32_t))
{
    while (n > 12) {
        uint32_t pivot = a[n / 2];
        size_t i = 0, j = n - 1;
        for (;; i++, j--) {
            while (less(a[i], pivot)) {
                i++;
            }
            while (less(pivot, a[j])) {
                j--;
            }
            if (i >= j) {
                break;
            }
            uint32_t t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
        quick(a, i, less);
        a += i;
        n -= i;
    }
    insertion(a, n, less);
}

static void sift(uint32_t *a, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && a[child] < a[child + 1];
        if (a[root] >= a[child]) {
            return;
        }
        uint32_t t = a[root];
        a[root] = a[child];
        a[child] = t;
    }
}

static void heap(uint32_t *a, size_t n)
{
    for (size_t i = n / 2; i--;) {
        sift(a, i, n);
    }
    for (size_t i = n; --i;) {
        uint32_t t = a[0];
        a[0] = a[i];
        a[i] = t;
        sift(a, 0, i);
    }
}

bool mix_sort(uint64_t *digest)
{
    uint64_t state = *digest | 1;
    bool good = true;
    for (size_t i = 0; i < KEYS; i++) {
        copy[i] = keys[i] = (uint32_t)mix_random(&state) % 50000;
    }
    quick(keys, KEYS, (*digest & 2) ? less_reversed : less_value);
    heap(copy, KEYS / 2);
    for (size_t i = 1; i < KEYS; i++) {
        good &= (*digest & 2) ? keys[i - 1] >= keys[i] : keys[i - 1] <= keys[i];
    }
    for (size_t i = 1; i < KEYS / 2; i++) {
        good &= copy[i - 1] <= copy[i];
    }
    *digest = *digest * 31 + keys[KEYS / 3] + copy[KEYS / 5];
    return good;
}
