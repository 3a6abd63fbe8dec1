/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_NAMES_H
#define SPE_WAVE_NAMES_H

#include <stddef.h>

#include "rows.h"
#include "spe/packet.h"

/** Names of the values of a row's format, from 0 up; *n: their number. NULL: there are none. */
const char *const *names_of(enum row_format format, size_t *n);

/** Short name of a packet: "PC", "TOT", "EV". Static storage. */
const char *names_packet(const struct spe_packet *packet);

/** Value that the header row shows for a packet: its one header byte, or both bytes, the first one
 * in bits 15 to 8. */
unsigned names_header_of(const struct spe_packet *packet);

/** Name of a value of names_header_of(); NULL: no packet begins with this header. */
const char *names_header(unsigned header);

#endif
