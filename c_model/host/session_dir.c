/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "session_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "cut.h"
#include "finding.h"
#include "spe/config_file.h"
#include "spe/status.h"

#define SHOWN 3 /* findings that are printed as they come */

/* Files that stay open as long as the session lives. */
enum { FINDINGS, JSON, VERDICT, OPEN_FILES };
static const char *const open_names[OPEN_FILES] = {"findings.txt", "findings.jsonl", "verdict"};

#define FRESH "findings.jsonl.new" /* replaces findings.jsonl when it is complete */

struct session_dir {
    char *path;
    FILE *file[OPEN_FILES];
    int why[OPEN_FILES];         /* errno of the first failure to write */
    uint64_t findings, asserted; /* asserted: number of the line of an assertion, 0: none */
    char first[FINDING_LINE];
    char lost[PATH_MAX]; /* path of the file that could not be written */
};

const char *const *spe_session_files(void)
{
    static const char *const names[] = {"findings.txt", "findings.jsonl", FRESH,
                                        "verdict",      "command",        "config.cfg",
                                        "txnlog",       "bins",           NULL};
    return names;
}

static int failed(const char *path, int why)
{
    fprintf(stderr, "spe: %.256s: %s\n", path, strerror(why));
    return why == ENOMEM ? SPE_ENOMEM : SPE_EIO;
}

const char *session_dir_path(const struct session_dir *dir, const char *name, char *path,
                             size_t bytes)
{
    (void)snprintf(path, bytes, "%s/%s", dir->path, name);
    return path;
}

