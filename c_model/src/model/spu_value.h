/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_MODEL_SPU_VALUE_H
#define SPE_MODEL_SPU_VALUE_H

#include <stdbool.h>

struct spu;

/** `to` becomes what `from` is. @return false: no memory; `to` holds its map of written bytes, and
 * nothing else of use. */
bool spu_copy(struct spu *to, const struct spu *from);
/** What it has room for and does not use is 0: such values can be compared. */
void spu_normal(struct spu *spu);
/** Whether both, in that form, would do the same from now on. */
bool spu_same(const struct spu *a, const struct spu *b);
/** `to`, which is the same, has the numbers of `from` for display. */
void spu_count_as(struct spu *to, const struct spu *from);
/** Whether the next step may ask which of several permitted outcomes the SPU takes. */
bool spu_may_ask(const struct spu *spu);
/** Release what it holds beside itself. */
void spu_free(struct spu *spu);

#endif
