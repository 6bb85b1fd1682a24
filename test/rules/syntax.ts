/** What a rule must know of the source, read from its syntax tree rather than by a pattern. */
import ts from "typescript";

/** Every `kind` of a union of object types, following aliases in the same file. */
export function kindsOfUnion(source: string, name: string): readonly string[] {
  const file = parse(source);
  const aliases = new Map(
    file.statements.filter(ts.isTypeAliasDeclaration).map((alias) => [alias.name.text, alias.type]),
  );

  const kindsOf = (type: ts.TypeNode | undefined): readonly string[] => {
    if (type === undefined) return [];
    if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(kindsOf);
    if (ts.isParenthesizedTypeNode(type)) return kindsOf(type.type);
    if (ts.isTypeReferenceNode(type)) return kindsOf(aliases.get(type.typeName.getText(file)));
    if (!ts.isTypeLiteralNode(type)) return [];
    const kind = type.members.filter(ts.isPropertySignature).find((member) => member.name.getText(file) === "kind");
    return kind?.type === undefined ? [] : stringsOf(kind.type);
  };
  return kindsOf(aliases.get(name));
}

/** The keys of an object literal, or the strings of an array literal, that a constant is made of. */
export function namesInConstant(source: string, name: string): readonly string[] {
  const declarations = parse(source)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations]);
  const found = declarations.find((declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name);
  const value = bare(found?.initializer);
  if (value === undefined) return [];
  if (ts.isArrayLiteralExpression(value))
    return value.elements.filter(ts.isStringLiteral).map((element) => element.text);
  if (!ts.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((property) =>
    property.name !== undefined && (ts.isStringLiteral(property.name) || ts.isIdentifier(property.name))
      ? [property.name.text]
      : [],
  );
}

const parse = (source: string): ts.SourceFile => ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);

function stringsOf(type: ts.TypeNode): readonly string[] {
  if (ts.isUnionTypeNode(type)) return type.types.flatMap(stringsOf);
  return ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [];
}

/** Without `as const`, `satisfies` and parentheses around it. */
function bare(value: ts.Expression | undefined): ts.Expression | undefined {
  if (value === undefined) return undefined;
  const wrapped = ts.isAsExpression(value) || ts.isSatisfiesExpression(value) || ts.isParenthesizedExpression(value);
  return wrapped ? bare(value.expression) : value;
}
