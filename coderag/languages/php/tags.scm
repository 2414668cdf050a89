; PHP. Attributes stand inside the definition's node; refine keeps them out of the signature and chooses the separator.

(program . (php_tag) . (comment) @title)
(program . (php_tag) . (declare_statement) . (comment) @title)

((namespace_definition name: (_) @name !body) @definition.namespace (#set! rest "1"))
(namespace_definition name: (_) @name body: (_)) @definition.namespace

(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.constant
(anonymous_class "class" @name) @definition.class

(method_declaration name: (name) @name) @definition.method
(function_definition name: (name) @name) @definition.function
(const_declaration (const_element . (name) @name)) @definition.constant
(property_declaration (property_element name: (variable_name (name) @name)) (property_hook_list) @body) @definition.property
(property_declaration (property_element name: (variable_name (name) @name))) @definition.property
(property_promotion_parameter name: (variable_name (name) @name)) @definition.property

; Bound at top level: define('X', 1), a function that is a value, a variable
(program (expression_statement (function_call_expression function: [(name) (qualified_name)] @_d
  arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)])))
  @definition.constant (#eq? @_d "define")))
(program (expression_statement (assignment_expression left: (variable_name (name) @name)
  right: [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]) @definition.function))
(program (expression_statement (assignment_expression left: (variable_name (name) @name)) @definition.variable))

; Pest and the like: test('...', function () {}), also with a chain behind it
(function_call_expression function: (name) @_t
  arguments: (arguments . (argument [(string (string_content) @name) (encapsed_string (string_content) @name)])
    (argument [(anonymous_function body: (_) @body) (arrow_function body: (_) @body)]))
  (#any-of? @_t "describe" "context" "it" "test" "arch")) @definition.test

(expression_statement (_) @inner) @extent

(comment) @comment
(ERROR) @error

(attribute (name) @name) @reference.decorator
(attribute (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.decorator
(attribute (qualified_name (name) @name)) @reference.decorator

(base_clause (name) @name) @reference.inherit
(base_clause (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.inherit
(base_clause (qualified_name (name) @name)) @reference.inherit
(class_interface_clause (name) @name) @reference.inherit
(class_interface_clause (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.inherit
(class_interface_clause (qualified_name (name) @name)) @reference.inherit
(use_declaration (name) @name) @reference.inherit
(use_declaration (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.inherit
(use_declaration (qualified_name (name) @name)) @reference.inherit

(namespace_use_declaration (namespace_name) @receiver body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @name alias: (name) @alias))) @reference.import
(namespace_use_clause (qualified_name prefix: (namespace_name) @receiver (name) @name) alias: (name) @alias) @reference.import
(namespace_use_clause . (qualified_name (name) @name) alias: (name) @alias) @reference.import
(namespace_use_declaration (namespace_use_clause . (name) @name alias: (name) @alias)) @reference.import
(namespace_use_declaration (namespace_name) @receiver body: (namespace_use_group (namespace_use_clause . [(name) (qualified_name)] @name))) @reference.import
(namespace_use_clause (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.import
(namespace_use_clause . (qualified_name (name) @name)) @reference.import
(namespace_use_declaration (namespace_use_clause . (name) @name)) @reference.import
(include_expression (_) @name) @reference.include
(include_once_expression (_) @name) @reference.include
(require_expression (_) @name) @reference.include
(require_once_expression (_) @name) @reference.include

(object_creation_expression . (name) @name) @reference.instantiate
(object_creation_expression . (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.instantiate
(object_creation_expression . (qualified_name (name) @name)) @reference.instantiate

(member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @receiver name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @receiver name: (name) @name) @reference.call
(function_call_expression function: (name) @name) @reference.call
(function_call_expression function: (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.call
(function_call_expression function: (qualified_name (name) @name)) @reference.call
(function_call_expression function: (relative_name (name) @name)) @reference.call

(named_type (name) @name) @reference.type
(named_type (qualified_name prefix: (namespace_name) @receiver (name) @name)) @reference.type
(named_type (qualified_name (name) @name)) @reference.type
(class_constant_access_expression . (name) @name (_)) @reference.type
(class_constant_access_expression . (qualified_name prefix: (namespace_name) @receiver (name) @name) (_)) @reference.type
(class_constant_access_expression . (qualified_name (name) @name) (_)) @reference.type
(scoped_property_access_expression scope: (name) @name) @reference.type
(scoped_property_access_expression scope: (qualified_name (name) @name)) @reference.type
(binary_expression operator: "instanceof" right: (name) @name) @reference.type
(binary_expression operator: "instanceof" right: (qualified_name (name) @name)) @reference.type
