/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_FST_OUT_H
#define SPE_WAVE_FST_OUT_H

#include <stddef.h>
#include <stdint.h>

/* Writes an FST with GTKWave's fstapi. One unit of time is one cycle. */

struct fst_out;

/** Begin the file `path`; it has another name until fst_out_close().
 * @return 0, or SPE_EXIT_ENVIRONMENT after one line on stderr. */
int fst_out_open(struct fst_out **out, const char *path);

/** Open a scope inside the open one; close the open scope. @{ */
void fst_out_scope(struct fst_out *out, const char *name);
void fst_out_up(struct fst_out *out);
/** @} */

/** Make a variable in the open scope; bits 0: a text. @return its handle. */
uint32_t fst_out_variable(struct fst_out *out, const char *name, unsigned bits);

/** The values that follow are those of `cycle`; cycles must not step back. */
void fst_out_time(struct fst_out *out, uint64_t cycle);

/** Write a value: as at most 64 bits, where bits outside `known` become x; as characters; as text.
 * @{ */
void fst_out_value(struct fst_out *out, uint32_t handle, unsigned bits, uint64_t value,
                   uint64_t known);
void fst_out_chars(struct fst_out *out, uint32_t handle, const char *chars);
void fst_out_text(struct fst_out *out, uint32_t handle, const char *text);
/** @} */

/** Finish the file and free `out`. @return 0, or SPE_EXIT_ENVIRONMENT after one line on stderr. */
int fst_out_close(struct fst_out *out);

/** Free `out` and remove the file. */
void fst_out_drop(struct fst_out *out);

#endif
