// SPDX-License-Identifier: Apache-2.0
#include "runtime.hpp"

#include <cstdarg>
#include <cstring>
#include <fcntl.h>
#include <utility>
#include <vector>

#include "options.hpp"

namespace tb
{
namespace
{

std::string last_assertion;

/* Note the assertion named in "[cycle] %Error: file:line: Assertion failed in NAME: ..." */
void note_assertion(const std::string &text)
{
    static const char mark[] = "Assertion failed in ";
    const size_t at = text.find(mark);

    if (at == std::string::npos)
        return;
    const size_t begin = at + sizeof mark - 1;
    last_assertion = text.substr(begin, text.find_first_of(": ", begin) - begin);
}

} // namespace

WatchedFiles *WatchedFiles::watch_ = nullptr;

WatchedFiles::WatchedFiles(const std::string &name) : name_(name)
{
    watch_ = this;
}

WatchedFiles::~WatchedFiles()
{
    watch_ = nullptr;
}

void WatchedFiles::check() const
{
    if (failed_)
        throw RunError(exit_internal, name_ + ": cannot be written");
}

std::string failed_assertion()
{
    return std::exchange(last_assertion, "");
}

int print(const char *format, ...)
{
    va_list args, again;

    va_start(args, format);
    va_copy(again, args);
    const int length = std::vsnprintf(nullptr, 0, format, args);
    std::vector<char> text(static_cast<size_t>(length < 0 ? 0 : length) + 1);
    std::vsnprintf(text.data(), text.size(), format, again);
    va_end(again);
    va_end(args);
    note_assertion(text.data());
    return std::fputs(text.data(), stdout);
}

int close_file(std::FILE *file)
{
    const bool failed = std::ferror(file) != 0;
    const int status = std::fclose(file);

    if (WatchedFiles::watch_ != nullptr && (failed || status != 0))
        WatchedFiles::watch_->failed_ = true;
    return status;
}

void *map_file(void *at, size_t bytes, int prot, int flags, int fd, off_t from)
{
    if (WatchedFiles::watch_ != nullptr && fd >= 0 && bytes != 0) {
        const int error = posix_fallocate(fd, from, static_cast<off_t>(bytes));

        if (error != 0)
            throw RunError(exit_internal, WatchedFiles::watch_->name_ +
                                              ": cannot be written: " + std::strerror(error));
    }
    return mmap(at, bytes, prot, flags, fd, from);
}

} // namespace tb
