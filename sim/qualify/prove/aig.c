/* SPDX-License-Identifier: Apache-2.0 */
#include "aig.h"

#include <stdlib.h>
#include <string.h>

static const size_t ROOM = (size_t)1 << 16;

static bool grow_nodes(struct aig *aig)
{
    const size_t room = aig->room ? 2 * aig->room : ROOM;
    literal(*const gate)[2] = realloc(aig->gate, room * sizeof(*gate));

    if (gate == NULL) {
        return false;
    }
    aig->gate = gate;
    aig->room = room;
    return true;
}

static size_t place(const struct aig *aig, literal a, literal b)
{
    const uint64_t h = ((uint64_t)a * UINT64_C(0x100000001) + b) * UINT64_C(0x9e3779b97f4a7c15);
    size_t at = (size_t)(h >> 20) & (aig->slots - 1);

    while (aig->slot[at] != 0 &&
           (aig->gate[aig->slot[at]][0] != a || aig->gate[aig->slot[at]][1] != b)) {
        at = (at + 1) & (aig->slots - 1);
    }
    return at;
}

static bool grow_slots(struct aig *aig)
{
    const size_t slots = aig->slots ? 2 * aig->slots : 4 * ROOM;
    uint32_t *const slot = calloc(slots, sizeof(*slot));

    if (slot == NULL) {
        return false;
    }
    free(aig->slot);
    aig->slot = slot;
    aig->slots = slots;
    for (uint32_t n = 1; n < aig->nodes; n++) {
        if (!aig_is_input(aig, n)) {
            slot[place(aig, aig->gate[n][0], aig->gate[n][1])] = n;
        }
    }
    return true;
}

static literal add(struct aig *aig, literal a, literal b)
{
    if ((aig->nodes == aig->room && !grow_nodes(aig)) ||
        (2 * aig->nodes >= aig->slots && !grow_slots(aig))) {
        aig->full = true;
        return AIG_FALSE;
    }
    aig->gate[aig->nodes][0] = a;
    aig->gate[aig->nodes][1] = b;
    return (literal)(2 * aig->nodes++);
}

void aig_init(struct aig *aig)
{
    memset(aig, 0, sizeof(*aig));
    (void)add(aig, AIG_TRUE, AIG_TRUE);
}

void aig_free(struct aig *aig)
{
    free(aig->gate);
    free(aig->slot);
}

literal aig_input(struct aig *aig)
{
    return add(aig, AIG_TRUE, AIG_TRUE);
}

literal aig_and(struct aig *aig, literal a, literal b)
{
    if (a > b) {
        const literal c = a;
        a = b;
        b = c;
    }
    if (aig->full || a == AIG_FALSE || a == aig_not(b)) {
        return AIG_FALSE;
    }
    if (a == AIG_TRUE || a == b) {
        return b;
    }
    const uint32_t known = aig->slot[place(aig, a, b)];

    if (known != 0) {
        return 2 * known;
    }
    const literal made = add(aig, a, b);

    if (!aig->full) {
        aig->slot[place(aig, a, b)] = made / 2;
    }
    return made;
}

literal aig_or(struct aig *aig, literal a, literal b)
{
    return aig_not(aig_and(aig, aig_not(a), aig_not(b)));
}

literal aig_choose(struct aig *aig, literal choice, literal a, literal b)
{
    return aig_or(aig, aig_and(aig, choice, a), aig_and(aig, aig_not(choice), b));
}

literal aig_xor(struct aig *aig, literal a, literal b)
{
    return aig_choose(aig, a, aig_not(b), b);
}
