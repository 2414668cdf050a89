; C++. The name of a function, variable, field or typedef is captured with its whole declarator; refine reads it.

; auto twice = [](int x) { ... };
(declaration declarator: (init_declarator declarator: (identifier) @name value: (lambda_expression body: (_) @body))) @definition.lambda
(field_declaration declarator: (field_identifier) @name default_value: (lambda_expression body: (_) @body)) @definition.lambda

(friend_declaration (function_definition declarator: (_) @name) @definition.friend)
(function_definition declarator: (_) @name) @definition.function
; Box::~Box() = default; and Box::Box() = default; inside a namespace are assignments to the grammar
((expression_statement (assignment_expression
  left: (call_expression function: (qualified_identifier name: [(destructor_name) (qualified_identifier name: (destructor_name))])) @name
  right: (identifier) @_d)) @definition.function
  (#any-of? @_d "default" "delete"))

((expression_statement (assignment_expression
  left: (call_expression function: [
    (qualified_identifier scope: (_) @_s name: (identifier) @_n)
    (qualified_identifier name: (qualified_identifier scope: (_) @_s name: (identifier) @_n))]) @name
  right: (identifier) @_d)) @definition.function
  (#eq? @_s @_n) (#any-of? @_d "default" "delete"))

(namespace_definition "inline" name: (_) @name) @scope.namespace
(namespace_definition name: (_) @name) @definition.namespace
(namespace_definition !name) @scope.namespace

(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (_) @name body: (_)) @definition.struct
(union_specifier name: (_) @name body: (_)) @definition.union
(enum_specifier name: (_) @name body: (_)) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
; typedef struct node { ... } node_t; struct node { ... } first; the second name stands beside the type of the first
(declaration type: (class_specifier name: (_) body: (_)) declarator: (init_declarator declarator: (_) @name @definition.variable))
(declaration type: (class_specifier name: (_) body: (_)) declarator: (_) @name @definition.variable)
(field_declaration type: (class_specifier name: (_) body: (_)) declarator: (_) @name @definition.field)
(type_definition type: (struct_specifier name: (_) body: (_)) declarator: (_) @name @definition.type)
(declaration type: (struct_specifier name: (_) body: (_)) declarator: (init_declarator declarator: (_) @name @definition.variable))
(declaration type: (struct_specifier name: (_) body: (_)) declarator: (_) @name @definition.variable)
(field_declaration type: (struct_specifier name: (_) body: (_)) declarator: (_) @name @definition.field)
(type_definition type: (union_specifier name: (_) body: (_)) declarator: (_) @name @definition.type)
(declaration type: (union_specifier name: (_) body: (_)) declarator: (init_declarator declarator: (_) @name @definition.variable))
(declaration type: (union_specifier name: (_) body: (_)) declarator: (_) @name @definition.variable)
(field_declaration type: (union_specifier name: (_) body: (_)) declarator: (_) @name @definition.field)
(type_definition type: (enum_specifier name: (_) body: (_)) declarator: (_) @name @definition.type)
(declaration type: (enum_specifier name: (_) body: (_)) declarator: (init_declarator declarator: (_) @name @definition.variable))
(declaration type: (enum_specifier name: (_) body: (_)) declarator: (_) @name @definition.variable)
(field_declaration type: (enum_specifier name: (_) body: (_)) declarator: (_) @name @definition.field)
(type_definition declarator: (_) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(namespace_alias_definition name: (namespace_identifier) @name) @definition.type
(enumerator name: (identifier) @name) @definition.constant

; struct { int q; } inst; the variable or field is the parent of the fields
((field_declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @name) @definition.field (#set! nests "1") (#set! body "none"))
((declaration type: (struct_specifier !name body: (_) @body) declarator: (init_declarator declarator: (_) @name)) @definition.variable (#set! nests "1") (#set! body "none"))
((declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @name) @definition.variable (#set! nests "1") (#set! body "none"))
((field_declaration type: (union_specifier !name body: (_) @body) declarator: (_) @name) @definition.field (#set! nests "1") (#set! body "none"))
((declaration type: (union_specifier !name body: (_) @body) declarator: (init_declarator declarator: (_) @name)) @definition.variable (#set! nests "1") (#set! body "none"))
((declaration type: (union_specifier !name body: (_) @body) declarator: (_) @name) @definition.variable (#set! nests "1") (#set! body "none"))
(field_declaration declarator: (_) @name) @definition.field

; prototypes and variables, not those inside functions
(translation_unit (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(translation_unit (declaration declarator: (_) @name) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(declaration_list (declaration declarator: (_) @name) @definition.variable)
(field_declaration_list (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(field_declaration_list (declaration declarator: (_) @name) @definition.variable)
(template_declaration (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(template_declaration (declaration declarator: (_) @name) @definition.variable)
(preproc_ifdef (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_ifdef (declaration declarator: (_) @name) @definition.variable)
(preproc_if (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_if (declaration declarator: (_) @name) @definition.variable)
(preproc_else (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_else (declaration declarator: (_) @name) @definition.variable)
(preproc_elif (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_elif (declaration declarator: (_) @name) @definition.variable)
(linkage_specification body: (declaration declarator: (_) @name) @definition.variable)

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(field_declaration_list (access_specifier) @visibility)

(template_declaration (_) @inner .) @extent
(friend_declaration (_) @inner) @extent
(type_definition type: (class_specifier name: (_) body: (_)) @inner) @extent
(type_definition type: (struct_specifier name: (_) body: (_)) @inner) @extent
(type_definition type: (union_specifier name: (_) body: (_)) @inner) @extent
(type_definition type: (enum_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (class_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (struct_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (union_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (enum_specifier name: (_) body: (_)) @inner) @extent
(field_declaration type: (class_specifier name: (_) body: (_)) @inner) @extent
(field_declaration type: (struct_specifier name: (_) body: (_)) @inner) @extent
(field_declaration type: (union_specifier name: (_) body: (_)) @inner) @extent
(field_declaration type: (enum_specifier name: (_) body: (_)) @inner) @extent
(linkage_specification body: (function_definition) @inner) @extent
(linkage_specification body: (declaration) @inner) @extent

(comment) @comment
(ERROR) @error
; what describes a header may stand behind its guard
(translation_unit . (preproc_ifdef . name: (_) . (preproc_def) . (comment)+ @title . (preproc_include)))
(translation_unit . (preproc_call) . (comment)+ @title . (preproc_include))

(preproc_include path: (_) @name) @reference.import
(using_declaration (_) @name) @reference.import
(namespace_alias_definition name: (_) @alias [(namespace_identifier) (nested_namespace_specifier)] @name .) @reference.import

(base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.inherit

(throw_statement (call_expression function: [(identifier) (qualified_identifier) (template_function)] @name)) @reference.instantiate
(call_expression function: [(identifier) (qualified_identifier) (template_function)] @name) @reference.call
(call_expression function: (field_expression argument: (_) @receiver field: (_) @name)) @reference.call
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @name))) @reference.call
(call_expression function: (parenthesized_expression (pointer_expression
  argument: (field_expression argument: (_) @receiver field: (_) @name)))) @reference.call

; std::lock_guard<std::mutex> lock(mutex); reads like the prototype of a function, which no one writes there
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name declarator: (function_declarator))) @reference.instantiate
(compound_statement (declaration declarator: (function_declarator parameters: (parameter_list
  (parameter_declaration type: (type_identifier) @name !declarator))))) @reference.none
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.instantiate
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.instantiate
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name
  declarator: (init_declarator value: [(argument_list) (initializer_list)])) @reference.instantiate

(attribute name: (identifier) @name) @reference.decorator

(function_definition type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(parameter_declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(optional_parameter_declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(field_declaration type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(type_descriptor type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(type_definition type: [(type_identifier) (qualified_identifier) (template_type)] @name) @reference.type
(struct_specifier name: (type_identifier) @name !body) @reference.type
(enum_specifier name: (type_identifier) @name !body) @reference.type
