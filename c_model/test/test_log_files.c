/* SPDX-License-Identifier: Apache-2.0
 *
 * Logs as files: two writers of one log, paths that are no files, a damaged index, salvage.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "log_fields.h"
#include "log_header.h"
#include "log_section.h"
#include "log_tail.h"
#include "spe/log.h"
#include "spe/session.h"

static char path[] = "/tmp/spe_test_log_files_XXXXXX";

static int create(struct spe_log_writer **writer)
{
    struct log_head head;
    struct spe_log_error err;

    log_head_init(&head);
    (void)snprintf(head.header.name, sizeof(head.header.name), "s");
    return spe_log_create(writer, path, &head.header, &err);
}

static void write_log(unsigned transactions)
{
    struct spe_log_writer *writer = NULL;
    struct spe_txn txn = {.kind = SPE_TXN_RND};

    assert_int_equal(create(&writer), SPE_OK);
    for (unsigned i = 0; i < transactions; i++) {
        assert_int_equal(spe_log_append(writer, &txn), SPE_OK);
    }
    assert_int_equal(spe_log_finish(writer, NULL), SPE_OK);
}

static off_t size(void)
{
    struct stat st;

    assert_int_equal(stat(path, &st), 0);
    return st.st_size;
}

/* A second writer is refused, also in another process. The log keeps what the first has written. */
static void one_log_has_one_writer(void **state)
{
    struct spe_log_writer *writer = NULL, *second = NULL;
    int status = 0;

    (void)state;
    assert_int_equal(create(&writer), SPE_OK);
    off_t bytes = size();
    assert_true(bytes > 0);
    assert_int_equal(create(&second), SPE_EINVAL);
    pid_t child = fork();
    if (child == 0) {
        _exit(create(&second) == SPE_EINVAL ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(size() == bytes);
    assert_int_equal(spe_log_finish(writer, NULL), SPE_OK);
    assert_int_equal(create(&second), SPE_OK);
    assert_int_equal(spe_log_finish(second, NULL), SPE_OK);
}

/* Devices are shared. */
static void a_device_has_many_writers(void **state)
{
    struct spe_log_writer *writer[2];
    struct log_head head;
    struct spe_log_error err;

    (void)state;
    log_head_init(&head);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(spe_log_create(&writer[i], "/dev/null", &head.header, &err), SPE_OK);
    }
    for (int i = 0; i < 2; i++) {
        assert_int_equal(spe_log_finish(writer[i], NULL), SPE_OK);
    }
}

/* The status of a path that is no log file. */
static void what_is_no_file(void **state)
{
    static const struct {
        const char *name;
        int status;
        const char *text;
    } rows[] = {
        {"/tmp", SPE_ENOENT, "cannot be read: Is a directory"},
        {"/proc/self/mem", SPE_EIO, "cannot be read: Input/output error"},
        {"/dev/null", SPE_EBADMSG, "is empty"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct spe_log_reader *reader = NULL;
        struct spe_log_error err = {.text = ""};
        CHECK(rows[i].name, spe_log_open(&reader, rows[i].name, &err), rows[i].status);
        assert_string_equal(err.text, rows[i].text);
        CHECK(rows[i].name, spe_log_salvage(&reader, rows[i].name, &err), rows[i].status);
        assert_string_equal(err.text, rows[i].text);
    }
}

static void a_pipe_is_not_seekable(void **state)
{
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;
    char name[32];
    int ends[2];

    (void)state;
    assert_int_equal(pipe(ends), 0);
    (void)snprintf(name, sizeof(name), "/dev/fd/%d", ends[0]);
    assert_int_equal(spe_log_open(&reader, name, &err), SPE_EINVAL);
    assert_string_equal(err.text, "is not seekable: write it to a file first");
    assert_int_equal(spe_log_salvage(&reader, name, &err), SPE_EINVAL);
    (void)close(ends[0]);
    (void)close(ends[1]);
}

/* The index has eight extra bytes at its end, with a correct checksum. */
static void an_index_has_whole_entries(void **state)
{
    enum { MORE = 8, TAIL = LOG_SECTION_HEAD + LOG_TAIL_BODY };
    uint8_t data[4096];
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;

    (void)state;
    write_log(3);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    size_t n = fread(data, 1, sizeof(data) - MORE, file);
    assert_true(n > TAIL && n < sizeof(data) - MORE);
    uint8_t *index = data + log_get64(data + n - LOG_TAIL_BODY);
    uint32_t bytes = log_get32(index + 4);
    memmove(data + n - TAIL + MORE, data + n - TAIL, TAIL);
    memset(data + n - TAIL, 0, MORE);
    log_put32(index + 4, bytes + MORE);
    log_put32(index + 8, log_crc(index + LOG_SECTION_HEAD, bytes + MORE));
    rewind(file);
    assert_int_equal(fwrite(data, 1, n + MORE, file), n + MORE);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(spe_log_open(&reader, path, &err), SPE_EBADMSG);
    assert_string_equal(err.text, "the log is damaged: its index does not end at its tail");
}

/* A tail with a correct checksum is whole: its length, its last bytes, and its place of the index.
 */
static void a_tail_is_whole(void **state)
{
    static const struct {
        size_t length, at;
        uint8_t flip;
    } rows[] = {{0, 0, 0},
                {1, 0, 0},
                {15, 0, 0},
                {16, 0, 0},
                {23, 0, 0},
                {LOG_TAIL_BODY, 23, 1},
                {LOG_TAIL_BODY, 16, 1},
                {LOG_TAIL_BODY, 7, 1}};
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        write_log(3);
        log_tail_change(path, rows[i].length, rows[i].at, rows[i].flip);
        CHECK("tail", spe_log_open(&reader, path, &err), SPE_EBADMSG);
        assert_string_equal(err.text, "the log is damaged: bad tail");
    }
    write_log(3);
    log_tail_change(path, LOG_TAIL_BODY, 0, 0);
    assert_int_equal(spe_log_open(&reader, path, &err), SPE_OK);
    spe_log_close(reader);
}

/* A log accepts each limit of findings that a session accepts. */
static void any_number_of_findings(void **state)
{
    struct spe_config cfg;
    struct spe_session *session = NULL;
    struct spe_log_reader *reader = NULL;
    struct spe_log_error err;

    (void)state;
    spe_config_init(&cfg);
    struct spe_session_options options = {
        .cfg = &cfg, .log_path = path, .max_findings = UINT32_MAX};
    assert_int_equal(spe_session_create(&session, "s", &options), SPE_OK);
    spe_session_destroy(session);
    assert_int_equal(spe_log_open(&reader, path, &err), SPE_OK);
    assert_true(spe_log_header(reader)->max_findings == UINT32_MAX);
    spe_log_close(reader);
}

/* @return the number of transactions, or a status. */
static int salvage(struct spe_log_run *run)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;
    struct spe_txn txn;
    int n = 0, status = spe_log_salvage(&reader, path, &err);

    if (status != SPE_OK) {
        return status;
    }
    *run = *spe_log_run(reader);
    while ((status = spe_log_next(reader, &txn, &err)) > 0) {
        n++;
    }
    spe_log_close(reader);
    return status < 0 ? status : n;
}

