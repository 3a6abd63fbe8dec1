/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "decode_names.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "spe/bits.h"
#include "spe/packet.h"
#include "spe/status.h"

/* D18.2.6. */
#define IMPDEF_EVENTS (SPE_MASK(15, 12) | SPE_MASK(31, 24) | SPE_MASK(63, 48))

static bool is_name(const char *text)
{
    const size_t n = strlen(text);
    for (size_t i = 0; i < n; i++) {
        if (!isalnum((unsigned char)text[i]) && text[i] != '_') {
            return false;
        }
    }
    return n > 0 && n < DECODE_NAME_BYTES;
}

/* Where the name goes that the line `kind number` gives; NULL if no such name may be given. */
static char *line_place(struct decode_names *names, const char *kind, uint64_t number)
{
    if (strcmp(kind, "event") == 0 && number < DECODE_EVENTS && (IMPDEF_EVENTS >> number & 1)) {
        return names->event[number];
    }
    if (strcmp(kind, "source") == 0 && number < DECODE_SOURCES) {
        return names->source[number];
    }
    return NULL;
}

/* @return NULL, or what is wrong with the line. */
static const char *take_line(struct decode_names *names, const char *line)
{
    char kind[16], number[16], name[40], rest[2];
    uint64_t n = 0;
    if (line[strspn(line, " \t\n")] == '\0' || line[0] == '#') {
        return NULL;
    }
    if (sscanf(line, "%15s %15s %39s %1s", kind, number, name, rest) != 3) {
        return "not `event N NAME` or `source N NAME`";
    }
    char *at = spe_cli_number(number, &n) ? line_place(names, kind, n) : NULL;
    if (!at) {
        return "no such IMPLEMENTATION DEFINED event or data source";
    }
    if (!is_name(name)) {
        return "a name has letters, digits and _, at most 31";
    }
    if (*at) {
        return "has a name already";
    }
    memcpy(at, name, strlen(name) + 1);
    return NULL;
}

/* A file cannot be read; errno says why. */
static int unreadable(const char *command, const char *path)
{
    const int why = errno;
    return spe_cli_fail(spe_status_exit(spe_status_of_errno(why)), command, "%s: %s", path,
                        strerror(why));
}

static int read_lines(struct decode_names *names, const char *command, const char *path, FILE *file)
{
    char line[256];
    bool whole = false;
    for (int at = 1; fgets(line, sizeof(line), file); at++) {
        const bool cut = strchr(line, '\n') == NULL && !feof(file);
        const char *why =
            cut ? "longer than 254 characters, or with a NUL" : take_line(names, line);
        if (why) {
            return spe_cli_fail(SPE_EXIT_USAGE, command, "%s:%d: %s", path, at, why);
        }
        whole = strcmp(line, "# end\n") == 0;
    }
    if (ferror(file)) {
        return unreadable(command, path);
    }
    return whole ? SPE_EXIT_GOOD
                 : spe_cli_fail(SPE_EXIT_USAGE, command, "%s: the last line is not `# end`", path);
}

int decode_names_read(struct decode_names *names, const char *command, const char *config)
{
    char path[PATH_MAX];
    const char *dot = strrchr(config, '.');
    const int length = dot && !strchr(dot, '/') ? (int)(dot - config) : (int)strlen(config);
    const int n = snprintf(path, sizeof(path), "%.*s.names", length, config);
    memset(names, 0, sizeof(*names));
    if (n < 0 || (size_t)n >= sizeof(path)) {
        return SPE_EXIT_GOOD;
    }
    FILE *file = fopen(path, "r");
    if (!file) {
        return errno == ENOENT ? SPE_EXIT_GOOD : unreadable(command, path);
    }
    const int status = read_lines(names, command, path, file);
    (void)fclose(file);
    return status;
}

const char *decode_event_name(const struct decode_names *names, unsigned bit)
{
    return names->event[bit][0] ? names->event[bit] : spe_event_name(bit);
}

const char *decode_source_name(const struct decode_names *names, uint64_t source)
{
    return source < DECODE_SOURCES && names->source[source][0] ? names->source[source] : NULL;
}
