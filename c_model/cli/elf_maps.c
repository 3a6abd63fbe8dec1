/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "elf_maps.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "elf_file.h"
#include "spe/status.h"

static int segments(FILE *file, uint64_t load, struct perf_map map[ELF_MAPS], unsigned *maps,
                    const char **why)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    int status = elf_read_head(file, &head, why);
    if (status != SPE_OK) {
        return status;
    }
    *maps = 0;
    for (unsigned i = 0; i < head.e_phnum && *maps < ELF_MAPS; i++) {
        status =
            elf_read_at(file, head.e_phoff + i * sizeof(segment), &segment, sizeof(segment), why);
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
