; JavaScript with JSX. Functions that are values count as functions: arrows and function expressions bound to a name.

(class_declaration name: (identifier) @name) @definition.class
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(assignment_expression left: (identifier) @name right: (class body: (_) @body)) @definition.class
(assignment_expression left: (member_expression property: (property_identifier) @name) right: (class body: (_) @body)) @definition.class
(export_statement "default" value: (class body: (_) @body)) @definition.class

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
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

(field_definition property: (_) @name value: [
  (arrow_function body: (_) @body)
  (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.field

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
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @definition.constant (#set! nests "1"))
(program (variable_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @definition.constant (#set! nests "1"))
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @definition.constant) (#set! nests "1"))

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

(export_statement declaration: (_) @inner) @extent
; res.contentType = res.type = function () {}
(assignment_expression right: (assignment_expression) @inner) @extent
(expression_statement (assignment_expression) @inner) @extent

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

(class_heritage (identifier) @name) @reference.inherit
(class_heritage (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.inherit
(class_heritage (call_expression function: (identifier) @name)) @reference.inherit
(class_heritage (call_expression arguments: (arguments (identifier) @name))) @reference.inherit

(new_expression constructor: (identifier) @name) @reference.instantiate
(new_expression constructor: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiate

(variable_declarator name: (identifier) @alias value: (call_expression function: (identifier) @name arguments: (arguments . (string (string_fragment) @receiver)))
  (#eq? @name "require")) @reference.import
(call_expression function: (identifier) @name arguments: (arguments . (string (string_fragment) @receiver)) (#eq? @name "require")) @reference.import
(call_expression function: (identifier) @name) @reference.call
(call_expression function: (member_expression object: (_) @receiver property: [(property_identifier) (private_property_identifier)] @name)) @reference.call
(call_expression function: (super) @name) @reference.call
(call_expression function: (await_expression (identifier) @name)) @reference.call

(jsx_opening_element name: (identifier) @name) @reference.instantiate
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiate
(jsx_self_closing_element name: (identifier) @name) @reference.instantiate
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiate

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
