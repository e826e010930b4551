/**
 * JSON Pointers (RFC 6901) with one addition: a token below a list can also be the `id` of an item, so that
 * `/layers/title/color` stays the same place when layers are added before it.
 */

/** A list or object of the document, which a patch changes in place. */
export type Container = unknown[] | Record<string, unknown>;

/** A place in a container. The index `-1` stands for the end of a list. */
export type Place =
  | { readonly kind: "item"; readonly list: unknown[]; readonly index: number }
  | { readonly kind: "property"; readonly object: Record<string, unknown>; readonly key: string };

/** Thrown with a sentence about the place. The caller adds the operation. */
export class PointerError extends Error {}

/** Splits a pointer into its tokens. The empty pointer is the whole document. @throws PointerError */
export function tokensOf(pointer: string): string[] {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) throw new PointerError('it must start with "/", as in /layers/title/color.');
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Finds the place of the last token. All places before it must exist. @throws PointerError */
export function findPlace(root: unknown, tokens: readonly string[]): Place {
  let container = root;
  for (const [depth, token] of tokens.slice(0, -1).entries()) {
    container = valueAt(placeIn(container, token, tokens.slice(0, depth)));
  }
  return placeIn(container, tokens.at(-1) ?? "", tokens.slice(0, -1));
}

/** Returns the value of a place that exists. @throws PointerError */
export function valueAt(place: Place): unknown {
  if (!exists(place)) throw new PointerError(`there is nothing at ${nameOf(place)}.`);
  return place.kind === "item" ? place.list[place.index] : place.object[place.key];
}

/** Returns whether the place has a value. */
export function exists(place: Place): boolean {
  return place.kind === "item"
    ? place.index >= 0 && place.index < place.list.length
    : Object.hasOwn(place.object, place.key);
}

function placeIn(container: unknown, token: string, before: readonly string[]): Place {
  if (Array.isArray(container)) return { kind: "item", list: container, index: indexIn(container, token) };
  if (typeof container !== "object" || container === null) {
    throw new PointerError(`/${before.join("/")} is neither a list nor an object.`);
  }
  // Assigning this key would change the object's prototype.
  if (token === "__proto__") throw new PointerError("this name is not allowed.");
  return { kind: "property", object: container as Record<string, unknown>, key: token };
}

function indexIn(list: readonly unknown[], token: string): number {
  if (token === "-") return -1;
  if (/^(0|[1-9]\d{0,8})$/.test(token)) return Number(token);
  const index = list.findIndex((item) => idOf(item) === token);
  if (index >= 0) return index;
  const ids = list.flatMap((item) => idOf(item) ?? []).slice(0, 20);
  throw new PointerError(`no item has the id "${token}". The ids in this list are: ${ids.join(", ") || "none"}.`);
}

function idOf(item: unknown): string | undefined {
  const id = typeof item === "object" && item !== null && "id" in item ? item.id : undefined;
  return typeof id === "string" ? id : undefined;
}

function nameOf(place: Place): string {
  return place.kind === "item"
    ? `index ${place.index < 0 ? "-" : place.index} of a list with ${place.list.length} items`
    : `"${place.key}"`;
}
