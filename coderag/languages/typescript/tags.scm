; TypeScript; also used for its dialect with JSX, so nothing here may name a JSX node. Where the shapes are those of
; JavaScript the patterns are the same.

(class_declaration name: (type_identifier) @name) @definition.class
(abstract_class_declaration name: (type_identifier) @name) @definition.class
(interface_declaration name: (type_identifier) @name) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (property_identifier) @name @definition.constant)
(enum_body (enum_assignment name: [(property_identifier) (string)] @name) @definition.constant)
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.module
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(assignment_expression left: (identifier) @name right: (class body: (_) @body)) @definition.class
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (class body: (_) @body)) @definition.class
(export_statement "default" value: (class body: (_) @body)) @definition.class

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
((function_signature name: (identifier) @name) @definition.function (#set! overload "1"))
(export_statement "default" value: (function_expression name: (identifier) @name body: (_) @body)) @definition.function
(export_statement "default" value: (function_expression !name body: (_) @body)) @definition.function
(export_statement "default" value: (arrow_function body: (_) @body)) @definition.function
(export_statement "default" value: (call_expression arguments: (arguments . (arrow_function body: (_) @body)))) @definition.function
(export_statement "default" value: (call_expression arguments: (arguments . (function_expression !name body: (_) @body)))) @definition.function
(export_statement "default" value: (call_expression arguments: (arguments . (function_expression name: (identifier) @name body: (_) @body)))) @definition.function

(lexical_declaration (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)])) @definition.function
; useCallback(() => {}), memo(function () {}): the wrapped function is what the name stands for
(lexical_declaration (variable_declarator name: (identifier) @name value: (call_expression
  arguments: (arguments . [(arrow_function body: (statement_block) @body) (function_expression body: (_) @body)])))) @definition.function

(method_definition "get" name: (_) @name) @definition.property
(method_definition "set" name: (_) @name) @definition.property
(method_definition name: [(property_identifier) (private_property_identifier) (string) (computed_property_name)] @name) @definition.method

