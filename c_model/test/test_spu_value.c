/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"
#include "model/spu_value.h"
#include "state/model.h"

/* The SPU as a value: which two are one hypothesis. */

static struct spe_model *create(void)
{
    const struct spe_model_options options = {.taps = SPE_TAP_ALL};
    struct spe_config cfg;
    struct spe_model *m;

    spe_config_init(&cfg);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    m->spu->events.n = 1;
    return m;
}

/* What a record was that is free keeps no two apart, nor do numbers for display. */
static void free_records_are_equal(void **state)
{
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    assert_true(spu_copy(&other, m->spu));
    other.buf.pool[3].doom.late_aws = 1;
    CHECK("free", spu_same(&other, m->spu), true);
    other.buf.pool[3].state = REC_QUEUED;
    CHECK("one is queued", spu_same(&other, m->spu), false);
    m->spu->buf.pool[3].state = REC_QUEUED;
    CHECK("both are", spu_same(&other, m->spu), false);
    m->spu->buf.pool[3].doom.late_aws = 1;
    CHECK("and equal", spu_same(&other, m->spu), true);
    other.tot.discarded++;
    other.tot.fulls++;
    other.tot.audits++;
    CHECK("numbers for display", spu_same(&other, m->spu), true);
    other.tot.records++;
    CHECK("a record more", spu_same(&other, m->spu), false);
    spu_free(&other);
    spe_model_destroy(m);
}

/* Each of these a later step looks at: the bytes of a record, what a read or a barrier has told. */
static void what_is_looked_at_keeps_two_apart(void **state)
{
#define BYTE(part)                                                                                 \
    {                                                                                              \
#part, offsetof(struct spu, part)                                                          \
    }
    static const struct {
        const char *what;
        size_t at;
    } rows[] = {BYTE(buf.pool[3].bytes[15]), BYTE(buf.pool[3].got), BYTE(tot.pending),
                BYTE(tot.audited),           BYTE(tot.resets),      BYTE(audit.steps),
                BYTE(audit.cycle),           BYTE(audit.told[3]),   BYTE(regs.v[SPE_PMBSR_EL3]),
                BYTE(events.effect[0])};
#undef BYTE
    struct spe_model *m = create();
    static struct spu other;

    (void)state;
    m->spu->buf.pool[3].state = REC_QUEUED;
    m->spu->buf.pool[3].len = 16;
    assert_true(spu_copy(&other, m->spu));
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        CHECK(rows[i].what, spu_same(&other, m->spu), true);
        ((uint8_t *)&other)[rows[i].at] ^= 1;
        CHECK(rows[i].what, spu_same(&other, m->spu), false);
        ((uint8_t *)&other)[rows[i].at] ^= 1;
    }
    (void)bytemap_mark(&other.buf.map, 0x10000);
    CHECK("a byte more was written", spu_same(&other, m->spu), false);
    spu_free(&other);
    spe_model_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_records_are_equal),
        cmocka_unit_test(what_is_looked_at_keeps_two_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
