/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ELF_FILE_H
#define SPE_ELF_FILE_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Reading AArch64 programs (little-endian ELF64); `why`: on failure what is wrong, without the
 * file's name. Static storage. */

/** n bytes at `offset`. @return 0, SPE_EIO or another status of errno, SPE_EBADMSG (cut off). */
int elf_read_at(FILE *file, uint64_t offset, void *out, size_t n, const char **why);

/** The header of a program. @return as elf_read_at(), SPE_EBADMSG also for another file. */
int elf_read_head(FILE *file, Elf64_Ehdr *head, const char **why);

#endif
