/* SPDX-License-Identifier: Apache-2.0 */
#include "mix.h"

int mix_main(void);

static bool (*const parts[])(uint64_t *) = {
    mix_text, mix_sort, mix_recurse, mix_hash,    mix_matrix, mix_list,
    mix_lz,   mix_sort, mix_atomics, mix_machine, mix_text,   mix_list,
};

/* Runs every part; status 0 when all were right. The order puts some parts into warm and cold
 * caches. */
int mix_main(void)
{
    unsigned total = sizeof(parts) / sizeof(parts[0]), good = 0;
    uint64_t digest = 1;
    for (unsigned i = 0; i < total; i++) {
        good += parts[i](&digest);
    }
    mix_print("mix: ");
    mix_print_number(good);
    mix_print(" of ");
    mix_print_number(total);
    mix_print(" parts right, digest ");
    mix_print_number(digest);
    mix_print("\n");
    return good == total ? 0 : 1;
}
