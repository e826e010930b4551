/** Changes a JSON text where its value changes. Everything else keeps its formatting and the order of its keys. */
import { type JsonStyle, formatInline, formatJson, keyOf } from "./format-json.js";
import { isSameJson } from "./same-json.js";
import type { JsonMember, JsonNode } from "./parse-json.js";

/** A part of a text that is replaced. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** An element of the list or object that a text will have. */
interface Element {
  /** The key of a member of an object. */
  readonly key?: string;
  readonly value: unknown;
  /** The index of the element in the text that it comes from. */
  readonly old?: number | undefined;
  /** Whether the old element stays at its place. A moved one is written again, with its formatting. */
  readonly stays: boolean;
}

interface Writing {
  readonly text: string;
  readonly style: JsonStyle;
  readonly newline: string;
  readonly changes: TextChange[];
}

/** Returns the changes that turn a text into the text of another value, in the order of the text. */
export function changesTo(text: string, root: JsonNode, value: unknown): readonly TextChange[] {
  const unit = /[{[]\r?\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const writing: Writing = { text, style: { unit }, newline, changes: [] };
  change(writing, root, value, !text.slice(root.start, root.end).includes("\n"));
  return writing.changes;
}

/** Applies changes to the text that they were made for. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let end = 0;
  const parts: string[] = [];
  for (const { from, to, insert } of changes) {
    parts.push(text.slice(end, from), insert);
    end = to;
  }
  return parts.join("") + text.slice(end);
}

/** @param isLine whether the value is written on one line with its siblings */
function change(writing: Writing, node: JsonNode, value: unknown, isLine: boolean): void {
  if (isSameJson(node.value, value, "any order")) return;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const isEmpty = (node.members ?? node.items ?? []).length === 0;
  if (node.members !== undefined && isObject && !isEmpty) {
    changeElements(writing, node, membersOf(node.members, value as Readonly<Record<string, unknown>>));
  } else if (node.items !== undefined && Array.isArray(value) && !isEmpty) {
    changeElements(writing, node, itemsOf(node.items, value as readonly unknown[]));
  } else {
    const insert = write(writing, value, indentAt(writing.text, node.start), isLine);
    writing.changes.push({ from: node.start, to: node.end, insert });
  }
}

function write({ style, newline }: Writing, value: unknown, indent: string, isLine: boolean): string {
  return isLine ? formatInline(value) : formatJson(value, indent, style).replaceAll("\n", newline);
}

/** The members that stay keep their order. A new one follows the one that it follows in the value. */
function membersOf(members: readonly JsonMember[], value: Readonly<Record<string, unknown>>): readonly Element[] {
  const places = new Set(members.map(({ key }) => key));
  const elements = members.flatMap(({ key }, old): Element[] =>
    Object.hasOwn(value, key) && value[key] !== undefined ? [{ key, old, value: value[key], stays: true }] : [],
  );
  let before: string | undefined;
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    if (!places.has(key)) {
      const index = elements.findIndex((element) => element.key === before);
      elements.splice(index + 1, 0, { key, value: item, stays: false });
    }
    before = key;
  }
  return elements;
}

/** Finds the items of a list that stay. Layers are known by their IDs, so moving one changes nothing else. */
function itemsOf(items: readonly JsonNode[], value: readonly unknown[]): readonly Element[] {
  const places = new Map(items.map(({ value: item }, index) => [idOf(item) ?? index, index]));
  const byId = value.map((item) => places.get(idOf(item) ?? ""));
  const matched = byId.some((index) => index !== undefined) ? byId : matchEnds(items, value);
  const stays = longestRun(matched);
  return value.map((item, index) => ({ old: matched[index], value: item, stays: stays.has(index) }));
}

/** Matches the items of a list without IDs: those at both ends that are the same, and the rest by their order. */
function matchEnds(items: readonly JsonNode[], value: readonly unknown[]): readonly (number | undefined)[] {
  const shortest = Math.min(items.length, value.length);
  let start = 0;
  while (start < shortest && isSameJson(items[start]?.value, value[start], "any order")) start++;
  let end = 0;
  const isSameFromEnd = (): boolean =>
    isSameJson(items[items.length - 1 - end]?.value, value[value.length - 1 - end], "any order");
  while (end < shortest - start && isSameFromEnd()) end++;
  return value.map((_, index) => {
    if (index >= value.length - end) return index - value.length + items.length;
    return index < items.length - end ? index : undefined;
  });
}

/** Returns the indexes of the longest increasing subsequence of places. The other items have moved. */
function longestRun(places: readonly (number | undefined)[]): ReadonlySet<number> {
  const length: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (const [index, place] of places.entries()) {
    length[index] = 0;
    previous[index] = -1;
    if (place === undefined) continue;
    length[index] = 1;
    for (let before = 0; before < index; before++) {
      const candidate = places[before];
      if (candidate === undefined || candidate >= place || (length[before] ?? 0) < (length[index] ?? 0)) continue;
      length[index] = (length[before] ?? 0) + 1;
      previous[index] = before;
    }
    if (best === -1 || (length[index] ?? 0) > (length[best] ?? 0)) best = index;
  }
  const kept = new Set<number>();
  for (let index = best; index !== -1; index = previous[index] ?? -1) kept.add(index);
  return kept;
}

/** Writes the gaps between the elements that stay, and the changes inside of them, in the order of the text. */
function changeElements(writing: Writing, node: JsonNode, elements: readonly Element[]): void {
  const parts = partsOf(node);
  const list: ElementList = { node, parts, isLine: !writing.text.slice(node.start, parts[0]?.start).includes("\n") };
  let left = -1;
  let added: Element[] = [];
  for (const element of elements) {
    const { old, value } = element;
    const part = element.stays && old !== undefined ? parts[old] : undefined;
    if (part === undefined || old === undefined) {
      added.push(element);
      continue;
    }
    changeGap(writing, list, { left, right: old, added });
    change(writing, part.node, value, list.isLine);
    left = old;
    added = [];
  }
  changeGap(writing, list, { left, right: parts.length, added });
}

/** A list or an object that has elements. */
interface ElementList {
  readonly node: JsonNode;
  readonly parts: readonly Part[];
  /** Whether its elements are on one line. */
  readonly isLine: boolean;
}

interface Part {
  readonly start: number;
  readonly node: JsonNode;
}

/** The elements between two that stay. */
interface Gap {
  readonly left: number;
  readonly right: number;
  readonly added: readonly Element[];
}

/** Removes the elements between two that stay, and writes the new ones there. */
function changeGap(writing: Writing, list: ElementList, { left, right, added }: Gap): void {
  const { node, parts, isLine } = list;
  const isRemoving = right - left > 1;
  if (!isRemoving && added.length === 0) return;
  const [before, first, last, after] = [parts[left], parts[left + 1], parts[right - 1], parts[right]];
  const indent = indentAt(writing.text, parts[0]?.start ?? node.start);
  const texts = added.map((element) => writeElement(writing, list, element, indent));
  const separator = isLine ? ", " : `,${writing.newline}${indent}`;
  const { changes } = writing;
  if (before !== undefined) {
    const from = before.node.end;
    const to = isRemoving ? (last?.node.end ?? from) : from;
    changes.push({ from, to, insert: texts.map((text) => separator + text).join("") });
  } else if (after !== undefined) {
    const from = isRemoving ? (first?.start ?? after.start) : after.start;
    changes.push({ from, to: after.start, insert: texts.map((text) => text + separator).join("") });
  } else if (added.length > 0) {
    changes.push({ from: first?.start ?? node.start, to: last?.node.end ?? node.end, insert: texts.join(separator) });
  } else {
    changes.push({ from: node.start + 1, to: node.end - 1, insert: "" });
  }
}

/** Writes a new element as its siblings are written. One that has moved keeps its formatting. */
function writeElement(writing: Writing, { parts, isLine }: ElementList, element: Element, indent: string): string {
  const { key, old, value } = element;
  const part = old === undefined ? undefined : parts[old];
  if (part === undefined) {
    return `${keyOf(key)}${write(writing, value, indent, isLine)}`;
  }
  const moved = { ...writing, changes: [] as TextChange[] };
  change(moved, part.node, value, isLine);
  const { start, end } = part.node;
  const changes = moved.changes.map(({ from, to, insert }) => ({ from: from - start, to: to - start, insert }));
  return applyChanges(writing.text.slice(start, end), changes);
}

function partsOf({ members, items = [] }: JsonNode): readonly Part[] {
  return members ?? items.map((node) => ({ start: node.start, node }));
}

/** The white space at the beginning of the line that an offset is in. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

function idOf(item: unknown): string | undefined {
  if (typeof item !== "object" || item === null) return undefined;
  const { id } = item as { readonly id?: unknown };
  return typeof id === "string" ? id : undefined;
}
