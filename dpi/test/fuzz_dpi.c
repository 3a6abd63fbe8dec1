/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzz target of the DPI edge: the calls of spe_dpi.h in any order with any values, on several
 * handles in turn, for sessions that spe_dpi_open() creates and for sessions that a host publishes
 * and destroys. A call that the target knows to be misuse must lead to status 4 and to no PASS. The
 * output must consist of readable lines. test_fuzz_dpi.c writes the initial inputs.
 *
 * Input, for each step:
 * - One byte. Bits [4:0] are the kind of transaction or the other step (enum step). Bits [7:5] are
 *   the handle (6: NULL, 7: a pointer that is no handle) or a number that the step uses.
 * - For a transaction, a frame byte. If bit 0 is 1, a value for the sequence number follows, else
 *   the sequence number is the right one. If bit 1 is 1, a value for the cycle follows, else the
 *   cycle advances by bits [7:2].
 * - For a transaction, a value for each argument. For another step, the bytes that its function
 *   reads.
 *
 * A value begins with one byte. 0x00 to 0xF0: the value itself. 0xF1 to 0xF8: the length, 1 to 8
 * bytes that follow, the lowest first. 0xF9: -1. 0xFA to 0xFF: as 0xF2 to 0xF7.
 */
#define _POSIX_C_SOURCE 200809L
/* The adapter itself: each input must begin like a new process, with nothing opened. */
#include "spe_dpi.c"         // NOLINT(bugprone-suspicious-include)
#include "spe_dpi_session.c" // NOLINT(bugprone-suspicious-include)

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum step {
    STEP_OPEN = SPE_TXN_KINDS, /* lower values: the kinds of transactions */
    STEP_DIR,
    STEP_RUN,
    STEP_FAIL,
    STEP_PUBLISH, /* a host creates a session and publishes it */
    STEP_DESTROY,
    STEP_STATUS,
    STEP_KINDS
};

enum { NAMES = 3, GIVEN = 6, VALUES = 19 };

static const char *const names[NAMES] = {"a", ".b/c", ""};
static const char *const configs[] = {"rtl/configs/v1p0_min.cfg", "rtl/configs/neoverse.cfg",
                                      "rtl/configs/v1p5_max.cfg", "rtl/configs/v1p5_realm.cfg",
                                      "rtl/configs/none.cfg",     ""};
static const char *const logs[] = {"", "/dev/null", "/nonexistent/log", "rtl/configs/neoverse.cfg"};

/* The arguments of each kind in order, each with the type of its field: 8: 8 bits, h: 16 bits, u:
 * 31 bits, i: 32 bits of any sign, l: 64 bits. */
static const char *const arguments[SPE_TXN_KINDS] = {
    [SPE_TXN_RESET] = "8",
    [SPE_TXN_CLK] = "88",
    [SPE_TXN_SYSREG] = "lh888l",
    [SPE_TXN_CTX] = "8liilll",
    [SPE_TXN_POP] = "8u8",
    [SPE_TXN_RND] = "88",
    [SPE_TXN_SEL] = "8888lh",
    [SPE_TXN_LIFE] = "88uhllllliiii",
    [SPE_TXN_XL_REQ] = "88888l",
    [SPE_TXN_XL_RSP] = "8888h888l",
    [SPE_TXN_AW] = "8l88888l",
    [SPE_TXN_W] = "8l888",
    [SPE_TXN_B] = "88",
    [SPE_TXN_SYNC] = "8ll",
    [SPE_TXN_OUT] = "huuuuuuuuuuuuuuuu",
    [SPE_TXN_CLOSE] = "li",
};

/* The target's knowledge of a handle. */
struct given {
    void *h;
    int name;     /* index of names[] */
    unsigned seq; /* of the next call */
    long long cycle;
    unsigned sum;
    unsigned made;          /* which of the sessions that its host published under the name */
    bool open, own, broken; /* broken: the contract is broken, and the session cannot pass */
};

