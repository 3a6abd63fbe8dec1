// SPDX-License-Identifier: Apache-2.0
#include "drive/driver.hpp"
#include "registry.hpp"

namespace tb
{
namespace
{

/* Program, enable, run, drain, audit: the whole sequence once, without any event. */
void smoke(Seq &seq)
{
    Driver driver(seq);
    const uint64_t ops = seq.options.ops != 0 ? seq.options.ops : 3000;
    const unsigned pages = seq.pages_for(16, 2);

    driver.map(Driver::default_va, pages);
    driver.place(Driver::default_va, Driver::default_va + pages * 4096u);
    driver.start();
    driver.play(ops);
    for (unsigned i = 0; seq.options.ops == 0 && i < 20 && seq.bench.memory.bytes_written() == 0;
         i++)
        driver.play(ops); // none of these operations leaves a record
    seq.drain_life();
    const Audit a = driver.stop();

    seq.expect(driver.services == 0, "an unexpected management event");
    seq.expect((a.pmbsr & ~pmbsr_coll) == 0, "PMBSR_EL1 shows an event");
    seq.expect(a.pmbptr > driver.first, "PMBPTR_EL1 has not moved");
    seq.require(&spe_totals::records, "records", 1);
    seq.require(&spe_totals::audits, "audits", 1);
}

const TestCase cases[] = {
    {"smoke", "program, enable, run 3000 operations, drain, audit", nullptr, smoke},
};

} // namespace

const TestList smoke_tests = list_of(cases);

} // namespace tb
