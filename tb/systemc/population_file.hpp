// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_POPULATION_FILE_HPP
#define TB_SYSTEMC_POPULATION_FILE_HPP

#include <cstdint>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>

#include "op.hpp"

namespace tb
{

/// Writes every operation of the population, in order, as `spe bias` reads it (c_model/bias.md). A
/// block of operations is written as a line once, and later as the number of that line.
class PopulationFile : public PopulationSink
{
  public:
    /// @param name empty: nothing is written. @throws RunError(exit_internal)
    explicit PopulationFile(std::string name);
    ~PopulationFile() override;

    PopulationFile(const PopulationFile &) = delete;
    PopulationFile &operator=(const PopulationFile &) = delete;

    /// Whether the file is wanted.
    bool wanted() const
    {
        return file_ != nullptr;
    }

    void take(uint64_t pc, uint16_t op) override;

    /// Call once, after the last operation. @throws RunError(exit_internal)
    void close();

  private:
    void end_block();
    void end_repeats();

    std::string name_;
    std::FILE *file_ = nullptr;
    uint64_t members_ = 0;
    uint64_t pc_ = 0;                                  ///< of the block that is being collected
    std::vector<uint16_t> op_;                         ///< operations of that block
    std::unordered_map<std::string, uint64_t> number_; ///< numbers of the blocks, by their text
    uint64_t last_ = 0, repeats_ = 0;                  ///< a known block, and how often it repeats
};

} // namespace tb

#endif
