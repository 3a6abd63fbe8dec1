/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <string.h>

#include "check.h"
#include "spe/regs.h"
#include "txnlog.h"

/* An event takes effect in one of the cycles 37 to 40 ([event_min] = 1, [event_max] = 4; 3.5, S1),
 * and members execute in each of the cycles 36 to 41: members before the event count, later members
 * do not, and the counter continues from there once software has cleared S. A small SPU takes the
 * event in each of these cycles. The scoreboard must accept each such run, with all groups of taps
 * or without some, and whatever software reads. If the counter can be seen, the scoreboard must
 * report an event that is a cycle too early or too late. */

#define FIRST    36 /* first cycle with a member */
#define LAST     41
#define RELOADED 0x100 /* INTERVAL; the first member reloads, and does not count (P9) */

enum kind { FULL, FAULT, KINDS };

struct session {
    enum kind kind;
    int stop;    /* cycle in which S becomes 1 */
    int lag;     /* delay in cycles of PMBIRQ behind S, set or cleared */
    int members; /* in each cycle */
    bool random; /* the reload uses a draw */
    char early;  /* register read in cycle `at`, before the others; 0: no such read */
    int at;
    int clear; /* cycle in which software writes PMBSR_EL1 without a read before; 0: none */
    const char *reads;
    unsigned without;
};

struct text {
    char v[8192];
    size_t n;
};

static void say(struct text *t, const char *form, ...)
{
    va_list args;

    va_start(args, form);
    t->n += (size_t)vsnprintf(t->v + t->n, sizeof(t->v) - t->n, form, args);
    va_end(args);
    assert_in_range(t->n, 1, sizeof(t->v) - 1);
}

/* A record at the end of the buffer, or of a page without a successor; written in cycle 33. */
static void say_begin(struct text *t, const struct session *s)
{
    const bool full = s->kind == FULL;
    const unsigned va = full ? 0x1ffb0 : 0x11fe8;

    say(t, "@config ../../../rtl/configs/v1p0_min.cfg\n@key event_max = 4\n@key irq_max = 2\n@key "
           "width = 2\n");
    say(t, "0 reset kind=assert\n2 reset kind=release\n2 clk running=1 active=1\n"
           "2 ctx id=0 state=EL1+NS+NSPB3+E2PB3+CNTEN\n");
    say(t, "3 sysreg enc=PMBPTR_EL1 write=write data=0x%x\n", va);
    say(t, "4 sysreg enc=PMBLIMITR_EL1 write=write data=0x20001\n"
           "5 sysreg enc=PMSICR_EL1 write=write data=3\n");
    say(t, "6 sysreg enc=PMSIRR_EL1 write=write data=0x%x\n", RELOADED | s->random);
    say(t, "7 sysreg enc=PMSCR_EL1 write=write data=0x2\n20 pop ctx=0 n=3\n"
           "20 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000\n21 out pop=3 feed=1\n"
           "22 life tag=0 kind=issue\n25 life tag=0 kind=complete\n27 life tag=0 kind=retire\n");
    say(t, "28 xl_req id=1 regime=0 va=0x%x\n28 out filtrate=1\n", va);
    say(t, "30 xl_rsp id=1 ns=1 attr=0xff pa=0x800%x\n", va);
    say(t, "31 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x800%x\n", va);
    say(t, "31 w word=0 strb=0xff last_word=1 last=0 data=0x00b0000299000598\n"
           "32 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001\n"
           "33 w word=0 strb=0x1f last_word=1 last=1 data=0x0000000100025200\n");
}

/* A write takes effect in the next cycle. */
static bool stopped(const struct session *s, int cycle)
{
    return cycle >= s->stop && (s->clear < s->stop || cycle <= s->clear);
}

/* @return the number of members before the cycle `before` that count. */
static unsigned counted(const struct session *s, int before)
{
    unsigned n = 0;

    for (int cycle = FIRST; cycle <= LAST && cycle < before; cycle++) {
        n += stopped(s, cycle) ? 0 : (unsigned)s->members;
    }
    return n;
}

/* @return the value of PMSICR_EL1 for a read in the cycle: the counter after the members that
 * count. */
static unsigned counter(const struct session *s, int cycle)
{
    const unsigned n = counted(s, cycle);

    return n == 0 ? 0 : (RELOADED | (s->random ? 0x20u : 0u)) + 1 - n;
}

