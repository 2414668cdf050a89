"""Texts to vectors: the bundled model, its tokens, and the 8-bit codes vectors are kept as."""
