# SPDX-License-Identifier: Apache-2.0
# Targets and knobs. The rules stand in sim/mk/*.mk, the scripts they start in sim/.
#
# Knobs (make TARGET KNOB=value):
#   CONFIG=name   configuration, a file of rtl/configs/        (neoverse)
#   TEST=name     test, a row of sim/tests.tsv                 (trace)
#   SEED=n        seed of the stimulus                         (1)
#   ARGS=options  more options of spu_sim: ARGS='--ops 100'    (none)
#   KEEP=1        a run that passes leaves its log, too        (0)
#   WAVES=1       write an FST file beside the log             (0)
#   SVA=0         without assertions, faster: off= says sva    (1)
#   JOBS=n        jobs at a time                               (processors)
#   LIST=file     list of faults, or of runs (sim/lists/)      (by the target)
#   SEEDS=n       last seed of the tests that a list names     (by the list)
#   BUDGET=30m    processor time without the build (shrink: that passes), s m h (60s; closure 10m, nightly 30m, shrink 30s)
#   RUNS=n        runs at most: a budget that repeats exactly; mutants, configurations to draw (none, all, 4)
#   ENGINE=name   what starts many runs: ninja, slurm          (ninja)
#   FAILED=1      what failed in the last night, once more     (0)
#   PROG=file     program to trace                             (sim/traces/*.elf)
#   RUN=dir       of a run that failed; GOOD=commit: one in which it passes (looked for)
#   BASE=commit   with which both compares the scoreboard      (needed)
#   O=dir         output directory, for every target           (build)
#   STRICT=1      a missing optional tool is a failure         (0)
#   ALONE=n       mutants get n random sessions, and no other test (0)
#   QUALIFY=n     mutants in a night: for n % of its BUDGET    (10)
#   COV=1         with code coverage (sim/coverage.md)         (0)
#   RESUME=1      what was done before is not done again       (0)
#   JOB_CPU=n     environment: processor seconds of a job      (600, or sim/jobs.tsv)
#   JOB_STALL=n   environment: seconds without any; 0: no end  (300)
# Each target names its knobs in the line above it; others are refused (sim/knobs.sh).
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help

$(if $(wildcard sim/mk/knobs.mk),,$(error start it in its folder: make -C $(patsubst %/,%,$(dir $(firstword $(MAKEFILE_LIST)))) $(MAKECMDGOALS)))
include sim/mk/knobs.mk
include sim/mk/tools.mk
include sim/mk/check.mk
include sim/mk/nightly.mk
include sim/mk/coverage.mk
include sim/mk/bugs.mk sim/mk/closure.mk sim/mk/shrink.mk sim/mk/debug.mk sim/mk/qualify.mk sim/mk/both.mk sim/mk/mutants.mk sim/mk/configs.mk
include sim/mk/install.mk

.PHONY: help setup run trace test lint layers testplan mutate bench fuzz doctor install clean distclean

## help: this list
help:
	@sed -nE 's/^## ([a-z-]+): */  make \1\t/p; s/^## ([a-z-]+) \[(.*)\]: *(.*)/  make \1\t\3\n\t  \2/p' Makefile sim/mk/*.mk | expand -t 20
	@sed -n 's/^# \(Knobs\|  [A-Z]\)/\1/p' Makefile

## setup: install the packages of every tier (sim/packages.txt)
setup:
	@sim/setup.sh all

## run [CONFIG TEST SEED ARGS KEEP WAVES SVA JOBS]: build CONFIG and run TEST with SEED; the last line is the verdict
run:
	@sim/run.sh check $(CONFIG) $(TEST)
	@sim/setup.sh run
	@$(ENGINE_SH) build $(B)/bin/spe $(B)/bin/launch $(B)/$(CONFIG)$(if $(filter 1,$(WAVES)),-waves)$(if $(filter 0,$(SVA)),-nosva)/spu_sim
	@WAVES=$(WAVES) SVA=$(SVA) KEEP=$(KEEP) sim/run.sh $(B) $(CONFIG) $(TEST) $(SEED) $(call quoted,$(ARGS))

## trace [PROG JOBS]: record the operations of PROG with the QEMU plugin
trace:
	@sim/setup.sh trace
	@$(ENGINE_SH) build $(B)/lib/libspetrace.so $(B)/bin/trace_dump
	@sim/trace.sh $(B) $(if $(PROG),$(call quoted,$(PROG)))

## mutate [LIST RESUME JOBS]: inject the RTL faults of sim/faults/list.tsv; each must be found
mutate:
	@sim/setup.sh run mutate
	@RESUME=$(RESUME) exec sim/mutate.sh $(B) $(call quoted,$(or $(LIST),sim/faults/list.tsv))

## bench [CONFIG JOBS]: what the checking costs, in instructions per cycle and kHz; how fast records are decoded, beside perf
bench:
	@sim/setup.sh run bench
	@$(ENGINE_SH) build $(B)/$(CONFIG)/spu_sim $(B)/$(CONFIG)-nosva/spu_sim $(B)/bin/launch $(B)/bin/spe
	@$(B)/bin/launch --cpu 0 --stall 0 sim/bench.sh $(B) $(CONFIG)
	@$(B)/bin/launch --cpu 0 --stall 0 sim/bench_decode.sh $(B) $(CONFIG)

## fuzz [BUDGET JOBS]: libFuzzer on decoder, model, DPI calls and the readers of files, BUDGET in all; again: goes on
fuzz:
	@sim/setup.sh fuzz
	@$(ENGINE_SH) build units replays $(B)/bin/launch
	@$(B)/bin/launch --cpu 0 --stall 0 sim/fuzz.sh $(B) $(or $(BUDGET),60)

## doctor: say which tools are found, where, and what is missing
doctor:
	@sim/doctor.sh

## clean: remove build output, keep the nights, closures, what fuzzing has met, the logs of both and the last regression
clean:
	@sim/clean.sh $(B) regress nightly closure fuzz both

## distclean: remove all output
distclean:
	@sim/clean.sh $(B)
