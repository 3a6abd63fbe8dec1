// SPDX-License-Identifier: Apache-2.0
#include "dut.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "config_members.h"
#include "pins.hpp"
#include "rng.h"
#include "runtime.hpp"
#include "spe/model.h"
#include "verilated.h"
#include "verilated_cov.h"

/* A function in the code that Verilator generates; it sets all variables as the constructor does.
 * Another version of Verilator may lack this function. */
class Vspu_harness___024root;
[[gnu::weak]] void Vspu_harness___024root___ctor_var_reset(Vspu_harness___024root *root);

namespace tb
{
namespace
{

constexpr uint64_t half_cycle_ps = 500; // cycle N begins at N ns, its rising edge is at N.5 ns

struct Arguments {
    int n;
    const char **words;
};

struct Model {
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Pins> pins;
};

/* One thread: the context has no pool of threads. The constructor draws the random values of
 * registers without reset, as the arguments say. */
Model make_model(int seed, const Arguments &args)
{
    Model model = {std::make_unique<VerilatedContext>(), nullptr};

    model.context->threads(1);
    if (seed != 0) {
        model.context->randReset(2);
        model.context->randSeed(seed);
        model.context->commandArgs(args.n, args.words);
    }
    model.pins = std::make_unique<Pins>(model.context.get(), "TOP");
    return model;
}

Model spare; // the model that Dut::prepare() made

/* Draw the values that the constructor would have drawn, with the same function. */
Model revive(Model model, int seed, const Arguments &args)
{
    model.context->randReset(2);
    model.context->randSeed(seed);
    model.context->commandArgs(args.n, args.words);
    Verilated::threadContextp(model.context.get());
    Vspu_harness___024root___ctor_var_reset(model.pins->rootp);
    return model;
}

/* Take the spare model or make one. A run with waves cannot use the spare model, because waves must
 * be asked for before the model is made. */
Model take_model(int seed, const Arguments &args, bool is_spare)
{
    return is_spare ? revive(std::exchange(spare, {}), seed, args) : make_model(seed, args);
}

/* Report a file that cannot be created before the run, not after it. */
void create(const std::string &file)
{
    errno = 0;
    if (!file.empty() && !std::ofstream(file))
        throw RunError(exit_internal, file + ": cannot be created: " + std::strerror(errno));
}

/* The first $stop, $error or failed assertion. The evaluation continues to its end: the design is
 * then ready for its final blocks, where the monitors close. */
std::exception_ptr stopped;

void throw_if_stopped()
{
    if (stopped)
        std::rethrow_exception(std::exchange(stopped, nullptr));
}

/* Whether a failed assertion blames the SPU (dpi/README.md, "Assertions of the tap"). Pe... blames
 * the bench and Spu... the SPU; any other assertion blames the SPU if its file is in rtl/. A
 * failure at time 0 concerns a parameter and does not blame the SPU. */
bool blames_spu(const std::string &file, const std::string &assertion)
{
    const bool own = file.compare(0, 4, "rtl/") == 0 && assertion.compare(0, 2, "Pe") != 0;

    return (own || assertion.compare(0, 3, "Spu") == 0) && Verilated::threadContextp()->time() != 0;
}

std::exception_ptr stop_of(const std::string &file, int line, const std::string &assertion)
{
    const bool spu = blames_spu(file, assertion);
    const ExitStatus status = spu ? exit_mismatch : exit_internal;
    const std::string place = file + ":" + std::to_string(line);
    const std::string way = spu ? "; for the scoreboard's word: make debug RUN=DIR" : "";
    const uint64_t cycle = Verilated::threadContextp()->time() / (2 * half_cycle_ps);

    if (assertion.empty())
        return std::make_exception_ptr(
            RunError(status, place + ": stopped by $stop or $error" + way));
    return std::make_exception_ptr(AssertionError(
        status, place + ": assertion " + assertion + " failed" + way, cycle, assertion, place));
}

/* Verilator does not check that the counts were written. */
void check_written(const std::string &file)
{
    std::ifstream in(file, std::ios::binary);

    if (in.get() != '#' || !in.seekg(-1, std::ios::end) || in.get() != '\n')
        throw RunError(exit_internal, file + ": cannot be written");
}

} // namespace

Dut::Dut(const Options &options, unsigned index, const struct spe_config &cfg)
    : inherited_(spare.pins != nullptr && options.waves.empty()),
      waves_(options.waves, options.waves_from, options.waves_to), covers_(options.covers)
{
    const uint64_t poison = tb_mix64(options.poison_seed);
    const std::string name = "+spe_name=spu" + std::to_string(index);
    const std::string taps =
        "+spe_taps=" + std::to_string(options.taps != 0 ? options.taps : SPE_TAP_ALL);
    const char *args[] = {"spu_sim", name.c_str(), taps.c_str(), options.plusarg.c_str()};
    Model model = take_model(static_cast<int>(poison % 0x7fffffff) + 1,
                             {options.plusarg.empty() ? 3 : 4, args}, inherited_);

    context_ = std::move(model.context);
    pins_ = std::move(model.pins);
    create(covers_);
    waves_.attach(*pins_);
    pins_->rst_ni = 1;
    pins_->clk_i = 0;
    pins_->load_i = 0;
    pins_->running_i = 1;
    evaluate(0);
    throw_if_stopped();
    if (pins_->config_hash_o != spe_config_hash(&cfg))
        throw RunError(exit_usage,
                       std::string("this executable was not built for configuration '") + cfg.name +
                           "'");
}

/* Do not destroy a model that the parent process made: that would copy its pages. The destructor
 * uses the context of the thread, so set this model's context: the context of another SPU may no
 * longer exist. */
Dut::~Dut()
{
    Verilated::threadContextp(context_.get());
    if (inherited_) {
        (void)pins_.release();
        (void)context_.release();
    }
}

void Dut::prepare()
{
    if (Vspu_harness___024root___ctor_var_reset != nullptr)
        spare = make_model(0, {});
}

/* The generated code sends plusargs, $finish and $time to the context of the thread: with several
 * models in one thread, each evaluation sets its own context. */
void Dut::evaluate(uint64_t half_cycle)
{
    Verilated::threadContextp(context_.get());
    context_->time(half_cycle * half_cycle_ps);
    pins_->eval();
}

void Dut::end_cycle(bool load)
{
    edge_due_ = false;
    pins_->clk_i = 1;
    pins_->load_i = load;
    evaluate(2 * cycle_ - 1);
    waves_.dump((2 * cycle_ - 1) * half_cycle_ps);
    throw_if_stopped();
}

/* Apply the edge that ends the previous cycle: it takes the inputs of this cycle. */
void Dut::settle()
{
    if (edge_due_) {
        end_cycle(true);
    } else {
        pins_->load_i = 1;
        evaluate(2 * cycle_);
    }
    pins_->clk_i = 0;
    pins_->load_i = 0;
    pins_->rst_ni = !in_reset_;
    evaluate(2 * cycle_);
    waves_.dump(2 * cycle_ * half_cycle_ps);
    throw_if_stopped();
}

void Dut::edge()
{
    cycle_++;
    edge_due_ = true;
}

void Dut::complete()
{
    if (edge_due_)
        end_cycle(false);
}

void Dut::set_counter(uint64_t cntpct)
{
    pins_->cnt_phys_i = cntpct;
}

bool Dut::has_sva() const
{
    return pins_->sva_o;
}

bool Dut::finished() const
{
    return context_->gotFinish();
}

void Dut::assert_reset()
{
    complete();
    in_reset_ = true;
    pins_->rst_ni = 0;
    evaluate(2 * cycle_);
    throw_if_stopped();
}

void Dut::release_reset()
{
    in_reset_ = false;
}

void Dut::finish()
{
    complete();
    Verilated::threadContextp(context_.get());
    pins_->final();
    if (!covers_.empty()) {
        context_->coveragep()->write(covers_.c_str());
        check_written(covers_);
    }
    throw_if_stopped();
}

} // namespace tb

/* $fatal, $stop and failed assertions end the run through the destructors: log, waves and coverage
 * are still written. After a $fatal no code of the design may run. */
void vl_fatal(const char *filename, int linenum, const char *hier, const char *msg)
{
    throw tb::RunError(tb::exit_internal, std::string(filename) + ":" + std::to_string(linenum) +
                                              ": " + msg + " (" + hier + ")");
}

void vl_stop(const char *filename, int linenum, const char *)
{
    const std::string path = tb::failed_assertion();

    if (!tb::stopped)
        tb::stopped = tb::stop_of(filename, linenum, path.substr(path.rfind('.') + 1));
}
