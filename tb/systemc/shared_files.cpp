// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <sys/stat.h>
#include <tuple>
#include <vector>

#include "options.hpp"
#include "spe/config_file.h"
#include "spe/session.h"
#include "spe/status.h"

namespace tb
{
namespace
{

/* Two names of one file have the same identity: its device and inode. For a file that does not
 * exist yet, these are those of the folder, together with the name of the file. */
using Identity = std::tuple<dev_t, ino_t, std::string>;

struct File {
    std::string option, name;
    bool output;
    bool shareable = false; // a device, a pipe
    Identity id = {};
};

/* The file that a name leads to through links; the file need not exist yet. */
std::filesystem::path target(std::filesystem::path name)
{
    std::error_code none;

    for (int i = 0;
         i < 40 && std::filesystem::is_symlink(name, none) && !std::filesystem::exists(name, none);
         i++)
        name = name.parent_path() / std::filesystem::read_symlink(name, none);
    return name;
}

/* Find the identity of a file. @return false for devices and pipes, which can be shared. */
bool identify(const std::string &name, Identity &id)
{
    struct stat st;

    if (stat(name.c_str(), &st) == 0) {
        id = {st.st_dev, st.st_ino, ""};
        return S_ISREG(st.st_mode);
    }
    const std::filesystem::path path = target(name);
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";

    if (stat(folder.c_str(), &st) != 0) { // --dir may make the folder
        id = {0, 0, std::filesystem::absolute(path).lexically_normal().string()};
        return true;
    }
    id = {st.st_dev, st.st_ino, path.filename().string()};
    return true;
}

bool same(const File &a, const File &b)
{
    return !a.shareable && !b.shareable && a.id == b.id;
}

/* Whether the name is that of a device, a pipe or a folder, which no file may replace. */
bool is_other_than_file(const std::string &name)
{
    struct stat st;

    return stat(name.c_str(), &st) == 0 && !S_ISREG(st.st_mode);
}

/* Whether no option names this file of the session. */
bool is_of_directory(const std::string &name)
{
    return name != "txnlog" && name != "bins";
}

/* The output file that an option names; without the option, the file `name` in the directory. */
File output(const char *option, const std::string &given, const Options &o, const char *name,
            unsigned index)
{
    return {given.empty() ? "--dir" : option, place_of(given, o.dir, name, index), true};
}

std::vector<File> files_of(const Options &o)
{
    std::vector<File> files = {{"--config", o.config, false},
                               {"--trace", o.trace, false},
                               {"--weights", o.weights, false}};

    for (unsigned i = 0; i < o.spus; i++) {
        files.push_back(output("--log", o.log, o, "txnlog", i));
        files.push_back({"--records", file_of(o.records, i), true});
        files.push_back({"--population", file_of(o.population, i), true});
        files.push_back(output("--covers", o.covers, o, "covers", i));
        files.push_back(output("--bins", o.bins, o, "bins", i));
        for (const char *name : {"weights", "bench", "unpredictable"})
            files.push_back(output("", "", o, name, i));
        files.push_back({"--waves", file_of(o.waves, i), true});
        for (const char *const *name = spe_session_files(); *name != nullptr; name++) {
            if (is_of_directory(*name))
                files.push_back(output("", "", o, *name, i));
        }
    }
    for (File &file : files)
        file.shareable = file.name.empty() || !identify(file.name, file.id);
    return files;
}

} // namespace

void refuse_shared_files(const Options &options)
{
    const std::vector<File> files = files_of(options);

    for (size_t i = 0; i < files.size(); i++) {
        const File &b = files[i];

        if (!b.output || b.name.empty())
            continue;
        if (b.option == "--waves" && is_other_than_file(b.name))
            throw RunError(exit_usage, b.option + " " + b.name + " is no regular file");
        for (size_t j = 0; j < i; j++) {
            const File &a = files[j];

            if (same(a, b))
                throw RunError(exit_usage, a.option + " " + a.name + " and " + b.option + " " +
                                               b.name + " are one file");
        }
        if (b.option == "--dir" && std::filesystem::path(b.name).filename() != "covers")
            continue; // the session checks its own files
        const int read =
            options.config.empty() ? 0 : spe_config_reads(options.config.c_str(), b.name.c_str());
        if (read < 0)
            throw RunError(exit_internal, options.config + ": " + spe_status_text(read));
        if (read > 0)
            throw RunError(exit_usage,
                           b.option + " " + b.name + " is a file that --config includes");
    }
}

} // namespace tb
