/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of all bins of functional coverage, one a line. sim/testplan.sh compiles it with
 * c_model/src/cover/table.c, which is all that names need.
 */
#include <stdio.h>

#include "spe/cover.h"

int main(void)
{
    char name[96];

    for (size_t bin = 0; bin < spe_cover_bins(); bin++) {
        if (spe_cover_name(bin, name, sizeof(name)) < 0 || puts(name) < 0) {
            return 1;
        }
    }
    return 0;
}
