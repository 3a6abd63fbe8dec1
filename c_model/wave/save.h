/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_SAVE_H
#define SPE_WAVE_SAVE_H

#include "view.h"

/** Write a save file of GTKWave for the FST `fst`, BASE.gtkw, and beside it the translate files
 * that it names, BASE-*.txt. @return 0, or an exit status after one line on stderr. */
int save_write(const struct view *view, const char *base, const char *fst);

#endif
