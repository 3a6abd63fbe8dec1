/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "fst_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Types of blocks. A block is a type byte, then a length of eight bytes, most significant byte
 * first, then its content. The length includes its own eight bytes. */
enum {
    BLOCK_HEADER = 0,
    BLOCK_VALUES = 1,
    BLOCK_BLACKOUT = 2,
    BLOCK_GEOMETRY = 3,
    BLOCK_HIERARCHY = 4,
    BLOCK_VALUES_1 = 5,
    BLOCK_HIERARCHY_1 = 6,
    BLOCK_HIERARCHY_2 = 7,
    BLOCK_VALUES_2 = 8,
    BLOCK_PACKED = 254
};

#define HEADER_BYTES 329u

static const char *next_block(FILE *file, uint64_t left, int *type, uint64_t *length)
{
    unsigned char head[9];

    if (fread(head, 1, sizeof(head), file) != sizeof(head)) {
        return "it is cut off";
    }
    *type = head[0];
    *length = 0;
    for (unsigned i = 1; i < sizeof(head); i++) {
        *length = *length << 8 | head[i];
    }
    if (*length < 8 || *length + 1 > left) {
        return "it is cut off, or still being written";
    }
    return NULL;
}

static const char *blocks_fault(FILE *file, uint64_t bytes)
{
    bool geometry = false, hierarchy = false;
    uint64_t at = 0, length = 0;
    const char *fault;
    int type = BLOCK_PACKED;

    while (at < bytes) {
        fault = next_block(file, bytes - at, &type, &length);
        if (at == 0 && type == BLOCK_PACKED) {
            return fault;
        }
        if (at == 0 && (type != BLOCK_HEADER || length != HEADER_BYTES)) {
            return "it is no FST";
        }
        if (fault != NULL) {
            return fault;
        }
        if (type > BLOCK_VALUES_2 || (at != 0 && type == BLOCK_HEADER)) {
            return "it is damaged, or still being written";
        }
        geometry |= type == BLOCK_GEOMETRY;
        hierarchy |=
            type == BLOCK_HIERARCHY || type == BLOCK_HIERARCHY_1 || type == BLOCK_HIERARCHY_2;
        at += 1 + length;
        if (fseeko(file, (off_t)at, SEEK_SET) != 0) {
            return strerror(errno);
        }
    }
    return geometry && hierarchy ? NULL : "it is cut off";
}

const char *fst_file_fault(const char *path)
{
    struct stat about;
    FILE *file = fopen(path, "rb");

    if (file == NULL) {
        return strerror(errno);
    }
    const char *fault = NULL;
    if (fstat(fileno(file), &about) != 0) {
        fault = strerror(errno);
    } else if (!S_ISREG(about.st_mode)) {
        fault = S_ISDIR(about.st_mode) ? "it is a folder" : "it is no file that can be sought in";
    } else if (about.st_size == 0) {
        fault = "it is empty";
    } else {
        fault = blocks_fault(file, (uint64_t)about.st_size);
    }
    (void)fclose(file);
    return fault;
}
