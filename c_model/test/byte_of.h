/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_TEST_BYTE_OF_H
#define SPE_TEST_BYTE_OF_H

#include <stddef.h>

#include "state/model.h"

/* A byte of the SPU, named by the member that begins there. */
struct byte {
    const char *what;
    size_t at;
};
#define BYTE(part)                                                                                 \
    {                                                                                              \
#part, offsetof(struct spu, part)                                                          \
    }

#endif
