/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ELF_FILE_H
#define SPE_ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Reads AArch64 programs (little-endian ELF64). `why` is set on failure: what is wrong, without the
 * name of the file. Static storage. */

/** Read n bytes at `offset`. @return 0, SPE_EIO or another status of errno, SPE_EBADMSG (cut off).
 */
int elf_read_at(FILE *file, uint64_t offset, void *out, size_t n, const char **why);

/** Read the header of a program. @return as elf_read_at(); SPE_EBADMSG also for any other kind of
 * file. */
int elf_read_head(FILE *file, Elf64_Ehdr *head, const char **why);

#endif
