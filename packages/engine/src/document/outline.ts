/**
 * Reads a document tolerantly. This makes two checks possible that Zod cannot do:
 * - Zod skips the refinements of an object that has an issue inside. With the outline, the issues between the parts of
 *   a document are found together with the issues inside the parts.
 * - Zod follows nesting without a limit. The outline stops at the limits of a document.
 */
import type { Issue } from "../issues/issue.js";
import { formatPath } from "../issues/issues.js";
import { MAX_DEPTH, MAX_LAYERS } from "./document.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { sourceSizeIssue } from "./source-sizes.js";

/** A JSON object that has not been checked. */
export type Raw = Readonly<Record<string, unknown>>;

/** A layer that has not been checked. */
export interface OutlineLayer {
  readonly raw: Raw;
  readonly path: readonly PropertyKey[];
  /** The groups around the layer, the innermost last. */
  readonly groups: readonly OutlineLayer[];
}

/** The outline of a document that has not been checked. */
export interface Outline {
  readonly raw: Raw;
  readonly variables: readonly Raw[];
  readonly fonts: readonly Raw[];
  readonly layers: readonly OutlineLayer[];
}

/** An outline, or the issue that prevents it. */
export type OutlineResult = { readonly outline: Outline } | { readonly issue: Issue };

/**
 * Returns the outline of any value, or an issue if the value has too many layers, nests them too deeply, or has too
 * much SVG or HTML to read.
 */
export function outlineOf(value: unknown, registry: LayerRegistry = LAYERS): OutlineResult {
  const raw = asRecord(value);
  const found: OutlineLayer[] = [];
  const waiting = childrenOf(raw["layers"], ["layers"], []);
  for (let layer = waiting.shift(); layer !== undefined; layer = waiting.shift()) {
    if (found.length + waiting.length >= MAX_LAYERS) return { issue: tooMany(layer) };
    if (layer.groups.length > MAX_DEPTH) return { issue: tooDeep(layer) };
    found.push(layer);
    if (registry.find(layer.raw["type"])?.definition.hasChildren !== true) continue;
    waiting.unshift(...childrenOf(layer.raw["children"], [...layer.path, "children"], [...layer.groups, layer]));
  }
  const tooMuch = sourceSizeIssue(
    found.map((layer) => layer.raw),
    true,
  );
  if (tooMuch !== undefined) return { issue: { path: "layers", message: tooMuch } };
  const [variables, fonts] = [listOf(raw["variables"]).map(asRecord), listOf(raw["fonts"]).map(asRecord)];
  return { outline: { raw, variables, fonts, layers: found } };
}

/** Returns the value of a key in a record if it is a text, or undefined. */
export function textOf(raw: Raw, key: string): string | undefined {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined;
  return typeof value === "string" ? value : undefined;
}

function childrenOf(value: unknown, path: readonly PropertyKey[], groups: readonly OutlineLayer[]): OutlineLayer[] {
  // One more than the limit is enough to know that there are too many.
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
  const message = `A document has at most ${MAX_LAYERS} layers, including those inside groups.`;
  return { path: formatPath(path.slice(0, -1)), message };
}

function tooDeep({ path }: OutlineLayer): Issue {
  return { path: formatPath(path.slice(0, -1)), message: `Groups can be nested at most ${MAX_DEPTH} deep.` };
}
