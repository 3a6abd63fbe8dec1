/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_H
#define SPE_WAVE_SAVE_H

#include "save_files.h"
#include "view.h"

/** Write a save file of GTKWave for the FST `fst`, BASE.gtkw, and beside it the translate files
 * that it names, BASE-*.txt, which save_files_place() puts there. *files is to be freed.
 * @return whether all are written; else *files notes why. */
bool save_write(const struct view *view, const char *base, const char *fst,
                struct save_files *files);

#endif
