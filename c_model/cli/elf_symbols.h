/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_ELF_SYMBOLS_H
#define SPE_ELF_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/** A function of a program. */
struct elf_function {
    uint64_t first, last; /* addresses of its first and last byte */
    const char *name;
};

/** Functions of a program in the order of addresses; they do not overlap. */
struct elf_symbols {
    struct elf_function *function;
    size_t n;
    char *names;
};

/**
 * Read the functions of an AArch64 program (little-endian ELF64, System V gABI chapter 4) from its
 * symbol table, or from the table for dynamic linking. Where one address has several names, the
 * result is the one that Linux perf takes.
 * @param load  address at which a position-independent program was loaded; 0 for others.
 * @param why   on failure what is wrong, without the file's name. Static storage.
 * @return 0, SPE_ENOENT, SPE_EIO or SPE_ENOMEM (cannot be read, errno says why), SPE_EBADMSG (no
 * such program, or it has no functions). On failure nothing is left to free.
 */
int elf_symbols_read(struct elf_symbols *symbols, const char *path, uint64_t load,
                     const char **why);

/** The function that contains `pc`, or NULL. */
const struct elf_function *elf_function_at(const struct elf_symbols *symbols, uint64_t pc);

void elf_symbols_free(struct elf_symbols *symbols);

#endif
