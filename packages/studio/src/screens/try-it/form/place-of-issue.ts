/** Finds the place in the form where a problem of a request belongs. */

/** A field of the form. */
export type Place =
  | { readonly kind: "variable"; readonly name: string; readonly row?: number; readonly field?: string }
  | { readonly kind: "attribute"; readonly layer: string; readonly key: string };

/** A message of the service, with its place. */
export interface PlacedMessage {
  readonly message: string;
  /** Undefined if it is about the whole request. */
  readonly place: Place | undefined;
}

/**
 * Finds the place of a path such as `layers.title.text` or `variables.rows[2].price`. Names of layers can contain dots, so
 * the path is compared with the known names.
 */
export function placeOf(path: string, layerNames: readonly string[]): Place | undefined {
  const variable = /^variables\.([^.[\]]+)(?:\[(\d+)\])?(?:\.([^.[\]]+))?$/.exec(path);
  if (variable !== null) {
    const [, name = "", row, field] = variable;
    return {
      kind: "variable",
      name,
      ...(row !== undefined && { row: Number(row) }),
      ...(field !== undefined && { field }),
    };
  }
  const layer = layerNames.find((name) => path.startsWith(`layers.${name}.`));
  if (layer === undefined) return undefined;
  const [key = ""] = path.slice(`layers.${layer}.`.length).split(/[.[]/);
  return { kind: "attribute", layer, key };
}

/** Returns the messages of one field, as one text. */
export function messagesAt(messages: readonly PlacedMessage[], wanted: Place): string | undefined {
  const found = messages.filter(({ place }) => place !== undefined && isSame(place, wanted));
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(" ");
}

function isSame(a: Place, b: Place): boolean {
  if (a.kind === "attribute") return b.kind === "attribute" && a.layer === b.layer && a.key === b.key;
  return b.kind === "variable" && a.name === b.name && a.row === b.row && a.field === b.field;
}
