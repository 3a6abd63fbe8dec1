// SPDX-License-Identifier: Apache-2.0
//
// Included before the sources of Verilator's own runtime (sim/model.sh), so that the runtime
// prints, and treats the files of the waves, through the bench.
#ifndef TB_SYSTEMC_RUNTIME_HPP
#define TB_SYSTEMC_RUNTIME_HPP

#include <cstdio>
#include <string>
#include <sys/mman.h>

namespace tb
{

/// The hierarchical name of the assertion whose failure was printed last, since the previous call;
/// empty: no failure.
std::string failed_assertion();

/// While an object of this class exists, the files of Verilator's runtime are watched. The
/// runtime's writer of waves ignores write errors, and a mapped file kills the process when a page
/// is touched for which the disk has no room.
class WatchedFiles
{
  public:
    /// @param name the file of the waves, for messages.
    explicit WatchedFiles(const std::string &name);
    ~WatchedFiles();

    WatchedFiles(const WatchedFiles &) = delete;
    WatchedFiles &operator=(const WatchedFiles &) = delete;

    /// Report a write error of a file that has been closed since. @throws RunError(exit_internal)
    void check() const;

  private:
    friend int close_file(std::FILE *file);
    friend void *map_file(void *at, size_t bytes, int prot, int flags, int fd, off_t from);

    static WatchedFiles *watch_;

    const std::string &name_;
    bool failed_ = false;
};

/// As printf(); also looks for failed assertions.
[[gnu::format(printf, 1, 2)]] int print(const char *format, ...);

/// As fclose().
int close_file(std::FILE *file);

/// As mmap(). @throws RunError(exit_internal) if the disk has no room for the mapped part.
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
