/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "fst_out.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "fst_file.h"
#include "fstapi.h"

struct fst_out {
    void *writer;
    const char *path;
    char part[4096]; /* the file until it is finished */
};

static int cannot_write(const char *path, const char *why)
{
    return spe_cli_fail(SPE_EXIT_ENVIRONMENT, "wave", "%s: cannot be written: %s", path, why);
}

/* Remove the unfinished file, and the file of the hierarchy that the writer keeps beside it. */
static void forget(const struct fst_out *out)
{
    char hierarchy[sizeof(out->part) + 8];

    (void)snprintf(hierarchy, sizeof(hierarchy), "%s.hier", out->part);
    (void)remove(hierarchy);
    (void)remove(out->part);
}

/* Find a unique name beside `path`, because two processes may write to one name. The FST writer
 * creates the file again. @return 0, or errno. */
static int make_part(struct fst_out *out, const char *path)
{
    const int n = snprintf(out->part, sizeof(out->part), "%s.XXXXXX", path);

    if (n < 0 || (size_t)n >= sizeof(out->part)) {
        return ENAMETOOLONG;
    }
    const int fd = mkstemp(out->part);
    const int why = fd < 0 ? errno : 0;
    if (fd >= 0) {
        (void)close(fd);
    }
    return why;
}

int fst_out_open(struct fst_out **out, const char *path)
{
    struct fst_out *o = calloc(1, sizeof(*o));

    if (o == NULL) {
        return cannot_write(path, "out of memory");
    }
    o->path = path;
    const int bad = make_part(o, path);
    errno = 0;
    o->writer = bad == 0 ? fstWriterCreate(o->part, 1) : NULL;
    if (o->writer == NULL) {
        const int why = bad != 0 ? bad : errno;
        if (bad == 0) {
            forget(o);
        }
        free(o);
        return cannot_write(path, strerror(why));
    }
    fstWriterSetPackType(o->writer, FST_WR_PT_LZ4);
    fstWriterSetTimescale(o->writer, -9);
    fstWriterSetDate(o->writer, "");
    fstWriterSetVersion(o->writer, "spe wave; a ns is a cycle");
    *out = o;
    return SPE_EXIT_GOOD;
}

void fst_out_scope(struct fst_out *out, const char *name)
{
    fstWriterSetScope(out->writer, FST_ST_VCD_MODULE, name, NULL);
}

void fst_out_up(struct fst_out *out)
{
    fstWriterSetUpscope(out->writer);
}

uint32_t fst_out_variable(struct fst_out *out, const char *name, unsigned bits)
{
    char full[256];

    if (bits == 0) {
        return fstWriterCreateVar(out->writer, FST_VT_GEN_STRING, FST_VD_IMPLICIT, 0, name, 0);
    }
    if (bits == 1) {
        (void)snprintf(full, sizeof(full), "%s", name);
    } else {
        (void)snprintf(full, sizeof(full), "%s [%u:0]", name, bits - 1);
    }
    return fstWriterCreateVar(out->writer, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, bits, full, 0);
}

void fst_out_time(struct fst_out *out, uint64_t cycle)
{
    fstWriterEmitTimeChange(out->writer, cycle);
}

void fst_out_value(struct fst_out *out, uint32_t handle, unsigned bits, uint64_t value,
                   uint64_t known)
{
    char chars[65];

    for (unsigned i = 0; i < bits; i++) {
        const unsigned bit = bits - 1 - i;
        chars[i] = "01x"[(known >> bit & 1) == 0 ? 2 : value >> bit & 1];
    }
    chars[bits] = '\0';
    fst_out_chars(out, handle, chars);
}

void fst_out_chars(struct fst_out *out, uint32_t handle, const char *chars)
{
    fstWriterEmitValueChange(out->writer, handle, chars);
}

void fst_out_text(struct fst_out *out, uint32_t handle, const char *text)
{
    fstWriterEmitVariableLengthValueChange(out->writer, handle, text, (uint32_t)strlen(text));
}

int fst_out_close(struct fst_out *out)
{
    int status = SPE_EXIT_GOOD;

    errno = 0;
    fstWriterClose(out->writer);
    const int why = errno;
    const char *fault = fst_file_fault(out->part);
    if (fault != NULL) {
        status = cannot_write(out->path, why != 0 ? strerror(why) : fault);
    } else if (rename(out->part, out->path) != 0) {
        status = cannot_write(out->path, strerror(errno));
    }
    if (status != SPE_EXIT_GOOD) {
        forget(out);
    }
    free(out);
    return status;
}

void fst_out_drop(struct fst_out *out)
{
    fstWriterClose(out->writer);
    forget(out);
    free(out);
}
