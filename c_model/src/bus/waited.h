/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_BUS_WAITED_H
#define SPE_BUS_WAITED_H

#include <stdbool.h>
#include <stdint.h>

struct buffer;
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

/** A TLBI of cycle `tlbi` ends all translations, also those of the record that is being written. */
void buffer_cut(struct buffer *buf, uint64_t tlbi);

/** @return whether a record that is not yet written was written in part with a translation that a
 * TLBI has ended, in an earlier cycle than that of the last request of a DSB: this DSB waits for
 * the whole record. */
bool buffer_cut_waited(const struct spu *spu);

/** A burst of the record that is being written was offered in cycle `offered`, and uses `x`.
 * @return whether it continues a record that a DSB had to wait for (cut.passed), and was not
 * offered before that DSB was done. Clears cut.passed. */
bool buffer_cut_goes_on(struct buffer *buf, const struct xl *x, uint64_t offered);

#endif
