/** Finds the places of a source file that name a layer type. */
import { dirname, join } from "node:path";
import ts from "typescript";

/** The folders whose files may name layer types: one file per type, and the registry. */
export const LAYER_FOLDERS = ["packages/engine/src/document/layers", "packages/engine/src/layers"] as const;

const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/**
 * The places in a file that name one of the types, as `line: code`. Many type names are also common words, so a string
 * only counts where it can be a layer type:
 * - compared with something called `type`, in `===` or in a `switch`
 * - the value of a property called `type`, in an object or in a type
 * - a list, or the keys of an object, with layer types only
 * - the argument of a registry or of a type such as `LayerOf`
 *
 * An import from the file of a layer type counts too.
 */
export function findLayerTypes(path: string, source: string, types: ReadonlySet<string>): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found = new Map<number, string>();
  const report = (node: ts.Node) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.set(line, `${line + 1}: ${source.split("\n")[line]?.trim() ?? ""}`);
  };
  const visit = (node: ts.Node): void => {
    if (rules.some((rule) => rule(node, types)) || importsLayerFile(node, path)) report(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}

type Rule = (node: ts.Node, types: ReadonlySet<string>) => boolean;

const rules: readonly Rule[] = [
  (node, types) =>
    ts.isBinaryExpression(node) &&
    EQUALITY.has(node.operatorToken.kind) &&
    [
      [node.left, node.right],
      [node.right, node.left],
    ].some(([one, other]) => isType(one, types) && isCalledType(other)),
  (node, types) =>
    ts.isCaseClause(node) && isType(node.expression, types) && isCalledType(node.parent.parent.expression),
  (node, types) =>
    (ts.isPropertyAssignment(node) || ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) &&
    nameOf(node.name) === "type" &&
    node.getChildren().some((child) => child !== node.name && containsType(child, types)),
  (node, types) => ts.isArrayLiteralExpression(node) && areTypes([...node.elements], types),
  (node, types) => ts.isUnionTypeNode(node) && areTypes([...node.types], types),
  (node, types) =>
    ts.isObjectLiteralExpression(node) &&
    node.properties.length > 1 &&
    node.properties.every(({ name }) => name !== undefined && types.has(nameOf(name) ?? "")),
  (node, types) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /layers|registry|renderers/i.test(node.expression.expression.getText()) &&
    node.arguments.some((argument) => isType(argument, types)),
  (node, types) =>
    ts.isTypeReferenceNode(node) &&
    /layer|extract|exclude/i.test(node.typeName.getText()) &&
    (node.typeArguments ?? []).some((argument) => isType(argument, types)),
];

/** Whether a node is a string with the name of a layer type, as a value or as a type. */
function isType(node: ts.Node | undefined, types: ReadonlySet<string>): boolean {
  if (node === undefined) return false;
  if (ts.isLiteralTypeNode(node)) return isType(node.literal, types);
  return ts.isStringLiteralLike(node) && types.has(node.text);
}

function areTypes(nodes: readonly ts.Node[], types: ReadonlySet<string>): boolean {
  return nodes.length > 1 && nodes.every((node) => isType(node, types));
}

/** Whether an expression contains a layer type outside of the objects inside, which are visited separately. */
function containsType(node: ts.Node | undefined, types: ReadonlySet<string>): boolean {
  if (node === undefined || ts.isObjectLiteralExpression(node) || ts.isTypeLiteralNode(node)) return false;
  return isType(node, types) || (ts.forEachChild(node, (child) => containsType(child, types) || undefined) ?? false);
}

/** Whether an expression is called `type`: `type`, `layer.type`, `raw["type"]`, `layerType`. */
function isCalledType(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isElementAccessExpression(node)) return isNamedType(nameOf(node.argumentExpression));
  if (ts.isPropertyAccessExpression(node)) return isNamedType(node.name.text);
  return ts.isIdentifier(node) && isNamedType(node.text);
}

function isNamedType(name: string | undefined): boolean {
  return name !== undefined && /(?:^t|T)ype$/.test(name);
}

function nameOf(node: ts.Node): string | undefined {
  return ts.isIdentifier(node) || ts.isStringLiteralLike(node) ? node.text : undefined;
}

function importsLayerFile(node: ts.Node, path: string): boolean {
  const specifier =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
        ? node.arguments[0]
        : undefined;
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return false;
  const target = join(dirname(path), specifier.text);
  return LAYER_FOLDERS.some((folder) => target.startsWith(`${folder}/`) && target !== `${folder}/registry.js`);
}