struct world {
    const uint8_t *at, *end;
    struct given given[GIVEN];
    struct spe_session *host[NAMES]; /* published, and owned, by the host */
    unsigned host_made[NAMES];       /* how many it published */
    bool host_broken[NAMES];
    bool misused; /* misuse at the edge: no verdict of this process may pass */
    bool refused, opened, failed;
    char *said; /* the text printed to stdout */
    size_t said_bytes, judged;
};

/* Whether a verdict of the last input was a pass: without any pass, the target would test
 * nothing. */
static bool passed;

static void require(bool condition)
{
    if (!condition) {
        abort();
    }
}

static unsigned byte(struct world *w)
{
    return w->at < w->end ? *w->at++ : 0;
}

/* A value in the format of the head comment. */
static long long value(struct world *w)
{
    const unsigned first = byte(w);
    uint64_t v = first;

    if (first == 0xF9) {
        return -1;
    }
    for (unsigned i = 0; first > 0xF0 && i < (first & 7u) + (first == 0xF8 ? 8 : 0); i++) {
        v = (i == 0 ? 0 : v) | (uint64_t)byte(w) << 8 * i;
    }
    return (long long)v;
}

static bool fits(char type, long long v)
{
    const int n = (int)v;

    return type == '8'   ? n >= 0 && n <= UINT8_MAX
           : type == 'h' ? n >= 0 && n <= UINT16_MAX
           : type == 'u' ? n >= 0
                         : true;
}

/* @return the handle that a step names; *given: the target's knowledge of it, NULL if the handle is
 * not valid. */
static void *handle(struct world *w, unsigned which, struct given **given)
{
    *given = NULL;
    if (which == GIVEN) {
        return NULL;
    }
    if (which > GIVEN) {
        return w->given[0].h != NULL ? (char *)w->given[0].h + 1 : (void *)w;
    }
    void *h = w->given[which].h;
    for (int i = 0; i < GIVEN; i++) { /* a new session may have the place of a closed one */
        if (w->given[i].open && w->given[i].h == h) {
            *given = &w->given[i];
        }
    }
    return h;
}

#define I(i) ((int)v[i])

static int call_pe(int kind, void *h, int seq, long long cycle, const long long *v)
{
    switch (kind) {
    case SPE_TXN_RESET:
        return spe_dpi_reset(h, seq, cycle, I(0));
    case SPE_TXN_CLK:
        return spe_dpi_clk(h, seq, cycle, I(0), I(1));
    case SPE_TXN_SYSREG:
        return spe_dpi_sysreg(h, seq, cycle, v[0], I(1), I(2), I(3), I(4), v[5]);
    case SPE_TXN_CTX:
        return spe_dpi_ctx(h, seq, cycle, I(0), v[1], I(2), I(3), v[4], v[5], v[6]);
    case SPE_TXN_POP:
        return spe_dpi_pop(h, seq, cycle, I(0), I(1), I(2));
    case SPE_TXN_RND:
        return spe_dpi_rnd(h, seq, cycle, I(0), I(1));
    case SPE_TXN_SEL:
        return spe_dpi_sel(h, seq, cycle, I(0), I(1), I(2), I(3), v[4], I(5));
    default:
        return spe_dpi_life(h, seq, cycle, I(0), I(1), I(2), I(3), v[4], v[5], v[6], v[7], v[8],
                            I(9), I(10), I(11), I(12));
    }
}