/* Make a folder, and the folders above it. @return 0, or -1 and errno. */
static int make_folder(const char *path)
{
    char folder[PATH_MAX];
    struct stat st;

    if (strlen(path) >= sizeof(folder) - 32) { /* the name of a file must fit, too */
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(folder, path);
    for (char *c = folder + 1; *c != '\0'; c++) {
        if (*c == '/') {
            *c = '\0';
            (void)mkdir(folder, 0777);
            *c = '/';
        }
    }
    int why = mkdir(folder, 0777) == 0 ? 0 : errno;
    if (why == 0 || (stat(folder, &st) == 0 && S_ISDIR(st.st_mode))) {
        return 0;
    }
    errno = why == EEXIST ? ENOTDIR : why;
    return -1;
}

/* No file of the directory may be a file that the configuration is read from. */
static int spare_config(const struct session_dir *dir, const struct spe_session_options *options)
{
    char path[PATH_MAX];
    int status = 0;

    if (options->cfg != NULL) {
        return SPE_OK;
    }
    for (const char *const *name = spe_session_files(); status == 0 && *name != NULL; name++) {
        session_dir_path(dir, *name, path, sizeof(path));
        status = spe_config_reads(options->config_path, path);
    }
    if (status > 0) {
        fprintf(stderr, "spe: %s: the session's directory would overwrite its configuration\n",
                path);
        return SPE_EINVAL;
    }
    if (status < 0) {
        fprintf(stderr, "spe: %s: %s\n", path, spe_status_text(status));
    }
    return status;
}

/* Empty a regular file; a device has nothing to empty. @return whether the file is empty now. */
static bool emptied(int fd)
{
    struct stat st;

    return fstat(fd, &st) == 0 && (!S_ISREG(st.st_mode) || file_cut(fd) == 0);
}

/* findings.txt is opened first, and its lock protects the whole directory. */
static int open_one(struct session_dir *dir, int i)
{
    char path[PATH_MAX];
    int fd = open(session_dir_path(dir, open_names[i], path, sizeof(path)),
                  O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

    if (fd >= 0 && i == FINDINGS && flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        fprintf(stderr, "spe: %s: another session writes to this directory\n", dir->path);
        (void)close(fd);
        return SPE_EINVAL;
    }
    dir->file[i] = fd < 0 || !emptied(fd) ? NULL : fdopen(fd, "w");
    if (dir->file[i] != NULL) {
        return SPE_OK;
    }
    int why = errno;
    if (fd >= 0) {
        (void)close(fd);
    }
    return failed(path, why);
}

static int write_config(FILE *out, const struct spe_session_options *options,
                        const struct spe_config *cfg)
{
    (void)options;
    spe_config_print(out, cfg);
    return SPE_OK;
}

static int write_command(FILE *out, const struct spe_session_options *options,
                         const struct spe_config *cfg)
{
    (void)cfg;
    if (options->command == NULL) {
        return command_print_own(out);
    }
    spe_command_print(out, options->command);
    return SPE_OK;
}

/* Write a complete file and close it. */
static int write_file(const struct session_dir *dir, const char *name,
                      const struct spe_session_options *options, const struct spe_config *cfg,
                      int (*print)(FILE *, const struct spe_session_options *,
                                   const struct spe_config *))
{
    char path[PATH_MAX];
    FILE *out = fopen(session_dir_path(dir, name, path, sizeof(path)), "w");

    if (out == NULL) {
        return failed(path, errno);
    }
    errno = 0;
    int status = print(out, options, cfg), why = errno;
    bool lost = ferror(out) != 0;
    if (fclose(out) != 0 && !lost) {
        lost = true;
        why = errno;
    }
    if (status == SPE_OK && !lost) {
        return SPE_OK;
    }
    return failed(path, status == SPE_ENOMEM ? ENOMEM : why != 0 ? why : EIO);
}

static int remove_old(const struct session_dir *dir, const char *name)
{
    char path[PATH_MAX];

    if (unlink(session_dir_path(dir, name, path, sizeof(path))) == 0 || errno == ENOENT) {
        return SPE_OK;
    }
    return failed(path, errno);
}

static bool is_given(const char *option)
{
    return option != NULL && option[0] != '\0';
}

/* Remove files of an earlier run that this one does not write. */
static int remove_others(const struct session_dir *dir, const struct spe_session_options *options)
{
    int status = remove_old(dir, FRESH);

    if (status == SPE_OK && is_given(options->log_path)) {
        status = remove_old(dir, "txnlog");
    }
    if (status == SPE_OK && is_given(options->bins_path)) {
        status = remove_old(dir, "bins");
    }
    return status;
}

static int make_files(struct session_dir *dir, const struct spe_session_options *options,
                      const struct spe_config *cfg)
{
    int status = spare_config(dir, options);

    for (int i = 0; status == SPE_OK && i < OPEN_FILES; i++) {
        status = open_one(dir, i);
    }
    status = status == SPE_OK ? remove_others(dir, options) : status;
    if (status == SPE_OK) {
        status = write_file(dir, "config.cfg", options, cfg, write_config);
    }
    return status == SPE_OK ? write_file(dir, "command", options, cfg, write_command) : status;
}

int session_dir_open(struct session_dir **out, const struct spe_session_options *options,
                     const struct spe_config *cfg)
{
    struct session_dir *dir = calloc(1, sizeof(*dir));

    if (dir == NULL || (dir->path = strdup(options->dir_path)) == NULL) {
        free(dir);
        return failed(options->dir_path, ENOMEM);
    }
    int status =
        make_folder(dir->path) == 0 ? make_files(dir, options, cfg) : failed(dir->path, errno);
    if (status != SPE_OK) {
        session_dir_close(dir);
        return status;
    }
    *out = dir;
    return SPE_OK;
}

/* Flush a file and keep the first failure. The errno of a failure before the flush is not known. */
static void flush_file(struct session_dir *dir, int i)
{
    const bool before = ferror(dir->file[i]) != 0;
    const int why = fflush(dir->file[i]) != 0 ? errno : before ? EIO : 0;

    dir->why[i] = dir->why[i] == 0 ? why : dir->why[i];
}

FILE *session_dir_verdict(struct session_dir *dir)
{
    FILE *file = dir->file[VERDICT];

    if (ftell(file) > 0) {
        bool empty = fseek(file, 0, SEEK_SET) == 0 && emptied(fileno(file));
        if (!empty && dir->why[VERDICT] == 0) {
            dir->why[VERDICT] = errno;
        }
    }
    return file;
}

/* Copy the lines of `in`, and add "follows" at the end of those that were judged. @return whether
 * all lines were read. */
static bool copy_judged(const struct session_dir *dir, FILE *out, FILE *in,
                        const struct followup *followup)
{
    char *line = NULL;
    size_t room = 0, i = 0;
    uint64_t number = 0;
    ssize_t n;

    while ((n = getline(&line, &room, in)) > 0) {
        const bool judged = ++number != dir->asserted && i < followup->n_run && n > 2;
        if (judged) { /* without "}" and the newline */
            fprintf(out, "%.*s,\"follows\":%" PRIu64 "}\n", (int)(n - 2), line,
                    followup->v[i++].follows);
        } else {
            fputs(line, out);
        }
    }
    free(line);
    return feof(in) != 0;
}

/* Write the judged lines of `path` to the new file `fresh`. @return 0, or errno. */
static int write_judged(const struct session_dir *dir, const char *path, const char *fresh,
                        const struct followup *followup)
{
    FILE *in = fopen(path, "r"), *out = in != NULL ? fopen(fresh, "w") : NULL;
    int why = out != NULL ? 0 : errno;

    errno = 0;
    if (out != NULL && (!copy_judged(dir, out, in, followup) || ferror(out) != 0)) {
        why = errno != 0 ? errno : EIO;
    }
    if (out != NULL && fclose(out) != 0 && why == 0) {
        why = errno;
    }
    if (in != NULL) {
        (void)fclose(in);
    }
    return why;
}

int session_dir_judged(const struct session_dir *dir, const struct followup *followup)
{
    char path[PATH_MAX], fresh[PATH_MAX];
    struct stat st;

    (void)session_dir_path(dir, open_names[JSON], path, sizeof(path));
    (void)session_dir_path(dir, FRESH, fresh, sizeof(fresh));
    if (lstat(path, &st) != 0) {
        return errno;
    }
    if (!S_ISREG(st.st_mode)) { /* only a regular file can be read and replaced */
        return EINVAL;
    }
    int why = write_judged(dir, path, fresh, followup);
    if (why == 0 && rename(fresh, path) != 0) {
        why = errno;
    }
    if (why != 0) {
        (void)unlink(fresh);
    }
    return why;
}

uint64_t session_dir_findings(const struct session_dir *dir)
{
    return dir->findings;
}

/* Each line is flushed at once, so it stays if the run is killed. */
bool session_dir_finding(struct session_dir *dir, const char *name, const struct spe_finding *f)
{
    char line[FINDING_LINE];

    finding_format(line, name, f);
    if (dir->findings++ == 0) {
        memcpy(dir->first, line, sizeof(line));
    }
    if (f->kind == SPE_FINDING_ASSERTION) {
        dir->asserted = dir->findings;
    }
    fputs(line, dir->file[FINDINGS]);
    flush_file(dir, FINDINGS);
    finding_print_json(dir->file[JSON], name, f, NULL);
    flush_file(dir, JSON);
    return dir->findings <= SHOWN;
}

const char *session_dir_failed(struct session_dir *dir)
{
    flush_file(dir, VERDICT);
    for (int i = 0; i < OPEN_FILES; i++) {
        if (dir->why[i] != 0) {
            session_dir_path(dir, open_names[i], dir->lost, sizeof(dir->lost));
            errno = dir->why[i];
            return dir->lost;
        }
    }
    return NULL;
}

void session_dir_summary(const struct session_dir *dir, const char *name, uint64_t all,
                         const struct followup *followup, FILE *out)
{
    if (dir->findings == 0) {
        return;
    }
    fprintf(out, "first: %s", dir->first);
    if (followup != NULL) {
        const size_t told = dir->asserted == 1 ? 0 : 1; /* an assertion is not in `followup` */
        const size_t next = followup_print_next(out, name, followup, told, SHOWN - 1);
        followup_print_counts(out, followup, told + next);
    }
    if (all > dir->findings) {
        fprintf(out, "%" PRIu64 " more, %" PRIu64 " of them in %s/%s\n", all - 1, dir->findings - 1,
                dir->path, open_names[FINDINGS]);
    } else if (all > 1) {
        fprintf(out, "%" PRIu64 " more in %s/%s\n", all - 1, dir->path, open_names[FINDINGS]);
    }
}

void session_dir_close(struct session_dir *dir)
{
    if (dir == NULL) {
        return;
    }
    for (int i = 0; i < OPEN_FILES; i++) {
        if (dir->file[i] != NULL) {
            (void)fclose(dir->file[i]);
        }
    }
    free(dir->path);
    free(dir);
}
