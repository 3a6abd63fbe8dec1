/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONTRACT_EDIT_H
#define SPE_CONTRACT_EDIT_H

/** Name of a field ("w.data"), or NULL if out of range. Static storage. */
const char *edit_name(int field);

#endif
