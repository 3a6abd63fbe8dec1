/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "log_fields.h"
#include "log_header.h"
#include "spe/log.h"
#include "spe/model.h"
#include "spe/status.h"

static char path[] = "/tmp/spe_test_log_XXXXXX";

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> (*state >> 58);
}

/* A random transaction. Its sequence number need not follow the one before. */
static struct spe_txn random_txn(uint64_t *state, uint32_t seq)
{
    struct spe_txn t;
    int n;

    memset(&t, 0, sizeof(t));
    t.kind = (uint8_t)(next_random(state) % SPE_TXN_KINDS);
    t.seq = (next_random(state) & 15) == 0 ? (uint32_t)next_random(state) : seq;
    t.cycle = next_random(state);
    const struct log_field *field = log_fields(t.kind, &n);
    for (int i = 0; i < n; i++) {
        (void)log_field_set(&field[i], &t, next_random(state));
    }
    return t;
}

static void write_log(unsigned n, const struct spe_log_run *run)
{
    struct log_head head;
    struct spe_log_writer *writer;
    struct spe_log_error err;
    uint64_t state = 1;

    log_head_init(&head);
    (void)snprintf(head.header.name, sizeof(head.header.name), "spu1");
    head.header.taps = SPE_TAP_BYTES;
    head.header.order_free = true;
    head.header.max_findings = 7;
    head.cfg.width = 8;
    assert_int_equal(spe_log_create(&writer, path, &head.header, &err), 0);
    for (unsigned i = 0; i < n; i++) {
        struct spe_txn t = random_txn(&state, i);
        assert_int_equal(spe_log_append(writer, &t), 0);
    }
    assert_int_equal(spe_log_finish(writer, run), 0);
}

static void what_was_written_is_read(void **state)
{
    static const unsigned sizes[] = {0, 1, 1000, 100000};
    struct spe_log_run run = {.present = true,
                              .test = "t",
                              .seed = 5,
                              .stim_hash = UINT64_MAX,
                              .bench_hash = 9,
                              .failed = true,
                              .exit_status = 3,
                              .why = "too slow, by far"};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct spe_log_reader *reader;
        struct spe_log_error err;
        struct spe_txn t;
        uint64_t random = 1;
        write_log(sizes[i], &run);
        assert_int_equal(spe_log_open(&reader, path, &err), 0);
        assert_string_equal(spe_log_header(reader)->name, "spu1");
        assert_int_equal(spe_log_header(reader)->taps, SPE_TAP_BYTES);
        assert_true(spe_log_header(reader)->order_free);
        assert_int_equal(spe_log_header(reader)->cfg->width, 8);
        assert_int_equal(spe_log_header(reader)->max_findings, 7);
        assert_true(spe_log_run(reader)->stim_hash == UINT64_MAX);
        CHECK("bench", spe_log_run(reader)->bench_hash, 9);
        assert_string_equal(spe_log_run(reader)->why, "too slow, by far");
        assert_int_equal(spe_log_run(reader)->exit_status, 3);
        for (unsigned k = 0; k < sizes[i]; k++) {
            struct spe_txn want = random_txn(&random, k);
            assert_int_equal(spe_log_next(reader, &t, &err), 1);
            assert_memory_equal(&t, &want, sizeof(t));
        }
        assert_int_equal(spe_log_next(reader, &t, &err), 0);
        spe_log_close(reader);
    }
}

/* Cycles count up: the index finds the frame that holds a cycle. */
static void a_cycle_is_found(void **state)
{
    struct log_head head;
    struct spe_log_writer *writer;
    struct spe_log_reader *reader;
    struct spe_log_error err;
    struct spe_txn t;

    (void)state;
    log_head_init(&head);
    assert_int_equal(spe_log_create(&writer, path, &head.header, &err), 0);
    for (uint32_t i = 0; i < 600000; i++) {
        struct spe_txn w = {.kind = SPE_TXN_W, .seq = i, .cycle = i / 2, .u.w.data = i * 77777u};
        assert_int_equal(spe_log_append(writer, &w), 0);
    }
    assert_int_equal(spe_log_finish(writer, NULL), 0);
    assert_int_equal(spe_log_open(&reader, path, &err), 0);
    for (uint64_t cycle = 0; cycle < 300000; cycle += 9973) {
        assert_int_equal(spe_log_seek(reader, cycle), 0);
        assert_int_equal(spe_log_next(reader, &t, &err), 1);
        assert_true(t.cycle <= cycle);
        while (t.cycle < cycle) {
            assert_int_equal(spe_log_next(reader, &t, &err), 1);
        }
        assert_int_equal(t.seq, 2 * cycle);
    }
    assert_false(spe_log_run(reader)->present);
    spe_log_close(reader);
}

