/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "contract/order.h"

/* A selection needs a lane with a member of the population: the previous call reported the member,
 * in this cycle, in this lane or without a lane (dpi/README.md, `pop`). */

#define NOW 70

static void a_member_stands_in_the_lane(void **state)
{
    static const struct {
        const char *name;
        bool last;
        uint64_t cycle;
        unsigned told, slot;
        bool stands;
    } rows[] = {
        {"the lane", true, NOW, 2, 2, true},
        {"another lane", true, NOW, 2, 1, false},
        {"any lane", true, NOW, SPE_SLOT_UNKNOWN, 1, true},
        {"of another cycle", true, NOW - 1, 2, 2, false},
        {"another call came behind it", false, NOW, 2, 2, false},
        {"... any lane", false, NOW, SPE_SLOT_UNKNOWN, 1, false},
        {"neither", false, NOW - 1, 2, 2, false},
    };
    const struct spe_txn txn = {.kind = SPE_TXN_SEL, .cycle = NOW};
    struct spe_model *m = bare_model("width = 4\n", SPE_TAP_ALL);

    (void)state;
    m->txn = &txn;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        m->spu->selection.member.last = rows[i].last;
        m->spu->selection.member.cycle = rows[i].cycle;
        m->spu->selection.member.slot = (uint8_t)rows[i].told;
        CHECK(rows[i].name, model_member(m, rows[i].slot), rows[i].stands);
    }
    m->txn = NULL;
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_member_stands_in_the_lane)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
