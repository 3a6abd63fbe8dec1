/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_JUDGE_BARRIERS_H
#define SPE_JUDGE_BARRIERS_H

#include <stdbool.h>
#include <stdint.h>

struct burst;
struct rec;
struct spe_model;
struct spu;

/** Whether no sample, record, burst or open window is left. */
bool sync_drained(const struct spe_model *m);
/** PSB CSYNC is done although `text`. */
void sync_psb_early(struct spe_model *m, const char *where, const char *text);
/** A record is `what` ("written", "lost") only after the PSB CSYNC that had to wait for it. */
void sync_late(struct spe_model *m, struct rec *rec, const char *what);
/** PSB CSYNC (`psb`), or DSB, waits for nothing and had to be done by cycle `due`. */
void sync_starved(struct spe_model *m, bool psb, uint64_t due);
/** The end of the run: a barrier that is still open never completes. */
void sync_hang(struct spe_model *m);
/** DSB is done although `where`, which is there since `cycle`, has no `expected` yet. */
void sync_dsb_early(struct spe_model *m, const char *where, const char *expected, uint64_t cycle);
/** A burst was offered before the last DSB was done, and accepted only afterwards. */
void sync_dsb_offered(struct spe_model *m, const struct burst *b);
/** Whether the record is certainly in the queue, is neither written nor lost, and was not reported
 * as late. An event that may take effect may have lost all queued records (3.5): then false. */
bool sync_unwritten(const struct spu *spu, const struct rec *rec);
/** BR5: DSB is done behind a PSB CSYNC that waits for the record, although the record is `what`. */
void sync_dsb_behind(struct spe_model *m, const struct rec *rec, const char *what);
/** The record is `what` ("queued", "written") now: report a DSB that had to wait for the record. */
void sync_dsb_passed(struct spe_model *m, const struct rec *rec, const char *what);
/** BR5: the record is continued behind a DSB, but a TLBI before that DSB has cut it (buf.cut). */
void sync_dsb_cut(struct spe_model *m, const struct rec *rec);

#endif
