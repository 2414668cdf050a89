defmodule Shop.CartTest do
  use ExUnit.Case, async: true

  @tag :slow
  test "starts empty" do
    assert Shop.Cart.new() == []
  end

  describe "add/2" do
    setup do
      {:ok, cart: Shop.Cart.new()}
    end

    # the usual case
    test "adds", %{cart: cart} do
      assert length(Shop.Cart.add(cart, 1)) == 1
    end
  end

  test "to be written"
end
