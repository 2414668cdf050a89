; Ruby. `#` and `.` before a method's name, and words such as `private def`, are the business of the hook.

(class name: [
  (constant) @name
  (scope_resolution scope: (_) @scope name: (constant) @name)
  (scope_resolution !scope name: (constant) @name)]) @definition.class
(module name: [
  (constant) @name
  (scope_resolution scope: (_) @scope name: (constant) @name)
  (scope_resolution !scope name: (constant) @name)]) @definition.module
(singleton_class value: (_) @name) @scope.class
((call !receiver method: (identifier) @_m block: (_) @body) @scope.class (#eq? @_m "class_methods"))

; Point = Struct.new(:x) do .. end, Failure = Class.new(StandardError)
((assignment
  left: [(constant) @name (scope_resolution scope: (_) @scope name: (constant) @name)]
  right: (call receiver: (constant) @_r method: (identifier) @_m block: (_) @body)) @definition.class
  (#any-of? @_r "Struct" "Class" "Module" "Data") (#any-of? @_m "new" "define"))
((assignment
  left: [(constant) @name (scope_resolution scope: (_) @scope name: (constant) @name)]
  right: (call receiver: (constant) @_r method: (identifier) @_m)) @definition.class
  (#any-of? @_r "Struct" "Class" "Module" "Data") (#any-of? @_m "new" "define"))
((assignment left: (constant) right: (call receiver: (constant) @_r method: (identifier) @_m
  arguments: (argument_list (simple_symbol) @name @definition.property)))
  (#any-of? @_r "Struct" "Data") (#any-of? @_m "new" "define"))

; private def x, memoize def x: the word before belongs to the header
(call method: (identifier) arguments: (argument_list . (method name: (_) @name body: (_) @body) .)) @definition.method
(call method: (identifier) arguments: (argument_list . (method name: (_) @name !body) .)) @definition.method
(call method: (identifier) arguments: (argument_list . (singleton_method object: (_) @scope name: (_) @name body: (_) @body) .)) @definition.method
(call method: (identifier) arguments: (argument_list . (singleton_method object: (_) @scope name: (_) @name !body) .)) @definition.method
(method name: (_) @name) @definition.method
(singleton_method object: (_) @scope name: (_) @name) @definition.method
(alias name: (_) @name) @definition.method
((call !receiver method: (identifier) @_m arguments: (argument_list . [(simple_symbol) (string)] @name)) @definition.method
  (#any-of? @_m "alias_method" "alias_attribute"))
((call !receiver method: (identifier) @_m arguments: (argument_list . [(simple_symbol) (string (string_content) .)] @name) block: (_) @body) @definition.method
  (#any-of? @_m "define_method" "define_singleton_method"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name (lambda))) @definition.method
  (#eq? @_m "scope"))

((call !receiver method: (identifier) @_m arguments: (argument_list (simple_symbol) @name)) @definition.property
  (#any-of? @_m "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader" "cattr_writer" "mattr_accessor"
    "mattr_reader" "mattr_writer" "class_attribute" "thread_mattr_accessor" "delegate"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name)) @definition.property
  (#any-of? @_m "belongs_to" "has_one" "has_many" "has_and_belongs_to_many" "has_one_attached" "has_many_attached" "has_rich_text"))

(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution scope: (_) @scope name: (constant) @name)) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(class body: (body_statement (assignment left: (class_variable) @name) @definition.field))
(module body: (body_statement (assignment left: (class_variable) @name) @definition.field))
(program (assignment left: (global_variable) @name) @definition.variable)

; Blocks of test suites. `describe Pay, "#go"` is named by both
((call method: (identifier) @_m arguments: (argument_list . (_) @name . (string)? @name) block: (_) @body) @definition.test
  (#any-of? @_m "describe" "context" "it" "specify" "example" "feature" "scenario" "test" "should" "shared_examples" "shared_context"
    "shared_examples_for" "example_group" "fdescribe" "fcontext" "fit" "xdescribe" "xcontext" "xit"))

; Rake
((call !receiver method: (identifier) @_m arguments: (argument_list . [(simple_symbol) (string)] @name) block: (_) @body) @definition.namespace
  (#eq? @_m "namespace"))
((call !receiver method: (identifier) @_m arguments: (argument_list . [
  [(simple_symbol) (string)] @name
  (pair key: [(simple_symbol) (string) (hash_key_symbol)] @name)]) block: (_) @body) @definition.function
  (#any-of? @_m "task" "multitask"))
((call !receiver method: (identifier) @_m arguments: (argument_list . [
  [(simple_symbol) (string)] @name
  (pair key: [(simple_symbol) (string) (hash_key_symbol)] @name)]) !block) @definition.function
  (#any-of? @_m "task" "multitask"))

(class body: (body_statement (identifier) @visibility)
  (#any-of? @visibility "private" "protected" "public" "module_function"))
(module body: (body_statement (identifier) @visibility)
  (#any-of? @visibility "private" "protected" "public" "module_function"))
(singleton_class body: (body_statement (identifier) @visibility)
  (#any-of? @visibility "private" "protected" "public"))
(do_block body: (body_statement (identifier) @visibility)
  (#any-of? @visibility "private" "protected" "public"))

; private :a, :b
((call !receiver method: (identifier) @visibility arguments: (argument_list (simple_symbol) @name))
  (#any-of? @visibility "private" "protected" "public" "private_class_method" "public_class_method" "private_constant"))

(comment) @comment
; desc "..." documents the task or command below it
((call !receiver method: (identifier) @_m arguments: (argument_list (string))) @comment (#eq? @_m "desc"))
(ERROR) @error

((call !receiver method: (identifier) @receiver arguments: (argument_list . (string (string_content) @name) .)) @reference.import
  (#any-of? @receiver "require" "require_relative" "load" "require_dependency"))
((call !receiver method: (identifier) @_m arguments: (argument_list . (simple_symbol) @name . (string (string_content) @receiver))) @reference.import
  (#eq? @_m "autoload"))

(superclass [
  (constant) @name
  (scope_resolution scope: (_) @receiver name: (constant) @name)
  (scope_resolution !scope name: (constant) @name)
  (element_reference object: (constant) @name)
  (element_reference object: (scope_resolution scope: (_) @receiver name: (constant) @name))
  (call receiver: (constant) @name)]) @reference.inherit
((call !receiver method: (identifier) @_m arguments: (argument_list [
  (constant) @name
  (scope_resolution scope: (_) @receiver name: (constant) @name)])) @reference.inherit
  (#any-of? @_m "include" "extend" "prepend"))
((call receiver: (constant) @_r method: (identifier) @_m arguments: (argument_list . [
  (constant) @name
  (scope_resolution scope: (_) @receiver name: (constant) @name)])) @reference.inherit
  (#eq? @_r "Class") (#eq? @_m "new"))

((call receiver: [(constant) @name (scope_resolution scope: (_) @receiver name: (constant) @name)] method: (identifier) @_m) @reference.instantiate
  (#eq? @_m "new"))
(call !receiver method: [(identifier) (constant)] @name) @reference.call
(call receiver: (_) @receiver method: [(identifier) (constant)] @name) @reference.call

(scope_resolution scope: (_) @receiver name: (constant) @name) @reference.type
(constant) @name @reference.type