/* Change a byte of the last frame; the index and the end stay good. */
static void damage_last_frame(void)
{
    static uint8_t data[1 << 20];
    FILE *file = fopen(path, "r+b");
    size_t at;

    assert_non_null(file);
    size_t bytes = fread(data, 1, sizeof(data), file);
    assert_true(bytes > 64 && bytes < sizeof(data));
    for (at = bytes - 64; at > 0 && memcmp(data + at, "DATA", 4) != 0; at--) {
    }
    assert_true(at > 0);
    assert_int_equal(fseek(file, (long)at + LOG_SECTION_HEAD + LOG_DATA_HEAD + 4, SEEK_SET), 0);
    (void)fputc(data[at + LOG_SECTION_HEAD + LOG_DATA_HEAD + 4] ^ 0x10, file);
    assert_int_equal(fclose(file), 0);
}

/* A log that has its end is no part: salvage reads it whole, unless a frame is damaged. */
static void a_whole_log_keeps_its_run(void **state)
{
    const struct spe_log_run wrote = {
        .present = true, .has_status = true, .status = 1, .test = "t", .why = "w"};
    struct spe_log_writer *writer = NULL;
    struct spe_txn txn = {.kind = SPE_TXN_RND};
    struct spe_log_run run;

    (void)state;
    assert_int_equal(create(&writer), SPE_OK);
    for (int i = 0; i < 500000; i++) {
        txn.u.rnd.value = (uint8_t)(i / 1000);
        assert_int_equal(spe_log_append(writer, &txn), SPE_OK);
    }
    assert_int_equal(spe_log_finish(writer, &wrote), SPE_OK);
    CHECK("whole", salvage(&run), 500000);
    assert_false(run.part || run.failed);
    CHECK("its status", run.has_status && run.status == 1, true);
    assert_string_equal(run.why, "w");
    damage_last_frame();
    assert_in_range(salvage(&run), 1000, 499999);
    assert_true(run.part && run.failed);
    CHECK("of the part", run.has_status, false);
}

