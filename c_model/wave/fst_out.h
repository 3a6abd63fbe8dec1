/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_FST_OUT_H
#define SPE_WAVE_FST_OUT_H

#include <stddef.h>
#include <stdint.h>

/* An FST that is written, one unit of its time to a cycle; GTKWave's fstapi does it. */

struct fst_out;

/** Begin `path`, under another name until fst_out_close().
 * @return 0, or SPE_EXIT_ENVIRONMENT after one line on stderr. */
int fst_out_open(struct fst_out **out, const char *path);

/** A scope inside the open one; back to the one around it. @{ */
void fst_out_scope(struct fst_out *out, const char *name);
void fst_out_up(struct fst_out *out);
/** @} */

/** A variable of the open scope; bits 0: a text. @return its handle. */
uint32_t fst_out_variable(struct fst_out *out, const char *name, unsigned bits);

/** What follows is of `cycle`; cycles do not step back. */
void fst_out_time(struct fst_out *out, uint64_t cycle);

/** A value: at most 64 bits, of which those that are not in `known` are x; as characters; a text.
 * @{ */
void fst_out_value(struct fst_out *out, uint32_t handle, unsigned bits, uint64_t value,
                   uint64_t known);
void fst_out_chars(struct fst_out *out, uint32_t handle, const char *chars);
void fst_out_text(struct fst_out *out, uint32_t handle, const char *text);
/** @} */

/** Finish the file, and free. @return 0, or SPE_EXIT_ENVIRONMENT after one line on stderr. */
int fst_out_close(struct fst_out *out);

/** Free, and leave no file. */
void fst_out_drop(struct fst_out *out);

#endif
