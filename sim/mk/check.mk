# SPDX-License-Identifier: Apache-2.0
# Tiers of sim/jobs.tsv. Results, logs and junit.xml come into $(B)/test; the last line counts.

TIERS = @sim/setup.sh test && exec $(ENGINE_SH) jobs $(B)/test

## test [JOBS STRICT]: lint, unit tests, co-simulation, what must fail, sanitizers
test:
	$(TIERS) smoke test unit lint

## lint [JOBS STRICT]: format, size, licence lines, clang-tidy, shellcheck, verilator -Wall, yosys latch check
lint:
	$(TIERS) lint

## unit [JOBS STRICT]: unit tests of the C, and the command line
unit:
	$(TIERS) unit

## smoke [JOBS STRICT]: every test of two configurations once
smoke:
	$(TIERS) smoke

## layers [JOBS]: compile each folder alone with only its permitted includes
layers:
	@sim/setup.sh layers
	@$(ENGINE_SH) build $(B)/obj/libspe.a
	@sim/layers.sh $(B)

## testplan: check sim/testplan.csv against the tests, both ways
testplan:
	@sim/setup.sh testplan
	@sim/testplan.sh

.PHONY: unit smoke
