; Kotlin. The grammar names no fields: bodies are captured by their types. Annotations stand inside the definition's
; node; refine keeps them out of the signature.

; the node takes in the comment below it, so its two tokens are the definition
(package_header "package" @definition.module (identifier) @name @definition.module)

(class_declaration "interface" (type_identifier) @name (class_body) @body) @definition.interface
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name (class_body) @body) @definition.class
; class CartSpec : FunSpec({ ... })
(class_declaration (type_identifier) @name (delegation_specifier (constructor_invocation (value_arguments (value_argument (lambda_literal) @body)))) .) @definition.class
(class_declaration (type_identifier) @name) @definition.class
; after several annotations the grammar may take a class for calls: (public actual) class (X { ... })
(infix_expression (_) . (simple_identifier) @_k . (simple_identifier) @name (#eq? @_k "class")) @definition.class
(infix_expression (_) . (simple_identifier) @_k . (call_expression . (simple_identifier) @name (call_suffix (annotated_lambda (lambda_literal) @body))) (#eq? @_k "class")) @definition.class
(object_declaration (type_identifier) @name (class_body) @body) @definition.object
(object_declaration (type_identifier) @name) @definition.object
(companion_object (type_identifier) @name (class_body) @body) @definition.object
(companion_object (type_identifier) @name) @definition.object
(companion_object "companion" @name (class_body) @body) @definition.object
(companion_object "companion" @name) @definition.object
(type_alias (type_identifier) @name) @definition.type

((enum_entry (simple_identifier) @name (class_body) @body) @definition.constant (#set! nests "1"))
(enum_entry (simple_identifier) @name) @definition.constant
(primary_constructor (class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.property)
(secondary_constructor "constructor" @name "{" @body) @definition.constructor
(secondary_constructor "constructor" @name) @definition.constructor

; the name is the child right before the parameters
(function_declaration receiver: (_) @scope (simple_identifier) @name (function_value_parameters) (function_body) @body) @definition.function
(function_declaration receiver: (_) @scope (simple_identifier) @name (function_value_parameters)) @definition.function
(function_declaration (simple_identifier) @name (function_value_parameters) (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name (function_value_parameters)) @definition.function

; A property outside functions. Accessors on lines of their own are siblings of the declaration.
(source_file (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name)) @definition.property . (getter) @definition.property @body . (setter) @definition.property)
(source_file (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name)) @definition.property . (getter) @definition.property @body)
(source_file (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name) (getter) @body) @definition.property)
(source_file (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . (getter) @definition.property @body . (setter) @definition.property)
(source_file (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . [(getter) (setter)] @definition.property @body)
(source_file (property_declaration (variable_declaration . (simple_identifier) @name) [(getter) (setter)] @body) @definition.property)
(source_file (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (multi_variable_declaration (variable_declaration . (simple_identifier) @name))) @definition.property)

(class_body (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name)) @definition.property . (getter) @definition.property @body)
(class_body (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name) (getter) @body) @definition.property)
(class_body (property_declaration receiver: (_) @scope (variable_declaration . (simple_identifier) @name)) @definition.property)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . (getter) @definition.property @body . (setter) @definition.property)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property . [(getter) (setter)] @definition.property @body)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name) [(getter) (setter)] @body) @definition.property)
(class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property)
(enum_class_body (property_declaration (variable_declaration . (simple_identifier) @name) [(getter) (setter)] @body) @definition.property)
(enum_class_body (property_declaration (variable_declaration . (simple_identifier) @name)) @definition.property)

; Kotest and the like: test("...") { }
(call_expression . (simple_identifier) @_t
  (call_suffix (value_arguments . (value_argument (string_literal (string_content) @name))) (annotated_lambda) @body)
  (#any-of? @_t "describe" "context" "it" "test" "should" "feature" "scenario" "given" "xit" "xtest" "xdescribe")) @definition.test

(prefix_expression (annotation) [(prefix_expression) (infix_expression)] @inner) @extent

(line_comment) @comment
(multiline_comment) @comment
(ERROR) @error

(file_annotation (user_type (type_identifier) @name .)) @reference.decorator
(file_annotation (constructor_invocation (user_type (type_identifier) @name .))) @reference.decorator
(annotation (user_type (type_identifier) @name .)) @reference.decorator
(annotation (constructor_invocation (user_type (type_identifier) @name .))) @reference.decorator

(delegation_specifier (user_type (type_identifier)? @receiver . (type_identifier) @name . (type_arguments)? .)) @reference.inherit
(delegation_specifier (user_type . (type_identifier) @name)) @reference.inherit
(delegation_specifier (constructor_invocation (user_type (type_identifier)? @receiver . (type_identifier) @name . (type_arguments)? .))) @reference.inherit
(delegation_specifier (constructor_invocation (user_type . (type_identifier) @name))) @reference.inherit
(delegation_specifier (explicit_delegation (user_type . (type_identifier) @name))) @reference.inherit

(call_expression . (simple_identifier) @name) @reference.call
(call_expression . (navigation_expression . (_) @receiver (navigation_suffix (simple_identifier) @name))) @reference.call
(infix_expression . (_) @receiver . (simple_identifier) @name) @reference.call
(callable_reference (type_identifier) @receiver (simple_identifier) @name) @reference.call
(callable_reference (simple_identifier) @name) @reference.call
(constructor_delegation_call ["this" "super"] @name) @reference.call

(import_header (identifier) @name (wildcard_import)) @reference.import-all
(import_header (identifier) @name (import_alias (type_identifier) @alias)) @reference.import
(import_header (identifier) @name) @reference.import

(user_type (type_identifier) @receiver . (type_identifier) @name) @reference.type
(user_type . (type_identifier) @name) @reference.type
