/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_NAMES_H
#define SPE_WAVE_NAMES_H

#include <stddef.h>

#include "rows.h"
#include "spe/packet.h"

/** Names of the values of a row's format, from 0 up; *n: how many. NULL: it has none. */
const char *const *names_of(enum row_format format, size_t *n);

/** Short name of a packet: "PC", "TOT", "EV". Static storage. */
const char *names_packet(const struct spe_packet *packet);

/** Value of the row of a packet's header: its byte, or both, the first one in bits 15 to 8. */
unsigned names_header_of(const struct spe_packet *packet);

/** The name of such a value; NULL: no packet begins so. */
const char *names_header(unsigned header);

#endif
