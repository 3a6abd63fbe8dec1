/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_BINS_H
#define NIGHT_BINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db.h"

/* Functional coverage in the database: bins as points with names; so is what runs count beside
 * (spe/cover_file.h): "check NAME", "fork CHOICE BRANCH". */
struct night_bins;

/** @return 0 and *out, or NIGHT_EXIT_ENVIRONMENT after one line. */
int night_bins_open(struct night_bins **out, struct night_db *db);

/** Free; NULL is accepted. */
void night_bins_close(struct night_bins *bins);

enum { NIGHT_BINS_WHY = 256 };

/**
 * Store the bins of the run whose directory is `dir`; `config_hash` gets the hash of its
 * configuration, empty without a file of bins.
 * @return whether they are known: a run may leave none, but a file that is there and cannot be read
 * says why, in one line.
 */
bool night_bins_take(struct night_bins *bins, int64_t run, const char *dir, char config_hash[24],
                     char why[NIGHT_BINS_WHY]);

/** One more than the highest number of a point in the table, or in `column` of `table`. A number
 * that no point can have fails the database. @return 0 then. */
size_t night_points(struct night_db *db, const char *table, const char *column);

/** Sum up the bins of the runs of the night that passed, by configuration: night_bins; and what
 * they have counted beside: night_counts. */
void night_bins_sum(struct night_db *db, int64_t night);

/** For night_merge: the bins of the runs of `other` whose night is in night_map as fresh, with the
 * points of point_map, under their number + `first`. */
void night_bins_merge(struct night_db *db, int64_t first);

/** Unsigned numbers in seven bits a byte, the lowest first. @return bytes, at most 10. */
size_t night_varint_put(unsigned char *dst, uint64_t value);
/** @return bytes, 0 when the `n` bytes hold no whole number. */
size_t night_varint_get(const unsigned char *src, size_t n, uint64_t *value);

#endif
