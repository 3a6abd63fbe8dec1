/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "byte_of.h"
#include "check.h"
#include "model/reset.h"

/* The state after a reset of the SPU. */

/* State that a reset must clear. */
static const struct byte of_a_life[] = {BYTE(schedule.due),
                                        BYTE(coll_due),
                                        BYTE(writes.n),
                                        BYTE(stale.n),
                                        BYTE(enabled.buffer),
                                        BYTE(enabled.check_pointer),
                                        BYTE(pointer.due),
                                        BYTE(pointer.alt),
                                        BYTE(pointer.cycle),
                                        BYTE(events.set),
                                        BYTE(pointer.open),
                                        BYTE(pointer.others),
                                        BYTE(events.was_stopped),
                                        BYTE(events.s_cause),
                                        BYTE(counter.undrawn),
                                        BYTE(counter.enabled),
                                        BYTE(counter.draw.spent),
                                        BYTE(selection.awaited.doubt),
                                        BYTE(snaps.lo),
                                        BYTE(buf.late_open),
                                        BYTE(buf.asked.rec),
                                        BYTE(buf.asked.ahead),
                                        BYTE(buf.ids.asked.told),
                                        BYTE(buf.fault.cycle),
                                        BYTE(buf.account.bytes),
                                        BYTE(buf.old.rec),
                                        BYTE(buf.old.n),
                                        BYTE(buf.checked),
                                        BYTE(buf.xl_next),
                                        BYTE(buf.head_number),
                                        BYTE(buf.head_limit),
                                        BYTE(seen.overtaken),
                                        BYTE(lv.now),
                                        BYTE(lv.forgive),
                                        BYTE(lv.irq),
                                        BYTE(lv.lag.n),
                                        BYTE(fl.n_wait)};

/* After a reset, each byte is that of a new model. */
static void a_reset_leaves_nothing(void **state)
{
    const struct spe_txn_reset reset = {.kind = 0};
    const struct xl x = {.va_page = 0x10, .pa_page = 0x80010};
    const struct xl_mode mode = {.regime = 0};
    struct spe_model *m = bare_model("", SPE_TAP_ALL), *fresh = bare_model("", SPE_TAP_ALL);

    (void)state;
    m->spu->events.n = 1; /* an event is pending */
    model_reset(fresh, &reset);
    for (size_t i = 0; i < sizeof(of_a_life) / sizeof(of_a_life[0]); i++) {
        uint8_t *const byte = (uint8_t *)m->spu + of_a_life[i].at;
        *byte ^= 1;
        model_reset(m, &reset);
        CHECK(of_a_life[i].what, *byte, ((const uint8_t *)fresh->spu)[of_a_life[i].at]);
    }
    gone_add(&m->gone, &x, &mode, true);
    CHECK("a translation that had no room", gone_has(&m->gone, &x, &mode, false, false), true);
    model_reset(m, &reset);
    CHECK("none any more", gone_has(&m->gone, &x, &mode, false, false), false);
    spe_model_destroy(m);
    spe_model_destroy(fresh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_reset_leaves_nothing)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
