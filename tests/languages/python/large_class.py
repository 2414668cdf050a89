"""Ledger of postings: a class too large for one chunk."""
from __future__ import annotations

import logging
from decimal import Decimal

log = logging.getLogger(__name__)


class Ledger(Base):
    """Keeps postings by period.

    The second paragraph is not part of the summary.
    """

    table = "ledger"
    periods: list[Period] = []

    def __init__(self, owner: Owner) -> None:
        self.owner = owner
        self.open = True

    # Closing is final, see the accounting rules.
    @transactional(retries=3)
    def close(self, period: Period) -> Decimal:
        """Closes a period and returns its balance."""
        if not self.open:
            raise LedgerError("closed")
        total = sum(p.amount for p in self.postings(period))
        self._archive(period, total)
        return total

    @property
    def balance(self) -> Decimal:
        return self._balance

    @balance.setter
    def balance(self, value: Decimal) -> None:
        self._balance = value

    currency = "EUR"

    def postings(self, period):
        def inside(posting):
            return posting.period == period

        return filter(inside, self.all)

    def _archive(self, period, total):
        log.info("archived %s %s", period, total)


def main():
    Ledger(Owner()).close(None)


if __name__ == "__main__":
    main()
