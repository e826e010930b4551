/** Writes parts of TypeScript types as text. */

/** Returns a name as the key of a property, in quotes unless it is an identifier. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Returns a text that can be in a comment: one line, which does not end the comment. */
export function commentText(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll("*/", "*\\/")
    .trim();
}

/** Returns a type of these literals. A type without literals has no value. */
export function unionText(values: readonly unknown[]): string {
  const literals = values.map((value) => JSON.stringify(value));
  return literals.length === 0 ? "never" : [...new Set(literals)].join(" | ");
}

/** A property of an object type. */
export interface PropertyText {
  readonly name: string;
  readonly type: string;
  readonly isRequired?: boolean;
  readonly comment?: string | undefined;
}

/** Returns the lines of the properties, sorted by name. */
export function propertyLines(properties: readonly PropertyText[], indent: string): string[] {
  return [...properties].sort(byName).flatMap(({ name, type, isRequired = false, comment }) => {
    const line = `${indent}readonly ${keyText(name)}${isRequired ? "" : "?"}: ${type};`;
    return comment === undefined ? [line] : [`${indent}/** ${commentText(comment)} */`, line];
  });
}

/** Returns an object type over several lines. A type without properties refuses every name. */
export function objectText(properties: readonly PropertyText[], indent: string): string {
  if (properties.length === 0) return "{ readonly [name: string]: never }";
  return ["{", ...propertyLines(properties, `${indent}  `), `${indent}}`].join("\n");
}

/** Compares names by their characters. The order does not depend on the language of the computer. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
