; Markup of a Svelte component: which components it uses, and what its expressions call.

(comment) @comment
(ERROR) @error

(start_tag (tag_name) @name) @reference.instantiate
(self_closing_tag (tag_name) @name) @reference.instantiate
(attribute (attribute_name) @_a (expr_attribute_value (expression (raw_text_expr) @name)) (#match? @_a "^on")) @reference.handler
(attribute (expr_attribute_value (expression (raw_text_expr) @name))) @reference.expression
(expression (raw_text_expr) @name) @reference.expression
(if_start_expr (raw_text_expr) @name) @reference.expression
(each_start_expr (raw_text_each) @name) @reference.expression
