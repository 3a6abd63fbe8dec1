/* SPDX-License-Identifier: Apache-2.0 */
#include "spe/edit.h"
#include "contract/edit.h"

#include <stddef.h>

static const struct {
    const char *name;
    uint8_t kind;
} fields[SPE_EDIT_FIELDS] = {
#define EDIT_FIELD(id, kind, member, name) {name, SPE_TXN_##kind},
    SPE_EDIT_LIST(EDIT_FIELD)
#undef EDIT_FIELD
};

/* The value, converted to the type of the member: the mask of an edit is no wider. */
#define OF_TYPE(member, value)                                                                     \
    _Generic((member), uint8_t                                                                     \
             : (uint8_t)(value), uint16_t                                                          \
             : (uint16_t)(value), uint32_t                                                         \
             : (uint32_t)(value), uint64_t                                                         \
             : (value))

static uint64_t merge(uint64_t old, const struct spe_edit *edit)
{
    return (old & ~edit->mask) | (edit->value & edit->mask);
}

const char *edit_name(int field)
{
    return field >= 0 && field < SPE_EDIT_FIELDS ? fields[field].name : NULL;
}

bool spe_edit_apply(struct spe_txn *txn, const struct spe_edit *edit)
{
    if (edit_name((int)edit->field) == NULL || txn->seq != edit->seq ||
        txn->kind != fields[edit->field].kind) {
        return false;
    }
    switch (edit->field) {
#define EDIT_CASE(id, kind, member, name)                                                          \
    case SPE_EDIT_##id:                                                                            \
        txn->u.member = OF_TYPE(txn->u.member, merge(txn->u.member, edit));                        \
        break;
        SPE_EDIT_LIST(EDIT_CASE)
#undef EDIT_CASE
    case SPE_EDIT_FIELDS:
        break;
    }
    return true;
}
