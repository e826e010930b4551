/** A render request as the query of a signed image, in its one normal form: the same request is always the same picture. */
import type { CreateRender } from "../contract/create-render.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { outputSchema } from "../contract/template/output.js";
import type { QueryPair } from "../signing/query-pairs.js";
import { plainKeysOf } from "./plain-key.js";

/** What of a render request a signed image can carry. */
export type ImagePayload = Pick<CreateRender, "version" | "format" | "scale" | "transparent" | "layers" | "variables">;

const DEFAULTS = outputSchema.parse({});

/**
 * The pairs that `readPayload` reads as the same request again. Defaults are left out. A text of a layer and a textual
 * value of a variable have a key of their own, whatever such a key can't say stands in `layers` and `variables`, as JSON
 * with its keys in order.
 */
export function writePayload(document: TemplateDocument, payload: ImagePayload): QueryPair[] {
  const targetOf = plainKeysOf(document);
  const pairs: QueryPair[] = [];
  const rest = { layers: [] as [string, unknown][], variables: [] as [string, unknown][] };
  for (const [name, attributes] of Object.entries(payload.layers)) {
    const text = onlyText(attributes);
    if (text !== undefined && targetOf(name) === "layer") pairs.push({ key: name, value: text });
    else rest.layers.push([name, attributes]);
  }
  for (const [name, value] of Object.entries(payload.variables)) {
    if (isText(value) && targetOf(name) === "variable") pairs.push({ key: name, value });
    else rest.variables.push([name, value]);
  }
  return [
    ...pairs,
    ...outputPairs(payload),
    ...jsonPair("layers", rest.layers),
    ...jsonPair("variables", rest.variables),
  ];
}

function outputPairs({ version, format, scale, transparent }: ImagePayload): QueryPair[] {
  return [
    ...(version === undefined ? [] : [{ key: "version", value: String(version) }]),
    ...(format === DEFAULTS.format ? [] : [{ key: "format", value: format }]),
    ...(scale === DEFAULTS.scale ? [] : [{ key: "scale", value: String(scale) }]),
    ...(transparent === DEFAULTS.transparent ? [] : [{ key: "transparent", value: String(transparent) }]),
  ];
}

function jsonPair(key: string, entries: readonly (readonly [string, unknown])[]): QueryPair[] {
  return entries.length === 0 ? [] : [{ key, value: JSON.stringify(inOrder(Object.fromEntries(entries))) }];
}

function onlyText(attributes: Readonly<Record<string, unknown>>): string | undefined {
  const { text } = attributes;
  return Object.keys(attributes).length === 1 && isText(text) ? text : undefined;
}

/** Half a surrogate pair can't be percent-encoded; JSON can escape it. */
function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

/** A JSON value whose objects have their keys in order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]));
}
