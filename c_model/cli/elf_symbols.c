/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "elf_symbols.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "elf_file.h"
#include "spe/status.h"

#define LARGEST (UINT64_C(1) << 30) /* bytes of a table: no real program has a larger one */

struct reading {
    FILE *file;
    Elf64_Ehdr head;
    Elf64_Shdr table, strings;
    Elf64_Sym *symbol;
    size_t n;
    char *names;
    const char **why;
};

static int bad(struct reading *r, const char *why)
{
    *r->why = why;
    return SPE_EBADMSG;
}

static int read_section(struct reading *r, unsigned index, Elf64_Shdr *section)
{
    if (index >= r->head.e_shnum || r->head.e_shentsize != sizeof(*section)) {
        return bad(r, "no table of sections that can be read");
    }
    return elf_read_at(r->file, r->head.e_shoff + index * sizeof(*section), section,
                       sizeof(*section), r->why);
}

/* Find the symbol table, or, without one, the table for dynamic linking. */
static int find_table(struct reading *r)
{
    static const uint32_t kinds[] = {SHT_SYMTAB, SHT_DYNSYM};

    for (size_t kind = 0; kind < sizeof(kinds) / sizeof(*kinds); kind++) {
        for (unsigned i = 0; i < r->head.e_shnum; i++) {
            const int status = read_section(r, i, &r->table);
            if (status != SPE_OK) {
                return status;
            }
            if (r->table.sh_type == kinds[kind]) {
                return read_section(r, r->table.sh_link, &r->strings);
            }
        }
    }
    return bad(r, "no symbols: the program is stripped");
}

/* Read the bytes of a section and add a 0 after them. @return NULL: *status says why. */
static void *contents(struct reading *r, const Elf64_Shdr *section, int *status)
{
    char *all = section->sh_size < LARGEST ? calloc(1, section->sh_size + 1) : NULL;

    if (all == NULL) {
        *r->why = strerror(ENOMEM);
        *status = SPE_ENOMEM;
        return NULL;
    }
    *status = section->sh_size == 0
                  ? SPE_OK
                  : elf_read_at(r->file, section->sh_offset, all, section->sh_size, r->why);
    if (*status != SPE_OK) {
        free(all);
        return NULL;
    }
    return all;
}

static int read_tables(struct reading *r)
{
    int status = elf_read_head(r->file, &r->head, r->why);

    status = status == SPE_OK ? find_table(r) : status;
    if (status != SPE_OK) {
        return status;
    }
    r->n = r->table.sh_size / sizeof(*r->symbol);
    r->symbol = contents(r, &r->table, &status);
    if (r->symbol != NULL) {
        r->names = contents(r, &r->strings, &status);
    }
    return status;
}

static bool is_function(const struct reading *r, const Elf64_Sym *s)
{
    const unsigned type = ELF64_ST_TYPE(s->st_info);

    return (type == STT_FUNC || type == STT_GNU_IFUNC) && s->st_shndx != SHN_UNDEF &&
           s->st_name < r->strings.sh_size;
}

static size_t underscores(const char *name)
{
    return strspn(name, "_");
}

struct named {
    Elf64_Sym symbol;
    const char *name;
};

/* Order by address; for one address the better name comes first (choose_best_symbol() of
 * tools/perf). */
static int by_address(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    const bool weak_x = ELF64_ST_BIND(x->symbol.st_info) == STB_WEAK,
               weak_y = ELF64_ST_BIND(y->symbol.st_info) == STB_WEAK;
    const bool global_x = ELF64_ST_BIND(x->symbol.st_info) == STB_GLOBAL,
               global_y = ELF64_ST_BIND(y->symbol.st_info) == STB_GLOBAL;
    const size_t under_x = underscores(x->name), under_y = underscores(y->name);

    if (x->symbol.st_value != y->symbol.st_value) {
        return x->symbol.st_value < y->symbol.st_value ? -1 : 1;
    }
    if ((x->symbol.st_size == 0) != (y->symbol.st_size == 0)) {
        return x->symbol.st_size == 0 ? 1 : -1;
    }
    if (weak_x != weak_y) {
        return weak_x ? 1 : -1;
    }
    if (global_x != global_y) {
        return global_x ? -1 : 1;
    }
    if (under_x != under_y) {
        return under_x < under_y ? -1 : 1;
    }
    return strcmp(x->name, y->name);
}

/* Make functions of the symbols. A symbol without a size extends to the next symbol. */
static void fill_symbols(struct elf_symbols *symbols, const struct named *all, size_t n,
                         uint64_t load)
{
    for (size_t i = 0; i < n; i++) {
        const Elf64_Sym *s = &all[i].symbol;
        if (i > 0 && s->st_value == all[i - 1].symbol.st_value) {
            continue;
        }
        if (symbols->n > 0 && symbols->function[symbols->n - 1].last >= load + s->st_value) {
            symbols->function[symbols->n - 1].last = load + s->st_value - 1;
        }
        symbols->function[symbols->n++] = (struct elf_function){
            load + s->st_value, s->st_size != 0 ? load + s->st_value + s->st_size - 1 : UINT64_MAX,
            all[i].name};
    }
}

static int take_symbols(struct reading *r, struct elf_symbols *symbols, uint64_t load)
{
    struct named *all = calloc(r->n + 1, sizeof(*all));
    size_t n = 0;

    symbols->function = calloc(r->n + 1, sizeof(*symbols->function));
    if (all == NULL || symbols->function == NULL) {
        free(all);
        *r->why = strerror(ENOMEM);
        return SPE_ENOMEM;
    }
    for (size_t i = 0; i < r->n; i++) {
        if (is_function(r, &r->symbol[i])) {
            all[n++] = (struct named){r->symbol[i], r->names + r->symbol[i].st_name};
        }
    }
    qsort(all, n, sizeof(*all), by_address);
    fill_symbols(symbols, all, n, load);
    free(all);
    return n > 0 ? SPE_OK : bad(r, "no function among its symbols");
}

int elf_symbols_read(struct elf_symbols *symbols, const char *path, uint64_t load, const char **why)
{
    struct reading r = {.file = fopen(path, "rb"), .why = why};

    *symbols = (struct elf_symbols){.n = 0};
    if (r.file == NULL) {
        *why = strerror(errno);
        return spe_status_of_errno(errno);
    }
    int status = read_tables(&r);
    (void)fclose(r.file);
    if (status == SPE_OK) {
        status = take_symbols(&r, symbols, load);
    }
    symbols->names = r.names;
    free(r.symbol);
    if (status != SPE_OK) {
        elf_symbols_free(symbols);
    }
    return status;
}

const struct elf_function *elf_function_at(const struct elf_symbols *symbols, uint64_t pc)
{
    size_t from = 0, to = symbols->n;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (symbols->function[middle].last < pc) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    return from < symbols->n && symbols->function[from].first <= pc ? &symbols->function[from]
                                                                    : NULL;
}

void elf_symbols_free(struct elf_symbols *symbols)
{
    free(symbols->function);
    free(symbols->names);
    *symbols = (struct elf_symbols){.n = 0};
}
