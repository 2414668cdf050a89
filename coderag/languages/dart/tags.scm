; Dart. A signature and its body are siblings: both captured under one name, they are one definition.

(class_definition name: (identifier) @name) @definition.class
(mixin_declaration . (mixin) . (identifier) @name (class_body) @body) @definition.trait
(extension_declaration name: (identifier) @name) @definition.class
(extension_declaration !name class: (_) @name) @scope.class
(extension_type_declaration name: (identifier) @name) @definition.class
(extension_type_declaration representation: (representation_declaration name: (identifier) @name) @definition.field)
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type
(type_alias . (type_identifier) @name . "=") @definition.type
(type_alias . (type_identifier) @name . (type_parameters) . "=") @definition.type

; Cart.parse(..), Cart(..)
((method_signature [
  (constructor_signature (identifier) @name . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (identifier) @name . (formal_parameter_list))]) @definition.constructor
  . (function_body) @definition.constructor @body)
((method_signature [
  (constructor_signature . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature . (identifier) @name . (formal_parameter_list))]) @definition.constructor
  . (function_body) @definition.constructor @body)
(declaration [
  (constructor_signature (identifier) @name . (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature (identifier) @name . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature (identifier) @name . (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature (identifier) @name . (identifier) @name . (formal_parameter_list))]) @definition.constructor
(declaration [
  (constructor_signature . (identifier) @name . (formal_parameter_list))
  (constant_constructor_signature (const_builtin) . (identifier) @name . (formal_parameter_list))
  (factory_constructor_signature . (identifier) @name . (formal_parameter_list))
  (redirecting_factory_constructor_signature . (identifier) @name . (formal_parameter_list))]) @definition.constructor
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body) @definition.property @body)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body) @definition.property @body)
((method_signature (operator_signature "operator" @name . _+ @name . (formal_parameter_list))) @definition.method . (function_body) @definition.method @body)
((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @definition.method @body)
(declaration (getter_signature name: (identifier) @name)) @definition.property
(declaration (setter_signature name: (identifier) @name)) @definition.property
(declaration (operator_signature "operator" @name . _+ @name . (formal_parameter_list))) @definition.method
(declaration (function_signature name: (identifier) @name)) @definition.method

(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field

((program (function_signature name: (identifier) @name) @definition.function . (function_body) @definition.function @body))
((program (getter_signature name: (identifier) @name) @definition.property . (function_body) @definition.property @body))
((program (setter_signature name: (identifier) @name) @definition.property . (function_body) @definition.property @body))
(program (function_signature name: (identifier) @name) @definition.function)
(local_function_declaration (lambda_expression parameters: (function_signature name: (identifier) @name) body: (_) @body)) @definition.function

(program (const_builtin) @definition.constant . (type_identifier)? . (type_arguments)? .
  (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.constant)
(program (final_builtin) @definition.variable . (type_identifier)? . (type_arguments)? .
  (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.variable)
(program [(inferred_type) (type_identifier)] @definition.variable . (type_arguments)? .
  (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.variable)
(program (static_final_declaration_list (static_final_declaration . (identifier) @name)) @definition.variable)
(program (initialized_identifier_list (initialized_identifier . (identifier) @name)) @definition.variable)

; group('...', () { test('...', () { }); });
((expression_statement (identifier) @_t . (selector (argument_part (arguments . (argument (string_literal) @name)
  (argument (function_expression body: (_) @body)))))) @definition.test
  (#any-of? @_t "group" "test" "testWidgets" "testGoldens" "blocTest"))

(program (annotation) @attached)
(class_body (annotation) @attached)
(enum_body (annotation) @attached)
(extension_body (annotation) @attached)
(comment) @comment
(documentation_comment) @comment
(ERROR) @error

(annotation name: (identifier) @name) @reference.decorator
(annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator

(superclass . (type_identifier) @receiver . (type_identifier) @name) @reference.inherit
(superclass . (type_identifier) @name . (type_identifier)) @reference.none
(superclass . (type_identifier) @name) @reference.inherit
(mixins (type_identifier) @name) @reference.inherit
(interfaces (type_identifier) @name) @reference.inherit
(mixin_declaration (type_identifier) @name) @reference.inherit

(import_specification (configurable_uri (uri (string_literal) @name)) (identifier) @alias) @reference.import
(import_specification (configurable_uri (uri (string_literal) @name))) @reference.import
(library_export (configurable_uri (uri (string_literal) @name))) @reference.export
(part_directive (uri (string_literal) @name)) @reference.import

(new_expression . (type_identifier) @name) @reference.instantiate
(const_object_expression (const_builtin) . (type_identifier) @name) @reference.instantiate
(constructor_invocation . (type_identifier) @name) @reference.instantiate
(redirecting_factory_constructor_signature (type_identifier) @name) @reference.instantiate

; a.b(): an identifier, a selector with a name, a selector with arguments, side by side
([(identifier) (this) (super)] @receiver . (selector [
  (unconditional_assignable_selector (identifier) @name)
  (conditional_assignable_selector (identifier) @name)]) . (selector (argument_part))) @reference.call
((selector [
  (unconditional_assignable_selector (identifier) @name)
  (conditional_assignable_selector (identifier) @name)]) . (selector (argument_part))) @reference.call
((super) @receiver . (unconditional_assignable_selector (identifier) @name) . (selector (argument_part))) @reference.call
((identifier) @name . (selector (argument_part))) @reference.call
(cascade_section (cascade_selector (identifier) @name) (argument_part)) @reference.call

(type_parameter . (type_identifier) @name) @reference.none
((type_identifier) @name @reference.type)
