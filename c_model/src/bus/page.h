/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_PAGE_H
#define SPE_BUS_PAGE_H

#include <stdbool.h>
#include <stdint.h>

struct spe_model;

/** A translation of the page of `va` is requested. `of_record`: a record that may be written next
 * has a byte in the page. `placed`: so it has, or the page lies ahead of PMBPTR_EL1, or the queue
 * is empty. */
void buffer_page(struct spe_model *m, uint64_t va, bool of_record, bool placed);

#endif
