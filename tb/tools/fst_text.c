/* SPDX-License-Identifier: Apache-2.0 */
/*
 * fst_text FILE [NAME...]: print an FST as text: first "variable NAME BITS" for each variable, then
 * "TIME NAME VALUE" for each value, by time, a text in quotes. With NAMEs, only the variables whose
 * names begin with one of them. fst_text --make FILE <TEXT: make an FST, for waves made by hand.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fst_walk.h"

static char *name_of[FST_HANDLES];

static int fail(const char *text, const char *which)
{
    fprintf(stderr, "fst_text: %s %s\n", text, which);
    return 2;
}

static void on_bits(void *user, uint64_t time, fstHandle handle, const unsigned char *value)
{
    (void)user;
    printf("%llu %s %s\n", (unsigned long long)time, name_of[handle], (const char *)value);
}

static void on_text(void *user, uint64_t time, fstHandle handle, const unsigned char *value,
                    uint32_t bytes)
{
    (void)user;
    printf("%llu %s \"%.*s\"\n", (unsigned long long)time, name_of[handle], (int)bytes,
           (const char *)value);
}

static int wanted(const char *full, char **names)
{
    for (char **name = names; *name != NULL; name++) {
        if (strncmp(full, *name, strlen(*name)) == 0) {
            return 1;
        }
    }
    return *names == NULL;
}

struct printing {
    void *reader;
    char **names; /* of the variables */
};

static void print_variable(void *user, const char *name, fstHandle handle, unsigned bits)
{
    const struct printing *p = user;

    if (wanted(name, p->names)) {
        printf("variable %s %u\n", name, bits);
        name_of[handle] = strdup(name);
        fstReaderSetFacProcessMask(p->reader, handle);
    }
}

static int print(const char *path, char **names)
{
    void *reader = fstReaderOpen(path);

    if (reader == NULL) {
        return fail("cannot read", path);
    }
    struct printing printing = {reader, names};
    fst_walk(reader, print_variable, &printing);
    (void)fstReaderIterBlocks2(reader, on_bits, on_text, NULL, NULL);
    fstReaderClose(reader);
    return 0;
}

/* A variable by its full name, in scopes of its own. */
static fstHandle make_variable(void *writer, char *name, unsigned bits)
{
    char full[600];
    unsigned depth = 0;
    fstHandle handle;
    char *dot;

    for (; (dot = strchr(name, '.')) != NULL; name = dot + 1, depth++) {
        *dot = '\0';
        fstWriterSetScope(writer, FST_ST_VCD_MODULE, name, NULL);
    }
    if (bits > 1) {
        (void)snprintf(full, sizeof(full), "%s [%u:0]", name, bits - 1);
    } else {
        (void)snprintf(full, sizeof(full), "%s", name);
    }
    handle = fstWriterCreateVar(writer, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, full, 0);
    for (; depth > 0; depth--) {
        fstWriterSetUpscope(writer);
    }
    return handle;
}

/* A number as bits, the highest one first. */
static void emit(void *writer, fstHandle handle, unsigned bits, const char *value)
{
    const unsigned long long number = strtoull(value, NULL, 0);
    char chars[65] = "";

    for (unsigned i = 0; i < bits && i < 64; i++) {
        chars[i] = (number >> (bits - 1 - i) & 1) != 0 ? '1' : '0';
    }
    fstWriterEmitValueChange(writer, handle, chars);
}

static int make(const char *path)
{
    static unsigned bits_of[FST_HANDLES];
    unsigned long long time = 0, last = ~0ull;
    char line[1024], name[512], copy[512], value[256];
    void *writer = fstWriterCreate(path, 1);
    unsigned bits = 0, n = 0, i;

    if (writer == NULL) {
        return fail("cannot write", path);
    }
    fstWriterSetTimescale(writer, -12);
    while (fgets(line, sizeof(line), stdin) != NULL) {
        if (sscanf(line, "variable %511s %u", name, &bits) == 2 && n + 1 < FST_HANDLES) {
            (void)snprintf(copy, sizeof(copy), "%s", name);
            const fstHandle handle = make_variable(writer, copy, bits);
            name_of[handle] = strdup(name);
            bits_of[handle] = bits;
            n = handle;
        } else if (sscanf(line, "%llu %511s %255s", &time, name, value) == 3) {
            i = 1;
            while (i <= n && strcmp(name_of[i], name) != 0) {
                i++;
            }
            if (i > n) {
                return fail("no variable", name);
            }
            if (time != last) {
                fstWriterEmitTimeChange(writer, time);
                last = time;
            }
            emit(writer, i, bits_of[i], value);
        }
    }
    fstWriterClose(writer);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--make") == 0) {
        return make(argv[2]);
    }
    if (argc < 2 || argv[1][0] == '-') {
        return fail("usage: fst_text FILE [NAME...], fst_text --make FILE", "");
    }
    return print(argv[1], argv + 2);
}