(abstract_method_signature name: (_) @name) @definition.method
(method_signature "get" name: (_) @name) @definition.property
((method_signature name: (_) @name) @definition.method (#set! overload "1"))

(public_field_definition name: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.field
(interface_body (property_signature name: (_) @name) @definition.property)
; constructor(private store: Store) declares a field
(method_definition parameters: (formal_parameters (required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name) @definition.field))

; Cart.prototype.add = function () {}, exports.run = () => {}, this.tick = () => {}
(assignment_expression
  left: (member_expression
    object: (member_expression object: (_) @scope property: (property_identifier) @_p)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#eq? @_p "prototype")) @definition.method
(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.method
(assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(assignment_expression
  left: (identifier) @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function

; Functions in object literals
(pair key: [(property_identifier) (string) (computed_property_name) (number)] @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)
  (generator_function body: (_) @body)]) @definition.function

; An object literal bound to a name at top level holds its functions
(program (lexical_declaration (variable_declarator name: (identifier) @name value: [
  (object) @body (as_expression . (object) @body) (satisfies_expression . (object) @body) (satisfies_expression . (as_expression . (object) @body))])) @definition.constant (#set! nests "1"))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @definition.constant (#set! nests "1"))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: [
  (object) @body (as_expression . (object) @body) (satisfies_expression . (object) @body) (satisfies_expression . (as_expression . (object) @body))])) @definition.constant) (#set! nests "1"))

; exports.errors = { missing() {} }, Cart.prototype = { add: function () {} }
((assignment_expression left: (member_expression object: (_) @name property: (property_identifier) @_p) right: (object) @body) @scope.class
  (#eq? @_p "prototype"))
((program (expression_statement (assignment_expression
  left: (member_expression object: (_) @scope property: (property_identifier) @name)
  right: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @definition.constant)) (#set! nests "1"))

(program (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
(program (export_statement declaration: (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
; export const { add, remove } = slice.actions
(program (export_statement declaration: (lexical_declaration (variable_declarator name: [
  (array_pattern (identifier) @name)
  (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])])) @definition.variable))

; describe/context/it/test(name, fn)
(call_expression
  function: [(identifier) @_t (member_expression object: (identifier) @_t property: (property_identifier))
             (call_expression function: (member_expression object: (identifier) @_t))]
  arguments: (arguments . [(string) (template_string)] @name [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)])
  (#any-of? @_t "describe" "context" "suite" "it" "test" "specify" "fdescribe" "fit" "xdescribe" "xit" "bench")) @definition.test

; module-level names inside namespaces, ambient declarations
(statement_block (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
(internal_module body: (statement_block (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)

(class_body (decorator) @attached)
(export_statement declaration: (_) @inner) @extent
(ambient_declaration (_) @inner) @extent
; res.contentType = res.type = function () {}
(assignment_expression right: (assignment_expression) @inner) @extent
(expression_statement [(assignment_expression) (internal_module)] @inner) @extent

; names taken out of arrays and objects at top level; not those of require(), which are imports
((program (lexical_declaration (variable_declarator name: [(array_pattern (identifier) @name) (object_pattern (shorthand_property_identifier_pattern) @name)
  (object_pattern (pair_pattern value: (identifier) @name))]
  value: [(identifier) (member_expression) (array) (object) (call_expression function: (member_expression))])) @definition.variable))
((program (lexical_declaration (variable_declarator name: [(array_pattern (identifier) @name) (object_pattern (shorthand_property_identifier_pattern) @name)
  (object_pattern (pair_pattern value: (identifier) @name))]
  value: (call_expression function: (identifier) @_f))) @definition.variable) (#not-eq? @_f "require"))
((program (variable_declaration (variable_declarator name: [(array_pattern (identifier) @name) (object_pattern (shorthand_property_identifier_pattern) @name)
  (object_pattern (pair_pattern value: (identifier) @name))]
  value: [(identifier) (member_expression) (array) (object) (call_expression function: (member_expression))])) @definition.variable))
((program (variable_declaration (variable_declarator name: [(array_pattern (identifier) @name) (object_pattern (shorthand_property_identifier_pattern) @name)
  (object_pattern (pair_pattern value: (identifier) @name))]
  value: (call_expression function: (identifier) @_f))) @definition.variable) (#not-eq? @_f "require"))
((export_statement declaration: (lexical_declaration (variable_declarator name: [(array_pattern (identifier) @name) (object_pattern (shorthand_property_identifier_pattern) @name)
  (object_pattern (pair_pattern value: (identifier) @name))]
  value: [(identifier) (member_expression) (array) (object) (call_expression function: (member_expression))])) @definition.variable))
((export_statement declaration: (lexical_declaration (variable_declarator name: [(array_pattern (identifier) @name) (object_pattern (shorthand_property_identifier_pattern) @name)
  (object_pattern (pair_pattern value: (identifier) @name))]
  value: (call_expression function: (identifier) @_f))) @definition.variable) (#not-eq? @_f "require"))

; function expressions that have a name: app.use(function onError() {}), return function inner() {}
(arguments (function_expression name: (identifier) @name) @definition.function)
(return_statement (function_expression name: (identifier) @name) @definition.function)

(comment) @comment
(ERROR) @error
; 'use strict' stands above what describes the file
(program . (expression_statement (string)) . (comment) @title)
(program . (comment) . (expression_statement (string)) . (comment) @title)

(decorator (identifier) @name) @reference.decorator
(decorator (call_expression function: (identifier) @name)) @reference.decorator
(decorator (call_expression function: (member_expression object: (_) @receiver property: (property_identifier) @name))) @reference.decorator

(extends_clause value: (identifier) @name) @reference.inherit
(extends_clause value: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.inherit
(extends_clause value: (call_expression function: (identifier) @name)) @reference.inherit
(extends_clause value: (call_expression arguments: (arguments (identifier) @name))) @reference.inherit
(implements_clause (type_identifier) @name) @reference.inherit
(implements_clause (generic_type name: (type_identifier) @name)) @reference.inherit
(extends_type_clause type: (type_identifier) @name) @reference.inherit
(extends_type_clause type: (generic_type name: (type_identifier) @name)) @reference.inherit
(extends_type_clause type: (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @name))) @reference.inherit
(extends_type_clause type: (nested_type_identifier module: (_) @receiver name: (type_identifier) @name)) @reference.inherit

(new_expression constructor: (identifier) @name) @reference.instantiate
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiate

(variable_declarator name: (identifier) @alias value: (call_expression function: (identifier) @name arguments: (arguments . (string (string_fragment) @receiver)))
  (#eq? @name "require")) @reference.import
(call_expression function: (identifier) @name arguments: (arguments . (string (string_fragment) @receiver)) (#eq? @name "require")) @reference.import
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(call_expression function: (super) @name) @reference.call
(call_expression function: (await_expression (identifier) @name)) @reference.call


((import_statement (import_clause (identifier) @name) source: (string (string_fragment) @receiver)) @reference.import (#set! imported "default"))
(import_statement (import_clause (named_imports (import_specifier name: _ @name alias: (identifier) @alias))) source: (string (string_fragment) @receiver)) @reference.import
(import_statement (import_clause (named_imports (import_specifier name: _ @name))) source: (string (string_fragment) @receiver)) @reference.import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string (string_fragment) @name)) @reference.import
(import_statement . source: (string (string_fragment) @name)) @reference.import
(export_statement (export_clause (export_specifier name: _ @name alias: (identifier) @alias)) source: (string (string_fragment) @receiver)) @reference.export
(export_statement (export_clause (export_specifier name: _ @name)) source: (string (string_fragment) @receiver)) @reference.export
(export_statement "*" source: (string (string_fragment) @name)) @reference.export
(export_statement (namespace_export (identifier) @alias) source: (string (string_fragment) @name)) @reference.export
(export_statement (export_clause (export_specifier name: _ @name alias: (identifier) @alias))) @reference.export
(export_statement (export_clause (export_specifier name: _ @name))) @reference.export
(export_statement "default" @alias value: (identifier) @name) @reference.export
(variable_declarator name: (identifier) @alias
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string (string_fragment) @name))))) @reference.import
(call_expression function: (import) arguments: (arguments . (string (string_fragment) @name))) @reference.import
(variable_declarator
  name: (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern key: (property_identifier) @name value: (identifier) @alias)])
  value: [(call_expression function: (identifier) @_r arguments: (arguments . (string (string_fragment) @receiver)))
          (await_expression (call_expression function: (import) @_r arguments: (arguments . (string (string_fragment) @receiver))))]
  (#any-of? @_r "require" "import")) @reference.import
(import_require_clause (identifier) @alias source: (string (string_fragment) @name)) @reference.import
(import_alias . (identifier) @alias . [(identifier) (nested_identifier)] @name) @reference.import

; Every name of a type but those of type parameters, which are declared and not used
(type_parameter name: (type_identifier) @name) @reference.none
(infer_type (type_identifier) @name) @reference.none
(mapped_type_clause name: (type_identifier) @name) @reference.none
(nested_type_identifier module: (_) @receiver name: (type_identifier) @name) @reference.type
(type_query (identifier) @name) @reference.type
((type_identifier) @name @reference.type)
