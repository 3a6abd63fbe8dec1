// SPDX-License-Identifier: Apache-2.0
#include "waves.hpp"

#include <cinttypes>
#include <cstdio>
#include <filesystem>

#include "options.hpp"
#include "pins.hpp"
#include "runtime.hpp"

#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace tb
{

#if VM_TRACE

namespace
{

constexpr uint64_t cycle_ps = 1000;

/* The file that a link leads to. Given the link, the writer would replace it: it deletes the name
 * before it makes the file. */
std::string target(const std::string &file)
{
    std::error_code none;

    if (!std::filesystem::is_symlink(file, none) || !std::filesystem::exists(file, none))
        return file;
    return std::filesystem::canonical(file).string();
}

} // namespace

struct Waves::File {
    VerilatedFstC fst;
    bool opened = false;
};

Waves::Waves(const std::string &file, uint64_t from, uint64_t to)
    : name_(target(file)), from_(from),
      to_(to >= UINT64_MAX / cycle_ps ? UINT64_MAX : (to + 1) * cycle_ps - 1),
      next_(file.empty() || from > UINT64_MAX / cycle_ps ? UINT64_MAX : from * cycle_ps)
{
}

void Waves::attach(Pins &pins)
{
    if (name_.empty())
        return;
    file_ = std::make_unique<File>();
    pins.contextp()->traceEverOn(true);
    pins.trace(&file_->fst, 99);
}

/* Run `action` of the writer and check its files. After an exception, the writer can be neither
 * closed nor destroyed. */
template <class Action> void Waves::watched(Action action)
{
    const WatchedFiles files(name_);

    try {
        action(file_->fst);
    } catch (...) {
        (void)file_.release();
        next_ = UINT64_MAX;
        (void)std::remove((name_ + ".hier").c_str()); // the writer's own file beside the waves
        throw;
    }
    files.check();
}

void Waves::write(uint64_t time)
{
    if (time > to_) {
        next_ = UINT64_MAX;
        watched([](VerilatedFstC &fst) { fst.close(); });
        return;
    }
    watched([this, time](VerilatedFstC &fst) {
        if (!file_->opened)
            fst.open(name_.c_str());
        if (!fst.isOpen())
            throw RunError(exit_internal, name_ + ": cannot be written");
        file_->opened = true;
        fst.dump(time);
    });
}

void Waves::close()
{
    if (!file_)
        return;
    next_ = UINT64_MAX;
    if (!file_->opened)
        std::fprintf(stderr, "spu_sim: %s: not written, the run ended before cycle %" PRIu64 "\n",
                     name_.c_str(), from_);
    watched([](VerilatedFstC &fst) { fst.close(); });
    file_.reset();
}

Waves::~Waves()
{
    try {
        close();
    } catch (const std::exception &) { // the run failed before it asked for waves
    }
}

#else

struct Waves::File {
};

Waves::Waves(const std::string &file, uint64_t from, uint64_t to)
    : name_(file), from_(from), to_(to), next_(UINT64_MAX)
{
    if (!file.empty())
        throw RunError(exit_usage, "--waves needs the build with waves (make ... WAVES=1)");
}

void Waves::attach(Pins &)
{
}

void Waves::write(uint64_t)
{
}

void Waves::close()
{
}

Waves::~Waves() = default;

#endif

} // namespace tb
