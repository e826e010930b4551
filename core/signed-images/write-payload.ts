/** Writes a render request as the normalized query of a signed image. Equal requests give equal queries. */
import type { CreateRender } from "../contract/render-request.js";
import { outputSchema, type TemplateDocument } from "@image-render/engine/document";
import { FORMATS } from "@image-render/engine/formats";
import type { QueryPair } from "../signing/query-pairs.js";
import { plainKeysOf } from "./plain-key.js";

/** The fields of a render request that a signed image can contain. */
export type ImagePayload = Pick<
  CreateRender,
  "version" | "format" | "scale" | "transparent" | "layers" | "variables" | "locale" | "timeZone" | "quality" | "about"
>;

const DEFAULTS = outputSchema.parse({});

/**
 * Returns the pairs that `readPayload` converts back to the same request. Defaults are omitted. The text of a layer and
 * a string variable get a plain key. All other values are in `layers` and `variables`, as JSON with sorted keys.
 */
export function writePayload(document: TemplateDocument, payload: ImagePayload): QueryPair[] {
  const targetOf = plainKeysOf(document);
  const pairs: QueryPair[] = [];
  const rest = { layers: [] as [string, unknown][], variables: [] as [string, unknown][] };
  for (const [name, attributes] of Object.entries(payload.layers)) {
    const target = targetOf(name);
    const text = target?.kind === "layer" ? onlyValue(attributes, target.attribute) : undefined;
    if (text !== undefined) pairs.push({ key: name, value: text });
    else rest.layers.push([name, attributes]);
  }
  for (const [name, value] of Object.entries(payload.variables)) {
    if (isText(value) && targetOf(name)?.kind === "variable") pairs.push({ key: name, value });
    else rest.variables.push([name, value]);
  }
  return [
    ...pairs,
    ...outputPairs(payload),
    ...localizationPairs(document, payload),
    ...jsonPair("layers", rest.layers),
    ...jsonPair("variables", rest.variables),
    ...jsonPair("_about", Object.entries(payload.about ?? {})),
  ];
}

function outputPairs({ version, format, scale, transparent, quality }: ImagePayload): QueryPair[] {
  return [
    ...(version === undefined ? [] : [{ key: "version", value: String(version) }]),
    ...(format === DEFAULTS.format ? [] : [{ key: "format", value: format }]),
    ...(scale === DEFAULTS.scale ? [] : [{ key: "scale", value: String(scale) }]),
    ...(transparent === DEFAULTS.transparent ? [] : [{ key: "transparent", value: String(transparent) }]),
    ...(quality === undefined || quality === FORMATS[format].defaultQuality
      ? []
      : [{ key: "_quality", value: String(quality) }]),
  ];
}

/** Omits the template's own language and time zone, because they are the defaults. */
function localizationPairs(document: TemplateDocument, { locale, timeZone }: ImagePayload): QueryPair[] {
  return [
    ...(locale === undefined || locale === document.locale ? [] : [{ key: "_locale", value: locale }]),
    ...(timeZone === undefined || timeZone === document.time_zone ? [] : [{ key: "_timeZone", value: timeZone }]),
  ];
}

function jsonPair(key: string, entries: readonly (readonly [string, unknown])[]): QueryPair[] {
  return entries.length === 0 ? [] : [{ key, value: JSON.stringify(sortKeys(Object.fromEntries(entries))) }];
}

function onlyValue(attributes: Readonly<Record<string, unknown>>, attribute: string): string | undefined {
  const text = attributes[attribute];
  return Object.keys(attributes).length === 1 && isText(text) ? text : undefined;
}

/**
 * Returns whether a value is well-formed text. Half a surrogate pair cannot be percent-encoded, but JSON can escape it.
 */
function isText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed();
}

/** Sorts the keys of all objects in a JSON value. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortKeys(inner)]));
}
