/** The attribute names in the expressions of DynamoDB. */

/** Words of the languages of expressions. A word before a parenthesis is a function. */
const KEYWORDS = new Set(["AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD", "DELETE"]);

/** A value (`:v`), or a path that begins with a name or with a placeholder of one (`#n`), and whether `(` follows. */
const TOKEN = /:\w+|(#\w+|[A-Za-z_]\w*)(?:\s*(\()|(?:\.#?\w+|\[\d+\])*)/g;

/**
 * Returns the names of the top-level attributes in an expression of any kind: update, condition, key condition, filter or
 * projection.
 *
 * @param placeholders `ExpressionAttributeNames` of the request
 */
export function namesIn(expression: string, placeholders: Readonly<Record<string, string>>): string[] {
  return [...expression.matchAll(TOKEN)].flatMap(([, name, parenthesis]) => {
    if (name === undefined || parenthesis !== undefined || KEYWORDS.has(name.toUpperCase())) return [];
    return [placeholders[name] ?? name];
  });
}

/**
 * Returns the placeholder of the value that a key condition compares the attribute with by `=`, for example `:v`.
 * `undefined` if there is no such comparison.
 */
export function valueComparedWith(
  attribute: string,
  expression: string,
  placeholders: Readonly<Record<string, string>>,
): string | undefined {
  for (const [, name = "", value] of expression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    if ((placeholders[name] ?? name) === attribute) return value;
  }
  return undefined;
}
