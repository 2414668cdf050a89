; What JSX adds to the queries of TypeScript, which come before these.

(jsx_opening_element name: (identifier) @name) @reference.instantiate
(jsx_opening_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiate
(jsx_self_closing_element name: (identifier) @name) @reference.instantiate
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (property_identifier) @name)) @reference.instantiate
