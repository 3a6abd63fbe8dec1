// SPDX-License-Identifier: Apache-2.0
#include "waves.hpp"

#include "options.hpp"
#include "pins.hpp"

#if VM_TRACE
#include "verilated_fst_c.h"
#endif

namespace tb
{

#if VM_TRACE

namespace
{

constexpr uint64_t cycle_ps = 1000;

} // namespace

struct Waves::File {
    VerilatedFstC fst;
};

Waves::Waves(const std::string &file, uint64_t from, uint64_t to)
    : name_(file), to_(to >= UINT64_MAX / cycle_ps ? UINT64_MAX : (to + 1) * cycle_ps - 1),
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

void Waves::write(uint64_t time)
{
    if (time > to_) {
        file_->fst.close();
        next_ = UINT64_MAX;
        return;
    }
    if (!file_->fst.isOpen()) {
        file_->fst.open(name_.c_str());
        if (!file_->fst.isOpen())
            throw RunError(exit_internal, name_ + ": cannot be written");
    }
    file_->fst.dump(time);
}

Waves::~Waves()
{
    if (file_)
        file_->fst.close();
}

#else

struct Waves::File {
};

Waves::Waves(const std::string &file, uint64_t, uint64_t to)
    : name_(file), to_(to), next_(UINT64_MAX)
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

Waves::~Waves() = default;

#endif

} // namespace tb
