/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_BINS_H
#define NIGHT_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db.h"

/* Functional coverage in the database: each bin is a point with a name. Other things that runs
 * count are points, too (spe/cover_file.h): "check NAME", "fork CHOICE BRANCH". */
struct night_bins;

/** Open. @return 0 and *out, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_bins_open(struct night_bins **out, struct night_db *db);

/** Free; NULL is accepted. */
void night_bins_close(struct night_bins *bins);

enum { NIGHT_BINS_WHY = 256 };

/**
 * Store the bins of the run whose directory is `dir`; `config_hash` becomes the hash of its
 * configuration, or an empty text if there is no file of bins.
 * @return whether the bins are known. A run may leave no file; but if a file is there and cannot be
 * read, `why` says so in one line.
 */
bool night_bins_take(struct night_bins *bins, int64_t run, const char *dir, char config_hash[24],
                     char why[NIGHT_BINS_WHY]);

/** One more than the highest number of a point in `column` of `table`. @return 0 after a number
 * that no point can have: that fails the database. */
size_t night_points(struct night_db *db, const char *table, const char *column);

/** Sum up, by configuration, the bins of the night's passed runs (table night_bins), and their
 * other counts (table night_counts). */
void night_bins_sum(struct night_db *db, int64_t night);

/** For night_merge: copy the bins of runs of `other` whose night is marked fresh in night_map. The
 * points are translated by point_map; the number of each run grows by `first`. */
void night_bins_merge(struct night_db *db, int64_t first);

/** Write an unsigned number with seven bits in a byte, the lowest bits first. @return bytes, at
 * most 10. */
size_t night_varint_put(unsigned char *dst, uint64_t value);
/** Read such a number. @return its bytes; 0 if the `n` bytes hold no complete number. */
size_t night_varint_get(const unsigned char *src, size_t n, uint64_t *value);

#endif