static int call_bus(int kind, void *h, int seq, long long cycle, const long long *v)
{
    switch (kind) {
    case SPE_TXN_XL_REQ:
        return spe_dpi_xl_req(h, seq, cycle, I(0), I(1), I(2), I(3), I(4), v[5]);
    case SPE_TXN_XL_RSP:
        return spe_dpi_xl_rsp(h, seq, cycle, I(0), I(1), I(2), I(3), I(4), I(5), I(6), I(7), v[8]);
    case SPE_TXN_AW:
        return spe_dpi_aw(h, seq, cycle, I(0), v[1], I(2), I(3), I(4), I(5), I(6), v[7]);
    case SPE_TXN_W:
        return spe_dpi_w(h, seq, cycle, I(0), v[1], I(2), I(3), I(4));
    case SPE_TXN_B:
        return spe_dpi_b(h, seq, cycle, I(0), I(1));
    case SPE_TXN_SYNC:
        return spe_dpi_sync(h, seq, cycle, I(0), v[1], v[2]);
    case SPE_TXN_OUT:
        return spe_dpi_out(h, seq, cycle, I(0), I(1), I(2), I(3), I(4), I(5), I(6), I(7), I(8),
                           I(9), I(10), I(11), I(12), I(13), I(14), I(15), I(16));
    default:
        return spe_dpi_close(h, seq, cycle, v[0], I(1));
    }
}

/* @return whether any session made here, open or closed, cannot pass. */
static bool own_broken(const struct world *w)
{
    bool broken = false;

    for (int i = 0; i < GIVEN; i++) {
        broken |= w->given[i].own && w->given[i].broken;
    }
    return broken;
}

/* Judge a new verdict on stdout: after misuse it must not be a pass. */
static void judge(struct world *w)
{
    fflush(stdout);
    const char *line = w->said + w->judged;

    if (w->said_bytes > w->judged && (w->misused || w->refused || w->failed || own_broken(w))) {
        require(strstr(line, "RESULT PASS") == NULL && strstr(line, "RESULT FAIL") != NULL);
        require(spe_dpi_status() != 0);
    }
    passed |= w->said_bytes > w->judged && strstr(line, "RESULT PASS") != NULL;
    w->judged = w->said_bytes;
}

/* Sequence number, cycle and arguments of a call, as the frame byte says: bit 0: *seq is given; bit
 * 1: *cycle is given; bits [7:2]: else by how much the cycle advances. */
static void frame(struct world *w, struct given *g, int kind, int *seq, long long *cycle,
                  long long *v)
{
    const unsigned how = byte(w);

    *seq = (how & 1) != 0 ? (int)value(w) : (int)(g != NULL ? g->seq : 0);
    const unsigned long long now = (unsigned long long)(g != NULL ? g->cycle : 0);
    *cycle = (how & 2) != 0 ? value(w) : (long long)(now + (how >> 2)); /* modulo 2^64 */
    for (size_t i = 0; i < strlen(arguments[kind]); i++) {
        v[i] = value(w);
    }
    if (kind == SPE_TXN_CLOSE && g != NULL && (how & 1) == 0 && v[0] == 0) {
        v[0] = g->seq; /* 0 stands for the actual number of calls */
        v[1] = (int)g->sum;
    }
}

/* Count the call, and note whether its frame breaks the contract. */
static void follow(struct given *g, int kind, int seq, long long cycle, const long long *v)
{
    g->broken |=
        (unsigned)seq != g->seq || (unsigned long long)cycle < (unsigned long long)g->cycle;
    if (kind == SPE_TXN_CLOSE) {
        g->broken |= v[0] != (long long)g->seq || (unsigned)v[1] != g->sum;
        g->open = false;
    } else {
        g->sum = g->sum * 31 + (unsigned)kind;
    }
    g->cycle = (unsigned long long)cycle < (unsigned long long)g->cycle ? g->cycle : cycle;
    g->seq++;
}

/* Once the last of the sessions made here is closed, all of them are freed. */
static void forget_judged(struct world *w)
{
    bool open = false;

    for (int i = 0; i < GIVEN; i++) {
        open |= w->given[i].own && w->given[i].open;
    }
    for (int i = 0; i < GIVEN && !open; i++) {
        w->given[i].own = false;
    }
}

/* @return whether the session still exists: a host may destroy its session, and publish another one
 * under the same name. */
