/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "both.h"

static const char usage[] =
    "usage: spe-both tell LIST\n"
    "       spe-both change SEED LOG CHANGED\n"
    "       spe-both compare TABLE DIFFERENCES OLD NEW [some]\n"
    "       spe-both first OLD NEW\n"
    "Do two builds of the scoreboard say the same of the same transaction logs? (c_model/both.md)\n"
    "  tell     print what this build says of the logs of LIST: a path a line, from the folder of\n"
    "           LIST and without its .txnlog; the last line is '# end'\n"
    "  change   write the log CHANGED: LOG with transactions that no SPU gives, drawn by SEED\n"
    "  compare  two such streams: verdicts, findings, totals, hashes, checks, choices and "
    "coverage\n"
    "           are equal, and no budget is smaller. TABLE explains differences, those that it\n"
    "           does not are written to DIFFERENCES; some: of a part of its logs, so that a row\n"
    "           may explain nothing\n"
    "  first    the first difference of two such streams: of the verdict, or else of the "
    "coverage,\n"
    "           the budgets, the words\n"
    "Status: 0 equal, 1 different, or a row of TABLE explains nothing, 2 bad usage, a log that\n"
    "cannot be read, a list, table or stream that is cut off, 4 the environment failed.\n";

static int fail(const char *path, const char *why, int status)
{
    fprintf(stderr, "spe-both: %s: %s\n", path, why);
    return status;
}

/* Print the blocks of the logs that `in` names. */
static int tell_all(FILE *in, const char *list)
{
    const char *slash = strrchr(list, '/');
    const int folder = slash != NULL ? (int)(slash - list) + 1 : 0;
    char line[512], path[PATH_MAX];
    unsigned logs = 0;

    while (fgets(line, sizeof(line), in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, BOTH_END) == 0) {
            return logs != 0 ? 0 : fail(list, "names no log", 2);
        }
        (void)snprintf(path, sizeof(path), "%.*s%s.txnlog", folder, list, line);
        int status = both_tell(stdout, line, path);
        if (status != 0) {
            return status;
        }
        logs++;
    }
    return fail(list, "is cut off: its last line is not '" BOTH_END "'", 2);
}

static int tell(const char *list)
{
    FILE *in = fopen(list, "r");

    if (in == NULL) {
        return fail(list, strerror(errno), 2);
    }
    int status = tell_all(in, list);
    (void)fclose(in);
    if (status == 0) {
        puts(BOTH_END);
    }
    return fflush(stdout) == 0 ? status : fail("stdout", strerror(errno), 4);
}

/* Compare the blocks of both streams, one by one. */
static int compare_all(struct both_score *score, struct both_stream stream[2])
{
    struct both_block before = {.name = NULL}, now = {.name = NULL};
    int is, will = 0;

    while ((is = both_read(&stream[0], &before)) > 0 && (will = both_read(&stream[1], &now)) > 0) {
        if (strcmp(before.name, now.name) != 0 || before.txns != now.txns) {
            will = -fail(now.name, "the other stream has another log, or another part of it", 2);
            break;
        }
        both_compare(score, &before, &now);
    }
    if (is == 0) {
        will = both_read(&stream[1], &now);
        will = will > 0 ? -fail(now.name, "the other stream has no such log", 2) : will;
    } else if (is > 0 && will == 0) {
        will = -fail(before.name, "the other stream has no such log", 2);
    }
    both_free(&before);
    both_free(&now);
    const int status = is < 0 ? is : will;
    return status != 0 || score->logs != 0 ? -status : fail(stream[0].path, "holds no log", 2);
}

/* Open both streams, compare them, close them. Without a score only print the first difference. */
static int compare_streams(struct both_score *score, char **path)
{
    struct both_stream stream[2] = {{.path = path[0]}, {.path = path[1]}};
    int status = 0;

    for (int i = 0; i < 2 && status == 0; i++) {
        stream[i].in = fopen(stream[i].path, "r");
        status = stream[i].in == NULL ? fail(stream[i].path, strerror(errno), 2) : 0;
    }
    if (status == 0) {
        status = score != NULL ? compare_all(score, stream) : both_first(stream);
    }
    for (int i = 0; i < 2; i++) {
        if (stream[i].in != NULL) {
            (void)fclose(stream[i].in);
        }
        free(stream[i].line);
    }
    return status;
}

static int compare(char **path, bool some)
{
    static struct both_score score;

    score.some = some;
    int status = both_table_read(&score.table, path[0]);
    if (status != 0) {
        return status;
    }
    score.list = fopen(path[1], "w");
    status =
        score.list == NULL ? fail(path[1], strerror(errno), 4) : compare_streams(&score, path + 2);
    if (score.list != NULL && fclose(score.list) != 0 && status == 0) {
        status = fail(path[1], strerror(errno), 4);
    }
    status = status == 0 ? both_conclude(&score) : status;
    both_table_free(score.table);
    return fflush(stdout) == 0 ? status : fail("stdout", strerror(errno), 4);
}

static int change(const char *seed, const char *from, const char *to)
{
    char *end;
    const uint64_t number = strtoull(seed, &end, 10);

    return *seed >= '0' && *seed <= '9' && *end == '\0' ? both_change(number, from, to)
                                                        : fail(seed, "is no number", 2);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return fputs(usage, stdout) < 0 ? 4 : 0;
    }
    if (argc == 3 && strcmp(argv[1], "tell") == 0) {
        return tell(argv[2]);
    }
    if (argc == 5 && strcmp(argv[1], "change") == 0) {
        return change(argv[2], argv[3], argv[4]);
    }
    if (argc == 4 && strcmp(argv[1], "first") == 0) {
        const int status = compare_streams(NULL, argv + 2);
        return fflush(stdout) == 0 ? status : fail("stdout", strerror(errno), 4);
    }
    if ((argc == 6 || (argc == 7 && strcmp(argv[6], "some") == 0)) &&
        strcmp(argv[1], "compare") == 0) {
        return compare(argv + 2, argc == 7);
    }
    fprintf(stderr, "spe-both: one of tell LIST, change SEED LOG CHANGED, first OLD NEW,"
                    " compare TABLE DIFFERENCES OLD NEW [some] is needed; --help says more\n");
    return 2;
}
