/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SHRINK_PART_H
#define SHRINK_PART_H

#include <stdbool.h>
#include <stddef.h>

#define SHRINK_PARTS    262144u /* episodes, actions of one, steps, or operations */
#define SHRINK_SETTINGS 64u

/** Numbers, ascending. */
struct shrink_list {
    unsigned number[SHRINK_PARTS];
    size_t n;
};

/** Names of the settings of a random session, by number. */
struct shrink_settings {
    char text[1024];
    char *name[SHRINK_SETTINGS];
    size_t n;
};

/** What is played of a run; an empty list, and 0, leave that option out. */
struct shrink_part {
    struct shrink_list episodes, actions, steps, ops;
    bool chosen;              /* settings are, perhaps none */
    struct shrink_list drawn; /* those that are */
    unsigned until;
};

/** Word of the option, and its value, of a part. */
struct shrink_option {
    char name[12], value[131072]; /* the kernel takes no longer one */
    bool given;
};

enum { SHRINK_OPTIONS = 6 };

/** Names of settings, "a,b"; what has no room is left out. */
void shrink_settings_read(struct shrink_settings *settings, const char *text);

/**
 * An option that says what is played, with its value.
 * @param settings  the names; a setting that is none of them cannot be read.
 * @return whether the value can be read.
 */
bool shrink_part_take(struct shrink_part *part, const struct shrink_settings *settings,
                      const char *name, const char *value);

/** Whether a word is an option that shrink_part_take() knows. */
bool shrink_part_knows(const char *name);

/** The part as options of spu_sim, SHRINK_OPTIONS of them. @return whether they have room. */
bool shrink_part_options(struct shrink_option *options, const struct shrink_part *part,
                         const struct shrink_settings *settings);

#endif
