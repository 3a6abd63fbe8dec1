// SPDX-License-Identifier: Apache-2.0
//
// spu_sim: one Verilated SPU, its agents, one test, one verdict.

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <set>
#include <unistd.h>
#include <vector>

#include "batch.hpp"
#include "bench_hash.hpp"
#include "old_files.hpp"
#include "registry.hpp"
#include "spu.hpp"
#include "unpredictable.hpp"
#include "watchdog.hpp"
#include "whole_run.hpp"

namespace tb
{
namespace
{

/* @return the status. @throws RunError if the verdict could not be written. */
int delivered(int status)
{
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
        throw RunError(exit_internal, "cannot write standard output");
    return status;
}

int judge(const Options &options, std::vector<std::unique_ptr<Spu>> &spus, uint64_t bench)
{
    std::vector<struct spe_session *> sessions;
    struct spe_run_info run = {};
    std::set<std::string> choices;
    Ending first;

    for (const std::unique_ptr<Spu> &spu : spus) {
        const Ending ending = spu->end();

        if (first.status == 0 && (ending.status != 0 || first.why.empty()))
            first = ending;
        run.stim_hash = run.stim_hash * 31 + spu->stim_hash();
        run.no_sva |= !spu->has_sva();
        choices.insert(spu->unpredictable().begin(), spu->unpredictable().end());
        sessions.push_back(spu->session());
        if (options.checks)
            spe_checks_print(stderr, spu->session());
    }
    tell_unpredictable(options.dir, choices);
    run.test = options.test.c_str();
    run.seed = options.seed;
    run.bench_hash = bench;
    run.failed = first.status != 0 || !first.why.empty();
    run.allow_no_records = options.plays_part() || may_have_no_records(options.test.c_str());
    run.exit_status = first.status;
    run.why = run.failed ? first.why.c_str() : nullptr;
    return delivered(spe_verdict_print(stdout, sessions.data(), sessions.size(), &run));
}

/* The weights of the options, or the built-in ones. Add their hash to the command that repeats the
 * run. */
Weights choose_weights(Options &options)
{
    const Weights weights = options.weights.empty() ? Weights() : Weights(options.weights);

    if (!plays_episodes(options.test.c_str()))
        return weights;
    if (!options.weights_hash.empty() && options.weights_hash != weights.hash())
        throw RunError(exit_usage, "the weights have the hash " + weights.hash() + ", not " +
                                       options.weights_hash);
    if (options.weights_hash.empty())
        options.command.insert(options.command.end(), {"--weights-hash", weights.hash()});
    return weights;
}

/* Refuse an episode that the session does not have. */
void refuse_episodes(const Options &options, const Weights &weights)
{
    if (!plays_episodes(options.test.c_str()) || !options.plays_episodes_alone())
        return;
    const uint64_t n = count_episodes(options, weights);

    if (n != UINT64_MAX && options.episodes.last() >= n)
        throw RunError(exit_usage,
                       "--episodes: the run has " + std::to_string(n) + ", numbered from 0");
}

int simulate(Options options)
{
    const Weights weights = choose_weights(options);
    SparseMemory storage;
    std::vector<std::vector<PeView>> whole;
    std::vector<std::unique_ptr<Spu>> spus;

    refuse_episodes(options, weights);
    if (options.steps.given())
        whole = play_whole(options, weights);
    whole.resize(options.spus);
    Watchdog::catch_signals(); // from the first log on
    for (unsigned i = 0; i < options.spus; i++)
        spus.push_back(std::make_unique<Spu>(i, options, weights, storage, &whole[i]));
    const uint64_t bench = bench_hash(options, *spe_session_config(spus[0]->session()),
                                      plays_episodes(options.test.c_str()) ? weights.hash() : "");
    write_bench_hash(options.dir, bench);
    std::fprintf(stderr, "seed %" PRIu64 "\n", options.seed); // nothing is refused after this line
    sc_core::sc_start();
    return judge(options, spus, bench);
}

int list_tests(const Options &options)
{
    Session session;

    if (!options.config.empty())
        session = Spu::make_session(options, 0);
    print_tests(session ? spe_session_config(session.get()) : nullptr);
    return delivered(exit_pass);
}

int run(int argc, char **argv)
{
    forget_run_before(argc, argv);
    const Options options = parse_options(argc, argv);

    if (options.help) {
        std::fputs(usage_text(), stdout);
        return delivered(exit_pass);
    }
    refuse_shared_files(options);
    if (options.list)
        return list_tests(options);
    if (options.config.empty() || options.test.empty())
        throw RunError(exit_usage, "--config and --test are needed (--help)");
    return simulate(options);
}

/* Call `play` and return its result, or the status of the failure that it throws. */
int guarded(int (*play)(int, char **), int argc, char **argv)
{
    try {
        return play(argc, argv);
    } catch (const RunError &e) {
        if (*e.what() != '\0')
            std::fprintf(stderr, "spu_sim: %s\n", e.what());
        return e.status();
    } catch (const std::exception &e) {
        std::fprintf(stderr, "spu_sim: %s\n", e.what());
        return exit_internal;
    }
}

bool is_batch(int argc, char **argv)
{
    return std::any_of(argv, argv + argc,
                       [](const char *word) { return std::strcmp(word, "--batch") == 0; });
}

/* Restart so that the functions of libraries are looked up now, once for all runs of a batch: the
 * loader reads the environment only at the start. */
void start_bound(char **argv)
{
    if (getenv("LD_BIND_NOW") == nullptr && setenv("LD_BIND_NOW", "1", 1) == 0)
        execv("/proc/self/exe", argv);
}

} // namespace
} // namespace tb

int sc_main(int argc, char **argv)
{
    return tb::guarded(tb::run, argc, argv);
}

/* Keep closed standard descriptors from the next open(); writing to them still fails. */
static void hold_standard_descriptors()
{
    for (int fd = 0; fd <= 2; fd++) {
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
    }
}

int main(int argc, char **argv)
{
    hold_standard_descriptors();
    /* Writing to a closed pipe, or beyond the permitted file size, is then an error with a message.
     */
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1); // the first line on stderr is the seed
    if (tb::is_batch(argc, argv)) {
        tb::start_bound(argv);
        return tb::guarded(tb::run_batch, argc, argv);
    }
    return sc_core::sc_elab_and_sim(argc, argv);
}
