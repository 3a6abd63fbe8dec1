// SPDX-License-Identifier: Apache-2.0
#ifndef TB_SYSTEMC_RECORD_FILE_HPP
#define TB_SYSTEMC_RECORD_FILE_HPP

#include <cstdint>
#include <cstdio>
#include <string>

namespace tb
{

/// Writes the bytes that the SPU writes through the Profiling Buffer: the bytes with a strobe of
/// each beat whose address was also taken, from the lowest address up. Beats are in the order of
/// their addresses, which is the order of the write pointer.
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

    /// Close the file, and say so if nothing was written. Call once. @throws
    /// RunError(exit_internal)
    void close();

  private:
    void write(const uint8_t *data, uint64_t strobes);

    std::string name_;
    std::FILE *file_ = nullptr;
    uint64_t bytes_ = 0;
};

} // namespace tb

#endif
