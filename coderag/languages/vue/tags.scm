; Markup of a Vue component: which components it uses, and what its expressions call.

(comment) @comment
(ERROR) @error

(script_element (start_tag (attribute (attribute_name) @_a (quoted_attribute_value (attribute_value) @name))) (#eq? @_a "src")) @reference.import
(start_tag (tag_name) @name) @reference.instantiate
(self_closing_tag (tag_name) @name) @reference.instantiate
(directive_attribute "@" (quoted_attribute_value (attribute_value) @name)) @reference.handler
(directive_attribute (directive_name) @_d (quoted_attribute_value (attribute_value) @name) (#eq? @_d "v-on")) @reference.handler
(directive_attribute (quoted_attribute_value (attribute_value) @name)) @reference.expression
(interpolation (raw_text) @name) @reference.expression
