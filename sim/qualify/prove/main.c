/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "say.h"

static const char usage[] =
    "usage: prove DESIGN.aig NAMES DEPTH DIR\n"
    "  Of each mutant on standard input (lines BIT KEY) it prints the key if it is the design "
    "gate\n"
    "  by gate, or else writes DIR/KEY.aig, whose output is never 1 if mutant and design are the\n"
    "  same. Of the latches that a difference reaches within DEPTH steps the mutant has its own.\n";

static int compare(struct miter *miter, int bit, const char *key, int depth, const char *dir)
{
    char path[4096];
    const literal differs = miter_differs(miter, bit, depth);

    if (differs == AIG_FALSE) {
        (void)puts(key);
        return 0;
    }
    (void)snprintf(path, sizeof(path), "%s/%s.aig", dir, key);
    return machine_write(miter, differs, path);
}

static int prove(const struct aiger *design, int depth, const char *dir)
{
    struct miter miter;
    char line[64], *key;
    int status = miter_init(&miter, design);

    while (status == 0 && fgets(line, sizeof(line), stdin) != NULL) {
        const long bit = strtol(line, &key, 10);

        line[strcspn(line, "\n")] = '\0';
        if (bit < 1 || (size_t)bit >= design->inputs || *key != ' ') {
            say("no mutant: %s", line);
            status = STATUS_USAGE;
        } else {
            status = compare(&miter, (int)bit, key + 1, depth, dir);
        }
    }
    miter_free(&miter);
    return status;
}

int main(int argc, char **argv)
{
    struct aiger design;

    if (argc != 5) {
        (void)fputs(usage, stderr);
        return STATUS_USAGE;
    }
    int status = aiger_read(&design, argv[1], argv[2]);

    if (status == 0) {
        status = prove(&design, (int)strtol(argv[3], NULL, 10), argv[4]);
    }
    aiger_free(&design);
    return status;
}