/* This clock replaces that of the library, so that no test waits for a second. */
static time_t seconds;

int clock_gettime(clockid_t id, struct timespec *now)
{
    (void)id;
    *now = (struct timespec){.tv_sec = seconds};
    return 0;
}

/* A slow run takes long to fill a frame. Transactions older than a second survive a kill. */
static void a_frame_ends_with_its_time(void **state)
{
    struct spe_log_writer *writer = NULL;
    struct spe_txn txn = {.kind = SPE_TXN_RND};
    struct spe_log_run run;

    (void)state;
    assert_int_equal(create(&writer), SPE_OK);
    for (int before = 0; before < 4; before += 2) {
        assert_int_equal(spe_log_append(writer, &txn), SPE_OK);
        CHECK("a frame that is new", salvage(&run), before);
        seconds++;
        CHECK("nothing is written between transactions", salvage(&run), before);
        assert_int_equal(spe_log_append(writer, &txn), SPE_OK);
        CHECK("with the next one", salvage(&run), before + 2);
    }
    assert_int_equal(spe_log_finish(writer, NULL), SPE_OK);
    CHECK("the same at the end", salvage(&run), 4);
}

/* Append transactions `from` to `to` - 1, each `cycles` cycles after the one before. */
static void append(struct spe_log_writer *writer, unsigned from, unsigned to, unsigned cycles)
{
    for (unsigned i = from; i < to; i++) {
        struct spe_txn txn = {.kind = SPE_TXN_RND, .cycle = (uint64_t)i * cycles, .seq = i};
        txn.u.rnd.value = (uint8_t)(i / 1000);
        assert_int_equal(spe_log_append(writer, &txn), SPE_OK);
    }
}

/* @return how often `word` occurs in the file. */
static int in_file(const char *word)
{
    static uint8_t data[4 << 20];
    FILE *file = fopen(path, "rb");
    int n = 0;

    assert_non_null(file);
    const size_t bytes = fread(data, 1, sizeof(data), file);
    assert_true(fclose(file) == 0 && bytes < sizeof(data));
    for (size_t i = 0; i + 4 <= bytes; i++) {
        n += memcmp(data + i, word, 4) == 0;
    }
    return n;
}

/* Append a byte to the file. */
static void put_last(int byte)
{
    FILE *file = fopen(path, "ab");

    assert_non_null(file);
    assert_int_equal(fputc(byte, file), byte);
    assert_int_equal(fclose(file), 0);
}

/* A run that crashes, or spins in one cycle, loses at most its last thousand cycles. A log that
 * comes to its end is no longer because of this. */
static void a_crash_costs_a_thousand_cycles(void **state)
{
    struct spe_log_writer *writer = NULL;
    struct spe_log_run run;

    (void)state;
    assert_int_equal(create(&writer), SPE_OK);
    append(writer, 0, 100, 10);
    CHECK("less than a thousand", salvage(&run), 0);
    assert_string_equal(run.why,
                        "a part of a log: nothing of it can be read: it has no whole frame; "
                        "play the run again");
    append(writer, 100, 599, 10);
    CHECK("up to cycle 5000", salvage(&run), 501);
    assert_true(run.part && run.failed);
    assert_string_equal(run.why,
                        "a part of a log: no frame of it is whole, the first one up to cycle 5000");
    const off_t all = size();
    assert_int_equal(truncate(path, all - 1), 0);
    CHECK("the last part is cut off", salvage(&run), 401);
    put_last(0xA5);
    CHECK("or damaged", salvage(&run), 401);
    append(writer, 599, 600, 10);
    assert_int_equal(spe_log_finish(writer, NULL), SPE_OK);
    CHECK("whole", salvage(&run), 600);
    CHECK("a frame instead of its parts", in_file("DATA"), 1);
    CHECK("no part is left", in_file("PART"), 0);
}

/* Seek in a salvaged log, beyond its whole frames too. @return the first cycle that is read
 * then. */
