; Lua. A function's name may hold the table it goes into: M.a.b:c. Tables nest where they hold functions.

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @scope field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @scope method: (identifier) @name)) @definition.method

; local f = function, M.y = function, M["z"] = function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name) (expression_list . value: (function_definition body: (_) @body)))) @definition.function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name) (expression_list . value: (function_definition !body)))) @definition.function
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (_) @scope field: (identifier) @name)
    (bracket_index_expression table: (_) @scope field: (string content: (_) @name))])
  (expression_list . value: (function_definition body: (_) @body))) @definition.function
(assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (_) @scope field: (identifier) @name)
    (bracket_index_expression table: (_) @scope field: (string content: (_) @name))])
  (expression_list . value: (function_definition !body))) @definition.function
(field name: [(identifier) @name (string content: (_) @name)] value: (function_definition body: (_) @body)) @definition.function
(field name: [(identifier) @name (string content: (_) @name)] value: (function_definition !body)) @definition.function

; Classes of the usual helpers: class("Name", Base), Base:extend()
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name) (expression_list . value: (function_call name: (identifier) @_c)))) @definition.class
  (#any-of? @_c "class" "Class"))
((variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call name: (method_index_expression table: (identifier) method: (identifier) @_c))))) @definition.class
  (#any-of? @_c "extend" "subclass"))
((assignment_statement
  (variable_list . name: (identifier) @name)
  (expression_list . value: (function_call name: (method_index_expression table: (identifier) method: (identifier) @_c)))) @definition.class
  (#any-of? @_c "extend" "subclass"))

; Tables give their name to the functions inside
((field name: [(identifier) @name (string content: (_) @name)]
  value: (table_constructor (field name: (_) value: (function_definition))) @body) @definition.field (#set! nests "1"))
((field name: [(identifier) @name (string content: (_) @name)]
  value: (table_constructor (field name: (_) value: (table_constructor (field name: (_) value: (function_definition))))) @body) @definition.field
  (#set! nests "1"))
((chunk (variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name) (expression_list . value: (table_constructor (field)) @body))) @definition.variable)
  (#set! nests "1"))
((chunk (assignment_statement
  (variable_list . name: [
    (identifier) @name
    (dot_index_expression table: (_) @scope field: (identifier) @name)])
  (expression_list . value: (table_constructor (field)) @body)) @definition.variable)
  (#set! nests "1"))
(chunk (variable_declaration (assignment_statement (expression_list value: (table_constructor
  (field name: (identifier) @name) @definition.field)))))
(chunk (assignment_statement (expression_list value: (table_constructor (field name: (identifier) @name) @definition.field))))

(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name))) @definition.variable)
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: [
  (identifier) @name
  (dot_index_expression table: (_) @scope field: (identifier) @name)])) @definition.variable)

; busted: describe/it
((function_call name: (identifier) @_t
  arguments: (arguments . (string content: (_) @name) . (function_definition body: (_) @body))) @definition.test
  (#any-of? @_t "describe" "context" "insulate" "expose" "it" "spec" "test" "pending"))

; ---@class Name: Base, ---@alias Name type
((comment content: (_) @name) @definition.class (#match? @name "^-@class "))
((comment content: (_) @name) @definition.type (#match? @name "^-@alias "))

(comment) @comment
(ERROR) @error

((assignment_statement (variable_list . name: (identifier) @alias .) (expression_list . value: (function_call name: (identifier) @_r
    arguments: (arguments . (string content: (_) @name))) .)) @reference.import
  (#any-of? @_r "require" "dofile" "loadfile"))
((function_call name: (identifier) @_r arguments: (arguments . (string content: (_) @name))) @reference.import
  (#any-of? @_r "require" "dofile" "loadfile"))
((function_call name: (identifier) arguments: (arguments . (identifier) @_r . (string content: (_) @name))) @reference.import
  (#eq? @_r "require"))

; setmetatable({}, { __index = Base }), class("Name", Base), Base:extend()
((field name: (identifier) @_i value: [
  (identifier) @name
  (dot_index_expression table: (_) @receiver field: (identifier) @name)]) @reference.inherit
  (#eq? @_i "__index"))
((function_call name: (identifier) @_c arguments: (arguments . (string) . [
  (identifier) @name
  (dot_index_expression table: (_) @receiver field: (identifier) @name)])) @reference.inherit
  (#any-of? @_c "class" "Class"))
((function_call name: (method_index_expression table: (identifier) @name method: (identifier) @_c)) @reference.inherit
  (#any-of? @_c "extend" "subclass"))
((function_call name: [
  (dot_index_expression table: (identifier) @name field: (identifier) @_n)
  (method_index_expression table: (identifier) @name method: (identifier) @_n)]) @reference.instantiate
  (#any-of? @_n "new" "New" "create"))

(function_call name: (identifier) @name) @reference.call
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @name)) @reference.call
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @name)) @reference.call
