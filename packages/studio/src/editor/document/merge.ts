/** Bringing the work of two people together: for each layer, one of the two decides. */
import type { EditedDocument, EditedLayer } from "./edited-document.js";

/** Something that both have, and that differs. */
export interface Difference {
  /** The ID of an outermost layer, or `document` for everything else. */
  readonly id: string;
  readonly mine: EditedLayer | undefined;
  readonly theirs: EditedLayer | undefined;
  readonly base: EditedLayer | undefined;
  /** Who has changed it. A layer that both have changed in the same way is no difference. */
  readonly changedBy: "me" | "them" | "both";
}

/** Whose state of a layer is taken. */
export type Choice = "mine" | "theirs";

/** The ID that stands for the document's own keys, such as its size and its variables. No layer can have it. */
export const DOCUMENT = "(document)";

/** Lists the outermost layers that differ, in the order of the picture. */
export function differencesOf(
  base: EditedDocument,
  mine: EditedDocument,
  theirs: EditedDocument,
): readonly Difference[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(
    ({ layers }) => new Map(layers.map((one) => [one.id, one])),
  );
  const ids = new Set([...theirs.layers, ...mine.layers].map(({ id }) => id));
  const found = [...ids].flatMap((id): Difference[] => {
    const layer = { base: inBase?.get(id), mine: inMine?.get(id), theirs: inTheirs?.get(id) };
    const changedBy = whoChanged(layer.base, layer.mine, layer.theirs);
    return changedBy === undefined ? [] : [{ id, ...layer, changedBy }];
  });
  const changedBy = whoChanged(ownKeys(base), ownKeys(mine), ownKeys(theirs));
  const own: Difference = {
    id: DOCUMENT,
    base: undefined,
    mine: undefined,
    theirs: undefined,
    changedBy: changedBy ?? "me",
  };
  return changedBy === undefined ? found : [own, ...found];
}

/** The choice that loses nothing: the one who has changed a layer decides. If both have, the own work stays. */
export function defaultChoice({ changedBy }: Difference): Choice {
  return changedBy === "them" ? "theirs" : "mine";
}

/** Returns the document that the choices make. Layers without a difference are the same for both. */
export function mergeDocuments(
  mine: EditedDocument,
  theirs: EditedDocument,
  choices: ReadonlyMap<string, Choice>,
): EditedDocument {
  const isMine = (id: string): boolean => choices.get(id) !== "theirs";
  const myLayers = new Map(mine.layers.map((layer) => [layer.id, layer]));
  const kept = theirs.layers.flatMap((layer) => {
    if (!choices.has(layer.id)) return [layer];
    const chosen = isMine(layer.id) ? myLayers.get(layer.id) : layer;
    return chosen === undefined ? [] : [chosen];
  });
  const known = new Set(theirs.layers.map(({ id }) => id));
  // A layer that only I have goes above the layer that it was above.
  const layers = [...kept];
  for (const [index, layer] of mine.layers.entries()) {
    if (known.has(layer.id) || !choices.has(layer.id) || !isMine(layer.id)) continue;
    const below = mine.layers[index - 1]?.id;
    const place = layers.findIndex(({ id }) => id === below);
    layers.splice(place + 1, 0, layer);
  }
  return { ...(isMine(DOCUMENT) && choices.has(DOCUMENT) ? mine : theirs), layers };
}

function whoChanged(base: unknown, mine: unknown, theirs: unknown): Difference["changedBy"] | undefined {
  if (isSame(mine, theirs)) return undefined;
  if (isSame(base, theirs)) return "me";
  return isSame(base, mine) ? "them" : "both";
}

function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function ownKeys(document: EditedDocument): unknown {
  return { ...document, layers: undefined };
}