static uint8_t *load(size_t *bytes)
{
    FILE *in = fopen(path, "rb");
    uint8_t *data = malloc(8u << 20);

    assert_non_null(in);
    assert_non_null(data);
    *bytes = fread(data, 1, 8u << 20, in);
    (void)fclose(in);
    return data;
}

static void store(const uint8_t *data, size_t bytes)
{
    FILE *out = fopen(path, "wb");

    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, bytes, out), bytes);
    assert_int_equal(fclose(out), 0);
}

/* @return the first failure while the whole log is read, or the number of transactions. */
static int read_all(struct spe_log_error *err)
{
    struct spe_log_reader *reader;
    struct spe_txn t;
    int n = 0, status = spe_log_open(&reader, path, err);

    if (status != SPE_OK) {
        return status;
    }
    while ((status = spe_log_next(reader, &t, err)) > 0) {
        n++;
    }
    spe_log_close(reader);
    return status < 0 ? status : n;
}

static void truncated_logs_are_refused(void **state)
{
    struct spe_log_error err;
    size_t bytes;

    (void)state;
    write_log(300, NULL);
    uint8_t *data = load(&bytes);
    assert_int_equal(read_all(&err), 300);
    for (size_t n = 0; n < bytes; n += n < 64 || n > bytes - 64 ? 1 : 37) {
        err.text[0] = '\0';
        store(data, n);
        assert_true(read_all(&err) < 0);
        assert_true(err.text[0] != '\0');
        assert_null(strchr(err.text, '\n'));
    }
    free(data);
}

static void damaged_logs_are_refused(void **state)
{
    struct spe_log_error err;
    size_t bytes;

    (void)state;
    write_log(300, NULL);
    uint8_t *data = load(&bytes);
    for (size_t i = 0; i < bytes; i += i < 64 || i > bytes - 128 ? 1 : 13) {
        data[i] ^= 0x10;
        store(data, bytes);
        CHECK("refused", read_all(&err) < 0, true);
        data[i] ^= 0x10;
    }
    free(data);
}

static int salvage_all(struct spe_log_run *run, struct spe_log_error *err)
{
    struct spe_log_reader *reader;
    struct spe_txn txn;
    int n = 0, status = spe_log_salvage(&reader, path, err);

    if (status != SPE_OK) {
        return status;
    }
    *run = *spe_log_run(reader);
    while ((status = spe_log_next(reader, &txn, err)) > 0) {
        n++;
    }
    spe_log_close(reader);
    return status < 0 ? status : n;
}

/* A killed run leaves what it had written: whole frames, no index, maybe half a frame. */
static void whole_frames_are_salvaged(void **state)
{
    struct log_head head;
    struct spe_log_writer *writer;
    struct spe_log_error err;
    struct spe_log_run run;
    uint64_t random = 1;
    size_t bytes;

    (void)state;
    log_head_init(&head);
    assert_int_equal(spe_log_create(&writer, path, &head.header, &err), 0);
    assert_int_equal(salvage_all(&run, &err), 0); /* the header is there already */
    for (unsigned i = 0; i < 60000; i++) {
        struct spe_txn t = random_txn(&random, i);
        assert_int_equal(spe_log_append(writer, &t), 0);
    }
    assert_true(read_all(&err) < 0);
    int n = salvage_all(&run, &err);
    assert_in_range(n, 10000, 60000);
    assert_true(run.present && run.part && run.failed);
    assert_int_equal(run.exit_status, 4);
    assert_non_null(strstr(run.why, " whole frame"));
    uint8_t *left = load(&bytes);
    assert_int_equal(spe_log_finish(writer, NULL), 0);
    assert_int_equal(salvage_all(&run, &err), 60000);
    store(left, bytes);
    assert_int_equal(salvage_all(&run, &err), n);
    store(left, bytes - 1);
    assert_in_range(salvage_all(&run, &err), 0, n - 1);
    store(left, 20);
    assert_int_equal(salvage_all(&run, &err), SPE_ETRUNC);
    free(left);
}

static void a_kind_that_does_not_exist_is_kept(void **state)
{
    static const uint8_t kinds[] = {SPE_TXN_KINDS, 99, 127, 128, 255};
    struct log_state out = {.seq = 0}, in = {.seq = 0};
    uint8_t coded[LOG_TXN_MAX];
    struct spe_txn txn;

    (void)state;
    for (size_t i = 0; i < sizeof(kinds); i++) {
        struct spe_txn t = {.kind = kinds[i], .seq = (uint32_t)(i * i), .cycle = i};
        size_t n = log_encode(&out, &t, coded);
        assert_int_equal(log_decode(&in, coded, n, &txn), n);
        assert_memory_equal(&t, &txn, sizeof(t));
        assert_int_equal(log_decode(&in, coded, 1, &txn), 0);
    }
    assert_int_equal(log_decode(&in, (const uint8_t *)"\x7f\x00\x00", 3, &txn), 0); /* has a byte */
    assert_int_equal(log_decode(&in, (const uint8_t *)"\x7e\x00\x00", 3, &txn), 0);
}

