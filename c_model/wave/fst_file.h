/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_FST_FILE_H
#define SPE_WAVE_FST_FILE_H

/**
 * Whether a file is a whole FST: its blocks follow each other to the end of the file, and it has
 * header, geometry and hierarchy. What is inside of a block is not looked at.
 * @return NULL, or why it is not, in words. Static storage.
 */
const char *fst_file_fault(const char *path);

#endif
