/** Decides what a plain key in the query of a signed image sets. Reading and writing of payloads share this rule. */
import type { TemplateDocument } from "../contract/template/document.js";
import { overridesOf } from "../contract/template/overrides.js";
import { isReservedKey } from "./reserved-keys.js";

/** A plain key sets the `text` of the layer with its name, or the variable with its name. */
export type PlainTarget = "layer" | "variable";

/**
 * @returns a function that returns what a query key sets in this template, or `undefined` for nothing. If the layer with
 *   that name has no text, such as an image layer that shows the variable of the same name, the key sets the variable.
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

/** All plain keys that set something in this template. */
export function plainNamesOf(document: TemplateDocument): string[] {
  const names = [...overridesOf(document).map(({ name }) => name), ...document.variables.map(({ name }) => name)];
  const targetOf = plainKeysOf(document);
  return [...new Set(names.filter((name) => targetOf(name) !== undefined))];
}