static void files_that_cannot_be_opened(void **state)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;

    (void)state;
    assert_int_equal(spe_log_open(&reader, "/no/such/log", &err), SPE_ENOENT);
    assert_int_equal(spe_log_salvage(&reader, "/no/such/log", &err), SPE_ENOENT);
}

static void other_versions_are_refused(void **state)
{
    struct spe_log_error err;
    size_t bytes;

    (void)state;
    write_log(3, NULL);
    uint8_t *data = load(&bytes);
    assert_memory_equal(data + 20, "@version 3.3\n", 13);
    for (size_t digit = 29; digit <= 31; digit += 2) { /* major, minor: both newer */
        data[digit]++;
        log_put32(data + 16, log_crc(data + 20, log_get32(data + 12)));
        store(data, bytes);
        assert_int_equal(read_all(&err), SPE_EVERSION);
        data[digit]--;
    }
    free(data);
}

/* Replace the body of the section at `at` by `text` and newlines, with its checksum. */
static void replace_text(uint8_t *data, size_t at, const char *text)
{
    size_t n = log_get32(data + at + 4), old = strlen(text);

    assert_true(old <= n);
    memset(data + at + 12, '\n', n);
    memcpy(data + at + 12, text, old);
    log_put32(data + at + 8, log_crc(data + at + 12, n));
}

static size_t find_section(const uint8_t *data, size_t bytes, const char *type)
{
    size_t at = 8;

    while (at + 12 < bytes && memcmp(data + at, type, 4) != 0) {
        at += 12 + log_get32(data + at + 4);
    }
    assert_true(at + 12 < bytes);
    return at;
}

#define RUN_LINE   "@run test=a seed=0 stim=0 failed=0 exit=0 why=\n"
#define HEAD_WORDS "allowed: @name @taps @order_free @max_findings @key"
static const struct {
    const char *section, *text, *why;
} misplaced[] = {
    {"HEAD", "@name a\n", "the log is damaged: no format version"},
    {"HEAD", "", "the log is damaged: no format version"},
    {"HEAD", "@name a\n@version 3.0\n", "the log is damaged: no format version"},
    {"HEAD", "@version 3.0\n@version 3.0\n", "'@version': " HEAD_WORDS},
    {"HEAD", "@version 3.0\n@name a\n@name a\n", "'@name': a second line of it"},
    {"HEAD", "@version 3.0\n@key width = 1\n@key width = 1\n", "'@key width': a second line of it"},
    {"HEAD", "@version 3.0\n@name a\n@taps 1\n@order_free 0\n",
     "the file is damaged: no line '@max_findings'"},
    {"HEAD", "@version 3.0\n@taps 1\n@order_free 0\n@max_findings 1\n",
     "the file is damaged: no line '@name'"},
    {"RUN ", "\n", "the file is damaged: no line '@run'"},
    {"RUN ", RUN_LINE RUN_LINE, "'@run': a second line of it"},
    {"RUN ", "@run test=a seed=0 stim=0 failed=0 exit=1 why=\n",
     "'exit=1': needed there: exit=0, 2, 3 or 4"},
    {"HEAD", "@version 3.0\n@config /etc/passwd\n", "'@config': " HEAD_WORDS},
    {"HEAD", "@version 3.0\n" RUN_LINE, "'@run': " HEAD_WORDS},
    {"RUN ", "@key width = 1\n", "'@key': allowed: @run"},
    {"RUN ", "@taps 1\n", "'@taps': allowed: @run"},
    {"RUN ", "@config /etc/passwd\n", "'@config': allowed: @run"},
    {"RUN ", "@version 3.0\n", "'@version': allowed: @run"},
};

/* No line names a file to open, the head begins with the version, and the run section has only the
 * line of the run. */
static void lines_have_their_place(void **state)
{
    struct spe_log_run run = {
        .present = true, .test = "t", .why = "long enough for the other texts of this section"};
    struct spe_log_error err;
    size_t bytes;

    (void)state;
    for (size_t i = 0; i < sizeof(misplaced) / sizeof(misplaced[0]); i++) {
        write_log(3, &run);
        uint8_t *data = load(&bytes);
        replace_text(data, find_section(data, bytes, misplaced[i].section), misplaced[i].text);
        store(data, bytes);
        CHECK(misplaced[i].text, read_all(&err), SPE_EBADMSG);
        assert_string_equal(err.text, misplaced[i].why);
        free(data);
    }
}

