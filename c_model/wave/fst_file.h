/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_FST_FILE_H
#define SPE_WAVE_FST_FILE_H

/**
 * Whether a file is a complete FST: its blocks follow one another to the end of the file, and it
 * has header, geometry and hierarchy. The content of a block is not checked.
 * @return NULL if it is, otherwise a text that says why not. Static storage.
 */
const char *fst_file_fault(const char *path);

#endif
