// SPDX-License-Identifier: Apache-2.0
#include "population_file.hpp"

#include <cerrno>
#include <cinttypes>
#include <cstring>
#include <utility>

#include "options.hpp"

namespace tb
{
namespace
{

constexpr size_t block_max = 1024; ///< the most operations of a line

} // namespace

PopulationFile::PopulationFile(std::string name) : name_(std::move(name))
{
    if (name_.empty())
        return;
    file_ = std::fopen(name_.c_str(), "wb");
    if (file_ == nullptr)
        throw RunError(exit_internal, name_ + ": cannot be created: " + std::strerror(errno));
    std::fputs("spe population 1\n", file_);
}

PopulationFile::~PopulationFile()
{
    if (file_ != nullptr)
        std::fclose(file_);
}

void PopulationFile::take(uint64_t pc, uint16_t op)
{
    const bool follows = !op_.empty() && pc == pc_ + 4 * op_.size();

    if (!follows || op_.back() >> 8 == class_branch || op_.size() == block_max) {
        end_block();
        pc_ = pc;
    }
    op_.push_back(op);
    members_++;
}

void PopulationFile::end_block()
{
    char text[24];

    if (op_.empty())
        return;
    std::snprintf(text, sizeof text, "0x%" PRIx64, pc_);
    std::string line = text;
    for (const uint16_t op : op_) {
        std::snprintf(text, sizeof text, " 0x%x", op);
        line += text;
    }
    op_.clear();
    const auto [at, is_new] = number_.emplace(std::move(line), number_.size() + 1);
    if (is_new || at->second != last_)
        end_repeats();
    if (is_new) {
        std::fprintf(file_, "%s\n", at->first.c_str());
        return;
    }
    last_ = at->second;
    repeats_++;
}

void PopulationFile::end_repeats()
{
    if (repeats_ == 1)
        std::fprintf(file_, "%" PRIu64 "\n", last_);
    else if (repeats_ != 0)
        std::fprintf(file_, "%" PRIu64 " %" PRIu64 "\n", last_, repeats_);
    repeats_ = 0;
}

void PopulationFile::close()
{
    if (file_ == nullptr)
        return;
    end_block();
    end_repeats();
    std::fprintf(file_, "end %" PRIu64 "\n", members_);
    const bool failed = std::ferror(file_) != 0;
    const int status = std::fclose(std::exchange(file_, nullptr));

    if (failed || status != 0)
        throw RunError(exit_internal, name_ + ": cannot be written");
}

} // namespace tb
