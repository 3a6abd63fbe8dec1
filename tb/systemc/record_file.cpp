// SPDX-License-Identifier: Apache-2.0
#include "record_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

#include "options.hpp"

namespace tb
{

RecordFile::RecordFile(std::string name) : name_(std::move(name))
{
    if (name_.empty())
        return;
    file_ = std::fopen(name_.c_str(), "wb");
    if (file_ == nullptr)
        throw RunError(exit_internal, name_ + ": cannot be created: " + std::strerror(errno));
}

RecordFile::~RecordFile()
{
    if (file_ != nullptr)
        std::fclose(file_);
}

void RecordFile::write(const uint8_t *data, uint64_t strobes)
{
    for (; strobes != 0; strobes >>= 1, data++) {
        if ((strobes & 1u) == 0)
            continue;
        std::fputc(*data, file_);
        bytes_++;
    }
}

void RecordFile::close()
{
    if (file_ == nullptr)
        return;
    const bool failed = std::ferror(file_) != 0;
    const int status = std::fclose(std::exchange(file_, nullptr));

    if (failed || status != 0)
        throw RunError(exit_internal, name_ + ": cannot be written");
    if (bytes_ == 0)
        std::fprintf(stderr, "spu_sim: %s is empty: nothing was written to the Profiling Buffer\n",
                     name_.c_str());
}

} // namespace tb
