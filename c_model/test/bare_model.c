/* SPDX-License-Identifier: Apache-2.0 */
#include "bare_model.h"
#include "check.h"
#include "config_lines.h"
#include "queue/buffer.h"
#include "spe/status.h"

int bare_findings;
struct spe_finding bare_last;

static void count(void *user, const struct spe_finding *f)
{
    (void)user;
    bare_last = *f;
    bare_findings++;
}

struct spe_model *bare_model(const char *keys, unsigned taps)
{
    struct spe_model_options options = {.taps = taps, .on_finding = count};
    struct spe_config_error why;
    struct spe_config cfg;
    struct spe_model *m;

    spe_config_init(&cfg);
    assert_int_equal(config_lines(&cfg, keys, &why), SPE_OK);
    assert_int_equal(spe_model_create(&m, &cfg, &options), SPE_OK);
    bare_findings = 0;
    return m;
}

struct spe_model *bare_counting(const char *keys)
{
    struct spe_model *m = bare_model(keys, SPE_TAP_ALL);

    m->clock.cycle = 50;
    m->spu->regs.v[SPE_PMSIRR] = 0x100;
    return m;
}

struct rec *bare_record(struct spe_model *m, enum rec_state state, uint64_t order)
{
    struct rec *rec = buffer_new(&m->spu->buf, order);

    rec->state = state;
    rec->id = rec->order = order;
    rec->len = 8;
    memset(rec->bytes, 0, sizeof(rec->bytes));
    memset(rec->actual, 0, sizeof(rec->actual));
    return rec;
}

struct rec *bare_queued(struct spe_model *m, enum rec_state state, uint64_t order)
{
    struct rec *rec = bare_record(m, state, order);

    buffer_append(&m->spu->buf, rec);
    return rec;
}

struct rec *bare_dropped(struct spe_model *m, uint64_t order)
{
    struct rec *rec = bare_queued(m, REC_MAYBE, order);

    rec->maybe = true;
    rec->off_cycle = 40;
    rec->va = rec->next = 0x10000;
    return rec;
}

void bare_mapped(struct spe_model *m)
{
    m->spu->regs.v[SPE_PMBPTR] = 0x10000;
    m->spu->buf.xl[0] =
        (struct xl){.used = true, .owned = true, .va_page = 0x10, .pa_page = 0x80010};
}
