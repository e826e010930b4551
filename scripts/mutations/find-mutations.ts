import ts from "typescript";
import type { Mutation } from "./mutation.js";

const { SyntaxKind } = ts;

/** The operators that are exchanged. */
const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
  [SyntaxKind.EqualsEqualsEqualsToken, "!=="],
  [SyntaxKind.ExclamationEqualsEqualsToken, "==="],
  [SyntaxKind.AmpersandAmpersandToken, "||"],
  [SyntaxKind.BarBarToken, "&&"],
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
]);
/** Numbers up to this one are changed by one. Larger ones are doubled, because they are often measured or estimated. */
const LARGEST_EXACT_NUMBER = 1_000;
/** Log lines are written for people. Tests check the ones that alarms and metrics read. */
const LOGGING = /^(await )?(\w+\.)*(log|logger|console)\./;

interface Edit {
  readonly node: ts.Node;
  readonly replacement: string;
  readonly change: string;
}

/** Finds all small changes of conditions, numbers and calls in a source file. */
export function findMutations(file: string, text: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const lines = text.split("\n");
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    for (const { node: place, replacement, change } of editsOf(node)) {
      const start = place.getStart();
      const line = source.getLineAndCharacterOfPosition(start).line;
      const where = { file, line: line + 1, source: lines[line]?.trim() ?? "" };
      found.push({ ...where, start, end: place.getEnd(), replacement, change });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function editsOf(node: ts.Node): Edit[] {
  if (ts.isBinaryExpression(node)) return operatorEdits(node);
  if (ts.isIfStatement(node)) return [...negation(node.expression), ...guardEdits(node)];
  if (ts.isConditionalExpression(node)) return negation(node.condition);
  if (ts.isNumericLiteral(node)) return numberEdits(node);
  if (ts.isExpressionStatement(node)) return callEdits(node);
  if (node.kind === SyntaxKind.TrueKeyword) return [{ node, replacement: "false", change: "`true` becomes `false`" }];
  if (node.kind === SyntaxKind.FalseKeyword) return [{ node, replacement: "true", change: "`false` becomes `true`" }];
  return [];
}

function operatorEdits({ operatorToken }: ts.BinaryExpression): Edit[] {
  const replacement = OPERATORS.get(operatorToken.kind);
  if (replacement === undefined) return [];
  const change = `\`${operatorToken.getText()}\` becomes \`${replacement}\``;
  return [{ node: operatorToken, replacement, change }];
}

/** Negates a condition. Leaves out comparisons, because their operators are changed instead. */
function negation(condition: ts.Expression): Edit[] {
  if (ts.isBinaryExpression(condition) && OPERATORS.has(condition.operatorToken.kind)) return [];
  return [{ node: condition, replacement: `!(${condition.getText()})`, change: "the condition is negated" }];
}

/** Removes an `if` that only returns, throws, continues or breaks, so that the function continues. */
function guardEdits(node: ts.IfStatement): Edit[] {
  const { thenStatement, elseStatement } = node;
  const leaves = [ts.isReturnStatement, ts.isThrowStatement, ts.isContinueStatement, ts.isBreakStatement];
  if (elseStatement !== undefined || !leaves.some((isLeaving) => isLeaving(thenStatement))) return [];
  return [{ node, replacement: "", change: "the early exit is left out" }];
}

function numberEdits(node: ts.NumericLiteral): Edit[] {
  const value = Number(node.text);
  if (value > LARGEST_EXACT_NUMBER || !Number.isInteger(value)) return [numberEdit(node, value * 2)];
  return [numberEdit(node, value + 1), ...(value > 0 ? [numberEdit(node, value - 1)] : [])];
}

function numberEdit(node: ts.NumericLiteral, value: number): Edit {
  return { node, replacement: String(value), change: `${node.getText()} becomes ${value}` };
}

/** Removes a call whose result is not used. */
function callEdits(node: ts.ExpressionStatement): Edit[] {
  const { expression } = node;
  const called = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(called) || called.expression.kind === SyntaxKind.SuperKeyword) return [];
  if (LOGGING.test(node.getText())) return [];
  return [{ node, replacement: ";", change: "the call is left out" }];
}
