/** What a plain key of a signed image's query sets: decided here alone, for who reads queries and who writes them. */
import type { TemplateDocument } from "../contract/template/document.js";
import { overridesOf } from "../contract/template/overrides.js";
import { isReservedKey } from "./reserved-keys.js";

/** What the key sets of its name: the layer's `text`, or the variable. */
export type PlainTarget = "layer" | "variable";

/**
 * @returns a function that tells what a key of a query sets in this template; `undefined`: nothing. A layer that has no
 *   text, such as an image that shows the variable of its name, does not stand in the way of the variable.
 */
export function plainKeysOf(document: TemplateDocument): (key: string) => PlainTarget | undefined {
  const layers = new Set(
    overridesOf(document).flatMap(({ name, attributes }) => (attributes.includes("text") ? [name] : [])),
  );
  const variables = new Set(document.variables.map(({ name }) => name));
  return (key) => {
    if (isReservedKey(key)) return undefined;
    if (layers.has(key)) return "layer";
    return variables.has(key) ? "variable" : undefined;
  };
}

/** The names that a plain key can have in this template. */
export function plainNamesOf(document: TemplateDocument): string[] {
  const names = [...overridesOf(document).map(({ name }) => name), ...document.variables.map(({ name }) => name)];
  const setsSomething = plainKeysOf(document);
  return [...new Set(names.filter((name) => setsSomething(name) !== undefined))];
}
