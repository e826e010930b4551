/**
 * Decides what a plain key in the query of a signed image sets. The reader and the writer of payloads share this rule.
 */
import { LAYERS, type OverridableLayer, overridesOf, type TemplateDocument } from "@image-render/engine/document";
import { isReservedKey } from "./reserved-keys.js";

/** The attribute that a plain key sets. It can be an alias of another attribute. */
const TEXT = "text";

/** A layer whose text a plain key sets. */
export interface PlainLayer {
  readonly kind: "layer";
  /** The attribute that the key sets: `text`, or the attribute that has `text` as an alias. */
  readonly attribute: string;
  /** All names of that attribute in requests. */
  readonly names: readonly string[];
}

/** A plain key sets the text of the layer with its name, or the variable with its name. */
export type PlainTarget = PlainLayer | { readonly kind: "variable" };

/**
 * @returns a function that returns what a query key sets in this template, or `undefined` if it sets nothing. A key
 *   sets the `text` of the layer with its name. If that layer has no `text`, the key sets the variable with its name,
 *   for example a variable that an image layer of the same name shows. If there is no such variable, the key sets the
 *   attribute of the layer that has `text` as an alias, for example the `data` of a QR code.
 */
export function plainKeysOf(document: TemplateDocument): (key: string) => PlainTarget | undefined {
  const layers = new Map(
    overridesOf(document).flatMap((layer) => {
      const target = targetOf(layer);
      return target === undefined ? [] : [[layer.name, target] as const];
    }),
  );
  const variables = new Set(document.variables.map(({ name }) => name));
  return (key) => {
    if (isReservedKey(key)) return undefined;
    const layer = layers.get(key);
    if (layer?.attribute === TEXT || !variables.has(key)) return layer;
    return { kind: "variable" };
  };
}

function targetOf({ layer, attributes }: OverridableLayer): PlainLayer | undefined {
  if (attributes.includes(TEXT)) return { kind: "layer", attribute: TEXT, names: [TEXT] };
  const attribute = LAYERS.get(layer.type).definition.aliases.get(TEXT);
  return attribute === undefined ? undefined : { kind: "layer", attribute, names: [attribute, TEXT] };
}

/** Returns all plain keys that set something in this template. */
export function plainNamesOf(document: TemplateDocument): string[] {
  const names = [...overridesOf(document).map(({ name }) => name), ...document.variables.map(({ name }) => name)];
  const targetOfKey = plainKeysOf(document);
  return [...new Set(names.filter((name) => targetOfKey(name) !== undefined))];
}
