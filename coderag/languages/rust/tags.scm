; Rust. An impl block gives its type's name to what is inside. The trait of `impl Trait for Type` is an inherit
; reference whose receiver is the type, since the block itself is no symbol.

(struct_item name: (type_identifier) @name body: (field_declaration_list)) @definition.struct
((struct_item name: (type_identifier) @name body: (ordered_field_declaration_list) ";" @body) @definition.struct (#set! body "none"))
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(trait_item name: (type_identifier) @name) @definition.trait
(impl_item type: (_) @name) @scope.impl

(struct_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
(union_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
((enum_variant name: (identifier) @name body: (ordered_field_declaration_list ")" @body)) @definition.constant (#set! body "none"))
((enum_variant name: (identifier) @name body: (field_declaration_list "}" @body)) @definition.constant (#set! body "none"))
(enum_variant name: (identifier) @name) @definition.constant
(enum_variant name: (identifier) @scope body: (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))

; Functions marked as tests, other attributes allowed between
((attribute_item (attribute [(identifier) @_a (scoped_identifier name: (identifier) @_a)])) . (attribute_item)* .
  (function_item name: (identifier) @name) @definition.test
  (#any-of? @_a "test" "bench" "rstest" "test_case" "quickcheck" "proptest" "wasm_bindgen_test"))
; rgtest!(name, |dir| ..): a macro whose name says test
((source_file (expression_statement (macro_invocation macro: (identifier) @_m
  (token_tree . (identifier) @name . ",") @body) @definition.test))
  (#match? @_m "test"))
(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @definition.function

(source_file (const_item name: (identifier) @name) @definition.constant)
(source_file (static_item name: (identifier) @name) @definition.variable)
(source_file (type_item name: (type_identifier) @name) @definition.type)
(declaration_list (const_item name: (identifier) @name) @definition.constant)
(declaration_list (static_item name: (identifier) @name) @definition.variable)
(declaration_list (type_item name: (type_identifier) @name) @definition.type)
(associated_type name: (type_identifier) @name) @definition.type

; lazy_static! { static ref NAME: .. }, thread_local! { static NAME: .. }
(source_file (macro_invocation (token_tree "static" . (identifier) @name @definition.constant . ":")))
(source_file (macro_invocation (token_tree "static" . (identifier) . (identifier) @name @definition.constant . ":")))

(macro_definition name: (identifier) @name ["{" "(" "["] @body) @definition.macro

(mod_item name: (identifier) @name body: (declaration_list . (line_comment inner: (_))+ @doc)) @definition.module
(mod_item name: (identifier) @name body: (declaration_list)) @definition.module

(attribute_item) @attached
(source_file (line_comment inner: (_)) @title)
(source_file (block_comment inner: (_)) @title)
(line_comment !inner) @comment
(block_comment !inner) @comment
(ERROR) @error

; Words that are no uses: dropped by the hook
(type_parameter name: (_) @name) @reference.none
(token_tree "fn" . (identifier) @name) @reference.none

(attribute arguments: (token_tree (identifier) @name . "::")) @reference.none
(attribute (identifier) @receiver arguments: (token_tree (identifier) @_m . "::" . (identifier) @name) (#eq? @receiver "derive")) @reference.decorator
(attribute (identifier) @receiver arguments: (token_tree (identifier) @name) (#eq? @receiver "derive")) @reference.decorator
(attribute_item (attribute (identifier) @name)) @reference.decorator
(attribute_item (attribute (scoped_identifier path: (_) @receiver name: (identifier) @name))) @reference.decorator
(attribute arguments: (token_tree (identifier) @name . (token_tree))) @reference.none
(attribute arguments: (token_tree (token_tree (identifier) @name . (token_tree)))) @reference.none
(attribute arguments: (token_tree (token_tree (token_tree (identifier) @name . (token_tree))))) @reference.none

(impl_item trait: (type_identifier) @name type: (_) @receiver) @reference.inherit
(impl_item trait: (scoped_type_identifier name: (type_identifier) @name) type: (_) @receiver) @reference.inherit
(impl_item trait: (generic_type type: (type_identifier) @name) type: (_) @receiver) @reference.inherit
(impl_item trait: (generic_type type: (scoped_type_identifier name: (type_identifier) @name)) type: (_) @receiver) @reference.inherit
(trait_item bounds: (trait_bounds (type_identifier) @name)) @reference.inherit
(trait_item bounds: (trait_bounds (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name))) @reference.inherit
(trait_item bounds: (trait_bounds (generic_type type: (type_identifier) @name))) @reference.inherit

; use a::b, groups to three levels, globs as the module; `pub use` hands on
(use_declaration argument: [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)]) @reference.import
((use_declaration argument: (use_list [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)
  (self) @name
  (use_as_clause path: (self) @name alias: (identifier) @alias)])) @reference.import (#set! join "::"))
((use_declaration argument: (scoped_use_list path: (_) @receiver list: (use_list [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)
  (self) @name
  (use_as_clause path: (self) @name alias: (identifier) @alias)]))) @reference.import (#set! join "::"))
((use_declaration argument: (use_list (scoped_use_list path: (_) @receiver list: (use_list [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)
  (self) @name
  (use_as_clause path: (self) @name alias: (identifier) @alias)])))) @reference.import (#set! join "::"))
((use_declaration argument: (scoped_use_list path: (_) @receiver list: (use_list (scoped_use_list path: (_) @receiver list: (use_list [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)
  (self) @name
  (use_as_clause path: (self) @name alias: (identifier) @alias)]))))) @reference.import (#set! join "::"))
((use_declaration argument: (use_list (scoped_use_list path: (_) @receiver list: (use_list (scoped_use_list path: (_) @receiver list: (use_list [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)
  (self) @name
  (use_as_clause path: (self) @name alias: (identifier) @alias)])))))) @reference.import (#set! join "::"))
((use_declaration argument: (scoped_use_list path: (_) @receiver list: (use_list (scoped_use_list path: (_) @receiver list: (use_list (scoped_use_list path: (_) @receiver list: (use_list [
  (identifier) @name
  (scoped_identifier path: (_) @receiver name: (identifier) @name)
  (use_as_clause path: (identifier) @name alias: (identifier) @alias)
  (use_as_clause path: (scoped_identifier path: (_) @receiver name: (identifier) @name) alias: (identifier) @alias)
  (use_wildcard (_) @name)
  (self) @name
  (use_as_clause path: (self) @name alias: (identifier) @alias)]))))))) @reference.import (#set! join "::"))
(extern_crate_declaration name: (identifier) @name alias: (identifier) @alias) @reference.import
(extern_crate_declaration name: (identifier) @name) @reference.import
[(use_declaration (visibility_modifier)) (extern_crate_declaration (visibility_modifier))] @exports
(mod_item name: (identifier) @name !body) @reference.import

; Type { .. }, Type::new(..)
(struct_expression name: (type_identifier) @name) @reference.instantiate
(struct_expression name: (scoped_type_identifier path: (_) @receiver name: (type_identifier) @name)) @reference.instantiate
(struct_expression name: (generic_type_with_turbofish type: (type_identifier) @name)) @reference.instantiate
(call_expression
  function: (scoped_identifier
    path: [
      (identifier) @name
      (scoped_identifier path: (_) @receiver name: (identifier) @name)
      (generic_type type: (type_identifier) @name)]
    name: (identifier) @_n)
  (#any-of? @_n "new" "default")) @reference.instantiate

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (scoped_identifier path: (_) @receiver name: (identifier) @name))) @reference.call
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (field_identifier) @name))) @reference.call
(macro_invocation macro: (identifier) @name) @reference.call
(macro_invocation macro: (scoped_identifier path: (_) @receiver name: (identifier) @name)) @reference.call

; Calls among the tokens of a macro: assert_eq!(cart.total(), 3)
(token_tree [(identifier) (self)] @receiver . ["." "::"] . (identifier) @name . (token_tree . "(")) @reference.call
(token_tree (identifier) @name . (token_tree . "(")) @reference.call

(scoped_type_identifier path: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
