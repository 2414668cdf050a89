; C. The name of a function, variable, field or typedef is captured with its whole declarator; refine reads it.

(function_definition declarator: (_) @name) @definition.function

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.union
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.union
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @definition.enum
; typedef struct node { ... } node_t; struct node { ... } first; the second name stands beside the type of the first
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
(enumerator name: (identifier) @name) @definition.constant

; struct { int q; } inst; the variable or field is the parent of the fields
((field_declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @name) @definition.field (#set! nests "1") (#set! body "none"))
((field_declaration type: (union_specifier !name body: (_) @body) declarator: (_) @name) @definition.field (#set! nests "1") (#set! body "none"))
(field_declaration declarator: (_) @name) @definition.field
((declaration type: (struct_specifier !name body: (_) @body) declarator: (init_declarator declarator: (_) @name)) @definition.variable (#set! nests "1") (#set! body "none"))
((declaration type: (struct_specifier !name body: (_) @body) declarator: (_) @name) @definition.variable (#set! nests "1") (#set! body "none"))
((declaration type: (union_specifier !name body: (_) @body) declarator: (init_declarator declarator: (_) @name)) @definition.variable (#set! nests "1") (#set! body "none"))
((declaration type: (union_specifier !name body: (_) @body) declarator: (_) @name) @definition.variable (#set! nests "1") (#set! body "none"))

; prototypes and variables, not those inside functions
(translation_unit (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(translation_unit (declaration declarator: (_) @name) @definition.variable)
(preproc_ifdef (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_ifdef (declaration declarator: (_) @name) @definition.variable)
(preproc_if (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_if (declaration declarator: (_) @name) @definition.variable)
(preproc_else (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_else (declaration declarator: (_) @name) @definition.variable)
(preproc_elif (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(preproc_elif (declaration declarator: (_) @name) @definition.variable)
(declaration_list (declaration declarator: (init_declarator declarator: (_) @name)) @definition.variable)
(declaration_list (declaration declarator: (_) @name) @definition.variable)
(linkage_specification body: (declaration declarator: (_) @name) @definition.variable)

(preproc_def name: (identifier) @name) @definition.macro
(preproc_function_def name: (identifier) @name) @definition.macro

(type_definition type: (struct_specifier name: (_) body: (_)) @inner) @extent
(type_definition type: (union_specifier name: (_) body: (_)) @inner) @extent
(type_definition type: (enum_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (struct_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (union_specifier name: (_) body: (_)) @inner) @extent
(declaration type: (enum_specifier name: (_) body: (_)) @inner) @extent
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

(call_expression function: (identifier) @name) @reference.call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @name)) @reference.call
(call_expression function: (parenthesized_expression (pointer_expression argument: (identifier) @name))) @reference.call
(call_expression function: (parenthesized_expression (pointer_expression
  argument: (field_expression argument: (_) @receiver field: (field_identifier) @name)))) @reference.call

(struct_specifier name: (type_identifier) @name !body) @reference.type
(union_specifier name: (type_identifier) @name !body) @reference.type
(enum_specifier name: (type_identifier) @name !body) @reference.type
(function_definition type: (type_identifier) @name) @reference.type
(declaration type: (type_identifier) @name) @reference.type
(parameter_declaration type: (type_identifier) @name) @reference.type
(field_declaration type: (type_identifier) @name) @reference.type
(type_definition type: (type_identifier) @name) @reference.type
(type_descriptor type: (type_identifier) @name) @reference.type
