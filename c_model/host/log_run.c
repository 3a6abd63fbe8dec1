/* SPDX-License-Identifier: Apache-2.0
 *
 * The line `@run` of a log: what the run adds to the verdict.
 */
#include <inttypes.h>
#include <string.h>

#include "log_header.h"
#include "spe/status.h"

void log_run_print(FILE *out, const struct spe_log_run *run)
{
    if (run->present) {
        fprintf(out, "@run test=%s seed=0x%" PRIx64 " stim=0x%" PRIx64, run->test, run->seed,
                run->stim_hash);
        if (run->bench_hash != 0) {
            fprintf(out, " bench=0x%" PRIx64, run->bench_hash);
        }
        if (run->has_status) {
            fprintf(out, " status=%d", run->status);
        }
        fprintf(out, " failed=%d exit=%d %s%swhy=%s\n", run->failed, run->exit_status,
                run->allow_no_records ? "no_records=1 " : "", run->no_sva ? "no_sva=1 " : "",
                run->why);
    }
}

/* Words between test= and why=, in their order. */
enum {
    WORD_SEED,
    WORD_STIM,
    WORD_BENCH,
    WORD_STATUS,
    WORD_FAILED,
    WORD_EXIT,
    WORD_RECORDS,
    WORD_SVA,
    WORDS
};

static const struct {
    const char *name;
    bool needed;
    uint64_t max;
    const char *form;
} words[WORDS] = {
    [WORD_SEED] = {"seed", true, UINT64_MAX, "seed=0 to 2^64 - 1"},
    [WORD_STIM] = {"stim", true, UINT64_MAX, "stim=0 to 2^64 - 1"},
    [WORD_BENCH] = {"bench", false, UINT64_MAX, "bench=0 to 2^64 - 1"},
    [WORD_STATUS] = {"status", false, 4, "status=0 to 4"},
    [WORD_FAILED] = {"failed", true, 1, "failed=0 or 1"},
    [WORD_EXIT] = {"exit", true, 4, "exit=0, 2, 3 or 4"},
    [WORD_RECORDS] = {"no_records", false, 1, "no_records=0 or 1"},
    [WORD_SVA] = {"no_sva", false, 1, "no_sva=0 or 1"},
};

#define TEST_FORM "test=NAME of 1 to 63 characters"
#define WHY_FORM  "no_records=0 or 1, no_sva=0 or 1, or why=TEXT of at most 127 characters"

/* @return the value of the first word of `text` if the word is `name`=VALUE, else NULL. */
static char *value_of(char *text, const char *name)
{
    const size_t n = strlen(name);

    return strncmp(text, name, n) == 0 && text[n] == '=' ? text + n + 1 : NULL;
}

/* End the first word of `text`. @return where the next one starts. */
static char *end_word(char *text)
{
    char *end = text + strcspn(text, " ");

    if (*end != '\0') {
        *end++ = '\0';
    }
    return end;
}

/* Refuse the first word of `text`: another one, of the form `form`, is needed there. */
static int refuse_word(char *text, const char *form, struct spe_log_error *err)
{
    if (*text == '\0') {
        return log_error(err, SPE_EBADMSG, "@run ends: needed there: %s", form);
    }
    (void)end_word(text);
    return log_error(err, SPE_EBADMSG, "'%.60s': needed there: %s", text, form);
}

static int read_words(char **text, uint64_t value[WORDS], bool came[WORDS],
                      struct spe_log_error *err)
{
    for (int i = 0; i < WORDS; i++) {
        char *word = *text, *number = value_of(word, words[i].name);

        if (number == NULL && words[i].needed) {
            return refuse_word(word, words[i].form, err);
        }
        came[i] = number != NULL;
        if (number == NULL) {
            continue;
        }
        *text = end_word(number);
        /* exit= cannot be 1, a mismatch: that is for the verdict to find. */
        if (!log_number(number, words[i].max, &value[i]) || (i == WORD_EXIT && value[i] == 1)) {
            return refuse_word(word, words[i].form, err);
        }
    }
    return SPE_OK;
}

int log_run_read(struct spe_log_run *run, char *text, struct spe_log_error *err)
{
    uint64_t value[WORDS] = {0};
    bool came[WORDS];
    char *word = text, *test = value_of(text, "test");

    memset(run, 0, sizeof(*run));
    if (test == NULL) {
        return refuse_word(word, TEST_FORM, err);
    }
    text = end_word(test);
    if (test[0] == '\0' || strlen(test) >= sizeof(run->test)) {
        return refuse_word(word, TEST_FORM, err);
    }
    if (read_words(&text, value, came, err) != SPE_OK) {
        return SPE_EBADMSG;
    }
    const char *why = value_of(text, "why");
    if (why == NULL || strlen(why) >= sizeof(run->why)) {
        return refuse_word(text, WHY_FORM, err);
    }
    *run = (struct spe_log_run){.present = true,
                                .seed = value[WORD_SEED],
                                .stim_hash = value[WORD_STIM],
                                .bench_hash = value[WORD_BENCH],
                                .has_status = came[WORD_STATUS],
                                .status = (int)value[WORD_STATUS],
                                .failed = value[WORD_FAILED] != 0,
                                .exit_status = (int)value[WORD_EXIT],
                                .allow_no_records = value[WORD_RECORDS] != 0,
                                .no_sva = value[WORD_SVA] != 0};
    (void)snprintf(run->test, sizeof(run->test), "%s", test);
    (void)snprintf(run->why, sizeof(run->why), "%s", why);
    return SPE_OK;
}
