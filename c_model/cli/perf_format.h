/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_PERF_FORMAT_H
#define SPE_PERF_FORMAT_H

#include <stdint.h>

/* Parts of a perf.data that linux/perf_event.h does not describe, because they belong to perf
 * itself (tools/lib/perf/include/perf/event.h, tools/perf/util/header.h). */

#define PERF_FINISHED_ROUND   68u
#define PERF_AUXTRACE_INFO    70u
#define PERF_AUXTRACE         71u
#define PERF_AUXTRACE_ARM_SPE 4u /* in PERF_AUXTRACE_INFO */

struct perf_section {
    uint64_t offset, bytes;
};

struct perf_file_header {
    char magic[8];
    uint64_t bytes; /* of this header; less in a file that was written to a pipe */
    uint64_t attr_bytes;
    struct perf_section attrs, data, event_types;
    uint64_t features[4];
};

/* Body of PERF_AUXTRACE; the trace follows the record and does not count in its size. */
struct perf_auxtrace {
    uint64_t bytes, offset, reference;
    uint32_t queue, thread, cpu, reserved;
};

/* Body of PERF_AUXTRACE_INFO, up to the last member that is needed here. */
struct perf_auxtrace_info {
    uint32_t type, reserved;
    uint64_t pmu_type, per_cpu_mmaps;
};

#endif
