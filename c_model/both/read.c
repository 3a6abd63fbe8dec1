/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "both.h"
#include "grow.h"

void both_free(struct both_block *block)
{
    for (size_t i = 0; i < block->n_facts; i++) {
        free(block->fact[i]);
    }
    free(block->fact);
    free(block->budget);
    free(block->name);
    *block = (struct both_block){.name = NULL};
}

static int fail_stream(const struct both_stream *stream, const char *why, const char *log)
{
    fprintf(stderr, "spe-both: %s: %s%s\n", stream->path, why, log);
    return -2;
}

static int no_memory(void)
{
    fprintf(stderr, "spe-both: out of memory\n");
    return -4;
}

/* Read the next line, without its newline, into stream->line. @return whether there is one. */
static bool next_line(struct both_stream *stream)
{
    ssize_t n = getline(&stream->line, &stream->line_room, stream->in);

    if (n <= 0 || stream->line[n - 1] != '\n') {
        return false;
    }
    stream->line[n - 1] = '\0';
    return true;
}

static int add_fact(struct both_block *block, const char *fact)
{
    char **grown = grow(block->fact, block->n_facts, &block->fact_room, sizeof(*grown));

    block->fact = grown != NULL ? grown : block->fact;
    if (grown == NULL || (grown[block->n_facts] = strdup(fact)) == NULL) {
        return no_memory();
    }
    block->n_facts++;
    return 0;
}

static int add_budget(struct both_block *block, uint64_t txn, int budget)
{
    struct both_budget *grown =
        grow(block->budget, block->n_budgets, &block->budget_room, sizeof(*grown));

    if (grown == NULL) {
        return no_memory();
    }
    block->budget = grown;
    grown[block->n_budgets++] = (struct both_budget){txn, budget};
    return 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Parse "TRANSACTION", or "TRANSACTION BUDGET". @return whether the text has nothing else. */
static bool numbers(const char *text, uint64_t *txn, int *budget)
{
    char *end;

    *txn = strtoull(text, &end, 10);
    if (budget != NULL && end != text && *end == ' ') {
        text = end + 1;
        *budget = (int)strtol(text, &end, 10);
    }
    return end != text && *end == '\0';
}

/* Take a line of a block. @return 1 if it ends the block, 0 if not, or minus the exit status. */
static int take_line(struct both_stream *stream, struct both_block *block)
{
    const char *line = stream->line;
    uint64_t txn;
    int budget = 0;

    if (strncmp(line, "f ", 2) == 0 && strchr(line, '\t') != NULL) {
        return add_fact(block, line + 2);
    }
    if (strncmp(line, "b ", 2) == 0 && numbers(line + 2, &txn, &budget)) {
        return add_budget(block, txn, budget);
    }
    if (strncmp(line, "end ", 4) == 0 && numbers(line + 4, &block->txns, NULL)) {
        return 1;
    }
    return fail_stream(stream, "holds a line that no stream has, in the log ", block->name);
}

int both_read(struct both_stream *stream, struct both_block *block)
{
    int status = 0;

    both_free(block);
    if (!next_line(stream)) {
        return fail_stream(stream, "is cut off: its last line is not '" BOTH_END "'", "");
    }
    if (strcmp(stream->line, BOTH_END) == 0) {
        return 0;
    }
    if (strncmp(stream->line, "log ", 4) != 0) {
        return fail_stream(stream, "holds a line that no stream has: ", stream->line);
    }
    block->name = strdup(stream->line + 4);
    if (block->name == NULL) {
        return no_memory();
    }
    while (status == 0) {
        if (!next_line(stream)) {
            return fail_stream(stream, "is cut off, inside the log ", block->name);
        }
        status = take_line(stream, block);
    }
    if (status == 1 && block->n_facts != 0) {
        qsort(block->fact, block->n_facts, sizeof(block->fact[0]), by_text);
    }
    return status;
}
