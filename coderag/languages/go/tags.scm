; Go. Constants, variables, types and functions count at package level; a closure counts where a name is bound to it.

; In a group the spec is the definition, else the whole declaration
(source_file (type_declaration "(" (type_spec name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @body)) @definition.struct))
(source_file (type_declaration "(" (type_spec name: (type_identifier) @name
  type: (interface_type "{" @body)) @definition.interface))
(source_file (type_declaration "(" [(type_spec name: (type_identifier) @name) (type_alias name: (type_identifier) @name)] @definition.type))
(source_file (type_declaration (type_spec name: (type_identifier) @name
  type: (struct_type (field_declaration_list) @body))) @definition.struct)
(source_file (type_declaration (type_spec name: (type_identifier) @name
  type: (interface_type "{" @body))) @definition.interface)
(source_file (type_declaration [(type_spec name: (type_identifier) @name) (type_alias name: (type_identifier) @name)]) @definition.type)

; Fields of package-level types only, not of the anonymous structs of test tables
(source_file (type_declaration (type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name
    type: [(struct_type) (pointer_type (struct_type)) (slice_type element: (struct_type)) (map_type value: (struct_type))]) @definition.field))))
  (#set! nests "1"))
(source_file (type_declaration (type_spec type: (struct_type (field_declaration_list
  (field_declaration name: (field_identifier) @name) @definition.field)))))
(source_file (type_declaration (type_spec type: (struct_type (field_declaration_list (field_declaration
  type: [
    (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field))
    (pointer_type (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field)))
    (slice_type element: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field)))
    (map_type value: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @definition.field)))
  ]))))))
(source_file (type_declaration (type_spec type: (interface_type (method_elem name: (field_identifier) @name) @definition.method))))

(function_declaration name: (identifier) @name) @definition.function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @scope))
  name: (field_identifier) @name) @definition.method

(source_file (var_declaration (var_spec name: (identifier) @name
  value: (expression_list . (func_literal body: (block) @body) .))) @definition.function)
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name
  value: (expression_list . (func_literal body: (block) @body) .)) @definition.function)))
(source_file (const_declaration "(" (const_spec name: (identifier) @name) @definition.constant))
(source_file (const_declaration (const_spec name: (identifier) @name)) @definition.constant)
(source_file (var_declaration (var_spec name: (identifier) @name)) @definition.variable)
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))

(short_var_declaration
  left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal body: (block) @body) .)) @definition.function

; t.Run("case", func...) and the blocks of describe-style suites; which names count is for the hook
(call_expression
  function: [(selector_expression field: (field_identifier) @_f) (identifier) @_f]
  arguments: (argument_list . (interpreted_string_literal (interpreted_string_literal_content) @name) (func_literal body: (block) @body) .)
  (#any-of? @_f "Run" "Describe" "Context" "When" "It" "Specify" "DescribeTable" "FDescribe" "PDescribe" "FIt" "PIt")) @definition.test

(comment) @comment
(ERROR) @error

; A local type is neither a symbol nor a use
(type_spec name: (type_identifier) @name) @reference.none
(type_alias name: (type_identifier) @name) @reference.none

; Embedded structs and interfaces
(field_declaration !name type: (type_identifier) @name) @reference.inherit
(field_declaration !name type: (qualified_type package: (_) @receiver name: (type_identifier) @name)) @reference.inherit
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @reference.inherit
(field_declaration !name type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @name))) @reference.inherit
(interface_type (type_elem . (type_identifier) @name .)) @reference.inherit
(interface_type (type_elem . (qualified_type package: (_) @receiver name: (type_identifier) @name) .)) @reference.inherit
(interface_type (type_elem . (generic_type type: (type_identifier) @name) .)) @reference.inherit

(composite_literal type: (type_identifier) @name) @reference.instantiate
(composite_literal type: (qualified_type package: (_) @receiver name: (type_identifier) @name)) @reference.instantiate
(composite_literal type: (generic_type type: (type_identifier) @name)) @reference.instantiate
(composite_literal type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @name))) @reference.instantiate
; new(T)
(call_expression function: (identifier) arguments: (argument_list . (type_identifier) @name)) @reference.instantiate

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (index_expression operand: (identifier) @name)) @reference.call
(call_expression function: (index_expression operand: (selector_expression operand: (_) @receiver field: (field_identifier) @name))) @reference.call
; f[T](x) reads like a conversion to the grammar
(type_conversion_expression type: (generic_type type: (type_identifier) @name)) @reference.call
(type_conversion_expression type: (generic_type type: (qualified_type package: (_) @receiver name: (type_identifier) @name))) @reference.call

(import_spec !name path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @reference.import
(import_spec name: (package_identifier) @alias path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @reference.import
(import_spec name: [(dot) (blank_identifier)] path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @reference.import

; var _ Doer = (*App)(nil): App is meant to implement Doer
((var_spec name: (identifier) @_n type: [(type_identifier) @name (qualified_type name: (type_identifier) @name)] value: (expression_list [
  (call_expression function: (parenthesized_expression (unary_expression operand: (identifier) @receiver)))
  (composite_literal type: (type_identifier) @receiver)
  (unary_expression operand: (composite_literal type: (type_identifier) @receiver))])) @reference.inherit (#eq? @_n "_"))
(qualified_type package: (_) @receiver name: (type_identifier) @name) @reference.type
(type_identifier) @name @reference.type
