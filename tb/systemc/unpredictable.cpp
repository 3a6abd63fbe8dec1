// SPDX-License-Identifier: Apache-2.0
#include "unpredictable.hpp"

#include <cstdio>
#include <fstream>

#include "options.hpp"

namespace tb
{

void write_unpredictable(const std::string &dir, const std::string &choices)
{
    const std::string file = dir + "/unpredictable";

    if (dir.empty() || choices.empty())
        return;
    std::ofstream out(file);
    out << choices << '\n';
    if (!out.flush())
        throw RunError(exit_internal, file + ": cannot be written");
}

void tell_unpredictable(const std::string &dir, const std::set<std::string> &choices)
{
    std::string text;

    for (const std::string &choice : choices)
        text += (text.empty() ? "" : ",") + choice;
    if (!text.empty())
        std::fprintf(stderr, "%s%s\n", unpredictable_mark, text.c_str());
    write_unpredictable(dir, text);
}

} // namespace tb
