; Scala. Annotations stand inside the definition's node; refine keeps them out of the signature.

(package_clause name: (_) @name) @definition.module
(package_object name: (_) @name) @definition.object

(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.object
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(enum_case_definitions (simple_enum_case name: (identifier) @name)) @definition.constant
(enum_case_definitions (full_enum_case name: (identifier) @name)) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type

; parameters that are fields: val and var, and all of a case class but those found by the compiler
(class_parameter ["val" "var"] name: (identifier) @name) @definition.property
(class_parameters ["implicit" "using"] (class_parameter name: (identifier) @name) @definition.parameter)
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.property))

(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function

(given_definition name: (_) @name body: (with_template_body)) @definition.object
(given_definition !name return_type: (_) @name body: (with_template_body)) @definition.object
(given_definition name: (_) @name) @definition.property
(given_definition !name return_type: (_) @name) @definition.property
(extension_definition "extension" . (parameters . (parameter type: (_) @name))) @scope.impl
(extension_definition (type_parameters) . (parameters . (parameter type: (_) @name))) @scope.impl

; values outside functions; those that hold an object with a body of its own are chunks like it
(template_body (val_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(template_body (val_definition pattern: (identifier) @name) @definition.property)
(template_body (val_definition pattern: [(identifiers (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.property)
(template_body (var_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(template_body (var_definition pattern: (identifier) @name) @definition.property)
(with_template_body (val_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(with_template_body (val_definition pattern: (identifier) @name) @definition.property)
(with_template_body (val_definition pattern: [(identifiers (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.property)
(with_template_body (var_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(with_template_body (var_definition pattern: (identifier) @name) @definition.property)
(enum_body (val_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(enum_body (val_definition pattern: (identifier) @name) @definition.property)
(enum_body (val_definition pattern: [(identifiers (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.property)
(enum_body (var_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(enum_body (var_definition pattern: (identifier) @name) @definition.property)
(compilation_unit (val_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.property)
(compilation_unit (val_definition pattern: [(identifiers (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.property)
(compilation_unit (var_definition pattern: (identifier) @name value: (instance_expression (template_body) @body)) @definition.property)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.property)
(val_declaration name: (identifier) @name) @definition.property
(var_declaration name: (identifier) @name) @definition.property

; test("...") { } of munit and ScalaTest, "a cart" should { "add" in { } }, property("...") = forAll { }
(call_expression
  function: (call_expression function: (identifier) @_t arguments: (arguments . (string) @name))
  arguments: [(block) (indented_block)] @body
  (#any-of? @_t "test" "it" "describe" "property" "feature" "scenario")) @definition.test
(infix_expression left: [(string) (infix_expression right: (string))] @name operator: (identifier) @_i right: (block) @body
  (#any-of? @_i "in" "should" "when" "must" "can" "ignore")) @definition.test
(assignment_expression left: (call_expression function: (identifier) @_p arguments: (arguments . (string) @name)) right: (_) @body
  (#eq? @_p "property")) @definition.test

(comment) @comment
(block_comment) @comment
(ERROR) @error

(annotation name: (type_identifier) @name) @reference.decorator
(annotation name: (stable_type_identifier (_) @receiver . (type_identifier) @name)) @reference.decorator

(extends_clause (type_identifier) @name) @reference.inherit
(extends_clause (generic_type type: (type_identifier) @name)) @reference.inherit
(extends_clause (stable_type_identifier (_) @receiver . (type_identifier) @name)) @reference.inherit
(extends_clause (generic_type type: (stable_type_identifier (_) @receiver . (type_identifier) @name))) @reference.inherit
(extends_clause (compound_type [(type_identifier) @name (generic_type type: (type_identifier) @name)])) @reference.inherit
(derives_clause (type_identifier) @name) @reference.inherit

(instance_expression [(type_identifier) @name (generic_type type: (type_identifier) @name)]) @reference.instantiate
(instance_expression (compound_type base: [(type_identifier) @name (generic_type type: (type_identifier) @name)])) @reference.instantiate
(instance_expression (compound_type extra: [(type_identifier) @name (generic_type type: (type_identifier) @name)])) @reference.inherit
(instance_expression [
  (stable_type_identifier (_) @receiver . (type_identifier) @name)
  (generic_type type: (stable_type_identifier (_) @receiver . (type_identifier) @name))]) @reference.instantiate

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression value: (_) @receiver field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (field_expression value: (_) @receiver field: (identifier) @name))) @reference.call
(generic_function function: (field_expression value: (_) @receiver field: (identifier) @name)) @reference.call
(infix_expression left: (_) @receiver operator: (identifier) @name) @reference.call
(field_expression value: (_) @receiver field: (identifier) @name) @reference.select

; the path of an import: its ends are captured, the text between them counts; `hidden => _` is none
(import_declaration . (identifier) @receiver (identifier) @receiver . (namespace_selectors [
  (identifier) @name (arrow_renamed_identifier name: (identifier) @name alias: (identifier) @alias) (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)])) @reference.import
(import_declaration . (identifier) @receiver . (namespace_selectors [
  (identifier) @name (arrow_renamed_identifier name: (identifier) @name alias: (identifier) @alias) (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)])) @reference.import
(import_declaration . (identifier) @receiver (identifier) @receiver . (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)) @reference.import
(import_declaration . (identifier) @receiver . (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)) @reference.import
(import_declaration . (identifier) @receiver (identifier) @receiver . (identifier) @name . (namespace_wildcard)) @reference.wildcard
(import_declaration . (identifier) @receiver . (identifier) @name . (namespace_wildcard)) @reference.wildcard
(import_declaration . (identifier) @name . (namespace_wildcard)) @reference.wildcard
(import_declaration . (identifier) @receiver (identifier) @receiver . (identifier) @name . (namespace_selectors . (namespace_wildcard))) @reference.wildcard
(import_declaration . (identifier) @receiver . (identifier) @name . (namespace_selectors . (namespace_wildcard))) @reference.wildcard
(import_declaration . (identifier) @receiver (identifier) @receiver . (identifier) @name .) @reference.import
(import_declaration . (identifier) @receiver . (identifier) @name .) @reference.import
(import_declaration . (identifier) @name .) @reference.import

(stable_type_identifier (_) @receiver . (type_identifier) @name) @reference.type
((type_identifier) @name @reference.type)