static uint64_t sought(uint64_t cycle)
{
    struct spe_log_reader *reader;
    struct spe_log_error err;
    struct spe_txn txn = {.cycle = 0};

    assert_int_equal(spe_log_salvage(&reader, path, &err), SPE_OK);
    for (int i = 0; i < 2; i++) { /* twice: a frame is read anew */
        assert_int_equal(spe_log_seek(reader, cycle), SPE_OK);
        assert_int_equal(spe_log_next(reader, &txn, &err), 1);
    }
    spe_log_close(reader);
    return txn.cycle;
}

static void parts_follow_frames(void **state)
{
    struct spe_log_writer *writer = NULL;
    struct spe_log_run run;

    (void)state;
    assert_int_equal(create(&writer), SPE_OK);
    append(writer, 0, 400000, 1);
    const int frames = in_file("DATA");
    assert_in_range(frames, 1, 10);
    assert_in_range(in_file("PART"), 1, 399);
    assert_in_range(salvage(&run), 399001, 400000);
    assert_non_null(strstr(run.why, "whole frame"));
    assert_non_null(strstr(run.why, ", the next one up to cycle 399"));
    const uint64_t begun = sought(UINT64_MAX);
    assert_in_range(begun, 1000, 399000);
    CHECK("the frame before", sought(begun) < begun, true);
    CHECK("the first one", sought(0), 0);
    assert_int_equal(spe_log_finish(writer, NULL), SPE_OK);
    CHECK("whole", salvage(&run), 400000);
    CHECK("one frame more", in_file("DATA"), frames + 1);
    CHECK("no part is left", in_file("PART"), 0);
}

/* Cycles that step back are misuse, and do not write a part each time. */
static void a_step_back_writes_no_part(void **state)
{
    struct spe_log_writer *writer = NULL;

    (void)state;
    assert_int_equal(create(&writer), SPE_OK);
    for (unsigned i = 0; i < 100; i++) {
        append(writer, i % 2, i % 2 + 1, 5000);
    }
    CHECK("the first step", in_file("PART"), 1);
    assert_int_equal(spe_log_finish(writer, NULL), SPE_OK);
}

/* With SPE_EIO, errno has the reason, when the log is finished and before. */
static void why_a_log_is_lost(void **state)
{
    struct spe_log_writer *writer;
    struct log_head head;
    struct spe_log_error err;
    struct spe_txn txn = {.kind = SPE_TXN_RND};
    int status = SPE_OK;

    (void)state;
    log_head_init(&head);
    assert_int_equal(spe_log_create(&writer, "/dev/full", &head.header, &err), SPE_OK);
    for (int i = 0; i < 2; i++) {
        errno = 0;
        status = spe_log_append(writer, &txn);
        CHECK("append", status, SPE_EIO);
        CHECK("why", errno, ENOSPC);
    }
    errno = 0;
    CHECK("finish", spe_log_finish(writer, NULL), SPE_EIO);
    CHECK("why at last", errno, ENOSPC);
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

/* A sequence number that jumps has 32 bits, like one that counts up. */
static void a_number_is_not_cut(void **state)
{
    struct log_state out = {0}, in = {0};
    struct spe_txn txn = {.kind = SPE_TXN_CLOSE, .seq = UINT32_MAX}, got;
    uint8_t coded[64];

    (void)state;
    size_t n = log_encode(&out, &txn, coded);
    CHECK("whole", log_decode(&in, coded, n, &got), n);
    CHECK("seq", got.seq, UINT32_MAX);
    assert_int_equal(coded[5], 0x0F); /* bits 31:28, the last ones */
    coded[5] = 0x1F;
    in = (struct log_state){0};
    CHECK("33 bits", log_decode(&in, coded, n, &got), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_log_has_one_writer),
        cmocka_unit_test(a_number_is_not_cut),
        cmocka_unit_test(a_device_has_many_writers),
        cmocka_unit_test(what_is_no_file),
        cmocka_unit_test(a_pipe_is_not_seekable),
        cmocka_unit_test(an_index_has_whole_entries),
        cmocka_unit_test(a_tail_is_whole),
        cmocka_unit_test(any_number_of_findings),
        cmocka_unit_test(a_whole_log_keeps_its_run),
        cmocka_unit_test(a_frame_ends_with_its_time),
        cmocka_unit_test(why_a_log_is_lost),
        cmocka_unit_test(a_crash_costs_a_thousand_cycles),
        cmocka_unit_test(parts_follow_frames),
        cmocka_unit_test(a_step_back_writes_no_part),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
