// SPDX-License-Identifier: Apache-2.0
#include "batch.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include "options.hpp"

namespace tb
{
namespace
{

constexpr size_t columns = 5;

std::vector<std::string> split(const std::string &text, char mark)
{
    std::vector<std::string> parts(1);

    for (const char c : text) {
        if (c == mark)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

bool has_control(const std::string &text)
{
    return std::any_of(text.begin(), text.end(),
                       [](unsigned char c) { return (c < ' ' && c != '\t') || c == 0x7f; });
}

/* @return why the text is no regular expression; empty if it is one. */
std::string fault_of(const std::string &expression)
{
    regex_t compiled;
    char text[128] = "";
    const int status = regcomp(&compiled, expression.c_str(), REG_EXTENDED | REG_NOSUB);

    if (status == 0)
        regfree(&compiled);
    else
        regerror(status, &compiled, text, sizeof(text));
    return text;
}

/* Parse the options; after a `!`, the command of another program. @return what is wrong; empty:
 * nothing. */
std::string parse_options_of(const std::string &text, Row &row)
{
    row.foreign = text[0] == '!';
    if (row.foreign) {
        const size_t begin = text.find_first_not_of(' ', 1);

        if (begin == std::string::npos)
            return "a command is needed behind the !";
        row.options = {"SPE_DIR=" + row.dir, "/bin/sh", "-c", text.substr(begin)};
        return "";
    }
    std::istringstream words(text);
    for (std::string word; words >> word;)
        row.options.push_back(word);
    return row.options.empty() ? "options are needed" : "";
}

/* @return what is wrong with the line; empty: nothing, and `row` is filled. */
std::string parse_row(const std::string &line, Row &row)
{
    const std::vector<std::string> part = split(line, '\t');

    if (has_control(line))
        return "a control character";
    if (part.size() != columns)
        return std::to_string(part.size()) + " columns; there are name, directory, status, reason, "
                                             "options, with tabs between them";
    row.name = part[0];
    row.dir = part[1];
    if (row.name.empty() || row.name.find(' ') != std::string::npos)
        return "a name without blanks is needed";
    if (row.dir.empty())
        return "a directory is needed";
    if (part[2].size() != 1 || part[2][0] < '0' || part[2][0] > '4')
        return "status '" + part[2] + "' is not 0 to 4";
    row.expected = part[2][0] - '0';
    row.reason = part[3] == "-" ? "" : part[3];
    if (part[3].empty() || (row.expected != 0 && row.reason.empty()))
        return "a reason is needed (- for none, where status 0 is expected)";
    const std::string fault = fault_of(row.reason.empty() ? "-" : row.reason);
    if (!fault.empty())
        return "reason '" + row.reason + "': " + fault;
    return parse_options_of(part[4], row);
}

std::string read_file(const std::string &path)
{
    std::ostringstream text;

    errno = 0;
    std::ifstream in(path, std::ios::binary);
    if (in)
        text << in.rdbuf();
    if (!in || errno != 0)
        throw RunError(exit_usage, path + ": cannot be read: " + std::strerror(errno));
    return text.str();
}

} // namespace

std::vector<Row> read_rows(const std::string &path)
{
    const std::string text = read_file(path);
    std::vector<std::string> lines = split(text, '\n');
    std::vector<Row> rows;
    std::set<std::string> names, dirs;

    if (!lines.back().empty())
        throw RunError(exit_usage, path + ":" + std::to_string(lines.size()) +
                                       ": the last line has no end: the list is cut");
    lines.pop_back();
    for (size_t i = 0; i < lines.size(); i++) {
        Row row;

        if (lines[i].empty() || lines[i][0] == '#')
            continue;
        std::string fault = parse_row(lines[i], row);
        if (fault.empty() && !names.insert(row.name).second)
            fault = "name '" + row.name + "' comes twice";
        if (fault.empty() && !dirs.insert(row.dir).second)
            fault = "directory '" + row.dir + "' comes twice";
        if (!fault.empty())
            throw RunError(exit_usage, path + ":" + std::to_string(i + 1) + ": " + fault);
        rows.push_back(row);
    }
    if (rows.empty())
        throw RunError(exit_usage, path + ": no run in the list");
    return rows;
}

} // namespace tb
