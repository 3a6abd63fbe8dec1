/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_WAITED_H
#define SPE_BUS_WAITED_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spu;
struct xl;

/* What a DSB waits for (3.4.4, 3.6; dpi/timing.md 8). */

/** Whether a DSB may still wait for something that began before cycle `until`: a burst that was
 * offered, or may have been, data that wait for their address, or a record that was translated, or
 * begun; `order_free`: in either page. */
bool buffer_waited(struct spu *spu, bool order_free, uint64_t until);

/** @return in which cycle the record began for a DSB: its first address was offered, or may have
 * been, or one of its pages was obtained for it. UINT64_MAX: it has not. */
uint64_t buffer_waited_since(struct spu *spu, const struct rec *rec);

/** A DSB is done in cycle `now`: the translations obtained for a queued record, order-free of
 * either page, must not be used for the next burst of it. */
void buffer_translated(struct spu *spu, bool order_free, uint64_t now);

/** The next burst of the record, offered in cycle `offered`, uses `x`. @return whether that was
 * obtained for it before a DSB that is done. Bursts behind this one may use what they like. */
bool buffer_outdated(struct spu *spu, const struct rec *rec, const struct xl *x, uint64_t offered);

#endif
