/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRINK_PART_H
#define SHRINK_PART_H

#include <stdbool.h>
#include <stddef.h>

#define SHRINK_PARTS    262144u /* most episodes, actions, steps or operations */
#define SHRINK_SETTINGS 64u

/** A list of ascending numbers. */
struct shrink_list {
    unsigned number[SHRINK_PARTS];
    size_t n;
};

/** Names of a random session's settings, by number. */
struct shrink_settings {
    char text[1024];
    char *name[SHRINK_SETTINGS];
    size_t n;
};

/** The part of a run that is played; an empty list, or 0, leaves the option out. */
struct shrink_part {
    struct shrink_list episodes, actions, steps, ops;
    bool chosen;              /* the drawn settings are chosen, perhaps none */
    struct shrink_list drawn; /* the settings that are drawn */
    unsigned until;
};

/** An option of a part: its name and value. */
struct shrink_option {
    char name[12], value[131072]; /* the kernel takes no longer argument */
    bool given;
};

enum { SHRINK_OPTIONS = 6 };

/** Read the names of settings, "a,b"; names without room are left out. */
void shrink_settings_read(struct shrink_settings *settings, const char *text);

/**
 * Take an option that says what is played, with its value.
 * @param settings  the names; a value with another name cannot be read.
 * @return whether the value can be read.
 */
bool shrink_part_take(struct shrink_part *part, const struct shrink_settings *settings,
                      const char *name, const char *value);

/** Whether a word is an option that shrink_part_take() knows. */
bool shrink_part_knows(const char *name);

/** Write the part as SHRINK_OPTIONS options of spu_sim. @return whether they have room. */
bool shrink_part_options(struct shrink_option *options, const struct shrink_part *part,
                         const struct shrink_settings *settings);

#endif
