# Nothing in here defines anything: calls that look like definitions, and data.
import Config

config :shop, Shop.Repo,
  def: "def add(x), do: x",
  test: ~s(defmodule No do end)

if config_env() == :test do
  config :logger, level: :warning
end

value = fn def -> def end
Enum.map([1], fn x -> x.field end)
"defmodule Text do"
