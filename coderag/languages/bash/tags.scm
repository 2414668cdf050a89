; Shell. Functions are global wherever they stand; variables count at top level only.

; the first statement about '...' documents a function of Composure and Bash-it
(function_definition name: (word) @name body: (compound_statement . (command
  name: (command_name (word) @_a) . argument: [(raw_string) (string)] @doc) (#eq? @_a "about"))) @definition.function
(function_definition name: (_) @name) @definition.function

(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (variable_assignments (variable_assignment name: (variable_name) @name)) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)

(command name: (command_name (word) @_c) argument: [(word) @name (concatenation . (word) @name)]
  (#eq? @_c "alias")) @definition.macro

(comment) @comment
(ERROR) @error

(command name: (command_name (word) @_c) . argument: (_) @name (#any-of? @_c "source" ".")) @reference.import
; commands that run their argument
(command name: (command_name (word) @_c) . argument: (word) @name (#any-of? @_c "trap" "run" "exec" "sudo" "time" "nohup" "env")) @reference.call
(command name: (command_name (word) @_c) argument: (word) @_f . argument: (word) @name (#eq? @_c "complete") (#eq? @_f "-F")) @reference.call
(command name: (command_name (word) @name)) @reference.call
