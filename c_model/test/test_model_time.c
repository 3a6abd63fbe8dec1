/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "parts/clock.h"
#include "txnlog.h"

/* Cycles of the monitor, which the waves show, and cycles of the SPU's clock, which may stop. */

/* The clock stops in the monitor's cycles from .. to - 1; `to` completes `from`. */
static const struct {
    uint64_t from, to;
} stops[] = {{4, 6}, {8, 9}, {10, 12}, {40, 41}, {60, 90}};

static bool stands(uint64_t real)
{
    for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++) {
        if (real >= stops[i].from && real < stops[i].to) {
            return true;
        }
    }
    return false;
}

static void every_cycle_is_that_of_the_waves(void **state)
{
    struct spe_txn_clk stop = {0, 1}, run = {1, 1};
    struct clock c;
    uint64_t spu = 0;
    size_t n = 0;

    (void)state;
    clock_begin(&c);
    for (uint64_t real = 0; real < 100; real++) {
        const uint64_t now = clock_transaction(&c, real);
        CHECK("time goes on", now, spu);
        if (now > c.cycle) {
            clock_step(&c, now);
        }
        if (n < sizeof(stops) / sizeof(stops[0]) && real == stops[n].from) {
            clock_told(&c, &stop);
            n++;
        } else if (c.stopped && !stands(real)) {
            clock_told(&c, &run);
        }
        spu += !stands(real);
    }
    spu = 0;
    for (uint64_t real = 0; real < 100; real++) {
        CHECK("the SPU's cycle", clock_spu(&c, real), spu);
        if (!stands(real)) {
            CHECK("the monitor's cycle", clock_real(&c, spu), real);
            spu++;
        }
    }
    assert_int_equal(c.n_stops, n);
    assert_false(c.no_memory);
    clock_free(&c);
}

/* The clock of `clock_stop` stops in cycles 21 .. 29, 41 .. 50 and 56 .. 59. The clock of `tlbi`,
 * with these edits, stops in cycles 45 .. 54 and 150 .. 159. */
static const struct {
    const char *log, *text; /* in the first finding */
    struct txnlog_edit edit[8];
} texts[] = {
    {"clock_stop",
     "DSB is done while the burst to 0x80010000 of cycle 40 has no response",
     {E("55 b id=0 resp=0", NULL), E("60 out cti=1", NULL),
      E("60 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015",
        "60 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10000"),
      E("64 sync kind=psb_req pos=3", NULL), E("65 sync kind=psb_done pos=3", NULL)}},
    {"clock_stop",
     "PSB CSYNC of cycle 31 is done although the record of an earlier sample is being written",
     {E("31 life tag=0 kind=issue", "31 life tag=0 kind=issue\n31 sync kind=psb_req pos=3"),
      E("51 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001",
        "51 w word=0 strb=0xff last_word=1 last=0 data=0x48a0000000004001\n"
        "51 sync kind=psb_done pos=3")}},
    {"tlbi",
     "PSB CSYNC of cycle 119 waits although every earlier sample was done or lost by cycle 119"
     " (expected done by cycle 4225, actual still waiting)",
     {E("40 sync kind=tlbi pos=3",
        "40 sync kind=tlbi pos=3\n45 clk running=0 active=1\n55 clk running=1 active=1\n"
        "119 sync kind=psb_req pos=3"),
      E("150 sync kind=psb_req pos=260", "150 clk running=0 active=1\n160 clk running=1 active=1"),
      E("151 sync kind=psb_done pos=260", NULL), E("152 sync kind=dsb_req pos=260", NULL),
      E("153 sync kind=dsb_done pos=260", NULL),
      E("154 sysreg enc=PMBPTR_EL1 write=read pos=260 data=0x1002a", NULL),
      E("160 close", "4300 sync kind=psb_done pos=260\n4301 close")}},
    {"clock_stop",
     "write data of cycle 40 never got an address",
     {E("40 aw id=0 len=2 size=3 prot=0x3 cache=0xf addr=0x80010000", NULL),
      E("55 b id=0 resp=0", NULL), E("60 out cti=1", NULL),
      E("60 sysreg enc=PMBPTR_EL1 write=read pos=3 data=0x10015", NULL),
      E("66 sync kind=dsb_req pos=3", NULL), E("67 sync kind=dsb_done pos=3", NULL),
      E("65 sync kind=psb_done pos=3", NULL), E("64 sync kind=psb_req pos=3", NULL)}},
};

static void texts_name_the_cycles_of_the_waves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct txnlog_edit edits[9] = {{0}};
        struct txnlog_result result;
        memcpy(edits, texts[i].edit, sizeof(texts[i].edit));
        txnlog_run(texts[i].log, edits, &result);
        if (strstr(result.first, texts[i].text) == NULL) {
            print_error("expected: %s\nactual: %s\n", texts[i].text, result.first);
        }
        assert_non_null(strstr(result.first, texts[i].text));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cycle_is_that_of_the_waves),
        cmocka_unit_test(texts_name_the_cycles_of_the_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
