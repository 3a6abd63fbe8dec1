/* SPDX-License-Identifier: Apache-2.0
 *
 * Folders of the rounds of a night: each of them is found, even an empty one, and nothing else.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "night.h"
#include "store.h"

static void count(void *user, const char *folder)
{
    assert_non_null(strstr(folder, "/runs/7/round"));
    ++*(int *)user;
}

static void drop(void *user, const char *folder)
{
    (void)user;
    night_store_remove(folder);
}

static void test_rounds(void **state)
{
    static const char *const folders[] = {"/round1", "/round2/x", "/round10", "/roundabout",
                                          "/c/t"};
    char root[] = "/tmp/night-store-XXXXXX", path[NIGHT_PATH];
    int n = 0;

    (void)state;
    assert_non_null(mkdtemp(root));
    night_store_rounds(root, 7, count, &n);
    CHECK("no night", n, 0);
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        night_store_path(path, root, 7, "%s", folders[i]);
        assert_int_equal(night_store_folder(path), 0);
    }
    night_store_rounds(root, 7, count, &n);
    CHECK("rounds", n, 3);
    night_store_rounds(root, 7, drop, NULL);
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        night_store_path(path, root, 7, "%s", folders[i]);
        CHECK(folders[i], access(path, F_OK) == 0, i >= 3);
    }
    night_store_remove(root);
}

/* A path that was cut would be that of another folder. */
static void test_long_root(void **state)
{
    char root[NIGHT_ROOT + 2];
    struct night_db *db = NULL;

    (void)state;
    memset(root, 'x', sizeof(root));
    for (size_t i = 0; i < sizeof(root); i += 100) {
        root[i] = '/';
    }
    root[NIGHT_ROOT + 1] = '\0';
    CHECK("too long", night_store_open(&db, root, NIGHT_DB_WRITE), NIGHT_EXIT_USAGE);
    root[NIGHT_ROOT] = '\0';
    CHECK("not there", night_store_open(&db, root, NIGHT_DB_WRITE), NIGHT_EXIT_ENVIRONMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rounds),
        cmocka_unit_test(test_long_root),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
