/* SPDX-License-Identifier: Apache-2.0 */
#ifndef NIGHT_COMMANDS_H
#define NIGHT_COMMANDS_H

#include "night.h"

/* The subcommands, each in the file with its name (good and meaning: bisect.c); main.c lists them.
 */
extern const struct night_command night_command_begin;
extern const struct night_command night_command_check;
extern const struct night_command night_command_code;
extern const struct night_command night_command_collect;
extern const struct night_command night_command_distrust;
extern const struct night_command night_command_end;
extern const struct night_command night_command_failed;
extern const struct night_command night_command_good;
extern const struct night_command night_command_kept;
extern const struct night_command night_command_list;
extern const struct night_command night_command_meaning;
extern const struct night_command night_command_merge;
extern const struct night_command night_command_migrate;
extern const struct night_command night_command_mutants;
extern const struct night_command night_command_page;
extern const struct night_command night_command_plan;
extern const struct night_command night_command_prune;
extern const struct night_command night_command_replay;
extern const struct night_command night_command_show;
extern const struct night_command night_command_soak;
extern const struct night_command night_command_who;

#endif
