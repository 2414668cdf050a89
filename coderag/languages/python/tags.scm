; Python. A decorator, the class bases and the annotations belong to the definition they stand at.

(module . (comment)* . (string) @title)

(class_definition
  name: (identifier) @name
  body: (block . (comment)* . (string)? @doc)) @definition.class

;; Overloads and accessors first: the first pattern that matches a name decides its kind.
((decorated_definition
  (decorator [(identifier) @_d (attribute attribute: (identifier) @_d)])
  definition: (function_definition
    name: (identifier) @name
    body: (block . (comment)* . (string)? @doc)) @definition.function)
  (#eq? @_d "overload")
  (#set! overload "1"))

(decorated_definition
  (decorator [(identifier) @_d (attribute attribute: (identifier) @_d)])
  definition: (function_definition
    name: (identifier) @name
    body: (block . (comment)* . (string)? @doc)) @definition.property
  (#any-of? @_d "property" "cached_property" "abstractproperty" "setter" "getter" "deleter"))

(function_definition
  name: (identifier) @name
  body: (block . (comment)* . (string)? @doc)) @definition.function

(decorated_definition definition: (_) @inner) @extent

; double = lambda x: 2 * x is a function; as short as it is, it stays with what stands around it
(module ((assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function (#set! body "none")))
(class_definition body: (block ((assignment left: (identifier) @name right: (lambda body: (_) @body)) @definition.function (#set! body "none"))))

; SIZE = 3, and its doc as a string below
(module ((assignment left: (identifier) @name) @definition.variable . (string) @doc))
(class_definition body: (block ((assignment left: (identifier) @name) @definition.variable . (string) @doc)))

; Names bound at module or class level, also under a top-level if/try/with.
(module (assignment left: (identifier) @name) @definition.variable)
(module (assignment left: (pattern_list (identifier) @name)) @definition.variable)
(module (if_statement (block (assignment left: (identifier) @name) @definition.variable)))
(module (if_statement [
  (elif_clause (block (assignment left: (identifier) @name) @definition.variable))
  (else_clause (block (assignment left: (identifier) @name) @definition.variable))]))
(module (try_statement (block (assignment left: (identifier) @name) @definition.variable)))
(module (try_statement [
  (except_clause (block (assignment left: (identifier) @name) @definition.variable))
  (else_clause (block (assignment left: (identifier) @name) @definition.variable))
  (finally_clause (block (assignment left: (identifier) @name) @definition.variable))]))
(module (with_statement (block (assignment left: (identifier) @name) @definition.variable)))
(class_definition body: (block (assignment left: (identifier) @name) @definition.variable))
(type_alias_statement left: (type (identifier) @name)) @definition.type
(type_alias_statement left: (type (generic_type (identifier) @name))) @definition.type

(comment) @comment
(ERROR) @error

(decorator (identifier) @name) @reference.decorator
(decorator (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.decorator
(decorator (call function: (identifier) @name)) @reference.decorator
(decorator (call function: (attribute object: (_) @receiver attribute: (identifier) @name))) @reference.decorator

(class_definition superclasses: (argument_list (identifier) @name)) @reference.inherit
(class_definition superclasses: (argument_list (attribute object: (_) @receiver attribute: (identifier) @name))) @reference.inherit
(class_definition superclasses: (argument_list (subscript value: (identifier) @name))) @reference.inherit
(class_definition superclasses: (argument_list (subscript value: (attribute object: (_) @receiver attribute: (identifier) @name)))) @reference.inherit

(call function: (identifier) @name) @reference.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.call

(import_statement name: (dotted_name) @name) @reference.import
(import_statement name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.import
(import_from_statement module_name: (_) @receiver name: (dotted_name) @name) @reference.import
(import_from_statement module_name: (_) @receiver name: (aliased_import name: (dotted_name) @name alias: (identifier) @alias)) @reference.import
(import_from_statement module_name: (_) @name (wildcard_import)) @reference.import

;; Literal["r"] holds a value; else a string in an annotation is a type that is named ahead of its definition
(generic_type (identifier) @_g (type_parameter (type (string (string_content) @name))) (#eq? @_g "Literal")) @reference.none
(type (string (string_content) @name)) @reference.type
(type (identifier) @name) @reference.type
(type (attribute object: (_) @receiver attribute: (identifier) @name)) @reference.type
(type (generic_type (identifier) @name)) @reference.type
