/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <stddef.h>

#include "cli.h"
#include "log_request.h"

static int run(int argc, char **argv)
{
    struct log_request r;

    int status = log_request_take(&r, argc, argv);
    if (status != SPE_EXIT_GOOD) {
        return status;
    }
    assert(r.path != NULL);
    if (r.pack != NULL) {
        return log_pack(&r);
    }
    if (r.sql) {
        return log_sql(&r);
    }
    return r.decode || r.by != LOG_BY_NONE || r.around != 0 ? log_view(&r) : log_plain(&r);
}

const struct spe_command spe_command_log = {
    "log", "print a transaction log, in words or as SQL, or pack one",
    "usage: spe log [--decode] [--from CYCLE] [--to CYCLE] [--kind KIND] [--header] [--salvage] "
    "LOG\n"
    "       spe log [--decode] --op pc=ADDRESS | op=MEMBER | record=NUMBER LOG\n"
    "       spe log [--decode] --around FINDING [--lines N] LOG\n"
    "       spe log --sql [--salvage] LOG | sqlite3 FILE\n"
    "       spe log --bytes [--salvage] LOG\n"
    "       spe log --pack TEXT LOG\n"
    "  LOG           a transaction log, or the directory of the run that has left it\n"
    "  --decode      in words: cycle, seq, kind, what it says; `+` goes on, `=` is predicted\n"
    "  --from, --to  print the transactions of these cycles only\n"
    "  --kind        print the transactions of one kind only\n"
    "  --header      print the @ lines of the log: configuration and run\n"
    "  --op          print what belongs to one sampled operation: selection, life, filters, "
    "record,\n"
    "                translation, AW, W, B; by its PC (the first one), its place in the "
    "population\n"
    "                (from 1) or the number of its record\n"
    "  --around      print the transactions around a finding of spe replay, 32 before and 8 after\n"
    "  --lines       so many before and after\n"
    "  --sql         print SQL that makes a data base of the log (c_model/log.md)\n"
    "  --bytes       write the bytes that the SPU wrote to the Profiling Buffer, as they are: "
    "those\n"
    "                with a strobe of each W, as `spu_sim --records` writes them\n"
    "  --salvage     print what is whole of a log whose run was killed: status 4, but for a log\n"
    "                that is whole. Each MiB of transactions, before compression, is kept.\n"
    "  --pack        write LOG from text as `spe log` prints it whole\n"
    "Status: 0 good, 2 bad usage or input that cannot be read, 4 output that cannot be written,\n"
    "memory or a read that fails, or a part of a log that was salvaged.\n",
    run};
