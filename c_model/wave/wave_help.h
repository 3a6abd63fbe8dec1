/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPE_WAVE_HELP_H
#define SPE_WAVE_HELP_H

static const char wave_help[] =
    "usage: spe wave [OPTION...] LOG [FST --map FILE]\n"
    "Writes what the scoreboard thinks of a run as FST, in cycles, beside the log: view.fst, and\n"
    "view.gtkw for GTKWave: transactions, findings, predicted registers, expected beats over\n"
    "actual ones. With the FST of the run the signals of a map (c_model/wave.md) stand beside the\n"
    "prediction, and the first cycle is marked in which a register differs from it, or what the\n"
    "scoreboard compares.\n"
    "  LOG            a transaction log, or the directory of the run that has left it\n"
    "  --map FILE     which signal of the FST shows what\n"
    "  --all          all signals of the FST, in cycles\n"
    "  --same-run     whoever made the FST knows that the log is of the same run: nothing in the\n"
    "                 FST need show it\n"
    "  --finding N    the finding that the view is about (1, the first one)\n"
    "  --from CYCLE   leave out what is before, or behind --to CYCLE\n"
    "  --tolerance N  cycles by which a register may be early or late (0)\n"
    "  --out NAME     (-o NAME) NAME.fst and NAME.gtkw instead of view in the folder of the log\n"
    "  --window       print only the first and the last cycle to look at for the finding\n"
    "  --salvage      read what is whole of a log whose run was killed\n"
    "Status: 0, with or without a divergence; 2 bad usage, a log, an FST or a map that cannot be\n"
    "read, an FST of another run; 4 if the output cannot be written or memory fails.\n";

#endif
