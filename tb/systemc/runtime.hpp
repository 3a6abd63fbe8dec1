// SPDX-License-Identifier: Apache-2.0
//
// Read before the sources of Verilator's own runtime (sim/model.sh): what it prints and how it
// treats the files of the waves goes through the bench.
#ifndef TB_SYSTEMC_RUNTIME_HPP
#define TB_SYSTEMC_RUNTIME_HPP

#include <cstdio>
#include <string>
#include <sys/mman.h>

namespace tb
{

/// The hierarchical name of the assertion whose failure was printed last since the last call; empty
/// if none was.
std::string failed_assertion();

/// While one exists, the runtime's files are watched: its writer of waves ignores write errors, and
/// a map of a file that the disk has no room for kills the process when it is touched.
class WatchedFiles
{
  public:
    /// @param name of the waves, for what is said.
    explicit WatchedFiles(const std::string &name);
    ~WatchedFiles();

    WatchedFiles(const WatchedFiles &) = delete;
    WatchedFiles &operator=(const WatchedFiles &) = delete;

    /// A file that has been closed meanwhile had a write error. @throws RunError(exit_internal)
    void check() const;

  private:
    friend int close_file(std::FILE *file);
    friend void *map_file(void *at, size_t bytes, int prot, int flags, int fd, off_t from);

    static WatchedFiles *watch_;

    const std::string &name_;
    bool failed_ = false;
};

/// printf(), which also looks for failed assertions.
[[gnu::format(printf, 1, 2)]] int print(const char *format, ...);

/// fclose().
int close_file(std::FILE *file);

/// mmap(). @throws RunError(exit_internal) if the disk has no room for what is mapped.
void *map_file(void *at, size_t bytes, int prot, int flags, int fd, off_t from);

} // namespace tb

#ifdef TB_HOOK_PRINTF
#define VL_PRINTF tb::print
#endif
#ifdef TB_HOOK_FILES
#define fclose tb::close_file
#define mmap   tb::map_file
#endif

#endif
