/* SPDX-License-Identifier: Apache-2.0
 *
 * Writes a perf.data: a header, one event, then the records of the data section. These are: the
 * record that announces an SPE trace; for each process its name and maps; the trace itself. Time
 * stamps of perf's clock are left out: perf calls this "timeless" and takes the records in their
 * order.
 */
#define _POSIX_C_SOURCE 200809L

#include "perf_data.h"

#include <limits.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <string.h>

#include "perf_format.h"
#include "perf_read.h"
#include "spe/status.h"

#define FEATURE_ARCH 6u /* HEADER_ARCH */
#define PMU_TYPE     8u /* any number that no other PMU has */
#define EVENT_ID     1u

struct attr {
    struct perf_event_attr event;
    struct perf_section ids;
};

/* The end of each record, except perf's own ones (sample_id_all), as SAMPLE_TYPE says. */
struct sample_id {
    uint32_t process, thread, cpu, reserved;
    uint64_t id;
};

#define SAMPLE_TYPE                                                                                \
    (PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_ADDR | PERF_SAMPLE_CPU |                       \
     PERF_SAMPLE_DATA_SRC | PERF_SAMPLE_IDENTIFIER)

struct writer {
    FILE *out;
    const struct perf_image *image;
    bool lost;
};

static void put_part(struct writer *w, const void *bytes, size_t n)
{
    if (n > 0 && fwrite(bytes, n, 1, w->out) != 1) {
        w->lost = true;
    }
}

static uint64_t place(struct writer *w)
{
    const off_t at = ftello(w->out);
    if (at < 0) {
        w->lost = true;
    }
    return at < 0 ? 0 : (uint64_t)at;
}

static void put_record(struct writer *w, uint32_t type, uint16_t misc, const void *body, size_t n)
{
    const struct perf_event_header header = {
        .type = type, .misc = misc, .size = (uint16_t)(sizeof(header) + n)};
    put_part(w, &header, sizeof(header));
    put_part(w, body, n);
}

static struct sample_id id_of(uint32_t process)
{
    return (struct sample_id){.process = process, .thread = process, .id = EVENT_ID};
}

static struct perf_section put_event(struct writer *w)
{
    const uint64_t id = EVENT_ID;
    struct attr attr = {.ids = {place(w), sizeof(id)}};
    put_part(w, &id, sizeof(id));
    attr.event.type = PMU_TYPE;
    attr.event.size = sizeof(attr.event);
    attr.event.sample_period = 1;
    attr.event.sample_type = SAMPLE_TYPE;
    attr.event.sample_id_all = 1;
    const struct perf_section where = {place(w), sizeof(attr)};
    put_part(w, &attr, sizeof(attr));
    return where;
}

static void put_trace_info(struct writer *w)
{
    const struct perf_auxtrace_info info = {.type = PERF_AUXTRACE_ARM_SPE, .pmu_type = PMU_TYPE};
    put_record(w, PERF_AUXTRACE_INFO, 0, &info, sizeof(info));
}

/* The name of a process: the last part of the program's path, cut as the kernel cuts it. */
static void put_name(struct writer *w, uint32_t process)
{
    struct {
        uint32_t process, thread;
        char name[16];
        struct sample_id id;
    } comm = {.process = process, .thread = process, .id = id_of(process)};
    const char *path = w->image->program ? w->image->program : "spu";
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    memcpy(comm.name, name, strnlen(name, sizeof(comm.name) - 1));
    put_record(w, PERF_RECORD_COMM, 0, &comm, sizeof(comm));
}

static void put_map(struct writer *w, uint32_t process, const struct perf_map *map)
{
    const struct sample_id id = id_of(process);
    const size_t length = strlen(w->image->program) + 1, padded = (length + 7) / 8 * 8;
    struct {
        uint32_t process, thread;
        uint64_t address, bytes, offset;
        uint32_t major, minor;
        uint64_t inode, generation;
        uint32_t protection, flags;
        char name[PATH_MAX + 8 + sizeof(struct sample_id)];
    } mmap2 = {.process = process,
               .thread = process,
               .address = map->address,
               .bytes = map->bytes,
               .offset = map->offset,
               .protection = 5 /* PROT_READ | PROT_EXEC */,
               .flags = 2 /* MAP_PRIVATE */};
    memcpy(mmap2.name, w->image->program, length);
    memcpy(mmap2.name + padded, &id, sizeof(id));
    put_record(w, PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER, &mmap2,
               sizeof(mmap2) - sizeof(mmap2.name) + padded + sizeof(id));
}

/* Write the trace, padded to a multiple of eight bytes (DDI 0586A 5.1.2: a byte of zero is
 * padding). */
static void put_trace(struct writer *w)
{
    static const uint8_t padding[7];
    const size_t more = -w->image->bytes & 7;
    const struct perf_auxtrace trace = {.bytes = w->image->bytes + more,
                                        .reference = 1,
                                        .thread = w->image->process[0],
                                        .cpu = UINT32_MAX /* of a thread, not of a CPU */};
    put_record(w, PERF_AUXTRACE, 0, &trace, sizeof(trace));
    put_part(w, w->image->records, w->image->bytes);
    put_part(w, padding, more);
    put_record(w, PERF_FINISHED_ROUND, 0, NULL, 0);
}

static void put_data(struct writer *w)
{
    put_trace_info(w);
    for (size_t i = 0; i < w->image->processes; i++) {
        put_name(w, w->image->process[i]);
        for (size_t k = 0; w->image->program && k < w->image->maps; k++) {
            put_map(w, w->image->process[i], &w->image->map[k]);
        }
    }
    put_trace(w);
}

/* Without this, perf on another host would take the addresses as those of its own architecture. */
static void put_architecture(struct writer *w)
{
    const struct {
        uint32_t bytes;
        char name[16];
    } arch = {16, "aarch64"};
    const struct perf_section where = {place(w) + sizeof(where), sizeof(arch)};
    put_part(w, &where, sizeof(where));
    put_part(w, &arch, sizeof(arch));
}

int perf_data_write(FILE *out, const struct perf_image *image)
{
    struct writer w = {.out = out, .image = image};
    struct perf_file_header header = {.bytes = sizeof(header),
                                      .attr_bytes = sizeof(struct attr),
                                      .features = {1u << FEATURE_ARCH}};
    memcpy(header.magic, PERF_MAGIC, sizeof(header.magic));
    put_part(&w, &header, sizeof(header));
    header.attrs = put_event(&w);
    header.data.offset = place(&w);
    put_data(&w);
    header.data.bytes = place(&w) - header.data.offset;
    put_architecture(&w);
    if (fseeko(out, 0, SEEK_SET) != 0) {
        return SPE_EIO;
    }
    put_part(&w, &header, sizeof(header));
    return w.lost ? SPE_EIO : SPE_OK;
}
