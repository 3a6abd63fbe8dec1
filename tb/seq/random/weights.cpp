// SPDX-License-Identifier: Apache-2.0
#include "random/weights.hpp"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <set>

#include "options.hpp"

namespace tb
{
namespace
{

struct KnobInfo {
    const char *name;
    uint64_t value, least, largest;
    const char *meaning;
};

const KnobInfo knobs[] = {
#define WEIGHT(id, name, value, least, largest, meaning) {name, value, least, largest, meaning},
#include "weights.inc"
#undef WEIGHT
};

constexpr size_t count = sizeof knobs / sizeof *knobs;
const char end_line[] = "# end";

/* The table that a name belongs to; empty: the name is no entry of a table. */
std::string table_of(const char *name)
{
    const std::string table(name, std::strcspn(name, "."));

    return table == "percent" || table == "number" ? "" : table;
}

size_t find_knob(const std::string &name)
{
    size_t i = 0;

    while (i < count && name != knobs[i].name)
        i++;
    return i;
}

/* The second column of a line: a legal value of the knob. */
uint64_t value_of(const KnobInfo &knob, const std::string &text)
{
    const uint64_t value = parse_number(knob.name, text.c_str());

    if (value < knob.least || value > knob.largest)
        throw RunError(exit_usage, std::string(knob.name) + ": " + text + " is not in " +
                                       std::to_string(knob.least) + " to " +
                                       std::to_string(knob.largest));
    return value;
}

} // namespace

const char *knob_name(Knob knob)
{
    return knobs[static_cast<size_t>(knob)].name;
}

Weights::Weights()
{
    for (size_t i = 0; i < count; i++)
        values_[i] = knobs[i].value;
}

/* Take a line that is no comment. @return the knob that it sets. */
size_t Weights::take(const std::string &line)
{
    const size_t tab = line.find('\t');
    const size_t knob = find_knob(line.substr(0, tab));

    if (knob == count)
        throw RunError(exit_usage, "no such weight: '" + line.substr(0, tab) + "'");
    if (tab == std::string::npos)
        throw RunError(exit_usage, line + " has no value");
    const std::string rest = line.substr(tab + 1);

    values_[knob] = value_of(knobs[knob], rest.substr(0, rest.find('\t')));
    return knob;
}

Weights::Weights(const std::string &path) : Weights()
{
    std::ifstream in(path);
    std::set<size_t> given;
    std::string line;
    unsigned number = 0;
    bool ended = false;

    try {
        for (; std::getline(in, line); number++) {
            if (ended)
                throw RunError(exit_usage, std::string("a line after \"") + end_line + "\"");
            ended = line == end_line;
            if (!line.empty() && line[0] != '#' && !given.insert(take(line)).second)
                throw RunError(exit_usage, line.substr(0, line.find('\t')) + " is given twice");
        }
        if (number == 0)
            throw RunError(exit_usage, "cannot be read, or is empty");
        if (!ended)
            throw RunError(exit_usage, std::string("does not end with \"") + end_line + "\"");
    } catch (const RunError &e) {
        throw RunError(exit_usage, path + ":" + std::to_string(number + 1) + ": " + e.what());
    }
    check_tables(path);
}

/* Check that each table has an entry that can be drawn. */
void Weights::check_tables(const std::string &path) const
{
    for (size_t i = 0; i < count;) {
        const std::string table = table_of(knobs[i].name);
        uint64_t sum = 0;

        for (; i < count && table_of(knobs[i].name) == table; i++)
            sum += values_[i];
        if (sum == 0 && !table.empty())
            throw RunError(exit_usage, path + ": all weights of '" + table + "' are 0");
    }
}

std::string Weights::hash() const
{
    uint64_t h = count;
    char text[17];

    for (size_t i = 0; i < count; i++) {
        for (const char *c = knobs[i].name; *c != '\0'; c++)
            h = tb_mix64(h ^ static_cast<unsigned char>(*c));
        h = tb_mix64(h ^ values_[i]);
    }
    std::snprintf(text, sizeof text, "%016" PRIx64, h);
    return text;
}

void Weights::write(const std::string &path) const
{
    std::ofstream out(path);

    out << "# Weights of this run, as in tb/seq/random/weights.tsv.\n";
    for (size_t i = 0; i < count; i++)
        out << knobs[i].name << '\t' << values_[i] << '\t' << knobs[i].least << '\t'
            << knobs[i].largest << '\t' << knobs[i].meaning << '\n';
    out << end_line << '\n';
    out.close();
    if (!out)
        throw RunError(exit_internal, path + ": cannot be written");
}

} // namespace tb
