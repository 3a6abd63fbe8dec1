// SPDX-License-Identifier: Apache-2.0
#include "spu.hpp"

#include <cinttypes>
#include <cstdio>
#include <vector>

#include "legal.hpp"
#include "random/settings.hpp"
#include "spe/status.h"

namespace tb
{
namespace
{

Options own_options(Options options, unsigned index)
{
    options.seed = seed_of(options.seed, index);
    options.poison_seed = seed_of(options.poison_seed, index);
    options.log = file_of(options.log, index);
    options.records = file_of(options.records, index);
    options.population = file_of(options.population, index);
    options.waves = file_of(options.waves, index);
    options.covers = place_of(options.covers, options.dir, "covers", index);
    options.bins = file_of(options.bins, index);
    options.dir = dir_of(options.dir, index);
    return options;
}

const TestCase &choose_test(const Options &options, const struct spe_config &cfg)
{
    const TestCase *test = find_test(options.test.c_str());

    if (test == nullptr)
        throw RunError(exit_usage, "unknown test '" + options.test + "' (--list prints them)");
    if (test->applies != nullptr && !test->applies(cfg))
        throw RunError(exit_usage,
                       "test " + options.test + " does not apply to configuration " + cfg.name);
    if (!options.trace.empty() && !plays_trace(options.test.c_str()))
        throw RunError(exit_usage,
                       "test " + options.test + " plays no trace: --trace is for nothing");
    if (!plays_episodes(options.test.c_str()) &&
        (!options.weights.empty() || !options.weights_hash.empty() || options.episodes.given() ||
         options.actions.given() || !options.settings.empty() || options.races))
        throw RunError(exit_usage, "test " + options.test +
                                       " plays no random sessions: --weights, --weights-hash, "
                                       "--races, --episodes, --actions and --settings are for "
                                       "nothing");
    return *test;
}

/* Write weights other than the built-in ones to the directory of the run. */
void keep_weights(const Options &options, const Weights &weights)
{
    if (options.dir.empty())
        return;
    const std::string file = options.dir + "/weights";

    if (plays_episodes(options.test.c_str()) && weights.hash() != Weights().hash())
        weights.write(file);
    else
        (void)std::remove(file.c_str());
}

/* End the run at its first finding: the rest of the run cannot change that there is one. */
void end_at_finding(struct spe_session *session)
{
    struct spe_totals totals;

    spe_model_totals(spe_session_model(session), &totals);
    if (totals.mismatches != 0)
        throw RunError(exit_mismatch, "ended at the first finding (--first-finding)");
}

/* How the run ended. Add a failed assertion to the findings, after those of the scoreboard. */
Ending ending_of(std::exception_ptr error, struct spe_session *session)
{
    Ending end;

    try {
        if (error)
            std::rethrow_exception(error);
    } catch (const AssertionError &e) {
        end = {e.status(), e.what()};
        spe_session_assertion(session, e.cycle, e.name.c_str(), e.place.c_str());
    } catch (const RunError &e) {
        end = {e.status(), e.what()};
    } catch (const std::exception &e) {
        end = {exit_internal, e.what()};
    }
    return end;
}

} // namespace

Session Spu::make_session(const Options &options, unsigned index)
{
    const std::string name = "spu" + std::to_string(index);
    struct spe_session_options so = {};
    struct spe_session *session = nullptr;

    so.config_path = options.config.c_str();
    so.log_path = options.log.empty() ? nullptr : options.log.c_str();
    so.dir_path = options.dir.empty() ? nullptr : options.dir.c_str();
    so.keep_log = options.keep;
    std::vector<const char *> command;
    for (const std::string &word : options.command)
        command.push_back(word.c_str());
    command.push_back(nullptr);
    so.command = command.data();
    so.bins_path = options.bins.empty() ? nullptr : options.bins.c_str();
    so.taps = static_cast<unsigned>(options.taps);
    const int status = spe_session_create(&session, name.c_str(), &so);
    if (status != 0) // spe_session_create() has said why
        throw RunError(static_cast<ExitStatus>(spe_status_exit(status)), "");
    Session owner(session);
    if (spe_session_publish(session) != 0)
        throw RunError(exit_internal, "the session " + name + " cannot be published");
    return owner;
}

Spu::Spu(unsigned index, const Options &all, const Weights &weights, SparseMemory &storage,
         const std::vector<PeView> *whole)
    : options_(own_options(all, index)), session_(make_session(options_, index)),
      test_(choose_test(options_, *spe_session_config(session_.get()))),
      weights_(draw_settings_alone(weights, options_.settings)),
      bench_(("spu" + std::to_string(index)).c_str(), index, options_,
             *spe_session_config(session_.get()), storage),
      seq_(bench_, options_, weights_, session_.get(), whole)
{
    keep_weights(options_, weights);
    if (options_.first_finding)
        bench_.watch([this] { end_at_finding(session()); });
    bench_.play([this] {
        bool over = false; // a flag, as no handler may wait: other benches run in this thread

        try {
            if (test_.secure != nullptr && may_be_secure(seq_.cfg) && test_.secure(options_.seed))
                bench_.pe.start_in(owner_context(Owner::SecureEl1));
            bench_.reset(4);
            test_.body(seq_);
        } catch (const TestOver &) {
            over = true;
        }
        if ((over || options_.leaves_out()) && !seq_.steps().telling())
            seq_.abandon();
    });
}

/* Final blocks close the monitors' handle; after a $fatal they may not run. */
Ending Spu::end()
{
    Ending ending = ending_of(bench_.error(), session());

    if (options_.print_steps)
        std::fprintf(stderr, "operations %" PRIu64 "\n", bench_.pe.drawn());
    if (ending.status != exit_internal) {
        try {
            bench_.finish();
        } catch (...) {
            if (ending.status == 0) // after an earlier failure, unfinished work is no news
                ending = ending_of(std::current_exception(), session());
        }
    }
    for (void (Bench::*close)() :
         {&Bench::close_records, &Bench::close_population, &Bench::close_waves}) {
        try {
            (bench_.*close)();
        } catch (const RunError &e) {
            if (ending.status == 0)
                ending = {e.status(), e.what()};
            else
                std::fprintf(stderr, "spu_sim: %s\n", e.what());
        }
    }
    if (ending.status == 0 && seq_.totals().mismatches == 0 && options_.only_ops.given() &&
        options_.only_ops.first() >= bench_.pe.drawn())
        return {exit_usage, "--only-ops: none of them was drawn, of " +
                                std::to_string(bench_.pe.drawn()) + ", numbered from 0"};
    if (ending.status == 0)
        ending.why = seq_.verdict(seq_.totals());
    return ending;
}

} // namespace tb
