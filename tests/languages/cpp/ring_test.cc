// Tests of the ring, with GoogleTest and Catch.
#include "ring.hpp"

#include <gtest/gtest.h>

namespace shop::util {
namespace {

class RingTest : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { ring_ = MakeRing(GetParam()); }
  Ring<int> ring_;
};

TEST(RingBasics, StartsEmpty) {
  Ring<int> ring;
  EXPECT_EQ(ring.size(), 0u);
}

TEST_F(RingTest, Adds) {
  ring_.emplace(1);
  ASSERT_TRUE(ring_.full());
}

TEST_P(RingTest, AddsMany) {
  for (int i = 0; i < GetParam(); ++i) ring_.emplace(i);
}

INSTANTIATE_TEST_SUITE_P(Sizes, RingTest, ::testing::Values(1, 2, 3));

MATCHER_P(HasSize, n, "") { return arg.size() == n; }

struct MockStore : Store {
  MOCK_METHOD(int, read, (const std::string& path), (override));
};

}  // namespace
}  // namespace shop::util

TEST_CASE("a ring drops the oldest", "[ring]") {
  shop::util::Ring<int> ring{};
  SECTION("when full") { REQUIRE(ring.full()); }
}

BENCHMARK(BM_Push)->Range(8, 64);
