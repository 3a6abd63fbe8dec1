/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_PAGE_H
#define SPE_BUS_PAGE_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/** The page of `va` is asked for. `of_record`: one that may be written next has a byte there;
 * `placed`: it lies ahead of PMBPTR_EL1, too, or no record waits. */
void buffer_page(struct spe_model *m, uint64_t va, bool of_record, bool placed);

#endif
