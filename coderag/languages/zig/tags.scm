; Zig. A file is a struct of its own; containers are values of constants.

(container_doc_comment) @title

; `pub` is a node beside the declaration, so the definition is the run of the two.
("pub" @definition.struct . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "struct")) @body)))) @definition.struct)
(Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "struct")) @body)))) @definition.struct
("pub" @definition.union . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "union")) @body)))) @definition.union)
(Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "union")) @body)))) @definition.union
("pub" @definition.enum . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")) @body)))) @definition.enum)
(Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")) @body)))) @definition.enum
("pub" @definition.struct . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "opaque")) @body)))) @definition.struct)
(Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "opaque")) @body)))) @definition.struct
("pub" @definition.enum . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ErrorSetDecl "{" @body))))) @definition.enum)
(Decl (VarDecl . variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ErrorSetDecl "{" @body))))) @definition.enum
(VarDecl (ErrorUnionExpr (SuffixExpr (ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.constant))))

("pub" @definition.function . (Decl (FnProto function: (IDENTIFIER) @name) (Block) @body) @definition.function)
(Decl (FnProto function: (IDENTIFIER) @name) (Block) @body) @definition.function
("pub" @definition.function . (Decl (FnProto function: (IDENTIFIER) @name)) @definition.function)
(Decl (FnProto function: (IDENTIFIER) @name)) @definition.function

(TestDecl [(STRINGLITERALSINGLE) (IDENTIFIER)] @name (Block) @body) @definition.test
(TestDecl "test" . (Block) @body) @definition.test

(ContainerField (doc_comment) @doc . field_member: (IDENTIFIER) @name) @definition.field
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(ContainerField . (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @definition.constant

(source_file "pub" @definition.constant . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name)) @definition.constant)
(source_file (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name)) @definition.constant)
(ContainerDecl "pub" @definition.constant . (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name)) @definition.constant)
(ContainerDecl (Decl (VarDecl . variable_type_function: (IDENTIFIER) @name)) @definition.constant)

(line_comment) @comment
(doc_comment) @comment
(ERROR) @error

; @import("std") is an import, @cImport's headers too
(VarDecl variable_type_function: (IDENTIFIER) @alias . (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER) @_b . (FnCallArguments . (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @name))) .))
  (#eq? @_b "@import")) @reference.import
(SuffixExpr (BUILTINIDENTIFIER) @_b (FnCallArguments . (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @name))) (#any-of? @_b "@import" "@cInclude" "@embedFile")) @reference.import

(SuffixExpr . variable_type_function: (IDENTIFIER) @name . (FnCallArguments)) @reference.call
(SuffixExpr . variable_type_function: (IDENTIFIER) @receiver . (FieldOrFnCall function_call: (IDENTIFIER) @name)) @reference.call
(SuffixExpr . (_) @receiver (FieldOrFnCall) @receiver . (FieldOrFnCall function_call: (IDENTIFIER) @name)) @reference.call
(FieldOrFnCall function_call: (IDENTIFIER) @name) @reference.call

((ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .)) . (InitList)) @reference.instantiate
((ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @receiver . (FieldOrFnCall field_access: (IDENTIFIER) @name) .)) . (InitList)) @reference.instantiate

(ParamType (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @reference.type
(ParamType (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @receiver . (FieldOrFnCall field_access: (IDENTIFIER) @name) .))) @reference.type
(FnProto (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @reference.type
(FnProto (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @receiver . (FieldOrFnCall field_access: (IDENTIFIER) @name) .))) @reference.type
(ContainerField field_member: (IDENTIFIER) (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @reference.type
(ContainerField field_member: (IDENTIFIER) (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @receiver . (FieldOrFnCall field_access: (IDENTIFIER) @name) .))) @reference.type
