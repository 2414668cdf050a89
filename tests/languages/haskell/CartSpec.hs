-- Tests of carts.
module Shop.CartSpec (spec) where

import Test.Hspec

spec :: Spec
spec = describe "add" $ do
  it "adds" $ do
    total (add 1 Empty) `shouldBe` 1
  it "keeps zero" $ total (add 0 Empty) `shouldBe` 0

tests :: TestTree
tests = testGroup "cart"
  [ testCase "empty" $ price Empty @?= 0
  , testProperty "monotone" prop_monotone
  ]
