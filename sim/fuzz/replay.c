/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Without libFuzzer: the inputs of a pack go through the fuzz target that this is linked with. A
 * pack is a corpus in one file: MAGIC, then for each input its length in four bytes, lowest first,
 * and its bytes.
 *
 *   replay PACK                    run each input
 *   replay --pack BYTES PACK FILE...   make a pack of at most BYTES of the files, in their order
 *   replay --unpack PACK DIR       write the inputs as files of DIR
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC     "SPEFUZZ1"
#define INPUT_MAX (1u << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int fail(const char *what, const char *path)
{
    fprintf(stderr, "replay: %s: %s\n", path, what);
    return 2;
}

/* Next input of a pack, in a block of its exact size. @return 1, 0 at the end, -1: no pack. */
static int next_input(FILE *pack, uint8_t **data, size_t *bytes)
{
    uint8_t head[4];
    const size_t n = fread(head, 1, sizeof(head), pack);

    if (n == 0 && feof(pack)) {
        return 0;
    }
    *bytes = (size_t)head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (n != sizeof(head) || *bytes > INPUT_MAX) {
        return -1;
    }
    *data = malloc(*bytes != 0 ? *bytes : 1);
    if (*data == NULL || fread(*data, 1, *bytes, pack) != *bytes) {
        free(*data);
        return -1;
    }
    return 1;
}

static int write_file(const char *dir, unsigned number, const uint8_t *data, size_t bytes)
{
    char path[4096];

    (void)snprintf(path, sizeof(path), "%s/pack%04u", dir, number);
    FILE *out = fopen(path, "wb");
    const size_t written = out != NULL ? fwrite(data, 1, bytes, out) : 0;
    return out != NULL && fclose(out) == 0 && written == bytes ? 0 : -1;
}

/* Run each input, or write it to `dir`. */
static int each_input(const char *path, const char *dir)
{
    FILE *pack = fopen(path, "rb");
    char magic[sizeof(MAGIC)] = "";
    uint8_t *data;
    unsigned n = 0;
    size_t bytes;
    int status = -1;

    if (pack != NULL && fread(magic, 1, strlen(MAGIC), pack) == strlen(MAGIC) &&
        strcmp(magic, MAGIC) == 0) {
        while ((status = next_input(pack, &data, &bytes)) > 0) {
            if ((dir != NULL ? write_file(dir, n, data, bytes)
                             : LLVMFuzzerTestOneInput(data, bytes)) != 0) {
                return fail("an input fails, or cannot be written", path);
            }
            free(data);
            n++;
        }
        (void)fclose(pack);
    }
    if (status != 0 || n == 0) {
        return fail("no pack of inputs, or cut off", path);
    }
    printf("%u inputs\n", n);
    return 0;
}

/* One file as the next input, if it fits. @return bytes, 0: it does not fit; -1. */
static long add(FILE *pack, const char *path, size_t room)
{
    static uint8_t data[INPUT_MAX];
    FILE *in = fopen(path, "rb");
    const size_t n = in != NULL ? fread(data, 1, sizeof(data), in) : 0;
    const uint8_t head[4] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16), (uint8_t)(n >> 24)};

    if (in == NULL || ferror(in) != 0 || fclose(in) != 0) {
        return -1;
    }
    if (n == 0 || n + sizeof(head) > room) {
        return 0;
    }
    return fwrite(head, 1, sizeof(head), pack) == sizeof(head) && fwrite(data, 1, n, pack) == n
               ? (long)(n + sizeof(head))
               : -1;
}

static int make_pack(size_t room, const char *path, char **file, int files)
{
    FILE *pack = fopen(path, "wb");
    unsigned n = 0;

    if (pack == NULL || fputs(MAGIC, pack) < 0) {
        return fail("cannot be written", path);
    }
    room -= strlen(MAGIC);
    for (int i = 0; i < files; i++) {
        const long bytes = add(pack, file[i], room);
        if (bytes < 0) {
            return fail("cannot be added", file[i]);
        }
        room -= (size_t)bytes;
        n += bytes != 0;
    }
    printf("%u of %d inputs\n", n, files);
    return fclose(pack) == 0 ? 0 : fail("cannot be written", path);
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        return each_input(argv[1], NULL);
    }
    if (argc == 4 && strcmp(argv[1], "--unpack") == 0) {
        return each_input(argv[2], argv[3]);
    }
    if (argc > 4 && strcmp(argv[1], "--pack") == 0) {
        return make_pack((size_t)strtoul(argv[2], NULL, 10), argv[3], argv + 4, argc - 4);
    }
    fprintf(stderr, "usage: replay PACK | --pack BYTES PACK FILE... | --unpack PACK DIR\n");
    return 2;
}
