/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "select.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char nowhere[SELECT_MUTANTS];

int spe_mutant;
unsigned char *spe_met = nowhere;

/* Map a file: it keeps what was met even if the process ends by a signal, and child processes add
 * to it. */
static unsigned char *map(const char *path)
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    unsigned char *at = MAP_FAILED;

    if (file >= 0 && ftruncate(file, SELECT_MUTANTS) == 0) {
        at = mmap(NULL, SELECT_MUTANTS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    if (at == MAP_FAILED) {
        perror(path);
        _exit(4);
    }
    (void)close(file);
    return at;
}

__attribute__((constructor)) static void read_selection(void)
{
    const char *const number = getenv("SPE_MUTANT"), *const met = getenv("SPE_MET");

    spe_mutant = number != NULL ? atoi(number) : 0;
    if (met != NULL) {
        spe_met = map(met);
    }
}
