/* SPDX-License-Identifier: Apache-2.0 */
#include "decode_more.h"

#include <stdbool.h>
#include <stdlib.h>

static bool grown(struct decode_more *more)
{
    const size_t room = more->room == 0 ? 64 : 2 * more->room;
    struct spe_packet *packet =
        room <= DECODE_MORE ? realloc(more->packet, room * sizeof(*packet)) : NULL;
    if (!packet) {
        return false;
    }
    more->packet = packet;
    more->room = room;
    return true;
}

void decode_more_add(void *more, const struct spe_packet *packet)
{
    struct decode_more *m = more;
    if (m->n < m->room || grown(m)) {
        m->packet[m->n++] = *packet;
    }
}

void decode_more_clear(struct decode_more *more)
{
    more->n = 0;
}

void decode_more_end(struct decode_more *more)
{
    free(more->packet);
    *more = (struct decode_more){.n = 0};
}