static bool lives_on(const struct world *w, const struct given *g)
{
    return g->own || (w->host[g->name] != NULL && w->host_made[g->name] == g->made);
}

static void transact(struct world *w, int kind, unsigned which)
{
    struct given *g = NULL;
    void *h = handle(w, which, &g);
    long long v[VALUES] = {0}, cycle;
    int seq;

    frame(w, g, kind, &seq, &cycle, v);
    const bool gone = g != NULL && !lives_on(w, g);
    w->misused |= g == NULL || gone;
    for (size_t i = 0; arguments[kind][i] != '\0'; i++) {
        w->misused |= !fits(arguments[kind][i], v[i]);
    }
    const int budget =
        kind <= SPE_TXN_LIFE ? call_pe(kind, h, seq, cycle, v) : call_bus(kind, h, seq, cycle, v);
    require(budget >= 1 && budget <= SPE_BUDGET_MAX && (budget == 1 || (g != NULL && !gone)));
    if (gone) {
        g->open = false;
    } else if (g != NULL) {
        follow(g, kind, seq, cycle, v);
        w->host_broken[g->name] |= !g->own && g->broken;
    }
    require(!w->misused || spe_dpi_status() == 4);
    judge(w);
    forget_judged(w);
}

/* Three bytes: `how`: name (modulo NAMES), wrong version (bits [5:2] all 1), log (bits [7:6], with
 * `what` 0xF0 to 0xFF); `what`: configuration (modulo their number), order_free (bit 3), wrong hash
 * of the configuration (0xE8 to 0xEF); taps. */
static void open_session(struct world *w, unsigned which)
{
    const unsigned how = byte(w), what = byte(w);
    const int name = (int)(how % NAMES), taps = (int)(byte(w));
    const char *config = configs[what % (sizeof(configs) / sizeof(configs[0]))];
    const char *log = logs[(what & 0xF0) == 0xF0 ? how >> 6 : 0];
    const int version = SPE_DPI_VERSION + ((how & 0x3C) == 0x3C ? 1 << 16 : 0);
    const bool own = w->host[name] == NULL;
    struct given *g = which < GIVEN ? &w->given[which] : NULL;

    if (g == NULL || g->open) {
        return; /* no free entry: the handle would be lost */
    }
    void *h = spe_dpi_open(version, (what & 0xF8) == 0xE8, names[name], config, log, taps,
                           (what & 8) != 0);
    w->refused |= h == NULL;
    w->opened |= h != NULL;
    require(h == NULL || (version >> 16 == SPE_DPI_VERSION_MAJOR && taps >= 1));
    require(h != NULL || spe_dpi_status() >= 2);
    for (int i = 0; i < GIVEN; i++) { /* a handle belongs to one session at a time */
        require(h == NULL || !w->given[i].open || w->given[i].h != h);
    }
    if (h != NULL) {
        *g = (struct given){
            .h = h, .name = name, .made = w->host_made[name], .open = true, .own = own};
    }
}

/* Two bytes: `what`, the configuration and order_free as in open_session(); taps. */
static void publish(struct world *w, unsigned how)
{
    const unsigned what = byte(w);
    const int name = (int)(how % NAMES);
    struct spe_session_options options = {
        .config_path = configs[what % (sizeof(configs) / sizeof(configs[0]))],
        .taps = byte(w),
        .order_free = (what & 8) != 0,
        .findings = stderr};
    struct spe_session *session;

    if (spe_session_find(names[name]) == NULL &&
        spe_session_create(&session, names[name], &options) == SPE_OK) {
        require(spe_session_publish(session) == SPE_OK);
        w->host[name] = session;
        w->host_broken[name] = false;
        w->host_made[name]++;
    }
}

