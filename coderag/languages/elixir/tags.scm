; Elixir. Everything is a call, so patterns are told apart by the called name. Attributes (@doc, @spec) stand above.

(call target: (identifier) @_k (arguments . [(alias) (dot)] @name)
  (do_block (unary_operator operand: (call target: (identifier) @_m (arguments . [(string) (sigil)] @doc)))) @body
  (#any-of? @_k "defmodule" "defprotocol" "defimpl") (#eq? @_m "moduledoc")) @definition.module
(call target: (identifier) @_k (arguments . [(alias) (dot)] @name) (do_block) @body
  (#any-of? @_k "defmodule" "defprotocol" "defimpl")) @definition.module

; def name(..) [when ..] do, def name(..), do: .., def name do, operators; a clause is a definition of its own
(call target: (identifier) @_k (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (unary_operator operator: _ @name)
    (binary_operator operator: _ @name)]) (do_block) @body
  (#any-of? @_k "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp")
  (#set! clauses "1")) @definition.function
(call target: (identifier) @_k (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
    (unary_operator operator: _ @name)
    (binary_operator operator: _ @name)] (keywords . (pair key: (keyword) @_do) @body))
  (#any-of? @_k "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defn" "defnp") (#match? @_do "^do:")
  (#set! clauses "1")) @definition.function
(call target: (identifier) @_k (arguments . [
    (call target: (identifier) @name)
    (identifier) @name
    (binary_operator left: [(call target: (identifier) @name) (identifier) @name] operator: "when")])
  (#any-of? @_k "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp")
  (#set! clauses "1")) @definition.function

(call target: (identifier) @_k (arguments . [(string) (atom)] @name) (do_block) @body
  (#any-of? @_k "test" "describe" "property" "feature")) @definition.test
(call target: (identifier) @_k (arguments . (string) @name)
  (#eq? @_k "test")) @definition.test

; structs, and the fields of schemas
(call target: (identifier) @name (arguments [(list) (keywords)])
  (#any-of? @name "defstruct" "defexception" "defrecord")) @definition.struct
(call target: (identifier) @_k (arguments [
    (list (atom) @name @definition.field)
    (list (keywords (pair key: (keyword) @name) @definition.field))
    (keywords (pair key: (keyword) @name) @definition.field)])
  (#any-of? @_k "defstruct" "defexception"))
(call target: (identifier) @_k (arguments . (atom) @name)
  (#any-of? @_k "field" "belongs_to" "has_many" "has_one" "many_to_many" "embeds_one" "embeds_many")) @definition.field

(unary_operator operand: (call target: (identifier) @_k (arguments . (binary_operator left: [
    (call target: (identifier) @name) (identifier) @name] operator: "::")))
  (#any-of? @_k "type" "typep" "opaque")) @definition.type
(unary_operator operand: (call target: (identifier) @_k (arguments . (binary_operator left: [
    (call target: (identifier) @name) (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "::")] operator: ["::" "when"])))
  (#any-of? @_k "callback" "macrocallback")) @definition.function
((unary_operator operand: (call target: (identifier) @_k (arguments . [(string) (sigil) (boolean)]))) @comment
  (#any-of? @_k "doc" "typedoc") (#set! opens "1"))
((unary_operator operand: (call target: (identifier) @_k)) @attached
  (#any-of? @_k "spec" "impl" "deprecated" "since" "derive" "enforce_keys" "dialyzer" "tag" "describetag" "decorate"
    "optional_callbacks"))
(call target: (identifier) @_k (do_block (unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))) @definition.constant)
  (#eq? @_k "defmodule"))

(comment) @comment
(ERROR) @error

; what an attribute or a spec names is no call
(unary_operator operator: "@" operand: (call target: (identifier) @name)) @reference.attribute
(unary_operator operator: "@" operand: (call target: (identifier) (arguments (binary_operator left: (call target: (identifier) @name))))) @reference.attribute
(unary_operator operator: "@" operand: (call target: (identifier) (arguments (binary_operator left: (binary_operator left: (call target: (identifier) @name)))))) @reference.attribute

(call target: (identifier) @_k (arguments . (alias) @name (keywords (pair key: (keyword) @_as value: (alias) @alias)))
  (#any-of? @_k "alias" "require") (#any-of? @_as "as:" "as: ")) @reference.import
(call target: (identifier) @_k (arguments . (dot left: (identifier) @receiver right: (alias) @name)
  (keywords (pair key: (keyword) @_as value: (alias) @alias)))
  (#any-of? @_k "alias" "require") (#any-of? @_as "as:" "as: ")) @reference.import
(call target: (identifier) @_k (arguments . (alias) @name) (#any-of? @_k "import" "alias" "require" "use")) @reference.import
(call target: (identifier) @_k (arguments . (dot left: (alias) @receiver right: (tuple (alias) @name)))
  (#any-of? @_k "import" "alias" "require" "use")) @reference.import
(call target: (identifier) @_k (arguments . (dot left: (identifier) @receiver right: (alias) @name))
  (#any-of? @_k "import" "alias" "require" "use")) @reference.import
(unary_operator operand: (call target: (identifier) @_k (arguments . (alias) @name)) (#eq? @_k "behaviour")) @reference.inherit
(unary_operator operand: (call target: (identifier) @_k (arguments . (alias) @name)) (#eq? @_k "impl")) @reference.inherit

(struct (alias) @name) @reference.instantiate
; conn.assigns without parentheses reads a key
(call target: (dot left: (_) @receiver right: (identifier) @name) (arguments)) @reference.call
(call target: (dot left: (alias) @receiver right: (identifier) @name)) @reference.call
(call target: (identifier) @name) @reference.call
(binary_operator operator: "|>" right: (identifier) @name) @reference.call
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @name operator: "/")) @reference.call
