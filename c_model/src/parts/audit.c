/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "parts/audit.h"
#include "spe/model.h"

uint64_t audit_events(const struct spe_totals *t)
{
    return t->records + t->fulls + t->faults + t->aborts + t->others;
}

void audit_step(struct audit *a, const struct spe_totals *t, unsigned step, uint64_t cycle)
{
    assert((step & ~(unsigned)AUDIT_WHOLE) == 0);
    if (a->events != audit_events(t)) {
        a->events = audit_events(t);
        a->steps = 0;
    }
    a->cycle = a->steps == 0 ? cycle : a->cycle;
    a->steps |= step;
}

void audit_keep(struct audit *a, const struct spe_totals *before, const struct spe_totals *t,
                uint64_t cycle)
{
    if (audit_steps(a, before) != 0 && a->cycle >= cycle) {
        a->events = audit_events(t);
    }
}

unsigned audit_steps(const struct audit *a, const struct spe_totals *t)
{
    return a->events == audit_events(t) ? a->steps : 0;
}

bool audit_news(struct audit *a, enum spe_check check, uint64_t difference)
{
    const bool news = difference != 0 && difference != a->told[check];

    a->told[check] = difference;
    return news;
}
