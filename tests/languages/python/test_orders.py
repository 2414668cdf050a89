"""Orders, end to end."""
import unittest
from unittest import mock

import pytest

from shop import orders

CASES = [("1x", 1), ("2x", 2)]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    yield orders.Store(tmp_path_factory.mktemp("db"))


@pytest.mark.parametrize(("text", "count"), CASES)
def test_parse(text, count):
    assert orders.Line.parse(text).count == count


async def test_async(store):
    assert await store.load() == []


class TestTotals:
    rate = 0.2

    @pytest.fixture(autouse=True)
    def _order(self, store):
        self.order = orders.Order(store)

    def test_sum(self):
        assert self.order.total() == 0

    @mock.patch("shop.orders.mail")
    @pytest.mark.slow
    def test_mail(self, mail):
        self.order.pay()
        mail.send.assert_called_once_with(self.order)


class LegacyCase(unittest.TestCase):
    def setUp(self):
        self.store = orders.Store(":memory:")

    def test_empty(self):
        self.assertEqual(self.store.load(), [])
