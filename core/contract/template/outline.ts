/**
 * A reading of a document that forgives everything, so that faults between its parts are found beside those of the parts:
 * Zod runs no refinement of an object that has a fault inside. It also stops before Zod would follow a document without
 * end.
 */
import { type Issue } from "../errors.js";
import { formatPath } from "../issues.js";
import { MAX_DEPTH, MAX_LAYERS } from "./document.js";

export type Raw = Readonly<Record<string, unknown>>;

/** A layer as it was found, whatever it holds. */
export interface OutlineLayer {
  readonly raw: Raw;
  readonly path: readonly PropertyKey[];
  /** The groups around, the innermost last. */
  readonly groups: readonly OutlineLayer[];
}

export interface Outline {
  readonly raw: Raw;
  readonly variables: readonly Raw[];
  readonly fonts: readonly Raw[];
  readonly layers: readonly OutlineLayer[];
}

export type OutlineResult = { readonly outline: Outline } | { readonly issue: Issue };

/** The outline of whatever a document is said to be, or the fault that it has too many layers or nests them too deep. */
export function outlineOf(value: unknown): OutlineResult {
  const raw = asRecord(value);
  const found: OutlineLayer[] = [];
  const waiting = childrenOf(raw["layers"], ["layers"], []);
  for (let layer = waiting.shift(); layer !== undefined; layer = waiting.shift()) {
    if (found.length + waiting.length >= MAX_LAYERS) return { issue: tooMany(layer) };
    if (layer.groups.length > MAX_DEPTH) return { issue: tooDeep(layer) };
    found.push(layer);
    if (layer.raw["type"] !== "group") continue;
    waiting.unshift(...childrenOf(layer.raw["children"], [...layer.path, "children"], [...layer.groups, layer]));
  }
  const [variables, fonts] = [listOf(raw["variables"]).map(asRecord), listOf(raw["fonts"]).map(asRecord)];
  return { outline: { raw, variables, fonts, layers: found } };
}

/** A text of a record, or undefined. */
export function textOf(raw: Raw, key: string): string | undefined {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

function childrenOf(value: unknown, path: readonly PropertyKey[], groups: readonly OutlineLayer[]): OutlineLayer[] {
  // One more than may be is enough to know that there are too many.
  return listOf(value)
    .slice(0, MAX_LAYERS + 1)
    .map((raw, index) => ({ raw: asRecord(raw), path: [...path, index], groups }));
}

function asRecord(value: unknown): Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Raw) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function tooMany({ path }: OutlineLayer): Issue {
  const message = `A document has at most ${MAX_LAYERS} layers, those inside of groups counted too.`;
  return { path: formatPath(path.slice(0, -1)), message };
}

function tooDeep({ path }: OutlineLayer): Issue {
  return { path: formatPath(path.slice(0, -1)), message: `Groups can be nested ${MAX_DEPTH} deep at most.` };
}
