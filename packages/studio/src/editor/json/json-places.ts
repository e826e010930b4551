/** Finds values in a parsed text by their paths, such as `layers[2].color`, and paths by their places. */
import type { JsonNode } from "./parse-json.js";

/** A part of a text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A key or the index of an item. */
export type PathStep = string | number;

/** Returns the place of a value with its key, or of the nearest value around it if it is missing. */
export function rangeOf(root: JsonNode, path: string): TextRange {
  let node = root;
  let range: TextRange = { from: root.start, to: Math.min(root.end, root.start + 1) };
  let rest = path;
  while (rest !== "") {
    const index = /^\[(\d+)\]\.?/.exec(rest);
    // Keys can contain dots, so the longest key that fits is meant.
    const member = node.members
      ?.filter(({ key }) => rest === key || rest.startsWith(`${key}.`) || rest.startsWith(`${key}[`))
      .toSorted((first, second) => second.key.length - first.key.length)[0];
    const item = index === null ? undefined : node.items?.[Number(index[1])];
    if (member !== undefined) {
      node = member.node;
      range = { from: member.start, to: isLong(node) ? member.keyEnd : node.end };
      rest = rest.slice(member.key.length).replace(/^\./, "");
    } else if (item !== undefined) {
      node = item;
      range = { from: item.start, to: isLong(item) ? item.start + 1 : item.end };
      rest = rest.slice(index?.[0].length ?? 0);
    } else return range;
  }
  return range;
}

/** Returns the layer whose object an offset is in, the innermost one. */
export function layerAt(root: JsonNode, offset: number): string | undefined {
  let found: string | undefined;
  let node: JsonNode | undefined = root;
  while (node !== undefined) {
    const { id, type } = (node.members === undefined ? {} : node.value) as {
      readonly id?: unknown;
      readonly type?: unknown;
    };
    if (typeof id === "string" && typeof type === "string") found = id;
    const parts: readonly JsonNode[] = node.items ?? node.members?.map((member) => member.node) ?? [];
    node = parts.find(({ start, end }) => start <= offset && offset <= end);
  }
  return found;
}

/** Returns the whole place of a layer, or undefined if the text has none with the ID. */
export function rangeOfLayer(root: JsonNode, id: string): TextRange | undefined {
  for (const { key, node } of root.members ?? []) {
    if (key !== "layers" && key !== "children") continue;
    for (const item of node.items ?? []) {
      const { id: found } = (item.members === undefined ? {} : item.value) as { readonly id?: unknown };
      const range = found === id ? { from: item.start, to: item.end } : rangeOfLayer(item, id);
      if (range !== undefined) return range;
    }
  }
  return undefined;
}

/** People do not read a text of this length without a space. */
const LONG_TEXT = 200;
/** The number of characters at its beginning that stay visible. */
const SHOWN_BEGINNING = 40;

/** Returns the parts of long texts that nobody reads, such as those of an image inside of the document. */
export function unreadableRanges({ start, end, value, items, members }: JsonNode): readonly TextRange[] {
  if (typeof value === "string") {
    const isUnreadable = value.length > LONG_TEXT && !/\s/.test(value.slice(0, LONG_TEXT));
    return isUnreadable ? [{ from: start + SHOWN_BEGINNING, to: end - 1 }] : [];
  }
  return (items ?? members?.map(({ node }) => node) ?? []).flatMap(unreadableRanges);
}

/** An object or a list is named by its beginning. */
function isLong({ members, items }: JsonNode): boolean {
  return members !== undefined || items !== undefined;
}
