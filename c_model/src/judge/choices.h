/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_CHOICES_H
#define SPE_JUDGE_CHOICES_H

#include <stddef.h>

struct spe_model;

#define WHOLE (-1)
/** The keys that `check` rests on: "[P18 inflight=1] [P20 record_queue=2]". `packet`: only keys
 * that can change packets of that enum spe_packet_kind; WHOLE: all keys. */
void model_choices(const struct spe_model *m, int check, int packet, char *dst, size_t dst_bytes);

#endif
