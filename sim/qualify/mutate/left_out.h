/* SPDX-License-Identifier: Apache-2.0 */
#ifndef QUALIFY_LEFT_OUT_H
#define QUALIFY_LEFT_OUT_H

/* What is not mutated in SystemVerilog, by reason. */
#define LEFT_OUT(X)                                                                                \
    X(PARAMETER, "parameter")                                                                      \
    X(CONNECTED, "parameter of an instance")                                                       \
    X(GENERATE, "generate condition or loop")                                                      \
    X(WIDTH, "width or range")                                                                     \
    X(LABEL, "case label")                                                                         \
    X(LOOP, "head of a loop")                                                                      \
    X(EVENT, "event control")                                                                      \
    X(CONSTANT, "expression of constants")                                                         \
    X(TARGET, "place of what is assigned")

enum left_out {
#define X(name, text) LEFT_##name,
    LEFT_OUT(X)
#undef X
};

#endif
