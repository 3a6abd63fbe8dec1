/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CLI_DECODE_NAMES_H
#define SPE_CLI_DECODE_NAMES_H

#include <stdint.h>

/* Data sources and events that can have a name. */
#define DECODE_SOURCES    256u
#define DECODE_EVENTS     64u
#define DECODE_NAME_BYTES 32u

/**
 * The implementation's names of its IMPLEMENTATION DEFINED events and of its data sources. All
 * zero: no names.
 */
struct decode_names {
    char event[DECODE_EVENTS][DECODE_NAME_BYTES];
    char source[DECODE_SOURCES][DECODE_NAME_BYTES];
};

/**
 * Read the names for a configuration: FILE.cfg has them in FILE.names, which may be missing. Lines
 * are `event N NAME` (N an IMPLEMENTATION DEFINED event: 12 to 15, 24 to 31, 48 to 63) and `source
 * N NAME` (N from 0 to 255). # begins a comment; the last line is `# end`. A name has letters,
 * digits and `_`, at most 31; a line has at most 254 characters.
 * @return 0, or the exit status after one line on stderr.
 */
int decode_names_read(struct decode_names *names, const char *command, const char *config);

/** Name of an event bit 0 .. 63. */
const char *decode_event_name(const struct decode_names *names, unsigned bit);

/** Name of a data source; NULL if it has none. */
const char *decode_source_name(const struct decode_names *names, uint64_t source);

#endif
