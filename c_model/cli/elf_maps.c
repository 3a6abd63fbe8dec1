/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "elf_maps.h"

#include <elf.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "spe/status.h"

static int read_at(FILE *file, uint64_t offset, void *out, size_t n, const char **why)
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

static int segments(FILE *file, uint64_t load, struct perf_map map[ELF_MAPS], unsigned *maps,
                    const char **why)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    int status = read_at(file, 0, &head, sizeof(head), why);
    if (status != SPE_OK || !is_program(&head)) {
        *why = status == SPE_OK || status == SPE_EBADMSG ? "no AArch64 program (ELF64)" : *why;
        return status == SPE_OK ? SPE_EBADMSG : status;
    }
    *maps = 0;
    for (unsigned i = 0; i < head.e_phnum && *maps < ELF_MAPS; i++) {
        status = read_at(file, head.e_phoff + i * sizeof(segment), &segment, sizeof(segment), why);
        if (status != SPE_OK) {
            return status;
        }
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X)) {
            map[(*maps)++] =
                (struct perf_map){load + segment.p_vaddr, segment.p_filesz, segment.p_offset};
        }
    }
    *why = "no segment that can be executed";
    return *maps != 0 ? SPE_OK : SPE_EBADMSG;
}

int elf_maps(const char *path, uint64_t load, struct perf_map map[ELF_MAPS], unsigned *maps,
             const char **why)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        *why = strerror(errno);
        return spe_status_of_errno(errno);
    }
    const int status = segments(file, load, map, maps, why);
    (void)fclose(file);
    return status;
}
