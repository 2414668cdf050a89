{-# LANGUAGE GADTs #-}
-- |
-- Module      : Shop.Cart
-- License     : BSD3
--
-- Carts and what they cost.
module Shop.Cart
  ( Cart(..)
  , add
  ) where

import Data.List (nub, sort)
import qualified Data.Map as M

-- | A cart.
data Cart a
  = Cart
      { items :: [a] -- ^ what is in it
      , total :: !Int
      }
  | Empty
  deriving (Show, Eq)

newtype Age = Age { unAge :: Int }
  deriving newtype Show

type Name = String

-- | What has a price.
class Show a => Priced a where
  -- | In cents.
  price :: a -> Int
  price _ = 0
  label, note :: a -> Name

instance Priced (Cart a) where
  price Empty = 0
  price c = total c
  label = const "cart"

-- | Adds to a cart.
add :: Int -> Cart Int -> Cart Int
{-# INLINE add #-}
add 0 c = c
-- the empty one
add n Empty = Cart { items = [n], total = n }
add n c
  | n > 0 = go n
  | otherwise = c { total = M.size table }
  where
    go :: Int -> Cart Int
    go k = c { items = k : items c }
    table = M.fromList (zip (sort (items c)) (nub [1 ..]))

(<+>) :: Cart a -> Cart a -> Cart a
x <+> y = merge x $ y

first, second :: Int
first = 1
second = 2

data Shape a where
  Round :: Int -> Shape Int
  Flat :: Shape Bool

type family Elem c where
  Elem (Cart a) = a

pattern One :: a -> Maybe a
pattern One x = Just x

foreign import ccall "math.h sin" c_sin :: Double -> Double

main :: IO ()
main = do
  let shown = show first
  putStrLn shown
  mapM_ print [1, 2]
