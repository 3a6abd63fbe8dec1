// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_RECORD_FILE_HPP
#define TB_SYSTEMC_RECORD_FILE_HPP

#include <cstdint>
#include <cstdio>
#include <string>

namespace tb
{

/// The bytes that the SPU writes through the Profiling Buffer: those with a strobe, from the lowest
/// address on, of each beat whose address was taken, too. Beats come in the order of their
/// addresses, which is that of the write pointer.
class RecordFile
{
  public:
    /// @param name empty: nothing is written. @throws RunError(exit_internal)
    explicit RecordFile(std::string name);
    ~RecordFile();

    RecordFile(const RecordFile &) = delete;
    RecordFile &operator=(const RecordFile &) = delete;

    /// The next beat: bit i of `strobes` is for byte i.
    void take(const uint8_t *data, uint64_t strobes)
    {
        if (file_ != nullptr)
            write(data, strobes);
    }

    /// All is written; says so if there was nothing. Once. @throws RunError(exit_internal)
    void close();

  private:
    void write(const uint8_t *data, uint64_t strobes);

    std::string name_;
    std::FILE *file_ = nullptr;
    uint64_t bytes_ = 0;
};

} // namespace tb

#endif