static unsigned syndrome(const struct session *s, int cycle)
{
    return !stopped(s, cycle) ? 0 : s->kind == FULL ? 0x20001 : 0x90060010;
}

/* PMBPTR_EL1 moves with the response of the written record. */
static unsigned pointer(const struct session *s, int cycle)
{
    return s->kind == FAULT ? 0x11fe8 : cycle > FIRST ? 0x1ffc5 : 0x1ffb0;
}

static void say_read(struct text *t, const struct session *s, char what, int cycle)
{
    const int n = cycle <= LAST ? cycle - FIRST : LAST - FIRST + 1;
    const char *const name = what == 'C' ? "PMSICR" : what == 'S' ? "PMBSR" : "PMBPTR";

    say(t, "%d sysreg enc=%s_EL1 write=read pos=%d data=0x%x\n", cycle, name, 3 + s->members * n,
        what == 'C'   ? counter(s, cycle)
        : what == 'S' ? syndrome(s, cycle)
                      : pointer(s, cycle));
}

/* The response arrives in the first cycle: it ends the record, or is an External abort. */
static void say_cycle(struct text *t, const struct session *s, int cycle)
{
    const bool pulse = s->kind == FULL && cycle == FIRST + 1;

    if (s->early != 0 && cycle == s->at) {
        say_read(t, s, s->early, cycle);
    }
    if (cycle == FIRST && s->random) {
        say(t, "36 rnd value=0x20\n");
    }
    if (cycle <= LAST) {
        say(t, "%d pop ctx=0 n=%d\n", cycle, s->members);
    }
    if (cycle == FIRST) {
        say(t, "36 b id=0 resp=%d\n", s->kind == FULL ? 0 : 2);
    }
    if (cycle == s->clear) {
        say(t, "%d sysreg enc=PMBSR_EL1 write=write pos=%d data=0\n", cycle,
            3 + s->members * (cycle - FIRST + 1));
    }
    say(t, "%d out pop=%u cti=%d levels=%d\n", cycle, counted(s, cycle) - counted(s, cycle - 1),
        pulse, cycle >= s->lag && stopped(s, cycle - s->lag));
}

/* The registers to read, a letter each: C PMSICR_EL1, S PMBSR_EL1, P PMBPTR_EL1. */
static void say_reads(struct text *t, const struct session *s)
{
    int cycle = LAST + 5;

    for (const char *at = s->reads; *at != '\0'; at++, cycle++) {
        say_read(t, s, *at, cycle);
    }
}

/* Software clears S and sets up a buffer; the counter runs down to 0. */
static void say_end(struct text *t, const struct session *s)
{
    const int pos = 3 + s->members * (LAST - FIRST + 1), last = pos + (int)counter(s, LAST + 1);

    say(t, "55 sysreg enc=PMBPTR_EL1 write=write pos=%d data=0x10000\n", pos);
    say(t, "56 sysreg enc=PMBSR_EL1 write=write pos=%d data=0\n%d out levels=0\n", pos,
        57 + s->lag);
    say(t, "70 pop ctx=0 n=%d\n70 sel ctx=0 slot=0 tag=0 pc=0x400100 op=0x000\n", last - pos);
    say(t, "71 out pop=%d feed=1\n75 life tag=0 kind=squash\n", last - pos);
    say(t, "76 sysreg enc=PMSCR_EL1 write=write pos=%d data=0\n", last);
    say(t, "80 sync kind=psb_req pos=%d\n81 sync kind=psb_done pos=%d\n", last, last);
    say(t, "82 sync kind=dsb_req pos=%d\n83 sync kind=dsb_done pos=%d\n", last, last);
    say(t, "84 sysreg enc=PMBPTR_EL1 write=read pos=%d data=0x10000\n", last);
    say(t, "84 sysreg enc=PMBSR_EL1 write=read pos=%d data=0\n", last);
    say(t, "84 sysreg enc=PMSICR_EL1 write=read pos=%d data=0\n90 close\n", last);
}

