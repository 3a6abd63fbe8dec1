/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ELF_MAPS_H
#define SPE_ELF_MAPS_H

#include <stdint.h>

#include "perf_data.h"

/* At most this many segments of a program are kept; linkers make one or two executable ones. */
#define ELF_MAPS 16u

/**
 * The executable segments of an AArch64 program (little-endian ELF64, System V gABI chapter 5).
 * @param load  address at which a position-independent program was loaded; 0 for others.
 * @param maps  number of segments in `map`.
 * @param why   on failure what is wrong, without the file's name. Static storage.
 * @return 0, SPE_ENOENT, SPE_EIO or SPE_ENOMEM (cannot be read, errno says why), SPE_EBADMSG (no
 * such program).
 */
int elf_maps(const char *path, uint64_t load, struct perf_map map[ELF_MAPS], unsigned *maps,
             const char **why);

#endif
