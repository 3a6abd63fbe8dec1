// SPDX-License-Identifier: Apache-2.0
#include "bench_hash.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>

#include "rng.h"

namespace tb
{
namespace
{

/* Hash of the files that the bench is compiled from, and of its harness (sim/graph.sh). */
constexpr uint64_t sources =
#include "bench_sources.inc"
    ;

uint64_t add(uint64_t hash, const char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i += sizeof(uint64_t)) {
        uint64_t word = 0;

        std::memcpy(&word, bytes + i, std::min(sizeof word, n - i));
        hash = tb_mix64(hash ^ word);
    }
    return tb_mix64(hash ^ n);
}

uint64_t add(uint64_t hash, const std::string &text)
{
    return add(hash, text.data(), text.size());
}

/* Do not read a pipe: the test would then lack the bytes read here. */
bool add_file(uint64_t &hash, const std::string &name)
{
    std::error_code error;
    char block[65536];

    if (name.empty())
        return true;
    if (!std::filesystem::is_regular_file(name, error))
        return false;
    std::ifstream in(name, std::ios::binary);
    while (in.read(block, sizeof block) || in.gcount() > 0)
        hash = add(hash, block, static_cast<size_t>(in.gcount()));
    return in.eof();
}

} // namespace

uint64_t bench_hash(const Options &o, const struct spe_config &cfg, const std::string &weights)
{
    const uint64_t numbers[] = {spe_config_hash(&cfg), o.seed, o.poison_seed, o.spus, o.ops, o.taps,
                                o.max_cycles,          o.until};
    uint64_t hash = sources;

    for (const uint64_t number : numbers)
        hash = tb_mix64(hash ^ number);
    for (const std::string &text :
         {o.test, o.episodes.text(), o.actions.text(), o.steps.text(), o.only_ops.text(),
          o.settings, o.plusarg, weights, std::string(o.races ? "races" : "")})
        hash = add(hash, text);
    return add_file(hash, o.trace) ? hash : 0;
}

void write_bench_hash(const std::string &dir, uint64_t hash)
{
    const std::string file = dir + "/bench";

    if (dir.empty())
        return;
    std::ofstream out(file);
    out << std::hex << std::setw(16) << std::setfill('0') << hash << '\n';
    if (!out.flush())
        throw RunError(exit_internal, file + ": cannot be written");
}

} // namespace tb
