Literate Haskell: this prose is no code, and > here is not at the start.

> double :: Int -> Int
> double x = x + x

More prose about double x = x.
