/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/edit.h"

#include "check.h"
#include "contract/edit.h"

/* Edits of transactions: one field, the bits of the mask, of one transaction. */

static const uint64_t old = 0x1122334455667788;

/* An edit of a field changes its member and nothing else. */
static void every_field_takes_its_value(void **state)
{
    int fields = 0;

    (void)state;
#define CHECK_FIELD(id, kind_, member, name)                                                       \
    {                                                                                              \
        struct spe_txn txn = {.kind = SPE_TXN_##kind_, .seq = 7};                                  \
        struct spe_txn other = txn;                                                                \
        const struct spe_edit edit = {7, SPE_EDIT_##id, 1, UINT64_MAX};                            \
        assert_true(spe_edit_apply(&txn, &edit));                                                  \
        other.u.member = 1;                                                                        \
        assert_memory_equal(&txn, &other, sizeof(txn));                                            \
        assert_string_equal(edit_name(SPE_EDIT_##id), name);                                       \
        fields++;                                                                                  \
    }
    SPE_EDIT_LIST(CHECK_FIELD)
#undef CHECK_FIELD
    assert_int_equal(fields, SPE_EDIT_FIELDS);
    assert_null(edit_name(SPE_EDIT_FIELDS));
    assert_null(edit_name(-1));
}

static void mask_keeps_the_other_bits(void **state)
{
    struct spe_txn txn = {.kind = SPE_TXN_W, .seq = 3, .u.w.data = old};
    const struct spe_edit edit = {3, SPE_EDIT_W_DATA, UINT64_MAX, 0xff0000};

    (void)state;
    assert_true(spe_edit_apply(&txn, &edit));
    CHECK("w.data", txn.u.w.data, 0x1122334455ff7788);
}

/* An edit with another sequence number, for another kind of transaction, or of a field that does
 * not exist changes nothing. */
static void other_transactions_stay(void **state)
{
    struct spe_txn txn = {.kind = SPE_TXN_W, .seq = 3, .u.w.data = old};
    const struct spe_edit edits[] = {{4, SPE_EDIT_W_DATA, 0, UINT64_MAX},
                                     {3, SPE_EDIT_AW_ADDR, 0, UINT64_MAX},
                                     {3, SPE_EDIT_FIELDS, 0, UINT64_MAX},
                                     {3, (enum spe_edit_field)0x10000, 0, UINT64_MAX},
                                     {3, (enum spe_edit_field) - 1, 0, UINT64_MAX}};

    (void)state;
    for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
        assert_false(spe_edit_apply(&txn, &edits[i]));
        CHECK("w.data", txn.u.w.data, old);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_takes_its_value),
        cmocka_unit_test(mask_keeps_the_other_bits),
        cmocka_unit_test(other_transactions_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
