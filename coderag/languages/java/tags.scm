; Java. Annotations stand inside the definition's node; refine keeps them out of the signature.

; the file is described by the comment of its type, not by what stands above the package
(program (block_comment) @title . [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration)])

(package_declaration [(scoped_identifier) (identifier)] @name) @definition.module
(module_declaration name: (_) @name) @definition.module

(class_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(record_declaration name: (identifier) @name) @definition.record
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @definition.field))
(record_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (identifier) @name)) @definition.field))

((enum_constant name: (identifier) @name body: (class_body) @body) @definition.constant (#set! nests "1"))
(enum_constant name: (identifier) @name) @definition.constant

(method_declaration name: (identifier) @name) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

; a field that holds an object with a class body of its own is the parent of that body's methods
((field_declaration declarator: (variable_declarator name: (identifier) @name value: (object_creation_expression (class_body) @body))) @definition.field (#set! nests "1"))
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant

(line_comment) @comment
(block_comment) @comment
(ERROR) @error

(annotation name: (identifier) @name) @reference.decorator
(annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator
(marker_annotation name: (identifier) @name) @reference.decorator
(marker_annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @name)) @reference.decorator

(superclass (type_identifier) @name) @reference.inherit
(superclass (generic_type . (type_identifier) @name)) @reference.inherit
(superclass (scoped_type_identifier (_) @receiver (type_identifier) @name .)) @reference.inherit
(superclass (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))) @reference.inherit
(super_interfaces (type_list (type_identifier) @name)) @reference.inherit
(super_interfaces (type_list (generic_type . (type_identifier) @name))) @reference.inherit
(super_interfaces (type_list (scoped_type_identifier (_) @receiver (type_identifier) @name .))) @reference.inherit
(super_interfaces (type_list (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .)))) @reference.inherit
(extends_interfaces (type_list (type_identifier) @name)) @reference.inherit
(extends_interfaces (type_list (generic_type . (type_identifier) @name))) @reference.inherit
(extends_interfaces (type_list (scoped_type_identifier (_) @receiver (type_identifier) @name .))) @reference.inherit
(extends_interfaces (type_list (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .)))) @reference.inherit

(object_creation_expression type: (type_identifier) @name) @reference.instantiate
(object_creation_expression type: (generic_type . (type_identifier) @name)) @reference.instantiate
(object_creation_expression type: (scoped_type_identifier (_) @receiver (type_identifier) @name .)) @reference.instantiate
(object_creation_expression type: (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @name .))) @reference.instantiate

(method_invocation !object name: (identifier) @name) @reference.call
(method_invocation object: (_) @receiver name: (identifier) @name) @reference.call
(explicit_constructor_invocation constructor: (_) @name) @reference.call
(method_reference . (_) @name "::" "new" .) @reference.instantiate
(method_reference . (_) @receiver (identifier) @name .) @reference.call

(import_declaration (scoped_identifier) @name (asterisk)) @reference.import
(import_declaration (scoped_identifier scope: (_) @receiver name: (identifier) @name) .) @reference.import
(import_declaration (identifier) @name) @reference.import
(requires_module_directive module: (_) @name) @reference.import

; a type parameter is declared, not used
(type_parameter . (type_identifier) @name) @reference.declared
(scoped_type_identifier (_) @receiver (type_identifier) @name .) @reference.type
((type_identifier) @name @reference.type)