static void a_full_disk_is_reported(void **state)
{
    struct log_head head;
    struct spe_log_writer *writer;
    struct spe_log_error err;
    struct spe_txn t = {.kind = SPE_TXN_OUT};

    (void)state;
    log_head_init(&head);
    if (access("/dev/full", W_OK) != 0) {
        skip();
    }
    int status = spe_log_create(&writer, "/dev/full", &head.header, &err);
    if (status == SPE_OK) {
        (void)spe_log_append(writer, &t);
        status = spe_log_finish(writer, NULL);
    }
    assert_int_equal(status, SPE_EIO);
    assert_int_equal(spe_log_create(&writer, "/no/such/folder/log", &head.header, &err), SPE_EIO);
    assert_int_equal(spe_log_finish(NULL, NULL), SPE_OK);
}

/* A run goes on after its disk is full: every further transaction fails, and none is kept. */
static void a_run_outlives_a_full_disk(void **state)
{
    struct log_head head;
    struct spe_log_writer *writer;
    struct spe_log_error err;
    uint64_t random = 1;
    int status = SPE_OK;

    (void)state;
    log_head_init(&head);
    if (access("/dev/full", W_OK) != 0) {
        skip();
    }
    assert_int_equal(spe_log_create(&writer, "/dev/full", &head.header, &err), 0);
    for (uint32_t i = 0; i < 200000; i++) {
        struct spe_txn t = random_txn(&random, i);
        int next = spe_log_append(writer, &t);
        assert_true(status == SPE_OK || next == status);
        status = next;
    }
    assert_int_equal(status, SPE_EIO);
    assert_int_equal(spe_log_finish(writer, NULL), SPE_EIO);
}

static void mix(uint32_t *hash, const char *text)
{
    for (const char *at = text == NULL ? "-" : text; *at != '\0'; at++) {
        *hash = (*hash ^ (uint8_t)*at) * UINT32_C(16777619);
    }
    *hash = (*hash ^ '\n') * UINT32_C(16777619);
}

/* FNV-1a over everything that defines how a transaction is coded or what its numbers mean. */
static uint32_t table_hash(void)
{
    uint32_t hash = UINT32_C(2166136261);
    char numbers[64];

    for (int kind = 0; kind < SPE_TXN_KINDS; kind++) {
        int n;
        const struct log_field *field = log_fields(kind, &n);
        mix(&hash, spe_txn_name(kind));
        for (int i = 0; i < n; i++) {
            (void)snprintf(numbers, sizeof(numbers), "%u %d", field[i].bytes, field[i].delta);
            mix(&hash, field[i].name);
            mix(&hash, numbers);
            for (size_t v = 0; field[i].values != NULL && field[i].values[v] != NULL; v++) {
                mix(&hash, field[i].values[v]);
            }
        }
    }
    return hash;
}

/* If this fails, the table of fields has changed, and with it the meaning of a file: raise
 * SPE_LOG_VERSION_MAJOR or _MINOR (spe/log.h says which), then write all numbers here. */
static void the_version_is_that_of_the_fields(void **state)
{
    (void)state;
    assert_int_equal(SPE_LOG_VERSION_MAJOR, 3);
    assert_int_equal(SPE_LOG_VERSION_MINOR, 3);
    assert_int_equal(table_hash(), 0x7FEBDE8B);
}

/* CRC-32 of "123456789", from the catalogue of CRC algorithms. */
static void the_checksum_is_crc32(void **state)
{
    (void)state;
    assert_int_equal(log_crc((const uint8_t *)"123456789", 9), 0xCBF43926);
}

static int make_path(void **state)
{
    int file = mkstemp(path);

    (void)state;
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_written_is_read),
        cmocka_unit_test(a_cycle_is_found),
        cmocka_unit_test(truncated_logs_are_refused),
        cmocka_unit_test(damaged_logs_are_refused),
        cmocka_unit_test(other_versions_are_refused),
        cmocka_unit_test(whole_frames_are_salvaged),
        cmocka_unit_test(a_kind_that_does_not_exist_is_kept),
        cmocka_unit_test(files_that_cannot_be_opened),
        cmocka_unit_test(a_full_disk_is_reported),
        cmocka_unit_test(lines_have_their_place),
        cmocka_unit_test(a_run_outlives_a_full_disk),
        cmocka_unit_test(the_checksum_is_crc32),
        cmocka_unit_test(the_version_is_that_of_the_fields),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
