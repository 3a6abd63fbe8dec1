/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_WAITED_H
#define SPE_BUS_WAITED_H

#include <stdbool.h>
#include <stdint.h>

struct rec;
struct spu;
struct xl;

/* What a DSB waits for (3.4.4, 3.6; dpi/timing.md, BR5). */

/** Whether a DSB may still wait for something that began before cycle `until`. That is: a burst
 * that was, or may have been, offered; data that wait for their address; or a record that was
 * translated, or has begun. `order_free`: in either page. `may`: false: for what may have begun
 * later the DSB does not wait. */
bool buffer_waited(struct spu *spu, bool order_free, uint64_t until, bool may);

/** @return the cycle in which the record began, as a DSB counts it: its first AW was offered, or,
 * if `may`, may have been; or a translation of one of its pages was obtained for it. UINT64_MAX: it
 * has not begun. */
uint64_t buffer_waited_since(struct spu *spu, const struct rec *rec, bool may);

/** A DSB is done in cycle `now`. The next burst of each queued record must not use a translation
 * that was obtained for it before; order-free this holds for either page. */
void buffer_translated(struct spu *spu, bool order_free, uint64_t now);

/** The next burst of the record, offered in cycle `offered`, uses `x`. @return whether `x` was
 * obtained for the record before a DSB that is done. Later bursts may use any translation. */
bool buffer_outdated(struct spu *spu, const struct rec *rec, const struct xl *x, uint64_t offered);

#endif
