// Tests of vec.h, with Unity and with plain asserts.
#include "unity.h"
#include "vec.h"

static vec_t fixture;

void setUp(void) { vec_init(&fixture); }
void tearDown(void) { vec_free(&fixture); }

void test_push_grows(void)
{
    TEST_ASSERT_EQUAL(VEC_OK, vec_push(&fixture, "a"));
    TEST_ASSERT_EQUAL_INT(1, vec_count(&fixture));
}

TEST(Vec, Sorts)
{
    vec_sort(&fixture, compare_strings, ASCENDING);
}

START_TEST(test_check)
{
    ck_assert_int_eq(vec_count(&fixture), 0);
}
END_TEST

struct test_case { const char *name; void (*run)(void); } cases[] = {
    { "push", test_push_grows },
    { NULL, NULL },
};

int main(int argc, char **argv)
{
    UNITY_BEGIN();
    RUN_TEST(test_push_grows);
    for (struct test_case *c = cases; c->name; c++)
        c->run();
    return UNITY_END();
}
