; Swift. One node type serves class, struct, enum, actor and extension; the keyword tells. Attributes stand inside the
; definition's node; refine keeps them out of the signature.

(class_declaration declaration_kind: "extension" name: (_) @name body: (_)) @scope.impl
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(protocol_declaration name: (type_identifier) @name) @definition.interface
(enum_entry name: (simple_identifier) @name) @definition.constant
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type

; the name follows the keyword; the return type is called "name" too
(function_declaration "func" . name: _ @name) @definition.function
(protocol_function_declaration "func" . name: _ @name) @definition.method
(init_declaration name: _ @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.method
(macro_declaration (simple_identifier) @name) @definition.macro
(operator_declaration (custom_operator) @name) @definition.type
(precedence_group_declaration . (simple_identifier) @name) @definition.type

; properties outside functions
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @definition.property)
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(source_file (property_declaration name: (pattern (pattern (simple_identifier) @name))) @definition.property)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @definition.property)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) (willset_didset_block) @body) @definition.property)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @definition.property)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property

; Quick and the like: describe("...") { }
(call_expression . (simple_identifier) @_t
  (call_suffix (value_arguments . (value_argument value: (line_string_literal text: (line_str_text) @name))) (lambda_literal) @body)
  (#any-of? @_t "describe" "context" "it" "xit" "fit" "xdescribe" "fdescribe")) @definition.test

(comment) @comment
(multiline_comment) @comment
(ERROR) @error

(attribute (user_type (type_identifier) @name .)) @reference.decorator

; the conformance of an extension names the type in front
(class_declaration declaration_kind: "extension" name: (_) @receiver
  (inheritance_specifier inherits_from: (user_type (type_identifier) @name . (type_arguments)? .))) @reference.inherit
(inheritance_specifier inherits_from: (user_type (type_identifier) @receiver . (type_identifier) @name . (type_arguments)? .)) @reference.inherit
(inheritance_specifier inherits_from: (user_type . (type_identifier) @name . (type_arguments)? .)) @reference.inherit

(call_expression . (simple_identifier) @name (call_suffix (value_arguments "["))) @reference.subscript
(call_expression . (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @name)) (call_suffix (value_arguments "["))) @reference.subscript
(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression target: (_) @receiver suffix: (navigation_suffix suffix: (simple_identifier) @name))) @reference.call
(call_expression . (prefix_expression operation: "." target: (simple_identifier) @name)) @reference.call
(macro_invocation . (simple_identifier) @name) @reference.call

(import_declaration (identifier) @name) @reference.import

(user_type (type_identifier) @receiver . (type_identifier) @name) @reference.type
(user_type . (type_identifier) @name) @reference.type
