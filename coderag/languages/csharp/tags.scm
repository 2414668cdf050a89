; C#. Attributes stand inside the definition's node; refine keeps them out of the signature.

((file_scoped_namespace_declaration name: (_) @name) @definition.namespace (#set! rest "1"))
(namespace_declaration name: (_) @name) @definition.namespace

(class_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(record_declaration name: (identifier) @name) @definition.record
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.property))
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant
(delegate_declaration name: (identifier) @name) @definition.type
(using_directive name: (identifier) @name) @definition.type

(method_declaration (explicit_interface_specifier (_) @scope) name: (identifier) @name) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(constructor_declaration name: (identifier) @name) @definition.constructor
(destructor_declaration "~" @name name: (identifier) @name) @definition.method
(operator_declaration "operator" @name operator: _ @name) @definition.method
(conversion_operator_declaration "operator" @name type: (_) @name) @definition.method

; accessors with code are a body; { get; set; } and => are not: such properties stay with the fields
(property_declaration (explicit_interface_specifier (_) @scope) name: (identifier) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
(property_declaration (explicit_interface_specifier (_) @scope) name: (identifier) @name) @definition.property
(property_declaration name: (identifier) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
((property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @definition.property (#set! body "none"))
(property_declaration name: (identifier) @name) @definition.property
(indexer_declaration "this" @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @definition.property
((indexer_declaration "this" @name value: (arrow_expression_clause) @body) @definition.property (#set! body "none"))
(indexer_declaration "this" @name) @definition.property
(event_declaration (explicit_interface_specifier (_) @scope) name: (identifier) @name accessors: (_) @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_) @body) @definition.property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field

; the file is described by the comment of its type, not by what stands above the usings
((comment)+ @title . [(class_declaration) (struct_declaration) (interface_declaration) (record_declaration) (enum_declaration)])

(comment) @comment
(ERROR) @error

(attribute name: (identifier) @name) @reference.decorator
(attribute name: (generic_name . (identifier) @name)) @reference.decorator
(attribute name: (qualified_name qualifier: (_) @receiver name: (_) @name)) @reference.decorator

(base_list (identifier) @name) @reference.inherit
(base_list (generic_name . (identifier) @name)) @reference.inherit
(base_list (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)])) @reference.inherit
(base_list (primary_constructor_base_type type: [(identifier) @name (generic_name . (identifier) @name)])) @reference.inherit

(object_creation_expression type: [
  (identifier) @name
  (generic_name . (identifier) @name)
  (qualified_name qualifier: (_) @receiver name: [(identifier) @name (generic_name . (identifier) @name)])]) @reference.instantiate

; Store store = new(1)
(variable_declaration type: [(identifier) @name (generic_name . (identifier) @name) (nullable_type (identifier) @name)]
  (variable_declarator (implicit_object_creation_expression))) @reference.instantiate
(property_declaration type: [(identifier) @name (generic_name . (identifier) @name)] value: (implicit_object_creation_expression)) @reference.instantiate
(invocation_expression function: [(identifier) @name (generic_name . (identifier) @name)]) @reference.call
(invocation_expression function: (member_access_expression
  expression: (_) @receiver
  name: [(identifier) @name (generic_name . (identifier) @name)])) @reference.call
(invocation_expression function: (conditional_access_expression
  condition: (_) @receiver
  (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)]))) @reference.call
(invocation_expression function: (member_binding_expression name: [(identifier) @name (generic_name . (identifier) @name)])) @reference.call
(constructor_initializer ["base" "this"] @name) @reference.call

(using_directive name: (identifier) @alias [(identifier) (qualified_name) (alias_qualified_name) (generic_name)] @name) @reference.import
(using_directive !name [(identifier) (qualified_name) (alias_qualified_name)] @name) @reference.import

(parameter type: [
  (identifier) @name
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)]) @reference.type
(property_declaration type: [
  (identifier) @name
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)]) @reference.type
(method_declaration returns: [
  (identifier) @name
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)]) @reference.type
(variable_declaration type: [
  (identifier) @name
  (qualified_name qualifier: (_) @receiver name: (identifier) @name)]) @reference.type
(local_function_statement type: (identifier) @name) @reference.type
(event_declaration type: (identifier) @name) @reference.type
(indexer_declaration type: (identifier) @name) @reference.type
(operator_declaration type: (identifier) @name) @reference.type
(delegate_declaration type: (identifier) @name) @reference.type
(cast_expression type: (identifier) @name) @reference.type
(as_expression right: (identifier) @name) @reference.type
(typeof_expression type: (identifier) @name) @reference.type
(declaration_pattern type: (identifier) @name) @reference.type
(recursive_pattern type: (identifier) @name) @reference.type
(catch_declaration type: (identifier) @name) @reference.type
(foreach_statement type: (identifier) @name) @reference.type
(array_type type: (identifier) @name) @reference.type
(nullable_type type: (identifier) @name) @reference.type
(type_argument_list (identifier) @name) @reference.type
(type_parameter_constraint type: (identifier) @name) @reference.type
(generic_name . (identifier) @name) @reference.type