/* The host judges its session, and frees it, whether its handle is closed or not. */
static void destroy(struct world *w, int name)
{
    const struct spe_run_info info = {.allow_no_records = true};

    if (w->host[name] == NULL) {
        return;
    }
    const int status = spe_verdict_print(stdout, &w->host[name], 1, &info);
    require(status == 4 || !w->host_broken[name]);
    spe_session_destroy(w->host[name]);
    w->host[name] = NULL;
    fflush(stdout);
    w->judged = w->said_bytes; /* a verdict of the host, not of spe_dpi */
}

/* One byte: bits [1:0] select the directory, bit 2 is `keep`. Nobody, not even root, can write to
 * such a directory: an input leaves no file behind. A path of DIR_BYTES (2) is misuse. */
static void set_dir(struct world *w)
{
    static const char nowhere[] = "/dev/null/";
    static char path[DIR_BYTES + 2];
    const unsigned how = byte(w);

    memset(path, '/', sizeof(path) - 1);
    memcpy(path, nowhere, sizeof(nowhere) - 1);
    path[how % 4 == 1 ? DIR_BYTES - 1 : how % 4 == 2 ? DIR_BYTES : 0] = '\0';
    spe_dpi_dir(how % 4 == 3 ? "/dev/null/dir" : path, (how & 4) != 0);
    w->misused |= how % 4 == 2;
}

static void other_step(struct world *w, unsigned step, unsigned which)
{
    switch (step) {
    case STEP_OPEN:
        open_session(w, which);
        break;
    case STEP_DIR:
        set_dir(w);
        break;
    case STEP_RUN:
        spe_dpi_run(names[which % NAMES], value(w), 7);
        break;
    case STEP_FAIL:
        spe_dpi_fail((int)value(w), "why");
        w->failed = true;
        break;
    case STEP_PUBLISH:
        publish(w, which);
        break;
    case STEP_DESTROY:
        destroy(w, (int)(which % NAMES));
        break;
    default:
        require(spe_dpi_status() >= 0 && spe_dpi_status() <= 4);
        break;
    }
}

/* A run that ends with open handles has status 4. Closing these handles frees their sessions. */
static void end(struct world *w)
{
    bool open = false;

    for (int i = 0; i < GIVEN; i++) {
        open |= w->given[i].open;
    }
    require(!open || spe_dpi_status() == 4);
    require(w->opened || spe_dpi_status() >= 2);
    for (int i = 0; i < GIVEN; i++) {
        if (w->given[i].open && lives_on(w, &w->given[i])) {
            w->given[i].broken = true;
            (void)spe_dpi_close(w->given[i].h, -1, -1, -1, -1);
            w->given[i].open = false;
            judge(w);
        }
    }
    for (int i = 0; i < NAMES; i++) {
        destroy(w, i);
        require(spe_session_find(names[i]) == NULL);
    }
    require(!w->misused || spe_dpi_status() == 4);
}

static void check_lines(const char *text, size_t bytes)
{
    require(strlen(text) == bytes);
    for (; *text != '\0'; text++) {
        require(*text == '\n' || (unsigned char)*text >= ' ');
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world w = {.at = data, .end = data + size};
    FILE *const out = stdout, *const err = stderr;
    char *complained = NULL;
    size_t bytes = 0;

    memset(&dpi, 0, sizeof(dpi)); /* as in a new process */
    passed = false;
    stdout = open_memstream(&w.said, &w.said_bytes);
    stderr = open_memstream(&complained, &bytes);
    require(stdout != NULL && stderr != NULL);
    while (w.at < w.end) {
        const unsigned step = byte(&w), what = step % 32;
        if (what < SPE_TXN_KINDS) {
            transact(&w, (int)what, step / 32);
        } else {
            other_step(&w, what, step / 32);
        }
    }
    end(&w);
    require(fclose(stdout) == 0 && fclose(stderr) == 0);
    stdout = out;
    stderr = err;
    check_lines(w.said, w.said_bytes);
    check_lines(complained, bytes);
    free(w.said);
    free(complained);
    return 0;
}
