/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "elf_file.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "spe/status.h"

int elf_read_at(FILE *file, uint64_t offset, void *out, size_t n, const char **why)
{
    if (offset <= INT64_MAX && fseeko(file, (off_t)offset, SEEK_SET) == 0 &&
        fread(out, n, 1, file) == 1) {
        return SPE_OK;
    }
    *why = ferror(file) ? strerror(errno) : "a program that is cut off";
    return ferror(file) ? spe_status_of_errno(errno) : SPE_EBADMSG;
}

static bool is_program(const Elf64_Ehdr *head)
{
    return memcmp(head->e_ident, ELFMAG, SELFMAG) == 0 && head->e_ident[EI_CLASS] == ELFCLASS64 &&
           head->e_ident[EI_DATA] == ELFDATA2LSB && head->e_machine == EM_AARCH64 &&
           (head->e_type == ET_EXEC || head->e_type == ET_DYN) &&
           head->e_phentsize == sizeof(Elf64_Phdr);
}

int elf_read_head(FILE *file, Elf64_Ehdr *head, const char **why)
{
    const int status = elf_read_at(file, 0, head, sizeof(*head), why);

    if (status != SPE_OK || !is_program(head)) {
        *why = status == SPE_OK || status == SPE_EBADMSG ? "no AArch64 program (ELF64)" : *why;
        return status == SPE_OK ? SPE_EBADMSG : status;
    }
    return SPE_OK;
}
