# -*- coding: latin-1 -*-
"""Größen und Maße."""
import argparse

EINHEIT = "µm"


def größe(wert: float) -> str:
    """Gibt die Größe an.

    Mit Einheit.
    """
    return f"{wert} {EINHEIT}"


def main(argv=None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers()
    add = commands.add_parser("add")
    add.set_defaults(run=lambda a: print(größe(a.wert)))
    args = parser.parse_args(argv)
    return args.run(args) or 0


if __name__ == "__main__":
    raise SystemExit(main())
