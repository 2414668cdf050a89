# SPDX-License-Identifier: MIT
"""HTTP handlers of the shop."""
from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Annotated

from .store import Store
from ..web import Blueprint, abort

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .models import Cart, Order

log = logging.getLogger(__name__)
bp = Blueprint("shop", __name__, url_prefix="/shop")
PAGE_SIZE: int = 50


def current_store() -> Store:
    return Store.from_env()


@bp.get("/carts/<int:cart_id>")
@requires("read")
async def show_cart(cart_id: int, store: Annotated[Store, Depends(current_store)]) -> Cart | None:
    """Show one cart.

    Answers 404 if there is none.
    """
    cart = await store.carts.find(cart_id)
    if cart is None:
        abort(404)
    return cart


@bp.post("/orders")
def create_order(payload: dict[str, list[Order]], *, notify: bool = True) -> tuple[Order, int]:
    order = Order(**payload)
    try:
        order.save()
    except (Store.Full, ValueError) as error:
        log.warning("not saved: %s", error)
        raise abort(507) from error

    def later():
        mail.send(order.owner, lambda: render("order.txt"))

    if notify:
        later()
    return order, 201


def pages(query: "Query[Cart]") -> Iterator[list[Cart]]:
    while rows := query.take(PAGE_SIZE):
        yield [Cart.of(row) for row in rows]


@bp.errorhandler(404)
def missing(error): return {"error": str(error)}, 404
