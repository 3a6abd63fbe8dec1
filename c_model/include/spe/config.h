/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_CONFIG_H
#define SPE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * One implementation of the Statistical Profiling Extension: every IMPLEMENTATION DEFINED choice
 * and option, as keys with values. A key is read and set by its name; spe_config_keys() lists all
 * with their ranges. The structure is opaque, so a library with more keys also works for a host
 * that was compiled against an older one. That holds for keys alone: the other structures of these
 * headers (options, totals, transactions ...) are exchanged by their layout, without a size or a
 * version. So a host is compiled again when one of them has changed.
 *
 *     struct spe_config *cfg;
 *     struct spe_config_error err;
 *     char line[512], width[SPE_CONFIG_VALUE_MAX];
 *
 *     if (spe_config_create(&cfg) != 0) {
 *         return out_of_memory();
 *     }
 *     if (spe_config_load(cfg, "neoverse.cfg", &err) != 0 ||
 *         spe_config_set(cfg, "width", "4", &err) != 0 || spe_config_check(cfg, &err) != 0) {
 *         spe_config_error_format(&err, line, sizeof(line));
 *         fprintf(stderr, "%s\n", line);
 *     } else {
 *         spe_config_get(cfg, "width", width, sizeof(width)); // "4"
 *     }
 *     spe_config_destroy(cfg);
 */
struct spe_config;

/** Why a configuration was refused: file, line (0 if no line is to blame) and one sentence. */
struct spe_config_error {
    char file[128];
    int line;
    char text[256]; /* names key, value and what is allowed */
};

/** A configuration with every key at its default. @return 0 and *out, which is the caller's until
 * spe_config_destroy(), or SPE_ENOMEM. */
int spe_config_create(struct spe_config **out);

/** Copy the value of every key of *from to *to. Both are made by spe_config_create() of the same
 * library. */
void spe_config_copy(struct spe_config *to, const struct spe_config *from);

/** Free; NULL is accepted. */
void spe_config_destroy(struct spe_config *cfg);

/** Room for the value of any key as text, with its NUL. */
#define SPE_CONFIG_VALUE_MAX 256

/** Copy the value of the key `name` to `dst`, as spe_config_set() reads it: "1", "retire", "0x3F".
 * @return the number of characters without the NUL, SPE_EINVAL (no such key), or SPE_ENOSPC (dst is
 * too small; SPE_CONFIG_VALUE_MAX bytes suffice). */
int spe_config_get(const struct spe_config *cfg, const char *name, char *dst, size_t dst_bytes);

/** Set one key from text. The kind of the key decides what `value` must be: 0 or 1; a decimal
 * number in its range; the name of a value; a mask in hexadecimal; a text that is not too long.
 * Other keys stay as they are; spe_config_check() says whether the keys fit together. @return 0, or
 * SPE_ECONFIG with err->text filled (file and line untouched); the key then keeps its old value. */
int spe_config_set(struct spe_config *cfg, const char *key, const char *value,
                   struct spe_config_error *err);

/**
 * Read the file of an `include = NAME` line; a relative NAME is already joined to the folder of the
 * file that includes it. Returns the text (malloc'd, NUL-terminated; freed by the parser) or NULL
 * when it cannot be read.
 */
typedef char *(*spe_config_include_fn)(void *user, const char *path);

/**
 * Parse the text of a configuration file: lines `key = value`; '#' starts a comment.
 *
 *     name = mini           # each file has its own; only an included file may leave it out
 *     include = base.cfg    # inserts a base: 8 levels at most
 *     others = default      # keys that no line gives have their defaults; else give all keys
 *     max_size = 6
 *     end                   # the last line: a file without it is cut
 *
 * A key that is set twice in one file is refused, but a file may set a key of its base again. Keys
 * are not checked against each other. A key that no line gives keeps its value in *cfg: its
 * default, if *cfg was just created.
 * @return 0, or SPE_ECONFIG with *err filled.
 */
int spe_config_parse(struct spe_config *cfg, const char *text, const char *file,
                     spe_config_include_fn include, void *user, struct spe_config_error *err);

/**
 * Check the keys against each other, and the key `layout`: its grammar, that it names every packet
 * that the configuration can produce, that no two packets of one record overlap, and that the
 * largest record fits.
 * @return 0, or SPE_ECONFIG with err->text filled (file and line untouched).
 */
