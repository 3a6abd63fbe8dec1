/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_ROW_LIST_H
#define SPE_WAVE_ROW_LIST_H

/* ROW(id, group, name, bits, format): rows that exist once; bits 0: text. */
/* clang-format off: it would join the lines of the table */
#define ROW_LIST(ROW)                                                                              \
    ROW(FINDING, "finding", "finding", 0, TEXT)                                                    \
    ROW(FINDINGS, "finding", "findings", 16, DEC)                                                  \
    ROW(DIFFER, "finding", "differ", 1, BIN)                                                       \
    ROW(DIVERGENCE, "finding", "divergence", 0, TEXT)                                              \
    ROW(TAKEN, "finding", "taken_over", 0, TEXT)                                                   \
    ROW(SEQ, "transactions", "seq", 32, DEC)                                                       \
    ROW(RESET, "transactions", "reset", 0, TEXT)                                                   \
    ROW(CONTEXT, "transactions", "context", 0, TEXT)                                               \
    ROW(SYSREG, "transactions", "sysreg", 0, TEXT)                                                 \
    ROW(SELECTION, "transactions", "selection", 0, TEXT)                                           \
    ROW(LIFE, "transactions", "life", 0, TEXT)                                                     \
    ROW(TRANSLATION, "transactions", "translation", 0, TEXT)                                       \
    ROW(AW, "transactions", "address", 0, TEXT)                                                    \
    ROW(W, "transactions", "data", 0, TEXT)                                                        \
    ROW(B, "transactions", "response", 0, TEXT)                                                    \
    ROW(SYNC, "transactions", "barrier", 0, TEXT)                                                  \
    ROW(OUT, "transactions", "outputs", 0, TEXT)                                                   \
    ROW(BEAT_RECORD, "compared", "record", 32, DEC)                                                \
    ROW(BEAT_OFFSET, "compared", "offset", 16, DEC)                                                \
    ROW(BYTES_DIFFER, "compared", "bytes_differ", 0, TEXT)                                         \
    ROW(HEADER_EXP, "compared", "header_expected", 16, HEADER)                                     \
    ROW(HEADER_ACT, "compared", "header_actual", 16, HEADER)                                       \
    ROW(PACKETS_EXP, "compared", "packets_expected", 0, TEXT)                                      \
    ROW(PACKETS_ACT, "compared", "packets_actual", 0, TEXT)                                        \
    ROW(BYTES_EXP, "compared", "bytes_expected", 64, HEX)                                          \
    ROW(BYTES_ACT, "compared", "bytes_actual", 64, HEX)                                            \
    ROW(READ_REG, "compared", "read", 0, TEXT)                                                     \
    ROW(READ_EXP, "compared", "read_expected", 64, HEX)                                            \
    ROW(READ_ACT, "compared", "read_actual", 64, HEX)                                              \
    ROW(MEMBER_EXP, "compared", "member_expected", 64, DEC)                                        \
    ROW(MEMBER_ACT, "compared", "member_actual", 64, DEC)                                          \
    ROW(COUNTS, "compared", "counts", 0, TEXT)                                                     \
    ROW(LEVELS_EXP, "compared", "levels_expected", 8, BIN)                                         \
    ROW(LEVELS_ACT, "compared", "levels_actual", 8, BIN)                                           \
    ROW(MEMBERS, "interval", "members", 64, DEC)                                                   \
    ROW(NEXT, "interval", "next", 64, DEC)                                                         \
    ROW(SELECTED, "interval", "selection", 64, DEC)                                                \
    ROW(LOAD, "interval", "load", 64, HEX)                                                         \
    ROW(RELOAD, "interval", "reload", 32, HEX)                                                     \
    ROW(DRAW, "interval", "draw", 8, DEC)                                                          \
    ROW(PROFILING, "enable", "profiling", 1, BIN)                                                  \
    ROW(BUFFER_ON, "enable", "buffer", 1, BIN)                                                     \
    ROW(STOPPED, "enable", "stopped", 1, BIN)                                                      \
    ROW(REGIME, "enable", "regime", 4, REGIME_NAME)                                                \
    ROW(FILTERED, "filter", "sample", 32, DEC)                                                     \
    ROW(FE, "filter", "FE", 0, TEXT)                                                               \
    ROW(FNE, "filter", "FNE", 0, TEXT)                                                             \
    ROW(FT, "filter", "FT", 0, TEXT)                                                               \
    ROW(FL, "filter", "FL", 0, TEXT)                                                               \
    ROW(FDS, "filter", "FDS", 0, TEXT)                                                             \
    ROW(KEEP, "filter", "keep", 1, BIN)                                                            \
    ROW(RECORDS, "queue", "records", 16, DEC)                                                      \
    ROW(MADE, "queue", "made", 32, DEC)                                                            \
    ROW(MADE_OF, "queue", "made_of", 32, DEC)                                                      \
    ROW(PSB, "queue", "PSB", 1, BIN)                                                               \
    ROW(DSB, "queue", "DSB", 1, BIN)                                                               \
    ROW(RECORD, "record", "number", 32, DEC)                                                       \
    ROW(RECORD_STATE, "record", "state", 3, RECORD_STEP)                                           \
    ROW(RECORD_OF, "record", "sample", 32, DEC)                                                    \
    ROW(LENGTH, "record", "length", 16, DEC)                                                       \
    ROW(VA, "record", "va", 64, HEX)                                                               \
    ROW(BURST, "record", "burst", 0, TEXT)                                                         \
    ROW(XL, "buffer", "translated", 0, TEXT)                                                       \
    ROW(FAULT, "buffer", "fault", 0, TEXT)                                                         \
    ROW(RESPONSE, "buffer", "response", 2, HEX)                                                    \
    ROW(EVENT, "doubt", "event", 0, TEXT)                                                          \
    ROW(FORK, "doubt", "choice", 0, TEXT)
/* clang-format on */

#endif
