; Declarations of a class body are one chunk; where they are too many, they are cut where their kind changes.

((class body: (body_statement (call !receiver method: (identifier) @_m) @group.associations))
  (#any-of? @_m "belongs_to" "has_one" "has_many" "has_and_belongs_to_many" "has_one_attached" "has_many_attached" "has_rich_text"
    "accepts_nested_attributes_for"))
((class body: (body_statement (call !receiver method: (identifier) @_m) @group.validations))
  (#any-of? @_m "validates" "validate" "validates_presence_of" "validates_uniqueness_of" "validates_length_of" "validates_format_of"
    "validates_numericality_of" "validates_inclusion_of" "validates_associated" "validates_each" "validates_with"))
((class body: (body_statement (call !receiver method: (identifier) @_m) @group.scopes))
  (#any-of? @_m "scope" "default_scope"))
((class body: (body_statement (call !receiver method: (identifier) @_m) @group.callbacks))
  (#any-of? @_m "before_validation" "after_validation" "before_save" "around_save" "after_save" "before_create" "around_create"
    "after_create" "before_update" "around_update" "after_update" "before_destroy" "around_destroy" "after_destroy" "after_commit"
    "after_create_commit" "after_update_commit" "after_destroy_commit" "after_save_commit" "after_rollback" "after_initialize"
    "after_find" "after_touch" "before_action" "around_action" "after_action" "skip_before_action" "rescue_from"))
((class body: (body_statement (call !receiver method: (identifier) @_m) @group.delegates))
  (#any-of? @_m "delegate" "def_delegator" "def_delegators" "delegate_missing_to"))
