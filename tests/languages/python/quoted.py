"""Annotations in quotes."""


def load(path: "Path", many: "list[Store]" = None) -> "Ledger":
    item: "Item" = None
    return item


class Node:
    parent: "Node | None" = None
    label: str = "Not a type"
