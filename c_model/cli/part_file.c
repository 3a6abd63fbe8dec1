/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "part_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool part_file_choose(struct part_file *part, const char *path)
{
    struct stat st;
    const bool other = lstat(path, &st) == 0 && !S_ISREG(st.st_mode);

    *part = (struct part_file){.path = path};
    const int n = snprintf(part->name, sizeof(part->name), "%s%s", path, other ? "" : ".XXXXXX");
    return n > 0 && (size_t)n < sizeof(part->name);
}

int part_file_make(struct part_file *part)
{
    if (strcmp(part->name, part->path) == 0) {
        return 0;
    }
    const mode_t mask = umask(0);
    const int fd = mkstemp(part->name);
    const int why = errno;

    (void)umask(mask);
    if (fd < 0) {
        return why;
    }
    part->made = true;
    (void)fchmod(fd, 0666 & ~mask);
    (void)close(fd);
    return 0;
}

int part_file_place(struct part_file *part)
{
    if (!part->made || rename(part->name, part->path) == 0) {
        part->made = false;
        return 0;
    }
    const int why = errno;
    part_file_drop(part);
    return why;
}

void part_file_drop(struct part_file *part)
{
    if (part->made) {
        (void)remove(part->name);
        part->made = false;
    }
}
