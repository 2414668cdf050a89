"""The content-addressed store: artifacts and vectors by content key."""
