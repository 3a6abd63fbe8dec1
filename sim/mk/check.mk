# SPDX-License-Identifier: Apache-2.0
# lint, layers, testplan, test. Jobs run through sim/jobs.sh; the last line counts them.

PACKAGES_SV = $(if $(wildcard rtl/rtl.f),$(foreach c,$(CONFIGS),$(B)/$c/spe_cfg_pkg.sv))

## test [JOBS STRICT]: lint, unit tests, co-simulation smoke, tests that must fail, sanitizers
test:
	@sim/setup.sh test
	@exec flock -F $(B)/sum/.test sim/stoppable.sh sim/test.sh $(B)

## lint [JOBS STRICT]: format, size, licence lines, clang-tidy, shellcheck, verilator -Wall, yosys latch check
lint:
	@sim/setup.sh test
	@$(MAKE) -s -j$(JOBS) lint-inputs
	@exec flock -F $(B)/sum/.lint sim/stoppable.sh bash -c 'rm -rf $(B)/lint; B=$(B) sim/lint.sh | sim/jobs.sh $(B)/lint; sim/summary.sh $(B)/lint'

## layers [JOBS]: compile each folder alone with only its permitted includes
layers:
	@sim/setup.sh layers
	@$(MAKE) -s -j$(JOBS) $(B)/obj/libspe.a
	@sim/layers.sh $(B)

## testplan: check sim/testplan.csv against the tests, both ways
testplan:
	@sim/setup.sh testplan
	@sim/testplan.sh

.PHONY: lint-inputs
lint-inputs: $(B)/obj/libspe.a $(PACKAGES_SV)