static void judge(const struct session *s)
{
    static const char *const kinds[KINDS] = {"full", "abort"};
    static struct txnlog_result r;
    struct text t = {.n = 0};
    char row[128], fired[512];
    const bool drawn = s->random && (s->without & SPE_TAP_RND) != 0; /* nobody knows the draw */
    const bool told = (s->without & SPE_TAP_OUT) == 0 ||
                      (strchr(s->reads, 'C') != NULL && !drawn && s->clear == 0);
    const bool right = s->stop >= 37 && s->stop <= 40;

    say_begin(&t, s);
    for (int cycle = FIRST; cycle <= LAST + 4; cycle++) {
        say_cycle(&t, s, cycle);
    }
    say_reads(&t, s);
    say_end(&t, s);
    txnlog_narrowed("edited", t.v, s->without, &r);
    txnlog_fired(&r, fired, sizeof(fired));
    (void)snprintf(row, sizeof(row),
                   "%s, %d members%s, stops in %d, reads '%c' in %d, '%s',"
                   " cleared in %d, without 0x%x",
                   kinds[s->kind], s->members, s->random ? ", a draw" : "", s->stop,
                   s->early != 0 ? s->early : '-', s->at, s->reads, s->clear, s->without);
    CHECK(row, r.status, 0);
    if (right) {
        if (fired[0] != '\0') {
            fail_msg("%s: %s, %s", row, fired, r.first);
        }
    } else if ((s->without & SPE_TAP_LIFE) == 0 && told) {
        CHECK(row, fired[0] != '\0', true);
    }
}

/* Judge each kind of session, with the settings of `like`, without each of the sets of taps. */
static void judge_all(const struct session *like, const unsigned *sets, size_t n)
{
    for (size_t i = 0; i < n * KINDS * 2; i++) {
        struct session s = *like;

        s.without = sets[i / ((size_t)KINDS * 2)];
        s.kind = (enum kind)(i / 2 % KINDS);
        s.random = i % 2 != 0;
        for (s.stop = 35; s.stop <= 42; s.stop++) {
            s.members = 1 + (s.stop / 2 + s.random) % 2;
            s.lag = (s.stop + s.random) % 3;
            judge(&s);
        }
    }
}

static const unsigned most_sets[] = {
    0,
    SPE_TAP_RND,
    SPE_TAP_SYNC,
    SPE_TAP_OUT | SPE_TAP_SYNC,
    SPE_TAP_LIFE | SPE_TAP_RND,
    SPE_TAP_LIFE | SPE_TAP_OUT | SPE_TAP_RND,
    SPE_TAP_LIFE | SPE_TAP_SYNC,
};

/* The sets of taps without which the event stays unknown longest. */
static const unsigned blind_sets[] = {
    SPE_TAP_OUT,
    SPE_TAP_OUT | SPE_TAP_RND,
    SPE_TAP_LIFE,
    SPE_TAP_LIFE | SPE_TAP_OUT,
};

#define SETS(sets) sets, sizeof(sets) / sizeof((sets)[0])

static void an_event_may_come_in_each_cycle_of_its_window(void **state)
{
    static const char *const reads[] = {"", "C", "S", "P", "CSP", "CPS", "SC", "PC", "CC"};

    (void)state;
    for (size_t i = 0; i < sizeof(reads) / sizeof(reads[0]); i++) {
        judge_all(&(const struct session){.reads = reads[i]}, SETS(most_sets));
        judge_all(&(const struct session){.reads = reads[i]}, SETS(blind_sets));
    }
}

static void a_read_within_the_window_says_whether_it_has_come(void **state)
{
    (void)state;
    for (int at = FIRST; at <= LAST; at++) {
        for (const char *early = "SCP"; *early != '\0'; early++) {
            const struct session s = {.early = *early, .at = at, .reads = "C"};
            judge_all(&s, SETS(blind_sets));
        }
    }
}

/* The write may overwrite the event, or the event is still to come; an event in the cycle of the
 * write outlives the write (B28, W10). */
static void software_may_write_s_within_the_window(void **state)
{
    (void)state;
    for (int cycle = FIRST; cycle <= LAST; cycle++) {
        judge_all(&(const struct session){.clear = cycle, .reads = "C"}, SETS(blind_sets));
        judge_all(&(const struct session){.clear = cycle, .reads = "SP"}, SETS(blind_sets));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_event_may_come_in_each_cycle_of_its_window),
        cmocka_unit_test(a_read_within_the_window_says_whether_it_has_come),
        cmocka_unit_test(software_may_write_s_within_the_window),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
