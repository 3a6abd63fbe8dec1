/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "population.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "room.h"
#include "spe/status.h"

#define LINE_BYTES 65536
#define HEAD       "spe population 1"

/* A block: members at PC, PC + 4, ...; their operations are in `op` of struct population. */
struct block {
    uint64_t pc;
    size_t first, n;
};

struct population {
    FILE *in;
    char *line;
    uint64_t number; /* number of the line */
    struct block *block;
    size_t n_blocks, block_room;
    uint16_t *op;
    size_t n_ops, op_room;
    size_t now, at;  /* the block that is handed out, and its next member */
    uint64_t repeat; /* how many times the block is still to be handed out */
    uint64_t members;
    bool ended;
};

static int refuse(const struct population *p, struct population_error *err, const char *what)
{
    (void)snprintf(err->text, sizeof(err->text), "line %" PRIu64 ": %s", p->number, what);
    return SPE_EBADMSG;
}

/* Read a line and cut its newline. @return 1; 0: no line is left; or a status. */
static int read_line(struct population *p, struct population_error *err)
{
    errno = 0;
    if (fgets(p->line, LINE_BYTES, p->in) == NULL) {
        if (!ferror(p->in)) {
            return 0;
        }
        (void)snprintf(err->text, sizeof(err->text), "cannot be read: %s", strerror(errno));
        return spe_status_of_errno(errno);
    }
    p->number++;
    const size_t n = strcspn(p->line, "\r\n");
    if (p->line[n] == '\0' && n + 1 == LINE_BYTES) {
        return refuse(p, err, "longer than 65534 characters");
    }
    p->line[n] = '\0';
    return 1;
}

int population_open(struct population **out, const char *path, struct population_error *err)
{
    struct population *p = calloc(1, sizeof(*p));
    int status = SPE_OK;

    *out = NULL;
    if (p == NULL || (p->line = malloc(LINE_BYTES)) == NULL) {
        status = SPE_ENOMEM;
        (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(status));
    } else if ((p->in = fopen(path, "r")) == NULL) {
        status = spe_status_of_errno(errno);
        (void)snprintf(err->text, sizeof(err->text), "%s", strerror(errno));
    } else if ((status = read_line(p, err)) >= 0) {
        const bool is = status == 1 && strcmp(p->line, HEAD) == 0;
        if (status == 0) {
            (void)snprintf(err->text, sizeof(err->text), "is empty");
            status = SPE_EBADMSG;
        } else {
            status = is ? SPE_OK : refuse(p, err, "no population: its first line is '" HEAD "'");
        }
    }
    if (status != SPE_OK) {
        population_close(p);
        return status;
    }
    *out = p;
    return SPE_OK;
}

static int no_memory(struct population_error *err)
{
    (void)snprintf(err->text, sizeof(err->text), "%s", spe_status_text(SPE_ENOMEM));
    return SPE_ENOMEM;
}

/* Take a line PC OP...: a new block. */
static int take_block(struct population *p, char *pc, char **save, struct population_error *err)
{
    struct block block = {.first = p->n_ops};
    const char *word;
    uint64_t op;

    if (!spe_cli_number(pc, &block.pc)) {
        return refuse(p, err, "the program counter is no number");
    }
    while ((word = strtok_r(NULL, " \t", save)) != NULL) {
        if (!spe_cli_number(word, &op) || op > 0x3FF) {
            return refuse(p, err, "an operation is a number from 0 to 0x3ff");
        }
        void *ops = room_for(p->op, p->n_ops, &p->op_room, sizeof(*p->op));
        if (ops == NULL) {
            return no_memory(err);
        }
        p->op = ops;
        p->op[p->n_ops++] = (uint16_t)op;
        block.n++;
    }
    if (block.n == 0) {
        return refuse(p, err, "a block without an operation");
    }
    void *all = room_for(p->block, p->n_blocks, &p->block_room, sizeof(*p->block));
    if (all == NULL) {
        return no_memory(err);
    }
    p->block = all;
    p->block[p->n_blocks] = block;
    p->now = p->n_blocks++;
    p->repeat = 1;
    return SPE_OK;
}

/* Take a line NUMBER [TIMES]: an earlier block again. */
static int take_again(struct population *p, const char *number, char **save,
                      struct population_error *err)
{
    const char *times = strtok_r(NULL, " \t", save);
    uint64_t which = 0;

    p->repeat = 1;
    if (!spe_cli_number(number, &which) || which == 0 || which > p->n_blocks) {
        return refuse(p, err, "no block of this number has come");
    }
    if (times != NULL && (!spe_cli_number(times, &p->repeat) || p->repeat == 0)) {
        return refuse(p, err, "how often a block comes is a number from 1 on");
    }
    if (strtok_r(NULL, " \t", save) != NULL) {
        return refuse(p, err, "NUMBER TIMES, or PC OPERATION... with a PC of 0x");
    }
    p->now = (size_t)which - 1;
    return SPE_OK;
}

static int take_end(struct population *p, char **save, struct population_error *err)
{
    const char *word = strtok_r(NULL, " \t", save);
    uint64_t members;

    if (word == NULL || !spe_cli_number(word, &members) || members != p->members) {
        return refuse(p, err, "the number of members at the end is not that of the file");
    }
    if (strtok_r(NULL, " \t", save) != NULL) {
        return refuse(p, err, "a word behind 'end MEMBERS'");
    }
    const int more = read_line(p, err);
    p->ended = more == 0;
    return more > 0 ? refuse(p, err, "a line behind 'end MEMBERS'") : more;
}

/* Take the next line. @return 0, or a status. */
static int take_line(struct population *p, struct population_error *err)
{
    char *save = NULL;
    const int came = read_line(p, err);

    if (came < 0) {
        return came;
    }
    if (came == 0) {
        return refuse(p, err, "the file is cut off: its last line is 'end MEMBERS'");
    }
    p->line[strcspn(p->line, "#")] = '\0';
    char *word = strtok_r(p->line, " \t", &save);
    if (word == NULL) {
        return SPE_OK;
    }
    p->at = 0;
    if (strcmp(word, "end") == 0) {
        return take_end(p, &save, err);
    }
    return strncmp(word, "0x", 2) == 0 ? take_block(p, word, &save, err)
                                       : take_again(p, word, &save, err);
}

int population_next(struct population *population, struct population_member *member,
                    struct population_error *err)
{
    while (population->repeat == 0) {
        if (population->ended) {
            return 0;
        }
        const int status = take_line(population, err);
        if (status != SPE_OK) {
            return status;
        }
    }
    const struct block *block = &population->block[population->now];
    *member = (struct population_member){block->pc + 4 * population->at,
                                         population->op[block->first + population->at]};
    population->members++;
    if (++population->at == block->n) {
        population->at = 0;
        population->repeat--;
    }
    return 1;
}

void population_close(struct population *population)
{
    if (population == NULL) {
        return;
    }
    if (population->in != NULL) {
        (void)fclose(population->in);
    }
    free(population->line);
    free(population->block);
    free(population->op);
    free(population);
}
