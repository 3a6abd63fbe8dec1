/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_COVER_MAGIC_H
#define SPE_COVER_MAGIC_H

/* First line of a file of bins (spe/cover_file.h). */
#define COVER_MAGIC "spe-bins 1\n"

#endif
