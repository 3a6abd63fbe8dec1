/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "log_inputs.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "log_fields.h"
#include "log_header.h"
#include "spe/log.h"
#include "spe/status.h"
#include "txnlog.h"

/* One log: its head lines, and its transactions as in a frame. */
struct coded {
    struct spe_log_header header;
    struct spe_config cfg; /* from the header */
    struct spe_log_writer *writer;
    struct log_state state;
    uint8_t *data;
    size_t bytes, room;
};

static struct log_input *add(struct log_inputs *inputs, const char *log, const char *kind,
                             size_t bytes)
{
    struct log_input *in = &inputs->input[inputs->n++];

    assert_true(inputs->n <= LOG_INPUTS_MAX);
    (void)snprintf(in->name, sizeof(in->name), "%.40s.%s", log, kind);
    in->bytes = bytes;
    in->data = malloc(bytes);
    assert_non_null(in->data);
    return in;
}

static void add_copy(struct log_inputs *inputs, const char *log, const char *kind, uint8_t first,
                     const void *data, size_t bytes)
{
    struct log_input *in = add(inputs, log, kind, bytes + 1);

    in->data[0] = first;
    memcpy(in->data + 1, data, bytes);
}

static int on_header(void *user, const struct spe_log_header *header)
{
    struct coded *c = user;

    c->cfg = *header->cfg;
    c->header = *header;
    c->header.cfg = &c->cfg;
    return SPE_OK;
}

static int on_txn(void *user, const struct spe_txn *txn)
{
    struct coded *c = user;

    if (c->room - c->bytes < LOG_TXN_MAX) {
        c->room = 2 * c->room + LOG_TXN_MAX;
        c->data = realloc(c->data, c->room);
        assert_non_null(c->data);
    }
    c->bytes += log_encode(&c->state, txn, c->data + c->bytes);
    return c->writer == NULL ? SPE_OK : spe_log_append(c->writer, txn);
}

static void parse(const char *log, struct coded *c)
{
    struct spe_log_error err;
    struct spe_log_run run;
    char *text = txnlog_text(log, NULL);
    FILE *in = fmemopen(text, strlen(text), "r");

    assert_non_null(in);
    if (spe_log_parse(in, TXNLOG_FILE, on_header, on_txn, c, &run, &err) != SPE_OK) {
        fail_msg("%s", err.text);
    }
    (void)fclose(in);
    free(text);
}

/* Call `each` for all logs, by name without ending. */
static void for_logs(struct log_inputs *inputs, void (*each)(struct log_inputs *, const char *))
{
    DIR *folder = opendir("c_model/test/logs");
    char name[64];

    assert_non_null(folder);
    inputs->n = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        const char *end = strstr(entry->d_name, ".txnlog");
        if (end != NULL) {
            (void)snprintf(name, sizeof(name), "%.*s", (int)(end - entry->d_name), entry->d_name);
            each(inputs, name);
        }
    }
    (void)closedir(folder);
    assert_true(inputs->n != 0);
}

static void model_input(struct log_inputs *inputs, const char *log)
{
    struct coded c = {.bytes = 0};

    parse(log, &c);
    struct log_input *in = add(inputs, log, "model", FUZZ_MODEL_HEAD + c.bytes);
    memset(in->data, 0, FUZZ_MODEL_HEAD);
    in->data[0] = (uint8_t)(c.header.taps | (c.header.order_free ? 0x80u : 0));
    memcpy(in->data + FUZZ_MODEL_HEAD, c.data, c.bytes);
    free(c.data);
}

static void file_input(struct log_inputs *inputs, const char *log,
                       const struct spe_log_header *header)
{
    static const struct spe_log_run run = {.present = true, .test = "t", .why = "none"};
    static uint8_t data[1u << 20];
    struct coded c = {.bytes = 0};
    struct spe_log_error err;
    char path[] = "/tmp/spe_log_inputs_XXXXXX";
    int file = mkstemp(path);

    assert_true(file >= 0);
    assert_int_equal(spe_log_create(&c.writer, path, header, &err), SPE_OK);
    parse(log, &c);
    assert_int_equal(spe_log_finish(c.writer, &run), SPE_OK);
    ssize_t n = read(file, data, sizeof(data));
    assert_true(n > 0);
    add_copy(inputs, log, "file", 1, data, (size_t)n);
    (void)close(file);
    (void)unlink(path);
    free(c.data);
}

/* A text that opens no file: it has keys in place of @config. */
static void text_input(struct log_inputs *inputs, const char *log,
                       const struct spe_log_header *header, const char *text)
{
    char *whole = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&whole, &n);

    assert_non_null(out);
    log_header_print(out, header);
    while (*text != '\0') {
        const size_t line = strcspn(text, "\n");
        if (*text != '@') {
            fprintf(out, "%.*s\n", (int)line, text);
        }
        text += line + (text[line] == '\n');
    }
    (void)fclose(out);
    add_copy(inputs, log, "text", 0, whole, n);
    free(whole);
}

static void log_input(struct log_inputs *inputs, const char *log)
{
    struct coded c = {.bytes = 0};
    char *text = txnlog_text(log, NULL), *head = NULL;
    size_t n = 0;

    parse(log, &c);
    FILE *out = open_memstream(&head, &n);
    assert_non_null(out);
    fprintf(out, "@version %u.%u\n", SPE_LOG_VERSION_MAJOR, SPE_LOG_VERSION_MINOR);
    log_header_print(out, &c.header);
    (void)fclose(out);
    text_input(inputs, log, &c.header, text);
    add_copy(inputs, log, "head", 2, head, n);
    add_copy(inputs, log, "frame", 4, c.data, c.bytes);
    file_input(inputs, log, &c.header);
    free(head);
    free(text);
    free(c.data);
}

void log_inputs_model(struct log_inputs *inputs)
{
    for_logs(inputs, model_input);
}

void log_inputs_log(struct log_inputs *inputs)
{
    for_logs(inputs, log_input);
}

void log_inputs_free(struct log_inputs *inputs)
{
    for (size_t i = 0; i < inputs->n; i++) {
        free(inputs->input[i].data);
    }
}

int log_inputs_write(const struct log_inputs *inputs, const char *dir)
{
    char path[4096];
    bool good = true;

    for (size_t i = 0; i < inputs->n; i++) {
        const struct log_input *in = &inputs->input[i];
        (void)snprintf(path, sizeof(path), "%s/%s", dir, in->name);
        FILE *out = fopen(path, "wb");
        good = good && out != NULL && fwrite(in->data, 1, in->bytes, out) == in->bytes;
        good = out != NULL && fclose(out) == 0 && good;
    }
    return good ? 0 : 1;
}

void log_inputs_change(struct log_inputs *inputs, unsigned rounds,
                       int (*target)(const uint8_t *data, size_t size))
{
    uint64_t random = 1;

    for (size_t i = 0; i < inputs->n; i++) {
        struct log_input *in = &inputs->input[i];
        for (unsigned round = 0; round < rounds; round++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            size_t at = (size_t)((random >> 33) % in->bytes);
            uint8_t was = in->data[at];
            in->data[at] = (uint8_t)(random >> 24);
            assert_int_equal(target(in->data, in->bytes), 0);
            if (round % 4 == 0) {
                in->data[at] = was;
            }
        }
    }
}
