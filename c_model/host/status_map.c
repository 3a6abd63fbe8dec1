/* SPDX-License-Identifier: Apache-2.0
 *
 * Which failures are the caller's fault, and which are the environment's.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>

#include "spe/status.h"

int spe_status_exit(int status)
{
    return status == SPE_EIO || status == SPE_ENOMEM ? 4 : 2;
}

int spe_status_of_errno(int why)
{
    switch (why) {
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EACCES:
    case EPERM:
    case ELOOP:
    case ENAMETOOLONG:
    case ENXIO:
    case ENODEV:
    case EINVAL:
    case EFBIG:
    case EBADF:
        return SPE_ENOENT;
    case ENOMEM:
        return SPE_ENOMEM;
    default:
        return SPE_EIO;
    }
}
