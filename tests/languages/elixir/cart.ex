# Carts of the shop.
defmodule Shop.Cart do
  @moduledoc """
  A cart and what it costs.

  More about it.
  """
  use Ecto.Schema, prefix: "shop"
  import Ecto.Query, only: [from: 2]
  alias Shop.{Item, Order}
  alias Shop.Repo, as: R
  require Logger
  @behaviour Shop.Priced

  @limit 10
  @type t :: %__MODULE__{items: [Item.t()]}
  @typep secret :: integer
  @callback run(t) :: :ok

  schema "carts" do
    field :note, :string
    belongs_to :user, Shop.User
  end

  @enforce_keys [:items]
  defstruct [:items, total: 0]

  @doc "Adds items."
  @spec add(t, integer) :: t
  def add(%__MODULE__{} = cart, n) when n > 0 do
    cart |> Map.put(:total, n) |> save()
  end

  # nothing to add
  def add(cart, _), do: cart

  @doc false
  def add(cart), do: add(cart, 1)

  def zero, do: 0
  defp left <~> right, do: merge(left, right)

  defmacro twice(x) do
    quote do: unquote(x) * 2
  end

  defguard is_small(n) when n < @limit
  defdelegate size(cart), to: Enum, as: :count

  defmodule Line do
    def price(%Item{price: p}), do: p
  end

  def each(cart, fun \\ & &1)

  def each(cart, fun) do
    Enum.each(cart.items, &Item.show/1)
    fun.(cart)
    %Order{cart: cart}
  end

  @impl true
  def price(cart), do: Line.price(hd(cart.items))
end

defprotocol Shop.Size do
  @doc "How large it is."
  def size(data)
end

defimpl Shop.Size, for: Shop.Cart do
  def size(cart), do: length(cart.items)
end

defmodule Shop.Error do
  defexception [:message]
end
