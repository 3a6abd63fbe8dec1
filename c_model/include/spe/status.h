/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_STATUS_H
#define SPE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Status codes of libspe. Actions return 0 or a count when they succeed and one of these, all
 * negative, when they fail. Codes and texts come from this one list.
 */
#define SPE_STATUS_LIST(X)                                                                         \
    X(EINVAL, -1, "invalid argument")                                                              \
    X(ENOSPC, -2, "buffer too small")                                                              \
    X(EAGAIN, -3, "more input needed")                                                             \
    X(EBADMSG, -4, "malformed data")                                                               \
    X(EIO, -5, "input/output error")                                                               \
    X(ENOMEM, -6, "out of memory")                                                                 \
    X(EVERSION, -7, "incompatible version")                                                        \
    X(ECHECKSUM, -8, "checksum mismatch")                                                          \
    X(ENOENT, -9, "not found")                                                                     \
    X(ETRUNC, -10, "truncated data")                                                               \
    X(ECONFIG, -11, "invalid configuration")

enum spe_status {
    SPE_OK = 0,
#define SPE_STATUS_ENUM(name, value, text) SPE_##name = (value),
    SPE_STATUS_LIST(SPE_STATUS_ENUM)
#undef SPE_STATUS_ENUM
};

/** Text of a status code, without a full stop; "unknown status" for anything else. Static storage.
 */
const char *spe_status_text(int status);

/* One map for all programs: whether a failure is the caller's fault (exit status 2) or the
 * environment's (4). Part of libspe_host.a, not of libspe.a. */

/** @return the exit status for the failure `status`: 4 for SPE_EIO and SPE_ENOMEM, otherwise 2. */
int spe_status_exit(int status);

/** Status for a file that cannot be opened or read; `why` is the errno of the failure.
 * @return SPE_ENOENT for a bad name (missing, a folder, no permission), SPE_ENOMEM, or otherwise
 * SPE_EIO. */
int spe_status_of_errno(int why);

#ifdef __cplusplus
}
#endif
#endif
