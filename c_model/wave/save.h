/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_H
#define SPE_WAVE_SAVE_H

#include "save_files.h"
#include "view.h"

/** Write a save file of GTKWave for the FST `fst`, BASE.gtkw, and the translate files that it
 * names, BASE-*.txt. save_files_place() then gives them these names; the caller frees *files.
 * @return whether all are written; if not, *files holds the reason. */
bool save_write(const struct view *view, const char *base, const char *fst,
                struct save_files *files);

#endif
