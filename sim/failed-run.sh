#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# failed-run.sh RUN: refuses, before anything is built, what is no directory of a run that has failed.
set -u
cd "$(dirname "$0")/.." || exit 2
source sim/common.sh
source sim/command.sh
failed_run "${1:-}"
