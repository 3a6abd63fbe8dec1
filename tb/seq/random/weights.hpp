// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SEQ_RANDOM_WEIGHTS_HPP
#define TB_SEQ_RANDOM_WEIGHTS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "rng.h"

namespace tb
{

/// The values in tb/seq/random/weights.tsv, by their names with _ for the dot.
enum class Knob : unsigned {
#define WEIGHT(id, name, value, least, largest, meaning) id,
#include "weights.inc"
#undef WEIGHT
    count
};

/// The name of the knob in the file.
const char *knob_name(Knob knob);

/// The weights, percentages and limits of random sessions: from tb/seq/random/weights.tsv, which is
/// compiled in, or from a similar file.
class Weights
{
  public:
    Weights();

    /// Values that the file does not name are those of tb/seq/random/weights.tsv.
    /// @throws RunError(exit_usage) with the first error in the file.
    explicit Weights(const std::string &path);

    uint64_t operator[](Knob knob) const
    {
        return values_[static_cast<size_t>(knob)];
    }

    void set(Knob knob, uint64_t value)
    {
        values_[static_cast<size_t>(knob)] = value;
    }

    /// Hash of names and values, as 16 hexadecimal digits: an equal hash means equal draws.
    std::string hash() const;

    /// Write a file that can be read again. @throws RunError(exit_internal)
    void write(const std::string &path) const;

  private:
    using Values = std::array<uint64_t, static_cast<size_t>(Knob::count)>;

    size_t take(const std::string &line);
    void check_tables(const std::string &path) const;

    Values values_;
};

/// A value, and the weight with which the value is drawn.
template <class T> struct Weighted {
    T value;
    Knob weight;
};

/// Draw from the possible entries of a table; if all their weights are 0, they are equally likely.
/// At least one entry must be possible. Takes one draw of `rng`.
template <class T, size_t n, class Possible>
const Weighted<T> &draw_entry(struct tb_rng &rng, const Weights &weights,
                              const Weighted<T> (&table)[n], const Possible &possible)
{
    uint64_t each[n] = {}, sum = 0, some = 0;

    for (size_t i = 0; i < n; i++) {
        each[i] = possible(table[i].value) ? weights[table[i].weight] : 0;
        sum += each[i];
    }
    for (size_t i = 0; i < n && sum == 0; i++)
        some += each[i] = possible(table[i].value);
    uint64_t left = tb_rng_below(&rng, sum + some);
    size_t i = 0;

    while (left >= each[i])
        left -= each[i++];
    return table[i];
}

/// Draw a value from a table whose entries are all possible.
template <class T, size_t n>
const T &draw(struct tb_rng &rng, const Weights &weights, const Weighted<T> (&table)[n])
{
    return draw_entry(rng, weights, table, [](const T &) { return true; }).value;
}

} // namespace tb

#endif
