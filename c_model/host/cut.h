/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_HOST_CUT_H
#define SPE_HOST_CUT_H

/**
 * Empty the regular file `fd`. A file that is already empty is not cut: after a cut, close() waits
 * for the disk (ext4 takes the file for one that is written anew), which would slow short runs.
 *
 * @return 0, or -1 and errno.
 */
int file_cut(int fd);

#endif
