/* SPDX-License-Identifier: Apache-2.0 */
#include "model/questions.h"

unsigned questions_unusual(const struct run *run)
{
    unsigned n = 0;

    for (unsigned i = 0; i < run->asked; i++) {
        n += run->question[i].answer != 0;
    }
    return n;
}

unsigned questions_events(const struct run *run)
{
    unsigned n = 0;

    for (unsigned i = 0; i < run->asked; i++) {
        n += run->question[i].kind == FORK_KINDS && run->question[i].answer != 0;
    }
    return n;
}

bool questions_next(struct run *run)
{
    for (unsigned i = run->asked; i-- > 0;) {
        if (run->question[i].answer + 1 < run->question[i].answers) {
            run->question[i].answer++;
            run->given = i + 1;
            return true;
        }
    }
    return false;
}

void questions_again(struct run *run)
{
    run->given = run->asked;
    run->asked = 0;
}
