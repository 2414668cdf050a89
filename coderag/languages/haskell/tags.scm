; Haskell. A signature and the clauses below it are one definition. Instances give their type's name to the methods.

(haskell . (haddock) @title)
(header module: (module) @name (#set! rest "1")) @definition.module

(data_type name: [(name) (prefix_id)] @name) @definition.struct
(data_family name: (name) @name) @definition.type
(newtype name: [(name) (prefix_id)] @name) @definition.struct
(type_synomym name: [(name) (prefix_id)] @name) @definition.type
(type_family name: [(name) (prefix_id)] @name) @definition.type
(kind_signature name: (name) @name) @definition.type
(class name: [(name) (prefix_id)] @name declarations: (_) @body) @definition.class
(class name: [(name) (prefix_id)] @name) @definition.class
(instance patterns: (_) @name declarations: (_) @body) @scope.impl

(data_constructor constructor: [(prefix name: (_) @name) (record name: (_) @name) (infix operator: (_) @name)]) @definition.constructor
(newtype_constructor name: (_) @name) @definition.constructor
(gadt_constructor name: (_) @name) @definition.constructor
(gadt_constructor names: (_ (_) @name)) @definition.constructor
(field name: (field_name) @name) @definition.field

(declarations (signature name: (_) @name) @definition.function (#set! clauses "1"))
(declarations (function name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))
(declarations (function (infix operator: (_) @name) match: (_) @body) @definition.function (#set! clauses "1"))
(declarations (function (patterns) match: (_) @body) @definition.function (#set! clauses "1"))
(declarations (bind name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))
(declarations (pattern_synonym (signature synonym: (_) @name)) @definition.function (#set! clauses "1"))
(declarations (pattern_synonym (equation synonym: [(constructor) @name (apply function: (constructor) @name) (infix operator: (_) @name) (record constructor: (_) @name)])) @definition.function (#set! clauses "1"))
(foreign_import signature: (signature name: (_) @name)) @definition.function

(class_declarations (signature name: (_) @name) @definition.function (#set! clauses "1"))
(class_declarations (signature names: (binding_list name: (_) @name)) @definition.function)
(class_declarations (function name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))
(class_declarations (function (infix operator: (_) @name) match: (_) @body) @definition.function (#set! clauses "1"))
(class_declarations (bind name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))
(instance_declarations (signature name: (_) @name) @definition.function (#set! clauses "1"))
(instance_declarations (function name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))
(instance_declarations (function (infix operator: (_) @name) match: (_) @body) @definition.function (#set! clauses "1"))
(instance_declarations (bind name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))
; functions with arguments in where and let
(local_binds (signature name: (_) @name) @definition.function . (function) (#set! clauses "1"))
(local_binds (function name: (_) @name match: (_) @body) @definition.function (#set! clauses "1"))

; it "adds" $ do ..., testGroup "cart" [...]
(infix left_operand: (apply function: (variable) @_t argument: (literal (string) @name)) operator: (operator) @_o right_operand: (_) @body
  (#any-of? @_t "describe" "context" "it" "specify" "prop" "testCase" "testProperty" "testGroup" "xit" "xdescribe") (#eq? @_o "$")) @definition.test
(apply function: (apply function: (variable) @_t argument: (literal (string) @name)) argument: (_) @body
  (#any-of? @_t "it" "specify" "prop" "testCase" "testProperty" "testGroup")) @definition.test

(haddock) @comment
(comment) @comment
(pragma) @comment
(ERROR) @error

(import module: (module) @receiver names: (import_list name: (import_name) @name)) @reference.import
(import module: (module) @name alias: (module) @alias) @reference.import
(import module: (module) @name) @reference.import
(instance name: [(name) (qualified)] @name) @reference.inherit
(deriving_instance name: [(name) (qualified)] @name) @reference.inherit
(deriving classes: (tuple (name) @name)) @reference.inherit
(deriving classes: (name) @name) @reference.inherit
(class context: (context (parens (apply constructor: (name) @name)))) @reference.inherit
(class context: (context (apply constructor: (name) @name))) @reference.inherit

(apply function: (variable) @name) @reference.call
(apply function: (qualified module: (module) @receiver id: (variable) @name)) @reference.call
(apply function: (constructor) @name) @reference.instantiate
(apply function: (qualified module: (module) @receiver id: (constructor) @name)) @reference.instantiate
(infix operator: (operator) @name) @reference.call
(infix operator: (infix_id (variable) @name)) @reference.call
(infix operator: (infix_id (qualified module: (module) @receiver id: (variable) @name))) @reference.call
(infix left_operand: (variable) @name operator: (operator) @_o (#any-of? @_o "$" "<$>" "." "$!" "<$!>" ">>=" "=<<")) @reference.call
(infix right_operand: (variable) @name operator: (operator) @_o (#any-of? @_o "." ">>=" ">=>" "&")) @reference.call
(exp (variable) @name) @reference.call
(record expression: (constructor) @name) @reference.instantiate

(signature type: (name) @name) @reference.type
(function parameter: (name) @name) @reference.type
(function result: (name) @name) @reference.type
(apply constructor: (name) @name) @reference.type
(apply argument: (name) @name) @reference.type
(list element: (name) @name) @reference.type
(field type: (name) @name) @reference.type
(strict_field type: (name) @name) @reference.type
(prefix field: (name) @name) @reference.type
(type_synomym type: (name) @name) @reference.type
(qualified module: (module) @receiver id: (name) @name) @reference.type