int spe_config_check(const struct spe_config *cfg, struct spe_config_error *err);

/* Kinds of keys. */
enum spe_config_kind {
    SPE_CONFIG_BOOL,
    SPE_CONFIG_INT,
    SPE_CONFIG_ENUM,
    SPE_CONFIG_MASK,
    SPE_CONFIG_TEXT
};

/** One key of spe_config.def, for programs that print or generate. Static storage. */
struct spe_config_key {
    const char *name;
    enum spe_config_kind kind;
    int64_t min, max;          /* SPE_CONFIG_INT */
    uint64_t allowed;          /* SPE_CONFIG_MASK */
    size_t bytes;              /* SPE_CONFIG_TEXT, with the final NUL */
    const char *const *values; /* SPE_CONFIG_ENUM: names in the order of their index, then NULL */
    const char *def;           /* default, as text */
    const char *choice, *section, *text;
};

/** Set *keys to the array of all keys, in the order of spe_config.def. Static storage.
 * @return their number. */
size_t spe_config_keys(const struct spe_config_key **keys);

/** Numeric value of a key of spe_config_keys(): 0 or 1, the integer, the index, the mask; 0 for
 * text. */
uint64_t spe_config_number(const struct spe_config *cfg, const struct spe_config_key *key);

/** As spe_config_get(), for a key of spe_config_keys(). */
int spe_config_format(const struct spe_config *cfg, const struct spe_config_key *key, char *dst,
                      size_t dst_bytes);

/** Write to `dst` what a key allows, for messages and help: "0 or 1", "1 to 8", "w, b". @return as
 * spe_config_format(). */
int spe_config_allowed(const struct spe_config_key *key, char *dst, size_t dst_bytes);

/** 64-bit hash over all keys but `name`: the same hash means the same behaviour. Stable across
 * platforms. */
uint64_t spe_config_hash(const struct spe_config *cfg);

/** Values of PMSIDR_EL1 (4.3.11, D24.7.14), and of the constant part of PMBIDR_EL1 (4.3.1, D24.7.1;
 * AddrMode and P are 0), in this configuration. */
uint64_t spe_config_pmsidr(const struct spe_config *cfg);
uint64_t spe_config_pmbidr(const struct spe_config *cfg);

/**
 * One element of the record layout, parsed from the key `layout`.
 * A packet is placed where the packet before it ended, or at `offset` if that is fixed.
 * A pad inserts zero bytes until (offset + phase) % align == 0.
 */
enum spe_layout_kind {
    SPE_LAYOUT_PAD,
    SPE_LAYOUT_CTX1, /* Context packet, CONTEXTIDR_EL1 */
    SPE_LAYOUT_CTX2,
    SPE_LAYOUT_TOT, /* Counter packet, total latency */
    SPE_LAYOUT_ISSUE,
    SPE_LAYOUT_XLAT,
    SPE_LAYOUT_PC, /* Address packets */
    SPE_LAYOUT_TGT,
    SPE_LAYOUT_VA,
    SPE_LAYOUT_PA,
    SPE_LAYOUT_DS,
    SPE_LAYOUT_TYPE,
    SPE_LAYOUT_EV,
    SPE_LAYOUT_TS,  /* Timestamp at this place, only useful with a fixed offset */
    SPE_LAYOUT_END, /* End, or Timestamp if there is no `ts` element before */
    SPE_LAYOUT_PBT, /* Address packet, previous branch target */
    SPE_LAYOUT_ALT, /* Counter packet, alternate clock issue latency */
    SPE_LAYOUT_KINDS
};

struct spe_layout_item {
    enum spe_layout_kind kind;
    int offset; /* fixed byte offset in the record, or -1 */
    int align;  /* pad only: 2, 4, 8 or 16 */
    int phase;  /* pad only: 0 .. align - 1 */
};

#define SPE_LAYOUT_MAX 24

/** Parse the key `layout` into the caller's `items`. @return the number of items (1 ..
 * SPE_LAYOUT_MAX), or SPE_ECONFIG with err->text filled. */
int spe_layout_parse(const struct spe_config *cfg, struct spe_layout_item items[SPE_LAYOUT_MAX],
                     struct spe_config_error *err);

#ifdef __cplusplus
}
#endif
#endif
