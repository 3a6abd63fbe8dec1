/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_HOST_CUT_H
#define SPE_HOST_CUT_H

/**
 * Empty the regular file `fd`. One that is empty is left alone: after a cut, close() waits for the
 * disk (ext4 takes it for a file that is written anew), which short runs would do all the time.
 *
 * @return 0, or -1 and errno.
 */
int file_cut(int fd);

#endif
